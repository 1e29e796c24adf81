# SPDX-License-Identifier: Apache-2.0
"""Where names go: each in the free place nearest to what it names, so that none covers another or lies under a counter."""

from collections.abc import Iterable, Sequence
from itertools import product
from math import hypot

from grognard.hexes.drawing.boxes import (
    COUNTER,
    HIGH,
    LOW,
    RISE,
    Box,
    Boxes,
    Type,
    around,
    counter_box,
    line_length,
)
from grognard.hexes.drawing.shapes import XY

# How bad it is for a name to cover another or its own counter, a mark or a number, and the counter of another hex;
# each times the part of the name that does, and against how far the place is from the best.
NAME, MARK, OTHERS = 100.0, 8.0, 2.0
# How bad the next best place is: by a hex, along a curve, a step from the middle of an area, a size smaller.
PLACE, ALONG, STEP, SMALLER = 0.03, 0.05, 0.08, 0.5
# How good it is for the name of an area to lie inside it.
INSIDE = 4.0

Spot = tuple[str, float, float]


def spots(size: float) -> tuple[Spot, ...]:
    """Return where a name may stand about the middle of its hex, best first: all are clear of a counter there."""
    below, above = COUNTER + 1 + size * HIGH, -COUNTER - RISE - 2.5 - size * LOW
    beside, level = COUNTER + RISE / 2 + 1.5, size * 0.34
    places: list[Spot] = [("middle", dx, below) for dx in (0, 10, -10, 20, -20)]
    places += [("start", -COUNTER, below), ("end", COUNTER, below)]
    for dy in (level, level + 12, level - 12, level + 22, level - 22):
        places += [("start", beside, dy), ("end", -beside, dy)]
    return (*places, *(("middle", dx, above) for dx in (0, 20, -20)))


class Placer:
    """Puts names one after the other; those that matter most come first."""

    def __init__(self, frame: Box, marks: Iterable[Box] = (), counters: Iterable[Box] = ()) -> None:
        self.frame = frame
        self.marks = Boxes(marks)
        self.counters = Boxes(counters)
        self.names = Boxes()

    def place(self, text: str, type_: Type, about: Sequence[XY]) -> tuple[float, float, str]:
        """Put a name by its hex, or by one of several; return where its baseline is, and which end of it that is."""
        tries = [(x + dx, y + dy, anchor) for anchor, dx, dy in spots(type_.size) for x, y in about]
        boxes = [[type_.box(text, *spot)] for spot in tries]
        own = [counter_box(centre) for centre in about]
        return tries[self._best(boxes, [at * PLACE for at in range(len(tries))], own)]

    def place_inside(
        self, text: str, types: Sequence[Type], home: Sequence[Box]
    ) -> tuple[float, float, Type]:
        """Put a name inside an area, in the largest of some types that has room there; return where its middle is."""
        room = around(home)
        x, y = (room.left + room.right) / 2, (room.top + room.bottom) / 2
        steps = list(product(range(-5, 6), range(-6, 7)))
        tries = [(x + 16 * dx, y + 12 * dy, type_) for type_ in types for dx, dy in steps]
        boxes = [[type_.box(text, x, y)] for x, y, type_ in tries]
        ranks = [STEP * hypot(*step) + SMALLER * at for at in range(len(types)) for step in steps]
        inside = Boxes(home)
        ranks = [
            rank - INSIDE * inside.covered_by(box) / box.area
            for rank, (box,) in zip(ranks, boxes, strict=True)
        ]
        return tries[self._best(boxes, ranks)]

    def place_along(self, text: str, type_: Type, points: Sequence[XY], wanted: float) -> float:
        """Put a name on a curve as near as possible to some part of its length; return the part chosen."""
        end = min(0.5, type_.length(text) / 2 / line_length(points))
        shifts = sorted((step / 40 for step in range(-20, 21)), key=abs)
        parts = [wanted + shift for shift in shifts if end <= wanted + shift <= 1 - end] or [0.5]
        tries = [list(type_.letters(text, points, part)) for part in parts]
        return parts[self._best(tries, [at * ALONG for at in range(len(parts))])]

    def _best(self, tries: Sequence[Sequence[Box]], ranks: Sequence[float], own: Sequence[Box] = ()) -> int:
        """Choose among the places a name could take, and take it."""
        taken = ((NAME, self.names), (NAME, Boxes(own)), (MARK, self.marks), (OTHERS, self.counters))
        costs = [rank + self._cost(boxes, taken) for boxes, rank in zip(tries, ranks, strict=True)]
        best = costs.index(min(costs))
        self.names.add(tries[best])
        return best

    def _cost(self, boxes: Sequence[Box], taken: Sequence[tuple[float, Boxes]]) -> float:
        """Return how bad it is for a name to take some room: one box, or one for every letter."""
        outside = sum(box.area - box.overlap(self.frame) for box in boxes)
        covered = (weight * others.covered_by(box) for weight, others in taken for box in boxes)
        return (MARK * outside + sum(covered)) / sum(box.area for box in boxes)
