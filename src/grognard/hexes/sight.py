# SPDX-License-Identifier: Apache-2.0
"""What a line of sight crosses: the hexsides step by step, and the hexes between. Geometry with no rules in it.

Games draw the line in one of two ways:

- `straight`: from centre to centre. Every hexside crossed is a step. A line through the corner of three hexes takes one
  step there, and touches all three hexsides that meet in it. A line along a hexside takes a step into it, where it
  touches two hexsides of the hex it leaves; a step that is this hexside; and a step out of it.
- `paths`: from hex to hex as a unit would walk, by all shortest ways at once. CourseStep k is every hexside that one of them
  crosses as its k-th.

A tie is not decided here: wherever a line touches several hexsides in a step, or several hexes, all of them count.
Only hexsides between two hexes of the map do. What is crossed depends on the way from start to end alone.
"""

from functools import cache
from itertools import combinations
from typing import Literal, NamedTuple

import msgspec

from grognard.hexes.grid import SHAPES, Direction, Grid, HexId, Hexside, Orientation, Point
from grognard.hexes.lines import NOWHERE, Across, Along, Corner, RelativeSegment, trace

Method = Literal["straight", "paths"]


class Side(NamedTuple):
    """A hexside, by the centre of a hex counted from the start and a direction."""

    hex: Point
    direction: Direction


class CourseStep(msgspec.Struct, frozen=True):
    """A step of a way: every hexside it may be said to cross; tied where it is not simply one."""

    sides: tuple[Side, ...]
    is_tied: bool


class Course(msgspec.Struct, frozen=True):
    """What lies on a way: its steps, and the hexes between start and end."""

    steps: tuple[CourseStep, ...]
    between: tuple[Point, ...]


class Crossing(msgspec.Struct, frozen=True):
    """A step of a line on a map, with its hexsides between two hexes of the map; tied as it would be in mid-map."""

    hexsides: tuple[Hexside, ...]
    is_tied: bool


@cache
def course(orientation: Orientation, way: Point, method: Method = "straight") -> Course:
    """Return what lies on a way from the centre of a hex to that of another."""
    if way == NOWHERE:
        return Course((), ())
    steps = _straight(orientation, way) if method == "straight" else _paths(orientation, way)
    ways = SHAPES[orientation].steps
    sides = [side for step in steps for side in step.sides]
    beside = [point for side in sides for point in (side.hex, side.hex.plus(ways[side.direction]))]
    return Course(steps, tuple(point for point in dict.fromkeys(beside) if point not in {NOWHERE, way}))


def crossings(grid: Grid, start: HexId, end: HexId, method: Method = "straight") -> tuple[Crossing, ...]:
    """Return what a line crosses, step by step from the start."""
    origin = grid.point(start)
    route = course(grid.orientation, grid.point(end).minus(origin), method)
    return tuple(Crossing(tuple(_placed(grid, origin, step.sides)), step.is_tied) for step in route.steps)


def hexes_between(grid: Grid, start: HexId, end: HexId, method: Method = "straight") -> tuple[HexId, ...]:
    """Return the hexes that a line runs through or touches, without its ends, in order from the start."""
    origin = grid.point(start)
    route = course(grid.orientation, grid.point(end).minus(origin), method)
    hexes = (grid.hex_of(origin.plus(point)) for point in route.between)
    return tuple(hex_id for hex_id in hexes if hex_id is not None)


def _placed(grid: Grid, origin: Point, sides: tuple[Side, ...]) -> list[Hexside]:
    """Put hexsides where they belong, without those that lack a hex of the map on either side."""
    hexes = [(grid.hex_of(origin.plus(side.hex)), side.direction) for side in sides]
    return [
        grid.hexside(here, direction)
        for here, direction in hexes
        if here is not None and grid.neighbour(here, direction) is not None
    ]


def _straight(orientation: Orientation, way: Point) -> tuple[CourseStep, ...]:
    """Take a step for each segment of a straight line that is not the inside of a hex."""
    segments = trace(orientation, way)
    return tuple(
        CourseStep(_touched(orientation, before, segment, after), segment.kind is not Across)
        for before, segment, after in zip(segments, segments[1:], segments[2:], strict=False)
        if len(segment.points) > 1
    )


def _touched(
    orientation: Orientation, before: RelativeSegment, segment: RelativeSegment, after: RelativeSegment
) -> tuple[Side, ...]:
    """Return the hexsides of one segment. At a corner, the one that the line runs along is a step of its own."""
    along = [other.points for other in (before, after) if segment.kind is Corner and other.kind is Along]
    pairs = [pair for pair in combinations(segment.points, 2) if pair not in along]
    return tuple(_between(orientation, one, other) for one, other in pairs)


def _between(orientation: Orientation, one: Point, other: Point) -> Side:
    return Side(one, Direction(SHAPES[orientation].steps.index(other.minus(one))))


def _paths(orientation: Orientation, way: Point) -> tuple[CourseStep, ...]:
    """Follow all shortest ways: each is so many steps in one direction and so many in the next, in any order."""
    (first, firsts), (second, seconds) = _legs(orientation, way)
    one, other = SHAPES[orientation].steps[first], SHAPES[orientation].steps[second]
    steps: list[list[Side]] = [[] for _ in range(firsts + seconds)]
    for a in range(firsts + 1):
        for b in range(seconds + 1):
            here = Point(a * one.x + b * other.x, a * one.y + b * other.y)
            if a < firsts:
                steps[a + b].append(Side(here, first))
            if b < seconds:
                steps[a + b].append(Side(here, second))
    return tuple(CourseStep(tuple(sides), len(sides) > 1) for sides in steps)


def _legs(orientation: Orientation, way: Point) -> list[tuple[Direction, int]]:
    """Return the two neighbouring directions a way is made of, and how many steps it takes in each."""
    steps = SHAPES[orientation].steps
    for first in range(6):
        second = (first + 1) % 6
        one, other = steps[first], steps[second]
        area = _area(one, other)
        counts = _area(way, other) // area, _area(one, way) // area
        if counts[0] > 0 and counts[1] >= 0:
            return [(Direction(first), counts[0]), (Direction(second), counts[1])]
    raise ValueError(f"{way} leads from no hex to another")


def _area(one: Point, other: Point) -> int:
    """Return the area between two ways, negative if the second lies on the other side."""
    return one.x * other.y - one.y * other.x
