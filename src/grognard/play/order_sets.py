# SPDX-License-Identifier: Apache-2.0
"""The orders of one actor, made and checked only when they are looked at.

A piece may have thousands of orders, and a stack of attackers more groups than can be listed. Orders come in a
stable sequence, of which a caller takes as many as needed; a program that wants any one of them draws it at random.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, islice
from random import Random
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Orders(Generic[T]):
    """Orders that can be drawn from at random without making all of them."""

    def __iter__(self) -> Iterator[T]:
        raise NotImplementedError

    def sample(self, count: int) -> Iterator[T]:  # noqa: ARG002 - only groups are too many to list
        """Yield as many as are worth looking at: all, or only the first `count` of groups."""
        return iter(self)

    def draw(self, rng: Random) -> T | None:
        """Return a random one of them; None if there is none."""
        raise NotImplementedError


class AllOf(Orders[T]):
    """One order for each of some things, all of them legal."""

    def __init__(self, things: Sequence[Any], make: Callable[[Any], T] = lambda thing: thing) -> None:
        self._things = things
        self._make = make

    def __iter__(self) -> Iterator[T]:
        return map(self._make, self._things)

    def draw(self, rng: Random) -> T | None:
        """Make a random one of them."""
        return self._make(self._things[int(rng.random() * len(self._things))]) if self._things else None


class Filtered(AllOf[T]):
    """One order for each of some things for which it is legal."""

    def __init__(
        self, things: Sequence[Any], make: Callable[[Any], T], allows: Callable[[Any], bool]
    ) -> None:
        super().__init__(things, make)
        self._allows = allows

    def __iter__(self) -> Iterator[T]:
        return map(self._make, filter(self._allows, self._things))

    def draw(self, rng: Random) -> T | None:
        """Try things at random, and make the order of the first that is allowed."""
        left = list(self._things)
        while left:
            thing = left.pop(int(rng.random() * len(left)))
            if self._allows(thing):
                return self._make(thing)
        return None


class Groups(Orders[T]):
    """Orders to groups of some units: to all of them, to all but some, down to single ones.

    `units` are those that may be in a group, `make` makes the order to some of them, and `allows` says whether it is legal.
    If each takes long to evaluate, a program looks only at the first `handful`.
    """

    def __init__(
        self,
        units: Sequence[Any],
        make: Callable[[tuple[Any, ...]], T],
        allows: Callable[[T], bool],
        handful: int | None = None,
    ) -> None:
        self.units = units
        self.make = make
        self.allows = allows
        self._handful = handful

    def __iter__(self) -> Iterator[T]:
        sizes = range(len(self.units), 0, -1)
        groups = chain.from_iterable(combinations(self.units, size) for size in sizes)
        return filter(self.allows, map(self.make, groups))

    def sample(self, count: int) -> Iterator[T]:
        """Yield the first of them."""
        return islice(self, count if self._handful is None else min(count, self._handful))

    def draw(self, rng: Random) -> T | None:
        """Try groups at random: each bit of a number says whether a unit is in the group."""
        for number in shuffled(2 ** len(self.units) - 1, rng):
            members = number + 1
            order = self.make(tuple(unit for at, unit in enumerate(self.units) if members >> at & 1))
            if self.allows(order):
                return order
        return None


class Combined(Orders[T]):
    """Orders of several kinds, one kind after another; each kind is equally likely to be drawn."""

    def __init__(self, kinds: Iterable[Orders[T]]) -> None:
        self.kinds = list(kinds)

    def __iter__(self) -> Iterator[T]:
        return chain.from_iterable(self.kinds)

    def sample(self, count: int) -> Iterator[T]:
        """Yield the first of each kind."""
        return chain.from_iterable(kind.sample(count) for kind in self.kinds)

    def draw(self, rng: Random) -> T | None:
        """Draw a kind, and one of its orders; another kind if it has none."""
        left = list(self.kinds)
        while left:
            order = left.pop(int(rng.random() * len(left))).draw(rng)
            if order is not None:
                return order
        return None


def combined(sets: Iterable[Orders[T]]) -> Combined[T]:
    """Combine orders of several kinds; combined ones are taken apart first, so that each kind is equally likely."""
    return Combined(
        kind for orders in sets for kind in (orders.kinds if type(orders) is Combined else (orders,))
    )


def shuffled(count: int, rng: Random) -> Iterator[int]:
    """Yield the numbers below a count in random sequence, without a list of them.

    >>> sorted(shuffled(5, Random(1)))
    [0, 1, 2, 3, 4]
    """
    moved: dict[int, int] = {}
    for left in range(count, 0, -1):
        at = int(rng.random() * left)
        yield moved.get(at, at)
        moved[at] = moved.get(left - 1, left - 1)
