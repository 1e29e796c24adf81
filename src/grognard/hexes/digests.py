# SPDX-License-Identifier: Apache-2.0
"""Lines of sight by the thousand: a short digest of each line, by which a game's table is looked up. No rules in it.

Symbols are bits, up to eight of them, on hexsides and on hexes. A digest says where on a line each symbol lies, line
and steps being those of `grognard.hexes.sight`; of n steps, those up to (n + 1) / 2 are the near half, counted from
the start, and the far half is its mirror: what lies exactly midway is in both.

`digest` does it for one line, in plain Python; `digests_from` for all lines from a hex and `all_digests` for a whole map are compiled.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from grognard.hexes.grid import DIRECTIONS, Grid, HexId, Hexside, Orientation, Point
from grognard.hexes.paths import Ints
from grognard.hexes.sight import Method, course, crossings, hexes_between

if TYPE_CHECKING:
    from types import ModuleType

Bits = NDArray[np.uint8]
Whole = NDArray[np.int_]
# The seventh layer of symbols, after those of the six directions, is that of the hexes themselves.
HEXES = 6
LARGEST = 255
# Where on a line a symbol may lie.
Part = Literal["anywhere", "twice", "first", "last", "near", "far"]


class Digest(msgspec.Struct, frozen=True):
    """Where on a line symbols lie: at any step, in two steps or more, in which part of it; and on the hexes between."""

    anywhere: int
    twice: int
    first: int
    last: int
    near: int
    far: int
    between: int


class Digests(msgspec.Struct, frozen=True, eq=False):
    """The digests of many lines, part by part: of all lines from one hex, or from every hex of a map.

    The first index of `ends` and of every part says the way, in the order of `ways`. Of a whole map line and place
    follow: column and row of flat hexes, row and column of pointy ones. `ends` has the hex a line leads to; where
    that would be off the map it is -1, and every part is 0.
    """

    ways: tuple[Point, ...]
    ends: Ints
    anywhere: Bits
    twice: Bits
    first: Bits
    last: Bits
    near: Bits
    far: Bits
    between: Bits


class Symbols:
    """What lies on the hexsides and hexes of a grid, as bits. Made once, shared, never changed."""

    def __init__(
        self, grid: Grid, sides: Mapping[Hexside, int], hexes: Mapping[HexId, int] | None = None
    ) -> None:
        """Take the bits of every hexside and hex that has any."""
        self.grid = grid
        self.sides = dict(sides)
        self.hexes = dict(hexes or {})
        if not all(0 <= bits <= LARGEST for bits in (*self.sides.values(), *self.hexes.values())):
            raise ValueError("there are eight symbols, so that bits go from 0 to 255")
        self._layers: dict[int, Bits] = {}

    def layers(self, margin: int) -> Bits:
        """Return the bits by direction, with even and odd lines apart so that each way leads equally far from all.

        Around the map there is room for lines that leave it.
        """
        if margin not in self._layers:
            lines, places = _shape(self.grid)
            layers = np.zeros((7, 2, (lines + 1) // 2 + margin + 2, places + 2 * margin), np.uint8)
            for here in self.grid.hexes:
                line, place = _place(self.grid, here)
                at = line % 2, line // 2 + margin // 2 + 1, place + margin
                layers[:, *at] = [*self._around(here), self.hexes.get(here, 0)]
            self._layers[margin] = layers
        return self._layers[margin]

    def _around(self, here: HexId) -> Iterator[int]:
        """Return the bits of a hex's six sides; a side at the edge of the map is never crossed."""
        for direction in DIRECTIONS:
            inside = self.grid.neighbour(here, direction) is not None
            yield self.sides.get(self.grid.hexside(here, direction), 0) if inside else 0


def steps_of(part: Part, steps: int) -> range:
    """Return which of so many steps, counted from 0, make up a part of a line; `twice` is looked for in all of them."""
    half = (steps + 1) // 2
    match part:
        case "first":
            return range(min(1, steps))
        case "last":
            return range(max(0, steps - 1), steps)
        case "near":
            return range(half)
        case "far":
            return range(steps - half, steps)
        case _:
            return range(steps)


def digest(symbols: Symbols, start: HexId, end: HexId, method: Method = "straight") -> Digest:
    """Digest one line."""
    lines = crossings(symbols.grid, start, end, method)
    steps = [_union(symbols.sides.get(hexside, 0) for hexside in step.hexsides) for step in lines]
    between = hexes_between(symbols.grid, start, end, method)

    def union(part: Part) -> int:
        return _union(steps[at] for at in steps_of(part, len(steps)))

    return Digest(
        anywhere=union("anywhere"),
        twice=_union(bits & _union(steps[:at]) for at, bits in enumerate(steps)),
        first=union("first"),
        last=union("last"),
        near=union("near"),
        far=union("far"),
        between=_union(symbols.hexes.get(hex_id, 0) for hex_id in between),
    )


def _union(bits: Iterable[int]) -> int:
    return reduce(or_, bits, 0)


def digests_from(symbols: Symbols, start: HexId, distance: int, method: Method = "straight") -> Digests:
    """Digest the lines from a hex to every hex within a distance, itself left out."""
    ahead = _ahead(symbols.grid.orientation, distance, method)
    line, place = _place(symbols.grid, start)
    parts = _kernels().digests_from(*_given(symbols, distance, ahead), line, place)
    ends = _ends(symbols.grid, ahead.ends, np.array([line]), np.array([place]))[:, 0, 0]
    parts[:, ends < 0] = 0
    return Digests(ahead.ways, ends, *parts)


def all_digests(symbols: Symbols, distance: int, method: Method = "straight") -> Digests:
    """Digest the lines from every hex of a map to every hex within a distance."""
    ahead = _ahead(symbols.grid.orientation, distance, method)
    parts = _kernels().digests(*_given(symbols, distance, ahead), *_shape(symbols.grid))
    return Digests(ahead.ways, _all_ends(symbols.grid, distance), *parts)


@cache
def _kernels() -> "ModuleType":
    """Load the compiled digests at first use, since loading takes a while."""
    from grognard.hexes import digest_kernels  # noqa: PLC0415 - see above

    return digest_kernels


def _given(symbols: Symbols, distance: int, ahead: "_Ahead") -> tuple[object, ...]:
    """Return the first arguments of both kernels."""
    layers = symbols.layers(distance)
    flat = layers.reshape(7, 2, -1)
    shoved = int(symbols.grid.is_shoved(0))
    return flat, layers.shape[3], distance, ahead.ends, ahead.begins, ahead.touched, shoved


@lru_cache(maxsize=4)
def _all_ends(grid: Grid, distance: int) -> Ints:
    ahead = _ahead(grid.orientation, distance, "straight").ends
    lines, places = _shape(grid)
    ends = _ends(grid, ahead, np.arange(lines), np.arange(places))
    ends.setflags(write=False)
    return ends


def _ends(grid: Grid, ahead: Ints, lines: Whole, places: Whole) -> Ints:
    """Return the hex every way leads to from these lines and places, -1 off the map."""
    lower = np.array([grid.is_shoved(line) for line in lines.tolist()], np.intp)
    line = lines[:, None] + ahead[:, 0, None, None]
    place = places + ahead[:, 1:][:, lower][:, :, None]
    inside = (line >= 0) & (line < _shape(grid)[0]) & (place >= 0) & (place < _shape(grid)[1])
    column, row = (line, place) if grid.orientation == "flat" else (place, line)
    return np.where(inside, row * grid.columns + column, -1).astype(np.int32)


class _Ahead(msgspec.Struct, frozen=True, eq=False):
    """All ways within a distance, for the kernel.

    `ends` has for each way how many lines ahead it leads, and how many places from a line that is not shoved and from
    one that is. From row `begins` on, `touched` has what it touches: step, layer of symbols, and where, as in `ends`;
    the hexes between come last, as step 0.
    """

    ways: tuple[Point, ...]
    ends: Ints
    begins: Ints
    touched: Ints


@cache
def _ahead(orientation: Orientation, distance: int, method: Method) -> _Ahead:
    ways = _ways(orientation, distance)
    rows: list[list[tuple[int, ...]]] = []
    for way in ways:
        route = course(orientation, way, method)
        sides = [(at + 1, side) for at, step in enumerate(route.steps) for side in step.sides]
        rows.append(
            [(step, side.direction, *_offset(orientation, side.hex)) for step, side in sides]
            + [(0, HEXES, *_offset(orientation, point)) for point in route.between]
        )
    return _Ahead(
        ways=ways,
        ends=np.array([_offset(orientation, way) for way in ways], np.int32).reshape(-1, 3),
        begins=np.cumsum([0, *map(len, rows)], dtype=np.int32),
        touched=np.array([touch for row in rows for touch in row], np.int32).reshape(-1, 5),
    )


def _ways(orientation: Orientation, distance: int) -> tuple[Point, ...]:
    """Return the ways to every hex within a distance, nearest first: those from the middle of a grid that holds them all."""
    grid = Grid(2 * distance + 1, 2 * distance + 1, orientation)
    middle = HexId(grid.size // 2)
    origin = grid.point(middle)
    return tuple(grid.point(hex_id).minus(origin) for hex_id in grid.within(middle, distance)[1:])


def _shape(grid: Grid) -> tuple[int, int]:
    """Return how many lines of hexes there are, and how many places in each."""
    return (grid.columns, grid.rows) if grid.orientation == "flat" else (grid.rows, grid.columns)


def _place(grid: Grid, hex_id: HexId) -> tuple[int, int]:
    """Return the line a hex is in, and its place there."""
    column, row = grid.column(hex_id), grid.row(hex_id)
    return (column, row) if grid.orientation == "flat" else (row, column)


def _offset(orientation: Orientation, way: Point) -> tuple[int, int, int]:
    """Return how many lines ahead a way leads, and how many places: from a line not shoved, and from a shoved one."""
    along, across = way if orientation == "flat" else way.turned
    line = along // 3
    odd = line % 2
    return line, (across - odd) // 2, (across + odd) // 2
