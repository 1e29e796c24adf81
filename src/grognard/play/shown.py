# SPDX-License-Identifier: Apache-2.0
"""A position as it is shown, each part of it worked out once for all that is said of it."""

from typing import Any

from grognard.charts.cached import cached_property
from grognard.play.board import Battle, Piece, Status
from grognard.play.game import BoardGame


class Shown:
    """A position of a game, as some side sees it."""

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
        """Who or what can be ordered, perhaps in vain."""
        return self.game.rules.actors(self.position)

    @cached_property
    def why_idle(self) -> dict[str, str]:
        """Why nothing may be ordered of each actor; an empty text if something may. The end of the phase is not among them."""
        return {actor: self.game.rules.why_idle(self.position, actor) for actor in self.actors if actor}

    @cached_property
    def battles(self) -> list[Battle]:
        """What the side to move can attack now."""
        return self.game.view.battles(self.position)
