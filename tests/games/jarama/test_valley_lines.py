# SPDX-License-Identifier: Apache-2.0
"""Lines of command and supply on the map of the Jarama valley, counted by hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.games.jarama.command import command_lines
from grognard.games.jarama.features import WHOLE, Feature, after_harm
from grognard.games.jarama.move_costs import ways
from grognard.games.jarama.movement import Front
from grognard.games.jarama.supply import blocked, supply_ways
from grognard.hexes import HexId
from grognard.hexes.paths import Ints, Ways, points, supply_marks
from grognard.registry import Card, game_map
from grognard.rules.lines import SupplyLines, TracedLine

NAME = "jarama"
VALLEY = game_map("jarama", NAME)


def at(number: str) -> HexId:
    return VALLEY.grid.parse_hex(number)


def switched(ruling: str, option: str) -> Card:
    return Card("jarama", "card", ((ruling, option),))


def supply_state(where: Ways, unit: HexId, marks: Ints) -> TracedLine:
    return SupplyLines(where, marks).line(unit)


def path(*numbers: str) -> tuple[HexId, ...]:
    return tuple(map(at, numbers))


# Command. Headquarters at 1406; south of it clear ground, but for the hill of 1309.


def test_six_points_on_foot_from_the_headquarters() -> None:
    """1406 to 1410 are four hexes of clear ground, 4 MP; the Manzanares is beyond, at +2."""
    command = command_lines(NAME, at("1406"))
    state = command.line(at("1410"))
    assert (state.holds, state.cost) == (True, points(4))
    assert state.path == path("1406", "1407", "1408", "1409", "1410")
    across = command.line(at("1412"))
    assert (across.holds, across.cost) == (False, points(8))


def test_disorganised_headquarters_command_half_as_far() -> None:
    command = command_lines(NAME, at("1406"), disorganised=True)
    assert command.commands(at("1409"))
    far = command.line(at("1410"))
    assert (far.holds, far.cost) == (False, points(4))
    assert command_lines(
        NAME, at("1406"), disorganised=True, card=switched("command-line", "twelve")
    ).commands(at("1410"))


def test_enemies_and_their_zones_cut_command_but_where_a_friend_stands() -> None:
    """An enemy at 1408, 1407 in his zone: the line to 1407 needs a friend there."""
    foe = Front(NAME, [at("1408")])
    alone = command_lines(NAME, at("1406"), blocked(foe, []))
    assert not alone.commands(at("1407"))
    assert alone.line(at("1407")).cut == foe.zone
    covered = command_lines(NAME, at("1406"), blocked(foe, path("1407")))
    assert covered.line(at("1407")).path == path("1406", "1407")
    assert command_lines(NAME, at("1406"), blocked(foe, [], switched("line-zones", "units"))).commands(
        at("1407")
    )


def test_a_staff_that_is_surrounded_commands_its_own_hex() -> None:
    ring = Front(NAME, VALLEY.grid.neighbours(at("1406")))
    command = command_lines(NAME, at("1406"), blocked(ring, path("1406")))
    assert command.commands(at("1406"))
    assert command.line(at("1410")).cut == ring.units


@settings(max_examples=40, deadline=None)
@given(st.integers(0, VALLEY.grid.size - 1), st.lists(st.integers(0, 60), max_size=5))
def test_a_line_costs_what_its_steps_cost_and_passes_nothing_closed(staff: int, near: list[int]) -> None:
    around = VALLEY.grid.within(HexId(staff), 5)[1:]
    closed = blocked(Front(NAME, {around[each % len(around)] for each in near}), [HexId(staff)])
    command = command_lines(NAME, HexId(staff), closed)
    where = ways(NAME, "foot")
    for each in around:
        state = command.line(each)
        assert state.holds == command.commands(each)
        if state.path:
            steps = [where.step_cost(a, b) for a, b in zip(state.path, state.path[1:], strict=False)]
            assert sum(step or 0 for step in steps) == state.cost
            assert not closed & set(state.path[1:])
            assert state.holds == ((state.cost or 0) <= points(6))


# Supply


def test_supply_goes_where_foot_units_can() -> None:
    """From 2216 over the Jarama to 2116 is one hex; wheels go by the bridge of Pindoque: 2215 or 2115 first."""
    marks = supply_marks([at("2116")])
    assert supply_state(supply_ways(NAME), at("2216"), marks).path == path("2216", "2116")
    wheels = supply_ways(NAME, card=switched("supply-line", "motorized"))
    assert supply_state(wheels, at("2216"), marks).path == path("2216", "2215", "2214", "2115", "2116")
    down = after_harm(WHOLE, Feature("bridge", VALLEY.grid.parse_hexside("2115 NE")), "destroyed")
    around = supply_state(supply_ways(NAME, down, switched("supply-line", "motorized")), at("2216"), marks)
    assert around.holds
    assert len(around.path) > 5


def test_enemies_cut_supply_and_the_cut_is_named() -> None:
    ring = Front(NAME, VALLEY.grid.ring(at("1406"), 2))
    state = supply_state(
        supply_ways(NAME), at("1406"), supply_marks([at("0101")], blocked(ring, path("1406")))
    )
    assert (state.holds, state.path) == (False, ())
    assert state.cut == set(VALLEY.grid.neighbours(at("1406")))


@pytest.mark.parametrize("friends", [(), ("1407",)])
def test_a_friend_keeps_a_line_open_in_an_enemy_zone(friends: tuple[str, ...]) -> None:
    """The only gap in a ring around 1406 is 1407, in the zone of those beside it."""
    held = [each for each in VALLEY.grid.neighbours(at("1406")) if each != at("1407")]
    shut = blocked(Front(NAME, held), path("1406", *friends), switched("line-zones", "uncovered"))
    beyond = path("1408") if friends else ()
    state = supply_state(supply_ways(NAME), at("1406"), supply_marks(beyond, shut - set(path("1408"))))
    assert state.holds == bool(friends)
