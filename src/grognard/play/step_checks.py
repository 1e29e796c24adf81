# SPDX-License-Identifier: Apache-2.0
"""One step of a game as a check sees it: the table before and after, and random numbers for what is only sampled."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

import msgspec

from grognard.charts.cached import cached_property
from grognard.play.canonical import fingerprint
from grognard.play.game import BoardGame
from grognard.play.table import Table

# How many orders of one piece are looked at: there can be very many attacks by groups of units.
MOST_ORDERS = 60


class BrokenCheck(msgspec.Struct, frozen=True):
    """Something that should never happen: the check that found it, and what it found."""

    check: str
    says: str

    def __str__(self) -> str:
        return f"{self.check}: {self.says}"


class CheckedStep:
    """One step: an order given, a roll made or a question answered.

    Its random numbers are seeded by the position, so that the same step is checked in the same way in every process
    and in every replay.
    """

    def __init__(
        self, before: Table[Any], after: Table[Any], fingerprint_before: str = "", sample: int = 0
    ) -> None:
        """Take the tables, the fingerprint that the position before had when it was reached, and a number for the seed."""
        self.before = before
        self.after = after
        self.fingerprint_before = fingerprint_before or fingerprint(before.position)
        self.fingerprint = fingerprint(after.position)
        self.rng = Random(f"{self.fingerprint} {len(after.log.entries)} {sample}")  # noqa: S311 - nobody bets on it

    @property
    def game(self) -> BoardGame[Any]:
        """The game that is played."""
        game: Any = self.after.game
        return game  # type: ignore[no-any-return]

    @property
    def position(self) -> Any:
        """The position the step led to."""
        return self.after.position

    @property
    def is_done(self) -> bool:
        """Whether an order was finished, so that there is a new position."""
        return len(self.after.positions) > len(self.before.positions)

    @property
    def order(self) -> msgspec.Struct:
        """The last order of the log."""
        return self.after.log.entries[-1].order

    @cached_property
    def actors(self) -> list[str]:
        """The current actors."""
        return self.game.rules.actors(self.position)

    def sampled(self, actors: int = 3, orders: int = 3) -> Iterator[msgspec.Struct]:
        """Yield some orders of some actors."""
        actors_with_orders = [
            actor for actor in self.actors if not self.game.rules.why_idle(self.position, actor)
        ]
        for actor in self.rng.sample(actors_with_orders, min(actors, len(actors_with_orders))):
            able_orders = list(islice(self.game.rules.orders(self.position, actor), MOST_ORDERS))
            yield from self.rng.sample(able_orders, min(orders, len(able_orders)))


def convert(game: BoardGame[Any], order: Mapping[str, Any]) -> msgspec.Struct:
    """Read an order of a game from plain data."""
    read: msgspec.Struct = msgspec.convert(order, game.order)
    return read


Check = Callable[[CheckedStep], Iterable[str]]


class Checks(msgspec.Struct, frozen=True):
    """Checks by name, each with the number of steps out of which it is made once."""

    every: dict[str, tuple[int, Check]]

    def __call__(self, step: CheckedStep) -> Iterator[BrokenCheck]:
        """Yield what is wrong with a step. A check that raises an error counts as failed."""
        for name, (interval, check) in self.every.items():
            if interval > 1 and step.rng.randrange(interval):
                continue
            try:
                yield from (BrokenCheck(name, says) for says in check(step))
            except Exception as error:  # noqa: BLE001 - any error is a finding
                yield BrokenCheck(name, f"{type(error).__name__}: {error}")

    def always(self, name: str) -> "Checks":
        """Return one check alone, made at every step; all of them if there is none of that name."""
        return Checks({name: (1, self.every[name][1])}) if name in self.every else self

    @property
    def all_always(self) -> "Checks":
        """Every check, made at every step."""
        return Checks({name: (1, check) for name, (_, check) in self.every.items()})
