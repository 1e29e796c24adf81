# SPDX-License-Identifier: Apache-2.0
"""A position as it is shown; each part of it is worked out once, when first needed."""

from typing import Any

from grognard.charts.cached import cached_property
from grognard.play.board import Battle, Piece, Status
from grognard.play.game import BoardGame


class BoardView:
    """What a board shows of a position that some side sees."""

    def __init__(self, game: BoardGame[Any], position: Any) -> None:
        self.game = game
        self.position = position

    @cached_property
    def status(self) -> Status:
        """Where the game stands."""
        return self.game.view.status(self.position)

    @cached_property
    def pieces(self) -> list[Piece]:
        """Every counter."""
        return self.game.view.pieces(self.position)

    @cached_property
    def actors(self) -> list[str]:
        """The actors, even those without orders."""
        return self.game.rules.actors(self.position)

    @cached_property
    def why_idle(self) -> dict[str, str]:
        """Why each actor has no orders; empty if it has some. The end of the phase is left out."""
        return {actor: self.game.rules.why_idle(self.position, actor) for actor in self.actors if actor}

    @cached_property
    def battles(self) -> list[Battle]:
        """What the side to move can attack now."""
        return self.game.view.battles(self.position)
