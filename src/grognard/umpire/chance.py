# SPDX-License-Identifier: Apache-2.0
"""Exact chances: outcomes with whole weights over one total. A Fraction at the edge, floats only on a screen."""

from collections.abc import Callable, Hashable, ItemsView, Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
V = TypeVar("V", bound=Hashable)


class Chance(Generic[T]):
    """How likely each outcome is. Immutable; outcomes keep the order they were found in."""

    __slots__ = ("_weights", "total")

    def __init__(self, weights: Mapping[T, int]) -> None:
        """Take whole weights; outcomes without weight are left out."""
        self._weights = {outcome: weight for outcome, weight in weights.items() if weight}
        self.total = sum(self._weights.values())
        if self.total <= 0 or min(self._weights.values()) < 0:
            raise ValueError("chances need weights above 0")

    @classmethod
    def certain(cls, outcome: T) -> "Chance[T]":
        """One outcome and no other."""
        return cls({outcome: 1})

    @classmethod
    def known(cls, weights: dict[T, int], total: int) -> "Chance[T]":
        """Take weights above 0 that are known to sum to the total. This is the fast way in, and not checked."""
        chance = cls.__new__(cls)
        chance._weights = weights  # noqa: SLF001 - its own
        chance.total = total
        return chance

    @classmethod
    def of(cls, shares: Iterable[tuple[T, Fraction]]) -> "Chance[T]":
        """Return the chances of outcomes given by their probabilities, which sum to 1; those of equal outcomes are added up."""
        shares = list(shares)
        common = lcm(*(share.denominator for _, share in shares))
        weights: dict[T, int] = {}
        for outcome, share in shares:
            weights[outcome] = weights.get(outcome, 0) + share.numerator * (common // share.denominator)
        return cls.known(weights, common)

    def __getitem__(self, outcome: T) -> Fraction:
        """Return the exact probability of an outcome; 0 if it cannot come up."""
        return Fraction(self._weights.get(outcome, 0), self.total)

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chance) and self.reduced() == other.reduced()

    def __hash__(self) -> int:
        return hash(frozenset(self.reduced().items()))

    def __repr__(self) -> str:
        return f"Chance({', '.join(f'{outcome!r}: {self[outcome]}' for outcome in self)})"

    def reduced(self) -> dict[T, int]:
        """Return the weights in lowest terms."""
        shared = gcd(*self._weights.values())
        return {outcome: weight // shared for outcome, weight in self._weights.items()}

    def weights(self) -> ItemsView[T, int]:
        """Return every outcome with its weight out of `total`."""
        return self._weights.items()

    def items(self) -> list[tuple[T, Fraction]]:
        """Return every outcome with its exact probability."""
        return [(outcome, Fraction(weight, self.total)) for outcome, weight in self._weights.items()]

    def where(self, test: Callable[[T], bool]) -> Fraction:
        """Return the probability that a test holds."""
        return Fraction(sum(weight for outcome, weight in self._weights.items() if test(outcome)), self.total)

    def given(self, test: Callable[[T], bool]) -> "Chance[T]":
        """Return the chances once it is known that a test holds."""
        return Chance({outcome: weight for outcome, weight in self._weights.items() if test(outcome)})

    def map(self, function: Callable[[T], U]) -> "Chance[U]":
        """Return the chances of something that depends on the outcome; equal results are added up."""
        weights: dict[U, int] = {}
        for outcome, weight in self._weights.items():
            result = function(outcome)
            weights[result] = weights.get(result, 0) + weight
        return Chance(weights)

    def joint(self, other: "Chance[U]", combine: Callable[[T, U], V]) -> "Chance[V]":
        """Return the chances of two independent things together."""
        weights: dict[V, int] = {}
        seconds, known = tuple(other.weights()), weights.get
        for one, first in self._weights.items():
            for two, second in seconds:
                result = combine(one, two)
                weights[result] = known(result, 0) + first * second
        return Chance.known(weights, self.total * other.total)

    def mean(self, value: Callable[[T], Fraction | int]) -> Fraction:
        """Return the expected value of a measure."""
        return (
            Fraction(sum((value(outcome) * weight for outcome, weight in self._weights.items()), Fraction(0)))
            / self.total
        )

    def variance(self, value: Callable[[T], Fraction | int]) -> Fraction:
        """Return the mean square distance of a measure from its mean."""
        middle = self.mean(value)
        return self.mean(lambda outcome: (value(outcome) - middle) ** 2)

    def at_least(self, value: Callable[[T], Fraction | int]) -> dict[Fraction | int, Fraction]:
        """Return, for each value of a measure from the highest down, the probability of that much or more."""
        weights: dict[Fraction | int, int] = {}
        for outcome, weight in self._weights.items():
            weights[value(outcome)] = weights.get(value(outcome), 0) + weight
        shares: dict[Fraction | int, Fraction] = {}
        sofar = 0
        for measure in sorted(weights, reverse=True):
            sofar += weights[measure]
            shares[measure] = Fraction(sofar, self.total)
        return shares


def mixed(parts: Iterable[tuple[Chance[T], int]]) -> Chance[T]:
    """Return the weighted mixture of several chances."""
    pairs = list(parts)
    common = lcm(*(chance.total for chance, _ in pairs))
    weights: dict[T, int] = {}
    known = weights.get
    for chance, share in pairs:
        scale = share * (common // chance.total)
        for outcome, weight in chance.weights():
            weights[outcome] = known(outcome, 0) + weight * scale
    return Chance(weights)


def together(chances: Iterable[Chance[T]], add: Callable[[T, T], T], start: T) -> Chance[T]:
    """Return the chances of several independent things added up, such as the battles of a plan."""
    total = Chance.certain(start)
    for chance in chances:
        total = total.joint(chance, add)
    return total
