# SPDX-License-Identifier: Apache-2.0
"""Lines of sight: what they cross by each method, counted by hand, by walking, and digest by digest."""

from collections.abc import Iterable
from itertools import pairwise
from random import Random

import pytest
from boards import grid_and_hexes, grids
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.hexes import Grid, HexId, Hexside, line
from grognard.hexes.digests import Digest, Digests, Symbols, all_digests, digest, digests_from
from grognard.hexes.lines import Along, Corner
from grognard.hexes.sight import Crossing, Method, crossings, hexes_between

METHODS: tuple[Method, ...] = ("straight", "paths")
methods = st.sampled_from(METHODS)


def told(grid: Grid, start: str, end: str, method: Method) -> list[str]:
    """Write each step as a person would: the two hexes of every hexside crossed in it."""
    steps = crossings(grid, grid.parse_hex(start), grid.parse_hex(end), method)
    return [
        " ".join(sorted("/".join(sorted(map(grid.hex_name, grid.beside(each)))) for each in step.hexsides))
        for step in steps
    ]


@pytest.mark.parametrize(
    ("start", "end", "method", "steps"),
    [
        ("0505", "0505", "straight", []),
        ("0505", "0505", "paths", []),
        ("0505", "0604", "straight", ["0505/0604"]),
        # Down a column both agree.
        ("0505", "0508", "straight", ["0505/0506", "0506/0507", "0507/0508"]),
        ("0505", "0508", "paths", ["0505/0506", "0506/0507", "0507/0508"]),
        # Along a hexside: into it by either hex, along it, out of it.
        ("0505", "0705", "straight", ["0505/0604 0505/0605", "0604/0605", "0604/0705 0605/0705"]),
        ("0505", "0705", "paths", ["0505/0604 0505/0605", "0604/0705 0605/0705"]),
        # Through the corners of 0603 0604 0704 and of 0703 0802 0803, where all three hexsides count.
        (
            "0505",
            "0902",
            "straight",
            [
                "0505/0604",
                "0603/0604 0603/0704 0604/0704",
                "0703/0704",
                "0703/0802 0703/0803 0802/0803",
                "0802/0902",
            ],
        ),
        # At the upper edge of the map nothing lies beyond, but the line is as long as elsewhere.
        ("0101", "0301", "straight", ["0101/0201", "", "0201/0301"]),
        ("0101", "0301", "paths", ["0101/0201", "0201/0301"]),
    ],
)
def test_steps_by_hand(start: str, end: str, method: Method, steps: list[str]) -> None:
    assert told(Grid(12, 12), start, end, method) == steps


def test_hexes_between_by_hand() -> None:
    grid = Grid(12, 12)
    start = grid.parse_hex("0505")

    def between(end: str, method: Method) -> list[str]:
        return [grid.hex_name(each) for each in hexes_between(grid, start, grid.parse_hex(end), method)]

    assert between("0604", "straight") == []
    assert between("0503", "straight") == ["0504"]
    assert sorted(between("0705", "straight")) == ["0604", "0605"]
    assert sorted(between("0704", "straight")) == sorted(between("0704", "paths")) == ["0604"]
    # The line to 0703 crosses 0604 and 0603; units may also walk by 0504 and 0603, or by 0604 and 0704.
    assert sorted(between("0703", "straight")) == ["0603", "0604"]
    assert sorted(between("0703", "paths")) == ["0504", "0603", "0604", "0704"]


def plain(steps: Iterable[Crossing]) -> list[tuple[set[Hexside], bool]]:
    return [(set(step.hexsides), step.is_tied) for step in steps]


@given(grid_and_hexes(2, most=14), methods)
def test_the_way_back_is_the_way_there_backwards(made: tuple[Grid, list[HexId]], method: Method) -> None:
    grid, (start, end) = made
    there, back = crossings(grid, start, end, method), crossings(grid, end, start, method)
    assert plain(there) == plain(reversed(back))
    assert set(hexes_between(grid, start, end, method)) == set(hexes_between(grid, end, start, method))


@given(grid_and_hexes(2, most=14))
def test_straight_steps_are_what_the_line_touches(made: tuple[Grid, list[HexId]]) -> None:
    """Every hexside crossed or run along, and every hexside that ends in a corner the line passes."""
    grid, (start, end) = made
    found = line(grid, start, end)
    touched = {*found.hexsides, *found.hexsides_along}
    for segment in found.segments:
        if isinstance(segment, Corner):
            between = [grid.hexside_between(one, other) for one in segment.hexes for other in segment.hexes]
            touched |= {each for each in between if each is not None}
    touched = {each for each in touched if len(grid.beside(each)) == 2}
    steps = crossings(grid, start, end)
    assert sorted(each for step in steps for each in step.hexsides) == sorted(touched), "each in one step"
    # A step into every hex the line enters, and two more for each run along a hexside: along it and out of it.
    runs = sum(isinstance(segment, Along) for segment in found.segments)
    assert len(steps) == len(found.hexes) - 1 + 2 * runs
    assert found.is_tied == any(step.is_tied for step in steps)
    for own, step in ((start, steps[:1]), (end, steps[-1:])):
        assert all(own in grid.beside(each) for crossing in step for each in crossing.hexsides), (
            "first and last"
        )


@given(grid_and_hexes(2, most=9))
def test_paths_are_every_shortest_walk(made: tuple[Grid, list[HexId]]) -> None:
    """A hexside is crossed in step k if from one of its hexes, k - 1 steps out, the other is a step nearer to the end."""
    grid, (start, end) = made
    length = grid.distance(start, end)
    on_the_way = {
        each for each in grid.hexes if grid.distance(start, each) + grid.distance(each, end) == length
    }
    wanted: list[set[Hexside]] = [set() for _ in range(length)]
    for here in on_the_way:
        for there in on_the_way & set(grid.neighbours(here)):
            side = grid.hexside_between(here, there)
            step = grid.distance(start, here)
            if side is not None and grid.distance(start, there) == step + 1:
                wanted[step].add(side)
    assert [set(step.hexsides) for step in crossings(grid, start, end, "paths")] == wanted
    assert set(hexes_between(grid, start, end, "paths")) == on_the_way - {start, end}


def test_every_shortest_walk_is_among_the_paths() -> None:
    """Three walks lead from 0505 to 0703, for which the hexsides are listed by hand."""
    grid = Grid(12, 12)
    walks = ["0505 0504 0603 0703", "0505 0604 0603 0703", "0505 0604 0704 0703"]
    steps = crossings(grid, grid.parse_hex("0505"), grid.parse_hex("0703"), "paths")
    by_hand: list[set[Hexside | None]] = [set(), set(), set()]
    for walk in walks:
        hexes = [grid.parse_hex(name) for name in walk.split()]
        for at, (one, other) in enumerate(pairwise(hexes)):
            by_hand[at].add(grid.hexside_between(one, other))
    assert [set(step.hexsides) for step in steps] == by_hand


def column(*bits: int) -> Digest:
    """Digest a line down a column whose hexsides have these bits."""
    grid = Grid(1, len(bits) + 1)
    hexes = list(grid.hexes)
    sides = {grid.hexside_between(*pair): each for pair, each in zip(pairwise(hexes), bits, strict=True)}
    symbols = Symbols(grid, {side: each for side, each in sides.items() if side is not None}, {hexes[1]: 8})
    return digest(symbols, hexes[0], hexes[-1])


def test_a_digest_by_hand() -> None:
    """1, 2 and 4 are three symbols; the third of five hexsides lies exactly midway, the middle two of four do not."""
    assert column(1, 0, 2, 4, 1) == Digest(
        anywhere=7, twice=1, first=1, last=1, near=1 | 2, far=2 | 4 | 1, between=8
    )
    assert column(1, 2, 4, 0) == Digest(anywhere=7, twice=0, first=1, last=0, near=1 | 2, far=4, between=8)
    assert column(3, 3) == Digest(anywhere=3, twice=3, first=3, last=3, near=3, far=3, between=8)


def test_symbols_are_eight() -> None:
    with pytest.raises(ValueError, match="eight symbols"):
        Symbols(Grid(2, 2), {Hexside(0): 256})


def at(found: Digests, *index: int) -> Digest:
    return Digest(*(getattr(found, name)[index].item() for name in Digest.__struct_fields__))


@given(grids(most=8), st.randoms(use_true_random=False), methods, st.integers(1, 6))
@settings(max_examples=60)
def test_many_digests_are_those_of_single_lines(
    grid: Grid, dice: Random, method: Method, distance: int
) -> None:
    sides = {
        each: dice.randrange(256)
        for here in grid.hexes
        for each in grid.hexsides(here)
        if dice.random() < 0.4
    }
    symbols = Symbols(grid, sides, {here: dice.randrange(256) for here in grid.hexes if dice.random() < 0.3})
    whole = all_digests(symbols, distance, method)
    for start in grid.hexes:
        found = digests_from(symbols, start, distance, method)
        place = (grid.column(start), grid.row(start))
        place = place if grid.orientation == "flat" else place[::-1]
        ends = [HexId(end) for end in found.ends.tolist() if end >= 0]
        assert sorted(ends) == sorted(set(grid.within(start, distance)) - {start})
        for index, end in enumerate(found.ends.tolist()):
            wanted = digest(symbols, start, HexId(end), method) if end >= 0 else Digest(0, 0, 0, 0, 0, 0, 0)
            assert at(found, index) == at(whole, index, *place) == wanted
            assert whole.ends[index, *place] == end
