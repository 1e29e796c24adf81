# SPDX-License-Identifier: Apache-2.0
"""Maps as a player sees them: sound pictures that show everything the map has, and text a person can proof-read."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from boards import maps
from hypothesis import given, settings
from msgspec.structs import replace

from grognard.charts.errors import NoSuch
from grognard.hexes import Chain, Grid, HexId, Map, NamedPlace, Road, Terrain, load_map
from grognard.hexes.drawing import parse_format
from grognard.hexes.drawing.looks import look_of
from grognard.hexes.drawing.shapes import Sketch, courses, groups
from grognard.hexes.drawing.svg import map_svg
from grognard.hexes.drawing.text import map_listing
from grognard.hexes.map_text import draw_part
from grognard.registry import game_map

SVG = "{http://www.w3.org/2000/svg}"
ISLE = Path(__file__).parent.parent.parent / "docs" / "example-map.toml"


def read(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - our own text


def words(root: ET.Element) -> list[str]:
    return ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]


def classes(root: ET.Element) -> list[str]:
    return [name for each in root.iter() for name in each.get("class", "").split()]


@pytest.fixture(scope="module")
def isle() -> Map:
    return load_map(ISLE)


def test_the_picture_shows_every_hex_name_and_mark(isle: Map) -> None:
    root = read(map_svg(isle))
    said = words(root)
    assert set(map(isle.grid.hex_name, isle.grid.hexes)) <= set(said)
    for name in ("Raider's Isle", "1 km a hex", "Northby", "Southby", "West", "The fen", "The sea"):
        assert name in said
    for name in ("bank", "bed", "river", "verge", "way", "road", "line", "entry", "coast", "dot"):
        assert name in classes(root)
    used = [each.get("href") for each in root.iter(f"{SVG}use")]
    assert {"#tree", "#hill", "#reed", "#block", "#sand", "#wave", "#anchor", "#landing"} <= set(used)


def test_the_legend_has_every_terrain_feature_and_mark(isle: Map) -> None:
    root = read(map_svg(isle))
    keys = ["".join(each.itertext()) for each in root.iter(f"{SVG}text") if each.get("class") == "key"]
    terrain = ["clear", "beach", "forest", "rough", "swamp", "city", "sea"]
    marks = ["river hexside", "road", "Range of the batteries", "town", "port", "landing beach", "entry"]
    assert keys == ["N", *terrain, *marks]


def test_a_picture_needs_nothing_from_outside(isle: Map) -> None:
    text = map_svg(isle)
    assert text.count("://") == 1
    assert 'xmlns="http://www.w3.org/2000/svg"' in text
    assert "<image" not in text
    assert "<script" not in text


@settings(max_examples=40)
@given(maps())
def test_every_map_can_be_drawn(board: Map) -> None:
    """Any orientation and any name: what is written in the map is text in the picture, never mark-up."""
    read(map_svg(board))
    assert board.title in words(read(map_svg(board)))
    assert board.title in map_listing(board)


def test_a_drawing_is_the_same_each_time(isle: Map) -> None:
    assert map_svg(isle) == map_svg(isle)


def bars(root: ET.Element, kind: str) -> int:
    """Count the strokes of a kind of symbol."""
    drawn = [each for each in root.iter(f"{SVG}path") if each.get("class") == f"symbol over {kind}"]
    return sum(each.get("d", "").count("M") for each in drawn)


def test_symbols_are_bars_along_their_hexsides_and_no_river() -> None:
    """Every coloured hexside has one bar, and the legend one more of each colour; their names are not written."""
    board = game_map("panzerblitz", "sukhaya")
    root = read(map_svg(board))
    for kind in ("green", "grey", "brown", "orange"):
        sides = [each for chain in board.hexsides if chain.kind == kind for each in chain.hexsides]
        assert bars(root, kind) == len(sides) + 1
    assert "Pear Copse" not in words(root)
    keys = {"".join(each.itertext()) for each in root.iter(f"{SVG}text") if each.get("class") == "key"}
    assert {
        "green hexside",
        "orange hexside",
        "pond hexside",
        "gully",
        "wooded slope",
        "hilltop town",
    } <= keys


def test_what_stands_on_a_hill_has_the_tint_of_the_hill_and_its_own_glyph() -> None:
    looks = {name: look_of(name, 0) for name in ("slope", "wooded slope", "hilltop", "hilltop town", "town")}
    assert looks["wooded slope"].tint == looks["slope"].tint
    assert looks["wooded slope"].glyph == look_of("woods", 0).glyph
    assert looks["hilltop town"].tint == looks["hilltop"].tint != looks["town"].tint
    assert looks["hilltop town"].glyph == looks["town"].glyph


def test_a_stream_bed_is_drawn_from_fork_to_fork_and_round_a_ring() -> None:
    """A line of three is one; three hexes around a fork are three; a ring of six ends where it began."""
    grid = Grid(5, 5)

    def lines(*names: str) -> list[str]:
        found = courses(grid, set(map(grid.parse_hex, names)))
        return [" ".join(map(grid.hex_name, line)) for line in found]

    assert lines("0301", "0302", "0303") == ["0301 0302 0303"]
    fork = {frozenset(line.split()) for line in lines("0301", "0302", "0202", "0402")}
    assert fork == {frozenset(("0302", end)) for end in ("0301", "0202", "0402")}
    ring = courses(grid, set(grid.ring(grid.parse_hex("0303"), 1)))
    assert [(len(line), line[0] == line[-1]) for line in ring] == [(7, True)]
    assert lines("0303") == []


def test_a_road_that_ends_at_the_edge_runs_on_to_it() -> None:
    grid = Grid(3, 3)
    up = Sketch(grid).road([grid.parse_hex("0202"), grid.parse_hex("0201")])
    x, y = Sketch(grid).centre(grid.parse_hex("0201"))
    assert up.endswith(f" {x:.1f} {y - 18 * 3**0.5:.1f}")
    inside = Sketch(grid).road([grid.parse_hex("0203"), grid.parse_hex("0202")])
    assert inside.endswith(f" {x:.1f} {y + 36 * 3**0.5:.1f}")


def test_terrain_nobody_has_drawn_shows_its_code() -> None:
    legend = (Terrain("x", "lunar dust"), Terrain(".", "clear"))
    board = Map(title="Moon", grid=Grid(2, 1), legend=legend, terrain=("lunar dust", "clear"))
    codes = [each.text for each in read(map_svg(board)).iter(f"{SVG}text") if each.get("class") == "code"]
    assert codes == ["x", "x"]


def test_the_outline_of_an_area_closes_and_holes_are_outlined_too() -> None:
    grid = Grid(5, 5)
    middle = grid.parse_hex("0303")
    ring = Sketch(grid).area(grid.ring(middle, 1))
    assert (ring.count("M"), ring.count("Z")) == (2, 2)
    assert len(groups(grid, grid.ring(middle, 1))) == 1
    assert len(groups(grid, [middle, grid.parse_hex("0101")])) == 2


# Drawn by hand.
ISLE_TEXT = """\
Raider's Isle, 1 km a hex

   | 01    03    05    07    09
   |    02    04    06    08
---+---------------------------
01 | ~     ~     ~     ~     ~
   |    ~     b     .     ~
02 | ~     b     f     .     ~
   |    b     .     f     c
03 | ~     .     h     .     ~
   |    .     c     h     .
04 | ~     s     .     h     ~
   |    ~     s     .     .
05 | ~     ~     ~     b     ~
   |    ~     ~     ~     ~

Terrain
  . clear   b beach   f forest   h rough   s swamp   c city   ~ sea
Hexsides: river
  Mere: 0503 NE N NW, 0403 N NW, 0304 N NW
Roads: road
  Coast Road: 0202 0303 0403 0503 0602 0703 0802
  Mill Lane: 0703 0704
Towns
  Southby: 0403
  Northby: 0802
"""


def test_the_text_is_the_drawing_and_everything_with_a_name(isle: Map) -> None:
    assert map_listing(isle).startswith(ISLE_TEXT)
    assert "Entries\n  The sea: 0101..0105\n" in map_listing(isle)


def test_formats() -> None:
    assert parse_format("svg") == "svg"
    with pytest.raises(NoSuch, match="there is no format 'png'; there are text, svg"):
        parse_format("png")


def test_a_large_map_is_not_a_large_file() -> None:
    assert len(map_svg(game_map("seelowe", "kent"))) < 400_000


def test_a_map_without_water_or_places_is_drawn(isle: Map) -> None:
    bare = replace(
        isle, terrain=("clear",) * isle.grid.size, hexsides=(), roads=(), places=(), lines=(), about=""
    )
    root = read(map_svg(bare))
    assert "coast" not in classes(root)


def test_a_part_of_a_map_around_its_marks_and_no_wider_than_a_terminal() -> None:
    """One mark in a corner with one hex around it; marks across the whole map begin with the leftmost."""
    kent = game_map("seelowe", "kent")
    corner = kent.grid.parse_hex("0101")
    assert draw_part(kent, {corner: "@"}, 80, margin=1) == (
        "   | 01\n   |    02\n---+------\n01 | @\n   |    .\n02 | .\n   |    .\n"
    )
    wide = draw_part(kent, {corner: "@", kent.grid.parse_hex("3020"): "X"}, 40).splitlines()
    assert max(map(len, wide)) <= 40
    assert wide[0].startswith("   | 01    03")
    assert "X" not in "".join(wide)


def hexside_map(kind: str, *terrain: str) -> Map:
    """Two hexes one above the other, with one feature between them."""
    grid = Grid(1, 2)
    legend = tuple(Terrain(str(at), name) for at, name in enumerate(dict.fromkeys(terrain)))
    sides = (Chain(kind, "Between", (grid.parse_hexside("0101 S"),)),)
    return Map(title="Two", grid=grid, legend=legend, terrain=terrain, hexsides=sides)


def teeth(board: Map) -> list[str]:
    """The teeth of the slope on the map; the legend has its own, at the end."""
    root = read(map_svg(board))
    return [each.get("d", "") for each in root.iter(f"{SVG}path") if each.get("class") == "fall tooth"][:-1]


@pytest.mark.parametrize(
    ("upper", "lower", "down"),
    [
        ("upland", "clear", [True]),
        ("clear", "upland", [False]),
        ("upland hill", "upland woods", [True]),
        ("clear", "hill", [False]),
        ("upland", "upland town", [True, False]),
    ],
)
def test_the_teeth_of_a_slope_point_downhill(upper: str, lower: str, down: list[bool]) -> None:
    """Down the sheet where the lower hex of the two is lower ground; both ways where neither is."""
    (drawn,) = teeth(hexside_map("slope", upper, lower))
    found = [float(stroke.split("l")[1].split()[1]) > 0 for stroke in drawn.split("M")[1:]]
    assert len(found) == 4 * len(down)
    assert set(found) == set(down)


@pytest.mark.parametrize("kind", ["bridge", "ford"])
def test_bridges_and_fords_are_drawn_across_and_not_as_rivers(kind: str) -> None:
    root = read(map_svg(hexside_map(kind, "clear", "clear")))
    drawn = [each for each in root.iter(f"{SVG}path") if each.get("class") == f"across over {kind}"]
    x, y = Sketch(Grid(1, 2)).centre(HexId(0))
    ends = {f"{x:.1f} {y + 18 * 3**0.5 + each:.1f}" for each in (-9, 9)}
    assert set(drawn[0].get("d", "").removeprefix("M").split("L")) == ends
    assert not [each for each in root.iter(f"{SVG}path") if each.get("class") == f"bed {kind}"]


def test_what_stands_on_the_uplands_has_their_tint_and_its_own_glyph() -> None:
    looks = {
        name: look_of(name, 0) for name in ("upland", "upland-woods", "upland-dense-woods", "upland-hill")
    }
    assert {look.tint for look in looks.values()} == {"upland"}
    assert [look.glyph for look in looks.values()] == ["", "tree", "fir", "hill"]
    assert [look.height for look in looks.values()] == [1, 1, 1, 2]
    assert look_of("dense woods", 0).tint != look_of("woods", 0).tint


def used(board: Map, number: str) -> list[str]:
    """Return the glyphs that stand in a hex, with the angle at which they are turned where they are."""
    x, y = Sketch(board.grid).centre(board.grid.parse_hex(number))
    here = f"translate({x:.1f} {y:.1f}) "
    uses = read(map_svg(board)).iter(f"{SVG}use")
    return [
        f"{each.get('href')} {each.get('transform', '').removeprefix(here)}"
        for each in uses
        if each.get("transform", "").startswith(here)
    ]


def village(**places: str) -> Map:
    """Draw a road from north to south with a house on either side and one by itself, and name some places on it."""
    grid = Grid(5, 3)
    houses = set(map(grid.parse_hex, ("0202", "0402", "0502")))
    return Map(
        title="Three houses",
        grid=grid,
        legend=(Terrain(".", "open ground"), Terrain("b", "building")),
        terrain=tuple("building" if each in houses else "open ground" for each in grid.hexes),
        roads=(Road("road", "High Street", tuple(map(grid.parse_hex, ("0301", "0302", "0303")))),),
        places=tuple(
            NamedPlace(
                "town" if grid.parse_hex(number) in houses else "area", name, (grid.parse_hex(number),)
            )
            for name, number in places.items()
        ),
    )


def test_a_house_stands_along_the_road_beside_it_and_is_no_dot() -> None:
    board = village(**{"The inn": "0402"})
    assert used(board, "0402") == ["#house rotate(90)"]
    drawn = classes(read(map_svg(board)))
    assert "dot" not in drawn
    assert "broad" in drawn
    assert "town" not in words(read(map_svg(board)))


def test_the_name_of_a_place_dresses_its_hexes() -> None:
    """A word decides and not a part of one: a millennium is no mill, and fieldwork no field."""
    board = village(
        **{"The old church": "0402", "Millennium hall": "0202", "Long Field": "0501", "Fieldwork": "0503"}
    )
    (church,), (hall,) = used(board, "0402"), used(board, "0202")
    assert (church.split()[0], hall.split()[0]) == ("#church", "#house")
    assert [each.split()[0] for each in used(board, "0501")] == ["#furrows"]
    assert used(board, "0503") == []  # tufts of grass stand off the middle


def test_furrows_run_one_way_through_a_field() -> None:
    board = game_map("asl-sk", "village")
    turns = {used(board, number)[0] for number in ("0411", "0412", "0413", "0513")}
    assert len(turns) == 1
