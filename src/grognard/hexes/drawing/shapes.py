# SPDX-License-Identifier: Apache-2.0
"""Outlines and curves: hexes joined into areas, chains of hexsides and roads into lines, corners rounded off.

A curve runs from the middle of one hexside to the middle of the next and bends towards the corner between them,
so that it stays beside the hexsides it stands for.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from math import atan2, degrees, hypot

from grognard.hexes.chains import corners_along
from grognard.hexes.grid import DIRECTIONS, Grid, HexId, Hexside, Point, opposite

SIDE = 36.0
XY = tuple[float, float]
# How far a bar along a hexside ends from its corner, in parts of the hexside.
BAR = 0.13
# Where along a hexside the teeth of a slope stand, and how long they are; how far a bridge goes to either side.
TEETH = (0.2, 0.4, 0.6, 0.8)
TOOTH = 8.0
SPAN = 9.0


class Sketch:
    """Turns parts of a grid into the path data of SVG."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def xy(self, point: Point) -> XY:
        """Return where a centre or a corner is drawn."""
        return self.grid.pixel(point, SIDE)

    def centre(self, hex_id: HexId) -> XY:
        """Return where the middle of a hex is drawn."""
        return self.xy(self.grid.point(hex_id))

    def hexagon(self, hex_id: HexId) -> str:
        """Return the outline of one hex."""
        return "M" + "L".join(spot(self.xy(corner)) for corner in self.grid.corners(hex_id)) + "Z"

    def hexsides(self, hexsides: Iterable[Hexside]) -> str:
        """Return hexsides as straight strokes."""
        ends = (self.grid.ends(hexside) for hexside in hexsides)
        return "".join(f"M{spot(self.xy(one))}L{spot(self.xy(two))}" for one, two in ends)

    def bar(self, hexside: Hexside) -> str:
        """Return a hexside as a straight stroke that ends a little short of its corners."""
        one, two = (self.xy(corner) for corner in self.grid.ends(hexside))
        return f"M{spot(_between(one, two, BAR))}L{spot(_between(two, one, BAR))}"

    def teeth(self, hexside: Hexside, low: HexId) -> str:
        """Return short strokes from a hexside into the hex beside it to which the ground falls."""
        one, two = (self.xy(corner) for corner in self.grid.ends(hexside))
        down = self.towards(halfway(one, two), self.centre(low), TOOTH)
        x, y = down[0] - (one[0] + two[0]) / 2, down[1] - (one[1] + two[1]) / 2
        feet = (_between(one, two, part) for part in TEETH)
        return "".join(f"M{spot(foot)}l{spot((x, y))}" for foot in feet)

    def across(self, hexside: Hexside) -> str:
        """Return a short stroke over the middle of a hexside, from the one hex beside it into the other."""
        one, two = (self.xy(corner) for corner in self.grid.ends(hexside))
        middle_x, middle_y = halfway(one, two)
        x, y = (two[1] - one[1]) / SIDE * SPAN, (one[0] - two[0]) / SIDE * SPAN
        return f"M{spot((middle_x - x, middle_y - y))}L{spot((middle_x + x, middle_y + y))}"

    def area(self, hexes: Collection[HexId]) -> str:
        """Return the rounded outline of hexes taken together; at the edge of the grid it stays sharp."""
        return "".join(self._loop(loop) for loop in self._loops(set(hexes)))

    def chain(self, hexsides: Sequence[Hexside], water: Collection[HexId] = ()) -> str:
        """Return a chain of hexsides as a curve from its first corner to its last, and on into any water there."""
        corners = corners_along(self.grid, hexsides)
        before, after = self._into(corners[0], water), self._into(corners[-1], water)
        return curve([*before, *map(self.xy, corners), *after])

    def _into(self, corner: Point, water: Collection[HexId]) -> list[XY]:
        """Return a place a little way from a corner into a water hex that has it, if one has."""
        ways = (corner.minus(offset) for offset in self.grid.shape.corners)
        wet = [hex_id for way in ways if (hex_id := self.grid.hex_of(way)) in water and hex_id is not None]
        return [self.towards(self.xy(corner), self.centre(wet[0]), SIDE * 0.3)[:2]] if wet else []

    def road(self, hexes: Sequence[HexId]) -> str:
        """Return a road as a curve through its hexes; one that ends at the edge of the grid runs on to it."""
        before, after = self._beyond(hexes[:2]), self._beyond(hexes[:-3:-1])
        return _through([*before, *map(self.centre, hexes), *after])

    def _beyond(self, hexes: Sequence[HexId]) -> list[XY]:
        """Return where a road that comes from the second of two hexes leaves the grid by the first, if it does."""
        if len(hexes) < 2:
            return []
        here, before = hexes
        back = self.grid.direction(here, before)
        if back is None or self.grid.neighbour(here, opposite(back)) is not None:
            return []
        return [_between(self.centre(here), self.centre(before), -0.5)]

    def guide(self, hexsides: Sequence[Hexside]) -> list[XY]:
        """Return the bends of a gentler curve along a chain, for text to stand on."""
        corners = [self.xy(corner) for corner in corners_along(self.grid, hexsides)]
        reach = max(1, min(3, len(corners) // 4))
        return [middle(corners[max(0, at - reach) : at + reach + 1]) for at in range(len(corners))]

    @staticmethod
    def towards(here: XY, there: XY, distance: float) -> tuple[float, float, float]:
        """Go some way from one place towards another; return where that is, and the angle of an arrow back."""
        x, y = there[0] - here[0], there[1] - here[1]
        length = hypot(x, y)
        angle = degrees(atan2(-x, y))
        return here[0] + x / length * distance, here[1] + y / length * distance, angle

    def _loops(self, hexes: set[HexId]) -> list[list[tuple[Point, bool]]]:
        """Return closed outlines: each corner with whether the side that follows it lies on the edge of the grid."""
        after: dict[Point, tuple[Point, bool]] = {}
        for hex_id in hexes:
            corners = self.grid.corners(hex_id)
            for side in DIRECTIONS:
                beyond = self.grid.neighbour(hex_id, side)
                if beyond not in hexes:
                    after[corners[side]] = corners[(side + 1) % 6], beyond is None
        loops: list[list[tuple[Point, bool]]] = []
        while after:
            corner = next(iter(after))
            loop: list[tuple[Point, bool]] = []
            while corner in after:
                following, edge = after.pop(corner)
                loop.append((corner, edge))
                corner = following
            loops.append(loop)
        return loops

    def _loop(self, loop: list[tuple[Point, bool]]) -> str:
        corners = [self.xy(corner) for corner, _ in loop]
        parts = [f"M{spot(halfway(corners[-1], corners[0]))}"]
        for at, corner in enumerate(corners):
            middle = halfway(corner, corners[(at + 1) % len(corners)])
            sharp = loop[at][1] or loop[at - 1][1]
            parts.append(f"L{spot(corner)}L{spot(middle)}" if sharp else f"Q{spot(corner)} {spot(middle)}")
        return "".join(parts) + "Z"


def curve(points: list[XY]) -> str:
    """Run from the first point to the last, bending at each between."""
    parts = [f"M{spot(points[0])}"]
    for one, two in pairwise(points[1:]):
        parts.append(f"Q{spot(one)} {spot(two if two == points[-1] else halfway(one, two))}")
    if len(points) == 2:
        parts.append(f"L{spot(points[1])}")
    return "".join(parts)


def _through(points: list[XY]) -> str:
    """Draw a curve through every point, turning at each as gently as its neighbours allow."""
    parts = [f"M{spot(points[0])}"]
    for at, (one, two) in enumerate(pairwise(points)):
        before, after = points[max(0, at - 1)], points[min(len(points) - 1, at + 2)]
        leave = one[0] + (two[0] - before[0]) / 6, one[1] + (two[1] - before[1]) / 6
        arrive = two[0] - (after[0] - one[0]) / 6, two[1] - (after[1] - one[1]) / 6
        parts.append(f"C{spot(leave)} {spot(arrive)} {spot(two)}")
    return "".join(parts)


def _between(one: XY, two: XY, part: float) -> XY:
    """Return the place so far on the way from one to the other."""
    return one[0] + (two[0] - one[0]) * part, one[1] + (two[1] - one[1]) * part


def spot(xy: XY) -> str:
    """Write a place to a tenth of a pixel."""
    return f"{xy[0]:.1f} {xy[1]:.1f}"


def middle(places: Sequence[XY]) -> XY:
    """Return the middle of some places."""
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def halfway(one: XY, two: XY) -> XY:
    """Return the middle between two places."""
    return (one[0] + two[0]) / 2, (one[1] + two[1]) / 2


def groups(grid: Grid, hexes: Collection[HexId]) -> list[set[HexId]]:
    """Split hexes into connected groups."""
    left = set(hexes)
    parts: list[set[HexId]] = []
    while left:
        group, fresh = set[HexId](), {min(left)}
        while fresh:
            group |= fresh
            left -= fresh
            fresh = {near for hex_id in fresh for near in grid.neighbours(hex_id) if near in left}
        parts.append(group)
    return parts


def courses(grid: Grid, hexes: Collection[HexId]) -> list[list[HexId]]:
    """Split hexes into lines of neighbours, each from an end or a fork to the next; a ring ends where it began."""
    near = {
        hex_id: [other for other in grid.neighbours(hex_id) if other in hexes] for hex_id in sorted(hexes)
    }
    ends = [hex_id for hex_id, others in near.items() if len(others) != 2]
    walked: set[tuple[HexId, HexId]] = set()
    steps = ((start, following) for start in [*ends, *near] for following in near[start])
    return [_course(near, *step, walked) for step in steps if step not in walked]


def _course(
    near: dict[HexId, list[HexId]], start: HexId, following: HexId, walked: set[tuple[HexId, HexId]]
) -> list[HexId]:
    line = [start, following]
    walked |= {(start, following), (following, start)}
    while len(near[line[-1]]) == 2 and line[-1] != start:
        (there,) = [other for other in near[line[-1]] if other != line[-2]]
        walked |= {(line[-1], there), (there, line[-1])}
        line.append(there)
    return line
