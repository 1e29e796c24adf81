# SPDX-License-Identifier: Apache-2.0
"""Names on a map: none lies upon another, and none under a counter in its own hex. Colours: legible by day and night."""

import itertools
import math
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from grognard.hexes import Map, load_map
from grognard.hexes.drawing.boxes import Box, Boxes, Type
from grognard.hexes.drawing.labels import Placer
from grognard.hexes.drawing.palette import STYLE, Theme, palette, style
from grognard.hexes.drawing.places import drawn
from grognard.hexes.drawing.svg import map_svg
from grognard.registry import NAMES, game_map, map_names

SVG = "{http://www.w3.org/2000/svg}"
ISLE = Path(__file__).parents[2] / "docs" / "example-map.toml"
MAPS = [*((game, name) for game in NAMES for name in map_names(game)), ("docs", "isle")]
# Width of a letter in parts of its size, measured in a browser, and the size of its type.
LETTERS = {"town": (0.56, 11.5), "city": (0.61, 13), "beach": (0.56, 10.5), "metropolis": (0.91, 24)}
GROUND = ("clear", "beach", "forest", "rough", "swamp", "city", "sea", "hilltop")
SYMBOLS = ("green", "grey", "brown", "orange")

Label = tuple[str, Box]


def board_of(game: str, name: str) -> Map:
    return load_map(ISLE) if game == "docs" else game_map(game, name)


def labels(board: Map) -> list[Label]:
    """Return every name of a town, beach or area with the room it takes, from the picture's upper left corner."""
    root = ET.fromstring(map_svg(board))  # noqa: S314 - our own text
    left, top = map(float, root.get("viewBox", "").split()[:2])
    found = []
    for each in root.iter(f"{SVG}text"):
        kind = each.get("class", "").split()
        if kind[0] not in ("name", "area") or each.get("x") is None:
            continue
        wide, size = LETTERS[kind[1]] if kind[0] == "name" else (0.78, float(each.get("font-size", "0")))
        text = each.text or ""
        x, y, room = float(each.get("x", "")) - left, float(each.get("y", "")) - top, len(text) * wide * size
        start = {"start": x, "middle": x - room / 2, "end": x - room}[each.get("text-anchor", "")]
        found.append((text, Box(start, y - 0.74 * size, start + room, y + 0.22 * size)))
    return found


@pytest.mark.parametrize(("game", "name"), MAPS)
def test_no_name_lies_upon_another(game: str, name: str) -> None:
    found = labels(board := board_of(game, name))
    # The maps of exercises have only a few hexes, and hardly a name.
    assert len(found) >= min(4, len(board.grid.names) // 4)
    pairs = itertools.combinations(found, 2)
    assert [(one[0], two[0]) for one, two in pairs if one[1].overlap(two[1]) > 0] == []


@pytest.mark.parametrize(("game", "name"), MAPS)
def test_no_name_lies_under_a_counter_in_its_own_hex(game: str, name: str) -> None:
    """A counter is 40 wide about the middle of its hex; a stack of three is 7 wider and rises 7 above one."""
    board = board_of(game, name)
    where = {text.lower(): box for text, box in labels(board)}
    spots = drawn(board).hexes
    hidden = []
    for place in (each for kind in ("town", "beach") for each in board.places_of(kind)):
        for each in map(board.grid.hex_name, place.hexes if len(place.hexes) <= 2 else ()):
            x, y = spots[each].x, spots[each].y
            if where[place.name.lower()].overlap(Box(x - 23.5, y - 27, x + 23.5, y + 20)) > 0:
                hidden.append((place.name, each))
    assert hidden == []


def test_a_name_goes_below_its_counter_and_the_next_beside_it() -> None:
    """In type of 10 the letters stand 7.4 high, and so on a line 28.4 below the middle of the hex."""
    placer = Placer(Box(0, 0, 200, 200))
    assert placer.place("Dover", Type(10), [(100, 100)]) == (100, 128.4, "middle")
    x, y, anchor = placer.place("Dover Castle", Type(10), [(100, 100)])
    assert (x, anchor) == (125, "start")
    assert y == pytest.approx(103.4)


def test_the_name_of_a_river_moves_along_it_out_of_the_way() -> None:
    placer = Placer(Box(0, 0, 400, 100))
    straight = [(0.0, 50.0), (400.0, 50.0)]
    assert placer.place_along("Stour", Type(10), straight, 0.5) == 0.5
    assert abs(placer.place_along("Stour", Type(10), straight, 0.5) - 0.5) >= 0.07


def test_what_boxes_cover_is_the_sum_of_what_they_share() -> None:
    """A 10 by 10 box over two others: a corner of 2 by 3, a strip of 10 by 1, and one that only touches."""
    box = Box(0, 0, 10, 10)
    others = [Box(8, 7, 20, 20), Box(-5, 9, 15, 12), Box(10, 0, 12, 10)]
    assert [box.overlap(each) for each in others] == [6, 10, 0]
    assert Boxes(others).covered_by(box) == 16
    assert Boxes().covered_by(box) == 0
    # Each counts once, however many squares of the drawing both lie in.
    wide = Box(-200, -200, 200, 200)
    assert Boxes([wide]).covered_by(wide) == wide.area


# Colours


def _linear(colour: str) -> list[float]:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def _light(rgb: list[float]) -> float:
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]


def contrast(one: str, two: str) -> float:
    """The contrast of two colours as WCAG has it: 1 to 21."""
    low, high = sorted((_light(_linear(one)), _light(_linear(two))))
    return (high + 0.05) / (low + 0.05)


# How the three kinds of colour blindness see red, green and blue (Machado, Oliveira and Fernandes 2009).
SEEN = {
    "as most do": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "without red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "without green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "without blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def seen(colour: str, how: str) -> tuple[float, float, float]:
    """A colour in CIELAB as somebody sees it."""
    rgb = [
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, _linear(colour), strict=True)))) for row in SEEN[how]
    ]
    x = (0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.9505
    z = (0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, _light(rgb), z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def test_contrast_is_measured_as_it_is_defined() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_written_is_legible_on_every_ground(theme: Theme) -> None:
    """4.5 to 1 for names, numbers and rivers; 3 to 1 for large type and for signs."""
    colours = palette(theme)
    written = [("ink", 4.5), ("number", 4.5), ("water-ink", 4.5), ("area-ink", 3), ("line", 3), ("arrow", 3)]
    for ink, least in written:
        for ground in GROUND:
            assert contrast(colours[ink], colours[ground]) >= least, (ink, ground)
    for ink in ("ink", "soft-ink"):
        assert contrast(colours[ink], colours["paper"]) >= 4.5
    for ink in ("area-wet", "number-wet"):
        assert contrast(colours[ink], colours["sea"]) >= 3


@pytest.mark.parametrize("how", SEEN)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_two_terrains_look_alike_to_anybody(theme: Theme, how: str) -> None:
    """Two colours side by side are told apart from a distance of about 2.3; each terrain has its own glyph besides."""
    colours = palette(theme)
    alike = [
        (one, two)
        for one, two in itertools.combinations(GROUND, 2)
        if math.dist(seen(colours[one], how), seen(colours[two], how)) < 5
    ]
    assert alike == []


@pytest.mark.parametrize("how", SEEN)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_two_symbols_of_hexsides_look_alike_to_anybody(theme: Theme, how: str) -> None:
    """Each has a shape of its own besides: beads, blocks, a ridge with teeth, a plain bar."""
    colours = palette(theme)
    for one, two in itertools.combinations(SYMBOLS, 2):
        assert math.dist(seen(colours[one], how), seen(colours[two], how)) >= 10, (one, two)


def test_the_night_is_dark_and_every_colour_of_it_is_used() -> None:
    for name in (*GROUND, "paper"):
        assert _light(_linear(palette("dark")[name])) < 0.12
        assert _light(_linear(palette("light")[name])) > 0.5
    written = STYLE.read_text(encoding="utf-8")
    assert [name for name in palette("dark") if f"var(--{name})" not in written] == []
    assert "var(" not in style("dark")
