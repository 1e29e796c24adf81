# SPDX-License-Identifier: Apache-2.0
"""The shortest path of supply to a source, and how long it is from every hex."""

from collections.abc import Iterable

import msgspec
import numpy as np

from grognard.hexes.grid import HexId
from grognard.hexes.paths.marks import supply_marks
from grognard.hexes.paths.ways import Ints, Ways, ids, load_kernels
from grognard.hexes.scratch import scratch_for


class Supply(msgspec.Struct, frozen=True):
    """The shortest path to a source, both ends included; or the closed hexes that cut it off."""

    path: tuple[HexId, ...] = ()
    cut: frozenset[HexId] = frozenset()

    @property
    def length(self) -> int | None:
        """Return how many hexes long the path is, not counting the first; None if it is cut."""
        return len(self.path) - 1 if self.path else None


def trace_supply(
    ways: Ways, start: HexId, sources: Iterable[HexId] | Ints, *, closed: Iterable[HexId] = ()
) -> Supply:
    """Trace a path of fewest hexes to the nearest source, past no closed hex; the hex it starts from may be closed.

    Sources may be given as `supply_marks`, which hold them and what is closed. If there is no path, `cut` has every
    closed hex beside those that can be reached, if any.
    """
    kernels, space = load_kernels(), scratch_for(ways.grid.size)
    marks = sources if isinstance(sources, np.ndarray) else supply_marks(sources, closed)
    is_traced, hexes = kernels.trace(
        ways.neighbours, ways.costs, start, marks, space.rows, space.order, space.clock
    )
    return Supply(path=tuple(ids(hexes))) if is_traced else Supply(cut=frozenset(ids(hexes)))


def supply_lengths(ways: Ways, marks: Ints) -> Ints:
    """Return the length of every hex's supply path, as `trace_supply` would find it; -1 where there is none."""
    space = scratch_for(ways.grid.size)
    lengths: Ints = load_kernels().lengths(
        ways.neighbours, ways.costs, marks, space.rows, space.order, space.clock
    )
    return lengths


def steps_to(ways: Ways, wanted: Iterable[HexId], most: int) -> dict[HexId, int]:
    """Return how many steps each hex is from the nearest one wanted, up to some distance."""
    lengths = supply_lengths(ways, supply_marks(wanted)).tolist()
    return {at: steps for at, steps in zip(ways.grid.hexes, lengths, strict=True) if 0 <= steps <= most}
