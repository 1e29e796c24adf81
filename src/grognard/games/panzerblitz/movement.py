# SPDX-License-Identifier: Apache-2.0
"""TEC: movement by the terrain effects chart: what each step costs, what stands in the way, and where a move may end.

The figures are read from the chart, not repeated here.
"""

from collections import Counter
from collections.abc import Collection
from fractions import Fraction
from functools import lru_cache
from typing import Literal, get_args

import msgspec

from grognard.charts.cached import cached_property
from grognard.games.panzerblitz.roster import UnitType
from grognard.games.panzerblitz.terms import CARD, STACK, Side
from grognard.games.panzerblitz.terrain import TERRAIN, Terrain
from grognard.hexes import Direction, HexId, Hexside, Map
from grognard.hexes.paths import PROHIBITED, Ints, Reach, Ways, Zone, marked, points, reach
from grognard.registry import Card, game_map
from grognard.rules.costs import cost_text

# TEC: the classes of units that pay alike. Wagons move as the other vehicles do (ruling wagon-terrain).
Mobility = Literal["foot", "cavalry", "vehicle", "truck"]
Payer = Literal["all", "vehicle", "truck"]
PAYS: dict[Mobility, Payer] = {"foot": "all", "cavalry": "vehicle", "vehicle": "vehicle", "truck": "truck"}
ROWS = ("clear", "road", "town", "woods", "swamp", "gully", "slope")


class Figures(msgspec.Struct, frozen=True):
    """The movement factors of the terrain effects chart, by terrain and by the class that pays: to enter, and to leave."""

    enter: dict[str, dict[Payer, Fraction]]
    leave: dict[str, dict[Payer, Fraction]]


@lru_cache(maxsize=128)
def figures(card: Card = CARD) -> Figures:
    """Take the figures that the chart has in halves."""
    tec = card.chart("tec")

    def costs(to: Literal["enter", "leave"], row: str) -> dict[Payer, Fraction]:
        does = tec.does(tec[row, "movement"].text)
        halves = {payer: does.get(f"{to}_{payer}") for payer in get_args(Payer)}
        return {payer: Fraction(count, 2) for payer, count in halves.items() if count is not None}

    return Figures({row: costs("enter", row) for row in ROWS}, {row: costs("leave", row) for row in ROWS})


def mobility(unit: UnitType) -> Mobility:
    """TEC: return how a type of unit moves; by ruling cavalry-terrain cavalry is a class by itself."""
    if unit.kind == "cavalry":
        return "cavalry"
    if unit.kind == "truck":
        return "truck"
    return "vehicle" if unit.is_vehicle else "foot"


class StepCosts:
    """What steps on a map cost one class of units, and why some are barred. Made once, and shared."""

    def __init__(self, board: Map, moves: Mobility, card: Card = CARD) -> None:
        self.board = board
        self.moves = moves
        self.card = card
        self.figures = figures(card)

    def why_barred(self, hexside: Hexside, there: HexId, *, road: bool = True) -> str:
        """Say what bars a step over a hexside into a hex, with or without the road there; empty if nothing does."""
        features = self.board.features_at(hexside)
        if "pond" in features:
            return "no unit crosses a pond hexside (tec: PONDS)"
        if self.moves == "foot" or (road and self.board.roads_at(hexside)):
            return ""
        if "green" in features and self.moves != "cavalry":
            return "vehicles cross green hexsides only by road (tec: WOODS)"
        return self.why_barred_off_road(there)

    def why_barred_off_road(self, there: HexId) -> str:
        """Say what bars a hex off the road; empty if it is no swamp, or open to this class."""
        if self.moves == "foot" or self.ground(there).cover != "swamp":
            return ""
        if self.moves != "cavalry":
            return "vehicles may enter swamps only by road (tec: SWAMPS)"
        if self.card.ruled("cavalry-swamp") == "by-road":
            return "cavalry may enter swamps only by road (tec: SWAMPS, ruling cavalry-swamp)"
        return ""

    def cost(self, here: HexId, direction: Direction, there: HexId, *, road: bool = True) -> int:
        """Return what a step costs, in twelfths: by road if one crosses the hexside, otherwise by the terrain."""
        hexside = self.board.grid.hexside(here, direction)
        if self.why_barred(hexside, there, road=road):
            return PROHIBITED
        if road and self.board.roads_at(hexside):
            return points(self._price(self.figures.enter["road"]))
        entry = self.entry(self.ground(there))
        leaving = self._leaving(self.ground(here), self.ground(there))
        if leaving and self.card.ruled("gully-leaving") == "instead":
            return points(leaving)
        return points(entry + leaving)

    def arrival(self, there: HexId, *, road: bool) -> int:
        """Ruling arrival: return what a hex costs a unit that comes onto the map: by a road that leads there, or by its terrain."""
        if road:
            return points(self._price(self.figures.enter["road"]))
        return PROHIBITED if self.why_barred_off_road(there) else points(self.entry(self.ground(there)))

    def entry(self, terrain: Terrain) -> Fraction:
        """TEC: return what entering a terrain costs off the road. A hilltop, ford or gully costs as its other terrain."""
        cover = self._price(self.figures.enter[terrain.cover])
        # Ruling foot-on-slopes: the chart names vehicles.
        if terrain.level != "slope" or self.moves == "foot":
            return cover
        slope = self._price(self.figures.enter["slope"])
        wooded = terrain.cover != "clear" and self.card.ruled("wooded-slope") == "both"
        return slope + cover if wooded else slope

    @cached_property
    def ways(self) -> Ways:
        """What every step costs, with the road and without it."""

        def off_road(here: HexId, direction: Direction, there: HexId) -> int:
            return self.cost(here, direction, there, road=False)

        return Ways(self.board.grid, self.cost, off_road)

    def ground(self, hex_id: HexId) -> Terrain:
        """Return the terrain of a hex."""
        return TERRAIN[self.board.terrain[hex_id]]

    def _leaving(self, here: Terrain, there: Terrain) -> Fraction:
        """TEC: return the cost of leaving a gully; none along it, nor by a ford."""
        if self.moves == "foot" or not here.gully or there.gully or there.ford:
            return Fraction(0)
        return self._price(self.figures.leave["gully"])

    def _price(self, costs: dict[Payer, Fraction]) -> Fraction:
        """Return the figure for this class: its own if the chart has one, otherwise the one for all."""
        own = PAYS[self.moves]
        return costs[own] if own in costs else costs["all"]


@lru_cache(maxsize=128)
def step_costs(map_name: str, moves: Mobility, card: Card = CARD) -> StepCosts:
    """Return what steps on a map of the game cost a class of units."""
    return StepCosts(game_map("panzerblitz", map_name), moves, card)


class Surroundings(msgspec.Struct, frozen=True, dict=True, eq=False):
    """What stands in the way of one side, shared by all its moves: enemies, its own units and wrecks, and works.

    `friends` has a hex for each unit or wreck in it, but none for passengers. `forts` are those with enemies in them.
    """

    side: Side
    enemies: Collection[HexId] = ()
    friends: Collection[HexId] = ()
    mines: Collection[HexId] = ()
    blocks: Collection[HexId] = ()
    forts: Collection[HexId] = ()
    card: Card = CARD

    @cached_property
    def closed(self) -> frozenset[HexId]:
        """The hexes with enemies in them."""
        return frozenset((*self.enemies, *self.forts))

    @cached_property
    def held(self) -> Counter[HexId]:
        """The number of units and wrecks of the side in each hex."""
        return Counter(self.friends)

    @cached_property
    def without_road(self) -> frozenset[HexId]:
        """The hexes where the road does not count: those with another unit or wreck, and blocks (ruling road-rate)."""
        allowed = 0 if self.card.ruled("road-rate") == "alone" else 2
        return frozenset((*(at for at, count in self.held.items() if count > allowed), *self.blocks))

    @cached_property
    def full(self) -> frozenset[HexId]:
        """The hexes that hold no more units of the side (ruling stacking)."""
        is_counted = self.card.ruled("blocks-in-stacks") == "counted"
        held = self.held + Counter(self.blocks) if is_counted else self.held
        return frozenset(at for at, count in held.items() if count >= STACK[self.side])

    @cached_property
    def marks(self) -> Ints:
        """The marks for a search: enemies close a hex; mines and blocks stop a unit that enters."""
        zones = [
            Zone(self.without_road, off_road=True),
            Zone(frozenset(self.mines), stop=True),
            Zone(frozenset(self.blocks), stop=True, first=True),
        ]
        return marked(zones, self.closed)


class Move(msgspec.Struct, frozen=True, dict=True, eq=False):
    """TEC: one unit's move with its movement factor, which is the printed one if none is `given`.

    It may be among the friends around it: it is never in its own way. If it has `moved`, it goes on with
    what is left of its factor.
    """

    unit: UnitType
    start: HexId
    costs: StepCosts
    around: Surroundings
    given: Fraction | int | None = None
    moved: bool = False

    @property
    def factor(self) -> Fraction | int:
        """Its movement factor."""
        return self.unit.movement if self.given is None else self.given

    @cached_property
    def reach(self) -> Reach:
        """Every hex it can move to, with cost and path.

        With a factor above 0 it may always move one hex that is not barred (ruling one-hex-move); with 0 it stays.
        """
        around, factor = self.around, self.factor
        minimum = not self.moved and may_move_one_hex(factor, around.card)
        full = around.full - {self.start}
        return reach(
            self.costs.ways, self.start, points(factor), crowded=full, marks=around.marks, minimum=minimum
        )

    def why_not(self, there: HexId) -> str:
        """Say why it cannot end its move in a hex, with the rule or ruling; empty if it can."""
        refusal = self.reach.refusal(there)
        if refusal is None:
            return ""
        if not self.factor:
            return f"{self.unit.name} has no movement factor: it moves only as a passenger (ruling no-movement-factor)"
        name, side = self.costs.board.grid.hex_name(there), self.around.side
        match refusal.why:
            case "closed":
                return closed(name, in_a_fort=there in self.around.forts)
            case "crowded":
                return f"{name} is full: {STACK[side]} {side} units or wrecks to a hex (ruling stacking)"
            case "too far":
                return f"{name} costs {cost_text(refusal.cost or 0)} MF, and {self.unit.name} has {float(self.factor):g}"
            case "no way":
                return self._no_way(there, name)

    def _no_way(self, there: HexId, name: str) -> str:
        """Say why no way leads into a hex: what bars its own hexsides, or else that nothing leads to any of them."""
        grid, around = self.costs.board.grid, self.around
        if there in around.blocks and self.start not in grid.neighbours(there):
            return blocked(name)
        sides = [
            grid.hexside_between(here, there) for here in grid.neighbours(there) if here not in around.closed
        ]
        barred = [self.costs.why_barred(side, there) for side in sides if side is not None]
        off_road = [self.costs.why_barred(side, there, road=False) for side in sides if side is not None]
        if there in around.without_road and all(off_road) and not all(barred):
            return f"{name} is entered only by road, which does not count where another unit, a wreck or a block is (ruling road-rate)"
        if all(barred) and barred:
            return f"there is no way into {name}: {'; '.join(dict.fromkeys(barred))}"
        return f"there is no way to {name}"


def may_move_one_hex(factor: Fraction | int, card: Card) -> bool:
    """Ruling one-hex-move: return whether a unit with a movement factor may enter one hex that costs more."""
    return factor == 1 or (factor > 0 and card.ruled("one-hex-move") == "any")


def blocked(name: str) -> str:
    """Ruling blocks: say how a block is entered."""
    return (
        f"{name} is blocked: a unit enters it only from the hex next to it in which it began (ruling blocks)"
    )


def closed(name: str, *, in_a_fort: bool) -> str:
    """Rulings enemy-hexes and forts-closed: say what closes a hex."""
    if in_a_fort:
        return f"enemy units are in the fort in {name}: an empty one may be entered (ruling forts-closed)"
    return f"enemy units are in {name} (ruling enemy-hexes)"
