# SPDX-License-Identifier: Apache-2.0
"""A pair of things, one for each of two sides."""

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

import msgspec

from grognard.charts.errors import NoSuch
from grognard.play.board import Side

T = TypeVar("T")
U = TypeVar("U")


class BySide(msgspec.Struct, Generic[T], frozen=True):
    """One thing for each side, in the order in which a game names its sides.

    >>> points = BySide(("German", "British"), 3, 5)
    >>> points["British"], points.with_side("German", 4)["German"]
    (5, 4)
    """

    sides: tuple[Side, Side]
    first: T
    second: T

    def __getitem__(self, side: Side) -> T:
        first, second = self.sides
        if side == first:
            return self.first
        if side == second:
            return self.second
        raise NoSuch("side", side, self.sides)

    def __iter__(self) -> Iterator[T]:
        return iter((self.first, self.second))

    def items(self) -> Iterator[tuple[Side, T]]:
        """Yield each side with its value."""
        return zip(self.sides, self, strict=True)

    def map(self, change: Callable[[T], U]) -> "BySide[U]":
        """Return the pair with a function applied to both values."""
        return BySide(self.sides, change(self.first), change(self.second))

    def with_side(self, side: Side, value: T) -> "BySide[T]":
        """Return the pair with another value for one side."""
        first, second = self.sides
        if side == first:
            return BySide(self.sides, value, self.second)
        if side == second:
            return BySide(self.sides, self.first, value)
        raise NoSuch("side", side, self.sides)

    def add(self: "BySide[int]", side: Side, number: int) -> "BySide[int]":
        """Return the pair with a number added to the value of one side."""
        return self.with_side(side, self[side] + number)
