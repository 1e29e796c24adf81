# SPDX-License-Identifier: Apache-2.0
"""What the end of a game is worth: 1 if the first side has won, 0 for a draw, -1 if the other has. Points do not count."""

from fractions import Fraction
from typing import Any

from grognard.charts.errors import GrognardError
from grognard.play.game import BoardGame


def utility(game: BoardGame[Any], position: Any) -> Fraction:
    """Return what a game that is over is worth to the first side."""
    winner = game.view.status(position).winner
    if winner is None:
        raise GrognardError(
            "the verdicts of the scenario do not say who has won; name it by winner = in its file"
        )
    return Fraction(0) if not winner else Fraction(1 if winner == game.sides[0] else -1)
