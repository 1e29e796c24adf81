# SPDX-License-Identifier: Apache-2.0
"""TEC: what every step costs by mech, motorized and foot rates, along roads, over rivers and up slopes.

The figures are read from the chart, not repeated here. A plain number is the cost of the
hex, `+n` is added for what lies in it or on the hexside, and along a road its number replaces the hex's (ruling
road-cost). What has been damaged or laid since the map was printed is in `Features`.
"""

from collections.abc import Collection
from fractions import Fraction
from functools import cache, lru_cache
from typing import Literal, get_args

import msgspec

from grognard.charts.labels import parse_number
from grognard.games.jarama.features import WHOLE, Feature, Features, Work, work_at
from grognard.games.jarama.terms import CARD, Crossing, Terrain, plain
from grognard.games.jarama.units import Mobility
from grognard.hexes import Direction, HexId, Hexside, Map
from grognard.hexes.paths import PROHIBITED, SCALE, StepCost, Ways, points
from grognard.registry import Card, game_map

Road = Literal["primary-road", "secondary-road", "railroad"]
ROADS: tuple[Road, ...] = get_args(Road)
# Ruling damaged-features: what a damaged bridge costs foot units; no others may use it.
DAMAGED_BRIDGE = 2


class MapTerrain(msgspec.Struct, frozen=True):
    """A term of the map's legend: the terrain of the card, whether it is a hill, whether it lies on the uplands."""

    cover: Terrain = "clear"
    hill: bool = False
    upland: bool = False

    @property
    def height(self) -> int:
        """How high it lies: a slope rises to the higher of two hexes."""
        return self.hill + self.upland


# Every term of a map's legend: the card's terrain, or a hill, by itself or on the uplands.
LEGEND: dict[str, MapTerrain] = {
    "upland": MapTerrain(upland=True),
    **{terrain: MapTerrain(terrain) for terrain in get_args(Terrain)},
    **{f"upland-{terrain}": MapTerrain(terrain, upland=True) for terrain in get_args(Terrain)},
    "hill": MapTerrain(hill=True),
    "upland-hill": MapTerrain(hill=True, upland=True),
}


def map_terrain(board: Map, hex_id: HexId) -> MapTerrain:
    """Return the terrain of a hex."""
    return LEGEND[board.terrain[hex_id]]


class Rates(msgspec.Struct, frozen=True):
    """The movement points of one class on the terrain effects chart; None if something is prohibited."""

    hexes: dict[str, Fraction]
    roads: dict[Road, Fraction]
    works: dict[Work, Fraction]
    hill: Fraction
    river: Fraction | None
    helped: Fraction
    ford: Fraction
    bridge: Fraction
    slope: Fraction | None


@lru_cache(maxsize=128)
def rates(mobility: Mobility, card: Card = CARD) -> Rates:
    """TEC: read a class's movement costs from the chart: .5 is half a point, +2 two more, P prohibited."""
    tec = card.chart("tec")

    def cell(row: str) -> str:
        return tec[plain(row), mobility].reads

    def cost(row: str) -> Fraction:
        return cost_of(cell(row))

    def extra(row: str) -> Fraction | None:
        does = tec.does(cell(row))
        return None if does.get("prohibited") else Fraction(does["cost"])

    return Rates(
        hexes={terrain: cost(terrain) for terrain in get_args(Terrain)},
        roads={road: cost(road) for road in ROADS},
        works={work: cost(work) for work in get_args(Work)},
        hill=cost("hill"),
        river=extra("river"),
        helped=Fraction(tec.does(cell("river"))["helped"]),
        ford=cost("ford"),
        bridge=cost("bridge"),
        slope=extra("slope"),
    )


def cost_of(figure: str) -> Fraction:
    """Ruling road-third: read a figure to the nearest twelfth of a point or simpler: .33 is a third."""
    return parse_number(figure).limit_denominator(SCALE)


# What lies between two hexes


class Between(msgspec.Struct, frozen=True):
    """What lies between two adjacent hexes, going from the first to the second.

    The roads are those that count there, `slope` is uphill. Over a `river` there may be a `bridge`, whole or damaged, a
    `ford` or `pontoons`.
    """

    roads: frozenset[Road] = frozenset()
    river: bool = False
    ford: bool = False
    bridge: Literal["", "whole", "damaged"] = ""
    pontoons: bool = False
    slope: bool = False

    @property
    def firm(self) -> bool:
        """Whether one can cross as on firm ground: by a whole bridge, by pontoons, or because there is no river."""
        return not self.river or self.bridge == "whole" or self.pontoons


def between(board: Map, features: Features, here: HexId, there: HexId, card: Card = CARD) -> Between:
    """Return what lies between two adjacent hexes, going from the first to the second (ruling slope-uphill)."""
    hexside = board.grid.hexside_between(here, there)
    if hexside is None:
        raise ValueError(f"{board.grid.hex_name(here)} and {board.grid.hex_name(there)} are no neighbours")
    kinds = board.features_at(hexside)
    state = features.state(Feature("bridge", hexside)) if "bridge" in kinds else "destroyed"
    low, high = (map_terrain(board, at).height for at in (here, there))
    step = Between(
        river="river" in kinds,
        ford="ford" in kinds,
        bridge="" if state == "destroyed" else state,
        pontoons=features.spanned(hexside),
        slope="slope" in kinds and (high > low or card.ruled("slope-uphill") == "both"),
    )
    # A road leads over the water by a bridge or through a ford; if the bridge is down it ends.
    if not step.firm and ("bridge" in kinds or not step.ford):
        return step
    return msgspec.structs.replace(step, roads=_roads(board, features, hexside, (here, there)))


def _roads(board: Map, features: Features, hexside: Hexside, ends: tuple[HexId, HexId]) -> frozenset[Road]:
    """Return the kinds of road over a hexside that are whole on both sides of it."""

    def whole(road: Road) -> bool:
        kind: Literal["road", "railroad"] = "railroad" if road == "railroad" else "road"
        return all(features.state(Feature(kind, at)) == "whole" for at in ends)

    crossing = board.roads_at(hexside)
    return frozenset(road for road in ROADS if road in crossing and whole(road))


def crossings(
    board: Map, features: Features, here: HexId, there: HexId, card: Card = CARD
) -> tuple[Crossing, ...]:
    """TEC: what a unit attacks across from a hex into an adjacent one: water, by the best way over it, and a slope uphill."""
    step = between(board, features, here, there, card)
    over: Crossing = "river"
    if step.bridge == "whole" or step.pontoons:
        over = "bridge"
    elif step.ford:
        over = "ford"
    return (*((over,) if step.river else ()), *(("slope",) if step.slope else ()))


# Steps


def step_cost(  # noqa: PLR0913 - what a step depends on
    board: Map,
    here: HexId,
    there: HexId,
    mobility: Mobility,
    features: Features = WHOLE,
    *,
    engineers: Collection[HexId] = (),
    card: Card = CARD,
) -> Fraction | None:
    """TEC: the cheapest way from a hex to an adjacent one, with engineers in some hexes; None if it is prohibited."""
    step = between(board, features, here, there, card)
    helped = is_helped(here, there, engineers, card)
    return _cost_of_step(
        step, map_terrain(board, there), work_at(board, features, there), mobility, helped, card
    )


@lru_cache(maxsize=4096)
def _cost_of_step(  # noqa: PLR0913, PLR0917 - what a step depends on
    step: Between,
    there: MapTerrain,
    work: Work | None,
    mobility: Mobility,
    helped: bool,  # noqa: FBT001 - a key
    card: Card,
) -> Fraction | None:
    if mobility == "train":
        # Ruling armored-train: it runs along whole rails and over whole bridges; a step is one hex.
        runs = "railroad" in step.roads and (not step.river or step.bridge == "whole")
        return Fraction(1) if runs else None
    pays = rates(mobility, card)
    over, up = over_water(step, pays, mobility, helped), uphill(step, pays, card)
    if over is None or up is None:
        return None
    return min(_into(there, step, pays, card)) + over + up + (pays.works[work] if work else 0)


def entry_cost(
    board: Map, there: HexId, mobility: Mobility, features: Features = WHOLE, card: Card = CARD
) -> Fraction:
    """Ruling arrival: what a hex costs a unit that comes onto the map there, by the best of its roads."""
    if mobility == "train":
        return Fraction(1)
    pays, work = rates(mobility, card), work_at(board, features, there)
    roads = (_roads(board, features, hexside, (there, there)) for hexside in board.grid.hexsides(there))
    step = Between(roads=frozenset[Road]().union(*roads))
    return min(_into(map_terrain(board, there), step, pays, card)) + (pays.works[work] if work else 0)


def _into(there: MapTerrain, step: Between, pays: Rates, card: Card) -> list[Fraction]:
    """TEC, ruling road-cost: what a hex costs, off the road and along every road that leads into it."""
    hill = pays.hill if there.hill else Fraction(0)
    on_road = hill if card.ruled("road-cost") == "number-only" else Fraction(0)
    used = [road for road in step.roads if road != "railroad" or card.ruled("railroad-cost") == "instead"]
    return [pays.hexes[there.cover] + hill, *(pays.roads[road] + on_road for road in used)]


def over_water(step: Between, pays: Rates, mobility: Mobility, helped: bool) -> Fraction | None:  # noqa: FBT001
    """TEC: what the water between two hexes costs, by the cheapest way over it; None if there is no way."""
    if not step.river:
        return Fraction(0)
    ways = [pays.river]
    if helped:
        ways.append(pays.helped)
    if step.ford:
        ways.append(pays.ford)
    if step.firm:
        ways.append(pays.bridge)
    if step.bridge == "damaged" and mobility == "foot":
        ways.append(Fraction(DAMAGED_BRIDGE))
    return min((cost for cost in ways if cost is not None), default=None)


def uphill(step: Between, pays: Rates, card: Card) -> Fraction | None:
    """TEC, rulings slope-movement and road-slope: what going up a slope costs; None if it is prohibited."""
    by_road = bool(step.roads) and card.ruled("road-slope") == "by-road"
    return Fraction(0) if not step.slope or by_road else pays.slope


def is_helped(here: HexId, there: HexId, engineers: Collection[HexId], card: Card = CARD) -> bool:
    """Ruling engineer-help: return whether engineers help a unit over a river from one hex to another."""
    return here in engineers or (there in engineers and card.ruled("engineer-help") == "either-bank")


@lru_cache(maxsize=128)
def _printed(map_name: str, mobility: Mobility, card: Card) -> Ways:
    """Return what every step costs on the map as printed, without engineers."""
    return Ways(game_map("jarama", map_name).grid, _step_costs(map_name, mobility, WHOLE, frozenset(), card))


@lru_cache(maxsize=128)
def _as_it_stands(map_name: str, mobility: Mobility, features: Features, card: Card) -> Ways:
    """Return what every step costs with what is damaged, laid and dug, without engineers."""
    printed, anew = _printed(map_name, mobility, card), features.hexes(game_map("jarama", map_name))
    if not anew:
        return printed
    return printed.anew(anew, _step_costs(map_name, mobility, features, frozenset(), card))


@lru_cache(maxsize=512)
def _helped(
    map_name: str, mobility: Mobility, features: Features, engineers: frozenset[HexId], card: Card
) -> Ways:
    """Return what every step costs with engineers in some hexes beside rivers."""
    alone = _as_it_stands(map_name, mobility, features, card)
    return alone.anew(engineers, _step_costs(map_name, mobility, features, engineers, card))


@cache
def _riverside(map_name: str) -> frozenset[HexId]:
    """Return the hexes beside rivers, the only ones in which engineers help."""
    board = game_map("jarama", map_name)
    rivers = (side for side, kinds in board.features.items() if "river" in kinds)
    return frozenset(at for side in rivers for at in board.grid.beside(side))


def ways(
    map_name: str,
    mobility: Mobility,
    features: Features = WHOLE,
    engineers: frozenset[HexId] = frozenset(),
    card: Card = CARD,
) -> Ways:
    """Return what every step on a map costs a class of units, as things are now."""
    helping = engineers & _riverside(map_name) if engineers else engineers
    if not helping:
        return _as_it_stands(map_name, mobility, features, card)
    return _helped(map_name, mobility, features, helping, card)


def _step_costs(
    map_name: str, mobility: Mobility, features: Features, engineers: frozenset[HexId], card: Card
) -> StepCost:
    board = game_map("jarama", map_name)

    def cost(here: HexId, _side: Direction, there: HexId) -> int:
        price = step_cost(board, here, there, mobility, features, engineers=engineers, card=card)
        return PROHIBITED if price is None else points(price)

    return cost
