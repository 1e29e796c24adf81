# SPDX-License-Identifier: Apache-2.0
"""Straight lines from centre to centre: what they cross, in order, with every tie reported as a tie.

A line through a corner, or along a hexside from corner to corner, favours no hex; the rules of a game decide
what it then sees. What is crossed depends only on the way from start to end, so it is worked out once for each.
"""

from fractions import Fraction
from functools import cache

import msgspec

from grognard.hexes.grid import SHAPES, Direction, Grid, HexId, Hexside, Orientation, Point

NOWHERE = Point(0, 0)


class Through(msgspec.Struct, frozen=True, tag=True):
    """The line runs through the inside of a hex."""

    hex: HexId


class Across(msgspec.Struct, frozen=True, tag=True):
    """The line crosses a hexside between its ends."""

    hexside: Hexside


class Corner(msgspec.Struct, frozen=True, tag=True):
    """The line passes exactly through the corner of these hexes: three, fewer at the edge of the grid."""

    hexes: tuple[HexId, ...]


class Along(msgspec.Struct, frozen=True, tag=True):
    """The line runs exactly along a hexside, from corner to corner."""

    hexside: Hexside


Segment = Through | Across | Corner | Along


class Line(msgspec.Struct, frozen=True):
    """A line from centre to centre, segment by segment."""

    segments: tuple[Segment, ...]

    @property
    def hexes(self) -> list[HexId]:
        """Return the hexes whose inside the line crosses, both ends included."""
        return [segment.hex for segment in self.segments if isinstance(segment, Through)]

    @property
    def hexsides(self) -> list[Hexside]:
        """Return the hexsides crossed between their ends."""
        return [segment.hexside for segment in self.segments if isinstance(segment, Across)]

    @property
    def hexsides_along(self) -> list[Hexside]:
        """Return the hexsides the line runs along."""
        return [segment.hexside for segment in self.segments if isinstance(segment, Along)]

    @property
    def is_tied(self) -> bool:
        """Return whether the line touches a corner, so that a rule must decide."""
        return any(isinstance(segment, Corner) for segment in self.segments)


class RelativeSegment(msgspec.Struct, frozen=True):
    """One segment in points counted from the start: what it is, and the centres of the hexes concerned."""

    kind: type[Through | Across | Corner | Along]
    points: tuple[Point, ...]


def line(grid: Grid, start: HexId, end: HexId) -> Line:
    """Return the line from the centre of one hex to the centre of another."""
    origin = grid.point(start)
    way = grid.point(end).minus(origin)
    return Line(tuple(_placed(grid, origin, segment) for segment in trace(grid.orientation, way)))


def _placed(grid: Grid, origin: Point, segment: RelativeSegment) -> Segment:
    at_points = [grid.hex_of(origin.plus(point)) for point in segment.points]
    hexes = tuple(hex_id for hex_id in at_points if hex_id is not None)
    if segment.kind is Through:
        return Through(hexes[0])
    if segment.kind is Corner:
        return Corner(tuple(sorted(hexes)))
    way = segment.points[1 - at_points.index(hexes[0])].minus(segment.points[at_points.index(hexes[0])])
    hexside = grid.hexside(hexes[0], Direction(grid.shape.steps.index(way)))
    return Across(hexside) if segment.kind is Across else Along(hexside)


@cache
def trace(orientation: Orientation, way: Point) -> tuple[RelativeSegment, ...]:
    """Walk from hex to hex along a line, leaving each by the hexside, or the corner, that comes first."""
    steps = SHAPES[orientation].steps
    here, segments = NOWHERE, [RelativeSegment(Through, (NOWHERE,))]
    while here != way:
        first, *second = _ways_out(orientation, here, way)
        ahead = here.plus(steps[first])
        if not second:
            segments.append(RelativeSegment(Across, (here, ahead)))
            here = ahead
        else:
            beside = here.plus(steps[second[0]])
            segments.append(RelativeSegment(Corner, (here, ahead, beside)))
            speeds = [_measure(orientation, side, way) for side in (first, second[0])]
            if speeds[0] == speeds[1]:
                here = ahead.plus(steps[second[0]])
                segments += [
                    RelativeSegment(Along, (ahead, beside)),
                    RelativeSegment(Corner, (ahead, beside, here)),
                ]
            else:
                here = ahead if speeds[0] > speeds[1] else beside
        segments.append(RelativeSegment(Through, (here,)))
    return tuple(segments)


def _ways_out(orientation: Orientation, here: Point, way: Point) -> list[int]:
    """Return the direction, or at a corner the two, in which a line leaves a hex."""
    speeds = {side: _measure(orientation, side, way) for side in range(6)}
    times = {
        side: Fraction(2 + _measure(orientation, side, here), speed)
        for side, speed in speeds.items()
        if speed > 0
    }
    soonest = min(times.values())
    return [side for side, time in times.items() if time == soonest]


def _measure(orientation: Orientation, side: int, point: Point) -> int:
    """Return how far out a point lies towards a hexside; the hexside itself is at 2."""
    outward = SHAPES[orientation].outward[side]
    return outward.x * point.x + outward.y * point.y
