# SPDX-License-Identifier: Apache-2.0
"""The map of the Sukhaya: the chart's terrain and no other, every row of it, symbols where they belong, whole to fight on."""

from pathlib import Path

import pytest

from grognard.games.panzerblitz.movement import Mobility, step_costs
from grognard.games.panzerblitz.terrain import TERRAIN
from grognard.hexes import HexId, Hexside, load_map, map_text
from grognard.hexes.paths import points, reach
from grognard.registry import game_map, map_names

BOARD = game_map("panzerblitz", "sukhaya")
GRID = BOARD.grid


def sides_of(kind: str) -> set[Hexside]:
    return {side for side, kinds in BOARD.features.items() if kind in kinds}


def hexes_with(**wanted: object) -> set[HexId]:
    """Find the hexes whose terrain has these parts."""
    words = {word for word, each in TERRAIN.items() if all(getattr(each, k) == v for k, v in wanted.items())}
    return {each for each in GRID.hexes if BOARD.terrain[each] in words}


def between(hexes: set[HexId]) -> set[Hexside]:
    """Find the hexsides with one of some hexes on either side."""
    sides = {side for each in hexes for side in GRID.hexsides(each)}
    return {side for side in sides if len(set(GRID.beside(side)) & hexes) == 2}


def test_it_has_every_word_of_terrain_and_every_symbol() -> None:
    assert map_names("panzerblitz") == ("balka", "sukhaya")
    assert set(BOARD.terrain) == set(TERRAIN)
    assert {kind for kinds in BOARD.features.values() for kind in kinds} == {
        "green", "grey", "brown", "orange", "pond",
    }  # fmt: skip
    assert {road.kind for road in BOARD.roads} == {"road"}


@pytest.mark.parametrize(("symbol", "cover"), [("green", "woods"), ("grey", "town")])
def test_woods_and_towns_have_their_symbols_inside_and_here_and_there_outside(
    symbol: str, cover: str
) -> None:
    hexes, sides = hexes_with(cover=cover), sides_of(symbol)
    outer = {side for each in hexes for side in GRID.hexsides(each)} - between(hexes)
    assert all(set(GRID.beside(side)) & hexes for side in sides)
    assert between({each for each in hexes if TERRAIN[BOARD.terrain[each]].level == "ground"}) <= sides
    assert outer & sides
    assert outer - sides


def test_hilltops_on_the_rim_are_outlined_in_orange_and_nothing_else_is() -> None:
    tops = hexes_with(level="hilltop")
    rim = {each for each in tops if not set(GRID.neighbours(each)) <= tops}
    assert sides_of("orange") == {side for each in rim for side in GRID.hexsides(each)}
    assert tops - rim


def test_ridges_are_between_slopes() -> None:
    slopes = hexes_with(level="slope")
    assert sides_of("brown") <= between(slopes)
    tops = hexes_with(level="hilltop")
    assert all(near in slopes | tops for each in tops for near in GRID.neighbours(each))


def test_the_stream_crosses_the_map_from_north_to_south() -> None:
    bed = hexes_with(gully=True) | hexes_with(ford=True)
    found = {each for each in bed if GRID.row(each) == 0}
    fresh = set(found)
    while fresh:
        fresh = {near for each in fresh for near in GRID.neighbours(each)} & bed - found
        found |= fresh
    assert found == bed
    assert any(GRID.row(each) == GRID.rows - 1 for each in bed)


def test_roads_lead_through_woods_and_swamp_over_a_slope_and_a_gully() -> None:
    crossed = {BOARD.terrain[each] for road in BOARD.roads for each in road.hexes}
    assert {"woods", "swamp", "slope", "wooded slope", "hilltop", "gully", "town", "clear"} <= crossed
    assert sides_of("green") & set(BOARD.road_kinds)


@pytest.mark.parametrize("moves", ["foot", "cavalry", "vehicle", "truck"])
@pytest.mark.parametrize(("start", "edge"), [("0110", 32), ("3306", 0)])
def test_everybody_gets_across_from_edge_to_edge(moves: Mobility, start: str, edge: int) -> None:
    found = reach(step_costs("sukhaya", moves).ways, GRID.parse_hex(start), points(300))
    assert {each for each in GRID.hexes if GRID.column(each) == edge} <= set(found)


def test_only_the_middle_of_woods_and_the_mire_are_closed_to_vehicles() -> None:
    found = reach(step_costs("sukhaya", "vehicle").ways, GRID.parse_hex("0110"), points(300))
    closed = {each for each in GRID.hexes if each not in found}
    assert closed
    assert closed <= hexes_with(cover="woods") | hexes_with(cover="swamp")
    assert not {each for place in BOARD.places_of("town") for each in place.hexes} & closed


def test_entries_are_the_two_short_edges() -> None:
    for name, column in (("West edge", 0), ("East edge", GRID.columns - 1)):
        wanted = [each for each in GRID.hexes if GRID.column(each) == column]
        assert sorted(BOARD.place("entry", name).hexes) == wanted


def test_towns_are_where_their_names_are() -> None:
    named = {each for place in BOARD.places_of("town") for each in place.hexes}
    assert named == hexes_with(cover="town")


def test_it_is_loaded_as_it_was_printed(tmp_path: Path) -> None:
    path = tmp_path / "sukhaya.toml"
    path.write_text(map_text(BOARD), encoding="utf-8")
    assert load_map(path) == BOARD
