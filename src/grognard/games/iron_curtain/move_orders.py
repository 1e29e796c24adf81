# SPDX-License-Identifier: Apache-2.0
"""Moves on the map: what a step costs, and which units cannot exploit for lack of supply."""

from typing import TYPE_CHECKING, Literal

import msgspec

from grognard.games.iron_curtain.move_costs import ways
from grognard.games.iron_curtain.movement import mover_of
from grognard.games.iron_curtain.overrun import overruns_without_supply
from grognard.games.iron_curtain.supply import supply_ways
from grognard.hexes.paths import Ways
from grognard.rules.board import Board
from grognard.rules.exploitation import Exploitation
from grognard.rules.movement import MovementClass
from grognard.rules.supply_at_end import is_short
from grognard.rules.units import Unit

if TYPE_CHECKING:
    from grognard.rules.checking import Checking
    from grognard.rules.rulebook import Rulebook
    from grognard.rules.scenario import Scenario


class Moves(Exploitation, frozen=True, kw_only=True):
    """Units of one hex move together, each by its cheapest way; some move again in an exploitation phase.

    Steps are paid for by the terrain effects chart, as `move_costs` reads it, in twelfths of a movement point.
    """

    chart: str = "tec"
    column: str = "mech"
    classes: dict[str, MovementClass] = msgspec.field(default_factory=dict)
    parts: Literal[12] = 12

    def check(self, check: "Checking") -> None:
        """Check nothing: the chart is checked where it is read."""

    def open_ways(self, book: "Rulebook", scenario: "Scenario") -> Ways:
        """Return the ways that lines of supply may take."""
        return supply_ways(scenario.file.map, scenario.file.year, book.card)

    def ways_of(self, book: "Rulebook", scenario: "Scenario", unit: Unit) -> Ways:
        """Return what every step costs a unit of a scenario."""
        return ways(scenario.file.map, mover_of(unit, scenario.file.year), book.card)

    def cannot_exploit(self, board: Board, unit: Unit) -> str:
        """Say why a unit may not exploit; empty if it may."""
        if reason := super().cannot_exploit(board, unit):
            return reason
        if is_short(board, unit) and not overruns_without_supply(board.scenario.file.period, board.card):
            return f"{unit.name} was out of supply when its turn ended last, and does not exploit (rulings supply-judged, oos-1962)"
        return ""
