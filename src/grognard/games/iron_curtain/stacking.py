# SPDX-License-Identifier: Apache-2.0
"""Stacking: the scenario says how many units a hex holds."""

from grognard.charts.files import Source
from grognard.rules.order_of_battle import check_stacks
from grognard.rules.overstacking import Overstacking
from grognard.rules.scenario import Scenario


class Stacks(Overstacking, frozen=True, kw_only=True):
    """A hex holds as many units as the scenario says; by a ruling too many may come, which then move on or are eliminated."""

    limit: int = 0

    def most(self, scenario: Scenario) -> int:
        """Return how many units a hex holds."""
        most: int = scenario.file.stacking
        return most

    def check_scenario(self, source: Source, scenario: Scenario) -> None:
        """Check that no unit begins in an overfull hex."""
        check_stacks(source, scenario.map, scenario.units, scenario.file.stacking)
