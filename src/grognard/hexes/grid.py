# SPDX-License-Identifier: Apache-2.0
r"""A sheet of hexes: names, neighbours, hexsides, corners, distances. All exact; only `pixel` is for a screen.

Every centre and every corner has whole coordinates on one lattice, seen here for two flat hexes:

        (-1,-1)-----(1,-1)
         /              \
    (-2,0)    (0,0)    (2,0)-----(4,0)
         \              /          \
         (-1,1)-----(1,1)    (3,1)   (5,1)

Across, a unit is half the side of a hex; down, half its height (for pointy hexes the other way round).
"""

from collections.abc import Iterator
from math import sqrt
from typing import Literal, NamedTuple, NewType

import msgspec

from grognard.charts.cached import cached_property
from grognard.charts.errors import GrognardError, nearest
from grognard.hexes.numbering import Numbering

HexId = NewType("HexId", int)
Direction = NewType("Direction", int)
Hexside = NewType("Hexside", int)

Orientation = Literal["flat", "pointy"]
Shoved = Literal["even", "odd"]

DIRECTIONS: tuple[Direction, ...] = tuple(map(Direction, range(6)))


class Point(NamedTuple):
    """A centre or a corner on the lattice; also the way from one to another."""

    x: int
    y: int

    def plus(self, other: "Point") -> "Point":
        """Return the point that lies so far away."""
        return Point(self.x + other.x, self.y + other.y)

    def minus(self, other: "Point") -> "Point":
        """Return the way from the other point to this one."""
        return Point(self.x - other.x, self.y - other.y)

    @property
    def turned(self) -> "Point":
        """Return the point with across and down exchanged: a flat hex becomes a pointy one."""
        return Point(self.y, self.x)


class Shape(msgspec.Struct, frozen=True):
    """What lies around a hex, clockwise: direction names, ways to the neighbours, corners, and outward measures.

    Hexside d runs from corner d to corner d + 1. A point is beyond hexside d where its measure
    `x * outward[d].x + y * outward[d].y` is more than 2, and on it where that is 2.
    """

    names: tuple[str, ...]
    steps: tuple[Point, ...]
    corners: tuple[Point, ...]
    outward: tuple[Point, ...]


def _points(*pairs: tuple[int, int]) -> tuple[Point, ...]:
    return tuple(Point(*pair) for pair in pairs)


SHAPES: dict[Orientation, Shape] = {
    "flat": Shape(
        names=("N", "NE", "SE", "S", "SW", "NW"),
        steps=_points((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1)),
        corners=_points((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)),
        outward=_points((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
    ),
    "pointy": Shape(
        names=("NE", "E", "SE", "SW", "W", "NW"),
        steps=_points((1, -3), (2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3)),
        corners=_points((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
        outward=_points((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)),
    ),
}


class OffMap(GrognardError):
    """A hex number that is not on the map."""


def opposite(direction: Direction) -> Direction:
    """Return the direction back."""
    return Direction((direction + 3) % 6)


class Grid(msgspec.Struct, frozen=True, dict=True):
    """A rectangle of hexes. Ids run from 0, along each row from the left, row by row from the top.

    `shoved` says which columns of flat hexes stand half a hex lower, or which rows of pointy ones half a hex
    to the right: those printed with even numbers or those with odd. Methods take ids of this grid and do not
    check them; `parse_hex` does.
    """

    columns: int
    rows: int
    orientation: Orientation = "flat"
    shoved: Shoved = "even"
    numbering: Numbering = Numbering()

    # Hexes

    @property
    def size(self) -> int:
        """Return how many hexes there are."""
        return self.columns * self.rows

    @property
    def hexes(self) -> Iterator[HexId]:
        """Yield all hexes."""
        return map(HexId, range(self.size))

    def hex_at(self, column: int, row: int) -> HexId | None:
        """Return the hex at a column and row counted from 0, or None off the grid."""
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return HexId(row * self.columns + column) if inside else None

    def column(self, hex_id: HexId) -> int:
        """Return the column of a hex, counted from 0."""
        return hex_id % self.columns

    def row(self, hex_id: HexId) -> int:
        """Return the row of a hex, counted from 0."""
        return hex_id // self.columns

    def is_shoved(self, line: int) -> bool:
        """Return whether a column (flat) or row (pointy), counted from 0, is shoved."""
        first = self.numbering.first_column if self.orientation == "flat" else self.numbering.first_row
        return (line + first) % 2 == (self.shoved == "odd")

    def is_edge(self, hex_id: HexId) -> bool:
        """Return whether a hex lies on the edge of the grid."""
        return None in self.around[hex_id]

    # Names

    def hex_name(self, hex_id: HexId) -> str:
        """Print the number of a hex."""
        return self.names[hex_id]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the number of every hex."""
        return tuple(self.numbering.hex_name(self.column(hex_id), self.row(hex_id)) for hex_id in self.hexes)

    @cached_property
    def _numbered(self) -> dict[str, HexId]:
        return dict(zip(self.names, self.hexes, strict=True))

    def parse_hex(self, text: str) -> HexId:
        """Read the number of a hex of this grid."""
        known = self._numbered.get(text)
        if known is not None:
            return known
        spot = self.numbering.parse_hex(text)
        hex_id = self.hex_at(*spot) if spot else None
        if hex_id is None:
            wrong = "is off the map, which has" if spot else "is not a hex; there are"
            last = self.numbering.hex_name(self.columns - 1, self.rows - 1)
            raise OffMap(f"{text!r} {wrong} {self.numbering.first} to {last}")
        return hex_id

    def direction_name(self, direction: Direction) -> str:
        """Print a direction: N, NE, SE, S, SW, NW for flat hexes; NE, E, SE, SW, W, NW for pointy ones."""
        return self.shape.names[direction]

    def parse_direction(self, text: str) -> Direction:
        """Read a direction."""
        if text not in self.shape.names:
            raise OffMap(f"{text!r} is not a direction; {nearest(text, self.shape.names)}")
        return Direction(self.shape.names.index(text))

    def hexside_name(self, hexside: Hexside) -> str:
        """Print a hexside as a hex and a direction: `2210 SE`."""
        hex_id, direction = divmod(hexside, 6)
        return f"{self.hex_name(HexId(hex_id))} {self.direction_name(Direction(direction))}"

    def hexside_names(self, hexside: Hexside) -> tuple[str, ...]:
        """Print a hexside as each of its hexes names it."""
        return tuple(
            f"{self.hex_name(hex_id)} {self.direction_name(Direction(self.hexsides(hex_id).index(hexside)))}"
            for hex_id in self.beside(hexside)
        )

    def parse_hexside(self, text: str) -> Hexside:
        """Read a hexside, named from either of its hexes."""
        number, _, direction = text.partition(" ")
        return self.hexside(self.parse_hex(number), self.parse_direction(direction))

    # Neighbours

    @property
    def shape(self) -> Shape:
        """Return what lies around every hex."""
        return SHAPES[self.orientation]

    @cached_property
    def around(self) -> tuple[tuple[HexId | None, ...], ...]:
        """Return for every hex its neighbours by direction, None where the grid ends."""
        return tuple(
            tuple(self.hex_of(self.point(hex_id).plus(step)) for step in self.shape.steps)
            for hex_id in self.hexes
        )

    def neighbour(self, hex_id: HexId, direction: Direction) -> HexId | None:
        """Return the hex in a direction, if it is on the grid."""
        return self.around[hex_id][direction]

    @cached_property
    def _neighbours(self) -> tuple[tuple[HexId, ...], ...]:
        return tuple(tuple(there for there in hexes if there is not None) for hexes in self.around)

    def neighbours(self, hex_id: HexId) -> tuple[HexId, ...]:
        """Return the neighbours on the grid, clockwise."""
        return self._neighbours[hex_id]

    def direction(self, start: HexId, end: HexId) -> Direction | None:
        """Return the direction from a hex to its neighbour, or None if they are not neighbours."""
        around = self.around[start]
        return Direction(around.index(end)) if end in around else None

    # Hexsides

    @cached_property
    def _hexsides(self) -> tuple[tuple[Hexside, ...], ...]:
        """The six hexsides of every hex: each is counted with the first of the hexes beside it."""
        return tuple(
            tuple(
                Hexside(here * 6 + side if there is None or here < there else there * 6 + opposite(side))
                for side, there in zip(DIRECTIONS, hexes, strict=True)
            )
            for here, hexes in zip(self.hexes, self.around, strict=True)
        )

    def hexside(self, hex_id: HexId, direction: Direction) -> Hexside:
        """Return a hexside; both hexes beside it give the same."""
        return self._hexsides[hex_id][direction]

    def hexside_between(self, one: HexId, other: HexId) -> Hexside | None:
        """Return the hexside between two neighbours."""
        direction = self.direction(one, other)
        return None if direction is None else self.hexside(one, direction)

    def hexsides(self, hex_id: HexId) -> tuple[Hexside, ...]:
        """Return the six hexsides of a hex, clockwise."""
        return self._hexsides[hex_id]

    def beside(self, hexside: Hexside) -> tuple[HexId, ...]:
        """Return the two hexes beside a hexside; one at the edge of the grid."""
        hex_id, direction = HexId(hexside // 6), Direction(hexside % 6)
        beyond = self.neighbour(hex_id, direction)
        return (hex_id,) if beyond is None else (hex_id, beyond)

    def ends(self, hexside: Hexside) -> tuple[Point, Point]:
        """Return the two corners a hexside runs between."""
        corners = self.corners(HexId(hexside // 6))
        return corners[hexside % 6], corners[(hexside + 1) % 6]

    # Measures

    def point(self, hex_id: HexId) -> Point:
        """Return the centre of a hex on the lattice."""
        row, column = divmod(hex_id, self.columns)
        if self.orientation == "flat":
            return Point(3 * column, 2 * row + self.is_shoved(column))
        return Point(2 * column + self.is_shoved(row), 3 * row)

    def hex_of(self, point: Point) -> HexId | None:
        """Return the hex with its centre at a point, if there is one on the grid."""
        along, across = point if self.orientation == "flat" else point.turned
        line, rest = divmod(along, 3)
        place, odd = divmod(across - self.is_shoved(line), 2)
        if rest or odd:
            return None
        return self.hex_at(line, place) if self.orientation == "flat" else self.hex_at(place, line)

    def corners(self, hex_id: HexId) -> tuple[Point, ...]:
        """Return the six corners of a hex, clockwise; hexside d runs from corner d to corner d + 1."""
        centre = self.point(hex_id)
        return tuple(centre.plus(corner) for corner in self.shape.corners)

    @cached_property
    def _lines(self) -> tuple[tuple[int, int], ...]:
        """The column of every flat hex, or the row of every pointy one, and how far along it the centre lies."""
        points = map(self.point, self.hexes)
        turned = points if self.orientation == "flat" else (point.turned for point in points)
        return tuple((point.x // 3, point.y) for point in turned)

    def distance(self, one: HexId, other: HexId) -> int:
        """Return how many steps lie between two hexes."""
        here, along = self._lines[one]
        there, farther = self._lines[other]
        lines = abs(here - there)
        return lines + max(0, (abs(along - farther) - lines) // 2)

    def ring(self, hex_id: HexId, distance: int) -> list[HexId]:
        """Return the hexes on the grid at exactly this distance, clockwise from the first direction."""
        if distance == 0:
            return [hex_id]
        point = self.point(hex_id)
        steps = self.shape.steps
        for _ in range(distance):
            point = point.plus(steps[0])
        ring: list[HexId] = []
        for side in range(6):
            for _ in range(distance):
                if (here := self.hex_of(point)) is not None:
                    ring.append(here)
                point = point.plus(steps[(side + 2) % 6])
        return ring

    def within(self, hex_id: HexId, distance: int) -> list[HexId]:
        """Return the hexes on the grid at this distance or nearer, nearest first."""
        return [there for radius in range(distance + 1) for there in self.ring(hex_id, radius)]

    def pixel(self, point: Point, side: float) -> tuple[float, float]:
        """Return where a centre or corner is drawn when a hexside is so long and the first centre at 0, 0."""
        half, height = side / 2, side * sqrt(3) / 2
        scale = (half, height) if self.orientation == "flat" else (height, half)
        return point.x * scale[0], point.y * scale[1]
