"""Reinforcements: units that wait come onto the map by the edge and on the turn of their order of battle."""

from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.contamination import enter
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.scenario import Unit
from grognard.games.iron_curtain.stacking import may_overstack
from grognard.hexes import HexId
from grognard.play.kinds import NONE
from grognard.play.order_sets import Filtered, Orders
from grognard.play.places import WAITING
from grognard.play.tuples import placed
from grognard.rules.orders import Arrive
from grognard.umpire import Rule


def entry_orders(board: Board, actor: str) -> Orders[Arrive]:
    """Return the orders by which a unit may come onto the map."""
    unit = board.scenario.by_id.get(actor)
    if unit is None or board.place(unit) != WAITING or cannot_enter(board, unit):
        return NONE
    names = board.grid.names
    return Filtered(
        board.scenario.entries[unit.box],
        lambda at: Arrive(actor, names[at]),
        lambda at: not why_not_at(board, unit, at),
    )


def cannot_enter(board: Board, unit: Unit) -> str:
    """Say why a unit does not come onto the map in this phase; an empty text if it may."""
    now = board.now
    if board.place(unit) != WAITING:
        return f"{unit.name} is not waiting to come"
    if now.side != unit.side or now.name != "movement":
        return f"units come in their own movement phase, and this is {now.side} {now.name}"
    if board.position.turn < unit.turn:
        return f"{unit.name} comes on turn {unit.turn}"
    return ""


def why_not_at(board: Board, unit: Unit, hex_id: HexId) -> str:
    """Say why a unit may not come to a hex; an empty text if it may. Ruling reinforcements: zones do not bar it."""
    reason = cannot_enter(board, unit)
    if reason:
        return reason
    name = board.grid.names[hex_id]
    if hex_id not in board.scenario.entries[unit.box]:
        return f"{unit.name} comes by {unit.box}, and {name} is not on it"
    if hex_id in board.foes(unit.side):
        return f"enemy units are in {name}"
    if board.room(hex_id) > 0 or may_overstack(board):
        return ""
    return f"{name} is full: {counted(board.scenario.file.stacking, 'unit')} to a hex (ruling reinforcement-stacking)"


def why_not_enter(board: Board, order: Arrive) -> str:
    """Say why a unit may not come onto the map as ordered; an empty text if it may."""
    return why_not_at(board, board.context.unit(order.unit), board.context.hex(order.to))


def bring_in(board: Board, order: Arrive) -> Rule[Position]:
    """Bring a unit onto the map, in supply and with all its movement points; it begins the phase there."""
    unit, there = board.context.unit(order.unit), board.context.hex(order.to)
    began = placed(board.position.began, unit.number, there)
    return enter(board, replace(board.position, began=began), [unit], there)
