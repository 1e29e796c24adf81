# SPDX-License-Identifier: Apache-2.0
"""A rectangle cut out of a map is a map of its own in which everything is where it was."""

from pathlib import Path

import pytest

from grognard.hexes import Map, load_map
from grognard.hexes.part import part_of
from grognard.registry import game_map

ISLE = Path(__file__).parent.parent.parent / "docs" / "example-map.toml"


@pytest.fixture(scope="module")
def part() -> Map:
    """Return hexes 0302 to 0604 of Raider's Isle."""
    return part_of(load_map(ISLE), 2, 1, 4, 3)


def test_hexes_keep_their_numbers_and_their_ground(part: Map) -> None:
    isle = load_map(ISLE)
    assert (part.grid.names[0], part.grid.names[-1], part.grid.size) == ("0302", "0604", 12)
    for number in part.grid.names:
        assert part.terrain[part.grid.parse_hex(number)] == isle.terrain[isle.grid.parse_hex(number)]


def test_what_lies_on_a_hexside_lies_there_still(part: Map) -> None:
    """The Mere runs 0503 NE N NW, 0403 N NW, 0304 N NW: all of it is inside."""
    (mere,) = [chain for chain in part.hexsides if chain.name == "Mere"]
    assert part.grid.hexside_name(mere.hexsides[0]) in {"0503 NE", "0602 SW"}
    assert len(mere.hexsides) == 7
    assert "river" in part.features_at(part.grid.parse_hexside("0403 NW"))


@pytest.mark.parametrize(("left", "top"), [(0, 0), (1, 0), (2, 3), (13, 4)])
def test_neighbours_are_neighbours_wherever_it_is_cut(left: int, top: int) -> None:
    kent = game_map("seelowe", "kent")
    part = part_of(kent, left, top, 6, 5)
    for number in part.grid.names:
        here = part.grid.parse_hex(number)
        there = {kent.grid.hex_name(each) for each in kent.grid.neighbours(kent.grid.parse_hex(number))}
        assert {part.grid.hex_name(each) for each in part.grid.neighbours(here)} == there & set(
            part.grid.names
        )


def test_roads_end_where_they_leave_and_places_keep_what_is_inside() -> None:
    """Of Lerchenau west of 0506 Main Street has 0405 and what comes before; of Krause's farm both houses are inside."""
    part = part_of(game_map("asl-sk", "village"), 0, 2, 4, 4)
    main = next(road for road in part.roads if road.name == "Main Street")
    assert [part.grid.hex_name(each) for each in main.hexes] == ["0104", "0204", "0305", "0405"]
    assert [part.grid.hex_name(each) for each in part.place("town", "Krause's farm").hexes] == [
        "0403",
        "0404",
    ]
    assert "The church" not in {place.name for place in part.places}
    assert len(part.place("area", "Fox Wood").hexes) == 2  # 0103 and 0203
