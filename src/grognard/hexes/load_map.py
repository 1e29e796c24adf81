# SPDX-License-Identifier: Apache-2.0
"""Load a map file strictly: every fault is found, with its line and hex, before any is raised."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from grognard.charts.errors import GrognardError, nearest
from grognard.charts.files import KeyPath, Source
from grognard.hexes.grid import Grid, HexId, Hexside
from grognard.hexes.map import Chain, Map, NamedPlace, Road, Terrain
from grognard.hexes.map_checks import find_faults
from grognard.hexes.map_file import SECTIONS, Chains, MapFile
from grognard.hexes.map_table import read_table

# Where the next entry of a file begins.
NEXT = re.compile(r"\s*(\[[^,]*\]\s*$|[\w\"'][^,]*=)")
CODE = re.compile(r"""[^\s|"'\\]{1,2}""")


def load_map(path: Path) -> Map:
    """Read and check a map file."""
    source = Source(path)
    board = _Reader(source, source.fill(MapFile, source.data())).map()
    for finding in find_faults(board) if board else ():
        note(source, finding.place, finding.at, finding.what)
    source.stop_if_faulty()
    assert board is not None  # noqa: S101 - a file without faults gives a map
    return board


def note(source: Source, place: KeyPath, names: tuple[str, ...], what: str) -> None:
    """Note a fault by the name that the entry itself uses, on the line where that stands."""
    section, *words = map(str, place)
    kind = {"hexsides": "", "roads": "", "lines": "line", **SECTIONS}.get(section, section)
    spots = [(_line(source, place, name), name) for name in names]
    line, name = next((spot for spot in spots if spot[0]), (0, names[0]))
    source.fault(place, what, line, f"{' '.join(filter(None, [kind, *words]))}, {name}")


def _line(source: Source, place: KeyPath, name: str) -> int:
    """Return the line of an entry, which may run over several, on which it names a hex or hexside."""
    opened = source.lines.of(place)
    number, _, side = name.partition(" ")
    named = re.escape(number) + (rf"(?:\s+[NESW]+)*\s+{side}" if side else "")
    for further, text in enumerate(source.text.split("\n")[max(opened - 1, 0) :]):
        if further and NEXT.match(text):
            break
        if re.search(rf"(?<!\w){named}(?!\w)", text):
            return opened + further
    return 0


class _Reader:
    """Turns the sections of a file into the parts of a map; what cannot be read is noted and left out."""

    def __init__(self, source: Source, file: MapFile) -> None:
        self.source = source
        self.file = file

    def map(self) -> Map | None:
        """Put the map together; None if there is no grid."""
        grid = self.file.grid.grid()
        if isinstance(grid, str):
            self.source.fault(("grid",), grid)
            return None
        self.grid = grid
        legend = tuple(self._legend())
        table = read_table(
            self.source, grid, {terrain.code: terrain.name for terrain in legend}, self.file.hexes
        )
        return Map(
            title=self.file.title,
            scale=self.file.scale,
            about=self.file.about,
            grid=grid,
            legend=legend,
            terrain=table,
            barriers=tuple(self.file.barriers),
            hexsides=tuple(self._features()),
            roads=tuple(self._roads()),
            places=tuple(self._places()),
            lines=tuple(self._chains(("lines",), "line", self.file.lines)),
        )

    def _legend(self) -> Iterator[Terrain]:
        names: dict[str, str] = {}
        for code, name in self.file.terrain.items():
            if not CODE.fullmatch(code):
                self.source.fault(
                    ("terrain", code),
                    f"{code!r} is no code; use one or two characters, no space, quote, \\ or |",
                )
            if name in names:
                self.source.fault(("terrain", code), f"{name} has the code {names[name]!r} already")
            names[name] = code
            yield Terrain(code, name, self.file.water.get(name, ""))
        for name, sides in self.file.water.items():
            if name not in names:
                self.source.fault(("water", name), f"is no terrain; {nearest(name, list(names))}")
            if not sides:
                self.source.fault(
                    ("water", name), "needs the name of the feature its sides have, such as sea"
                )

    def _features(self) -> Iterator[Chain]:
        for kind, named in _tables(self.file.hexsides):
            yield from self._chains(("hexsides", kind), kind, named)

    def _chains(self, place: KeyPath, kind: str, named: Mapping[str, Chains]) -> Iterator[Chain]:
        for name, texts in named.items():
            for text in [texts] if isinstance(texts, str) else texts:
                hexsides = tuple(self._hexsides((*place, name), text))
                if not text.split():
                    self.source.fault((*place, name), "has no hexside; write such as 2210 SE S, 2311 NW")
                yield Chain(kind, name, hexsides)

    def _hexsides(self, place: KeyPath, text: str) -> Iterator[Hexside]:
        hex_id: HexId | None = None
        number = ""
        for word in re.split(r"[\s,]+", text.strip(" ,\n")):
            if word[:1].isdigit():
                hex_id, number = self._hex(place, word), word
            elif word in self.grid.shape.names and number:
                if hex_id is not None:
                    yield self.grid.hexside(hex_id, self.grid.parse_direction(word))
            elif word:
                names = ", ".join(self.grid.shape.names)
                self._fault(place, number or word, f"{word!r} is neither a hex nor one of its sides {names}")

    def _roads(self) -> Iterator[Road]:
        for kind, named in _tables(self.file.roads):
            for name, texts in named.items():
                for text in [texts] if isinstance(texts, str) else texts:
                    place = ("roads", kind, name)
                    hexes = tuple(self._hexes(place, text))
                    if len(text.split()) < 2:
                        self.source.fault(place, "needs at least two hexes")
                    yield Road(kind, name, hexes)

    def _places(self) -> Iterator[NamedPlace]:
        for section, kind in SECTIONS.items():
            for name, text in getattr(self.file, section).items():
                hexes = tuple(self._hexes((section, name), text))
                if not text.split():
                    self.source.fault((section, name), "has no hex")
                for twice in dict.fromkeys(hex_id for hex_id in hexes if hexes.count(hex_id) > 1):
                    self._fault((section, name), self.grid.hex_name(twice), "stands here twice")
                yield NamedPlace(kind, name, hexes)

    def _hexes(self, place: KeyPath, text: str) -> Iterator[HexId]:
        """Read hexes one by one; `0101..0109` is every hex of the block between these corners."""
        for word in re.split(r"[\s,]+", text.strip(" ,\n")):
            if word:
                ends = [self._hex(place, end) for end in word.split("..", 1)]
                corners = [end for end in ends if end is not None]
                if len(corners) == len(ends):
                    yield from block(self.grid, corners[0], corners[-1])

    def _hex(self, place: KeyPath, text: str) -> HexId | None:
        try:
            return self.grid.parse_hex(text)
        except GrognardError as error:
            self._fault(place, text, str(error).removeprefix(f"{text!r} "))
            return None

    def _fault(self, place: KeyPath, at: str, what: str) -> None:
        note(self.source, place, (at,), what)


def block(grid: Grid, one: HexId, other: HexId) -> list[HexId]:
    """Return every hex in the columns and rows from one hex to another, row by row."""
    columns = sorted((grid.column(one), grid.column(other)))
    rows = sorted((grid.row(one), grid.row(other)))
    return [
        HexId(row * grid.columns + column)
        for row in range(rows[0], rows[1] + 1)
        for column in range(columns[0], columns[1] + 1)
    ]


def _tables(named: Mapping[str, Mapping[str, Chains]]) -> list[tuple[str, Mapping[str, Chains]]]:
    """Return the sections that are tables; others have been noted, and are empty texts."""
    return [(kind, table) for kind, table in named.items() if table]
