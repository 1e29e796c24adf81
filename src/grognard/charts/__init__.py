# SPDX-License-Identifier: Apache-2.0
"""A printed card as data: read it, look a cell up, doubt it, print it.

Conventions: labels and cells are text as printed with white space collapsed; numbers are exact (int or
Fraction); an odds ratio is attacker to defender. A *sheet* is a chart file as printed, a *chart* is a sheet
under the rulings in force.
"""

from grognard.charts.chart import Cell, Chart, load_chart
from grognard.charts.doubts import Doubt, find_doubts
from grognard.charts.errors import BadFile, Fault, GrognardError, NoSuch, OffChart
from grognard.charts.labels import Odds
from grognard.charts.rulings import Ruling, Rulings, load_rulings

__all__ = [
    "BadFile",
    "Cell",
    "Chart",
    "Doubt",
    "Fault",
    "GrognardError",
    "NoSuch",
    "Odds",
    "OffChart",
    "Ruling",
    "Rulings",
    "find_doubts",
    "load_chart",
    "load_rulings",
]
