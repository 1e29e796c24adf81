# SPDX-License-Identifier: Apache-2.0
"""Movement and supply: the compiled searches against plain ones, on random boards with random zones."""

import heapq
from collections import deque
from collections.abc import Iterable
from itertools import pairwise
from random import Random

import msgspec
import pytest
from boards import grids
from hypothesis import given
from hypothesis import strategies as st

from grognard.hexes import DIRECTIONS, Direction, Grid, HexId, opposite
from grognard.hexes.paths import (
    PROHIBITED,
    OutOfReach,
    Reach,
    Ways,
    Zone,
    points,
    reach,
    supply_lengths,
    supply_marks,
    trace_supply,
)

Costs = dict[tuple[HexId, Direction], int]


class Move(msgspec.Struct, frozen=True):
    """A question: a board, what steps cost, and everything that stands in the way."""

    grid: Grid
    costs: Costs
    start: HexId
    budget: int
    zones: tuple[Zone, ...] = ()
    closed: frozenset[HexId] = frozenset()
    crowded: frozenset[HexId] = frozenset()
    minimum: bool = False
    # What steps cost into zones where the road does not count.
    off_road: Costs = {}

    @property
    def ways(self) -> Ways:
        off = (lambda here, side, _: self.off_road[here, side]) if self.off_road else None
        return Ways(self.grid, lambda here, side, _: self.costs[here, side], off)

    def reach(self, more: int = 0) -> Reach:
        return reach(
            self.ways,
            self.start,
            self.budget + more,
            zones=self.zones,
            closed=self.closed,
            crowded=self.crowded,
            minimum=self.minimum,
        )

    def step(self, here: HexId, side: Direction) -> int | None:
        """Say what one step costs with everything that stands in the way, none where it is not allowed."""
        there = self.grid.neighbour(here, side)
        off = any(zone.off_road and there in zone.hexes for zone in self.zones)
        costs = self.off_road if off and self.off_road else self.costs
        if there is None or costs[here, side] == PROHIBITED or there in self.closed:
            return None
        if here != self.start and any(zone.first and there in zone.hexes for zone in self.zones):
            return None
        if any(zone.locked and here in zone.hexes for zone in self.zones) and any(
            zone.locked and there in zone.hexes for zone in self.zones
        ):
            return None
        leave = max((zone.leave for zone in self.zones if here in zone.hexes), default=0)
        enter = max((zone.enter for zone in self.zones if there in zone.hexes), default=0)
        return costs[here, side] + leave + enter

    def stops(self, here: HexId) -> bool:
        return here != self.start and any(zone.stop and here in zone.hexes for zone in self.zones)

    def plain(self) -> dict[HexId, int]:
        """Dijkstra as the textbook has it."""
        found: dict[HexId, int] = {}
        queue = [(0, self.start)]
        while queue:
            cost, here = heapq.heappop(queue)
            if here in found:
                continue
            found[here] = cost
            if self.stops(here):
                continue
            for side in DIRECTIONS:
                step, there = self.step(here, side), self.grid.neighbour(here, side)
                if step is not None and there is not None and cost + step <= self.budget:
                    heapq.heappush(queue, (cost + step, there))
        if self.minimum:
            for side in DIRECTIONS:
                there = self.grid.neighbour(self.start, side)
                if there is not None and self.step(self.start, side) is not None:
                    found.setdefault(there, self.budget)
        return {each: cost for each, cost in found.items() if each not in self.crowded}


@st.composite
def moves(draw: st.DrawFn, most: int = 9) -> Move:
    grid = draw(grids(most=most))
    dice = draw(st.randoms(use_true_random=False))
    prices = draw(st.sampled_from([(12,), (12, 24), (6, 4, 12, 24, 36, PROHIBITED), (0, 1, 7, PROHIBITED)]))

    def some(share: float) -> frozenset[HexId]:
        return frozenset(each for each in grid.hexes if dice.random() < share)

    def costs() -> Costs:
        return {(each, side): dice.choice(prices) for each in grid.hexes for side in DIRECTIONS}

    flags = st.fixed_dictionaries(dict.fromkeys(("stop", "locked", "off_road", "first"), st.booleans()))
    zones = [
        Zone(some(0.3), enter=dice.choice([0, 12, 24]), leave=dice.choice([0, 12]), **told)
        for told in draw(st.lists(flags, max_size=2))
    ]
    return Move(
        grid,
        costs(),
        HexId(draw(st.integers(0, grid.size - 1))),
        draw(st.sampled_from([0, 5, 12, 24, 60, 100])),
        tuple(zones),
        some(draw(st.sampled_from([0, 0.2]))),
        some(draw(st.sampled_from([0, 0.2]))),
        draw(st.booleans()),
        costs() if draw(st.booleans()) else {},
    )


@given(moves())
def test_reach_is_what_plain_dijkstra_finds(move: Move) -> None:
    assert dict(move.reach()) == move.plain()


@given(moves())
def test_a_path_costs_the_sum_of_its_steps(move: Move) -> None:
    found = move.reach()
    for hex_id, cost in found.items():
        path = found.path(hex_id)
        assert path[0] == move.start
        assert path[-1] == hex_id
        sides = [move.grid.direction(a, b) for a, b in pairwise(path)]
        steps = [move.step(here, side) for here, side in zip(path, sides, strict=False) if side is not None]
        total = sum(step for step in steps if step is not None)
        assert len(steps) == len(path) - 1
        assert None not in steps
        assert not any(move.stops(each) for each in path[:-1])
        if found.is_minimum(hex_id):
            assert (cost, len(path)) == (move.budget, 2)
            assert total > move.budget
        else:
            assert total == cost <= move.budget


@given(moves(), st.integers(1, 30))
def test_more_points_never_reach_less(move: Move, more: int) -> None:
    assert set(move.reach()) <= set(move.reach(more))


@given(moves())
def test_every_hex_is_reached_or_refused_for_a_reason_that_holds(move: Move) -> None:
    move = msgspec.structs.replace(move, minimum=False)
    found = move.reach()
    anywhere = msgspec.structs.replace(move, budget=100_000, crowded=frozenset())
    far = anywhere.plain()
    for hex_id in move.grid.hexes:
        refusal = found.refusal(hex_id)
        assert (refusal is None) == (hex_id in found)
        match refusal:
            case OutOfReach("too far", cost):
                assert cost == far[hex_id]
                assert cost > move.budget
            case OutOfReach("no way"):
                assert hex_id not in far
            case OutOfReach("closed"):
                assert hex_id in move.closed
            case OutOfReach("crowded"):
                assert hex_id in move.crowded


@given(moves())
def test_a_search_leaves_nothing_behind_for_the_next(move: Move) -> None:
    first = move.reach()
    again, other = move.reach(), msgspec.structs.replace(move, zones=(), closed=frozenset()).reach()
    assert list(first.items()) == list(again.items())
    assert dict(other) == msgspec.structs.replace(move, zones=(), closed=frozenset()).plain()


# A hexagon of hexes inside a grid can be turned, mirrored and moved about.

RADIUS = 3


def _hexagon(grid: Grid, centre: HexId) -> dict[tuple[int, int], HexId]:
    """Name each hex near the centre by steps in the first direction and in the second."""
    found: dict[tuple[int, int], HexId] = {}
    one, two = grid.shape.steps[0], grid.shape.steps[1]
    for a in range(-RADIUS, RADIUS + 1):
        for b in range(-RADIUS, RADIUS + 1):
            point = grid.point(centre)
            at = grid.hex_of(type(point)(point.x + a * one.x + b * two.x, point.y + a * one.y + b * two.y))
            if at is not None and grid.distance(centre, at) <= RADIUS:
                found[a, b] = at
    return found


def _turn(name: tuple[int, int]) -> tuple[int, int]:
    # First direction becomes the second, the second the third, which is second minus first.
    return -name[1], name[0] + name[1]


def _mirror(name: tuple[int, int]) -> tuple[int, int]:
    return name[1], name[0]


def _reach_in_hexagon(
    grid: Grid, centre: HexId, price: dict[tuple[int, int], int], held: Iterable[tuple[int, int]]
) -> dict[tuple[int, int], int]:
    names = {each: name for name, each in _hexagon(grid, centre).items()}
    ways = Ways(grid, lambda _a, _d, b: price[names[b]] if b in names else PROHIBITED)
    units = [_hexagon(grid, centre)[name] for name in held]
    zone = Zone(ways.zone_around(units), enter=24, leave=12)
    return {names[each]: cost for each, cost in reach(ways, centre, 96, zones=[zone], closed=units).items()}


@given(st.randoms(use_true_random=False), st.integers(0, 5), st.integers(0, 1))
def test_turned_and_mirrored_boards_have_turned_and_mirrored_reach(
    dice: Random, turns: int, mirror: int
) -> None:
    grid = Grid(9, 9)
    centre = grid.parse_hex("0505")
    names = list(_hexagon(grid, centre))
    price = {name: dice.choice([12, 24, 36]) for name in names}
    held = dice.sample([name for name in names if name != (0, 0)], 3)

    def moved(name: tuple[int, int]) -> tuple[int, int]:
        name = _mirror(name) if mirror else name
        for _ in range(turns):
            name = _turn(name)
        return name

    before = _reach_in_hexagon(grid, centre, price, held)
    after = _reach_in_hexagon(
        grid, centre, {moved(name): cost for name, cost in price.items()}, map(moved, held)
    )
    assert after == {moved(name): cost for name, cost in before.items()}


@given(
    st.randoms(use_true_random=False),
    st.sampled_from(["0404", "0405", "0505", "0807", "0705"]),
    st.sampled_from(["flat", "pointy"]),
)
def test_a_board_moved_or_laid_the_other_way_has_the_same_reach(dice: Random, there: str, way: str) -> None:
    here = Grid(11, 11)
    other = Grid(11, 11, way, dice.choice(["even", "odd"]))  # type: ignore[arg-type]
    names = list(_hexagon(here, here.parse_hex("0505")))
    price = {name: dice.choice([12, 24, 36]) for name in names}
    held = dice.sample([name for name in names if name != (0, 0)], 3)
    one = _reach_in_hexagon(here, here.parse_hex("0505"), price, held)
    assert one == _reach_in_hexagon(other, other.parse_hex(there), price, held)


def test_reach_counted_by_hand() -> None:
    """On open ground n points reach 3n(n + 1) + 1 hexes."""
    grid = Grid(31, 31)
    ways = Ways(grid, lambda *_: points(1))
    for budget in range(8):
        assert len(reach(ways, grid.parse_hex("1616"), points(budget))) == 3 * budget * (budget + 1) + 1


def test_a_zone_costs_two_to_enter_and_one_to_leave() -> None:
    """From zone to zone in the open takes 4 points: 1, 2 to enter, 1 to leave. Around, it is 2, 1, 1 and 3."""
    grid = Grid(9, 9)
    ways = Ways(grid, lambda *_: points(1))
    enemy, start, behind = map(grid.parse_hex, ("0505", "0504", "0605"))
    zone = Zone(ways.zone_around([enemy]), enter=points(2), leave=points(1))
    assert set(zone.hexes) == set(grid.neighbours(enemy))
    found = reach(ways, start, points(4), zones=[zone], closed=[enemy])
    assert found[grid.parse_hex("0604")] == points(4)
    assert found[grid.parse_hex("0503")] == points(2)
    assert found.refusal(enemy) == OutOfReach("closed")
    assert found.refusal(behind) == OutOfReach("too far", points(7))
    assert grid.parse_hex("0604") not in reach(ways, start, points(3), zones=[zone])


def test_a_zone_does_not_cross_a_prohibited_hexside() -> None:
    grid = Grid(3, 3)
    cliff = {(grid.parse_hex("0202"), Direction(0))}
    ways = Ways(
        grid, lambda here, side, there: PROHIBITED if cliff & {(here, side), (there, opposite(side))} else 12
    )
    zone = {grid.hex_name(HexId(each)) for each in ways.zone_around([grid.parse_hex("0202")])}
    assert zone == {"0302", "0303", "0203", "0103", "0102"}


def test_stopping_locking_passing_and_the_one_hex_that_is_always_allowed() -> None:
    grid = Grid(7, 1, "pointy")
    row = list(grid.hexes)
    ways = Ways(grid, lambda *_: points(1))

    def reached(budget: int, **marks: object) -> list[HexId]:
        return list(reach(ways, row[0], points(budget), **marks))  # type: ignore[arg-type]

    assert reached(4) == row[:5]
    assert reached(6, zones=[Zone([row[2]], stop=True)]) == row[:3]
    assert reached(6, zones=[Zone([row[2], row[3]], locked=True)]) == row[:3]
    assert reached(6, zones=[Zone([row[0]], stop=True)]) == row
    assert reached(6, crowded=[row[1], row[2]]) == [row[0], *row[3:]]
    assert reached(6, closed=[row[3]]) == row[:3]
    assert reached(6, zones=[Zone([row[2]], first=True)]) == row[:2]
    assert reached(6, zones=[Zone([row[1]], first=True)]) == row
    slow = Ways(grid, lambda *_: points(3))
    assert list(reach(slow, row[0], points(2))) == [row[0]]
    always = reach(slow, row[3], points(2), minimum=True)
    assert dict(always) == {row[3]: 0, row[4]: points(2), row[2]: points(2)}
    assert always.is_minimum(row[4])
    assert not always.is_minimum(row[3])
    assert always.path(row[4]) == (row[3], row[4])
    assert list(reach(slow, row[3], points(2), minimum=True, closed=[row[2]])) == [row[3], row[4]]
    with pytest.raises(KeyError):
        always.path(row[6])


def test_a_road_counts_only_where_nobody_stands_on_it() -> None:
    """Seven hexes of road at half a point, 2 points without it; one hex taken makes the way 1.5 dearer."""
    grid = Grid(7, 1, "pointy")
    row = list(grid.hexes)
    ways = Ways(grid, lambda *_: points("1/2"), lambda *_: points(2))
    taken = Zone([row[2]], off_road=True)
    assert list(reach(ways, row[0], points(3)).values()) == [0, 6, 12, 18, 24, 30, 36]
    assert list(reach(ways, row[0], points(3), zones=[taken]).values()) == [0, 6, 30, 36]
    assert ways.step_cost(row[1], row[2]) == points("1/2")
    assert ways.step_cost(row[1], row[2], off_road=True) == points(2)
    shut = Ways(grid, lambda *_: points("1/2"), lambda *_: PROHIBITED)
    found = reach(shut, row[0], points(3), zones=[taken], minimum=True)
    assert list(found) == row[:2]
    assert found.refusal(row[2]) == OutOfReach("no way")
    beside = reach(shut, row[1], points(0), zones=[taken], minimum=True)
    assert list(beside) == [row[1], row[0]]


def test_points_are_twelfths() -> None:
    assert points("1/4") == 3
    with pytest.raises(ValueError, match="1/5 movement points are not a whole number of twelfths"):
        points("1/5")


def test_what_a_step_costs() -> None:
    grid = Grid(3, 3)
    ways = Ways(grid, lambda _a, side, _b: 24 if side else PROHIBITED)
    a, b = grid.parse_hex("0202"), grid.parse_hex("0303")
    assert ways.step_cost(a, b) == 24
    assert ways.step_cost(a, grid.parse_hex("0201")) is None
    assert ways.step_cost(a, a) is None


def walk(move: Move, sources: frozenset[HexId]) -> tuple[int | None, set[HexId]]:
    """Count the fewest hexes to a source, and find the closed hexes met on the way, by walking everywhere."""
    found, queue, met = {move.start: 0}, deque([move.start]), set[HexId]()
    while queue:
        here = queue.popleft()
        for side in DIRECTIONS:
            there = move.grid.neighbour(here, side)
            if there is None or move.costs[here, side] == PROHIBITED or there in found:
                continue
            if there in move.closed:
                met.add(there)
                continue
            found[there] = found[here] + 1
            queue.append(there)
    return min((found[each] for each in sources if each in found), default=None), met


@given(moves(), st.data())
def test_supply_is_the_shortest_walk_or_is_cut_where_the_walk_ends(move: Move, data: st.DataObject) -> None:
    sources = frozenset(data.draw(st.sets(st.sampled_from(list(move.grid.hexes)), max_size=3)))
    found = trace_supply(move.ways, move.start, sources, closed=move.closed - {move.start})
    length, met = walk(msgspec.structs.replace(move, closed=move.closed - {move.start}), sources)
    assert found.length == length
    assert found.cut == (frozenset() if found.path else met)
    if found.path:
        assert found.path[0] == move.start
        assert found.path[-1] in sources
        assert not set(found.path[1:]) & move.closed
        for here, there in pairwise(found.path):
            assert move.ways.step_cost(here, there) is not None


@given(moves(), st.data())
def test_lengths_of_supply_are_those_of_the_paths(move: Move, data: st.DataObject) -> None:
    sources = frozenset(data.draw(st.sets(st.sampled_from(list(move.grid.hexes)), max_size=3)))
    marks = supply_marks(sources, move.closed)
    traced = [trace_supply(move.ways, each, marks).length for each in move.grid.hexes]
    assert [None if each < 0 else each for each in supply_lengths(move.ways, marks)] == traced


@given(moves())
def test_a_single_cost_is_that_of_the_reach(move: Move) -> None:
    found = move.reach()
    assert found.hexes == list(found)
    assert found.elsewhere == [each for each in found if each != move.start]
    assert [move.reach().cost(each) for each in move.grid.hexes] == [
        found.get(each) for each in move.grid.hexes
    ]


@given(grids(), st.randoms(use_true_random=False))
def test_ways_asked_anew_around_some_hexes_are_those_made_whole(grid: Grid, rng: Random) -> None:
    """Whatever changes beside no other hex: steps from and into the changed ones cost 3, all others 1."""
    changed = {each for each in grid.hexes if rng.random() < 0.2}

    def cost(here: HexId, _side: Direction, there: HexId) -> int:
        return points(3 if changed & {here, there} else 1)

    before = Ways(grid, lambda *_: points(1))
    assert before.open_around  # worked out before, and not taken over
    _ = before.spread
    after, whole = before.anew(changed, cost), Ways(grid, cost)
    assert (after.costs == whole.costs).all()
    assert (before.costs <= points(1)).all()
    start = HexId(rng.randrange(grid.size))
    assert dict(reach(after, start, points(5))) == dict(reach(whole, start, points(5)))


def test_hexsides_shut_anew_are_shut_to_zones_as_well() -> None:
    grid = Grid(3, 3)
    middle = grid.parse_hex("0202")
    before = Ways(grid, lambda *_: points(1))
    assert len(before.zone_around([middle])) == 6
    assert before.anew([middle], lambda *_: PROHIBITED).zone_around([middle]) == frozenset()
