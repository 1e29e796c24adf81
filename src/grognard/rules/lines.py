"""Lines of supply and command that hold or do not: by which hexes they go, or where they are cut.

The `supply` chapter judges lines by their length, in states of its own.
"""

from functools import cached_property

import msgspec

from grognard.hexes import Grid, HexId
from grognard.hexes.paths import Ints, Ways, supply_lengths, trace_supply
from grognard.play.board import LineKind, Trace


class Line(msgspec.Struct, frozen=True):
    """A line to a unit: whether it holds, by which hexes and, where that counts, at what cost; or where it is cut.

    One that is too long has its hexes and its cost, and does not hold all the same.
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
    """The lines of supply of a side: the steps they may take, and the marks of their sources and of what is closed to them."""

    where: Ways
    marks: Ints

    @cached_property
    def _lengths(self) -> Ints:
        return supply_lengths(self.where, self.marks)

    def reach(self, hex_id: HexId) -> bool:
        """Say whether a line leads to a hex."""
        return self._lengths.item(hex_id) >= 0

    def line(self, hex_id: HexId) -> Line:
        """Trace the line to a hex."""
        traced = trace_supply(self.where, hex_id, self.marks)
        return Line(traced.length is not None, traced.path, traced.cut)
