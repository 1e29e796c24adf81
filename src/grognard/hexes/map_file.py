# SPDX-License-Identifier: Apache-2.0
"""What a map file holds, section by section, before it is checked."""

import msgspec

from grognard.charts.errors import repeated
from grognard.charts.plurals import counted
from grognard.hexes.grid import Grid, Orientation, Shoved
from grognard.hexes.map import PlaceKind
from grognard.hexes.numbering import Numbering, Order

Chains = str | list[str]
MOST = 500

# The section of the file for each kind of place.
SECTIONS: dict[str, PlaceKind] = {
    "towns": "town",
    "ports": "port",
    "beaches": "beach",
    "entries": "entry",
    "areas": "area",
}


class GridFile(msgspec.Struct, frozen=True):
    """The grid as written: `first` is the number of the top left hex, and shows how hexes are numbered."""

    columns: int
    rows: int
    orientation: Orientation = "flat"
    shoved: Shoved = "even"
    first: str = "0101"
    order: Order = "column-row"

    def grid(self) -> Grid | str:
        """Make the grid, or say what is wrong with it."""
        if not (0 < self.columns <= MOST and 0 < self.rows <= MOST):
            return f"columns and rows must be from 1 to {MOST}"
        numbering = Numbering.like(self.first, self.order)
        if numbering is None:
            return (
                f"first is the number of the top left hex, such as 0101 or 01.01, not {repeated(self.first)}"
            )
        last = numbering.hex_name(self.columns - 1, self.rows - 1)
        if numbering.parse_hex(last) != (self.columns - 1, self.rows - 1):
            return f"first has too few digits for {counted(self.columns, 'column')} and {counted(self.rows, 'row')}: {self.first!r}"
        return Grid(self.columns, self.rows, self.orientation, self.shoved, numbering)


class MapFile(msgspec.Struct, frozen=True, kw_only=True):
    """A map file, section by section."""

    title: str
    hexes: str
    grid: GridFile
    terrain: dict[str, str]
    scale: str = ""
    about: str = ""
    barriers: list[str] = []
    water: dict[str, str] = {}
    hexsides: dict[str, dict[str, Chains]] = {}
    roads: dict[str, dict[str, Chains]] = {}
    towns: dict[str, str] = {}
    ports: dict[str, str] = {}
    beaches: dict[str, str] = {}
    entries: dict[str, str] = {}
    areas: dict[str, str] = {}
    lines: dict[str, Chains] = {}
