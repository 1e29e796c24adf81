# SPDX-License-Identifier: Apache-2.0
"""Chains of hexsides, such as rivers: written short, joined corner to corner.

`2210 SE S, 2311 NW` is three hexsides: two of hex 2210 and one of hex 2311, each joining on to the one before.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from grognard.hexes.grid import Direction, Grid, HexId, Hexside, Point


def chain_text(grid: Grid, hexsides: Sequence[Hexside]) -> str:
    """Print a chain, naming each hex once for as many hexsides as follow one another around it."""
    parts: list[str] = []
    at = 0
    while at < len(hexsides):
        hex_id, run = max(
            ((hex_id, _run(grid, hex_id, hexsides[at:])) for hex_id in grid.beside(hexsides[at])),
            key=lambda candidate: candidate[1],
        )
        names = [
            grid.direction_name(_direction(grid, hex_id, hexside)) for hexside in hexsides[at : at + run]
        ]
        parts.append(" ".join([grid.hex_name(hex_id), *names]))
        at += run
    return ", ".join(parts)


def _run(grid: Grid, hex_id: HexId, hexsides: Sequence[Hexside]) -> int:
    """Count how many of the following hexsides belong to a hex."""
    return next(
        (at for at, hexside in enumerate(hexsides) if hex_id not in grid.beside(hexside)), len(hexsides)
    )


def _direction(grid: Grid, hex_id: HexId, hexside: Hexside) -> Direction:
    return Direction(grid.hexsides(hex_id).index(hexside))


def corners_along(grid: Grid, hexsides: Sequence[Hexside]) -> list[Point]:
    """Return the corners a sound chain runs through, from its beginning to its end."""
    ends = [grid.ends(hexside) for hexside in hexsides]
    if len(ends) < 2:
        return [corner for pair in ends for corner in pair]
    start = ends[0][0] if ends[0][1] in ends[1] else ends[0][1]
    corners = [start]
    for one, other in ends:
        corners.append(other if corners[-1] == one else one)
    return corners


def breaks(grid: Grid, hexsides: Sequence[Hexside]) -> Iterator[tuple[Hexside, str]]:
    """Name every hexside that does not join on to the one before it, with what is wrong."""
    came: Point | None = None
    for before, here in pairwise(hexsides):
        shared = set(grid.ends(before)) & set(grid.ends(here))
        if len(shared) != 1:
            joining = ", ".join(_joining(grid, before, came))
            yield here, f"does not join on to the hexside before it; these do: {joining}"
            came = None
            continue
        (corner,) = shared
        if corner == came:
            yield here, "turns back from the hexside before it; a branch is a chain of its own"
        came = corner


def _joining(grid: Grid, before: Hexside, came: Point | None) -> list[str]:
    """Name the hexsides with which a chain may go on after one that it came to from a corner, if that is known."""
    ends = set(grid.ends(before)) - {came}
    near = {
        hexside
        for at in grid.beside(before)
        for there in (at, *grid.neighbours(at))
        for hexside in grid.hexsides(there)
    }
    return sorted(grid.hexside_name(hexside) for hexside in near - {before} if ends & set(grid.ends(hexside)))
