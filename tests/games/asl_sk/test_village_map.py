# SPDX-License-Identifier: Apache-2.0
"""The map of Lerchenau: the three kinds of ground the card tells apart, and a village whole to fight over."""

from pathlib import Path

import pytest

from grognard.hexes import HexId, Map, load_map, map_text
from grognard.registry import game_map, map_names


@pytest.fixture(scope="module")
def village() -> Map:
    return game_map("asl-sk", "village")


def ground(village: Map, hexes: tuple[HexId, ...]) -> set[str]:
    return {village.terrain[each] for each in hexes}


def test_it_is_the_map_of_all_but_an_exercise() -> None:
    assert map_names("asl-sk") == ("schuppen", "village")


def test_ground_is_building_woods_or_open_and_nothing_lies_on_hexsides(village: Map) -> None:
    """The card knows ambush in woods and buildings and nowhere else; a wall or a stream would ask for rules it has not."""
    assert set(village.terrain) == {"building", "woods", "open ground"}
    assert not village.features
    assert 35 <= village.terrain.count("building") <= 45


def test_roads_lead_between_houses_and_meet(village: Map) -> None:
    """No road goes through a house or a wood, and from each every other can be reached by road alone."""
    roads = [set(road.hexes) for road in village.roads]
    assert ground(village, tuple(set().union(*roads))) == {"open ground"}
    met = roads[0]
    for _ in roads:
        met = met.union(*(road for road in roads if road & met))
    assert met == set().union(*roads)
    main, church = roads[:2]
    assert {village.grid.hex_name(each) for each in main & church} == {"0908"}


def test_every_named_house_is_a_building_and_woods_and_fields_are_what_they_are_called(village: Map) -> None:
    assert {"The church", "The mill", "The school"} <= {place.name for place in village.places_of("town")}
    for place in village.places_of("town"):
        assert ground(village, place.hexes) == {"building"}, place.name
    for place in village.places_of("area"):
        open_ground = place.name.endswith(("Field", "Meadow"))
        assert ground(village, place.hexes) == {"open ground" if open_ground else "woods"}, place.name


def test_the_church_the_inn_and_the_school_stand_at_the_crossroads(village: Map) -> None:
    crossroads = village.grid.parse_hex("0908")
    for name, distance in (("The church", 1), ("The inn", 1), ("The school", 2)):
        assert village.grid.distance(crossroads, village.place("town", name).hexes[0]) == distance


def test_it_is_loaded_as_it_was_printed(village: Map, tmp_path: Path) -> None:
    path = tmp_path / "village.toml"
    path.write_text(map_text(village), encoding="utf-8")
    assert load_map(path) == village
