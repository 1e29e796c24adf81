# SPDX-License-Identifier: Apache-2.0
"""TEC on the map of the Sukhaya: every row of the chart by worked examples, what stands in the way, and plain oracles."""

import heapq
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.games.panzerblitz.movement import Mobility, Move, StepCosts, Surroundings, figures, mobility
from grognard.games.panzerblitz.movement import step_costs as costs_on
from grognard.games.panzerblitz.roster import roster, unit_type
from grognard.games.panzerblitz.terms import STACK
from grognard.games.panzerblitz.terrain import TERRAIN
from grognard.hexes import Chain, Grid, HexId, Map, Road, Terrain
from grognard.hexes.paths import points
from grognard.registry import Card, game_map

BOARD = game_map("panzerblitz", "sukhaya")
CLASSES: tuple[Mobility, ...] = get_args(Mobility)
NONE = (None, None, None, None)
Costs = tuple[str | None, ...]


def at(*numbers: str) -> list[HexId]:
    return [BOARD.grid.parse_hex(number) for number in numbers]


def step_costs(here: str, there: str, *, off_road: bool = False, card: Card | None = None) -> Costs:
    """What a step costs foot, cavalry, vehicles and trucks."""
    found = []
    for moves in CLASSES:
        told = costs_on("sukhaya", moves, card) if card else costs_on("sukhaya", moves)
        cost = told.ways.step_cost(*at(here, there), off_road=off_road)
        found.append(None if cost is None else str(Fraction(cost, 12)))
    return tuple(found)


def switched(**rulings: str) -> Card:
    return Card("panzerblitz", "card", tuple((name.replace("_", "-"), to) for name, to in rulings.items()))


def test_the_figures_are_the_charts() -> None:
    found = figures()
    half, one = Fraction(1, 2), Fraction(1)
    assert found.enter == {
        "clear": {"all": one, "truck": 2 * one},
        "road": {"all": half},
        "town": {"all": half},
        "woods": {"all": one, "truck": 2 * one},
        "swamp": {"all": one},
        "gully": {},
        "slope": {"truck": 4 * one, "vehicle": 3 * one},
    }
    assert found.leave["gully"] == {"truck": 5 * one, "vehicle": 3 * one}
    assert [row for row, costs in found.leave.items() if costs] == ["gully"]


@pytest.mark.parametrize(
    ("here", "there", "wanted"),
    [
        ("1108", "1208", ("1", "1", "1", "2")),  # CLEAR
        ("0809", "0909", ("1/2", "1/2", "1/2", "1/2")),  # ROADS: along the High Road
        ("0808", "0809", ("1", "1", "1", "2")),  # entered from a hex without a road
        ("1110", "1209", ("1", "1", "1", "2")),  # from road hex to road hex, but no road between
        ("0508", "0509", ("1/2", "1/2", "1/2", "1/2")),  # TOWNS: from a hex without a road, over a grey side
        ("0402", "0302", ("1", "1", "1", "2")),  # WOODS: where no green is on the side
        ("0301", "0302", ("1", "1", None, None)),  # over a green side
        ("2103", "2102", ("1/2", "1/2", "1/2", "1/2")),  # over a green side by road
        ("1115", "1116", ("1", None, None, None)),  # SWAMPS
        ("1215", "1216", ("1/2", "1/2", "1/2", "1/2")),  # by the causeway
        ("1602", "1702", ("1", "1", "1", "2")),  # GULLIES: into one, at the cost of the clear ground there
        ("1702", "1703", ("1", "1", "1", "2")),  # along it
        ("1702", "1802", ("1", "4", "4", "7")),  # out of it: 3 or 5 to leave, and the clear hex
        ("1808", "1908", ("1/2", "1/2", "1/2", "1/2")),  # out of it by road
        ("1603", "1604", ("1", "1", "1", "2")),  # STREAM FORD: into it from the gully
        ("1604", "1704", ("1", "1", "1", "2")),  # out of it, without the cost of leaving
        ("2804", "2904", NONE),  # PONDS
        ("2904", "2804", NONE),
        ("1204", "1104", ("1", "3", "3", "4")),  # SLOPES
        ("0807", "0806", ("1/2", "1/2", "1/2", "1/2")),  # by road
        ("2711", "2712", ("1", "3", "3", "4")),  # a wooded slope, where no green is on the side
        ("0806", "0805", ("1", "1", "1", "2")),  # HILLTOPS: clear, from the slope below
        ("1006", "1005", ("1", "1", "1", "2")),  # wooded, where no green is on the side
        ("2516", "2515", ("1/2", "1/2", "1/2", "1/2")),  # a town on a hilltop
        ("0805", "0806", ("1", "3", "3", "4")),  # down again
    ],
)
def test_steps_cost_what_the_chart_says(here: str, there: str, wanted: Costs) -> None:
    assert step_costs(here, there) == wanted


@pytest.mark.parametrize(
    ("here", "there", "wanted"),
    [
        ("0809", "0909", ("1", "1", "1", "2")),  # a road in the clear
        ("2103", "2102", ("1", "1", None, None)),  # in woods, over a green side
        ("1215", "1216", ("1", None, None, None)),  # in a swamp
        ("1808", "1908", ("1", "4", "4", "7")),  # out of a gully
        ("0807", "0806", ("1", "3", "3", "4")),  # up a slope
        ("2107", "2207", ("1/2", "1/2", "1/2", "1/2")),  # into a town, which costs that in any case
    ],
)
def test_without_the_road_a_road_hex_is_its_other_terrain(here: str, there: str, wanted: Costs) -> None:
    assert step_costs(here, there, off_road=True) == wanted


def test_rulings_change_what_steps_cost() -> None:
    assert step_costs("1702", "1802", card=switched(gully_leaving="instead")) == ("1", "3", "3", "5")
    assert step_costs("1702", "1703", card=switched(gully_leaving="instead")) == ("1", "1", "1", "2")
    assert step_costs("2711", "2712", card=switched(wooded_slope="both")) == ("1", "4", "4", "6")
    assert step_costs("1204", "1104", card=switched(wooded_slope="both")) == ("1", "3", "3", "4")
    assert step_costs("1115", "1116", card=switched(cavalry_swamp="as-foot")) == ("1", "1", None, None)


@pytest.mark.parametrize(
    ("unit", "moves"),
    [
        ("g-rifle", "foot"), ("s-engineer", "foot"), ("81mm", "foot"), ("88mm", "foot"), ("cp", "foot"),
        ("cavalry", "cavalry"), ("panther", "vehicle"), ("su76", "vehicle"), ("hummel", "vehicle"),
        ("g-halftrack", "vehicle"), ("puma", "vehicle"), ("s-wagon", "vehicle"), ("g-truck", "truck"),
    ],
)  # fmt: skip
def test_how_units_move(unit: str, moves: Mobility) -> None:
    assert mobility(unit_type(unit)) == moves


# Moves


def move(
    unit: str, start: str, factor: int | None = None, card: Card | None = None, **field: list[HexId]
) -> Move:
    kind = unit_type(unit)
    assert kind.side
    card = card or Card("panzerblitz")
    return Move(
        kind,
        at(start)[0],
        costs_on("sukhaya", mobility(kind), card),
        Surroundings(kind.side, card=card, **field),
        factor,
    )


def cost(found: Move, there: str) -> str | None:
    twelfths = found.reach.get(at(there)[0])
    return None if twelfths is None else str(Fraction(twelfths, 12))


def why_not(found: Move, there: str) -> str:
    return found.why_not(at(there)[0])


def test_a_rifle_platoon_marches_two_hexes_by_road() -> None:
    """1 MF: 0809 to 0909 and on to 1009 by the High Road, or one hex anywhere."""
    found = move("g-rifle", "0809")
    assert cost(found, "1009") == "1"
    assert [BOARD.grid.hex_name(each) for each in found.reach.path(at("1009")[0])] == ["0809", "0909", "1009"]
    assert why_not(found, "1109") == "1109 costs 1.5 MF, and Rifle platoon has 1"
    assert len(found.reach) == 1 + 6 + 2  # both ways along the road
    assert {cost(found, each) for each in ("0808", "0810", "0710")} == {"1", "1/2"}


def test_a_friend_on_the_road_costs_the_column_its_pace() -> None:
    """A truck pays 1/2 for each of 4 hexes; past one at 0909 it pays 2 there. A wreck is the same."""
    assert cost(move("g-truck", "0809"), "1209") == "2"
    assert cost(move("g-truck", "0809", friends=at("0909")), "0909") == "2"
    assert cost(move("g-truck", "0809", friends=at("0909")), "1209") == "7/2"
    assert cost(move("g-truck", "0809", friends=at("0809", "0809")), "1209") == "2"  # friends left behind
    relaxed = switched(road_rate="two-others")
    assert cost(move("g-truck", "0809", card=relaxed, friends=at("0909", "0909")), "1209") == "2"
    assert cost(move("g-truck", "0809", card=relaxed, friends=at(*["0909"] * 3)), "1209") == "7/2"


def test_a_wreck_shuts_a_forest_road() -> None:
    found = move("panther", "2104", friends=at("2102"))
    assert cost(found, "2103") == "1/2"
    assert why_not(found, "2102") == (
        "2102 is entered only by road, which does not count where another unit, a wreck or a block is (ruling road-rate)"
    )
    assert cost(move("g-rifle", "2103", friends=at("2102")), "2102") == "1"


@pytest.mark.parametrize(("unit", "number", "most"), [("panther", 3, "3 German"), ("t34c", 2, "2 Soviet")])
def test_a_full_hex_is_passed_but_not_ended_on(unit: str, number: int, most: str) -> None:
    found = move(unit, "1107", friends=at(*["1108"] * number))
    assert why_not(found, "1108") == f"1108 is full: {most} units or wrecks to a hex (ruling stacking)"
    assert cost(found, "1109") == "2"
    room = move(unit, "1107", friends=at(*["1108"] * (number - 1)))
    assert cost(room, "1108") == "1"


def test_a_unit_may_stay_where_it_stands_in_a_full_hex() -> None:
    assert cost(move("panther", "1107", friends=at(*["1107"] * 3)), "1107") == "0"


def test_enemies_close_their_hex_and_nothing_around_it() -> None:
    found = move("panther", "1107", enemies=at("1108"))
    assert why_not(found, "1108") == "enemy units are in 1108 (ruling enemy-hexes)"
    assert cost(found, "1109") == "3"  # around it: 1207 or 1007, 1208 or 1008, 1109
    assert cost(found, "1207") == "1"


def test_mines_stop_whoever_enters_and_nobody_who_leaves() -> None:
    found = move("panther", "1107", mines=at(*(["1106", "1006", "1007", "1108", "1207", "1206"])))
    assert len(found.reach) == 7
    assert cost(found, "1108") == "1"
    assert cost(move("panther", "1107", mines=at("1107")), "1109") == "2"


def test_a_fort_with_enemies_in_it_is_closed_by_a_ruling_of_its_own() -> None:
    found = move("panther", "1107", forts=at("1108"), enemies=at("1207"))
    assert why_not(found, "1108") == (
        "enemy units are in the fort in 1108: an empty one may be entered (ruling forts-closed)"
    )
    assert why_not(found, "1207") == "enemy units are in 1207 (ruling enemy-hexes)"
    assert cost(found, "1109") == "3"  # around it, by 1007 and 1008


def test_a_block_is_entered_by_the_first_step_off_the_road_and_stops() -> None:
    """A block at 0909 on the High Road, for a truck: 2 from 0809 beside it, and no farther; from 0710 not at all."""
    beside = move("g-truck", "0809", blocks=at("0909"))
    assert cost(beside, "0909") == "2"
    assert [BOARD.grid.hex_name(each) for each in beside.reach.path(at("1009")[0])] == [
        "0809",
        "0910",
        "1009",
    ]
    assert why_not(move("g-truck", "0710", blocks=at("0909")), "0909") == (
        "0909 is blocked: a unit enters it only from the hex next to it in which it began (ruling blocks)"
    )
    assert cost(move("g-truck", "0909", blocks=at("0909")), "1009") == "1/2"  # it leaves as from any hex


def test_blocks_count_in_a_stack_only_by_ruling() -> None:
    here, counted = at("1108"), switched(blocks_in_stacks="counted")
    assert cost(move("t34c", "1107", friends=here, blocks=here), "1108") == "1"
    full = move("t34c", "1107", card=counted, friends=here, blocks=here)
    assert why_not(full, "1108").startswith("1108 is full: 2 Soviet")


def test_one_hex_may_always_be_moved_but_never_a_forbidden_one() -> None:
    """A wagon with 3 MF leaves the gully at 1702 for 4, but with 1 MF does not cross the green side of 0302."""
    wagon = move("s-wagon", "1702")
    assert wagon.reach.is_minimum(at("1802")[0])
    assert cost(wagon, "1802") == "3"
    assert why_not(wagon, "1902").startswith("1902 costs ")
    assert at("0302")[0] not in move("s-wagon", "0301", 1).reach
    only_foot = switched(one_hex_move="mf-1")
    assert why_not(move("s-wagon", "1702", card=only_foot), "1802") == "1802 costs 4 MF, and Wagon has 3"
    assert cost(move("s-rifle", "1702", card=only_foot), "1802") == "1"


def test_a_gun_does_not_move_by_itself() -> None:
    found = move("88mm", "1107")
    assert list(found.reach) == at("1107")
    assert why_not(found, "1108") == (
        "88mm has no movement factor: it moves only as a passenger (ruling no-movement-factor)"
    )


@pytest.mark.parametrize(
    ("unit", "there", "said"),
    [
        ("panther", "1118", "there is no way into 1118: vehicles may enter swamps only by road (tec: SWAMPS)"),
        ("cavalry", "1118", "there is no way into 1118: cavalry may enter swamps only by road (tec: SWAMPS, ruling cavalry-swamp)"),
        ("panther", "2017", "there is no way into 2017: vehicles cross green hexsides only by road (tec: WOODS)"),
        ("panther", "1107", ""),
    ],
)  # fmt: skip
def test_why_there_is_no_way(unit: str, there: str, said: str) -> None:
    assert why_not(move(unit, "1107"), there) == said


# A strip drawn by hand: gully, slope, wooded slope behind green, pond, town, swamp behind a road.


def strip(*words: str, road: tuple[int, int] = (0, 0), **features: int) -> Map:
    """Draw hexes in a row; a feature is on the hexside after the hex of that number."""
    grid = Grid(len(words), 1, "pointy")
    hexes = list(grid.hexes)
    sides = [(kind, grid.hexside_between(hexes[after], hexes[after + 1])) for kind, after in features.items()]
    return Map(
        title="Strip",
        grid=grid,
        legend=tuple(Terrain(word[:2], word) for word in dict.fromkeys(words)),
        terrain=words,
        hexsides=tuple(Chain(kind, kind, (side,)) for kind, side in sides if side is not None),
        roads=(Road("road", "Road", tuple(hexes[slice(*road)])),) if road[1] else (),
    )


def along(board: Map, moves: Mobility) -> list[str | None]:
    """What each step costs from the first hex to the last."""
    ways = StepCosts(board, moves).ways
    found = [ways.step_cost(one, two) for one, two in pairwise(board.grid.hexes)]
    return [None if each is None else str(Fraction(each, 12)) for each in found]


def test_a_wagon_out_of_a_gully_up_a_slope_pays_for_both() -> None:
    board = strip("gully", "slope", "gully", "town", "gully", "gully", "ford", "gully")
    assert along(board, "vehicle") == ["6", "1", "7/2", "1", "1", "1", "1"]
    assert along(board, "truck") == ["9", "2", "11/2", "2", "2", "2", "2"]
    assert along(board, "foot") == ["1", "1", "1/2", "1", "1", "1", "1"]


def test_a_road_carries_over_everything_but_a_pond() -> None:
    board = strip("gully", "wooded slope", "swamp", "hilltop", "clear", road=(0, 5), green=0, pond=3)
    for moves in CLASSES:
        assert along(board, moves) == ["1/2", "1/2", "1/2", None]


# Oracles

# The table of the card as a player reads it aloud: foot, cavalry, other vehicles, trucks; twelfths of an MF.
READ = {
    "clear": (12, 12, 12, 24),
    "woods": (12, 12, 12, 24),
    "town": (6, 6, 6, 6),
    "swamp": (12, None, None, None),
}
SLOPE, LEAVE = (12, 36, 36, 48), (0, 36, 36, 60)


def plain_step(moves: int, here: HexId, there: HexId, taken: frozenset[HexId]) -> int | None:
    """What a step costs, read off the table."""
    side = BOARD.grid.hexside_between(here, there)
    assert side is not None
    from_, to, features = TERRAIN[BOARD.terrain[here]], TERRAIN[BOARD.terrain[there]], BOARD.features_at(side)
    if "pond" in features:
        return None
    if BOARD.roads_at(side) and there not in taken:
        return 6
    if "green" in features and moves >= 2:
        return None
    entry = READ[to.cover][moves] if to.level != "slope" or not moves else SLOPE[moves]
    if entry is None:
        return None
    leaves = from_.gully and not to.gully and not to.ford
    return entry + (LEAVE[moves] if leaves else 0)


def plain(found: Move, friends: Counter[HexId]) -> dict[HexId, int]:
    """Dijkstra as the textbook has it, by the table above."""
    field, start, moves = found.around, found.start, CLASSES.index(mobility(found.unit))
    taken = frozenset((*friends, *field.blocks))
    ends: dict[HexId, int] = {}
    queue = [(0, start)]
    nearby: dict[HexId, int] = {}
    while queue:
        spent, here = heapq.heappop(queue)
        if here in ends:
            continue
        ends[here] = spent
        if here != start and here in (*field.mines, *field.blocks):
            continue
        for there in BOARD.grid.neighbours(here):
            step = plain_step(moves, here, there, taken)
            if step is None or there in field.enemies or (there in field.blocks and here != start):
                continue
            if here == start:
                nearby[there] = int(12 * found.factor)
            if spent + step <= 12 * found.factor:
                heapq.heappush(queue, (spent + step, there))
    if found.factor:
        ends = nearby | ends
    limit = STACK[field.side]
    return {each: spent for each, spent in ends.items() if each == start or friends[each] < limit}


UNITS = [each for each in roster().values() if each.side]
HEX = st.integers(0, BOARD.grid.size - 1).map(HexId)


@st.composite
def moves_on_the_map(draw: st.DrawFn) -> tuple[Move, list[HexId]]:
    unit = draw(st.sampled_from(UNITS))
    start = draw(HEX)
    near = st.sampled_from(BOARD.grid.within(start, 6)[1:])
    some = st.lists(near, max_size=8)
    friends, enemies, mines, blocks = draw(some), draw(some), draw(some), draw(some)
    assert unit.side
    free = [each for each in friends if each not in enemies]
    field = Surroundings(unit.side, enemies=enemies, friends=free, mines=mines, blocks=blocks)
    return Move(unit, start, costs_on("sukhaya", mobility(unit)), field), free


@settings(max_examples=150, deadline=None)
@given(moves_on_the_map())
def test_reach_is_what_a_player_finds_with_the_table(asked: tuple[Move, list[HexId]]) -> None:
    found, friends = asked
    assert dict(found.reach) == plain(found, Counter(friends))


@settings(max_examples=60, deadline=None)
@given(moves_on_the_map(), HEX)
def test_more_in_the_way_never_reaches_more(asked: tuple[Move, list[HexId]], other: HexId) -> None:
    found, friends = asked
    field = found.around
    for more in ("enemies", "friends", "mines", "blocks"):
        told = {"enemies": field.enemies, "friends": friends, "mines": field.mines, "blocks": field.blocks}
        told[more] = [*told[more], other]
        worse = Move(found.unit, found.start, found.costs, Surroundings(field.side, card=field.card, **told))
        for each, spent in worse.reach.items():
            assert found.reach[each] <= spent


@settings(max_examples=60, deadline=None)
@given(moves_on_the_map())
def test_every_hex_is_reached_or_refused_in_words(asked: tuple[Move, list[HexId]]) -> None:
    found, _ = asked
    for each in BOARD.grid.hexes:
        assert (found.why_not(each) == "") == (each in found.reach)


def test_a_road_never_makes_a_step_dearer() -> None:
    for moves in CLASSES:
        ways = costs_on("sukhaya", moves).ways
        for with_road, without in zip(ways.costs.flatten(), ways.off_road.flatten(), strict=True):
            assert without == -1 or 0 < with_road <= without


def test_the_gully_is_dear_to_vehicles_only() -> None:
    """From the west bank to the east at 1706: on foot 2, a tank 1 + 4, a truck 2 + 7."""
    west, gully, east = at("1605")[0], at("1706")[0], at("1806")[0]
    found = []
    for moves in CLASSES:
        ways = costs_on("sukhaya", moves).ways
        found.append((ways.step_cost(west, gully), ways.step_cost(gully, east)))
    assert found == [
        (points(1), points(1)),
        (points(1), points(4)),
        (points(1), points(4)),
        (points(2), points(7)),
    ]
