"""Where a unit can go, at what cost and by which way; and how supply is traced.

Movement points are whole numbers of twelfths, so that halves, thirds and quarters are exact: `points(1)` is 12.
Every terrain rule is a cost on the step from a hex in a direction, made once for each class of units into `Ways`.
What changes from move to move (zones of control, units in the way) is given to each search.
"""

from collections.abc import Callable, Collection, ItemsView, Iterable, Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from functools import cache, cached_property, partial
from threading import get_ident
from typing import TYPE_CHECKING, Literal, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from grognard.hexes.grid import DIRECTIONS, Direction, Grid, HexId, opposite
from grognard.hexes.scratch import scratch_for

if TYPE_CHECKING:
    from types import ModuleType

Ints = NDArray[np.int32]
StepCost = Callable[[HexId, Direction, HexId], int]

SCALE = 12
PROHIBITED = -1
NO_HEXES: Ints = np.empty(0, np.int32)


@cache
def points(value: int | Fraction | str) -> int:
    """Return movement points as twelfths; a value that is no whole number of them is refused.

    >>> points(1), points("1/2"), points(Fraction(1, 3))
    (12, 6, 4)
    """
    scaled = Fraction(value) * SCALE
    if scaled.denominator != 1:
        raise ValueError(f"{value} movement points are not a whole number of twelfths")
    return scaled.numerator


def _ids(hexes: Ints) -> list[HexId]:
    """Return hexes from a search as ids."""
    return cast("list[HexId]", hexes.tolist())


@cache
def load_kernels() -> "ModuleType":
    """Bring the compiled searches at first use: they take a while to load."""
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

        `off_road` says what steps cost into hexes where the road does not count, if there can be such.
        """
        self.grid = grid
        around = [[-1 if each is None else each for each in hexes] for hexes in grid.around]
        self.neighbours: Ints = np.array(around, np.int32).reshape(grid.size, 6)
        self.costs = _costs(grid, cost)
        self.off_road = self.costs if off_road is None else _costs(grid, off_road)
        for array in (self.neighbours, self.costs, self.off_road):
            array.setflags(write=False)

    def anew(self, hexes: Iterable[HexId], cost: StepCost) -> "Ways":
        """Return the same ways, but with every step from or into some hexes asked for again; off the road as on it."""
        found = copy(self)
        for name in ("spread", "open_around"):
            found.__dict__.pop(name, None)  # what was worked out of the costs before
        found.costs = self.costs.copy()
        for here in hexes:
            for side, there in zip(DIRECTIONS, self.grid.around[here], strict=True):
                if there is not None:
                    found.costs[here, side] = cost(here, side, there)
                    found.costs[there, opposite(side)] = cost(there, opposite(side), here)
        found.costs.setflags(write=False)
        found.off_road = found.costs
        return found

    @cached_property
    def spread(self) -> "Searches":
        """The search from a hex with a budget, past marks and crowded hexes; by thread."""
        return Searches(self.neighbours, np.hstack((self.costs, self.off_road)))

    def step_cost(self, here: HexId, there: HexId, *, off_road: bool = False) -> int | None:
        """Return what the step between two neighbours costs, none where there is no way."""
        side = self.grid.direction(here, there)
        costs = self.off_road if off_road else self.costs
        cost = PROHIBITED if side is None else int(costs[here, side])
        return None if cost == PROHIBITED else cost

    @cached_property
    def open_around(self) -> tuple[frozenset[HexId], ...]:
        """For every hex its neighbours across hexsides that are not prohibited."""
        return tuple(
            frozenset(each for each, cost in zip(hexes, costs, strict=True) if each is not None and cost >= 0)
            for hexes, costs in zip(self.grid.around, self.costs.tolist(), strict=True)
        )

    def zone_around(self, units: Iterable[HexId]) -> frozenset[HexId]:
        """Return the hexes next to units, across hexsides that are not prohibited."""
        around = self.open_around
        return frozenset().union(*[around[each] for each in units])


def _costs(grid: Grid, cost: StepCost) -> Ints:
    """Ask for the cost of every step on a grid."""
    return np.array(
        [
            [
                PROHIBITED if each is None else cost(here, side, each)
                for side, each in zip(DIRECTIONS, hexes, strict=True)
            ]
            for here, hexes in zip(grid.hexes, grid.around, strict=True)
        ],
        np.int32,
    ).reshape(grid.size, 6)


class Zone(msgspec.Struct, frozen=True, eq=False):
    """Hexes that are dearer to enter or leave, or where a unit must stop; a `locked` zone has no way from hex to hex.

    Steps into an `off_road` zone cost what they do without the road; a `first` zone is entered only by the first
    step of a move. Where zones overlap, the dearest counts, and all else holds.
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
        """What a search knows of it besides its costs."""
        kernels = load_kernels()
        told = (
            (self.stop, kernels.STOP),
            (self.locked, kernels.LOCKED),
            (self.off_road, kernels.OFF_ROAD),
            (self.first, kernels.FIRST),
        )
        return sum(bit for holds, bit in told if holds)


class Refusal(msgspec.Struct, frozen=True):
    """Why a move cannot end in a hex: others fill it, it is closed, it costs too much, or there is no way at all."""

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
        self._found, self._crowded = ways.spread[get_ident()](start, budget, marks, crowded, minimum)
        # What was found, less the hexes that can only be passed.
        self._ends: Ints = self._found
        if self._crowded:
            self._ends = self._found[:, (self._found[3] & load_kernels().CROWDED) == 0]

    @cached_property
    def _places(self) -> dict[HexId, int]:
        return {each: at for at, each in enumerate(_ids(self._found[0]))}

    @property
    def hexes(self) -> list[HexId]:
        """Every hex in which a move can end, cheapest first, without the costs."""
        if self._hexes is None:
            self._hexes = _ids(self._ends[0])
        return self._hexes

    @property
    def elsewhere(self) -> list[HexId]:
        """Every hex in which a move can end but the one it starts from, which is the cheapest."""
        hexes = self.hexes
        return hexes[1:] if hexes and hexes[0] == self.start else hexes

    @cached_property
    def _costs(self) -> dict[HexId, int]:
        return dict(zip(self.hexes, self._ends[1].tolist(), strict=True))

    def cost(self, hex_id: HexId) -> int | None:
        """Return what a single hex costs, without a look at the others; none where no move can end."""
        hexes = self.hexes
        return self._ends[1].item(hexes.index(hex_id)) if hex_id in hexes else None

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
            hex_here, _, at, _ = self._found[:, at].tolist()
            path.append(HexId(hex_here))
        return tuple(reversed(path))

    def is_minimum(self, hex_id: HexId) -> bool:
        """Say whether a hex is reached only because a unit may always move one hex; it then costs all there is."""
        return hex_id in self._costs and bool(self._found[3, self._places[hex_id]] & load_kernels().MINIMUM)

    def refusal(self, hex_id: HexId) -> Refusal | None:
        """Say why a move cannot end in a hex; nothing where it can."""
        if hex_id in self:
            return None
        kernels = load_kernels()
        bits = self._bits.get(hex_id, 0)
        if bits & kernels.CLOSED:
            return Refusal("closed")
        if bits & kernels.CROWDED:
            return Refusal("crowded")
        cost = self._farther.get(hex_id)
        return Refusal("no way") if cost is None else Refusal("too far", cost)

    @cached_property
    def _bits(self) -> dict[HexId, int]:
        """All marks of each hex that has any."""
        found: dict[HexId, int] = {}
        for hex_id, bits in zip(_ids(self._marks[:, 0]), self._marks[:, 3].tolist(), strict=True):
            found[hex_id] = found.get(hex_id, 0) | bits
        for hex_id in _ids(self._full):
            found[hex_id] = found.get(hex_id, 0) | load_kernels().CROWDED
        return found

    @cached_property
    def _farther(self) -> dict[HexId, int]:
        """Search on with ever more points until nothing new is reached, and return what each hex would cost."""
        dearest = int(
            max(self.ways.costs.max(), self.ways.off_road.max())
            + self._marks[:, 1:3].max(axis=0, initial=0).sum()
        )
        budget, reached = max(self.budget, dearest, 1), 0
        while True:
            found, _ = self.ways.spread[get_ident()](self.start, budget, self._marks, self._full, False)  # noqa: FBT003
            if found.shape[1] == reached:
                return dict(zip(_ids(found[0]), found[1].tolist(), strict=True))
            budget, reached = budget * 2, found.shape[1]


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

    What stays the same from search to search may be put into `marks` once. `closed` hexes may not be entered; `crowded` ones may be passed but not ended on. With `minimum` a unit may
    move one hex whatever it costs, if the step is not prohibited. Marks on the hex it starts from bind it only
    in leaving: it pays to leave a zone, and may leave a hex where it had to stop.
    """
    if marks is None or zones or closed:
        more = marked(zones, closed)
        marks = more if marks is None else np.concatenate((marks, more))
    full = np.array(list(crowded), np.int32) if crowded else NO_HEXES
    return Reach(ways, start, budget, marks, full, minimum=minimum)


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


class Supply(msgspec.Struct, frozen=True):
    """The shortest path to a source, both ends included; where there is none, the closed hexes that cut it off."""

    path: tuple[HexId, ...] = ()
    cut: frozenset[HexId] = frozenset()

    @property
    def length(self) -> int | None:
        """Return how many hexes long the path is, not counting the first; none where it is cut."""
        return len(self.path) - 1 if self.path else None


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


def trace_supply(
    ways: Ways, start: HexId, sources: Iterable[HexId] | Ints, *, closed: Iterable[HexId] = ()
) -> Supply:
    """Trace a path of fewest hexes to the nearest source, past no closed hex; the hex it starts from may be closed.

    Sources may be given as `supply_marks` made of them and of what is closed. Where it is cut, `cut` has every closed hex beside those the path can reach; none where there is no way at all.
    """
    kernels, space = load_kernels(), scratch_for(ways.grid.size)
    marks = sources if isinstance(sources, np.ndarray) else supply_marks(sources, closed)
    found, hexes = kernels.trace(
        ways.neighbours, ways.costs, start, marks, space.rows, space.order, space.clock
    )
    return Supply(path=tuple(_ids(hexes))) if found else Supply(cut=frozenset(_ids(hexes)))


def supply_lengths(ways: Ways, marks: Ints) -> Ints:
    """Return the length of every hex's supply path, as `trace_supply` would find it; -1 where there is none."""
    space = scratch_for(ways.grid.size)
    found: Ints = load_kernels().lengths(
        ways.neighbours, ways.costs, marks, space.rows, space.order, space.clock
    )
    return found
