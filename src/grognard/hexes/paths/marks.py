# SPDX-License-Identifier: Apache-2.0
"""What stands in the way of a search: zones of control, units, full hexes and sources, each hex with its marks."""

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np

from grognard.hexes.grid import HexId
from grognard.hexes.paths.ways import Ints, load_kernels


class Zone(msgspec.Struct, frozen=True, eq=False):
    """Hexes that are dearer to enter or leave, or where a unit must stop; in a `locked` zone no step leads from hex to hex.

    Steps into an `off_road` zone cost as much as without the road; a `first` zone is entered only by the first
    step of a move. Where zones overlap, the dearest cost counts, and all else holds.
    """

    hexes: Ints | Sequence[HexId] | frozenset[HexId]
    enter: int = 0
    leave: int = 0
    stop: bool = False
    locked: bool = False
    off_road: bool = False
    first: bool = False

    @property
    def bits(self) -> int:
        """The marks of its hexes besides their costs."""
        kernels = load_kernels()
        told = (
            (self.stop, kernels.STOP),
            (self.locked, kernels.LOCKED),
            (self.off_road, kernels.OFF_ROAD),
            (self.first, kernels.FIRST),
        )
        return sum(bit for holds, bit in told if holds)


def marked(zones: Sequence[Zone] = (), closed: Iterable[HexId] = ()) -> Ints:
    """Put all marks into one table: hex, cost to enter, cost to leave, bits."""
    parts = [(_hexes(zone.hexes), zone.enter, zone.leave, zone.bits) for zone in zones]
    parts.append((_hexes(closed), 0, 0, load_kernels().CLOSED))
    marks = np.empty((sum(len(part[0]) for part in parts), 4), np.int32)
    at = 0
    for hexes, *rest in parts:
        if len(hexes):
            marks[at : at + len(hexes), 0] = hexes
            marks[at : at + len(hexes), 1:] = rest
            at += len(hexes)
    return marks


def _hexes(hexes: Iterable[HexId] | Ints) -> Ints | list[HexId]:
    return hexes if isinstance(hexes, np.ndarray) else list(hexes)


def front_marks(zone: Iterable[HexId], closed: Iterable[HexId], enter: int, leave: int) -> Ints:
    """Put one side's zone of control and the hexes of its units into one table, for many searches."""
    hexes = [*zone]
    count = len(hexes)
    hexes += closed
    marks: Ints = load_kernels().front_marks(np.array(hexes, np.int32), count, enter, leave)
    return marks


def supply_marks(sources: Iterable[HexId], closed: Iterable[HexId] = ()) -> Ints:
    """Put the sources of supply and the hexes closed to it into one table, for many traces."""
    hexes = [*sources]
    count = len(hexes)
    hexes += closed
    marks: Ints = load_kernels().supply_marks(np.array(hexes, np.int32), count)
    return marks
