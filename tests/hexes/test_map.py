# SPDX-License-Identifier: Apache-2.0
"""Maps: what a loaded map knows, every fault of a file by line and hex, and print read back as it was."""

from collections.abc import Callable
from pathlib import Path

import pytest
from boards import maps
from hypothesis import HealthCheck, given, settings

from grognard.charts.errors import BadFile, NoSuch
from grognard.hexes import Hexside, Map, load_map, map_text

ISLE = Path(__file__).parent.parent.parent / "docs" / "example-map.toml"
Write = Callable[..., Path]


@pytest.fixture
def spoilt(write: Write) -> Callable[..., list[str]]:
    """Return the faults of the example map with some of its text replaced."""

    def faults(*changes: tuple[str, str]) -> list[str]:
        with pytest.raises(BadFile) as bad:
            load_map(write(*changes, text=ISLE.read_text(encoding="utf-8")))
        return [str(fault) for fault in bad.value.faults]

    return faults


@pytest.fixture(scope="module")
def isle() -> Map:
    return load_map(ISLE)


def named(board: Map, hexside: str) -> Hexside:
    return board.grid.parse_hexside(hexside)


def test_a_map_knows_its_hexes_and_hexsides(isle: Map) -> None:
    southby = isle.grid.parse_hex("0403")
    assert isle.terrain[southby] == "city"
    assert isle.is_water(isle.grid.parse_hex("0101"))
    assert not isle.is_coastal(southby)
    assert isle.is_coastal(isle.grid.parse_hex("0202"))
    assert isle.features_at(named(isle, "0403 N")) == {"river"}
    assert isle.features_at(named(isle, "0402 S")) == {"river"}
    assert isle.features_at(named(isle, "0202 N")) == {"sea"}
    assert isle.features_at(named(isle, "0403 S")) == frozenset()
    assert isle.roads_at(named(isle, "0403 NE")) == {"road"}
    assert isle.roads_at(named(isle, "0403 N")) == frozenset()


def test_a_map_knows_its_places(isle: Map) -> None:
    northby = isle.grid.parse_hex("0802")
    assert [(place.kind, place.name) for place in isle.places_at(northby)] == [
        ("town", "Northby"),
        ("port", "Northby"),
    ]
    assert isle.place("beach", "North").hexes == (isle.grid.parse_hex("0302"), isle.grid.parse_hex("0401"))
    assert len(isle.place("entry", "The sea").hexes) == 5
    with pytest.raises(NoSuch, match=r"there is no town called 'Westby'; did you mean"):
        isle.place("town", "Westby")


def test_a_line_has_two_sides(isle: Map) -> None:
    west = isle.one_side("Range of the batteries", isle.grid.parse_hex("0101"))
    east = isle.one_side("Range of the batteries", isle.grid.parse_hex("0901"))
    assert not west & east
    assert sorted(west | east) == list(isle.grid.hexes)
    assert isle.grid.parse_hex("0503") in west
    assert isle.grid.parse_hex("0603") in east
    with pytest.raises(NoSuch):
        isle.one_side("Equator", isle.grid.parse_hex("0101"))


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("03 | ~     .     h     .     ~", "03 | ~     .     q     .     ~", "line 14: hex 0503: unknown terrain code 'q'; there are ., b, f, h, s, c, ~"),
        ("03 | ~     .     h     .     ~", "03 | ~     .     h     .", "line 14: row 03: has 4 hexes on this line, not 5"),
        ("03 | ~     .     h     .     ~", "03 | ~     .     h      .    ~", "line 14: hex 0703: is drawn 1 to the right of its place"),
        ("03 | ~     .     h     .     ~", "30 | ~     .     h     .     ~", "line 14: row 03: is labelled '30', not '03'"),
        ("03 | ~     .     h     .     ~\n   |    .     c     h     .\n", "", "line 6: hexes: has 8 lines of hexes; 5 rows need 10"),
        ("   | 01    03    05    07    09", "   | 01    03    05    07    10", "line 7: hexes: column numbers must be 01 03 05 07 09"),
        ("---+---------------------------\n", "", "line 6: hexes: needs two lines of column numbers, then a rule such as ---+---, then its rows"),
        ("columns = 9", "columns = 0", "line 22: grid: columns and rows must be from 1 to 500"),
        ("columns = 9", "columns = 120", "line 22: grid: first has too few digits for 120 columns and 5 rows: '0101'"),
        ('first = "0101"', 'first = "A1"', "line 22: grid: first is the number of the top left hex, such as 0101 or 01.01, not 'A1'"),
        ('orientation = "flat"', 'orientation = "round"', "line 25: grid, orientation: must be flat or pointy, not 'round'"),
        ('h = "rough"', 'h = "forest"', "line 34: terrain, h: forest has the code 'f' already"),
        ('h = "rough"', 'hill = "rough"', "line 34: terrain, hill: 'hill' is no code; use one or two characters, no space, quote, \\ or |"),
        ('sea = "sea"', 'see = "sea"', "line 40: water, see: is no terrain; did you mean sea?"),
        ('sea = "sea"', 'sea = ""', "line 40: water, sea: needs the name of the feature its sides have, such as sea"),
        ("0403 N NW", "0403 S SW", "line 43: river Mere, 0403 S: does not join on to the hexside before it; these do: 0402 S, 0403 NE"),
        ("0403 N NW", "0403 N NW NW", "line 43: river Mere, 0403 NW: is in Mere already"),
        ("0503 NE N NW", "0503 NE N, 0501 S, 0503 NW", "line 43: river Mere, 0501 S: does not join on to the hexside before it; these do: 0402 NE, 0402 SE"),
        ("0503 NE N NW", "0503 NE N, 0502 SW, 0503 NW", "line 43: river Mere, 0503 NW: turns back from the hexside before it; a branch is a chain of its own"),
        ("0304 N NW", "0304 N NW SW", "line 43: river Mere, 0304 SW: is a side of 0204, which is sea"),
        ("0304 N NW", "0304 N E", "line 43: river Mere, 0304: 'E' is neither a hex nor one of its sides N, NE, SE, S, SW, NW"),
        ("0304 N NW", "1304 N NW", "line 43: river Mere, 1304: is off the map, which has 0101 to 0905"),
        ('Mere = "0503', 'Mere = ""\nBeck = "0503', "line 43: hexsides, river, Mere: has no hexside; write such as 2210 SE S, 2311 NW"),
        ("0703 0704", "0703 0705", "line 47: road Mill Lane, 0705: is not next to 0703"),
        ("0703 0704", "0703 0803 0903", "line 47: road Mill Lane, 0903: is sea"),
        ("0703 0704", "0803 0903", "line 47: road Mill Lane, 0903: there is sea between 0803 and it"),
        ("0703 0704", "0703 0802", "line 47: road Mill Lane, 0802: the step from 0703 is in Coast Road already"),
        ("0703 0704", "0703", "line 47: roads, road, Mill Lane: needs at least two hexes"),
        ('Southby = "0403"', 'Southby = "0101"', "line 50: town Southby, 0101: is sea"),
        ('Southby = "0403"', 'Southby = "0802"', "line 51: town Northby, 0802: is in Southby already"),
        ('Southby = "0403"', 'Southby = "0403 0403"', "line 50: town Southby, 0403: stands here twice"),
        ('Southby = "0403"', 'Southby = ""', "line 50: towns, Southby: has no hex"),
        ('Southby = "0403"', 'Southby = "43"', "line 50: town Southby, 43: is not a hex; there are 0101 to 0905"),
        ('Southby = "0403"', "Southby = 403", "line 50: towns, Southby: must be text, not 403"),
        ('West = "0202"', 'West = "0403"', "line 57: beach West, 0403: has no side on water"),
        ('"0101..0105"', '"0101..0202"', "line 62: entry The sea, 0202: is not on the edge of the map"),
        ('barriers = ["sea"]', 'barriers = ["see"]', "line 5: barriers, see: is no feature of a hexside; did you mean sea?"),
        (", 0505 SE", "", "line 68: line Range of the batteries, 0604 SW: does not part the map; it must run from edge to edge, or around"),
        ("[areas]", "[zones]", "line 64: zones: is not known here; did you mean towns or lines?"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_line_and_hex(
    spoilt: Callable[..., list[str]], old: str, new: str, fault: str
) -> None:
    assert fault in spoilt((old, new))


def test_every_fault_is_reported_at_once(spoilt: Callable[..., list[str]]) -> None:
    assert spoilt(
        ("01 | ~     ~     ~     ~     ~", "01 | ~     ~     x     ~     ~"),
        ("02 | ~     b     f     .     ~", "02 | ~     b     f     .    ~"),
        ("0403 N NW", "0403 N SE"),
        ("0703 0704", "0703 0705"),
        ('Southby = "0403"', 'Southby = "0901"'),
        ('West = "0202"', 'West = "2002"'),
        ('scale = "1 km a hex"', "scal = 1"),
    ) == [
        "line 3: scal: is not known here; did you mean scale?",
        "line 10: hex 0501: unknown terrain code 'x'; there are ., b, f, h, s, c, ~",
        "line 12: hex 0902: is drawn 1 to the left of its place",
        "line 43: river Mere, 0304 N: does not join on to the hexside before it; these do: 0403 NE, 0403 S, 0404 NE, 0503 S",
        "line 43: river Mere, 0403 SE: does not join on to the hexside before it; these do: 0303 SE, 0402 SW",
        "line 47: road Mill Lane, 0705: is not next to 0703",
        "line 50: town Southby, 0901: is sea",
        "line 57: beach West, 2002: is off the map, which has 0101 to 0905",
    ]


def test_an_entry_over_several_lines_is_blamed_on_the_right_one(spoilt: Callable[..., list[str]]) -> None:
    new = 'Mere = """\n0503 NE N NW,\n0403 N NW,\n0303 N"""'
    faults = spoilt(('Mere = "0503 NE N NW, 0403 N NW, 0304 N NW"', new))
    assert faults == [
        "line 46: river Mere, 0303 N: does not join on to the hexside before it; these do: 0303 S, 0403 SW"
    ]


def test_a_drawing_that_cannot_be_read_blames_nothing_else(spoilt: Callable[..., list[str]]) -> None:
    assert len(spoilt(("---+---------------------------\n", ""))) == 1


def test_the_example_is_printed_as_it_was_written(isle: Map) -> None:
    text = ISLE.read_text(encoding="utf-8")
    assert map_text(isle) == text.split("\n", 1)[1]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(maps())
def test_a_map_is_loaded_as_it_was_printed(tmp_path: Path, board: Map) -> None:
    path = tmp_path / "printed.toml"
    path.write_text(map_text(board), encoding="utf-8")
    again = load_map(path)
    assert again == board
    assert map_text(again) == map_text(board)
