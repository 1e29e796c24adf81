# SPDX-License-Identifier: Apache-2.0
"""Lines of sight by a table of elevations: which symbols along hexsides obstruct them, and on which part of a line.

A game reads the cells of its table as clauses. In addition, tall hexes may block every line through them, and low
ground can be seen into only from next to it and from heights. Spotting is a separate matter.
"""

from collections.abc import Callable, Iterable, Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray

from grognard.charts.cached import cached_property
from grognard.hexes import HexId, Map
from grognard.hexes.obstacles import Clause, Obstacles, first_obstacle
from grognard.hexes.sight import Method, hexes_between
from grognard.play.board import Sight
from grognard.rules.map_view import Obstruction, sight_view

# The lines to the six neighbours come first.
ADJACENT = 6


class LinesOfSight(msgspec.Struct, frozen=True, kw_only=True, dict=True, eq=False):
    """The lines of sight on a map. Made once, and shared.

    `levels` are the elevations, the lowest first, and `level` is that of each hex; `clauses` reads the cell of the
    `table` for two of them. `tall` and `low` have the sentence for each tall or low hex that blocks a line, and
    `tied` is added for a line that is blocked where it runs along a hexside.
    """

    map: Map
    method: Method
    table: str
    symbols: tuple[str, ...]
    levels: tuple[str, ...]
    level: tuple[str, ...]
    clauses: Callable[[str, str], Iterable[Clause]]
    tall: Mapping[HexId, str]
    low: Mapping[HexId, str]
    tied: str = ""

    def blocked(self, start: HexId, end: HexId) -> Obstruction | None:
        """Say what blocks the line from a hex to another; adjacent hexes always see each other."""
        if start == end or end in self.map.grid.neighbours(start):
            return None
        return self._by_low_ground(start, end) or self._by_tall_hex(start, end) or self._by_symbol(start, end)

    def _by_low_ground(self, start: HexId, end: HexId) -> Obstruction | None:
        for at, other in ((start, end), (end, start)):
            if at in self.low and self.level[other] == self.levels[0]:
                return Obstruction(self.low[at], (at,))
        return None

    def _by_tall_hex(self, start: HexId, end: HexId) -> Obstruction | None:
        between = hexes_between(self.map.grid, start, end, self.method) if self.tall else ()
        return next((Obstruction(self.tall[at], (at,)) for at in between if at in self.tall), None)

    def _by_symbol(self, start: HexId, end: HexId) -> Obstruction | None:
        """Find the hexside that blocks, by the clauses of the table's cell in sequence."""
        here, there, grid = self.level[start], self.level[end], self.map.grid
        for clause in self.clauses(here, there):
            met = first_obstacle(self.map, start, end, clause, self.method)
            if met is not None:
                beside = tuple(grid.beside(met.hexside))
                by = f"{'second ' if clause.part == 'twice' else ''}{met.symbol} side between"
                tie = self.tied if met.is_tied else ""
                where = " and ".join(map(grid.hex_name, beside))
                why = f"{self.table} {here} to {there}, {clause.name}{tie}"
                return Obstruction(f"blocked by the {by} {where}: {why}", beside)
        return None

    # All hexes at once

    @cached_property
    def _levels(self) -> NDArray[np.int_]:
        return np.array([self.levels.index(level) for level in self.level])

    @cached_property
    def _low(self) -> NDArray[np.bool_]:
        return np.array([at in self.low for at in self.map.grid.hexes])

    @cached_property
    def _obstacles(self) -> Obstacles:
        return Obstacles(self.map, self.symbols, self.tall)

    def seen_from(self, start: HexId, distance: int) -> frozenset[HexId]:
        """Return every hex within a distance that is in sight from a hex, in agreement with `blocked`."""
        lines = self._obstacles.lines_from(start, distance, self.method)
        mine, theirs = int(self._levels[start]), self._levels[lines.ends]
        hidden = lines.between != 0
        for number, level in enumerate(self.levels):
            for clause in self.clauses(self.level[start], level):
                hidden |= (theirs == number) & self._obstacles.blocked(lines, clause)
        hidden |= bool(self._low[start]) & (theirs == 0)
        hidden |= self._low[lines.ends] & (mine == 0)
        hidden[:ADJACENT] = False
        return frozenset(map(HexId, lines.ends[(lines.ends >= 0) & ~hidden].tolist()))

    def sight_from(
        self, start: HexId, targets: Iterable[HexId], why_unspotted: Callable[[HexId], str | None]
    ) -> Sight:
        """Return which hexes are in sight from one, how far off, and what blocks the line to the others."""
        return sight_view(self.map.grid, start, targets, lambda at: self.blocked(start, at), why_unspotted)
