# SPDX-License-Identifier: Apache-2.0
"""TEC on the map of the Jarama valley: every line of the chart for every class, each step counted by hand."""

import heapq
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.games.jarama.features import WHOLE, Feature, Features, Harm, after_harm, with_pontoons
from grognard.games.jarama.move_costs import between, crossings, step_cost, ways
from grognard.games.jarama.movement import Front, Move, allowance
from grognard.games.jarama.terms import CARD
from grognard.games.jarama.units import CLASSES, KINDS, Kind, Mobility
from grognard.hexes import HexId, Hexside
from grognard.hexes.paths import points
from grognard.registry import Card, game_map
from grognard.rules.costs import cost_text

NAME = "jarama"
VALLEY = game_map("jarama", NAME)
QUARTER, THIRD, HALF = Fraction(1, 4), Fraction(1, 3), Fraction(1, 2)
ON_FOOT_OR_WHEELS: tuple[Mobility, ...] = ("mech", "motorized", "foot")
Cost = Fraction | int | None
Step = Callable[[HexId, HexId], Fraction | None]


def at(number: str) -> HexId:
    return VALLEY.grid.parse_hex(number)


def side(name: str) -> Hexside:
    return VALLEY.grid.parse_hexside(name)


def switched(ruling: str, option: str) -> Card:
    return Card("jarama", "card", ((ruling, option),))


def costs(
    here: str, there: str, features: Features = WHOLE, engineers: tuple[str, ...] = (), card: Card = CARD
) -> list[Fraction | None]:
    """What a step costs mech, motorized and foot units."""
    helpers = frozenset(map(at, engineers))
    return [
        step_cost(VALLEY, at(here), at(there), each, features, engineers=helpers, card=card)
        for each in ON_FOOT_OR_WHEELS
    ]


@pytest.mark.parametrize(
    ("here", "there", "mech", "motorized", "foot"),
    [
        ("1001", "1101", 1, 1, 1),  # Clear
        ("3001", "3101", 1, 1, 1),  # Clear on the uplands, no slope between
        ("2001", "2002", HALF, HALF, HALF),  # Secondary road
        ("1002", "1103", QUARTER, QUARTER, THIRD),  # Primary Road: to Valencia
        ("3113", "3213", QUARTER, QUARTER, THIRD),  # Primary Road through woods
        ("1301", "1401", 1, 1, 1),  # Town: Vicálvaro
        ("0101", "0201", 1, 1, 1),  # City: Madrid
        ("1004", "1005", 2, 2, 2),  # Fortification in clear: 1 + 1
        ("2410", "2511", QUARTER + 1, QUARTER + 1, THIRD + 1),  # Fortification by a primary road
        ("2201", "2301", None, None, 3),  # River: the Jarama, 1 + 2 on foot
        ("2302", "2402", None, None, 4),  # River into dense woods: 2 + 2
        ("3003", "3104", 3, 3, 2),  # Hill: 1 + 2, 1 + 2, 1 + 1
        ("1504", "1505", 4, 4, 3),  # Hill with a fortification: Almodóvar
        ("3203", "3104", HALF, HALF, HALF),  # Hill by a secondary road: instead of hex and hill
        ("2002", "2003", 1, None, 1),  # Slope, uphill
        ("2003", "2002", 1, 1, 1),  # Slope, downhill
        ("2612", "2613", HALF, HALF, HALF),  # Slope, uphill by a secondary road
        ("2317", "2417", 3, None, 2),  # Slope up to a hill
        ("2122", "2222", 3, None, 2),  # Slope up to the Pingarrón, a hill with a position
        ("3003", "3004", 2, 3, 1),  # Woods
        ("2401", "2402", 3, 4, 2),  # Dense Woods
        ("2310", "2410", QUARTER, QUARTER, THIRD),  # Bridge of Arganda, by the road
        ("2115", "2214", 1, 1, 1),  # Bridge of Pindoque, by the railroad
        ("2512", "2412", 1, 1, 1),  # Railroad through dense woods
        ("1126", "1127", 1, 1, 1),  # Railroad over a hill
        ("2206", "2306", 4, 5, 2),  # Ford: 1 + 3, 1 + 4, 1 + 1
        ("2018", "2119", 6, 8, 3),  # Ford into dense woods: 3 + 3, 4 + 4, 2 + 1
        ("0907", "0908", 1, 2, 1),  # Position in clear: +0, +1, +0
        ("0607", "0608", QUARTER, QUARTER + 1, THIRD),  # Position by a primary road
    ],
)
def test_every_line_of_the_chart(here: str, there: str, mech: Cost, motorized: Cost, foot: Cost) -> None:
    assert costs(here, there) == [mech, motorized, foot]
    for mobility, cost in zip(ON_FOOT_OR_WHEELS, (mech, motorized, foot), strict=True):
        wanted = None if cost is None else points(cost)
        assert ways(NAME, mobility).step_cost(at(here), at(there)) == wanted


# Over rivers


def test_engineers_on_either_bank_help_over_a_river() -> None:
    """TEC: Eng +5, +5, +1 on the 1 of clear ground; two hexes away they are no help."""
    assert costs("2201", "2301", engineers=("2201",)) == [6, 6, 2]
    assert costs("2201", "2301", engineers=("2301",)) == [6, 6, 2]
    assert costs("2201", "2301", engineers=("2101",)) == [None, None, 3]
    near = switched("engineer-help", "near-bank")
    assert costs("2201", "2301", engineers=("2301",), card=near) == [None, None, 3]
    assert costs("2201", "2301", engineers=("2201",), card=near) == [6, 6, 2]


def test_pontoons_are_a_bridge_both_ways() -> None:
    """TEC, ruling pontoons: +0 for all."""
    spanned = with_pontoons(WHOLE, side("2201 NE"), 7)
    assert costs("2201", "2301", spanned) == [1, 1, 1]
    assert costs("2301", "2201", spanned) == [1, 1, 1]
    assert costs("2301", "2302", spanned) == [None, None, 3]  # the next hexside of the river


BRIDGE = Feature("bridge", side("2115 NE"))


@pytest.mark.parametrize("harm", ["damaged", "destroyed"])
def test_a_bridge_that_is_down_is_crossed_on_foot_alone(harm: Harm) -> None:
    """Ruling damaged-features: foot 1 + 2 at Pindoque, by what is left of the bridge or through the river."""
    down = after_harm(WHOLE, BRIDGE, harm)
    assert costs("2115", "2214", down) == [None, None, 3]
    assert costs("2115", "2214", down, ("2214",)) == [6, 6, 2]
    assert costs("2115", "2214", with_pontoons(down, side("2115 NE"), 1)) == [1, 1, 1]
    assert step_cost(VALLEY, at("2115"), at("2214"), "train", down) is None


def test_damaged_roads_give_no_help_into_nor_out_of_their_hex() -> None:
    """The Valencia road in 3213, which is woods; beyond it the road is whole."""
    bombed = after_harm(WHOLE, Feature("road", at("3213")), "damaged")
    assert costs("3113", "3213", bombed) == [2, 3, 1]
    assert costs("3213", "3314", bombed) == [1, 1, 1]
    assert costs("3314", "3315", bombed) == [QUARTER, QUARTER, THIRD]


def test_a_road_goes_on_where_only_the_railroad_is_down_and_the_other_way_round() -> None:
    """Between Vaciamadrid and La Poveda: 2611 to 2711 has both."""
    rails = after_harm(WHOLE, Feature("railroad", at("2711")), "destroyed")
    road = after_harm(WHOLE, Feature("road", at("2711")), "destroyed")
    assert costs("2611", "2711", rails) == [QUARTER, QUARTER, THIRD]
    assert costs("2611", "2711", road) == [1, 1, 1]
    assert step_cost(VALLEY, at("2611"), at("2711"), "train", rails) is None
    assert step_cost(VALLEY, at("2611"), at("2711"), "train", road) == 1


def test_works_of_a_scenario_count_like_those_of_the_map() -> None:
    dug = Features(positions=(at("1101"),), fortifications=(at("1102"),))
    assert costs("1001", "1101", dug) == [1, 2, 1]
    assert costs("1001", "1102", dug) == [2, 2, 2]


# Rulings that switch


@pytest.mark.parametrize(
    ("ruling", "option", "step", "wanted"),
    [
        ("road-cost", "number-only", ("3203", "3104"), [HALF + 2, HALF + 2, HALF + 1]),
        ("railroad-cost", "other-terrain", ("2512", "2412"), [3, 4, 2]),
        ("slope-uphill", "both", ("2003", "2002"), [1, None, 1]),
        ("road-slope", "barred", ("2612", "2613"), [HALF, None, HALF]),
        ("slope-movement", "mech-barred", ("2002", "2003"), [None, None, 1]),
    ],
)
def test_rulings_switch_what_a_step_costs(
    ruling: str, option: str, step: tuple[str, str], wanted: list[Cost]
) -> None:
    assert costs(*step) != wanted
    assert costs(*step, card=switched(ruling, option)) == wanted


# What is attacked across


@pytest.mark.parametrize(
    ("here", "there", "wanted"),
    [
        ("1001", "1101", ()),
        ("2201", "2301", ("river",)),
        ("2206", "2306", ("ford",)),
        ("2115", "2214", ("bridge",)),
        ("2002", "2003", ("slope",)),
        ("2003", "2002", ()),
    ],
)
def test_what_lies_between_for_who_attacks(here: str, there: str, wanted: tuple[str, ...]) -> None:
    assert crossings(VALLEY, WHOLE, at(here), at(there)) == wanted


def test_what_is_down_is_no_bridge_and_pontoons_are_one() -> None:
    assert crossings(VALLEY, after_harm(WHOLE, BRIDGE, "destroyed"), at("2115"), at("2214")) == ("river",)
    assert crossings(VALLEY, after_harm(WHOLE, BRIDGE, "damaged"), at("2115"), at("2214")) == ("river",)
    assert crossings(VALLEY, with_pontoons(WHOLE, side("2201 NE"), 0), at("2201"), at("2301")) == ("bridge",)


def test_only_neighbours_have_something_between_them() -> None:
    with pytest.raises(ValueError, match="1001 and 1201 are no neighbours"):
        between(VALLEY, WHOLE, at("1001"), at("1201"))


# Allowances


@pytest.mark.parametrize(
    ("kind", "printed"),
    [
        ("Infantry", 6), ("Engineers", 6), ("Pontoons", 6), ("Cavalry", 10), ("Armor", 14), ("Tanks", 12),
        ("AT Artillery", 6), ("AA Artillery", 6), ("Armored Train", None), ("Headquarters", 6),
        ("Heavy Artillery", 6), ("Medium Artillery", 6), ("Light Artillery", 4),
    ],
)  # fmt: skip
def test_movement_capacity_and_half_of_it_out_of_command(kind: Kind, printed: int | None) -> None:
    assert allowance(kind) == printed
    assert allowance(kind, in_command=False) == (None if printed is None else Fraction(printed, 2))
    assert allowance(kind, in_command=False, card=switched("command-movement", "full")) == printed


def test_every_kind_has_its_class() -> None:
    """Ruling movement-class, as it is written; the armored train alone has a way of its own."""
    found = {name: {kind for kind, given in CLASSES.items() if given == name} for name in CLASSES.values()}
    assert found == {
        "mech": {"Armor", "Tanks"},
        "motorized": {
            *("Heavy Artillery", "Medium Artillery", "Light Artillery", "AT Artillery", "AA Artillery"),
            "Headquarters",
        },
        "foot": {"Infantry", "Engineers", "Pontoons", "Cavalry"},
        "train": {"Armored Train"},
    }
    assert set(CLASSES) == set(KINDS)


def test_three_hexes_of_a_primary_road_are_one_point() -> None:
    """Ruling road-third: from 1002 along the road to Valencia foot units go three hexes for one point, to the twelfth."""
    found = move("foot", "1002", 1).reach
    along = [found[at(name)] for name in ("1103", "1203", "1304")]
    assert along == [points(THIRD), points(2 * THIRD), points(1)]


# Zones of control: an enemy at 1408, clear ground around him but for woods in 1406 and a hill in 1309

ENEMY = Front(NAME, [at("1408")])


def move(
    mobility: Mobility, start: str, allowed: Fraction | int | None, foes: Front = ENEMY, card: Card = CARD
) -> Move:
    return Move(NAME, mobility, at(start), allowed, foes, card=card)


def test_who_enters_a_zone_stops_there() -> None:
    """1509 is entered around the zone by 1507, 1607 and 1608, for 4, not through it by 1508, for 3."""
    assert ENEMY.zone == set(map(at, ("1407", "1508", "1509", "1409", "1309", "1308")))
    found = move("foot", "1406", 6).reach
    assert (found[at("1407")], found[at("1508")]) == (points(1), points(2))
    assert found[at("1509")] == points(4)
    assert found.path(at("1509")) == tuple(map(at, ("1406", "1507", "1607", "1608", "1509")))


def test_foot_units_pay_1_to_leave_a_zone_and_others_nothing() -> None:
    """From 1407 back to the woods of 1406: foot 1 + 1, mech 2; into the next hex of the zone, and no further."""
    foot, mech = move("foot", "1407", 3).reach, move("mech", "1407", 3).reach
    assert (foot[at("1406")], mech[at("1406")]) == (points(2), points(2))
    assert (foot[at("1507")], mech[at("1507")]) == (points(2), points(1))
    assert (foot[at("1508")], mech[at("1508")]) == (points(2), points(1))
    assert at("1509") not in foot
    assert at("1509") not in mech


def test_without_zones_enemies_only_close_their_hex() -> None:
    free = Front(NAME, [at("1408")], card=switched("zones", "none"))
    assert free.zone == frozenset()
    assert move("foot", "1406", 6, free).reach[at("1509")] == points(3)
    assert at("1408") not in move("foot", "1406", 6, free).reach


def test_some_units_have_no_zone() -> None:
    staff = Front(NAME, [at("1408"), at("1001")], exerting=[at("1001")])
    assert at("1407") not in staff.zone
    assert at("1101") in staff.zone
    assert at("1408") in staff.units


# The armored train


def test_a_train_runs_any_distance_along_whole_rails() -> None:
    """From Arganda by La Poveda over its railway bridge to the edge at 1501, 19 hexes; not on the Madrid - Aranjuez line."""
    found = move("train", "3112", None).reach
    assert found[at("2108")] == points(10)
    assert at("1501") in found
    assert at("0519") not in found
    rails = {each for road in VALLEY.roads if road.kind == "railroad" for each in road.hexes}
    assert set(found) <= rails


def test_enemies_stop_a_train_and_so_do_their_zones() -> None:
    """An enemy at 2509: 2510 and 2409 are in his zone, the train goes 6 hexes to the first."""
    foe = Front(NAME, [at("2509")])
    stopped = move("train", "3112", None, foe)
    assert stopped.reach[at("2510")] == points(6)
    assert at("2409") not in stopped.reach
    runs = switched("armored-train", "runs")
    assert move("train", "3112", None, foe, runs).reach[at("2409")] == points(7)
    on_the_line = Front(NAME, [at("2510")])
    assert at("2409") not in move("train", "3112", None, on_the_line, runs).reach


# Refusals


def test_why_a_hex_cannot_be_reached() -> None:
    crowded = Move(NAME, "foot", at("1406"), 2, ENEMY, full=frozenset([at("1506")]))
    assert crowded.why_not(at("1408")) == "enemy units are in 1408"
    assert crowded.why_not(at("1509")) == "1509 costs 4 MP, and the unit has 2 MP"
    assert crowded.why_not(at("1506")) == "1506 is full: 10 units to a hex (ruling stacking)"
    assert crowded.why_not(at("1407")) == ""
    assert move("train", "3112", None).why_not(at("0519")) == (
        "no whole railroad leads to 0519 past enemy units and their zones (ruling armored-train)"
    )


def test_what_bars_a_neighbouring_hex_is_named() -> None:
    """All around 2114 but the river side is held: guns cannot go through the river to 2214."""
    held = Front(NAME, [each for each in VALLEY.grid.neighbours(at("2114")) if each != at("2214")])
    assert move("motorized", "2114", 6, held).why_not(at("2214")) == (
        "a river bars 2214 to motorized units without a bridge, a ford, pontoons or engineers (tec: River), and there is no way around"
    )
    below = Front(NAME, [each for each in VALLEY.grid.neighbours(at("2316")) if each != at("2416")])
    assert move("motorized", "2316", 6, below).why_not(at("2416")) == (
        "a slope bars 2416 to motorized units but by road (tec: Slope, ruling road-slope), and there is no way around"
    )
    assert move("motorized", "2316", 6, below).why_not(at("2516")) == "there is no way to 2516"


@pytest.mark.parametrize(
    ("cost", "told"), [(12, "1"), (6, "0.5"), (27, "2.25"), (4, "1/3"), (28, "2 1/3"), (34, "2 5/6")]
)
def test_thirds_are_told_as_thirds(cost: int, told: str) -> None:
    assert cost_text(cost) == told


# What holds everywhere

STEPS = [(here, there) for here in VALLEY.grid.hexes for there in VALLEY.grid.neighbours(here)]


def test_rivers_bar_both_ways_and_slopes_one() -> None:
    for mobility in ON_FOOT_OR_WHEELS:
        shut = {(a, b) for a, b in STEPS if step_cost(VALLEY, a, b, mobility) is None}
        wet = {(a, b) for a, b in shut if between(VALLEY, WHOLE, a, b).river}
        assert wet == {(b, a) for a, b in wet}
        assert all(between(VALLEY, WHOLE, a, b).slope for a, b in shut - wet)
        assert bool(shut) == (mobility != "foot")


def slowly(step_of: Step, start: HexId, budget: Fraction, foes: Front, leave: int) -> dict[HexId, Fraction]:
    """The reach by the plainest search there is: who enters a zone goes no further."""
    best, heap = {start: Fraction(0)}, [(Fraction(0), start)]
    while heap:
        spent, here = heapq.heappop(heap)
        if spent > best[here] or (here in foes.zone and here != start):
            continue
        for there in VALLEY.grid.neighbours(here):
            step = step_of(here, there)
            if step is None or there in foes.units:
                continue
            total = spent + step + (leave if here in foes.zone else 0)
            if total <= budget and total < best.get(there, budget + 1):
                best[there] = total
                heapq.heappush(heap, (total, there))
    return best


HEXES = list(VALLEY.grid.hexes)
BRIDGES = [each for chain in VALLEY.hexsides if chain.kind == "bridge" for each in chain.hexsides]
RIVERS = [each for chain in VALLEY.hexsides if chain.kind == "river" for each in chain.hexsides]
PLACES = st.sampled_from(HEXES)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([each for each in HEXES if 16 <= VALLEY.grid.column(each) <= 26]),
    st.lists(st.integers(0, 60), max_size=4),
    st.sampled_from(ON_FOOT_OR_WHEELS),
    st.integers(0, 8),
    st.lists(st.sampled_from(BRIDGES), max_size=6),
    st.lists(st.sampled_from(RIVERS), max_size=3),
    st.lists(PLACES, max_size=4),
)
def test_the_reach_is_what_the_plainest_search_finds(  # noqa: PLR0913, PLR0917 - what a move depends on
    start: HexId,
    near: list[int],
    mobility: Mobility,
    allowed: int,
    down: list[Hexside],
    spans: list[Hexside],
    others: list[HexId],
) -> None:
    """With bridges down, pontoons laid, roads damaged and engineers about."""
    features = WHOLE
    for bridge in down:
        features = after_harm(features, Feature("bridge", bridge), "damaged")
    for number, span in enumerate(dict.fromkeys(spans)):
        features = with_pontoons(features, span, number)
    for each in others:
        features = after_harm(features, Feature("road", each), "damaged")
    ring = VALLEY.grid.within(start, 4)[1:]
    foes = Front(NAME, {ring[each % len(ring)] for each in near})
    helpers = frozenset(others)
    found = Move(NAME, mobility, start, allowed, foes, features, helpers).reach

    def step(here: HexId, there: HexId) -> Fraction | None:
        return step_cost(VALLEY, here, there, mobility, features, engineers=helpers)

    wanted = slowly(step, start, Fraction(allowed), foes, leave=1 if mobility == "foot" else 0)
    assert dict(found.items()) == {each: points(spent) for each, spent in wanted.items()}


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["road", "railroad"]), PLACES, st.sampled_from(["damaged", "destroyed"])),
        max_size=5,
    )
)
def test_damage_makes_no_step_cheaper(harms: list[tuple[str, HexId, Harm]]) -> None:
    features = WHOLE
    for kind, where, harm in harms:
        features = after_harm(features, Feature("road" if kind == "road" else "railroad", where), harm)
    for mobility in ON_FOOT_OR_WHEELS:
        before, after = ways(NAME, mobility).costs, ways(NAME, mobility, features).costs
        assert ((after >= before) | (after < 0)).all()
        assert ((after < 0) >= (before < 0)).all()
