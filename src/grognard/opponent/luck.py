# SPDX-License-Identifier: Apache-2.0
"""What the dice of an order were worth: what came of them, against what exact odds expected at that moment.

Worth is the game's own evaluation, the one that programs play by: how far a side is ahead by it. Each roll is compared with the
mean over all of its faces, given the answers before it; what players decide between rolls is not luck, and is not counted.
For decisions that are still to come the first option is assumed, as odds do. Over many games luck therefore averages 0.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.play.board import Side
from grognard.play.game import BoardGame
from grognard.play.log import Entry
from grognard.play.table import RULE_ERRORS
from grognard.umpire import Answer, Enumerator, Roll, Rule, Run, rest

# Ways through an order that are looked at. One with more is not weighed, nor one whose rules have changed.
WAYS = 600


class RollLuck(msgspec.Struct, frozen=True):
    """One roll: how likely what came of it was, exactly and as a decimal, and what it was worth to each side beyond the mean."""

    chance: str
    decimal: float
    luck: dict[Side, float]


class OrderLuck(msgspec.Struct, frozen=True):
    """The rolls of an order; their sum for each side, and the variance that such rolls have."""

    luck: dict[Side, float]
    variance: float
    rolls: tuple[RollLuck, ...]


class Prospect(msgspec.Struct, frozen=True):
    """What an order was worth: how far each side was to gain by it on average, before its first roll, and what the dice were worth."""

    expected: dict[Side, float]
    dice: OrderLuck


class _TooMany(GrognardError):
    """An order with more ways through it than are looked at."""


def luck_of(game: BoardGame[Any], position: Any, entry: Entry) -> OrderLuck | None:
    """Return what the dice of an order were worth; None if it cannot be weighed."""
    prospect = prospect_of(game, position, entry)
    return prospect.dice if prospect else None


def prospect_of(game: BoardGame[Any], position: Any, entry: Entry) -> Prospect | None:
    """Return what an order was worth and what its dice were; None if it cannot be weighed."""
    try:
        return _prospect(game, position, entry)
    except (GrognardError, *RULE_ERRORS):
        return None


def _prospect(game: BoardGame[Any], position: Any, entry: Entry) -> Prospect:
    weigh, begin = _Weighing(game), partial(game.rules.carry_out, position, entry.order)
    heard = Run(begin).over(entry.answers).heard
    rolls: list[RollLuck] = []
    variance, expected = 0.0, dict.fromkeys(game.sides, 0.0)
    for at, asked in enumerate(heard):
        if not isinstance(asked.ask, Roll):
            continue
        before, spread = weigh(begin, entry.answers[:at])
        after, _ = weigh(begin, entry.answers[: at + 1])
        if not rolls:
            # All that the dice of the order could do is in the first.
            variance = spread
            now = dict(zip(game.sides, weigh.ahead(position), strict=True))
            expected = {side: before[side] - now[side] for side in game.sides}
        weight = dict(asked.ask.read.branches)[asked.means]
        chance = f"{weight}/{asked.ask.read.ways}"
        luck = {side: after[side] - before[side] for side in game.sides}
        rolls.append(RollLuck(chance, weight / asked.ask.read.ways, luck))
    total = {side: sum(roll.luck[side] for roll in rolls) for side in game.sides}
    return Prospect(expected, OrderLuck(total, variance, tuple(rolls)))


class _Weighing:
    """Weighs what may come of an order: the mean for each side, and the variance."""

    def __init__(self, game: BoardGame[Any]) -> None:
        self.game = game
        # What is worked out for one roll serves the next.
        self.work_out = Enumerator()
        self.left = WAYS

    def __call__(
        self, begin: Callable[[], Rule[Any]], answers: tuple[Answer, ...]
    ) -> tuple[dict[Side, float], float]:
        self.left = WAYS

        def way() -> Rule[tuple[float, ...]]:
            self.left -= 1
            if not self.left:
                raise _TooMany("there are too many ways through this order")
            return self.ahead((yield from rest(begin(), answers)))

        chance = self.work_out.work_out(way)
        worth = [(ahead, weight / chance.total) for ahead, weight in chance.weights()]
        mean = [sum(ahead[at] * share for ahead, share in worth) for at in range(len(self.game.sides))]
        variance = sum((ahead[0] - mean[0]) ** 2 * share for ahead, share in worth)
        return dict(zip(self.game.sides, mean, strict=True)), variance

    def ahead(self, position: Any) -> tuple[float, ...]:
        """Say how far each side is ahead: what a position is worth to it, less what it is worth to the others."""
        measure = [self.game.evaluation.measure(position, side) for side in self.game.sides]
        whole, others = sum(measure), max(len(measure) - 1, 1)
        return tuple((own - (whole - own) / others) / 2 for own in measure)
