# SPDX-License-Identifier: Apache-2.0
"""A map for a terminal: the hexes as they are drawn in its file, then everything with a name."""

from collections.abc import Iterator

from grognard.hexes.chains import chain_text
from grognard.hexes.map import Chain, Map
from grognard.hexes.map_file import SECTIONS
from grognard.hexes.map_text import draw_hexes, hexes_text


def map_listing(board: Map) -> str:
    """Draw a map, with its legend, hexsides, roads and places under it."""
    parts = [board.title + (f", {board.scale}" if board.scale else ""), draw_hexes(board).rstrip()]
    legend = [f"{terrain.code} {terrain.name}" for terrain in board.legend]
    parts.append("\n".join([*_block("Terrain", ["   ".join(legend)]), *_listed(board)]))
    return "\n\n".join(parts) + "\n"


def _listed(board: Map) -> Iterator[str]:
    for kind in dict.fromkeys(chain.kind for chain in board.hexsides):
        yield from _block(f"Hexsides: {kind}", _chains(board, [c for c in board.hexsides if c.kind == kind]))
    for kind in dict.fromkeys(road.kind for road in board.roads):
        roads = [road for road in board.roads if road.kind == kind]
        yield from _block(
            f"Roads: {kind}", [_entry(r.name, " ".join(map(board.grid.hex_name, r.hexes))) for r in roads]
        )
    for section, kind in SECTIONS.items():
        entries = [_entry(place.name, hexes_text(board.grid, place.hexes)) for place in board.places_of(kind)]
        yield from _block(section.capitalize(), entries)
    yield from _block("Lines", _chains(board, list(board.lines)))


def _chains(board: Map, chains: list[Chain]) -> list[str]:
    return [_entry(chain.name, chain_text(board.grid, chain.hexsides)) for chain in chains]


def _entry(name: str, what: str) -> str:
    return f"{name}: {what}"


def _block(heading: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield heading
        yield from (f"  {line}" for line in lines)
