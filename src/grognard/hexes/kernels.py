# SPDX-License-Identifier: Apache-2.0
"""The compiled searches behind `grognard.hexes.paths`. Importing this loads numba, so it waits for the first search.

A kernel writes to the scratch it is given and to nothing else, and what it returns is its own: threads that search at once each
bring their own. Rows of the scratch are stamped with the number of the search and never cleared. The interpreter's lock is
still held: a search takes microseconds, and a thread that lets go of the lock may wait milliseconds to get it back.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[np.int32]
F = TypeVar("F", bound=Callable[..., object])

# What a hex is marked with.
CLOSED = 1
STOP = 2
LOCKED = 4
CROWDED = 8
SOURCE = 16
MINIMUM = 32
OFF_ROAD = 64
FIRST = 128

# The columns of the scratch: when a hex was seen, what it cost, by which direction, its place among the settled;
# when it was marked, and how.
SEEN, COST, VIA, PLACE, MARKED, ENTER, LEAVE, BITS = range(8)
LAST_STAMP = 2**31 - 1


def compiled(function: F) -> F:
    """Compile a kernel, kept on disk for the next run where there is a place to keep it."""
    try:
        return cast("F", njit(cache=True)(function))
    except RuntimeError:
        # Neither the package nor the user's cache folder is writable: compile in every run.
        return cast("F", njit(function))


@compiled
def next_stamp(scratch: Ints, clock: Ints) -> int:
    """Begin a search."""
    if clock[0] == LAST_STAMP:
        scratch[:, SEEN] = 0
        scratch[:, MARKED] = 0
        clock[0] = 0
    clock[0] += 1
    return int(clock[0])


@compiled
def put_marks(scratch: Ints, stamp: int, marks: Ints) -> None:
    """Mark hexes; of several marks on one hex the dearest cost counts, and all bits hold."""
    for at in range(marks.shape[0]):
        row = scratch[marks[at, 0]]
        if row[MARKED] != stamp:
            row[MARKED] = stamp
            row[ENTER] = row[LEAVE] = row[BITS] = 0
        row[ENTER] = max(row[ENTER], marks[at, 1])
        row[LEAVE] = max(row[LEAVE], marks[at, 2])
        row[BITS] |= marks[at, 3]


@compiled
def put_crowded(scratch: Ints, stamp: int, crowded: Ints) -> None:
    """Mark hexes that may be passed but not ended on."""
    for at in range(crowded.size):
        row = scratch[crowded[at]]
        if row[MARKED] != stamp:
            row[MARKED] = stamp
            row[ENTER] = row[LEAVE] = row[BITS] = 0
        row[BITS] |= CROWDED


@compiled
def bits_of(scratch: Ints, stamp: int, hex_id: int) -> int:
    """Return the marks of a hex."""
    return int(scratch[hex_id, BITS]) if scratch[hex_id, MARKED] == stamp else 0


@compiled
def next_to(  # noqa: PLR0913, PLR0917 - compiled code takes arguments in order
    neighbours: Ints, steps: Ints, start: int, scratch: Ints, stamp: int, order: Ints, count: int
) -> int:
    """Add the neighbours that were too dear, for rules that always allow one step; return how many hexes there are now."""
    shut = CLOSED | bits_of(scratch, stamp, start) & LOCKED
    for side in range(6):
        there = neighbours[start, side]
        if there < 0 or scratch[there, SEEN] == stamp:
            continue
        bits = bits_of(scratch, stamp, there)
        if not bits & shut and steps[start, side + 6 if bits & OFF_ROAD else side] >= 0:
            order[count] = there
            count += 1
    return count


@compiled
def rows(  # noqa: PLR0913, PLR0917 - compiled code takes arguments in order
    scratch: Ints, stamp: int, order: Ints, settled: int, count: int, budget: int
) -> tuple[Ints, int]:
    """Return four rows: the hexes reached, what each costs, the place of the one it is reached from, its marks.

    With them goes how many of the hexes are crowded.
    """
    result = np.empty((4, count), np.int32)
    crowded = 0
    for at in range(count):
        here = order[at]
        result[0, at] = here
        result[3, at] = bits_of(scratch, stamp, here)
        if result[3, at] & CROWDED:
            crowded += 1
        if at < settled:
            result[1, at] = scratch[here, COST]
            result[2, at] = scratch[scratch[here, VIA], PLACE] if at else -1
        else:
            result[1, at], result[2, at] = budget, 0
            result[3, at] |= MINIMUM
    return result, crowded


@compiled
def front_marks(hexes: Ints, zone: int, enter: int, leave: int) -> Ints:
    """Return the marks of a zone of control, whose hexes come first, and of units in the way."""
    marks = np.zeros((hexes.size, 4), np.int32)
    for at in range(hexes.size):
        marks[at, 0] = hexes[at]
        if at < zone:
            marks[at, 1], marks[at, 2] = enter, leave
        else:
            marks[at, 3] = CLOSED
    return marks


@compiled
def supply_marks(hexes: Ints, sources: int) -> Ints:
    """Return the marks of sources, which come first, and of hexes closed to supply."""
    marks = np.zeros((hexes.size, 4), np.int32)
    for at in range(hexes.size):
        marks[at, 0] = hexes[at]
        marks[at, 3] = SOURCE if at < sources else CLOSED
    return marks


@compiled
def spread(  # noqa: C901, PLR0913, PLR0917 - one loop, compiled as a whole
    neighbours: Ints,
    steps: Ints,
    scratch: Ints,
    queue: Ints,
    order: Ints,
    clock: Ints,
    start: int,
    budget: int,
    marks: Ints,
    crowded: Ints,
    minimum: bool,  # noqa: FBT001 - compiled code takes arguments in order
) -> tuple[Ints, int]:
    """Search outward by cost with a bucket for every cost up to the budget, and return `rows`, cheapest first.

    `steps` has for every hex six costs, then six for steps into a hex where the road does not count.
    """
    stamp = next_stamp(scratch, clock)
    put_marks(scratch, stamp, marks)
    put_crowded(scratch, stamp, crowded)
    heads = np.full(budget + 1, -1, np.int32)
    heads[0] = 0
    queue[0, 0], queue[0, 1] = start, -1
    scratch[start, SEEN], scratch[start, COST] = stamp, 0
    scratch[start, VIA] = scratch[start, PLACE] = -1
    queued, count = 1, 0
    for bucket in range(budget + 1):
        while heads[bucket] >= 0:
            entry = heads[bucket]
            heads[bucket] = queue[entry, 1]
            here = queue[entry, 0]
            if scratch[here, COST] != bucket or scratch[here, PLACE] >= 0:
                continue
            scratch[here, PLACE] = count
            order[count] = here
            count += 1
            bits = bits_of(scratch, stamp, here)
            if bits & STOP and here != start:
                continue
            leaving = bucket + (scratch[here, LEAVE] if scratch[here, MARKED] == stamp else 0)
            shut = CLOSED | bits & LOCKED | (0 if here == start else FIRST)
            for side in range(6):
                there, cost = neighbours[here, side], steps[here, side]
                if there < 0:
                    continue
                total = leaving
                if scratch[there, MARKED] == stamp:
                    if scratch[there, BITS] & shut:
                        continue
                    if scratch[there, BITS] & OFF_ROAD:
                        cost = steps[here, side + 6]
                    total += scratch[there, ENTER]
                total += cost
                if cost < 0 or total > budget:
                    continue
                if scratch[there, SEEN] != stamp:
                    scratch[there, SEEN] = stamp
                    scratch[there, PLACE] = -1
                elif total >= scratch[there, COST]:
                    continue
                scratch[there, COST] = total
                scratch[there, VIA] = here
                queue[queued, 0], queue[queued, 1] = there, heads[total]
                heads[total] = queued
                queued += 1
    more = next_to(neighbours, steps, start, scratch, stamp, order, count) if minimum else count
    return rows(scratch, stamp, order, count, more, budget)


@compiled
def trace(  # noqa: PLR0913, PLR0917 - compiled code takes arguments in order
    neighbours: Ints, costs: Ints, start: int, marks: Ints, scratch: Ints, order: Ints, clock: Ints
) -> tuple[bool, Ints]:
    """Search outward by steps for the nearest source that is not closed.

    Return the path to it; or if there is none, the closed hexes beside those that could be reached.
    """
    stamp = next_stamp(scratch, clock)
    put_marks(scratch, stamp, marks)
    order[0], count, walls = start, 1, 0
    scratch[start, SEEN], scratch[start, VIA], scratch[start, COST] = stamp, -1, 0
    at = 0
    while at < count:
        here = order[at]
        at += 1
        if scratch[here, MARKED] == stamp and scratch[here, BITS] & SOURCE:
            path = np.empty(scratch[here, COST] + 1, np.int32)
            for step in range(path.size - 1, -1, -1):
                path[step] = here
                here = scratch[here, VIA]
            return True, path
        for side in range(6):
            there = neighbours[here, side]
            if there < 0 or costs[here, side] < 0 or scratch[there, SEEN] == stamp:
                continue
            scratch[there, SEEN] = stamp
            scratch[there, VIA] = here
            scratch[there, COST] = scratch[here, COST] + 1
            if scratch[there, MARKED] == stamp and scratch[there, BITS] & CLOSED:
                walls += 1
                order[order.size - walls] = there
            else:
                order[count] = there
                count += 1
    return False, order[order.size - walls :].copy()


@compiled
def lengths(  # noqa: PLR0913, PLR0917 - compiled code takes arguments in order
    neighbours: Ints, costs: Ints, marks: Ints, scratch: Ints, order: Ints, clock: Ints
) -> Ints:
    """Search outward by steps from every source at once; return how many steps each hex is from the nearest one.

    A closed hex may end a path but not continue it; -1 means that there is none.
    """
    stamp = next_stamp(scratch, clock)
    put_marks(scratch, stamp, marks)
    steps = np.full(neighbours.shape[0], -1, np.int32)
    count = 0
    for mark in range(marks.shape[0]):
        here = marks[mark, 0]
        if marks[mark, 3] & SOURCE and steps[here] < 0:
            steps[here] = 0
            order[count] = here
            count += 1
    at = 0
    while at < count:
        here = order[at]
        at += 1
        if bits_of(scratch, stamp, here) & CLOSED:
            continue
        for side in range(6):
            there = neighbours[here, side]
            # The path leads the other way: to the source.
            if there >= 0 and steps[there] < 0 and costs[there, (side + 3) % 6] >= 0:
                steps[there] = steps[here] + 1
                order[count] = there
                count += 1
    return steps
