# SPDX-License-Identifier: Apache-2.0
"""What a position means on the map, beyond the library's board: fronts by top units, and what lies between hexes.

A position may be complete, or what a side sees of it; both mean the same for that side's movement and supply: a
stack closes its hex and has its zone of control by its top unit alone (ruling zone-of-stack).
"""

from functools import lru_cache
from typing import Any

from grognard.games.iron_curtain import terrain
from grognard.games.iron_curtain.move_costs import Crossing, crossing
from grognard.games.iron_curtain.movement import ocean
from grognard.games.iron_curtain.zones import Front
from grognard.hexes import HexId
from grognard.play.places import BOXES
from grognard.rules import board as rules_board
from grognard.rules.card import Card
from grognard.rules.context import Context
from grognard.rules.hidden_stacks import OrderedBoard, OrderedOccupancy
from grognard.rules.scenario import Scenario
from grognard.rules.units import Unit


@lru_cache(maxsize=256)
def _flies(scenario: Scenario, side: str) -> bool:
    """Return whether a side has air-mobile units."""
    return any("air-mobile" in unit.traits for unit in scenario.movers[side])


class Occupancy(OrderedOccupancy):
    """What follows from where units stand and which are on top: zones cross water only from air-mobile units on top."""

    __slots__ = ()

    def depends_on_tops(self, context: Context, side: str) -> bool:
        """Return whether a side's front depends on which units are on top."""
        return _flies(context.scenario, side)

    def full(self, unit: Unit) -> list[HexId]:
        """Return the hexes that a unit may not end in: those that friends fill, and the ocean if it flies."""
        full = super().full(unit)
        return [*full, *ocean(self.scenario.file.map)] if "air-mobile" in unit.traits else full


@lru_cache(maxsize=4096)
def _front(map_name: str, units: frozenset[HexId], flying: frozenset[HexId], card: Card) -> Front:
    """Work out a front once: it does not change while the other side moves."""
    return Front(map_name, units, flying, card)


class Board(OrderedBoard):
    """One position on the map of its scenario."""

    __slots__ = ()

    occupancy_type = Occupancy
    occupancy: Occupancy

    def front(self, side: str) -> Front:
        """Return a side's units as obstacles to the other side."""
        fronts = self.occupancy.fronts
        if side not in fronts:
            hexes: frozenset[Any] = frozenset(self.position.at[self.scenario.numbers[side]]) - BOXES
            flying: frozenset[HexId] = frozenset()
            if _flies(self.scenario, side):
                stacks = self.stacks
                flying = frozenset(at for at in hexes if "air-mobile" in stacks[at][0].traits)
            fronts[side] = _front(self.scenario.file.map, hexes, flying, self.card)
        front: Front = fronts[side]
        return front

    def allowed(self, unit: Unit) -> int:
        """Return the movement points a unit has left in this phase; after a loss of steps it may have spent more."""
        return max(super().allowed(unit), 0)


@lru_cache(maxsize=16384)
def _crossing(scenario: Scenario, here: HexId, there: HexId) -> Crossing:
    return crossing(scenario.map, here, there, scenario.file.year)


def between(board: rules_board.Board, here: HexId, there: HexId) -> Crossing:
    """Return what lies between two adjacent hexes."""
    return _crossing(board.scenario, here, there)


def why_not_across(board: rules_board.Board, unit: Unit, target: HexId, here: HexId | None = None) -> str:
    """TEC: say why a unit may not attack an adjacent hex, from where it stands or another; empty if it may."""
    crossed = between(board, board.hex_of(unit) if here is None else here, target)
    if crossed.hexside is None:
        return ""
    flies, road = "air-mobile" in unit.traits, bool(crossed.roads)
    why = terrain.why_not_across(crossed.hexside, board.card, air_mobile=flies, road=road)
    return f"{unit.name} {why}" if why else ""
