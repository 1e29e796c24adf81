# SPDX-License-Identifier: Apache-2.0
"""How much stronger one player is than the other, from the scores of pairs of games, in Elo.

A pair's score is the mean of its two games. Both games have one seed, so they are not independent; pairs are.
"""

from collections.abc import Mapping
from math import inf, log10, sqrt

import msgspec

# Of a normal quantity, 95% lie within so many standard deviations.
Z = 1.959964


class Estimate(msgspec.Struct, frozen=True):
    """A value, and the interval in which the true one lies, in 95 of 100 cases."""

    value: float
    low: float
    high: float


def elo(score: float) -> float:
    """Return the difference in Elo that is worth an expected score.

    >>> round(elo(0.75)), elo(0.5), elo(1)
    (191, 0.0, inf)
    """
    if not 0 < score < 1:
        return inf if score else -inf
    return 400 * log10(score / (1 - score)) or 0.0


def score_of(difference: float) -> float:
    """Return the expected score that a difference in Elo is worth.

    >>> round(score_of(191), 2)
    0.75
    """
    return 1 / (1 + 10 ** (-difference / 400))


def mean_score(pairs: Mapping[float, int]) -> Estimate:
    """Return the mean score, given how many pairs have each.

    The interval is Wilson's, which is sound for few pairs and for one-sided results, too. Its count is that of independent games with as
    much spread as the pairs have; what is assumed of that spread before any pair is seen counts as one pair.
    """
    count = sum(pairs.values())
    mean = sum(score * number for score, number in pairs.items()) / count
    spread = sum((score - mean) ** 2 * number for score, number in pairs.items())
    ratio = (spread + 0.125) / (count * mean * (1 - mean) + 0.25)
    weight = Z * Z * ratio / count
    middle = (mean + weight / 2) / (1 + weight)
    half = sqrt(weight * mean * (1 - mean) + weight * weight / 4) / (1 + weight)
    # A player who won, or lost, every game may be any number stronger, or weaker.
    return Estimate(mean, middle - half if mean > 0 else 0.0, middle + half if mean < 1 else 1.0)


def in_elo(score: Estimate) -> Estimate:
    """Return an estimate of a score as one of a difference in Elo."""
    return Estimate(elo(score.value), elo(score.low), elo(score.high))
