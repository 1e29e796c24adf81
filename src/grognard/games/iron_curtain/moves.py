"""Movement in play: who may move in a phase and how far, who comes onto the map, and who lies on top."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.iron_curtain.contamination import enter
from grognard.games.iron_curtain.ground import Ground
from grognard.games.iron_curtain.harm import destroyed
from grognard.games.iron_curtain.movement import why_not
from grognard.games.iron_curtain.overrun import overruns_without_supply
from grognard.games.iron_curtain.position import MOVING, WAITING, Position
from grognard.games.iron_curtain.scenario import Unit
from grognard.games.iron_curtain.terms import enemy
from grognard.games.naming import names
from grognard.hexes import HexId
from grognard.hexes.paths import SCALE
from grognard.play.tuples import placed
from grognard.procedures.procedure import NotAllowed
from grognard.umpire import Question, Rule, choose


class TooMany(Question[str], frozen=True):
    """Who is eliminated in a hex that holds too many."""

    at: str


def cannot_move(ground: Ground, unit: Unit) -> str:
    """Say why a unit does not move in this phase at all; nothing where it may."""
    now = ground.now
    if ground.at(unit) < 0:
        return f"{unit.name} is not on the map"
    if now.side != unit.side or now.name not in MOVING:
        return f"{unit.name} does not move in the {now.side} {now.name} phase"
    if now.name == "exploitation" and (reason := cannot_exploit(ground, unit)):
        return reason
    if unit.number in ground.position.acted:
        return f"{unit.name} has overrun, and moves no further in this phase (ruling overrun-stack)"
    return "" if ground.allowed(unit) > 0 else f"{unit.name} has no movement points left"


def cannot_exploit(ground: Ground, unit: Unit) -> str:
    """Say why a unit does not move again in exploitation; nothing where it does."""
    if not unit.exploits:
        return f"{unit.name} is no unit that exploits (ruling unit-kinds)"
    if unit.number in ground.position.barred:
        return f"{unit.name} began the phase in an enemy zone of control (ruling exploitation)"
    if ground.is_short(unit) and not overruns_without_supply(ground.scenario.period, ground.card):
        return f"{unit.name} was out of supply when its turn ended last, and does not exploit (rulings supply-judged, oos-1962)"
    return ""


def held_fast(ground: Ground) -> frozenset[int]:
    """Return the units of the side to move that stand in an enemy zone of control."""
    side = ground.now.side
    zone, at = ground.zone_of(enemy(side)), ground.position.at
    return frozenset(unit.number for unit in ground.scenario.by_side[side] if at[unit.number] in zone)


def why_not_to(ground: Ground, unit: Unit, hex_id: HexId) -> str:
    """Say why a unit cannot move to a hex; nothing where it can."""
    if hex_id == ground.at(unit):
        return f"{unit.name} is there"
    allowed = Fraction(ground.allowed(unit), SCALE)
    return why_not(ground.scenario.map, ground.reach(unit), hex_id, allowed, ground.scenario.stacking)


def why_not_move(ground: Ground, units: Sequence[Unit], hex_id: HexId) -> str:
    """Say why units may not move to a hex, all of them together; nothing where they may."""
    if not units or len(set(units)) < len(units):
        return "name who moves, each unit once"
    for unit in units:
        if reason := cannot_move(ground, unit):
            return reason
        if ground.at(unit) != ground.at(units[0]):
            return (
                f"{unit.name} is not in one hex with {units[0].name}, and only units of one hex move together"
            )
    reasons = {unit: why_not_to(ground, unit, hex_id) for unit in units}
    reason = next(filter(None, reasons.values()), "")
    if len(units) == 1:
        return reason
    if reason:
        who = names(unit for unit in units if reasons[unit] == reason)
        return f"{who} cannot go there: {reason}"
    return _no_room_for(ground, units, hex_id)


def _no_room_for(ground: Ground, units: Sequence[Unit], hex_id: HexId) -> str:
    room = ground.room(hex_id)
    if room >= len(units):
        return ""
    holds = f"{counted(ground.scenario.stacking, 'unit')} to a hex"
    return f"{names(units)} do not all find room: {ground.grid.names[hex_id]} takes {room} more, {holds}"


def move(ground: Ground, units: Sequence[Unit], hex_id: HexId) -> Rule[Position]:
    """Move units of a hex together. In free play they may go where the rules say they cannot, and have nothing left."""
    if len({ground.at(unit) for unit in units}) != 1:
        raise NotAllowed("name who moves, and only units of one hex")
    position, lying = ground.position, from_the_top(ground, units)
    for unit in lying:
        cost = ground.reach(unit).cost(hex_id) if ground.at(unit) >= 0 else None
        spent = ground.allowed(unit) if cost is None else cost
        total = position.spent[unit.number] + spent
        position = replace(position, spent=placed(position.spent, unit.number, total))
    return (yield from enter(ground, position, lying, hex_id))


def from_the_top(ground: Ground, units: Sequence[Unit]) -> list[Unit]:
    """Return units as they lie, each once, in whatever order they are named."""
    every = ground.scenario.units
    return [every[number] for number in ground.position.order if every[number] in units]


# Reinforcements


def cannot_arrive(ground: Ground, unit: Unit) -> str:
    """Say why a unit does not come onto the map in this phase; nothing where it may."""
    now = ground.now
    if ground.at(unit) != WAITING:
        return f"{unit.name} is not waiting to come"
    if now.side != unit.side or now.name != "movement":
        return f"units come in their own movement phase, and this is {now.side} {now.name}"
    if ground.position.turn < unit.turn:
        return f"{unit.name} comes on turn {unit.turn}"
    return ""


def why_not_arrive(ground: Ground, unit: Unit, hex_id: HexId) -> str:
    """Say why a unit may not come to a hex; nothing where it may. Ruling reinforcements: zones do not bar it."""
    reason = cannot_arrive(ground, unit)
    if reason:
        return reason
    name = ground.grid.names[hex_id]
    if hex_id not in ground.scenario.entries[unit.box]:
        return f"{unit.name} comes by {unit.box}, and {name} is not on it"
    if hex_id in ground.foes(unit.side):
        return f"enemy units are in {name}"
    if ground.room(hex_id) > 0 or may_overstack(ground):
        return ""
    return f"{name} is full: {counted(ground.scenario.stacking, 'unit')} to a hex (ruling reinforcement-stacking)"


def may_overstack(ground: Ground) -> bool:
    """Ruling reinforcement-stacking: say whether reinforcements may come where there is no room."""
    return ground.card.ruled("reinforcement-stacking") == "overstack"


def arrive(ground: Ground, unit: Unit, hex_id: HexId) -> Rule[Position]:
    """Bring a unit onto the map, in supply and with all its movement points; it begins the phase there."""
    began = placed(ground.position.began, unit.number, hex_id)
    return (yield from enter(ground, replace(ground.position, began=began), [unit], hex_id))


def thinned(ground: Ground) -> Rule[Position]:
    """Ruling reinforcement-stacking: where too many stand as movement ends, the owner says who is eliminated."""
    position, side = ground.position, ground.now.side
    if ground.now.name != "movement" or not may_overstack(ground):
        return position
    for at in sorted(ground.front(side).units):
        while ground.after(position).room(at) < 0:
            here = ground.after(position)
            units = {unit.name: unit for unit in here.units_at(at)}
            lost = yield from choose(side, TooMany(ground.grid.names[at]), tuple(units), position)
            position = destroyed(here, [units[lost]])
    return position


# Stacks


def why_not_top(ground: Ground, unit: Unit) -> str:
    """Ruling stack-order: say why a unit may not be put on top of its stack; nothing where it may."""
    now = ground.now
    if now.side != unit.side or now.name != "movement":
        return f"stacks are put in order in their owner's movement phase, and this is {now.side} {now.name} (ruling stack-order)"
    if ground.at(unit) < 0:
        return f"{unit.name} is not on the map"
    return f"{unit.name} is on top already" if ground.units_at(ground.at(unit))[0] is unit else ""


def put_on_top(position: Position, unit: Unit) -> Position:
    """Put a unit on top of its stack."""
    order = (unit.number, *(number for number in position.order if number != unit.number))
    return replace(position, order=order)
