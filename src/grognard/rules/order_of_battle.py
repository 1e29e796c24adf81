# SPDX-License-Identifier: Apache-2.0
"""The order of battle in a scenario file: a table that a person can proof-read, one line for each unit.

    id    | name           | kind     | size     | values | where
    17id  | 17. Infanterie | infantry | division | 6-4    | France 1
    1lon  | 1st London     | infantry | division | 5-3    | 2410

`where` is a hex, or the box a unit waits in and the turn it arrives. A game says what the values are.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

import msgspec

from grognard.charts.errors import GrognardError, nearest, repeated
from grognard.charts.files import KeyPath, Source
from grognard.charts.plurals import counted
from grognard.hexes import HexId, Map

COLUMNS = ("id", "name", "kind", "size", "values", "where")
WAITS = re.compile(r"(.+?)(?: (\d{1,9}))?")

S = TypeVar("S", bound=str)


class Deployed(Protocol):
    """A unit with a side, and the hex it begins in, if any."""

    @property
    def side(self) -> str:
        """Its side."""

    @property
    def at(self) -> HexId | None:
        """The hex it begins in."""


class Row(msgspec.Struct, Generic[S], frozen=True):
    """One line of a table of units: its side, its cells, of which the first is the id, and its line number in the file."""

    side: S
    cells: tuple[str, ...]
    line: int

    def fault(self, source: Source, what: str) -> None:
        """Note a fault of this line."""
        source.fault(("units",), what, self.line, f"unit {self.cells[0]}")


class UnitEntry(msgspec.Struct, Generic[S], frozen=True):
    """One unit of the table, whose kind and size are known words; `row` is the line it is on."""

    side: S
    id: str
    name: str
    kind: str
    size: str
    values: str
    where: str
    row: Row[S]

    def fault(self, source: Source, what: str) -> None:
        """Note a fault of its line."""
        self.row.fault(source, what)


class Spot(msgspec.Struct, frozen=True):
    """Where a unit begins: in a hex, or in a box from which it arrives in some turn."""

    at: HexId | None = None
    box: str = ""
    turn: int = 1


def side_rows(
    source: Source, tables: Mapping[S, str], sides: Iterable[S], columns: Sequence[str]
) -> Iterator[Row[S]]:
    """Yield the lines of every side's table, one side after the other; a side without a table is noted."""
    seen: set[str] = set()
    for side in sides:
        if side not in tables:
            source.fault(("units",), f"has no units of the {side} side")
            continue
        yield from table_rows(source, ("units", side), side, tables[side], columns, seen)


def table_rows(  # noqa: PLR0913, PLR0917 - a table, its place, and what it is checked by
    source: Source, place: KeyPath, side: S, table: str, columns: Sequence[str], seen: set[str]
) -> Iterator[Row[S]]:
    """Yield the lines of one table without its heading; `seen` has the ids that are taken.

    `place` is the table's place in the file. A line without a cell for each column is noted and left out.
    """
    numbers = source.lines.of_text(place)
    for number, line in zip(numbers, table.splitlines(), strict=False):
        row = Row(side, tuple(cell.strip() for cell in line.split("|")), number)
        if not line.strip() or row.cells == tuple(columns):
            continue
        if len(row.cells) != len(columns):
            row.fault(source, f"has {counted(len(row.cells), 'cell')}, not {' | '.join(columns)}")
            continue
        if not row.cells[0]:
            source.fault(("units",), "a unit has no id, by which orders name it", number)
            continue
        if row.cells[0] in seen:
            row.fault(source, "is there twice")
        seen.add(row.cells[0])
        yield row


def unit_line(source: Source, tables: Mapping[S, str], side: S, unit_id: str) -> int:
    """Return the line of the file that a unit is on; 0 if there is none."""
    numbers = source.lines.of_text(("units", side))
    for number, line in zip(numbers, tables.get(side, "").splitlines(), strict=False):
        if line.partition("|")[0].strip() == unit_id:
            return number
    return 0


def entries(
    source: Source, tables: Mapping[S, str], sides: Sequence[S], kinds: Sequence[str], sizes: Sequence[str]
) -> Iterator[UnitEntry[S]]:
    """Yield the units of every side's table, one side after the other; what cannot be read is noted and left out."""
    return _entries(source, side_rows(source, tables, sides, COLUMNS), kinds, sizes)


def table_entries(  # noqa: PLR0913, PLR0917 - a table, its place, and what it is checked by
    source: Source,
    place: KeyPath,
    side: S,
    table: str,
    kinds: Sequence[str],
    sizes: Sequence[str],
    seen: set[str],
) -> Iterator[UnitEntry[S]]:
    """Yield the units of one table at a place of the file; `seen` has the ids that are taken."""
    return _entries(source, table_rows(source, place, side, table, COLUMNS, seen), kinds, sizes)


def _entries(
    source: Source, rows: Iterable[Row[S]], kinds: Sequence[str], sizes: Sequence[str]
) -> Iterator[UnitEntry[S]]:
    """Yield a unit for each line; note unknown kinds and sizes."""
    for row in rows:
        unit_id, name, kind, size, values, where = row.cells
        unknown = [
            f"{given!r} is no {word}; {nearest(given, words)}"
            for word, given, words in (("kind", kind, kinds), ("size", size, sizes))
            if given not in words
        ]
        if unknown:
            row.fault(source, unknown[0])
            continue
        yield UnitEntry(row.side, unit_id, name, kind, size, values, where, row)


def spot(board: Map, boxes: Sequence[str], text: str) -> Spot:
    """Read where a unit begins; what is neither a box nor a hex of land is an error."""
    waits = WAITS.fullmatch(text)
    if waits and waits[1] in boxes:
        return Spot(box=waits[1], turn=int(waits[2] or 1))
    if not text[:1].isdigit():
        raise GrognardError(f"{repeated(text)} is neither a hex nor one of {', '.join(boxes)}")
    hex_id = board.grid.parse_hex(text)
    if board.is_water(hex_id):
        raise GrognardError(f"{text} is {board.terrain[hex_id]}")
    return Spot(at=hex_id)


def check_stacks(
    source: Source, board: Map, units: Iterable[Deployed], stacking: int, place: KeyPath = ("units",)
) -> None:
    """Note units that begin in a hex with an enemy, or with more units of their side than the hex holds."""
    held: dict[HexId, list[str]] = defaultdict(list)
    for unit in units:
        if unit.at is not None:
            held[unit.at].append(unit.side)
    for at, sides in held.items():
        where = f"hex {board.grid.hex_name(at)}"
        if len(set(sides)) > 1:
            source.fault(place, "has units of both sides", where=where)
        elif len(sides) > stacking:
            what = f"has {len(sides)} units of the {sides[0]} side, and holds {stacking}"
            source.fault(place, what, where=where)
