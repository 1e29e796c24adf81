"""Where names go: each in the free place nearest to what it names, so that none covers another nor lies under a counter."""

from collections.abc import Iterable, Sequence
from itertools import product
from math import hypot

import numpy as np

from grognard.hexes.drawing.boxes import (
    COUNTER,
    HIGH,
    LOW,
    RISE,
    Box,
    Boxes,
    Type,
    around,
    as_rows,
    counter_box,
    covered,
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
    found: list[Spot] = [("middle", dx, below) for dx in (0, 10, -10, 20, -20)]
    found += [("start", -COUNTER, below), ("end", COUNTER, below)]
    for dy in (level, level + 12, level - 12, level + 22, level - 22):
        found += [("start", beside, dy), ("end", -beside, dy)]
    return (*found, *(("middle", dx, above) for dx in (0, 20, -20)))


class Placer:
    """Puts names one after the other; those that matter most come first."""

    def __init__(self, frame: Box, marks: Iterable[Box] = (), counters: Iterable[Box] = ()) -> None:
        self.frame = as_rows([frame])
        self.marks = as_rows(marks)
        self.counters = as_rows(counters)
        self.names: list[Box] = []

    def place(self, text: str, type_: Type, about: Sequence[XY]) -> tuple[float, float, str]:
        """Put a name by its hex, or by one of several; return where its baseline is, and which end of it that is."""
        tries = [(x + dx, y + dy, anchor) for anchor, dx, dy in spots(type_.size) for x, y in about]
        boxes = [[type_.box(text, *each)] for each in tries]
        own = [counter_box(each) for each in about]
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
        inside = covered(as_rows(box for (box,) in boxes), as_rows(home))
        ranks = [
            rank - INSIDE * part / box.area for rank, part, (box,) in zip(ranks, inside, boxes, strict=True)
        ]
        return tries[self._best(boxes, ranks)]

    def place_along(self, text: str, type_: Type, points: Sequence[XY], wanted: float) -> float:
        """Put a name on a curve as near as may be to some part of its length; return to which part."""
        end = min(0.5, type_.length(text) / 2 / line_length(points))
        shifts = sorted((step / 40 for step in range(-20, 21)), key=abs)
        parts = [wanted + shift for shift in shifts if end <= wanted + shift <= 1 - end] or [0.5]
        tries = [list(type_.letters(text, points, part)) for part in parts]
        return parts[self._best(tries, [at * ALONG for at in range(len(parts))])]

    def _best(self, tries: Sequence[Sequence[Box]], ranks: Sequence[float], own: Sequence[Box] = ()) -> int:
        """Choose among the places a name could take, each of one box or one for every letter, and take it."""
        boxes = as_rows(box for each in tries for box in each)
        areas = np.array([box.area for each in tries for box in each])
        costs = MARK * (areas - covered(boxes, self.frame))
        for weight, taken in (
            (NAME, as_rows([*self.names, *own])),
            (MARK, self.marks),
            (OTHERS, self.counters),
        ):
            costs += weight * covered(boxes, _near(boxes, taken))
        starts = np.cumsum([0, *map(len, tries[:-1])])
        best = int(np.argmin(ranks + np.add.reduceat(costs, starts) / np.add.reduceat(areas, starts)))
        self.names += tries[best]
        return best


def _near(boxes: Boxes, others: Boxes) -> Boxes:
    """Return those of the others that touch the room around some boxes."""
    (left, top), (right, bottom) = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    beside = (others[:, 0] < right) & (others[:, 2] > left)
    near: Boxes = others[beside & (others[:, 1] < bottom) & (others[:, 3] > top)]
    return near
