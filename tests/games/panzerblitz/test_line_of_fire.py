# SPDX-License-Identifier: Apache-2.0
"""The line of fire: every cell of the target elevation table and every note by hand; and all hexes at once."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard import chart
from grognard.charts.rulings import Profile
from grognard.games.panzerblitz.sight import (
    LEVELS,
    SYMBOLS,
    clauses,
    lines,
    why_not_spotted,
)
from grognard.games.panzerblitz.terms import Level
from grognard.games.panzerblitz.terrain import TERRAIN
from grognard.hexes import Chain, Grid, HexId, Hexside, Map, Terrain, load_map
from grognard.hexes.obstacles import Clause
from grognard.registry import Card
from grognard.rules.map_view import Obstruction

HERE = Path(__file__).parent
RIDGE = load_map(HERE / "ridge.toml")
CARD = Card("panzerblitz")
ERRATA = Card("panzerblitz", "errata")
PATHS = Card("panzerblitz", switched=(("sight-line", "paths"),))
LEGEND = tuple(Terrain(f"{at:02}", name) for at, name in enumerate(TERRAIN))


def blocked(made: Map, firer: HexId, target: HexId, card: Card) -> Obstruction | None:
    """Say what blocks one line of fire."""
    return lines(made, card).blocked(firer, target)


def seen_from(made: Map, start: HexId, distance: int, card: Card) -> frozenset[HexId]:
    """Return all that is in line of fire."""
    return lines(made, card).seen_from(start, distance)


def board(grid: Grid, terrain: list[str], sides: Sequence[tuple[str, Hexside]]) -> Map:
    """Make a map of terrain and symbols, each hexside a chain of its own."""
    chains = tuple(Chain(kind, f"{at}", (side,)) for at, (kind, side) in enumerate(sides))
    return Map(title="", grid=grid, legend=LEGEND, terrain=tuple(terrain), hexsides=chains)


def column(firer: str, symbols: list[str], target: str) -> Map:
    """Make a map of one column: a unit at each end, and symbols on the hexsides between."""
    grid = Grid(1, len(symbols) + 1)
    ends = ["clear" if each == "ground" else each for each in (firer, target)]
    found = [
        (symbol, grid.hexside_between(*pair))
        for symbol, pair in zip(symbols, pairwise(grid.hexes), strict=True)
        if symbol != "."
    ]
    sides = [(symbol, side) for symbol, side in found if side is not None]
    return board(grid, [ends[0], *["clear"] * (grid.size - 2), ends[1]], sides)


# From 0303 to 0503 the line runs along the hexside in the middle of these; a walk has only the steps at its ends.
ALONG = (("0402 and 0303", "0303 and 0403"), ("0402 and 0403",), ("0402 and 0503", "0403 and 0503"))
WALKED = (ALONG[0], ALONG[2])


def beside_a_hexside(firer: str, symbols: list[str], target: str) -> Map:
    """Make a map on which a line from 0303 to 0503 touches hexsides with symbols, north/south of it."""
    grid = Grid(5, 5)
    words = {grid.parse_hex("0303"): firer, grid.parse_hex("0503"): target}
    terrain = ["clear" if words.get(each) in (None, "ground") else words[each] for each in grid.hexes]
    names = [pair for step in (ALONG if len(symbols) == len(ALONG) else WALKED) for pair in step]
    sides = []
    for pair, symbol in zip(names, "/".join(symbols).split("/"), strict=True):
        side = grid.hexside_between(*map(grid.parse_hex, pair.split(" and ")))
        if symbol != "." and side is not None:
            sides.append((symbol, side))
    return board(grid, terrain, sides)


def cases() -> list[tuple[str, str, Profile, str]]:
    """Read the lines drawn by hand: heading, line, profile, what comes of it."""
    found: list[tuple[str, str, Profile, str]] = []
    _, *parts = (HERE / "line_of_fire.txt").read_text(encoding="utf-8").strip().split("\n\n")[1:]
    for part in parts:
        heading, *drawn = part.splitlines()
        for each in drawn:
            line, _, says = (text.strip() for text in each.partition("  "))
            card, _, errata = (text.strip() for text in says.partition("|"))
            found += [(heading, line, "card", card), (heading, line, "errata", errata or card)]
    return found


CASES = cases()


def sentence(firer: str, target: str, says: str) -> str:
    """Write what the umpire is to say of a line that is blocked."""
    by, _, why = says.partition(", ")
    kind, number = by.split(" ")
    if kind == "gully":
        return (
            f"blocked by the gully in {number}: "
            "only adjacent hexes, slopes and hilltops are in line with it, by ruling gully-sight"
        )
    second = "second " if "note E" in why else ""
    levels = {"gully": "ground", "ford": "ground"}
    firer, target = levels.get(firer, firer), levels.get(target, target)
    between = f"01{int(number):02} and 01{int(number) + 1:02}"
    return f"blocked by the {second}{kind} side between {between}: TET {firer} to {target}, {why}"


def tied(firer: str, target: str, says: str, steps: Sequence[tuple[str, ...]]) -> str:
    """Write what the umpire is to say of a line that is blocked in a tie: `green 3s, note A`."""
    by, _, why = says.partition(", ")
    kind, number = by.split(" ")
    second = "second " if "note E" in why else ""
    between = steps[int(number[0]) - 1]["ns".index(number[1:] or "n")]
    return (
        f"blocked by the {second}{kind} side between {between}: TET {firer} to {target}, {why}, "
        "touched in a tie by ruling sight-line"
    )


STRAIGHT = [case for case in CASES if "/" not in case[1]]
TIED = [case for case in CASES if "/" in case[1]]


@pytest.mark.parametrize(("heading", "line", "profile", "says"), TIED)
def test_a_line_with_ties_drawn_by_hand(heading: str, line: str, profile: Profile, says: str) -> None:
    firer, *symbols, target = line.split()
    made = beside_a_hexside(firer, symbols, target)
    walked = heading.startswith("walked")
    card = Card("panzerblitz", profile, (("sight-line", "paths"),) if walked else ())
    start, end = made.grid.parse_hex("0303"), made.grid.parse_hex("0503")
    found = blocked(made, start, end, card)
    assert ("seen" if found is None else str(found)) == (
        says if says == "seen" else tied(firer, target, says, WALKED if walked else ALONG)
    )
    assert (end in seen_from(made, start, 2, card)) == (says == "seen"), "all hexes at once agree"


@pytest.mark.parametrize(("heading", "line", "profile", "says"), STRAIGHT)
def test_a_line_drawn_by_hand(heading: str, line: str, profile: Profile, says: str) -> None:
    firer, *symbols, target = line.split()
    made = column(firer, symbols, target)
    found = blocked(made, HexId(0), HexId(len(symbols)), Card("panzerblitz", profile))
    assert ("seen" if found is None else str(found)) == (
        says if says == "seen" else sentence(firer, target, says)
    )
    if ":" in heading:
        assert heading.startswith(f"{firer} to {target}: "), "the line stands under its cell"


def test_every_cell_and_every_note_has_a_line_that_it_blocks_and_one_that_it_does_not() -> None:
    told = {
        heading: {says == "seen" for each, _, _, says in CASES if each == heading} for heading, *_ in CASES
    }
    printed = chart("panzerblitz", "tet")
    for firer in LEVELS:
        for target in LEVELS:
            heading = f"{firer} to {target}: {printed[firer, target]}"
            never = firer == target == "hilltop"
            assert told[heading] == ({True} if never else {True, False}), heading
    for note in "ABCDE":
        assert any(f"note {note}" in says for *_, says in CASES)


LOW, ALL = frozenset({"green", "grey"}), frozenset(SYMBOLS)


@pytest.mark.parametrize(
    ("profile", "firer", "target", "read"),
    [
        ("card", "ground", "ground", [("ALL", ALL, "anywhere")]),
        ("card", "ground", "slope", [("BROWN ORANGE", ALL - LOW, "anywhere"), ("note B", LOW, "first")]),
        ("card", "slope", "ground", [("BROWN ORANGE", ALL - LOW, "anywhere"), ("note A", LOW, "last")]),
        ("card", "slope", "slope", [("BROWN ORANGE", ALL - LOW, "anywhere"), ("note E", {"orange"}, "twice")]),
        ("card", "ground", "hilltop", [("note B", LOW, "first"), ("note D", {"brown"}, "near")]),
        ("card", "hilltop", "ground", [("note C", {"brown"}, "far")]),
        ("card", "slope", "hilltop", []),
        ("card", "hilltop", "slope", []),
        ("card", "hilltop", "hilltop", []),
        ("errata", "hilltop", "hilltop", []),
        ("errata", "slope", "hilltop", [("note E by ruling tet-slope-hilltop", {"orange"}, "twice")]),
    ],
)  # fmt: skip
def test_cells_are_read_as_printed(
    profile: Profile, firer: Level, target: Level, read: list[tuple[str, frozenset[str], str]]
) -> None:
    found = clauses(Card("panzerblitz", profile), firer, target)
    assert [(each.name, each.symbols, each.part) for each in found] == read


def test_a_single_ruling_changes_its_cells_alone() -> None:
    switched = Card("panzerblitz", switched=(("tet-ground-hilltop", "corrected"),))
    assert clauses(switched, "slope", "hilltop") == ()
    names = [each.name for each in clauses(switched, "hilltop", "ground")]
    ruled = "by ruling tet-ground-hilltop"
    assert names == [f"note A {ruled}", "note C", f"note E {ruled}"], "C is printed"


def mirrored(found: tuple[Clause, ...]) -> set[tuple[frozenset[str], str]]:
    other = {"first": "last", "last": "first", "near": "far", "far": "near"}
    return {(each.symbols, other.get(each.part, each.part)) for each in found}


def test_the_table_mirrors_itself_but_for_note_a_from_a_hilltop() -> None:
    """The card prints note B for ground to hilltop, and not its mirror A for hilltop to ground. The errata do."""
    for card in (CARD, ERRATA):
        odd = [
            (firer, target)
            for firer in LEVELS
            for target in LEVELS
            if mirrored(clauses(card, firer, target))
            != {(each.symbols, each.part) for each in clauses(card, target, firer)}
        ]
        assert odd == ([("ground", "hilltop"), ("hilltop", "ground")] if card == CARD else [])


# On the ridge


def at(name: str) -> HexId:
    return RIDGE.grid.parse_hex(name)


def said(firer: str, target: str, card: Card = CARD) -> str:
    return str(blocked(RIDGE, at(firer), at(target), card) or "seen")


@pytest.mark.parametrize(
    ("firer", "target", "says"),
    [
        # From the woods over their own green side; from farther north the woods are passed.
        ("0501", "0504", "blocked by the green side between 0501 and 0502: TET ground to ground, ALL"),
        ("0501", "0503", "blocked by the green side between 0501 and 0502: TET ground to hilltop, note B"),
        ("0502", "0504", "blocked by the orange side between 0502 and 0503: TET ground to ground, ALL"),
        ("0503", "0501", "seen"),
        ("0502", "0503", "seen"),
        # Adjacent across the town's sides, and from the hilltop into it.
        ("0304", "0305", "seen"),
        ("0303", "0305", "blocked by the grey side between 0304 and 0305: TET slope to ground, note A"),
        # The gully winds from 0201 to 0102.
        ("0201", "0102", "seen"),
        ("0201", "0203", "blocked by the gully in 0201: only adjacent hexes, slopes and hilltops are in line with it, by ruling gully-sight"),
        ("0201", "0303", "seen"),
    ],
)  # fmt: skip
def test_lines_on_the_ridge(firer: str, target: str, says: str) -> None:
    assert said(firer, target) == says


def test_what_blocks_is_a_hexside_or_a_hex() -> None:
    found = blocked(RIDGE, at("0502"), at("0504"), CARD)
    assert found
    assert found.hexes == tuple(RIDGE.grid.beside(RIDGE.grid.parse_hexside("0503 N")))
    found = blocked(RIDGE, at("0201"), at("0203"), CARD)
    assert found
    assert found.hexes == (at("0201"),)


def test_the_errata_hide_one_bare_hilltop_from_the_other_behind_the_woods() -> None:
    assert said("0503", "0903") == "seen"
    assert said("0503", "0903", ERRATA) == (
        "blocked by the woods on the hilltop 0703: it obstructs every line of fire, by ruling hilltop-cover"
    )
    assert said("0503", "0703", ERRATA) == "seen", "the woods themselves are seen"
    # Their symbols block where the table lets symbols block.
    assert said("0702", "0704").startswith("blocked by the green side between 0702 and 0703: ")


def test_a_gully_may_be_ruled_level() -> None:
    level = Card("panzerblitz", switched=(("gully-sight", "level"),))
    assert said("0201", "0203", level) == "seen"


@pytest.mark.parametrize("side", ["0303 NE", "0303 SE", "0402 S", "0503 NW", "0503 SW"])
def test_every_hexside_that_a_tie_touches_counts(side: str) -> None:
    """0303 to 0503 runs along the hexside between 0402 and 0403, from a corner of 0303 to one of 0503."""
    found = across_open_ground(side, "0303", "0503", CARD)
    assert found.endswith("ground to ground, ALL, touched in a tie by ruling sight-line")


@pytest.mark.parametrize("side", ["0303 N", "0303 S", "0402 NW", "0402 NE", "0403 SE", "0503 N", "0503 SE"])
def test_a_hexside_beside_the_line_does_not_count(side: str) -> None:
    assert across_open_ground(side, "0303", "0503", CARD) == "seen"


def across_open_ground(side: str, firer: str, target: str, card: Card) -> str:
    """Say what comes of a line where a single hexside is green."""
    grid = Grid(9, 6)
    made = board(grid, ["clear"] * grid.size, [("green", grid.parse_hexside(side))])
    return str(blocked(made, grid.parse_hex(firer), grid.parse_hex(target), card) or "seen")


def test_walking_through_hexes_meets_what_a_straight_line_misses() -> None:
    """From 0505 to 0703 the line runs by 0604 and 0603; a walk may lead by 0504, over the hexside N of 0505."""
    assert across_open_ground("0505 N", "0505", "0703", CARD) == "seen"
    assert across_open_ground("0505 N", "0505", "0703", PATHS) == (
        "blocked by the green side between 0504 and 0505: "
        "TET ground to ground, ALL, touched in a tie by ruling sight-line"
    )


# All hexes at once


@st.composite
def boards(draw: st.DrawFn) -> Map:
    """Draw a small map of any terrain, with symbols on a third of its hexsides."""
    grid = Grid(draw(st.integers(1, 7)), draw(st.integers(1, 7)), draw(st.sampled_from(["flat", "pointy"])))
    dice: Random = draw(st.randoms(use_true_random=False))
    words = [dice.choice([*TERRAIN, "clear", "slope", "hilltop"]) for _ in grid.hexes]
    hexsides = sorted({each for here in grid.hexes for each in grid.hexsides(here)})
    sides = [(dice.choice(SYMBOLS), each) for each in hexsides if dice.random() < 0.35]
    return board(grid, words, sides)


cards = st.sampled_from(
    [
        CARD,
        ERRATA,
        PATHS,
        Card("panzerblitz", "errata", (("gully-sight", "level"), ("sight-line", "paths"))),
        Card("panzerblitz", switched=(("hilltop-cover", "obstruct"),)),
    ]
)


@given(boards(), cards, st.integers(1, 7))
@settings(max_examples=80, deadline=None)
def test_all_hexes_seen_are_those_that_nothing_blocks(made: Map, card: Card, distance: int) -> None:
    for start in made.grid.hexes:
        near = [each for each in made.grid.within(start, distance) if each != start]
        assert seen_from(made, start, distance, card) == {
            each for each in near if blocked(made, start, each, card) is None
        }


@given(boards())
@settings(max_examples=60, deadline=None)
def test_under_the_errata_who_sees_is_seen(made: Map) -> None:
    """Every cell then mirrors its opposite. As printed, note A from a hilltop is the only difference."""
    for one in made.grid.hexes:
        for other in range(one):
            pair = one, HexId(other)
            assert (blocked(made, *pair, ERRATA) is None) == (blocked(made, *pair[::-1], ERRATA) is None)
            there, back = blocked(made, *pair, CARD), blocked(made, *pair[::-1], CARD)
            if (there is None) != (back is None):
                assert "ground to hilltop, note B" in str(there or back)


def test_from_a_gully_only_neighbours_and_heights_are_seen() -> None:
    """0201 and 0102 are gullies: from 0201 one sees the gully beside it and the slope of 0303, not 0203."""
    found = seen_from(RIDGE, at("0201"), 3, CARD)
    assert {at("0102"), at("0202"), at("0303")} <= found
    assert at("0203") not in found
    assert at("0201") not in seen_from(RIDGE, at("0203"), 3, CARD)


# Spotting


@pytest.mark.parametrize(
    ("firer", "target", "friends", "spotted"),
    [
        ("0301", "0501", [], False),
        ("0301", "0501", ["0303"], False),
        ("0301", "0501", ["0401"], True),
        ("0401", "0501", [], True),
        ("0302", "0305", [], False),
        ("0302", "0305", ["0304"], True),
        ("0303", "0703", ["0603", "0101"], True),
        ("0303", "0503", [], True),
    ],
)
def test_a_target_in_woods_or_a_town_needs_a_friend_adjacent(
    firer: str, target: str, friends: list[str], *, spotted: bool
) -> None:
    found = why_not_spotted(RIDGE, at(firer), at(target), [at(each) for each in friends], CARD)
    cover = {"0501": "woods", "0305": "a town"}.get(target, "")
    assert found == (
        None
        if spotted
        else f"the target in {target} is in {cover} and not spotted: "
        "no friendly unit that is not dispersed is adjacent to it, by ruling spotting"
    )
    unneeded = Card("panzerblitz", switched=(("spotting", "none"),))
    assert why_not_spotted(RIDGE, at(firer), at(target), [], unneeded) is None
