# SPDX-License-Identifier: Apache-2.0
"""TEC on the map of the North German plain: every line of the chart for every mover, each step counted by hand."""

import heapq
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.games.iron_curtain.move_costs import Mover, crossing, step_cost, ways
from grognard.games.iron_curtain.movement import allowance, move_reach, why_not
from grognard.games.iron_curtain.terms import CARD
from grognard.games.iron_curtain.zones import Front
from grognard.hexes import HexId
from grognard.hexes.paths import points
from grognard.registry import Card, game_map

NAME = "north-germany"
PLAIN = game_map("iron-curtain", NAME)
HALF = Fraction(1, 2)
MECH, LEG, AIR = Mover("mech"), Mover("leg"), Mover("leg", air_mobile=True)
STRATEGIC = Card("iron-curtain", "card", (("rr-movement", "strategic"),))


def at(number: str) -> HexId:
    return PLAIN.grid.parse_hex(number)


def costs(here: str, there: str, card: Card = CARD) -> list[Fraction | None]:
    """What a step costs mech, leg and air-mobile units."""
    return [step_cost(PLAIN, at(here), at(there), mover, card) for mover in (MECH, LEG, AIR)]


@pytest.mark.parametrize(
    ("here", "there", "mech", "leg", "air"),
    [
        ("1801", "1901", 1, 1, 1),  # Open
        ("2902", "2903", 1, 1, 1),  # Forest
        ("2504", "2505", 1, 1, 1),  # City: Neumünster
        ("2609", "2610", 1, 1, 1),  # Major City: Hamburg
        ("0925", "0926", 2, 1, 1),  # Rough: Teutoburg Forest
        ("3029", "3030", 5, 2, 2),  # Mountain: the Harz
        ("2001", "2002", 2, 2, 2),  # River: the Eider, +1
        ("2402", "2403", 2, 2, 2),  # Canal: the Kiel Canal, +1
        ("1224", "1325", 3, 2, 2),  # over the Hunte into the rough of the Wiehen hills
        ("2829", "2930", 6, 3, 3),  # over the Oker into the Harz
        ("1907", "1908", None, None, 1),  # Major River: the Elbe below Hamburg
        ("2601", "2702", None, None, 1),  # Sea Line: Kiel Fjord
        ("3401", "3402", None, None, 1),  # Sea Line: the Fehmarnsund, beside the bridge
        ("1508", "1507", None, None, 1),  # Ocean: off Cuxhaven
        ("2109", "2008", 4, 4, 1),  # Ferry: Glückstadt to Wischhafen, +3
        ("2008", "2109", 4, 4, 1),  # and back
        ("2201", "2301", 1, 1, 1),  # Secondary Road
        ("1525", "1625", 1, 1, 1),  # Secondary Road into rough: instead of 2
        ("1902", "2002", 1, 1, 1),  # Secondary Road Bridge over the Eider
        ("2213", "2313", HALF, HALF, HALF),  # Primary Road: Bremen - Hamburg
        ("2628", "2629", HALF, HALF, HALF),  # Primary Road through rough
        ("2321", "2322", HALF, HALF, HALF),  # Primary Road over the Aller
        ("3202", "3203", HALF, HALF, HALF),  # RR
        ("4205", "4106", HALF, HALF, HALF),  # RR over the Warnow
        ("1616", "1517", HALF, HALF, HALF),  # Major River by primary road and RR: Bremen
        ("3302", "3401", HALF, HALF, HALF),  # Sea Line by primary road and RR: the bridge to Fehmarn
    ],
)
def test_every_line_of_the_chart(
    here: str, there: str, mech: Fraction | None, leg: Fraction | None, air: Fraction | None
) -> None:
    assert costs(here, there) == [mech, leg, air]
    assert ways(NAME, MECH).step_cost(at(here), at(there)) == (None if mech is None else points(mech))


@pytest.mark.parametrize(
    ("here", "there", "year", "wanted"),
    [
        ("2213", "2313", 1945, HALF),  # the Reichsautobahn of 1945 is primary from the first
        ("2513", "2514", 1945, 1),  # Hamburg - Göttingen, of 1962
        ("2513", "2514", 1961, 1),
        ("2513", "2514", 1962, HALF),
        ("2628", "2629", 1945, 1),  # the same through rough: as a secondary road, not 2
        ("2321", "2322", 1945, 1),  # the same over the Aller: as a secondary road bridge, not 2
        ("3303", "3203", 1974, 1),  # Lübeck - Fehmarn, of 1975
        ("3303", "3203", 1975, HALF),
        ("2201", "2301", 1989, 1),  # a road without a date is secondary for ever
    ],
)
def test_a_primary_road_is_one_from_its_year_on(
    here: str, there: str, year: int, wanted: Fraction | None
) -> None:
    for mobility in ("mech", "leg"):
        assert step_cost(PLAIN, at(here), at(there), Mover(mobility, year=year)) == wanted


def test_railroads_for_strategic_movement_alone() -> None:
    """Ruling rr-movement: then 3202 to 3203 is open ground, and over the Warnow the river costs 1."""
    assert costs("3202", "3203", STRATEGIC) == [1, 1, 1]
    assert costs("4205", "4106", STRATEGIC) == [2, 2, 2]


def test_what_lies_between_two_hexes() -> None:
    """At Bremen a primary road and a railroad cross the major river; before 1975 the road is secondary."""
    bremen = crossing(PLAIN, at("1616"), at("1517"), 1983)
    assert bremen.hexside == "major-river"
    assert bremen.roads == {"primary-road", "railroad"}
    assert crossing(PLAIN, at("1616"), at("1517"), 1945).roads == {"secondary-road", "railroad"}
    assert crossing(PLAIN, at("2109"), at("2008"), 1983).hexside == "ferry"
    assert crossing(PLAIN, at("1801"), at("1901"), 1983).hexside is None
    with pytest.raises(ValueError, match="1801 and 2001 are no neighbours"):
        crossing(PLAIN, at("1801"), at("2001"), 1983)


# Zones of control

ENEMY = Front(NAME, [at("0430")])


def test_a_zone_costs_2_to_enter_nothing_to_leave_and_stops_nobody() -> None:
    """Open ground around an enemy at 0430. Into its zone is 1 + 2; on through it 3 more; out of it 1."""
    assert {PLAIN.grid.hex_name(each) for each in ENEMY.zone} == {
        "0429", "0530", "0531", "0431", "0331", "0330",
    }  # fmt: skip
    found = move_reach(NAME, MECH, at("0428"), 6, ENEMY)
    assert found[at("0429")] == points(3)
    inside = move_reach(NAME, MECH, at("0429"), 6, ENEMY)
    assert inside[at("0530")] == points(3)
    assert inside[at("0531")] == points(6)
    assert inside[at("0428")] == points(1)


@pytest.mark.parametrize(
    ("owner", "there"),
    [
        ("1517", "1616"),  # the bridges of Bremen
        ("3302", "3401"),  # the bridge to Fehmarn
        ("2001", "2002"),  # a river
    ],
)
def test_a_zone_goes_over_rivers_and_bridges(owner: str, there: str) -> None:
    assert at(there) in Front(NAME, [at(owner)]).zone


@pytest.mark.parametrize(
    ("owner", "there"),
    [
        ("1908", "1907"),  # the Elbe below Hamburg, no road
        ("2109", "2008"),  # the ferry, across which nobody on the ground attacks
        ("3402", "3401"),  # the sound beside the bridge
        ("1508", "1507"),  # the ocean
    ],
)
def test_only_air_mobile_units_have_zones_over_what_is_prohibited(owner: str, there: str) -> None:
    assert at(there) not in Front(NAME, [at(owner)]).zone
    assert at(there) in Front(NAME, [at(owner)], [at(owner)]).zone


def test_a_ruling_keeps_air_mobile_zones_off_the_ocean() -> None:
    nobody = Card("iron-curtain", "card", (("ocean-attack", "nobody"),))
    assert at("1507") not in Front(NAME, [at("1508")], [at("1508")], nobody).zone


def test_a_ruling_keeps_air_mobile_zones_off_a_sea_line_without_a_road() -> None:
    """3402 and 3401 look at each other over the sound, beside the bridge."""
    by_road = Card("iron-curtain", "card", (("sea-line-attack", "by-road"),))
    assert at("3401") not in Front(NAME, [at("3402")], [at("3402")], by_road).zone


def test_air_mobile_units_fly_over_the_ocean_and_do_not_end_there() -> None:
    """From Wilhelmshaven 1011 over the Jade 1111 to Butjadingen 1211: 1 each; the others go around by the bay."""
    found = move_reach(NAME, AIR, at("1011"), 2)
    assert found[at("1211")] == points(2)
    assert at("1111") not in found
    assert why_not(PLAIN, found, at("1111"), 2) == "1111 is ocean"
    assert at("1211") not in move_reach(NAME, LEG, at("1011"), 2)


# Refusals


def test_why_a_hex_cannot_be_reached() -> None:
    found = move_reach(NAME, MECH, at("0428"), 2, ENEMY, full=[at("0427")])
    assert why_not(PLAIN, found, at("0430"), 2) == "enemy units are in 0430"
    assert why_not(PLAIN, found, at("0429"), 2) == "0429 costs 3 MP, and the unit has 2 MP"
    assert why_not(PLAIN, found, at("0427"), 2, 3) == "0427 is full: 3 units to a hex"
    assert why_not(PLAIN, found, at("0101"), 2) == "0101 is ocean"
    assert why_not(PLAIN, found, at("0428"), 2) == ""
    sealed = Front(NAME, PLAIN.grid.neighbours(at("0428")))
    alone = move_reach(NAME, MECH, at("0428"), 2, sealed)
    assert why_not(PLAIN, alone, at("0432"), 2) == "there is no way to 0432"


def test_half_points_are_told() -> None:
    """Along the autobahn from Harburg 2512 by 2412 and 2313 to 2213: three halves."""
    found = move_reach(NAME, MECH, at("2512"), 1)
    assert why_not(PLAIN, found, at("2213"), 1) == "2213 costs 1.5 MP, and the unit has 1 MP"


def test_out_of_supply_halves_nothing_but_by_a_ruling() -> None:
    slowed = Card("iron-curtain", "card", (("oos-1962", "slowed"),))
    assert allowance(7, in_supply=False, period="1962-1989") == 7
    assert allowance(7, in_supply=False, period="1962-1989", card=slowed) == Fraction(7, 2)
    assert allowance(7, in_supply=True, period="1962-1989", card=slowed) == 7
    assert allowance(7, in_supply=False, period="1945", card=slowed) == 7


# What holds everywhere

STEPS = [(here, there) for here in PLAIN.grid.hexes for there in PLAIN.grid.neighbours(here)]


def dearer(one: Mover, other: Mover) -> list[tuple[str, str]]:
    """Every step that costs the first more than the second."""

    def cost(mover: Mover, here: HexId, there: HexId) -> Fraction:
        found = step_cost(PLAIN, here, there, mover)
        return Fraction(999) if found is None else found

    name = PLAIN.grid.hex_name
    return [(name(a), name(b)) for a, b in STEPS if cost(one, a, b) > cost(other, a, b)]


def test_nowhere_is_leg_slower_than_mech_nor_the_air_than_the_ground_nor_a_later_year_than_an_earlier() -> (
    None
):
    assert dearer(LEG, MECH) == []
    assert dearer(AIR, LEG) == []
    assert dearer(Mover("mech", year=1975), Mover("mech", year=1962)) == []
    assert dearer(Mover("mech", year=1962), Mover("mech", year=1945)) == []
    assert dearer(Mover("mech", year=1945), Mover("mech", year=1962)) != []


def test_what_is_prohibited_is_so_both_ways() -> None:
    for mover in (MECH, LEG, AIR):
        shut = {(a, b) for a, b in STEPS if step_cost(PLAIN, a, b, mover) is None}
        assert shut == {(b, a) for a, b in shut}


def slowly(mover: Mover, start: HexId, budget: Fraction, foes: Front) -> dict[HexId, Fraction]:
    """The reach by the plainest search there is."""
    best, heap = {start: Fraction(0)}, [(Fraction(0), start)]
    while heap:
        spent, here = heapq.heappop(heap)
        for there in PLAIN.grid.neighbours(here):
            step = step_cost(PLAIN, here, there, mover)
            if step is None or there in foes.units or spent > best[here]:
                continue
            total = spent + step + (2 if there in foes.zone else 0)
            if total <= budget and total < best.get(there, budget + 1):
                best[there] = total
                heapq.heappush(heap, (total, there))
    return {each: spent for each, spent in best.items() if not PLAIN.is_water(each)}


LAND = [each for each in PLAIN.grid.hexes if not PLAIN.is_water(each)]


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(LAND),
    st.lists(st.integers(0, 60), max_size=5),
    st.sampled_from([MECH, LEG, AIR, Mover("mech", year=1945)]),
    st.integers(0, 5),
)
def test_the_reach_is_what_the_plainest_search_finds(
    start: HexId, near: list[int], mover: Mover, allowed: int
) -> None:
    ring = [each for each in PLAIN.grid.within(start, 4)[1:] if not PLAIN.is_water(each)]
    foes = Front(NAME, {ring[each % len(ring)] for each in near} if ring else set())
    found = move_reach(NAME, mover, start, allowed, foes)
    assert dict(found.items()) == {
        each: points(spent) for each, spent in slowly(mover, start, Fraction(allowed), foes).items()
    }
