# SPDX-License-Identifier: Apache-2.0
"""A rectangle cut out of a map: a map of its own, whose hexes keep their numbers."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import TypeVar

from msgspec.structs import replace

from grognard.hexes.grid import DIRECTIONS, Grid, Hexside
from grognard.hexes.map import Chain, Map, NamedPlace, Road

T = TypeVar("T")


def part_of(board: Map, left: int, top: int, columns: int, rows: int) -> Map:
    """Cut out so many columns and rows, from a column and row counted from 0; all of them must be on the map.

    Roads and rivers that leave the rectangle and come back become several; a place keeps the hexes it has inside.
    """
    grid = _grid(board.grid, left, top, columns, rows)
    hexes = {board.grid.parse_hex(grid.hex_name(hex_id)): hex_id for hex_id in grid.hexes}
    sides = {
        board.grid.hexside(old, way): grid.hexside(new, way)
        for old, new in hexes.items()
        for way in DIRECTIONS
    }
    return replace(
        board,
        grid=grid,
        terrain=tuple(board.terrain[old] for old in hexes),
        hexsides=tuple(piece for chain in board.hexsides for piece in _chains(chain, sides)),
        lines=tuple(piece for chain in board.lines for piece in _chains(chain, sides)),
        roads=tuple(
            Road(road.kind, road.name, run)
            for road in board.roads
            for run in _runs(road.hexes, hexes)
            if len(run) > 1
        ),
        places=tuple(
            NamedPlace(place.kind, place.name, inside)
            for place in board.places
            if (inside := tuple(hexes[hex_id] for hex_id in place.hexes if hex_id in hexes))
        ),
    )


def _grid(whole: Grid, left: int, top: int, columns: int, rows: int) -> Grid:
    numbering = replace(
        whole.numbering,
        first_column=whole.numbering.first_column + left,
        first_row=whole.numbering.first_row + top,
    )
    return Grid(columns, rows, whole.orientation, whole.shoved, numbering)


def _chains(chain: Chain, sides: Mapping[Hexside, Hexside]) -> Iterable[Chain]:
    return (Chain(chain.kind, chain.name, run) for run in _runs(chain.hexsides, sides))


def _runs(whole: Iterable[T], inside: Mapping[T, T]) -> list[tuple[T, ...]]:
    """Split a chain into the pieces of it that lie inside, by their new names."""
    parts = groupby(whole, key=inside.__contains__)
    return [tuple(inside[item] for item in part) for is_inside, part in parts if is_inside]
