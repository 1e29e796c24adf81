# SPDX-License-Identifier: Apache-2.0
"""The map of the Jarama valley: the card's terrain and no other, true to geography, and whole to play on."""

from pathlib import Path

import pytest

from grognard.games.jarama.features import WHOLE, work_at
from grognard.games.jarama.move_costs import LEGEND, map_terrain, ways
from grognard.games.jarama.units import Mobility
from grognard.hexes import HexId, Map, load_map, map_text
from grognard.hexes.chains import corners_along
from grognard.hexes.map import road_hexsides
from grognard.hexes.paths import points, reach
from grognard.registry import game_map, map_names

NAME = "jarama"


@pytest.fixture(scope="module")
def valley() -> Map:
    return game_map("jarama", NAME)


def test_the_maps_are_the_valley_and_that_of_the_exercise() -> None:
    assert set(map_names("jarama")) == {NAME, "ermita"}


def test_every_line_of_the_chart_is_on_it_and_nothing_else(valley: Map) -> None:
    assert set(valley.terrain) <= set(LEGEND)
    grounds = [map_terrain(valley, each) for each in valley.grid.hexes]
    assert {each.cover for each in grounds} == {"clear", "town", "city", "woods", "dense-woods"}
    assert any(each.hill for each in grounds)
    assert {kind for kinds in valley.features.values() for kind in kinds} == {
        "river", "slope", "bridge", "ford",
    }  # fmt: skip
    assert {road.kind for road in valley.roads} == {"primary-road", "secondary-road", "railroad"}
    works = {work_at(valley, WHOLE, each) for each in valley.grid.hexes}
    assert works == {None, "fortification", "position"}


# Where places stand in degrees north and west; hex 0101 is at 40.405 N, 3.745 W, and hexes are 1 km apart.
PLACES = {
    "Getafe": (40.308, 3.731), "Pinto": (40.243, 3.699), "Valdemoro": (40.190, 3.675), "Ciempozuelos": (40.159, 3.619),
    "San Martín de la Vega": (40.209, 3.573), "Titulcia": (40.136, 3.567), "Chinchón": (40.140, 3.424),
    "Morata de Tajuña": (40.229, 3.437), "Perales de Tajuña": (40.233, 3.352), "Arganda": (40.304, 3.440),
    "Loeches": (40.385, 3.411), "Campo Real": (40.339, 3.383), "Villaverde": (40.346, 3.708), "Vallecas": (40.379, 3.621),
}  # fmt: skip


@pytest.mark.parametrize("name", PLACES)
def test_places_stand_within_a_hex_of_where_they_are(valley: Map, name: str) -> None:
    north, west = PLACES[name]
    x, y = (3.745 - west) * 84.9, (40.405 - north) * 111.2
    side = 1 / 3**0.5
    spots = [valley.grid.pixel(valley.grid.point(each), side) for each in valley.place("town", name).hexes]
    assert min(((x - a) ** 2 + (y - b) ** 2) ** 0.5 for a, b in spots) < 1


def test_the_jarama_runs_from_edge_to_edge_and_takes_the_others_up(valley: Map) -> None:
    rivers = {chain.name: chain.hexsides for chain in valley.hexsides if chain.kind == "river"}
    assert set(rivers) == {"Jarama", "Manzanares", "Tajuña"}
    corners = {name: corners_along(valley.grid, sides) for name, sides in rivers.items()}
    for name in ("Manzanares", "Tajuña"):
        assert corners[name][-1] in corners["Jarama"]
    for end in (rivers["Jarama"][0], rivers["Jarama"][-1]):
        assert any(map(valley.grid.is_edge, valley.grid.beside(end)))


def test_the_river_parts_west_from_east(valley: Map) -> None:
    """Without a bridge or ford nothing on wheels comes from San Martín to Morata."""
    wet = {each for chain in valley.hexsides if chain.kind == "river" for each in chain.hexsides}
    start, dry = valley.place("town", "San Martín de la Vega").hexes[0], set[HexId]()
    fresh = {start}
    while fresh:
        dry |= fresh
        fresh = {
            other
            for each in fresh
            for other in valley.grid.neighbours(each)
            if other not in dry and valley.grid.hexside_between(each, other) not in wet
        }
    for name in ("La Marañosa", "Pinto", "Ciempozuelos", "Getafe", "Gózquez"):
        assert set(valley.place("town", name).hexes) <= dry
    for name in (
        "Morata de Tajuña",
        "Arganda",
        "Chinchón",
        "Titulcia",
        "La Poveda",
        "Vaciamadrid",
        "Vallecas",
    ):
        assert not dry & set(valley.place("town", name).hexes)


def test_roads_cross_rivers_by_bridges_and_every_bridge_and_ford_is_over_one(valley: Map) -> None:
    crossed = {side for road in valley.roads for side in road_hexsides(valley.grid, road.hexes)}
    for side in crossed:
        kinds = valley.features_at(side)
        assert "river" not in kinds or "bridge" in kinds, valley.grid.hexside_name(side)
    for side, kinds in valley.features.items():
        if kinds & {"bridge", "ford"}:
            assert "river" in kinds
            assert kinds >= {"bridge"} or side not in crossed


def test_a_slope_lies_between_a_higher_and_a_lower_hex(valley: Map) -> None:
    for side, kinds in valley.features.items():
        if "slope" in kinds:
            one, other = (map_terrain(valley, each).height for each in valley.grid.beside(side))
            assert one != other, valley.grid.hexside_name(side)


def test_the_heights_of_the_battle_are_heights(valley: Map) -> None:
    for name in ("El Pingarrón", "Pajares", "Suicide Hill", "La Cobertera", "Cerro de los Ángeles"):
        assert all(map_terrain(valley, each).hill for each in valley.place("area", name).hexes), name


@pytest.mark.parametrize("mobility", ["mech", "motorized", "foot"])
def test_everybody_can_go_everywhere_by_some_way(valley: Map, mobility: Mobility) -> None:
    found = reach(ways(NAME, mobility), valley.grid.parse_hex("1822"), points(400))
    assert len(found) == valley.grid.size


def test_railways_hang_together(valley: Map) -> None:
    """Three lines: to Aranjuez by itself; that of the Tajuña, and the one over Pindoque from La Poveda."""
    tajuna = reach(ways(NAME, "train"), valley.place("town", "Arganda").hexes[0], points(500))
    assert set(valley.place("town", "San Martín de la Vega").hexes) <= set(tajuna)
    aranjuez = reach(ways(NAME, "train"), valley.place("town", "Pinto").hexes[0], points(500))
    rails = {each for road in valley.roads if road.kind == "railroad" for each in road.hexes}
    assert set(tajuna) | set(aranjuez) == rails
    assert not set(tajuna) & set(aranjuez)


def test_every_town_is_on_a_road(valley: Map) -> None:
    served = {each for road in valley.roads for each in road.hexes}
    lonely = {place.name for place in valley.places_of("town") if not served & set(place.hexes)}
    assert lonely == set()


def test_it_is_loaded_as_it_was_printed(valley: Map, tmp_path: Path) -> None:
    path = tmp_path / "valley.toml"
    path.write_text(map_text(valley), encoding="utf-8")
    assert load_map(path) == valley
