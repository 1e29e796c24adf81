"""Orders in plain words: as their side tells them, and what the enemy sees of them."""

from collections.abc import Callable
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.games.jarama import fighting, moves
from grognard.games.jarama.field import Field
from grognard.games.jarama.orders import (
    Activate,
    AirRecon,
    Arrive,
    Attack,
    Battle,
    Bomb,
    Bombard,
    Deploy,
    EndPhase,
    GroundRecon,
    Lay,
    MobileAttack,
    Move,
    Pass,
    Repair,
    Strike,
    TakeUp,
)
from grognard.games.naming import listed, names

Tells = Callable[[Field, Any], str]
Glimpses = Callable[[Field, Any, Field], str]


def deployed(field: Field, order: Deploy) -> str:
    """Say where a unit is set up."""
    return f"{field.theatre.unit(order.unit).name} is set up in {_there(field, order.to)}"


def activated(field: Field, order: Activate) -> str:
    """Say which formation is activated."""
    return f"{field.position.side} activates {order.formation}"


def passed(field: Field, _: object) -> str:
    """Say that a side activates nothing more."""
    return f"{field.position.side} passes for the rest of the turn"


def ended(field: Field, _: object) -> str:
    """Say that a phase ends."""
    return f"{field.position.side} {field.position.phase} ends"


def moved(field: Field, order: Move) -> str:
    """Say who goes from where to where."""
    movers = moves.from_the_top(field, field.theatre.units(order.units))
    verb, start = "goes" if len(movers) == 1 else "go", "nowhere"
    if movers:
        at = field.at(movers[0])
        start = field.theatre.place(at) if at >= 0 else "off the map"
    return f"{names(movers)} {verb} from {start} to {_there(field, order.to)}"


def arrived(field: Field, order: Arrive) -> str:
    """Say where a unit comes onto the map."""
    return f"{field.theatre.unit(order.unit).name} arrives at {_there(field, order.to)}"


def repaired(field: Field, order: Repair) -> str:
    """Say what engineers repair."""
    return f"{field.theatre.unit(order.unit).name} repairs {order.feature}"


def laid(field: Field, order: Lay) -> str:
    """Say where pontoons are laid."""
    return f"{field.theatre.unit(order.unit).name} lays pontoons over {order.hexside}"


def taken_up(field: Field, order: TakeUp) -> str:
    """Say whose pontoons are taken up."""
    return f"{field.theatre.unit(order.unit).name} takes its pontoons up"


def overflown(field: Field, order: AirRecon) -> str:
    """Say which aircraft reconnoitres a hex."""
    return f"{_named(field, order)} reconnoitres {_there(field, order.target)} from the air"


def struck(field: Field, order: Strike) -> str:
    """Say who bombs or shells what."""
    verb = ("bomb" if isinstance(order, Bomb) else "shell") + ("s" if len(order.units) == 1 else "")
    return f"{_named(field, order)} {verb} {aimed(field, order.at, order.target)}"


def patrolled(field: Field, order: GroundRecon) -> str:
    """Say who reconnoitres a hex on the ground."""
    verb = "reconnoitres" if len(order.units) == 1 else "reconnoitre"
    return f"{names(field.theatre.units(order.units))} {verb} {_there(field, order.target)}"


def attacked(field: Field, order: Battle) -> str:
    """Say who attacks whom, with which support and at what odds, as far as that is known."""
    who = fighting.party(field, order.units)
    verb = "attacks" if len(who.units) == 1 else "attack"
    moving = " on the move" if isinstance(order, MobileAttack) else ""
    support = [*(gun.name for gun in who.guns), *(plane.name for plane in who.planes)]
    helped = f" with {listed(support)}" if support else ""
    there = _there(field, order.target)
    return f"{names(who.units)} {verb} {there}{moving}{helped}{_held_by(field, order)}{_odds(field, order)}"


def _held_by(field: Field, order: Battle) -> str:
    """Name who is attacked, as far as it is known."""
    at = field.theatre.hex(order.target)
    units = field.units_at(at)
    if field.is_seen_through(at):
        return f", held by {names(units)}" if units else ""
    return f", held by {names(units)} and others" if units else ", held by units that are not known"


def _odds(field: Field, order: Battle) -> str:
    """Say at what odds an attack is made, where that is known."""
    target = field.theatre.hex(order.target)
    if not field.is_seen_through(target):
        return ""
    try:
        return f", at {fighting.attack_sheet(field, order, target).told}"
    except GrognardError:
        return ""


def aimed(field: Field, aim: str, target: str) -> str:
    """Say what is aimed at: the hex with its units, or what is in it."""
    there = _there(field, target)
    return there if aim == "units" else f"the {aim} in {there}"


def _named(field: Field, order: AirRecon | Strike) -> str:
    return listed(field.theatre.piece(each).name for each in order.units)


def _there(field: Field, hex_name: str) -> str:
    return field.theatre.place(field.theatre.hex(hex_name))


# What the enemy sees


def deployment_seen(before: Field, _order: Deploy, _after: Field) -> str:
    """Say that somebody is set up, and not who or where."""
    return f"{before.position.side} deploys"


def activation_seen(before: Field, _order: Activate, _after: Field) -> str:
    """Say that a formation is activated, and not which."""
    return f"{before.position.side} activates a formation"


def march_seen(before: Field, order: Move, after: Field) -> str:
    """Say from where to where a force goes, and not who or how many."""
    marches = after.position.marches
    come = f"from {before.theatre.place(marches[-1].start)} " if marches and marches[-1].start >= 0 else ""
    return f"a force goes {come}to {_there(before, order.to)}"


def arrival_seen(before: Field, order: Arrive, _after: Field) -> str:
    """Say where a force arrives, and not who."""
    return f"a force arrives at {_there(before, order.to)}"


def work_seen(before: Field, _order: Repair, _after: Field) -> str:
    """Say that engineers work, and not where."""
    return f"{before.position.side} puts engineers to work"


def shelling_seen(before: Field, order: Bombard, _after: Field) -> str:
    """Say what batteries shell, and not which."""
    return f"{before.position.side} batteries shell {aimed(before, order.at, order.target)}"


def patrol_seen(before: Field, order: GroundRecon, _after: Field) -> str:
    """Say where a patrol goes, and not who."""
    return f"{before.position.side} sends a patrol to {_there(before, order.target)}"


TELLS: dict[type[msgspec.Struct], Tells] = {
    Deploy: deployed,
    AirRecon: overflown,
    Bomb: struck,
    Bombard: struck,
    Activate: activated,
    Pass: passed,
    GroundRecon: patrolled,
    Move: moved,
    Arrive: arrived,
    Repair: repaired,
    Lay: laid,
    TakeUp: taken_up,
    MobileAttack: attacked,
    Attack: attacked,
    EndPhase: ended,
}
# Of all other orders the enemy sees what is told.
GLIMPSES: dict[type[msgspec.Struct], Glimpses] = {
    Deploy: deployment_seen,
    Activate: activation_seen,
    Move: march_seen,
    Arrive: arrival_seen,
    Repair: work_seen,
    Bombard: shelling_seen,
    GroundRecon: patrol_seen,
}
