"""What a position means on the map, beyond the library's board: stacks with an order, faces of steps, fronts by top units.

A position may be the whole one, or what a side sees of it; both mean the same to that side's movement and supply: a
stack closes its hex and has its zone of control by its top unit alone (ruling zone-of-stack).
"""

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from grognard.games.iron_curtain.movement import move_reach
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.terms import TERRAIN, Terrain
from grognard.games.iron_curtain.terrain import why_not_across
from grognard.games.iron_curtain.zones import Front
from grognard.hexes import HexId
from grognard.hexes.paths import SCALE, Reach
from grognard.play.places import BOXES
from grognard.rules import position as rules_position
from grognard.rules.card import Card
from grognard.rules.hidden_stacks import OrderedBoard, OrderedStanding
from grognard.rules.units import Unit

if TYPE_CHECKING:
    from grognard.games.iron_curtain.context import Context


class Standing(OrderedStanding):
    """What follows from where units stand and who lies on top: zones go over water by air-mobile units on top alone."""

    __slots__ = ()

    def hangs_on_tops(self, context: "Context", side: str) -> bool:
        """Say whether a side's front changes with who lies on top."""
        return context.flies[side]


@lru_cache(maxsize=4096)
def _front(map_name: str, units: frozenset[HexId], flying: frozenset[HexId], card: Card) -> Front:
    """Work a front out once: it stays as it is while the other side moves."""
    return Front(map_name, units, flying, card)


class Board(OrderedBoard):
    """One position on the map of its scenario."""

    __slots__ = ("card",)

    standing_type = Standing

    context: "Context"
    position: Position
    standing: Standing

    def __init__(self, context: "Context", position: Position, before: "Board | None" = None) -> None:
        """Take over from the position before what has not changed since."""
        self.card = context.card
        super().__init__(context, position, before)

    def after(self, position: rules_position.Position) -> "Board":
        """Return the same board with another position on it."""
        return self.context.board(position)

    # Zones of control

    def front(self, side: str) -> Front:
        """Return a side's units as they stand in the other's way."""
        fronts = self.standing.fronts
        if side not in fronts:
            hexes: frozenset[Any] = frozenset(self.position.at[self.scenario.numbers[side]]) - BOXES
            flying: frozenset[HexId] = frozenset()
            if self.context.flies[side]:
                stacks = self.stacks
                flying = frozenset(at for at in hexes if "air-mobile" in stacks[at][0].traits)
            fronts[side] = _front(self.scenario.file.map, hexes, flying, self.card)
        front: Front = fronts[side]
        return front

    # The land

    def terrain(self, hex_id: HexId) -> Terrain:
        """Return the terrain of a land hex."""
        return TERRAIN[self.scenario.map.terrain[hex_id]]

    def why_not_across(self, unit: Unit, target: HexId, here: HexId | None = None) -> str:
        """TEC: say why a unit may not attack a neighbouring hex, from where it stands or another; an empty text if it may."""
        between = self.context.crossing(self.hex_of(unit) if here is None else here, target)
        if between.hexside is None:
            return ""
        flies, road = "air-mobile" in unit.traits, bool(between.roads)
        why = why_not_across(between.hexside, self.card, air_mobile=flies, road=road)
        return f"{unit.name} {why}" if why else ""

    # Movement and supply

    def allowed(self, unit: Unit) -> int:
        """Return the movement points a unit has left in this phase; after a loss of steps it may have spent more."""
        return max(super().allowed(unit), 0)

    def reach(self, unit: Unit, allowed: int | None = None) -> Reach:
        """Return where one order can bring a unit with what it has left, or with so many points.

        It stops where it enters a contaminated hex, rolls there, and goes on by another order.
        """
        if allowed is None:
            return super().reach(unit)
        return move_reach(
            self.scenario.file.map,
            self.context.movers[unit.number],
            self.hex_of(unit),
            Fraction(allowed, SCALE),
            self.front(self.context.enemy[unit.side]),
            full=self.standing.full(unit),
            stops={marker.at for marker in self.position.contaminated},
            card=self.card,
        )
