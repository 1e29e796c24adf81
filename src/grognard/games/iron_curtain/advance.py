"""Advance: victorious attackers enter the hex they emptied, as far as it has room."""

from collections.abc import Sequence

from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.contamination import enter
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.scenario import Unit
from grognard.hexes import HexId
from grognard.umpire import Choose, Question, Rule

# What a side answers that advances no further.
NOBODY = "nobody"


class Advance(Question[str], frozen=True):
    """Who advances into a hex."""

    into: str


def advance(board: Board, units: Sequence[Unit], target: HexId) -> Rule[Position]:
    """Let attackers into the hex they emptied, one after another, as far as it has room."""
    left, question = list(units), Advance(board.grid.names[target])
    while left and board.room(target) > 0:
        ids = [*(unit.id for unit in left), NOBODY]
        chosen: str = yield Choose(left[0].side, question, ids, board.position)
        if chosen == NOBODY:
            break
        unit = board.scenario.by_id[chosen]
        board = board.after((yield from enter(board, board.position, [unit], target)))
        left.remove(unit)
    return board.position
