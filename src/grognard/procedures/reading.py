# SPDX-License-Identifier: Apache-2.0
"""What a die means on a chart: the column or row a situation has chosen, with modifiers and clamps."""

from functools import lru_cache

from grognard.charts.chart import Chart
from grognard.charts.labels import Dice
from grognard.umpire import Reading
from grognard.umpire.ask import ways


@lru_cache(maxsize=16384)
def column(chart: Chart, key: object, modifier: int = 0) -> Reading[str]:
    """Read the die of a chart in one column, the modifier added before the chart's own clamps."""
    dice = Dice.parse(chart.row_axis.file.dice)
    return Reading(dice, {total: chart[key, total + modifier].text for total in ways(dice)})


def faces_of(reading: Reading[str]) -> dict[str, str]:
    """Return the totals of the dice that come to each meaning, as a card writes them: `4-6`, `1`, `1, 3-4`."""
    faces: dict[str, str] = {}
    for meaning, _ in reading.branches:
        runs: list[list[int]] = []
        for total in reading.dice.totals:
            if reading[total] != meaning:
                continue
            if runs and runs[-1][-1] == total - 1:
                runs[-1].append(total)
            else:
                runs.append([total])
        faces[meaning] = ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
    return faces
