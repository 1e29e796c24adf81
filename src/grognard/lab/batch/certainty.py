# SPDX-License-Identifier: Apache-2.0
"""When enough is known: an interval for the mean score of pairs that holds at all times at once, so that one may look after each pair.

It is a confidence sequence by betting (Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, 2023). For every
possible mean a gambler bets on each pair that the true mean is higher, another that it is lower. Against the true mean neither
can expect to win anything, so that either ever has 40 times his stake happens in 5 of 100 matches at most. The means against which
nobody has won so much are the interval. Nothing is assumed of the scores but that they lie between 0 and 1.
"""

from math import log, sqrt
from typing import Literal

import numpy as np
import numpy.typing as npt

from grognard.lab.batch.elo import Estimate, in_elo

# How often the interval may be wrong at any time, and how fine the means are that it is looked for among.
ALPHA = 0.05
STEPS = 2000
# The most that is bet of what could be lost.
MOST = 0.5

Answer = Literal["a", "b", "even", ""]


class Certainty:
    """What the pairs so far are sure of: `a` or `b` is stronger, or they are `even`: neither is stronger by more than a margin in Elo."""

    def __init__(self, margin: float) -> None:
        self.margin = margin
        self.pairs = 0
        self._sum = 0.0
        self._spread = 0.25
        self._means: npt.NDArray[np.float64] = np.linspace(0, 1, STEPS + 1)
        self._higher = np.zeros(STEPS + 1)
        self._lower = np.zeros(STEPS + 1)
        with np.errstate(divide="ignore"):
            self._most_higher = MOST / self._means
            self._most_lower = MOST / (1 - self._means)

    def add(self, score: float) -> Answer:
        """Take the score of the next pair; return what is sure now, empty if nothing is."""
        self.pairs += 1
        bet = sqrt(2 * log(2 / ALPHA) / (self._spread * log(1 + self.pairs)))
        ahead = score - self._means
        self._higher += np.log1p(np.minimum(bet, self._most_higher) * ahead)
        self._lower += np.log1p(-np.minimum(bet, self._most_lower) * ahead)
        self._sum += score
        middle = (0.5 + self._sum) / (self.pairs + 1)
        self._spread += (score - middle) ** 2
        return self.answer

    @property
    def interval(self) -> Estimate:
        """The mean score so far, and the interval of those that are still possible."""
        possible = np.flatnonzero(np.maximum(self._higher, self._lower) < log(2 / ALPHA))
        mean = self._sum / self.pairs if self.pairs else 0.5
        if not len(possible):
            return Estimate(mean, mean, mean)
        return Estimate(mean, float(self._means[possible[0]]), float(self._means[possible[-1]]))

    @property
    def answer(self) -> Answer:
        """What is sure."""
        score = self.interval
        if score.low > 0.5:
            return "a"
        if score.high < 0.5:
            return "b"
        difference = in_elo(score)
        return "even" if max(-difference.low, difference.high) <= self.margin else ""
