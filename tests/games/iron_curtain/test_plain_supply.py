# SPDX-License-Identifier: Apache-2.0
"""Rulings supply-line, supply-length, supply-zone: lines of supply on the map, each traced by hand."""

from itertools import pairwise

from grognard.games.iron_curtain.supply import supply_ways
from grognard.games.iron_curtain.terms import CARD
from grognard.games.iron_curtain.zones import Front
from grognard.hexes import HexId
from grognard.hexes.paths import supply_marks, trace_supply
from grognard.registry import Card, game_map
from grognard.registry.games import definition
from grognard.rules.supply import Supply, SupplyLine

NAME = "north-germany"
PLAIN = game_map("iron-curtain", NAME)
CLOSED = Card("iron-curtain", "card", (("supply-zone", "closed"),))
TWELVE = Card("iron-curtain", "card", (("supply-length", "twelve"),))


def at(number: str) -> HexId:
    return PLAIN.grid.parse_hex(number)


def supply(card: Card = CARD) -> Supply:
    chapter = definition("iron-curtain").under(card).supply
    assert chapter is not None
    return chapter


def traced(
    unit: str, source: str, enemies: tuple[str, ...] = (), friends: tuple[str, ...] = (), card: Card = CARD
) -> SupplyLine:
    foes = Front(NAME, map(at, enemies))
    closed = supply(card).closed(foes, frozenset(map(at, friends)))
    found = trace_supply(supply_ways(NAME, 1983, card), at(unit), supply_marks([at(source)], closed))
    return supply(card).line("NATO", found.path, found.cut)


def is_in_supply(length: int | None, card: Card = CARD) -> bool:
    return supply(card).judged("NATO", -1 if length is None else length) == "in supply"


def names(hexes: object) -> list[str]:
    assert hasattr(hexes, "__iter__")
    return [PLAIN.grid.hex_name(each) for each in hexes]


def test_a_line_goes_by_the_fewest_hexes() -> None:
    found = traced("0425", "0429")
    assert found.state == "in supply"
    assert names(found.path) == ["0425", "0426", "0427", "0428", "0429"]


def test_a_line_goes_around_an_enemy_and_his_zone() -> None:
    """An enemy at 0427 closes it and the six hexes around, so the line is two hexes longer."""
    around = traced("0425", "0429", ("0427",))
    assert around.state == "in supply"
    assert not {"0426", "0427", "0428", "0327", "0328", "0527", "0528"} & set(names(around.path))
    assert len(around.path) == 7


def test_a_friend_cancels_a_zone_but_not_the_enemy_in_it() -> None:
    """With friends at 0426, 0527 and 0528, all in the zone of 0427, the line goes by them."""
    friends = ("0426", "0527", "0528")
    assert len(traced("0425", "0429", ("0427",), friends).path) == 6
    assert len(traced("0425", "0429", ("0427",), friends, CLOSED).path) == 7
    assert "0427" not in names(traced("0425", "0429", ("0427",), ("0427",)).path)


def test_a_ring_of_zones_cuts_and_shows_where() -> None:
    """Enemies at 0427 and 0423 have zones all around 0425 but to its sides, where 0225 and 0625 stand."""
    found = traced("0425", "0429", ("0427", "0423", "0225", "0625"))
    assert (found.state, found.path) == ("out of supply", ())
    assert found.cut
    assert not set(names(found.cut)) & {"0425"}


def test_water_without_a_bridge_is_in_the_way() -> None:
    """From 1907 to 1908 is one step over the Elbe, where nothing crosses; the line goes by the ferry."""
    path = names(traced("1907", "1908").path)
    assert ("2109", "2008") in pairwise(path)


def test_how_long_a_line_may_be() -> None:
    assert is_in_supply(40)
    assert not is_in_supply(None)
    assert [is_in_supply(length, TWELVE) for length in (0, 12, 13)] == [True, True, False]
