# SPDX-License-Identifier: Apache-2.0
"""Lines: what they cross and in which order, against cutting the line with every hex by exact fractions."""

from fractions import Fraction

import pytest
from boards import grid_and_hexes
from hypothesis import given

from grognard.hexes import Grid, HexId, Line, line
from grognard.hexes.grid import Point
from grognard.hexes.lines import Across, Along, Corner, Through

Span = tuple[Fraction, Fraction]


def outlined(grid: Grid, start: HexId, end: HexId) -> list[str]:
    """Write a line as a person would: hexes, / a hexside, + a corner, = along a hexside."""
    told: list[str] = []
    for segment in line(grid, start, end).segments:
        match segment:
            case Through(hex_id):
                told.append(grid.hex_name(hex_id))
            case Across():
                told.append("/")
            case Corner(hexes):
                told.append("+" + ",".join(map(grid.hex_name, hexes)))
            case Along(hexside):
                told.append("=" + ",".join(map(grid.hex_name, grid.beside(hexside))))
    return told


@pytest.mark.parametrize(
    ("start", "end", "segments"),
    [
        ("0505", "0505", "0505"),
        ("0505", "0502", "0505 / 0504 / 0503 / 0502"),
        ("0505", "0806", "0505 / 0605 / 0706 / 0806"),
        ("0505", "0705", "0505 +0604,0505,0605 =0604,0605 +0604,0605,0705 0705"),
        ("0101", "0301", "0101 +0101,0201 =0201 +0201,0301 0301"),
        ("0505", "0902", "0505 / 0604 +0603,0604,0704 0704 / 0703 +0802,0703,0803 0802 / 0902"),
        ("0505", "0604", "0505 / 0604"),
    ],
)
def test_lines_by_hand(start: str, end: str, segments: str) -> None:
    grid = Grid(12, 12)
    assert outlined(grid, grid.parse_hex(start), grid.parse_hex(end)) == segments.split()


def cut(grid: Grid, ends: tuple[Point, Point], hex_id: HexId) -> tuple[Span, bool] | None:
    """Cut a line with one hex: from when to when it is in it, and whether it only runs along its side."""
    low, high, along = Fraction(0), Fraction(1), False
    centre = grid.point(hex_id)
    for out in grid.shape.outward:
        at = [out.x * (end.x - centre.x) + out.y * (end.y - centre.y) for end in ends]
        speed = at[1] - at[0]
        if speed == 0:
            if at[0] > 2:
                return None
            along |= at[0] == 2
        elif speed > 0:
            high = min(high, Fraction(2 - at[0], speed))
        else:
            low = max(low, Fraction(2 - at[0], speed))
    return ((low, high), along) if low <= high else None


@given(grid_and_hexes(2, most=14))
def test_a_line_crosses_what_exact_cutting_says(made: tuple[Grid, list[HexId]]) -> None:
    grid, (start, end) = made
    if start == end:
        return
    ends = grid.point(start), grid.point(end)
    spans = {each: met for each in grid.hexes if (met := cut(grid, ends, each))}
    inside = {each: span for each, (span, along) in spans.items() if span[0] < span[1] and not along}
    beside = {each for each, (span, along) in spans.items() if span[0] < span[1] and along}
    found = line(grid, start, end)
    assert found.hexes == sorted(inside, key=lambda each: inside[each])
    assert {each for hexside in found.hexsides_along for each in grid.beside(hexside)} == beside
    touched = {each for segment in found.segments if isinstance(segment, Corner) for each in segment.hexes}
    assert touched | set(found.hexes) == set(spans)
    assert found.is_tied == (set(spans) != set(inside) or bool(touched))


@given(grid_and_hexes(2, most=14))
def test_a_line_there_is_the_line_back(made: tuple[Grid, list[HexId]]) -> None:
    grid, (start, end) = made
    assert line(grid, start, end) == Line(line(grid, end, start).segments[::-1])


@given(grid_and_hexes(2, most=14))
def test_pieces_follow_one_another(made: tuple[Grid, list[HexId]]) -> None:
    """Between two hexes lies the hexside crossed, or the corners and the hexside run along."""
    grid, (start, end) = made
    found = line(grid, start, end)
    assert found.hexes[0] == start
    assert found.hexes[-1] == end
    for before, segment, after in zip(found.segments, found.segments[1:], found.segments[2:], strict=False):
        match segment:
            case Across(hexside):
                assert isinstance(before, Through)
                assert isinstance(after, Through)
                assert set(grid.beside(hexside)) == {before.hex, after.hex}
            case Along():
                assert isinstance(before, Corner)
                assert isinstance(after, Corner)
            case Corner(hexes):
                ends = [each.hex for each in (before, after) if isinstance(each, Through)]
                assert set(ends) <= set(hexes)
