# SPDX-License-Identifier: Apache-2.0
"""The room things take on a drawing: a line of text, the letters along a curve, a counter."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot

import msgspec

from grognard.hexes.drawing.shapes import XY

# Half a counter, and how far a stack of three rises above one.
COUNTER, RISE = 20.0, 7.0
# How far letters rise above the line and hang below it, and how wide one is, as parts of the type size.
HIGH, LOW, WIDE = 0.74, 0.22, 0.57
# The side of the squares by which boxes are found.
CELL = 48.0
# How far over its curve a text along it stands.
OVER = 9.0


class Box(msgspec.Struct, frozen=True):
    """A rectangle on the drawing."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        """Return its area."""
        return (self.right - self.left) * (self.bottom - self.top)

    def has(self, place: XY) -> bool:
        """Return whether a place lies in it."""
        return self.left <= place[0] <= self.right and self.top <= place[1] <= self.bottom

    def overlap(self, other: "Box") -> float:
        """Return the area that two boxes have in common."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across * down if across > 0 and down > 0 else 0.0


class Boxes:
    """Boxes indexed by where they lie, so that each is compared with its neighbours alone."""

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        self._cells: dict[tuple[int, int], list[Box]] = {}
        self.add(boxes)

    def add(self, boxes: Iterable[Box]) -> None:
        """Add some more."""
        for box in boxes:
            for cell in _cells(box):
                self._cells.setdefault(cell, []).append(box)

    def covered_by(self, box: Box) -> float:
        """Return the area that a box has in common with all of these."""
        near = {id(other): other for cell in _cells(box) for other in self._cells.get(cell, ())}
        return sum(map(box.overlap, near.values()))


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    """Yield the squares of the drawing that a box touches."""
    down = range(int(box.top // CELL), int(box.bottom // CELL) + 1)
    for x in range(int(box.left // CELL), int(box.right // CELL) + 1):
        for y in down:
            yield x, y


def around(boxes: Iterable[Box]) -> Box:
    """Return the box around some boxes."""
    lefts, tops, rights, bottoms = zip(*map(msgspec.structs.astuple, boxes), strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


class Type(msgspec.Struct, frozen=True):
    """How a name is set: the size of its letters, and how much wider than plain ones they run."""

    size: float
    wide: float = 1.0

    def length(self, text: str) -> float:
        """Return about how long a text is."""
        return len(text) * self.size * WIDE * self.wide

    def box(self, text: str, x: float, y: float, anchor: str = "middle") -> Box:
        """Return about how much room a text takes, from its baseline."""
        room = self.length(text)
        left = {"middle": x - room / 2, "start": x, "end": x - room}[anchor]
        return Box(left, y - self.size * HIGH, left + room, y + self.size * LOW)

    def letters(self, text: str, points: Sequence[XY], part: float) -> Iterator[Box]:
        """Yield the boxes of the letters of a text whose middle is at some part of a curve's length."""
        whole, pitch = line_length(points), self.length(text) / len(text)
        half = self.size * (HIGH - LOW)
        for at in range(len(text)):
            (x, y), (dx, dy) = _at(points, whole * part + (at - (len(text) - 1) / 2) * pitch)
            x, y = x + dy * (OVER + half / 2), y - dx * (OVER + half / 2)
            yield Box(x - pitch / 2, y - half, x + pitch / 2, y + half)


def counter_box(centre: XY) -> Box:
    """Return the room of a counter, or a stack of three, that stands in a hex."""
    x, y = centre
    return Box(x - COUNTER - RISE / 2, y - COUNTER - RISE, x + COUNTER + RISE / 2, y + COUNTER)


def line_length(points: Sequence[XY]) -> float:
    """Return how long a line through points is."""
    return sum(hypot(two[0] - one[0], two[1] - one[1]) for one, two in pairwise(points))


def _at(points: Sequence[XY], distance: float) -> tuple[XY, XY]:
    """Return the place at a distance along a line from its start, and the way it runs there."""
    here, way = points[0], (1.0, 0.0)
    for one, two in pairwise(points):
        length = hypot(two[0] - one[0], two[1] - one[1]) or 1.0
        way = (two[0] - one[0]) / length, (two[1] - one[1]) / length
        here = one[0] + way[0] * distance, one[1] + way[1] * distance
        if distance <= length:
            break
        distance -= length
    return here, way
