# SPDX-License-Identifier: Apache-2.0
"""What every step on a grid costs one class of units."""

from collections.abc import Callable, Iterable
from copy import copy
from fractions import Fraction
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from grognard.charts.cached import cached_property
from grognard.hexes.grid import DIRECTIONS, Direction, Grid, HexId, opposite
from grognard.hexes.scratch import scratch_for

if TYPE_CHECKING:
    from types import ModuleType

Ints = NDArray[np.int32]
StepCost = Callable[[HexId, Direction, HexId], int]

SCALE = 12
PROHIBITED = -1


@cache
def points(value: int | Fraction | str) -> int:
    """Return movement points as twelfths; a value that is not a whole number of them is refused.

    >>> points(1), points("1/2"), points(Fraction(1, 3))
    (12, 6, 4)
    """
    scaled = Fraction(value) * SCALE
    if scaled.denominator != 1:
        raise ValueError(f"{value} movement points are not a whole number of twelfths")
    return scaled.numerator


def ids(hexes: Ints) -> list[HexId]:
    """Return hexes from a search as ids."""
    hex_ids: list[HexId] = hexes.tolist()
    return hex_ids


@cache
def load_kernels() -> "ModuleType":
    """Load the compiled searches at first use, since loading takes a while."""
    from grognard.hexes import kernels  # noqa: PLC0415 - see above

    return kernels


Search = Callable[[HexId, int, Ints, Ints, bool], tuple[Ints, int]]


class Searches(dict[int, Search]):
    """The search for one class of units, by the thread that searches: each has working space of its own.

    A search takes a hex, a budget, marks, crowded hexes, and whether one step may be taken anyway. It returns the four rows
    of what was found, and how many of the hexes can only be passed.
    """

    def __init__(self, neighbours: Ints, steps: Ints) -> None:
        """Take the neighbours of every hex, and what steps to them cost on the road and off it."""
        super().__init__()
        self._arrays = neighbours, steps

    def __missing__(self, thread: int) -> Search:
        scratch = scratch_for(len(self._arrays[0]))
        search: Search = partial(load_kernels().spread, *self._arrays, *scratch)
        self[thread] = search
        return search


class Ways:
    """What every step on a grid costs one class of units. Made once, shared, never changed."""

    def __init__(self, grid: Grid, cost: StepCost, off_road: StepCost | None = None) -> None:
        """Ask `cost` for every step from a hex in a direction to its neighbour; PROHIBITED where there is none.

        `off_road` says what steps cost into hexes where the road does not count, if there are any.
        """
        self.grid = grid
        around = [[-1 if hex_id is None else hex_id for hex_id in hexes] for hexes in grid.around]
        self.neighbours: Ints = np.array(around, np.int32).reshape(grid.size, 6)
        self.costs = _costs(grid, cost)
        self.off_road = self.costs if off_road is None else _costs(grid, off_road)
        for array in (self.neighbours, self.costs, self.off_road):
            array.setflags(write=False)

    def anew(self, hexes: Iterable[HexId], cost: StepCost) -> "Ways":
        """Return the same ways, but with every step from or into some hexes asked for again, on the road and off it."""
        changed = copy(self)
        for name in ("spread", "open_around"):
            changed.__dict__.pop(name, None)  # what was derived from the old costs
        changed.costs = self.costs.copy()
        for here in hexes:
            for side, there in zip(DIRECTIONS, self.grid.around[here], strict=True):
                if there is not None:
                    changed.costs[here, side] = cost(here, side, there)
                    changed.costs[there, opposite(side)] = cost(there, opposite(side), here)
        changed.costs.setflags(write=False)
        changed.off_road = changed.costs
        return changed

    @cached_property
    def spread(self) -> "Searches":
        """The search from a hex with a budget, past marks and crowded hexes; by thread."""
        return Searches(self.neighbours, np.hstack((self.costs, self.off_road)))

    def step_cost(self, here: HexId, there: HexId, *, off_road: bool = False) -> int | None:
        """Return what the step between two neighbours costs, or None if there is no way."""
        side = self.grid.direction(here, there)
        costs = self.off_road if off_road else self.costs
        cost = PROHIBITED if side is None else int(costs[here, side])
        return None if cost == PROHIBITED else cost

    @cached_property
    def open_around(self) -> tuple[frozenset[HexId], ...]:
        """The neighbours of every hex across hexsides that are not prohibited."""
        return tuple(
            frozenset(
                there for there, cost in zip(hexes, costs, strict=True) if there is not None and cost >= 0
            )
            for hexes, costs in zip(self.grid.around, self.costs.tolist(), strict=True)
        )

    def zone_around(self, units: Iterable[HexId]) -> frozenset[HexId]:
        """Return the hexes next to units, across hexsides that are not prohibited."""
        around = self.open_around
        return frozenset().union(*[around[unit] for unit in units])


def _costs(grid: Grid, cost: StepCost) -> Ints:
    """Ask for the cost of every step on a grid."""
    return np.array(
        [
            [
                PROHIBITED if there is None else cost(here, side, there)
                for side, there in zip(DIRECTIONS, hexes, strict=True)
            ]
            for here, hexes in zip(grid.hexes, grid.around, strict=True)
        ],
        np.int32,
    ).reshape(grid.size, 6)
