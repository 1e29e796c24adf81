"""The order of battle in a scenario file: a table that a person can proof-read, one line a unit.

    id    | name           | kind     | size     | values | where
    17id  | 17. Infanterie | infantry | division | 6-4    | France 1
    1lon  | 1st London     | infantry | division | 5-3    | 2410

`where` is a hex, or the box a unit waits in and the turn it comes. What the values are is for a game to say.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

import msgspec

from grognard.charts.errors import GrognardError, nearest
from grognard.charts.files import Place, Source
from grognard.charts.plurals import counted
from grognard.hexes import HexId, Map

COLUMNS = ("id", "name", "kind", "size", "values", "where")
WAITS = re.compile(r"(.+?)(?: (\d+))?")

S = TypeVar("S", bound=str)


class Standing(Protocol):
    """A unit with a side, and the hex it begins in, if it begins in one."""

    @property
    def side(self) -> str:
        """Whose it is."""

    @property
    def at(self) -> HexId | None:
        """Where it begins."""


class Entry(msgspec.Struct, Generic[S], frozen=True):
    """One line of the table, of which kind and size are known words; `line` is where it stands in the file."""

    side: S
    id: str
    name: str
    kind: str
    size: str
    values: str
    where: str
    line: int

    def fault(self, source: Source, what: str) -> None:
        """Note a fault of this line."""
        source.fault(("units",), what, self.line, f"unit {self.id}")


class Spot(msgspec.Struct, frozen=True):
    """Where a unit begins: in a hex, or in a box from which it comes in some turn."""

    at: HexId | None = None
    box: str = ""
    turn: int = 1


def entries(
    source: Source, tables: Mapping[S, str], sides: Sequence[S], kinds: Sequence[str], sizes: Sequence[str]
) -> Iterator[Entry[S]]:
    """Run through the lines of every side's table, side by side; what cannot be read is noted and left out."""
    seen: set[str] = set()
    for side in sides:
        if side not in tables:
            source.fault(("units",), f"has no units of the {side} side")
            continue
        yield from table_entries(source, ("units", side), side, tables[side], kinds, sizes, seen)


def table_entries(  # noqa: PLR0913, PLR0917 - a table, where it stands, and what it is held against
    source: Source,
    place: Place,
    side: S,
    table: str,
    kinds: Sequence[str],
    sizes: Sequence[str],
    seen: set[str],
) -> Iterator[Entry[S]]:
    """Run through the lines of one table, which stands at a place of the file; `seen` has the ids that are taken."""
    first = source.lines.of(place) + 1
    for offset, line in enumerate(table.splitlines()):
        entry = _entry(source, side, line, first + offset) if line.strip() else None
        if entry and _is_sound(source, entry, seen, kinds, sizes):
            yield entry


def _entry(source: Source, side: S, line: str, number: int) -> Entry[S] | None:
    cells = [cell.strip() for cell in line.split("|")]
    if len(cells) != len(COLUMNS):
        what = f"has {counted(len(cells), 'cell')}, not {' | '.join(COLUMNS)}"
        source.fault(("units",), what, number, f"unit {cells[0]}")
        return None
    known, name, kind, size, values, where = cells
    return Entry(side, known, name, kind, size, values, where, number)


def _is_sound(
    source: Source, entry: Entry[S], seen: set[str], kinds: Sequence[str], sizes: Sequence[str]
) -> bool:
    """Note what is wrong with a line; say whether a unit can be made of it."""
    if entry.id in seen:
        entry.fault(source, "is there twice")
    seen.add(entry.id)
    for word, given, known in (("kind", entry.kind, kinds), ("size", entry.size, sizes)):
        if given not in known:
            entry.fault(source, f"{given!r} is no {word}; {nearest(given, known)}")
            return False
    return True


def spot(board: Map, boxes: Sequence[str], text: str) -> Spot:
    """Read where a unit begins; refuse what is neither a box nor a hex of land."""
    found = WAITS.fullmatch(text)
    if found and found[1] in boxes:
        return Spot(box=found[1], turn=int(found[2] or 1))
    if not text[:1].isdigit():
        raise GrognardError(f"{text!r} is neither a hex nor one of {', '.join(boxes)}")
    hex_id = board.grid.parse_hex(text)
    if board.is_water(hex_id):
        raise GrognardError(f"{text} is {board.terrain[hex_id]}")
    return Spot(at=hex_id)


def check_stacks(
    source: Source, board: Map, units: Iterable[Standing], stacking: int, place: Place = ("units",)
) -> None:
    """Nobody begins in a hex with more of his side than it holds, nor with an enemy."""
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
