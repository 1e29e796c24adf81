"""Moves on the map: who may move in a phase, how far, and with whom."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.contamination import enter
from grognard.games.iron_curtain.movement import why_not
from grognard.games.iron_curtain.overrun import overruns_without_supply
from grognard.games.iron_curtain.position import MOVING, Position
from grognard.games.iron_curtain.scenario import Unit
from grognard.games.iron_curtain.stacking import from_the_top
from grognard.games.iron_curtain.terms import enemy
from grognard.hexes import HexId
from grognard.hexes.paths import SCALE
from grognard.play.kinds import NONE
from grognard.play.order_sets import AllOf, Orders
from grognard.play.places import LOST
from grognard.play.tuples import placed
from grognard.procedures.procedure import NotAllowed
from grognard.rules.naming import names
from grognard.rules.orders import MoveTogether
from grognard.umpire import Rule


def units_left(board: Board) -> list[str]:
    """Return the units of the side to move that are not lost, those that wait to come among them."""
    at = board.position.at
    return [unit.id for unit in board.scenario.by_side[board.now.side] if at[unit.number] != LOST]


def move_orders(board: Board, actor: str) -> Orders[MoveTogether]:
    """Return the moves of a unit by itself."""
    unit = board.scenario.by_id.get(actor)
    if unit is None or cannot_move(board, unit):
        return NONE
    name = board.grid.names
    return AllOf(board.reach(unit).elsewhere, lambda at: MoveTogether((actor,), name[at]))


def cannot_move(board: Board, unit: Unit) -> str:
    """Say why a unit does not move in this phase at all; an empty text if it may."""
    now = board.now
    if not board.is_on_map(unit):
        return f"{unit.name} is not on the map"
    if now.side != unit.side or now.name not in MOVING:
        return f"{unit.name} does not move in the {now.side} {now.name} phase"
    if now.name == "exploitation" and (reason := cannot_exploit(board, unit)):
        return reason
    if unit.number in board.position.acted:
        return f"{unit.name} has overrun, and moves no further in this phase (ruling overrun-stack)"
    return "" if board.allowed(unit) > 0 else f"{unit.name} has no movement points left"


def cannot_exploit(board: Board, unit: Unit) -> str:
    """Say why a unit does not move again in exploitation; an empty text if it does."""
    if not unit.exploits:
        return f"{unit.name} is no unit that exploits (ruling unit-kinds)"
    if unit.number in board.position.barred:
        return f"{unit.name} began the phase in an enemy zone of control (ruling exploitation)"
    if board.is_short(unit) and not overruns_without_supply(board.scenario.period, board.card):
        return f"{unit.name} was out of supply when its turn ended last, and does not exploit (rulings supply-judged, oos-1962)"
    return ""


def held_fast(board: Board) -> frozenset[int]:
    """Return the units of the side to move that stand in an enemy zone of control."""
    side = board.now.side
    zone, at = board.front(enemy(side)).zone, board.position.at
    return frozenset(unit.number for unit in board.scenario.by_side[side] if at[unit.number] in zone)


def why_not_to(board: Board, unit: Unit, hex_id: HexId) -> str:
    """Say why a unit cannot move to a hex; an empty text if it can."""
    if hex_id == board.place(unit):
        return f"{unit.name} is there"
    allowed = Fraction(board.allowed(unit), SCALE)
    return why_not(board.scenario.map, board.reach(unit), hex_id, allowed, board.scenario.file.stacking)


def why_not_move(board: Board, order: MoveTogether) -> str:
    """Say why units may not move to a hex, all of them together; an empty text if they may."""
    units, hex_id = board.context.units(order.units), board.context.hex(order.to)
    if not units or len(set(units)) < len(units):
        return "name who moves, each unit once"
    for unit in units:
        if reason := cannot_move(board, unit):
            return reason
        if board.place(unit) != board.place(units[0]):
            return (
                f"{unit.name} is not in one hex with {units[0].name}, and only units of one hex move together"
            )
    reasons = {unit: why_not_to(board, unit, hex_id) for unit in units}
    reason = next(filter(None, reasons.values()), "")
    if len(units) == 1:
        return reason
    if reason:
        who = names(unit for unit in units if reasons[unit] == reason)
        return f"{who} cannot go there: {reason}"
    return _no_room_for(board, units, hex_id)


def _no_room_for(board: Board, units: Sequence[Unit], hex_id: HexId) -> str:
    room = board.room(hex_id)
    if room >= len(units):
        return ""
    holds = f"{counted(board.scenario.file.stacking, 'unit')} to a hex"
    return f"{names(units)} do not all find room: {board.grid.names[hex_id]} takes {room} more, {holds}"


def move(board: Board, order: MoveTogether) -> Rule[Position]:
    """Move units of a hex together. In free play they may go where the rules say they cannot, and have nothing left."""
    units, there = from_the_top(board, board.context.units(order.units)), board.context.hex(order.to)
    if len({board.place(unit) for unit in units}) != 1:
        raise NotAllowed("name who moves, and only units of one hex")
    position = board.position
    for unit in units:
        cost = board.reach(unit).cost(there) if board.is_on_map(unit) else None
        total = position.spent[unit.number] + (board.allowed(unit) if cost is None else cost)
        position = replace(position, spent=placed(position.spent, unit.number, total))
    return enter(board, position, units, there)
