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


Piece = Through | Across | Corner | Along


class Line(msgspec.Struct, frozen=True):
    """A line from centre to centre, piece by piece."""

    pieces: tuple[Piece, ...]

    @property
    def hexes(self) -> list[HexId]:
        """Return the hexes whose inside the line crosses, both ends included."""
        return [piece.hex for piece in self.pieces if isinstance(piece, Through)]

    @property
    def hexsides(self) -> list[Hexside]:
        """Return the hexsides crossed between their ends."""
        return [piece.hexside for piece in self.pieces if isinstance(piece, Across)]

    @property
    def hexsides_along(self) -> list[Hexside]:
        """Return the hexsides the line runs along."""
        return [piece.hexside for piece in self.pieces if isinstance(piece, Along)]

    @property
    def is_tied(self) -> bool:
        """Say whether the line touches a corner, so that a rule must decide."""
        return any(isinstance(piece, Corner) for piece in self.pieces)


class Ahead(msgspec.Struct, frozen=True):
    """One piece in points counted from the start: what it is, and the centres of the hexes concerned."""

    kind: type[Through | Across | Corner | Along]
    points: tuple[Point, ...]


def line(grid: Grid, start: HexId, end: HexId) -> Line:
    """Return the line from the centre of one hex to the centre of another."""
    origin = grid.point(start)
    way = grid.point(end).minus(origin)
    return Line(tuple(_placed(grid, origin, piece) for piece in trace(grid.orientation, way)))


def _placed(grid: Grid, origin: Point, piece: Ahead) -> Piece:
    found = [grid.hex_of(origin.plus(point)) for point in piece.points]
    hexes = tuple(each for each in found if each is not None)
    if piece.kind is Through:
        return Through(hexes[0])
    if piece.kind is Corner:
        return Corner(tuple(sorted(hexes)))
    way = piece.points[1 - found.index(hexes[0])].minus(piece.points[found.index(hexes[0])])
    hexside = grid.hexside(hexes[0], Direction(grid.shape.steps.index(way)))
    return Across(hexside) if piece.kind is Across else Along(hexside)


@cache
def trace(orientation: Orientation, way: Point) -> tuple[Ahead, ...]:
    """Walk from hex to hex along a line, leaving each by the hexside, or the corner, that comes first."""
    steps = SHAPES[orientation].steps
    here, pieces = NOWHERE, [Ahead(Through, (NOWHERE,))]
    while here != way:
        first, *second = _ways_out(orientation, here, way)
        ahead = here.plus(steps[first])
        if not second:
            pieces.append(Ahead(Across, (here, ahead)))
            here = ahead
        else:
            beside = here.plus(steps[second[0]])
            pieces.append(Ahead(Corner, (here, ahead, beside)))
            speeds = [_measure(orientation, each, way) for each in (first, second[0])]
            if speeds[0] == speeds[1]:
                here = ahead.plus(steps[second[0]])
                pieces += [Ahead(Along, (ahead, beside)), Ahead(Corner, (ahead, beside, here))]
            else:
                here = ahead if speeds[0] > speeds[1] else beside
        pieces.append(Ahead(Through, (here,)))
    return tuple(pieces)


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
