"""Victory: points for towns held and for enemy units eliminated. All of it is homemade (ruling victory)."""

from collections.abc import Iterator

from grognard.charts.plurals import plural
from grognard.games.iron_curtain.board import Board
from grognard.rules.victory import Victory


class Towns(Victory, frozen=True, kw_only=True):
    """Ruling victory: a town counts for whoever was the last to end his turn in it."""

    def tally(self, board: Board) -> Iterator[str]:
        """Say how the points come about, and which lead gives which verdict."""
        for side in board.context.sides:
            lost = self.losses(board, side)
            yield f"{side} holds {self.towns_held(board, side)}, and has lost {lost or 'no'} {plural(lost, 'unit')}."
        yield "A town counts for whoever was the last to end his turn in it; a unit lost is 1 for the enemy (ruling victory)."
        yield from self.levels_told(board)
