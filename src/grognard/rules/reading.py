"""What a die means on a chart: the column or row a situation has chosen, with modifiers and clamps."""

from functools import cache

from grognard.charts.chart import Chart
from grognard.charts.labels import Dice
from grognard.umpire import Reading
from grognard.umpire.ask import ways


@cache
def column(chart: Chart, key: object, modifier: int = 0) -> Reading[str]:
    """Read the die of a chart in one column, the modifier added before the chart's own clamps."""
    dice = Dice.parse(chart.row_axis.file.dice)
    return Reading(dice, {total: chart[key, total + modifier].text for total in ways(dice)})
