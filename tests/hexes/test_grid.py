# SPDX-License-Identifier: Apache-2.0
"""The grid: numbers as printed, neighbours, hexsides, distance, rings; checked by hand and against a walk."""

from collections import deque
from math import hypot, isclose

import pytest
from boards import grid_and_hexes, grids
from hypothesis import given

from grognard.hexes import DIRECTIONS, Grid, HexId, Numbering, OffMap, opposite


def walk(grid: Grid, start: HexId) -> dict[HexId, int]:
    """Count steps by walking everywhere: the plainest distance there is."""
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for each in grid.neighbours(here):
            if each not in found:
                found[each] = found[here] + 1
                queue.append(each)
    return found


@pytest.mark.parametrize(
    ("first", "order", "printed"),
    [
        ("0101", "column-row", "0607"),
        ("0000", "column-row", "0506"),
        ("01.01", "column-row", "06.07"),
        ("0101", "row-column", "0706"),
        ("1.01", "column-row", "6.07"),
        ("001001", "column-row", "006007"),
        ("51.09", "column-row", "56.15"),
    ],
)
def test_hexes_are_numbered_as_the_first_one(first: str, order: str, printed: str) -> None:
    numbering = Numbering.like(first, order)  # type: ignore[arg-type]
    assert numbering is not None
    assert numbering.first == first
    assert numbering.hex_name(5, 6) == printed
    assert numbering.parse_hex(printed) == (5, 6)


@pytest.mark.parametrize("first", ["", "1", "101", "A1", "01.", "01 01"])
def test_what_is_no_number_is_no_numbering(first: str) -> None:
    assert Numbering.like(first) is None


@given(grids())
def test_every_hex_and_hexside_is_read_as_it_is_printed(grid: Grid) -> None:
    assert len({grid.hex_name(each) for each in grid.hexes}) == grid.size
    for each in grid.hexes:
        assert grid.parse_hex(grid.hex_name(each)) == each
        assert grid.hex_of(grid.point(each)) == each
        for hexside in grid.hexsides(each):
            assert grid.parse_hexside(grid.hexside_name(hexside)) == hexside


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3101", "'3101' is off the map, which has 0101 to 3020"),
        ("0100", "'0100' is off the map, which has 0101 to 3020"),
        ("101", "'101' is not a hex; there are 0101 to 3020"),
        ("01.01", "'01.01' is not a hex; there are 0101 to 3020"),
        ("\u0660\u0661\u0660\u0661", "'\u0660\u0661\u0660\u0661' is not a hex; there are 0101 to 3020"),
    ],
)
def test_a_hex_that_is_not_there_is_said_with_those_that_are(text: str, said: str) -> None:
    with pytest.raises(OffMap) as off:
        Grid(30, 20).parse_hex(text)
    assert str(off.value) == said


def test_a_direction_that_is_not_there() -> None:
    with pytest.raises(OffMap, match="'E' is not a direction; did you mean"):
        Grid(3, 3).parse_direction("E")


def around(grid: Grid, number: str) -> str:
    hex_id = grid.parse_hex(number)
    found = {grid.direction_name(d): grid.neighbour(hex_id, d) for d in DIRECTIONS}
    return " ".join(f"{name} {grid.hex_name(each)}" for name, each in found.items() if each is not None)


def test_neighbours_by_hand() -> None:
    flat = Grid(9, 9)
    assert around(flat, "0505") == "N 0504 NE 0604 SE 0605 S 0506 SW 0405 NW 0404"
    assert around(flat, "0405") == "N 0404 NE 0505 SE 0506 S 0406 SW 0306 NW 0305"
    assert around(flat, "0101") == "SE 0201 S 0102"
    pointy = Grid(9, 9, "pointy", "odd")
    assert around(pointy, "0505") == "NE 0604 E 0605 SE 0606 SW 0506 W 0405 NW 0504"
    assert around(pointy, "0504") == "NE 0503 E 0604 SE 0505 SW 0405 W 0404 NW 0403"


@given(grids())
def test_neighbours_are_mutual_and_share_a_hexside_and_its_ends(grid: Grid) -> None:
    for each in grid.hexes:
        for direction in DIRECTIONS:
            other = grid.neighbour(each, direction)
            hexside = grid.hexside(each, direction)
            corners = grid.corners(each)
            assert set(grid.ends(hexside)) == {corners[direction], corners[(direction + 1) % 6]}
            if other is None:
                assert grid.beside(hexside) == (each,)
                assert grid.is_edge(each)
            else:
                assert grid.neighbour(other, opposite(direction)) == each
                assert grid.direction(each, other) == direction
                assert (
                    hexside == grid.hexside(other, opposite(direction)) == grid.hexside_between(other, each)
                )
                assert set(grid.beside(hexside)) == {each, other}


@given(grid_and_hexes(1))
def test_distance_is_the_number_of_steps(made: tuple[Grid, list[HexId]]) -> None:
    grid, (start,) = made
    steps = walk(grid, start)
    assert {each: grid.distance(start, each) for each in grid.hexes} == steps


@given(grid_and_hexes(3))
def test_distance_is_a_metric(made: tuple[Grid, list[HexId]]) -> None:
    grid, (a, b, c) = made
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(grid_and_hexes(1))
def test_rings_and_ranges_are_the_hexes_at_that_distance(made: tuple[Grid, list[HexId]]) -> None:
    grid, (start,) = made
    for distance in range(5):
        ring = grid.ring(start, distance)
        assert len(ring) == len(set(ring))
        assert set(ring) == {each for each in grid.hexes if grid.distance(start, each) == distance}
        near = grid.within(start, distance)
        assert sorted(near) == [each for each in grid.hexes if grid.distance(start, each) <= distance]


def test_a_ring_runs_clockwise_from_the_first_direction() -> None:
    grid = Grid(9, 9)
    ring = " ".join(grid.hex_name(each) for each in grid.ring(grid.parse_hex("0505"), 2))
    assert ring == "0503 0603 0704 0705 0706 0606 0507 0406 0306 0305 0304 0403"


@given(grids(least=3))
def test_pixels_make_regular_hexes(grid: Grid) -> None:
    for each in grid.hexes:
        centre = grid.pixel(grid.point(each), 10)
        corners = [grid.pixel(corner, 10) for corner in grid.corners(each)]
        for one, two in zip(corners, corners[1:] + corners[:1], strict=True):
            assert isclose(hypot(one[0] - two[0], one[1] - two[1]), 10)
            assert isclose(hypot(one[0] - centre[0], one[1] - centre[1]), 10)
