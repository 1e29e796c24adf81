# SPDX-License-Identifier: Apache-2.0
"""Roads, railroads and bridges harmed and repaired, pontoons laid and taken up."""

import msgspec
import pytest

from grognard.games.jarama.features import (
    WHOLE,
    Feature,
    Features,
    after_harm,
    feature_name,
    features_at,
    repairable,
    repaired,
    why_not_lay,
    why_not_repair,
    with_pontoons,
    without_pontoons,
    work_at,
)
from grognard.hexes import HexId, Hexside
from grognard.registry import game_map

VALLEY = game_map("jarama", "jarama")


def at(number: str) -> HexId:
    return VALLEY.grid.parse_hex(number)


def side(name: str) -> Hexside:
    return VALLEY.grid.parse_hexside(name)


PINDOQUE = Feature("bridge", side("2115 NE"))
ROAD = Feature("road", at("2310"))


def test_what_a_bombardment_of_a_hex_can_harm() -> None:
    """At the bridge of Pindoque the railroad and the bridge; at Vaciamadrid roads, and the bridge of Arganda."""
    assert list(features_at(VALLEY, at("2214"))) == [Feature("railroad", at("2214")), PINDOQUE]
    arganda = Feature("bridge", side("2310 SE"))
    assert list(features_at(VALLEY, at("2310"))) == [ROAD, arganda]
    assert list(features_at(VALLEY, at("2014"))) == []
    assert feature_name(VALLEY, PINDOQUE) == "the Pindoque bridge"
    assert feature_name(VALLEY, ROAD) == "the road in 2310"


def test_damage_twice_is_destruction_and_one_repair_mends_one_level() -> None:
    once = after_harm(WHOLE, PINDOQUE, "damaged")
    twice = after_harm(once, PINDOQUE, "damaged")
    assert [each.state(PINDOQUE) for each in (WHOLE, once, twice)] == ["whole", "damaged", "destroyed"]
    assert after_harm(WHOLE, PINDOQUE, "destroyed") == twice
    assert after_harm(twice, PINDOQUE, "damaged") == twice
    assert repaired(twice, PINDOQUE) == once
    assert repaired(once, PINDOQUE) == WHOLE


def test_what_is_harmed_in_any_order_is_the_same() -> None:
    one = after_harm(after_harm(WHOLE, PINDOQUE, "damaged"), ROAD, "damaged")
    other = after_harm(after_harm(WHOLE, ROAD, "damaged"), PINDOQUE, "damaged")
    assert one == other
    assert hash(one) == hash(other)


def test_engineers_repair_where_they_stand() -> None:
    """A bridge from either bank, a road in its hex."""
    down = after_harm(after_harm(WHOLE, PINDOQUE, "destroyed"), ROAD, "damaged")
    assert repairable(VALLEY, down, at("2115")) == repairable(VALLEY, down, at("2214")) == [PINDOQUE]
    assert repairable(VALLEY, down, at("2310")) == [ROAD]
    assert why_not_repair(VALLEY, down, PINDOQUE, at("2115")) == ""
    assert why_not_repair(VALLEY, down, PINDOQUE, at("2116")) == (
        "engineers repair what is in their own hex or on its hexsides, and the Pindoque bridge is not (ruling repairs)"
    )
    assert why_not_repair(VALLEY, WHOLE, ROAD, at("2310")) == "the road in 2310 is whole"


@pytest.mark.parametrize(
    ("pontoons", "over", "enemies", "said"),
    [
        ("2116", "2116 SE", (), ""),
        ("2216", "2116 SE", (), ""),
        ("2115", "2116 SE", (), "pontoons are laid over a hexside of their own hex, and 2116 SE is none of 2115"),
        ("2116", "2116 S", (), "there is no river at 2116 S"),
        ("2116", "2116 SE", ("2216",), "enemy units are in 2216, beyond the river (ruling pontoon-laying)"),
    ],
)  # fmt: skip
def test_where_pontoons_can_be_laid(pontoons: str, over: str, enemies: tuple[str, ...], said: str) -> None:
    assert why_not_lay(VALLEY, WHOLE, at(pontoons), side(over), set(map(at, enemies))) == said


def test_pontoons_are_laid_once_and_taken_up_again() -> None:
    spanned = with_pontoons(WHOLE, side("2116 SE"), 7)
    assert spanned.spanned(side("2116 SE"))
    assert why_not_lay(VALLEY, spanned, at("2116"), side("2116 SE")) == "pontoons lie over 2116 SE already"
    assert without_pontoons(spanned, 8) == spanned
    assert without_pontoons(spanned, 7) == WHOLE


def test_a_fortification_counts_before_a_position() -> None:
    both = Features(positions=(at("1001"),), fortifications=(at("1001"),))
    assert work_at(VALLEY, both, at("1001")) == "fortification"
    assert work_at(VALLEY, WHOLE, at("1001")) is None
    assert work_at(VALLEY, WHOLE, at("2222")) == "position"


def test_features_are_plain_data() -> None:
    features = with_pontoons(after_harm(WHOLE, PINDOQUE, "damaged"), side("2116 SE"), 7)
    assert msgspec.json.decode(msgspec.json.encode(features), type=Features) == features
