# SPDX-License-Identifier: Apache-2.0
"""How far figures from a sample can be trusted: 95% intervals.

Shares have Wilson's interval, which is right for few games too and never leaves 0 to 1. The two games of a pair have the same
dice and swapped players, so they are not independent: means are taken over pairs, and have Student's interval.
"""

from collections.abc import Iterable, Sequence
from math import inf, sqrt
from statistics import fmean, stdev

import msgspec

from grognard.lab.batch.elo import Z

# How many games share their dice.
PAIR = 2
# The same as Z for the mean of a few values whose spread is only estimated, by the number of values less one.
STUDENT = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706, 6: 2.4469, 7: 2.3646}


class Interval(msgspec.Struct, frozen=True):
    """An estimate, and the range in which the true value lies with 95% confidence."""

    mean: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether the range leaves out 0: for a difference, whether there is one for sure."""
        return self.low > 0 or self.high < 0


def wilson(count: float, of: float) -> Interval:
    """Return a share with Wilson's interval; of nothing, nothing is known.

    >>> share = wilson(40, 100)
    >>> f"{share.mean:.2f}, {share.low:.3f} to {share.high:.3f}"
    '0.40, 0.309 to 0.498'
    """
    if not of:
        return Interval(0.0, 0.0, 1.0)
    share, spread = count / of, Z * Z / of
    middle = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / of + spread / (4 * of)) / (1 + spread)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def mean_of(values: Sequence[float]) -> Interval:
    """Return a mean with Student's interval; one value alone tells nothing of it, and without any the mean is 0.

    >>> difference = mean_of([1, 2, 3, 4])
    >>> f"{difference.mean}, {difference.low:.2f} to {difference.high:.2f}"
    '2.5, 0.45 to 4.55'
    """
    if not values:
        return Interval(0.0, 0.0, 0.0)
    mean = fmean(values)
    half = student(len(values) - 1) * stdev(values) / sqrt(len(values)) if len(values) > 1 else inf
    return Interval(mean, mean - half, mean + half)


def over_pairs(values: Iterable[tuple[int, float]]) -> Interval:
    """Return the mean of a figure over games, each given with its pair, with Student's interval over the pairs.

    A game whose other one is missing is left out, unless no pair is complete: it would count twice, and for one of the players alone.

    >>> over_pairs([(0, 1.0), (0, -1.0), (1, 2.0), (1, 2.0)]).mean
    1.0
    """
    by_pair: dict[int, list[float]] = {}
    for pair, value in values:
        by_pair.setdefault(pair, []).append(value)
    whole = [pair for pair in by_pair.values() if len(pair) == PAIR]
    return mean_of([fmean(pair) for pair in whole or by_pair.values()])


def student(freedom: int) -> float:
    """Return within how many standard errors a mean lies with 95% confidence, by the number of values less one.

    >>> [round(student(freedom), 3) for freedom in (1, 5, 10, 30, 1000)]
    [12.706, 2.571, 2.228, 2.042, 1.962]
    """
    if freedom in STUDENT:
        return STUDENT[freedom]
    # Fisher's expansion around the normal value.
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3
