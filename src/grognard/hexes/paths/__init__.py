# SPDX-License-Identifier: Apache-2.0
"""Where a unit can go, at what cost and by which way; and how supply is traced.

Movement points are whole numbers of twelfths, so that halves, thirds and quarters are exact: `points(1)` is 12.
Every terrain rule is a cost on the step from a hex in a direction, made once for each class of units into `Ways`.
What changes from move to move (zones of control, units in the way) is given to each search.
"""

from grognard.hexes.paths.marks import Zone, front_marks, marked, supply_marks
from grognard.hexes.paths.search import OutOfReach, Reach, reach
from grognard.hexes.paths.supply import Supply, steps_to, supply_lengths, trace_supply
from grognard.hexes.paths.ways import PROHIBITED, SCALE, Ints, StepCost, Ways, points

__all__ = [
    "PROHIBITED",
    "SCALE",
    "Ints",
    "OutOfReach",
    "Reach",
    "StepCost",
    "Supply",
    "Ways",
    "Zone",
    "front_marks",
    "marked",
    "points",
    "reach",
    "steps_to",
    "supply_lengths",
    "supply_marks",
    "trace_supply",
]
