# SPDX-License-Identifier: Apache-2.0
"""Reach, zones and supply worked out a second time, slowly and from the card alone, in positions of random play."""

import heapq
from collections import deque
from collections.abc import Iterator
from itertools import chain, pairwise
from random import Random
from typing import Any

import pytest
from channel import seelowe
from kit import moments_of, opened
from msgspec.structs import replace

from grognard.games.seelowe.places import places
from grognard.hexes import HexId
from grognard.hexes.paths import points
from grognard.play.tuples import placed
from grognard.rules.board import Board
from grognard.rules.units import Unit

# 13.0 Terrain effects, as printed: additional movement points for those who pay; a zone costs 2 to enter, 1 to leave.
DEAR = ("forest", "rough", "swamp")
ENTER, LEAVE = 2, 1
FAR = 10**6
SCENARIOS = ["seelowe/hythe", "seelowe/sealion"]


def grounds(name: str, seed: int) -> Iterator[Board]:
    """Positions of a random game, some dozens of them."""
    game: Any = opened(name)
    positions = moments_of(name, seed)[-1].positions
    for position in Random(seed).sample(positions, min(25, len(positions))):
        yield game.context.board(position)


def units(ground: Board) -> Iterator[Unit]:
    return (unit for unit in ground.scenario.units if ground.is_on_map(unit))


def some(ground: Board, count: int) -> list[Unit]:
    standing = list(units(ground))
    return Random(count).sample(standing, min(count, len(standing)))


def steps(ground: Board, here: HexId) -> Iterator[tuple[HexId, frozenset[str]]]:
    """Every neighbour that is not over the sea, with what lies on the hexside."""
    board = ground.scenario.map
    for there in ground.grid.neighbours(here):
        hexside = ground.grid.hexside_between(here, there)
        assert hexside is not None
        features = frozenset(board.features_at(hexside))
        if "sea" not in features and not board.is_water(there):
            yield there, features


def zone(ground: Board, side: str) -> set[HexId]:
    owners = [
        ground.hex_of(unit)
        for unit in units(ground)
        if unit.side == side and unit.fights and unit.number not in ground.position.disrupted
    ]
    return {there for here in owners for there, _ in steps(ground, here)}


def other(unit: Unit) -> str:
    return "British" if unit.side == "German" else "German"


def enemies(ground: Board, unit: Unit) -> set[HexId]:
    return {ground.hex_of(each) for each in units(ground) if each.side != unit.side}


def pays_terrain(unit: Unit) -> bool:
    """13.0 note *: German mechanised infantry, armour, infantry and supply units pay for terrain."""
    return unit.side == "German" and unit.kind in ("infantry", "armour", "mechanised", "supply")


def costs(ground: Board, unit: Unit) -> dict[HexId, int]:
    """Dijkstra over every hex of the map, enemies left out; stacking does not matter on the way."""
    held, closed = zone(ground, other(unit)), enemies(ground, unit)
    start = ground.hex_of(unit)
    best, waiting = {start: 0}, [(0, start)]
    while waiting:
        cost, here = heapq.heappop(waiting)
        if cost > best[here]:
            continue
        for there, features in steps(ground, here):
            terrain = ground.scenario.map.terrain[there]
            extra = ((terrain in DEAR) + ("river" in features)) if pays_terrain(unit) else 0
            total = cost + 1 + extra + ENTER * (there in held) + LEAVE * (here in held)
            if there not in closed and total < best.get(there, FAR):
                best[there] = total
                heapq.heappush(waiting, (total, there))
    return best


@pytest.mark.parametrize("name", SCENARIOS)
def test_reach_is_what_a_slow_search_finds(name: str) -> None:
    for ground in grounds(name, 21):
        for unit in some(ground, 6):
            slow, allowed = costs(ground, unit), ground.allowed(unit)
            full = {at for at, stack in ground.stacks.items() if sum(each.fights for each in stack) >= 3}
            closed = {ground.at(unit)} | (full if unit.fights else set())
            wanted = {at: points(cost) for at, cost in slow.items() if cost <= allowed and at not in closed}
            assert {at: cost for at, cost in ground.reach(unit).items() if at != ground.at(unit)} == wanted


@pytest.mark.parametrize("name", SCENARIOS)
def test_with_one_more_point_a_unit_goes_nowhere_less(name: str) -> None:
    for ground in grounds(name, 22):
        for unit in some(ground, 6):
            reaches = [dict(ground.reach(unit, allowed)) for allowed in range(8)]
            for less, more in pairwise(reaches):
                assert less.items() <= more.items()


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_way_costs_the_sum_of_its_steps(name: str) -> None:
    """Each step goes to a neighbour over no sea; a way cut in two costs the same in both parts together."""
    for ground in grounds(name, 23):
        for unit in some(ground, 4):
            found, slow = ground.reach(unit), costs(ground, unit)
            for at in list(found)[:40]:
                path = found.path(at)
                assert (path[0], path[-1]) == (ground.at(unit), at)
                for here, there in pairwise(path):
                    assert there in dict(steps(ground, here))
                assert [slow[each] for each in path] == sorted(slow[each] for each in path)
                assert found[at] == points(slow[at])


@pytest.mark.parametrize("name", SCENARIOS)
def test_zones_are_where_combat_units_stand(name: str) -> None:
    for ground in grounds(name, 24):
        assert ground.zone_of("German") == zone(ground, "German")
        assert ground.zone_of("British") == zone(ground, "British")


def distance(ground: Board, start: HexId, sources: set[HexId], blocked: set[HexId]) -> int:
    """The fewest hexes from a source, past nothing blocked; the first hex may be."""
    queue, seen = deque([(start, 0)]), {start}
    while queue:
        here, length = queue.popleft()
        if here in sources and (here == start or here not in blocked):
            return length
        for there, _ in steps(ground, here):
            if there not in seen and there not in blocked:
                seen.add(there)
                queue.append((there, length + 1))
    return FAR


def slow_supply(ground: Board, unit: Unit) -> str:
    """13.0 German: 5 hexes supplied, 10 unsupplied, else isolated; British: any way is supplied."""
    position: Any = ground.position
    if unit.number in position.ashore:
        return "supplied"
    held, scenario = ground.position.held, ground.scenario
    foes = enemies(ground, unit)
    blocked = foes | zone(ground, other(unit))
    if unit.side == "British":
        edges = {at for place in scenario.map.places_of("entry") for at in place.hexes}
        return (
            "supplied"
            if distance(ground, ground.hex_of(unit), (edges | places(scenario).cities) - held - foes, blocked)
            < FAR
            else "isolated"
        )
    coast = places(scenario)
    sources = set((held & (coast.ports | coast.beaches)) - foes)
    depots = {
        ground.hex_of(each) for each in units(ground) if each.kind == "supply" and each.side == "German"
    }
    while more := {at for at in depots - sources if distance(ground, at, sources, blocked) <= 5}:
        sources |= more
    length = distance(ground, ground.hex_of(unit), sources, blocked)
    return "supplied" if length <= 5 else "unsupplied" if length <= 10 else "isolated"


@pytest.mark.parametrize("name", SCENARIOS)
def test_supply_is_what_a_slow_search_finds(name: str) -> None:
    seen = set()
    for ground in chain.from_iterable(grounds(name, seed) for seed in range(31, 36)):
        shown = opened(name).view.supply(ground.position)
        for unit in some(ground, 10):
            wanted = slow_supply(ground, unit)
            assert ground.supply(unit) == wanted, unit.name
            assert shown[unit.id].state == wanted
            seen.add(wanted)
    assert len(seen) > 1, "positions in which everybody is supplied prove little"


def test_movement_is_halved_without_supply() -> None:
    game = seelowe()
    infantry, start = game.context.naming.unit("17id"), game.rules.start()
    assert infantry.movement == 4

    def allowed(state: str) -> int:
        short = replace(start, supply=placed(start.supply, infantry.number, state))
        return game.context.board(short).allowed(infantry)

    assert [allowed(state) for state in ("supplied", "unsupplied", "isolated")] == [4, 2, 2]
