# SPDX-License-Identifier: Apache-2.0
"""A whole table at once: the chances of every column under every modifier, counted in one sweep of arrays.

For weighing many attacks at once. A single roll is read by `reading.column`; a test holds the two equal.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from grognard.charts.chart import Chart
from grognard.charts.labels import Dice
from grognard.umpire import Chance
from grognard.umpire.ask import ways

Numbers = NDArray[np.int64]


class WeightTable(msgspec.Struct, frozen=True, eq=False):
    """How many ways of the dice come to each code: `weights[column, modifier, code]`, out of `ways` each."""

    columns: tuple[str, ...]
    modifiers: tuple[int, ...]
    codes: tuple[str, ...]
    weights: Numbers
    ways: int

    def chance(self, column: str, modifier: int) -> Chance[str]:
        """Return the chances of one column under one modifier."""
        counts = self.weights[self.columns.index(column), self.modifiers.index(modifier)]
        weights = {code: count for code, count in zip(self.codes, counts.tolist(), strict=True) if count}
        return Chance.known(weights, self.ways)


class _Dense(msgspec.Struct, frozen=True, eq=False):
    """A chart as an array: `has[result, column x code]`, from one result below the first row to one above the last."""

    columns: tuple[str, ...]
    codes: tuple[str, ...]
    has: Numbers
    lowest: int
    totals: Numbers
    ways: Numbers
    all_ways: int


@lru_cache(maxsize=64)
def _dense(chart: Chart) -> _Dense:
    """Make an array of a chart whose rows are a die; more than one row off the table, every result is the same."""
    axis = chart.row_axis
    spans = [axis.span(index) for index in range(len(axis.labels))]
    lowest = min(span.low for span in spans) - 1
    highest = max(span.low if span.high is None else span.high for span in spans) + 1
    columns = chart.column_axes[0].labels
    texts = [[chart[column, result].text for column in columns] for result in range(lowest, highest + 1)]
    codes = tuple(dict.fromkeys(text for row in texts for text in row))
    has = np.array([[text == code for text in row for code in codes] for row in texts], dtype=np.int64)
    counts = ways(Dice.parse(axis.file.dice))
    totals, ways_each = np.array(list(counts)), np.array(list(counts.values()))
    return _Dense(columns, codes, has, lowest, totals, ways_each, sum(counts.values()))


def whole_table(chart: Chart, modifiers: Sequence[int]) -> WeightTable:
    """Count every column of a chart under every modifier, results off the table as the chart has them."""
    dense = _dense(chart)
    results = np.add.outer(np.array(modifiers), dense.totals - dense.lowest)
    # A row for each total of the dice, added up by the ways to roll it; results off the table are clipped to its edge.
    weights = dense.ways @ dense.has.take(results, axis=0, mode="clip")
    shape = (len(modifiers), len(dense.columns), len(dense.codes))
    by_column = weights.reshape(shape).swapaxes(0, 1)
    return WeightTable(dense.columns, tuple(modifiers), dense.codes, by_column, dense.all_ways)
