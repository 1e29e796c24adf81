# SPDX-License-Identifier: Apache-2.0
"""Where a unit can go with so many movement points, by which way, and why not farther."""

from collections.abc import Collection, ItemsView, Iterable, Iterator, Mapping, Sequence
from threading import get_ident
from typing import Literal

import msgspec
import numpy as np

from grognard.charts.cached import cached_property
from grognard.hexes.grid import HexId
from grognard.hexes.paths.marks import Zone, marked
from grognard.hexes.paths.ways import Ints, Ways, ids, load_kernels

NO_HEXES: Ints = np.empty(0, np.int32)


class OutOfReach(msgspec.Struct, frozen=True):
    """Why a move cannot end in a hex: it is full, it is closed, it costs too much, or there is no way at all."""

    why: Literal["crowded", "closed", "too far", "no way"]
    cost: int | None = None


class Reach(Mapping[HexId, int]):
    """Every hex in which a move can end, with its cost, cheapest first. The hex it starts from costs nothing."""

    def __init__(  # noqa: PLR0913 - what a search depends on
        self, ways: Ways, start: HexId, budget: int, marks: Ints, crowded: Ints, *, minimum: bool
    ) -> None:
        """Made by `reach`."""
        self.ways = ways
        self.start = start
        self.budget = budget
        self._marks = marks
        self._full = crowded
        self._hexes: list[HexId] | None = None
        self._rows, self._crowded = ways.spread[get_ident()](start, budget, marks, crowded, minimum)
        # What was found, without the hexes that can only be passed.
        self._ends: Ints = self._rows
        if self._crowded:
            self._ends = self._rows[:, (self._rows[3] & load_kernels().CROWDED) == 0]

    @cached_property
    def _places(self) -> dict[HexId, int]:
        return {hex_id: at for at, hex_id in enumerate(ids(self._rows[0]))}

    @property
    def hexes(self) -> list[HexId]:
        """Every hex in which a move can end, cheapest first, without the costs."""
        if self._hexes is None:
            self._hexes = ids(self._ends[0])
        return self._hexes

    @property
    def elsewhere(self) -> list[HexId]:
        """Every hex in which a move can end except the one it starts from, which is the cheapest."""
        hexes = self.hexes
        return hexes[1:] if hexes and hexes[0] == self.start else hexes

    @cached_property
    def _costs(self) -> dict[HexId, int]:
        return dict(zip(self.hexes, self._ends[1].tolist(), strict=True))

    def cost(self, hex_id: HexId) -> int | None:
        """Return what a single hex costs, without looking at the others; None if no move can end there."""
        try:
            return self._ends.item(1, self.hexes.index(hex_id))
        except ValueError:
            return None

    def __getitem__(self, hex_id: HexId) -> int:
        return self._costs[hex_id]

    def __contains__(self, hex_id: object) -> bool:
        return hex_id in self._costs

    def __iter__(self) -> Iterator[HexId]:
        return iter(self._costs)

    def __len__(self) -> int:
        return len(self._costs)

    def items(self) -> ItemsView[HexId, int]:
        """Return every hex with its cost."""
        return self._costs.items()

    def path(self, hex_id: HexId) -> tuple[HexId, ...]:
        """Return the way to a hex of the reach, both ends included."""
        path, at = [], self._places[hex_id] if hex_id in self else -1
        if at < 0:
            raise KeyError(hex_id)
        while at >= 0:
            hex_here, _, at, _ = self._rows[:, at].tolist()
            path.append(HexId(hex_here))
        return tuple(reversed(path))

    def is_minimum(self, hex_id: HexId) -> bool:
        """Return whether a hex is reached only because a unit may always move one hex; it then costs all there is."""
        return hex_id in self._costs and bool(self._rows[3, self._places[hex_id]] & load_kernels().MINIMUM)

    def refusal(self, hex_id: HexId) -> OutOfReach | None:
        """Say why a move cannot end in a hex; None if it can."""
        if hex_id in self:
            return None
        kernels = load_kernels()
        bits = self._bits.get(hex_id, 0)
        if bits & kernels.CLOSED:
            return OutOfReach("closed")
        if bits & kernels.CROWDED:
            return OutOfReach("crowded")
        cost = self._farther.get(hex_id)
        return OutOfReach("no way") if cost is None else OutOfReach("too far", cost)

    @cached_property
    def _bits(self) -> dict[HexId, int]:
        """All marks of each hex that has any."""
        marks: dict[HexId, int] = {}
        for hex_id, bits in zip(ids(self._marks[:, 0]), self._marks[:, 3].tolist(), strict=True):
            marks[hex_id] = marks.get(hex_id, 0) | bits
        for hex_id in ids(self._full):
            marks[hex_id] = marks.get(hex_id, 0) | load_kernels().CROWDED
        return marks

    @cached_property
    def _farther(self) -> dict[HexId, int]:
        """Search with ever more points until nothing new is reached, and return what each hex would cost."""
        dearest = int(
            max(self.ways.costs.max(), self.ways.off_road.max())
            + self._marks[:, 1:3].max(axis=0, initial=0).sum()
        )
        budget, reached = max(self.budget, dearest, 1), 0
        while True:
            rows, _ = self.ways.spread[get_ident()](self.start, budget, self._marks, self._full, False)  # noqa: FBT003
            if rows.shape[1] == reached:
                return dict(zip(ids(rows[0]), rows[1].tolist(), strict=True))
            budget, reached = budget * 2, rows.shape[1]


def reach(  # noqa: PLR0913 - what a move depends on
    ways: Ways,
    start: HexId,
    budget: int,
    *,
    zones: Sequence[Zone] = (),
    closed: Iterable[HexId] = (),
    crowded: Collection[HexId] = (),
    marks: Ints | None = None,
    minimum: bool = False,
) -> Reach:
    """Find where a unit can go with a budget of movement points.

    `closed` hexes may not be entered; `crowded` ones may be passed, but no move ends there. With `minimum` a unit may move
    one hex whatever it costs, if the step is not prohibited. Marks on the hex it starts from count only as it leaves: it
    pays to leave a zone, and may leave a hex where it had to stop. Marks that stay the same from search to search may
    be passed ready-made as `marks`.
    """
    if marks is None or zones or closed:
        more = marked(zones, closed)
        marks = more if marks is None else np.concatenate((marks, more))
    full = np.array(list(crowded), np.int32) if crowded else NO_HEXES
    return Reach(ways, start, budget, marks, full, minimum=minimum)
