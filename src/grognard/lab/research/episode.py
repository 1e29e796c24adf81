# SPDX-License-Identifier: Apache-2.0
"""A game in which dice roll by themselves, with its reward at the end; and the spaces of what is observed. For Gymnasium's forms."""

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from grognard.lab.research.moment import Moment, Setting
from grognard.lab.research.observation import Observing
from grognard.lab.research.planes import LEAST, MOST
from grognard.play.board import Side

if TYPE_CHECKING:
    from gymnasium import spaces

# A game of more choices than this is cut off; play at random comes nowhere near.
MOST_CHOICES = 20_000


class Episode(msgspec.Struct, frozen=True):
    """A game at a moment in which a side chooses, or that is over; and how many choices there have been, out of how many at most."""

    moment: Moment
    choices: int
    most: int

    @classmethod
    def begun(cls, setting: Setting, rng: Random, most: int = MOST_CHOICES) -> "Episode":
        """Begin a game."""
        return cls(setting.begin().with_dice(rng), 0, most)

    def acted(self, action: int, rng: Random) -> "Episode":
        """Return the game after a choice, and the dice that follow."""
        return Episode(self.moment.act(action).with_dice(rng), self.choices + 1, self.most)

    @property
    def has_ended(self) -> bool:
        """Whether the game is over, or cut off."""
        return self.moment.is_over or self.choices >= self.most

    @property
    def rewards(self) -> dict[Side, float]:
        """What each side gets for the game: 1 for the winner, -1 for the loser; 0 in a draw, or if there is no result yet."""
        return rewards(self.moment)

    def observed(self, observing: Observing, side: Side) -> dict[str, Any]:
        """Return what a side observes, by name; the arrays are its own to change."""
        seen = observing.of(self.moment, side)
        return {name: np.array(getattr(seen, name)) for name in observing.shapes}


def rewards(moment: Moment) -> dict[Side, float]:
    """Return what each side gets for a game: 1 for the winner, -1 for the loser; 0 in a draw, or if there is no result yet.

    If the verdicts of a scenario do not say who has won, it is the side with more points.
    """
    winner = winner_of(moment) if moment.is_over else ""
    return {side: 0.0 if not winner else 1.0 if side == winner else -1.0 for side in moment.setting.sides}


def winner_of(moment: Moment) -> Side:
    """Return the side that has won a game that is over; empty in a draw."""
    status = moment.game.status
    if status.winner is not None:
        return status.winner
    best = max(status.points.values(), default=0)
    leaders = [side for side, points in status.points.items() if points == best]
    return leaders[0] if len(leaders) == 1 else ""


def spaces_of(observing: Observing) -> "spaces.Dict":
    """Return the space of what a side observes: planes, pieces and the game."""
    from gymnasium import spaces  # noqa: PLC0415 - an extra

    return spaces.Dict(
        {name: spaces.Box(LEAST, MOST, shape, np.float32) for name, shape in observing.shapes.items()}
    )
