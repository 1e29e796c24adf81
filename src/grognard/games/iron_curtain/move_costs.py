# SPDX-License-Identifier: Apache-2.0
"""TEC: what every step costs, by mech or leg rates, along roads of the year, over water.

The figures are read from the chart, not repeated here. A road replaces the cost of hex and hexside (ruling road-cost),
and crosses what is prohibited; one with a date is primary from that year on.
"""

from fractions import Fraction
from functools import lru_cache
from typing import get_args

import msgspec

from grognard.charts.labels import parse_number
from grognard.games.iron_curtain.terms import CARD, Hexside, Mobility, Road, Terrain, plain
from grognard.hexes import Direction, HexId, Map
from grognard.hexes.paths import PROHIBITED, Ways, points
from grognard.registry import game_map
from grognard.rules.card import Card

# A dated road on a map has a kind such as primary-1962.
DATED = "primary-"
# What a hexside counts as in an attack if it is several things: the first of these.
SEVEREST: tuple[Hexside, ...] = ("ocean", "sea-line", "major-river", "river", "canal")


class Mover(msgspec.Struct, frozen=True):
    """What a unit's costs depend on: its rates, whether it is air-mobile, and the year."""

    mobility: Mobility = "mech"
    air_mobile: bool = False
    year: int = 1983


class Figures(msgspec.Struct, frozen=True):
    """The movement points of the terrain effects chart; hexsides without any are prohibited."""

    terrain: dict[Mobility, dict[str, Fraction]]
    hexsides: dict[str, Fraction]
    roads: dict[Road, Fraction]


class Crossing(msgspec.Struct, frozen=True):
    """What lies between two adjacent hexes: the hexside, if it is a special one, and the roads of the year that cross it.

    It is `dated` if one of the roads counts as it does because of its date.
    """

    hexside: Hexside | None
    roads: frozenset[Road]
    dated: bool = False

    @property
    def bridged(self) -> bool:
        """Return whether a secondary road crosses the hexside: the bridge of note [1]."""
        return self.hexside is not None and "secondary-road" in self.roads


@lru_cache(maxsize=128)
def figures(card: Card = CARD) -> Figures:
    """TEC: read the movement costs from the chart: 1/2 is half a point, +1 one more, P prohibited."""
    tec = card.chart("tec")

    def cost(row: str, column: str = "any") -> Fraction:
        return parse_number(tec[plain(row), column].reads)

    hexsides = [
        hexside
        for hexside in get_args(Hexside)
        if not tec.does(tec[plain(hexside), "any"].reads).get("prohibited")
    ]
    roads = [road for road in get_args(Road) if road != "none"]
    return Figures(
        {
            rate: {terrain: cost(terrain, rate) for terrain in get_args(Terrain)}
            for rate in get_args(Mobility)
        },
        {hexside: cost(hexside) for hexside in hexsides},
        {road: cost(road) for road in roads},
    )


def road_of(kind: str, year: int) -> Road | None:
    """3.1h, ruling primary-date: what a kind of road counts as in a year; None for a ferry, which is no road."""
    if kind.startswith(DATED):
        return "primary-road" if year >= int(kind.removeprefix(DATED)) else "secondary-road"
    return next((road for road in get_args(Road) if road == kind), None)


def crossing(board: Map, here: HexId, there: HexId, year: int) -> Crossing:
    """Return what lies between two adjacent hexes, for an attack across. A ferry counts only if no road crosses."""
    hexside = board.grid.hexside_between(here, there)
    if hexside is None:
        raise ValueError(f"{board.grid.hex_name(here)} and {board.grid.hex_name(there)} are no neighbours")
    kinds = board.roads_at(hexside)
    roads = frozenset(road for kind in kinds if (road := road_of(kind, year)))
    features = board.features_at(hexside)
    severest = next((feature for feature in SEVEREST if feature in features), None)
    dated = any(kind.startswith(DATED) for kind in kinds)
    return Crossing("ferry" if "ferry" in kinds and not roads else severest, roads, dated)


def step_cost(board: Map, here: HexId, there: HexId, mover: Mover, card: Card = CARD) -> Fraction | None:
    """TEC, rulings road-cost and rr-movement: the cheapest way from a hex to an adjacent one; None if it is prohibited."""
    between = crossing(board, here, there, mover.year)
    costs = figures(card)
    entry = costs.terrain[mover.mobility].get(board.terrain[there])
    if entry is None:
        # Ruling air-mobile-ocean: units that fly over the ocean pay the cost of open ground.
        entry = costs.terrain[mover.mobility]["open"]
    by_rail = card.ruled("rr-movement") == "any-unit"
    by_road = [costs.roads[road] for road in between.roads if by_rail or road != "railroad"]
    return min([*_off_road(between, entry, mover, costs), *by_road], default=None)


def _off_road(between: Crossing, entry: Fraction, mover: Mover, costs: Figures) -> list[Fraction]:
    """TEC: what hex and hexside cost together; empty if the hexside is prohibited to the unit."""
    if between.hexside is None:
        return [entry]
    if mover.air_mobile and (between.hexside == "ferry" or between.hexside not in costs.hexsides):
        # Note P, ruling ferry-air-mobile.
        return [entry]
    return [entry + costs.hexsides[between.hexside]] if between.hexside in costs.hexsides else []


@lru_cache(maxsize=128)
def ways(map_name: str, mover: Mover, card: Card = CARD) -> Ways:
    """Return what every step on a map costs a class of units."""
    board = game_map("iron-curtain", map_name)

    def cost(here: HexId, _side: Direction, there: HexId) -> int:
        paid = step_cost(board, here, there, mover, card)
        return PROHIBITED if paid is None else points(paid)

    return Ways(board.grid, cost)
