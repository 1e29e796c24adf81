# SPDX-License-Identifier: Apache-2.0
"""Print a map as the file it is loaded from: drawn, listed, and equal when loaded again."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from grognard.hexes.chains import chain_text
from grognard.hexes.grid import Grid, HexId
from grognard.hexes.load_map import block
from grognard.hexes.map import Chain, Map
from grognard.hexes.map_file import SECTIONS
from grognard.hexes.map_table import draw_table


def map_text(board: Map) -> str:
    """Print a whole map file."""
    drawing = draw_hexes(board)
    parts = [
        "".join(_entries(_head(board))) + f'hexes = """\n{drawing}"""\n',
        _section("grid", _grid(board.grid)),
        _section("terrain", ((terrain.code, terrain.name) for terrain in board.legend)),
        _section("water", board.water.items()),
        *(_section(f"hexsides.{kind}", _chains(board, kept)) for kind, kept in _by_kind(board.hexsides)),
        *(
            _section(f"roads.{_key(kind)}", _roads(board, kind))
            for kind in dict.fromkeys(r.kind for r in board.roads)
        ),
        *(_section(section, _places(board, kind)) for section, kind in SECTIONS.items()),
        _section("lines", _chains(board, board.lines)),
    ]
    return "\n".join(part for part in parts if part)


def draw_hexes(board: Map) -> str:
    """Draw the hexes of a map by the codes of its legend."""
    return draw_table(board.grid, terrain_codes(board))


def terrain_codes(board: Map) -> list[str]:
    """Return the code of every hex."""
    codes = {terrain.name: terrain.code for terrain in board.legend}
    return [codes[name] for name in board.terrain]


def draw_part(board: Map, marks: Mapping[HexId, str], width: int, margin: int = 2) -> str:
    """Draw the part of a map around some marks, no wider than a number of characters.

    A mark replaces the code of its hex. If the marks lie too far apart, the part begins with the leftmost.
    """
    grid = board.grid
    codes = [marks.get(HexId(at), code) for at, code in enumerate(terrain_codes(board))]
    if not marks:
        return draw_table(grid, codes)
    columns = _stretch(map(grid.column, marks), grid.columns, margin)
    rows = _stretch(map(grid.row, marks), grid.rows, margin)
    drawn = draw_table(grid, codes, columns, rows)
    while len(columns) > 1 and max(map(len, drawn.splitlines())) > width:
        columns = range(columns.start, columns.stop - 1)
        drawn = draw_table(grid, codes, columns, rows)
    return drawn


def _stretch(places: Iterable[int], end: int, margin: int) -> range:
    numbers = list(places)
    return range(max(0, min(numbers) - margin), min(end, max(numbers) + margin + 1))


def hexes_text(grid: Grid, hexes: tuple[HexId, ...]) -> str:
    """Print hexes one by one, or a block of them by its corners."""
    if len(hexes) > 2 and list(hexes) == block(grid, hexes[0], hexes[-1]):
        return f"{grid.hex_name(hexes[0])}..{grid.hex_name(hexes[-1])}"
    return " ".join(map(grid.hex_name, hexes))


def _head(board: Map) -> Iterator[tuple[str, object]]:
    yield "title", board.title
    if board.scale:
        yield "scale", board.scale
    if board.about:
        yield "about", board.about
    if board.barriers:
        yield "barriers", list(board.barriers)


def _grid(grid: Grid) -> Iterator[tuple[str, object]]:
    yield "columns", grid.columns
    yield "rows", grid.rows
    yield "orientation", grid.orientation
    yield "shoved", grid.shoved
    yield "first", grid.numbering.first
    yield "order", grid.numbering.order


def _by_kind(chains: tuple[Chain, ...]) -> list[tuple[str, list[Chain]]]:
    kinds = dict.fromkeys(chain.kind for chain in chains)
    return [(_key(kind), [chain for chain in chains if chain.kind == kind]) for kind in kinds]


def _chains(board: Map, chains: Iterable[Chain]) -> Iterator[tuple[str, object]]:
    named: dict[str, list[str]] = {}
    for chain in chains:
        named.setdefault(chain.name, []).append(chain_text(board.grid, chain.hexsides))
    for name, texts in named.items():
        yield name, texts[0] if len(texts) == 1 else texts


def _roads(board: Map, kind: str) -> Iterator[tuple[str, object]]:
    named: dict[str, list[str]] = {}
    for road in board.roads:
        if road.kind == kind:
            named.setdefault(road.name, []).append(" ".join(map(board.grid.hex_name, road.hexes)))
    for name, texts in named.items():
        yield name, texts[0] if len(texts) == 1 else texts


def _places(board: Map, kind: str) -> Iterator[tuple[str, object]]:
    for place in board.places:
        if place.kind == kind:
            yield place.name, hexes_text(board.grid, place.hexes)


def _section(name: str, entries: Iterable[tuple[str, object]]) -> str:
    lines = "".join(_entries(entries))
    return f"[{name}]\n{lines}" if lines else ""


def _entries(entries: Iterable[tuple[str, object]]) -> Iterator[str]:
    for key, value in entries:
        yield f"{_key(key)} = {json.dumps(value, ensure_ascii=False)}\n"


def _key(name: str) -> str:
    """Print a key, quoted if need be. Text quoted for JSON is quoted for TOML too."""
    return name if re.fullmatch(r"[\w-]+", name, re.ASCII) else json.dumps(name, ensure_ascii=False)
