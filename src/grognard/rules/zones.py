# SPDX-License-Identifier: Apache-2.0
"""Zones of control: the hexes around combat units, what they cost to enter and leave, and where they do not extend.

A zone does not extend over a hexside that no unit can cross. Disrupted units exert none.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from grognard.charts.cached import cached_property
from grognard.charts.chart import Chart
from grognard.charts.errors import repeated
from grognard.hexes import Grid, HexId
from grognard.hexes.paths import Ints, Ways, Zone, front_marks, marked, points
from grognard.rules.bounds import MOST_POINTS, Points
from grognard.rules.chapter import Chapter
from grognard.rules.costs import numbers, why_no_cost
from grognard.rules.units import Unit

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.checking import Checking
    from grognard.rules.rulebook import Rulebook


class Zones(Chapter, frozen=True, kw_only=True):
    """What a zone of control does to moving enemies: costs to `enter` and `leave`, `stop`, and `locked` against zone to zone.

    If a `row` of the movement chart has the costs, they are read from it: the first number to enter, the second to
    leave. `asks` tells a player at a physical table to name the enemies without a zone.
    """

    exerted: bool = True
    enter: Points = 0
    leave: Points = 0
    stop: bool = False
    locked: bool = False
    row: str = ""
    asks: str = "hexes of enemies that exert no zone of control"

    def check(self, check: "Checking") -> None:
        """A row must be in the movement chart, with two numbers."""
        if self.row and (self.enter or self.leave):
            check.fault(("row",), "has the costs: leave out enter and leave")
        if self.row:
            text = check.cell(("row",), check.book.movement.chart, self.row, check.book.movement.column)
            figures = (
                [] if text is None else self._figures(check.book.card.chart(check.book.movement.chart), text)
            )
            if text is not None and (len(figures) != 2 or any(figure % 1 for figure in figures)):
                check.fault(
                    ("row",), f"must have a whole number to enter and one to leave, not {repeated(text)}"
                )

    def _figures(self, chart: Chart, text: str) -> list[Fraction]:
        """Return what a cell costs to enter and to leave: what the chart says that it does, or else its numbers."""
        if does := chart.does(text):
            return [Fraction(does[to]) for to in ("enter", "leave") if 0 <= does.get(to, -1) <= MOST_POINTS]
        return [] if why_no_cost(text) else numbers(text)

    def costs(self, book: "Rulebook") -> tuple[int, int]:
        """Return what it costs to enter and to leave, in movement points."""
        if not self.row:
            return self.enter, self.leave
        movement = book.movement
        chart = book.card.chart(movement.chart)
        enter, leave = self._figures(chart, chart[self.row, movement.column].text)
        return int(enter), int(leave)

    def front(
        self, book: "Rulebook", where: Ways, units: Iterable[HexId], owners: Iterable[HexId]
    ) -> "Front":
        """Return the front of units in some hexes, of which the owners exert a zone."""
        standing, exerting = frozenset(units), frozenset(owners) if self.exerted else frozenset()

        def zone() -> Zone:
            enter, leave = map(points, book.zone_costs)
            return Zone(where.zone_around(exerting), enter, leave, stop=self.stop, locked=self.locked)

        return Front(standing, zone)

    def must_stop(self, board: "Board", unit: Unit, hex_id: HexId) -> bool:
        """Return whether a unit that enters a hex moves no farther in this phase."""
        return self.stop and hex_id in board.zone_against(unit.side)

    def faults(self, board: "Board") -> Iterator[str]:
        """A unit that has entered a zone in which it must stop has no movement points left."""
        for unit in board.scenario.movers[board.now.side] if self.stop else ():
            has_moved = board.position.spent[unit.number] and board.is_on_map(unit)
            if has_moved and board.allowed(unit) and self.must_stop(board, unit, board.hex_of(unit)):
                yield f"{unit.name} has entered an enemy zone of control, and can move on"


class Front:
    """One side's units as obstacles to the other's: the hexes they close, and their zone of control.

    A search takes the effects of the zone from `marks`; everything else goes by the hexes. The zone is worked out when it is
    first needed: most of the time only one side's matters.
    """

    def __init__(self, units: frozenset[HexId], work_out_zone: Callable[[], Zone]) -> None:
        """Take the hexes of the units, and a function that returns their zone."""
        self.units = units
        self._work_out_zone = work_out_zone
        self._around: frozenset[HexId] | None = None

    @cached_property
    def _zone(self) -> Zone:
        return self._work_out_zone()

    @cached_property
    def zone(self) -> frozenset[HexId]:
        """The hexes of the zone of control."""
        return frozenset(self._zone.hexes)

    @cached_property
    def marks(self) -> Ints:
        """What a search needs to know of it."""
        zone = self._zone
        if zone.stop or zone.locked:
            return marked([zone], self.units)
        return front_marks(self.zone, self.units, zone.enter, zone.leave)

    def around(self, grid: Grid) -> frozenset[HexId]:
        """Return the hexes next to these units."""
        if self._around is None:
            self._around = frozenset().union(*map(grid.neighbours, self.units))
        return self._around

    def closed_to(self, friends: frozenset[HexId]) -> frozenset[HexId]:
        """Return the hexes closed to the lines of the other side: these units, and their zone where no friend stands."""
        return self.units | (self.zone - friends)
