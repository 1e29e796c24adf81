"""Stacking: who lies on top of whom, and who is eliminated where too many stand."""

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.losses import eliminated
from grognard.games.iron_curtain.orders import Top
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.scenario import Unit
from grognard.play.kinds import NONE
from grognard.play.order_sets import AllOf, Orders
from grognard.play.places import Place
from grognard.umpire import Question, Rule, choose


class TooMany(Question[str], frozen=True):
    """Who is eliminated in a hex that holds too many."""

    at: str


def put_into(position: Position, units: Sequence[Unit], there: Place) -> Position:
    """Put units into a hex, on top of those that are there; among themselves they lie as they lay before."""
    moved = {unit.number for unit in units}
    at = list(position.at)
    for number in moved:
        at[number] = there
    above = [number for number in position.order if number in moved]
    order = (*above, *(number for number in position.order if number not in moved))
    return replace(position, at=tuple(at), order=order)


def from_the_top(board: Board, units: Sequence[Unit]) -> list[Unit]:
    """Return units as they lie, each once, in whatever order they are named."""
    if len(units) == 1:
        return list(units)
    every = board.scenario.units
    return [every[number] for number in board.position.order if every[number] in units]


def may_overstack(board: Board) -> bool:
    """Ruling reinforcement-stacking: say whether reinforcements may come where there is no room."""
    return board.card.ruled("reinforcement-stacking") == "overstack"


def thin_out(board: Board) -> Rule[Position]:
    """Ruling reinforcement-stacking: where too many stand as movement ends, the owner says who is eliminated."""
    side = board.now.side
    if board.now.name != "movement" or not may_overstack(board):
        return board.position
    for at in sorted(board.front(side).units):
        while board.room(at) < 0:
            units = {unit.name: unit for unit in board.units_at(at)}
            lost = yield from choose(side, TooMany(board.grid.names[at]), tuple(units), board.position)
            board = board.after(eliminated(board, [units[lost]]))
    return board.position


# The order to put a unit on top


def top_orders(board: Board, actor: str) -> Orders[Top]:
    """Return the order to put a unit on top of its stack, where it may be given."""
    order = Top(actor)
    return NONE if actor not in board.scenario.by_id or why_not_top(board, order) else AllOf((order,))


def why_not_top(board: Board, order: Top) -> str:
    """Ruling stack-order: say why a unit may not be put on top of its stack; an empty text if it may."""
    now, unit = board.now, board.context.unit(order.unit)
    if now.side != unit.side or now.name != "movement":
        return f"stacks are put in order in their owner's movement phase, and this is {now.side} {now.name} (ruling stack-order)"
    if not board.is_on_map(unit):
        return f"{unit.name} is not on the map"
    return f"{unit.name} is on top already" if board.units_at(board.at(unit))[0] is unit else ""


def put_on_top(board: Board, order: Top) -> Position:
    """Put a unit on top of its stack."""
    unit = board.context.unit(order.unit)
    return put_into(board.position, [unit], board.place(unit))
