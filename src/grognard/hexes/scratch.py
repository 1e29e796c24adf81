# SPDX-License-Identifier: Apache-2.0
"""Working space for the compiled searches: one for each thread and size of grid, made at the first search."""

import threading
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]


class Scratch(NamedTuple):
    """What a search writes to: rows by hex, stamped with the number of the search; a queue; an order; the last number."""

    rows: Ints
    queue: Ints
    order: Ints
    clock: Ints


class _Mine(threading.local):
    """The working space of one thread, by the size of the grid."""

    def __init__(self) -> None:
        self.by_size: dict[int, Scratch] = {}


_MINE = _Mine()


def scratch_for(size: int) -> Scratch:
    """Return this thread's working space for grids of a size: no two searches at once write to the same."""
    mine = _MINE.by_size
    scratch = mine.get(size)
    if scratch is None:
        rows, queue = np.zeros((size, 8), np.int32), np.empty((6 * size + 1, 2), np.int32)
        scratch = mine[size] = Scratch(rows, queue, np.empty(size, np.int32), np.zeros(1, np.int32))
    return scratch
