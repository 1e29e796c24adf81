# SPDX-License-Identifier: Apache-2.0
"""The map of the North German plain: the card's terrain and no other, true to geography, and whole to play on."""

from pathlib import Path

import pytest

from grognard.games.iron_curtain.move_costs import Mover, ways
from grognard.hexes import HexId, Map, load_map, map_text
from grognard.hexes.chains import corners_along
from grognard.hexes.paths import points, reach
from grognard.registry import game_map, map_names

NAME = "north-germany"


@pytest.fixture(scope="module")
def plain() -> Map:
    return game_map("iron-curtain", NAME)


def hexes(plain: Map, *numbers: str) -> set[HexId]:
    return set(map(plain.grid.parse_hex, numbers))


def test_it_is_the_map_of_all_but_an_exercise() -> None:
    assert map_names("iron-curtain") == ("ahlden", NAME)


TERRAIN = {"open", "major-city", "city", "forest", "rough", "mountain", "ocean"}
HEXSIDES = {"river", "canal", "major-river", "sea-line", "ocean"}
ROADS = {"primary-1945", "primary-1962", "primary-1975", "secondary-road", "railroad", "ferry"}


def test_every_line_of_the_chart_is_on_it_and_nothing_else(plain: Map) -> None:
    """A secondary road bridge is where such a road crosses a river; primary roads bear the years of the card."""
    assert set(plain.terrain) == TERRAIN
    assert {kind for kinds in plain.features.values() for kind in kinds} == HEXSIDES
    assert {road.kind for road in plain.roads} == ROADS
    assert any(
        "secondary-road" in kinds and "river" in plain.features_at(side)
        for side, kinds in plain.road_kinds.items()
    )


# Where places stand in degrees north and east; hex 0101 is at 54.47, 6.85, and hexes are 10 km apart.
PLACES = {
    "Hamburg": (53.55, 10.00), "Bremen": (53.08, 8.81), "Hannover": (52.37, 9.73), "Magdeburg": (52.13, 11.63),
    "Kiel": (54.32, 10.13), "Lübeck": (53.87, 10.69), "Rostock": (54.09, 12.13), "Schwerin": (53.63, 11.41),
    "Emden": (53.37, 7.21), "Wilhelmshaven": (53.52, 8.12), "Bremerhaven": (53.55, 8.58), "Cuxhaven": (53.86, 8.70),
    "Osnabrück": (52.28, 8.05), "Münster": (51.96, 7.63), "Bielefeld": (52.02, 8.53), "Paderborn": (51.72, 8.75),
    "Braunschweig": (52.27, 10.52), "Celle": (52.62, 10.08), "Lüneburg": (53.25, 10.41), "Uelzen": (52.97, 10.56),
    "Goslar": (51.91, 10.43), "Halberstadt": (51.90, 11.05), "Stendal": (52.61, 11.86), "Dessau": (51.83, 12.25),
    "Brandenburg": (52.41, 12.53), "Wittenberge": (53.00, 11.75), "Lauenburg": (53.37, 10.56), "Rheine": (52.28, 7.44),
    "Nienburg": (52.64, 9.21), "Verden": (52.92, 9.23), "Minden": (52.29, 8.92), "Hameln": (52.10, 9.36),
}  # fmt: skip


@pytest.mark.parametrize("name", PLACES)
def test_places_stand_within_a_hex_of_where_they_are(plain: Map, name: str) -> None:
    north, east = PLACES[name]
    x, y = (east - 6.85) * 67.0, (54.47 - north) * 111.2
    side = 10 / 3**0.5
    spots = [plain.grid.pixel(plain.grid.point(each), side) for each in plain.place("town", name).hexes]
    assert min(((x - a) ** 2 + (y - b) ** 2) ** 0.5 for a, b in spots) < 10


def test_great_cities_are_major_cities(plain: Map) -> None:
    major = {place.name for place in plain.places_of("town") if plain.terrain[place.hexes[0]] == "major-city"}
    assert major == {"Hamburg", "Bremen", "Hannover", "Magdeburg"}
    towns = {each for place in plain.places_of("town") for each in place.hexes}
    built = {each for each in plain.grid.hexes if plain.terrain[each] in ("city", "major-city")}
    assert built <= towns


@pytest.mark.parametrize(
    ("here", "there", "water"),
    [
        ("Lauenburg", "Lüneburg", "river"),  # the Elbe between Holstein and the heath
        ("Magdeburg", "Burg", "river"),  # the Elbe again
        ("Glückstadt", "Wischhafen", "major-river"),  # below Hamburg
        ("Nordenham", "Bremerhaven", "major-river"),  # the mouth of the Weser
        ("Hameln", "Hildesheim", "river"),  # Weser and Leine
    ],
)
def test_rivers_lie_between_the_towns_they_part(plain: Map, here: str, there: str, water: str) -> None:
    """No way off the roads leads from one to the other without crossing water."""
    grid, start = plain.grid, plain.place("town", here).hexes[0]
    wet = {"river", "major-river", "canal", "ocean"}
    dry, fresh = {start}, [start]
    while fresh:
        at = fresh.pop()
        for each in grid.neighbours(at):
            side = grid.hexside_between(at, each)
            assert side is not None
            if each not in dry and not wet & plain.features_at(side) and grid.distance(start, each) < 8:
                dry.add(each)
                fresh.append(each)
    assert plain.place("town", there).hexes[0] not in dry
    kinds = {kind for each in dry for side in grid.hexsides(each) for kind in plain.features_at(side)}
    assert water in kinds


def test_the_elbe_runs_from_the_edge_to_the_sea_without_a_gap(plain: Map) -> None:
    upper, lower = (next(c for c in plain.hexsides if c.name == name) for name in ("Elbe", "Lower Elbe"))
    corners = [corners_along(plain.grid, chain.hexsides) for chain in (upper, lower)]
    assert corners[0][-1] == corners[1][0]
    mouth = [plain.grid.hex_of(corners[1][-1].minus(way)) for way in plain.grid.shape.corners]
    assert any(each is not None and plain.is_water(each) for each in mouth)


def test_all_land_hangs_together(plain: Map) -> None:
    land = {each for each in plain.grid.hexes if not plain.is_water(each)}
    found = reach(ways(NAME, Mover("mech")), plain.grid.parse_hex("2324"), points(200))
    assert set(found) == land


def test_fehmarn_is_reached_over_the_sound_alone(plain: Map) -> None:
    isle, where = hexes(plain, "3401", "3501"), ways(NAME, Mover("mech"))
    out = [
        (one, other)
        for one in isle
        for other in plain.grid.neighbours(one)
        if other not in isle and where.step_cost(one, other)
    ]
    assert out == [(plain.grid.parse_hex("3401"), plain.grid.parse_hex("3302"))]


def test_the_border_parts_east_from_west(plain: Map) -> None:
    west = plain.one_side("Inner-German border", plain.place("town", "Hannover").hexes[0])
    for name in ("Lübeck", "Lauenburg", "Wolfsburg", "Helmstedt", "Goslar", "Dannenberg", "Hamburg"):
        assert set(plain.place("town", name).hexes) <= west
    for name in ("Schwerin", "Boizenburg", "Salzwedel", "Magdeburg", "Halberstadt", "Wernigerode", "Wismar"):
        assert not west & set(plain.place("town", name).hexes)


def test_every_town_is_on_a_road_or_railway(plain: Map) -> None:
    served = {each for road in plain.roads for each in road.hexes}
    lonely = {place.name for place in plain.places_of("town") if not served & set(place.hexes)}
    assert lonely == set()


def test_edges_by_which_units_enter_are_land(plain: Map) -> None:
    assert not any(plain.is_water(each) for place in plain.places_of("entry") for each in place.hexes)


def test_it_is_loaded_as_it_was_printed(plain: Map, tmp_path: Path) -> None:
    path = tmp_path / "plain.toml"
    path.write_text(map_text(plain), encoding="utf-8")
    assert load_map(path) == plain
