"""Zones of control: the hexes around combat units, what they cost to enter and leave, and where they do not reach.

A zone does not reach over a hexside that no unit can cross. Disrupted units exert none.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from grognard.hexes import HexId
from grognard.hexes.paths import Ints, Ways, Zone, front_marks, marked, points
from grognard.rules.chapter import Chapter
from grognard.rules.costs import numbers

if TYPE_CHECKING:
    from grognard.rules.checking import Checking
    from grognard.rules.rulebook import Rulebook


class Zones(Chapter, frozen=True, kw_only=True):
    """What a zone of control does to enemies who move: costs `enter` and `leave`, `stop`, no way from zone to zone.

    Where a `row` of the movement chart has the costs they are read there: the first number to enter, the second to leave.
    `asks` says to a player at a physical table which enemies have none.
    """

    exerted: bool = True
    enter: int = 0
    leave: int = 0
    stop: bool = False
    locked: bool = False
    row: str = ""
    asks: str = "hexes of enemies that exert no zone of control"

    def check(self, check: "Checking") -> None:
        """A row must be one of the movement chart, with two numbers."""
        if self.row and (self.enter or self.leave):
            check.fault(("row",), "has the costs: leave out enter and leave")
        if self.row:
            text = check.cell(("row",), check.book.movement.chart, self.row, check.book.movement.column)
            if text is not None and len(numbers(text)) != 2:
                check.fault(("row",), f"has no number to enter and one to leave: {text!r}")

    def costs(self, book: "Rulebook") -> tuple[int, int]:
        """Return what it costs to enter and to leave, in movement points."""
        if not self.row:
            return self.enter, self.leave
        movement = book.movement
        enter, leave = numbers(book.card.chart(movement.chart)[self.row, movement.column].text)
        return int(enter), int(leave)


class Front:
    """One side's units as obstacles to the other's: the hexes they close, and their zone of control."""

    def __init__(
        self, where: Ways, units: Iterable[HexId], owners: Iterable[HexId], book: "Rulebook"
    ) -> None:
        """Take the hexes of the units, and of those that exert a zone."""
        self.units = frozenset(units)
        self.zone: frozenset[HexId] = where.zone_around(owners) if book.zones.exerted else frozenset()
        self._book = book

    @cached_property
    def marks(self) -> Ints:
        """What a search must know of it."""
        zones = self._book.zones
        enter, leave = map(points, self._book.zone_costs)
        if not (zones.stop or zones.locked):
            return front_marks(self.zone, self.units, enter, leave)
        zone = Zone(self.zone, enter, leave, stop=zones.stop, locked=zones.locked)
        return marked([zone], self.units)
