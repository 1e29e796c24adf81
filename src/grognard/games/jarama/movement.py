"""TEC: what every step costs by mech, motorized and foot rates, along roads, over rivers and up slopes; zones of control.

The figures are the card's: they are read from the chart, not written down again here. A plain number is the cost of the
hex, `+n` is added for what lies in it or on the hexside, and along a road its number replaces the hex's (ruling
road-cost). What has been damaged or laid since the map was printed stands in `Features`.
"""

import re
from collections.abc import Collection, Iterable
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import Literal, get_args

import msgspec

from grognard.charts.labels import number, parse_number
from grognard.games import Card, game_map
from grognard.games.jarama.features import WHOLE, Feature, Features, Work, work_at
from grognard.games.jarama.terms import CARD, Crossing, Terrain, plain
from grognard.games.jarama.units import ARTILLERY, Kind, Mobility
from grognard.hexes import Direction, HexId, Hexside, Map
from grognard.hexes.paths import PROHIBITED, SCALE, Ints, Reach, StepCost, Ways, marked, points, reach
from grognard.hexes.paths import Zone as Marked

Road = Literal["primary-road", "secondary-road", "railroad"]
ROADS: tuple[Road, ...] = get_args(Road)
# Ruling damaged-features: what a damaged bridge costs foot units, and nobody else may use it.
PICK_THEIR_WAY = 2
# Ruling zones: what it costs foot units to leave an enemy zone of control.
LEAVE_ZONE = 1
HELPED = re.compile(r"(?P<alone>\S+) Eng (?P<helped>\+\d+) or pontoons")
NOBODY: frozenset[HexId] = frozenset()


class Ground(msgspec.Struct, frozen=True):
    """What a word of the map's legend means: the terrain of the card, whether it is a hill, whether it lies on the uplands."""

    cover: Terrain = "clear"
    hill: bool = False
    upland: bool = False

    @property
    def height(self) -> int:
        """How high it lies: a slope rises to the higher of two hexes."""
        return self.hill + self.upland


# Every word of a map's legend: the card's terrain, or a hill, by itself or on the uplands.
WORDS: dict[str, Ground] = {
    "upland": Ground(upland=True),
    **{each: Ground(each) for each in get_args(Terrain)},
    **{f"upland-{each}": Ground(each, upland=True) for each in get_args(Terrain)},
    "hill": Ground(hill=True),
    "upland-hill": Ground(hill=True, upland=True),
}


def ground(board: Map, hex_id: HexId) -> Ground:
    """Return what the word of a hex means."""
    return WORDS[board.terrain[hex_id]]


class Rates(msgspec.Struct, frozen=True):
    """The movement points of one class on the terrain effects chart; none where something is prohibited."""

    hexes: dict[str, Fraction]
    roads: dict[Road, Fraction]
    works: dict[Work, Fraction]
    hill: Fraction
    river: Fraction | None
    helped: Fraction
    ford: Fraction
    bridge: Fraction
    slope: Fraction | None


@cache
def rates(mobility: Mobility, card: Card = CARD) -> Rates:
    """TEC: read a class's movement costs off the chart: .5 is half a point, +2 two more, P nothing at all."""
    tec = card.chart("tec")

    def cell(row: str) -> str:
        return tec[plain(row), mobility].reads

    def cost(row: str) -> Fraction:
        return _figure(cell(row)) or Fraction(0)

    river = HELPED.fullmatch(cell("river"))
    assert river is not None  # noqa: S101 - the chart has passed its checks, and its codes are all of this form
    return Rates(
        hexes={each: cost(each) for each in get_args(Terrain)},
        roads={each: cost(each) for each in ROADS},
        works={each: cost(each) for each in get_args(Work)},
        hill=cost("hill"),
        river=_figure(river["alone"]),
        helped=cost_of(river["helped"]),
        ford=cost("ford"),
        bridge=cost("bridge"),
        slope=_figure(cell("slope")),
    )


def _figure(cell: str) -> Fraction | None:
    """Read a cell: nothing extra for a dash, none where it is prohibited."""
    if cell == "P":
        return None
    return Fraction(0) if cell == "-" else cost_of(cell)


def cost_of(figure: str) -> Fraction:
    """Ruling road-third: read a figure to the nearest twelfth of a point or simpler: .33 is a third."""
    return parse_number(figure).limit_denominator(SCALE)


# What lies between two hexes


class Between(msgspec.Struct, frozen=True):
    """What lies between two neighbours as one goes from the first to the second.

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
        """Say whether a way leads over as on firm ground: by a whole bridge, by pontoons, or because there is no river."""
        return not self.river or self.bridge == "whole" or self.pontoons


def between(board: Map, features: Features, here: HexId, there: HexId, card: Card = CARD) -> Between:
    """Return what lies between two neighbours, as one goes from the first to the second (ruling slope-uphill)."""
    hexside = board.grid.hexside_between(here, there)
    if hexside is None:
        raise ValueError(f"{board.grid.hex_name(here)} and {board.grid.hex_name(there)} are no neighbours")
    kinds = board.features_at(hexside)
    state = features.state(Feature("bridge", hexside)) if "bridge" in kinds else "destroyed"
    low, high = (ground(board, each).height for each in (here, there))
    found = Between(
        river="river" in kinds,
        ford="ford" in kinds,
        bridge="" if state == "destroyed" else state,
        pontoons=features.spanned(hexside),
        slope="slope" in kinds and (high > low or card.ruled("slope-uphill") == "both"),
    )
    # A road leads over the water by a bridge or through a ford; where the bridge is down it ends.
    if not found.firm and ("bridge" in kinds or not found.ford):
        return found
    return msgspec.structs.replace(found, roads=_roads(board, features, hexside, (here, there)))


def _roads(board: Map, features: Features, hexside: Hexside, ends: tuple[HexId, HexId]) -> frozenset[Road]:
    """Return the kinds of road over a hexside that are whole on both sides of it."""

    def whole(road: Road) -> bool:
        kind: Literal["road", "railroad"] = "railroad" if road == "railroad" else "road"
        return all(features.state(Feature(kind, each)) == "whole" for each in ends)

    crossing = board.roads_at(hexside)
    return frozenset(road for road in ROADS if road in crossing and whole(road))


def crossings(
    board: Map, features: Features, here: HexId, there: HexId, card: Card = CARD
) -> tuple[Crossing, ...]:
    """TEC: what a unit attacks across from a hex into its neighbour: water, by the best way over it, and a slope uphill."""
    found = between(board, features, here, there, card)
    over: Crossing = "river"
    if found.bridge == "whole" or found.pontoons:
        over = "bridge"
    elif found.ford:
        over = "ford"
    return (*((over,) if found.river else ()), *(("slope",) if found.slope else ()))


# Steps


def step_cost(  # noqa: PLR0913 - what a step depends on
    board: Map,
    here: HexId,
    there: HexId,
    mobility: Mobility,
    features: Features = WHOLE,
    *,
    engineers: Collection[HexId] = NOBODY,
    card: Card = CARD,
) -> Fraction | None:
    """TEC: the cheapest way from a hex to its neighbour, with engineers in some hexes; none where it is prohibited."""
    found = between(board, features, here, there, card)
    if mobility == "train":
        # Ruling armored-train: it runs along whole rails and over whole bridges; a step is one hex.
        runs = "railroad" in found.roads and (not found.river or found.bridge == "whole")
        return Fraction(1) if runs else None
    pays = rates(mobility, card)
    over = _over_water(found, pays, mobility, is_helped(here, there, engineers, card))
    up = _uphill(found, pays, card)
    if over is None or up is None:
        return None
    work = work_at(board, features, there)
    extra = over + up + (pays.works[work] if work else 0)
    return min(_into(ground(board, there), found, pays, card)) + extra


def _into(there: Ground, found: Between, pays: Rates, card: Card) -> list[Fraction]:
    """TEC, ruling road-cost: what a hex costs, off the road and along every road that leads into it."""
    hill = pays.hill if there.hill else Fraction(0)
    on_road = hill if card.ruled("road-cost") == "number-only" else Fraction(0)
    used = [road for road in found.roads if road != "railroad" or card.ruled("railroad-cost") == "instead"]
    return [pays.hexes[there.cover] + hill, *(pays.roads[road] + on_road for road in used)]


def _over_water(found: Between, pays: Rates, mobility: Mobility, helped: bool) -> Fraction | None:  # noqa: FBT001
    """TEC: what the water between two hexes costs, by the cheapest way over it; none where there is no way."""
    if not found.river:
        return Fraction(0)
    ways = [pays.river]
    if helped:
        ways.append(pays.helped)
    if found.ford:
        ways.append(pays.ford)
    if found.firm:
        ways.append(pays.bridge)
    if found.bridge == "damaged" and mobility == "foot":
        ways.append(Fraction(PICK_THEIR_WAY))
    return min((each for each in ways if each is not None), default=None)


def _uphill(found: Between, pays: Rates, card: Card) -> Fraction | None:
    """TEC, rulings slope-movement and road-slope: what going up a slope costs; none where it is prohibited."""
    by_road = bool(found.roads) and card.ruled("road-slope") == "by-road"
    return Fraction(0) if not found.slope or by_road else pays.slope


def is_helped(here: HexId, there: HexId, engineers: Collection[HexId], card: Card = CARD) -> bool:
    """Ruling engineer-help: say whether engineers help a unit over a river from one hex to another."""
    return here in engineers or (there in engineers and card.ruled("engineer-help") == "either-bank")


@cache
def _printed(map_name: str, mobility: Mobility, card: Card) -> Ways:
    """Return what every step costs on the map as printed, without engineers."""
    return Ways(game_map("jarama", map_name).grid, _stepping(map_name, mobility, WHOLE, NOBODY, card))


@lru_cache(maxsize=512)
def ways(
    map_name: str,
    mobility: Mobility,
    features: Features = WHOLE,
    engineers: frozenset[HexId] = NOBODY,
    card: Card = CARD,
) -> Ways:
    """Return what every step on a map costs a class of units, as things are now."""
    board = game_map("jarama", map_name)
    anew = features.hexes(board) | engineers
    printed = _printed(map_name, mobility, card)
    return printed.anew(anew, _stepping(map_name, mobility, features, engineers, card)) if anew else printed


def _stepping(
    map_name: str, mobility: Mobility, features: Features, engineers: frozenset[HexId], card: Card
) -> StepCost:
    board = game_map("jarama", map_name)

    def cost(here: HexId, _side: Direction, there: HexId) -> int:
        found = step_cost(board, here, there, mobility, features, engineers=engineers, card=card)
        return PROHIBITED if found is None else points(found)

    return cost


# Zones of control


class Front:
    """One side's units as the other believes them to stand in its way: the hexes they close, and their zones of control.

    Ruling zones: six hexes around every unit that has one. Which units have one is for the caller to say: no
    Headquarters, no pontoons, nobody who is disorganised or demoralised.
    """

    def __init__(
        self, map_name: str, units: Iterable[HexId], zones: Iterable[HexId] | None = None, card: Card = CARD
    ) -> None:
        """Take the hexes of all units, and of those that have a zone, which are all if nothing is said."""
        self.units = frozenset(units)
        grid = game_map("jarama", map_name).grid
        owners = self.units if zones is None else frozenset(zones)
        if card.ruled("zones") == "none":
            owners = NOBODY
        self.zone = frozenset(each for owner in owners for each in grid.neighbours(owner))

    def marks(self, mobility: Mobility, card: Card = CARD) -> Ints:
        """What a search for a class of units must know of it: everybody stops who enters a zone, foot pays to leave."""
        if mobility == "foot":
            return self._foot
        # Ruling armored-train: by one option the train runs through zones.
        return self._units if mobility == "train" and card.ruled("armored-train") == "runs" else self._others

    @cached_property
    def _units(self) -> Ints:
        return marked((), self.units)

    @cached_property
    def _others(self) -> Ints:
        return marked([Marked(self.zone, stop=True)], self.units)

    @cached_property
    def _foot(self) -> Ints:
        return marked([Marked(self.zone, leave=points(LEAVE_ZONE), stop=True)], self.units)


# Moves


def allowance(kind: Kind, *, in_command: bool = True, card: Card = CARD) -> Fraction | None:
    """Movement Capacity: the movement points of a kind of unit; none where they are unlimited.

    Ruling command-movement: out of command it has half of them.
    """
    chart = card.chart("artillery" if kind in ARTILLERY else "movement")
    printed = chart[kind].reads
    if printed == "unlimited":
        return None
    slowed = not in_command and card.ruled("command-movement") == "half"
    return parse_number(printed) / (2 if slowed else 1)


class Move(msgspec.Struct, frozen=True, dict=True, eq=False):
    """A unit that wants to move: on which map, how, from where, with how many points, and what stands in its way.

    Without a number of points it goes as far as it can, as a train does. `full` are hexes that friends fill.
    """

    map_name: str
    mobility: Mobility
    start: HexId
    allowed: Fraction | int | None
    foes: Front | None = None
    features: Features = WHOLE
    engineers: frozenset[HexId] = NOBODY
    full: frozenset[HexId] = NOBODY
    card: Card = CARD

    @property
    def board(self) -> Map:
        """The map it moves on."""
        return game_map("jarama", self.map_name)

    @cached_property
    def reach(self) -> Reach:
        """TEC: every hex in which it can end its move, with cost and path."""
        marks = self.foes.marks(self.mobility, self.card) if self.foes else None
        budget = points(self.board.grid.size if self.allowed is None else self.allowed)
        where = ways(self.map_name, self.mobility, self.features, self.engineers, self.card)
        return reach(where, self.start, budget, crowded=self.full - {self.start}, marks=marks)

    def why_not(self, there: HexId) -> str:
        """Say why the move cannot end in a hex, with what would be needed; nothing where it can."""
        refusal = self.reach.refusal(there)
        if refusal is None:
            return ""
        name = self.board.grid.hex_name(there)
        match refusal.why:
            case "closed":
                return f"enemy units are in {name}"
            case "crowded":
                return f"{name} is full: 10 units to a hex (ruling stacking)"
            case "too far":
                allowed = number(Fraction(self.allowed or 0))
                return f"{name} costs {cost_text(refusal.cost or 0)} MP, and the unit has {allowed} MP"
            case "no way":
                return self._no_way(there, name)

    def _no_way(self, there: HexId, name: str) -> str:
        """Say why no way leads into a hex: by what bars the step from a neighbour, or else that there is none."""
        if self.mobility == "train":
            return (
                f"no whole railroad leads to {name} past enemy units and their zones (ruling armored-train)"
            )
        barred = barred_by(self, there) if there in self.board.grid.neighbours(self.start) else ""
        return f"{barred}, and there is no way around" if barred else f"there is no way to {name}"


def barred_by(move: Move, there: HexId) -> str:
    """TEC: say what prohibits the step from a move's start into a neighbouring hex; nothing where it is free."""
    board, pays = move.board, rates(move.mobility, move.card)
    found = between(board, move.features, move.start, there, move.card)
    name = board.grid.hex_name(there)
    helped = is_helped(move.start, there, move.engineers, move.card)
    if _over_water(found, pays, move.mobility, helped) is None:
        return f"a river bars {name} to {move.mobility} units without a bridge, a ford, pontoons or engineers (tec: River)"
    if _uphill(found, pays, move.card) is None:
        return f"a slope bars {name} to {move.mobility} units but by road (tec: Slope, ruling road-slope)"
    return ""


def cost_text(cost: int) -> str:
    """Write what a step costs in movement points: 3, 2.5, 2 1/3."""
    whole, rest = divmod(cost, SCALE)
    if rest % 3 == 0:  # quarters have a short decimal
        return number(Fraction(cost, SCALE))
    return f"{whole or ''} {Fraction(rest, SCALE)}".strip()
