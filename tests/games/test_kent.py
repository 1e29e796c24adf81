# SPDX-License-Identifier: Apache-2.0
"""The map of Kent: the card's terrain and no other, true to geography, and whole to play on."""

from pathlib import Path

import pytest

from grognard.charts.errors import NoSuch
from grognard.hexes import HexId, Map, load_map, map_text
from grognard.hexes.paths import PROHIBITED, Ways, points, reach, trace_supply
from grognard.registry import chart, game_map, map_names


@pytest.fixture(scope="module")
def kent() -> Map:
    return game_map("seelowe", "kent")


@pytest.fixture(scope="module")
def ways(kent: Map) -> Ways:
    """What steps cost where terrain costs nothing: only the sea is in the way."""

    def cost(here: HexId, _side: object, there: HexId) -> int:
        hexside = kent.grid.hexside_between(here, there)
        assert hexside is not None
        return PROHIBITED if "sea" in kent.features_at(hexside) else points(1)

    return Ways(kent.grid, cost)


def named(kent: Map, *numbers: str) -> set[HexId]:
    return set(map(kent.grid.parse_hex, numbers))


def test_maps_are_known_by_their_names() -> None:
    assert map_names("seelowe") == ("kent", "sandgate")
    assert map_names("asl-sk") == ("schuppen", "village")
    with pytest.raises(NoSuch, match="there is no map in seelowe called 'essex'; there are kent, sandgate"):
        game_map("seelowe", "essex")


def test_its_terrain_is_the_cards(kent: Map) -> None:
    known = {name for names in chart("seelowe", "tec").sheet.file.rows.means.values() for name in names}
    features = {kind for kinds in kent.features.values() for kind in kinds}
    assert set(kent.terrain) | features == known - {"enemy zoc"}


def test_beaches_and_cities_are_what_the_drawing_says(kent: Map) -> None:
    beaches = {each for place in kent.places_of("beach") for each in place.hexes}
    assert {kent.terrain[each] for each in beaches} == {"beach"}
    assert beaches == {each for each in kent.grid.hexes if kent.terrain[each] == "beach"}
    towns = {each for place in kent.places_of("town") for each in place.hexes}
    assert {each for each in kent.grid.hexes if kent.terrain[each] == "city"} <= towns
    assert len(kent.place("town", "London").hexes) == 7


# Where places stand in degrees north and east; hex 0101 is at 51.56, -0.26, and hexes are 5 km apart.
PLACES = {
    "London": (51.51, -0.09), "Rochester": (51.39, 0.50), "Margate": (51.39, 1.38), "Ramsgate": (51.34, 1.42),
    "Canterbury": (51.28, 1.08), "Dover": (51.13, 1.31), "Folkestone": (51.08, 1.17), "Ashford": (51.15, 0.87),
    "Maidstone": (51.27, 0.52), "Tunbridge Wells": (51.13, 0.26), "Hastings": (50.86, 0.57),
    "Eastbourne": (50.77, 0.28), "Brighton": (50.82, -0.14), "Newhaven": (50.79, 0.05), "Rye": (50.95, 0.73),
    "Sheerness": (51.44, 0.76), "Deal": (51.22, 1.40), "Lewes": (50.87, 0.01), "Dungeness": (50.91, 0.97),
}  # fmt: skip


@pytest.mark.parametrize("name", PLACES)
def test_places_stand_within_a_hex_of_where_they_are(kent: Map, name: str) -> None:
    north, east = PLACES[name]
    x, y = (east + 0.26) * 69.83, (51.56 - north) * 111.2
    side = 5 / 3**0.5
    spots = [kent.grid.pixel(kent.grid.point(each), side) for each in kent.place("town", name).hexes]
    assert min(((x - a) ** 2 + (y - b) ** 2) ** 0.5 for a, b in spots) < 5


def test_all_land_hangs_together_by_bridges(kent: Map, ways: Ways) -> None:
    land = {each for each in kent.grid.hexes if not kent.is_water(each)}
    assert set(reach(ways, kent.grid.parse_hex("0402"), points(60))) == land


def test_sheppey_has_one_bridge(kent: Map, ways: Ways) -> None:
    sheppey = named(kent, "1804", "1904", "2004")
    out = [
        (a, b) for a in sheppey for b in kent.grid.neighbours(a) if b not in sheppey and ways.step_cost(a, b)
    ]
    assert out == [(kent.grid.parse_hex("1804"), kent.grid.parse_hex("1805"))]


def test_the_canal_shuts_romney_marsh_in(kent: Map) -> None:
    marsh = set(kent.place("area", "Romney Marsh").hexes)
    for each in marsh:
        for other in kent.grid.neighbours(each):
            hexside = kent.grid.hexside_between(each, other)
            assert hexside is not None
            assert other in marsh or kent.features_at(hexside)


def test_the_beaches_are_in_normal_range_and_london_is_not(kent: Map) -> None:
    seaward = kent.one_side("Extended air range", kent.grid.parse_hex("3020"))
    assert {each for place in kent.places_of("beach") for each in place.hexes} <= seaward
    assert {each for place in kent.places_of("port") for each in place.hexes} <= seaward
    assert not seaward & set(kent.place("town", "London").hexes)
    assert not seaward & named(kent, "1407", "1305", "1405")


def test_every_port_and_beach_can_be_supplied_from_the_edge(kent: Map, ways: Ways) -> None:
    edge = [each for place in kent.places_of("entry") for each in place.hexes]
    assert not any(map(kent.is_water, edge))
    for kind in ("port", "beach"):
        for place in kent.places_of(kind):
            assert trace_supply(ways, place.hexes[0], edge).path


def test_it_is_loaded_as_it_was_printed(kent: Map, tmp_path: Path) -> None:
    path = tmp_path / "kent.toml"
    path.write_text(map_text(kent), encoding="utf-8")
    assert load_map(path) == kent
