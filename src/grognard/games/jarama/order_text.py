"""Orders in plain words: as their side tells them, and what the enemy sees of them."""

from collections.abc import Callable
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.games.jarama import attack_orders, move_orders
from grognard.games.jarama.board import Board
from grognard.games.jarama.orders import (
    Activate,
    AirRecon,
    Battle,
    Bomb,
    Bombard,
    Deploy,
    GroundRecon,
    Lay,
    MobileAttack,
    Pass,
    Repair,
    Strike,
    TakeUp,
)
from grognard.rules.naming import listed, names
from grognard.rules.orders import Arrive, Attack, EndPhase, MoveTogether

Tells = Callable[[Board, Any], str]
Glimpses = Callable[[Board, Any, Board], str]


def deployed(board: Board, order: Deploy) -> str:
    """Say where a unit is set up."""
    return f"{board.unit(order.unit).name} is set up in {_there(board, order.to)}"


def activated(board: Board, order: Activate) -> str:
    """Say which formation is activated."""
    return f"{board.position.side} activates {order.formation}"


def passed(board: Board, _: object) -> str:
    """Say that a side activates nothing more."""
    return f"{board.position.side} passes for the rest of the turn"


def ended(board: Board, _: object) -> str:
    """Say that a phase ends."""
    return f"{board.position.side} {board.position.phase} ends"


def moved(board: Board, order: MoveTogether) -> str:
    """Say who goes from where to where."""
    movers = move_orders.from_the_top(board, board.units(order.units))
    verb, start = "goes" if len(movers) == 1 else "go", "nowhere"
    if movers:
        at = board.at(movers[0])
        start = board.context.place(at) if at >= 0 else "off the map"
    return f"{names(movers)} {verb} from {start} to {_there(board, order.to)}"


def arrived(board: Board, order: Arrive) -> str:
    """Say where a unit comes onto the map."""
    return f"{board.unit(order.unit).name} arrives at {_there(board, order.to)}"


def repaired(board: Board, order: Repair) -> str:
    """Say what engineers repair."""
    return f"{board.unit(order.unit).name} repairs {order.feature}"


def laid(board: Board, order: Lay) -> str:
    """Say where pontoons are laid."""
    return f"{board.unit(order.unit).name} lays pontoons over {order.hexside}"


def taken_up(board: Board, order: TakeUp) -> str:
    """Say whose pontoons are taken up."""
    return f"{board.unit(order.unit).name} takes its pontoons up"


def overflown(board: Board, order: AirRecon) -> str:
    """Say which aircraft reconnoitres a hex."""
    return f"{_named(board, order)} reconnoitres {_there(board, order.target)} from the air"


def struck(board: Board, order: Strike) -> str:
    """Say who bombs or shells what."""
    verb = ("bomb" if isinstance(order, Bomb) else "shell") + ("s" if len(order.units) == 1 else "")
    return f"{_named(board, order)} {verb} {aimed(board, order.at, order.target)}"


def patrolled(board: Board, order: GroundRecon) -> str:
    """Say who reconnoitres a hex on the ground."""
    verb = "reconnoitres" if len(order.units) == 1 else "reconnoitre"
    return f"{names(board.units(order.units))} {verb} {_there(board, order.target)}"


def attacked(board: Board, order: Battle) -> str:
    """Say who attacks whom, with which support and at what odds, as far as that is known."""
    who = attack_orders.party(board, order.units)
    verb = "attacks" if len(who.units) == 1 else "attack"
    moving = " on the move" if isinstance(order, MobileAttack) else ""
    support = [*(gun.name for gun in who.guns), *(plane.name for plane in who.planes)]
    helped = f" with {listed(support)}" if support else ""
    there = _there(board, order.target)
    return f"{names(who.units)} {verb} {there}{moving}{helped}{_held_by(board, order)}{_odds(board, order)}"


def _held_by(board: Board, order: Battle) -> str:
    """Name who is attacked, as far as it is known."""
    at = board.hex(order.target)
    units = board.units_at(at)
    if board.is_seen_through(at):
        return f", held by {names(units)}" if units else ""
    return f", held by {names(units)} and others" if units else ", held by units that are not known"


def _odds(board: Board, order: Battle) -> str:
    """Say at what odds an attack is made, where that is known."""
    if not board.is_seen_through(board.hex(order.target)):
        return ""
    try:
        return f", at {attack_orders.attack_sheet(board, order).told}"
    except GrognardError:
        return ""


def aimed(board: Board, aim: str, target: str) -> str:
    """Say what is aimed at: the hex with its units, or what is in it."""
    there = _there(board, target)
    return there if aim == "units" else f"the {aim} in {there}"


def _named(board: Board, order: AirRecon | Strike) -> str:
    return listed(board.context.piece(each).name for each in order.units)


def _there(board: Board, hex_name: str) -> str:
    return board.context.place(board.hex(hex_name))


# What the enemy sees


def deployment_seen(before: Board, _order: Deploy, _after: Board) -> str:
    """Say that somebody is set up, and not who or where."""
    return f"{before.position.side} deploys"


def activation_seen(before: Board, _order: Activate, _after: Board) -> str:
    """Say that a formation is activated, and not which."""
    return f"{before.position.side} activates a formation"


def march_seen(before: Board, order: MoveTogether, after: Board) -> str:
    """Say from where to where a force goes, and not who or how many."""
    marches = after.position.marches
    come = f"from {before.context.place(marches[-1].start)} " if marches and marches[-1].start >= 0 else ""
    return f"a force goes {come}to {_there(before, order.to)}"


def arrival_seen(before: Board, order: Arrive, _after: Board) -> str:
    """Say where a force arrives, and not who."""
    return f"a force arrives at {_there(before, order.to)}"


def work_seen(before: Board, _order: Repair, _after: Board) -> str:
    """Say that engineers work, and not where."""
    return f"{before.position.side} puts engineers to work"


def shelling_seen(before: Board, order: Bombard, _after: Board) -> str:
    """Say what batteries shell, and not which."""
    return f"{before.position.side} batteries shell {aimed(before, order.at, order.target)}"


def patrol_seen(before: Board, order: GroundRecon, _after: Board) -> str:
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
    MoveTogether: moved,
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
    MoveTogether: march_seen,
    Arrive: arrival_seen,
    Repair: work_seen,
    Bombard: shelling_seen,
    GroundRecon: patrol_seen,
}
