# SPDX-License-Identifier: Apache-2.0
"""Lines of supply and command that hold or do not: through which hexes they run, or where they are cut.

The `supply` chapter judges lines by their length, with states of its own.
"""

from fractions import Fraction

import msgspec

from grognard.charts.cached import cached_property
from grognard.hexes import Grid, HexId
from grognard.hexes.paths import Ints, Reach, Ways, points, reach, supply_lengths, trace_supply
from grognard.play.board import LineKind, Trace


class TracedLine(msgspec.Struct, frozen=True):
    """A line to a unit: whether it holds, its hexes and, if that counts, its cost; or where it is cut.

    A line that is too long has its hexes and its cost, but does not hold.
    """

    holds: bool
    path: tuple[HexId, ...] = ()
    cut: frozenset[HexId] = frozenset()
    cost: int | None = None

    def trace(self, grid: Grid, of: str, command: Trace | None = None) -> Trace:
        """Return it as a board shows it: `in supply`, `out of command`."""
        name = grid.hex_name
        state = f"{'in' if self.holds else 'out of'} {of}"
        kind: LineKind = "full" if self.holds else "none" if self.cut else "short"
        return Trace(state, tuple(map(name, self.path)), tuple(map(name, sorted(self.cut))), command, kind)


class SupplyLines(msgspec.Struct, frozen=True, dict=True, eq=False):
    """The lines of supply of a side: the steps they may take, and the marks of their sources and of closed hexes."""

    where: Ways
    marks: Ints

    @cached_property
    def _lengths(self) -> Ints:
        return supply_lengths(self.where, self.marks)

    def reach(self, hex_id: HexId) -> bool:
        """Return whether a line leads to a hex."""
        return self._lengths.item(hex_id) >= 0

    def line(self, hex_id: HexId) -> TracedLine:
        """Trace the line to a hex."""
        traced = trace_supply(self.where, hex_id, self.marks)
        return TracedLine(traced.length is not None, traced.path, traced.cut)


class CommandLines(msgspec.Struct, frozen=True, dict=True, eq=False):
    """The lines of command of a headquarters: the steps they may take, where they begin, what is closed to them.

    A line costs what its steps do, at most `longest`. The hex in which lines begin is never closed.
    """

    where: Ways
    at: HexId
    closed: frozenset[HexId]
    longest: Fraction

    @cached_property
    def reach(self) -> Reach:
        """Every hex that it commands."""
        return self._reach(self.longest)

    def _reach(self, allowed: Fraction | int) -> Reach:
        return reach(self.where, self.at, points(allowed), closed=self.closed - {self.at})

    def commands(self, hex_id: HexId) -> bool:
        """Return whether a unit in a hex is in command. A unit's own hex is not closed to a line of its side."""
        return hex_id in self.reach

    def line(self, hex_id: HexId) -> TracedLine:
        """Judge the command of a unit in a hex: the line, or where it is cut."""
        if self.commands(hex_id):
            return TracedLine(holds=True, path=self.reach.path(hex_id), cost=self.reach[hex_id])
        cut = trace_supply(self.where, self.at, [hex_id], closed=self.closed - {self.at}).cut
        far = None if cut else self._reach(self.where.grid.size)
        if far is None or hex_id not in far:
            return TracedLine(holds=False, cut=cut)
        return TracedLine(holds=False, path=far.path(hex_id), cost=far[hex_id])
