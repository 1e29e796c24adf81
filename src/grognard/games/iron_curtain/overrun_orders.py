# SPDX-License-Identifier: Apache-2.0
"""Overruns on the map: by which way a stack enters the hex, and what it costs."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from grognard.games.iron_curtain import combat, overrun, procedures
from grognard.games.iron_curtain.attack_orders import stack_of
from grognard.games.iron_curtain.board import between
from grognard.games.iron_curtain.charted_units import defending
from grognard.games.iron_curtain.combat import CombatSheet
from grognard.games.iron_curtain.overrun import Way
from grognard.games.iron_curtain.stacks import TOO_WEAK
from grognard.games.iron_curtain.terms import TERRAIN, Mobility, Road, as_side
from grognard.games.iron_curtain.zones import ENTER_ZONE
from grognard.hexes import HexId
from grognard.hexes.paths import points
from grognard.procedures.procedure import NotAllowed, Procedure
from grognard.rules import overrun as rules_overrun
from grognard.rules.board import Board
from grognard.rules.context import Context
from grognard.rules.position import Position
from grognard.rules.step_outcomes import Outcome
from grognard.rules.supply_at_end import any_short
from grognard.rules.units import Unit
from grognard.umpire import Rule


def way(board: Board, units: Sequence[Unit], target: HexId) -> Way:
    """Return how units enter a hex: along a road that allows an overrun or across country, whichever is cheaper.

    Ruling bridge-overrun: if a secondary road bridges the hexside, they go beside the bridge, or not at all.
    """
    return _cheapest(board, units, target)[1]


def _cheapest(board: Board, units: Sequence[Unit], target: HexId) -> tuple[Fraction, Way]:
    """Return what the cheapest way into a hex costs, and the way."""
    here = board.hex_of(units[0])
    crossing, stack = between(board, here, target), stack_of(board, units, here, target)
    mobility: Mobility = "leg" if all("legs" in unit.traits for unit in units) else "mech"
    ways: list[tuple[Fraction, Way]] = []
    refused = ""
    roads: tuple[Road, ...] = (*sorted(crossing.roads), "none")
    for along in roads:
        by_road = along != "none"
        beside = crossing.bridged and not by_road
        dated = crossing.dated and (by_road or beside)
        possible = Way(TERRAIN[board.terrain(target)], mobility, along, beside, dated)
        crossed = replace(stack, road=stack.hexside is not None and by_road)
        try:
            ways.append((overrun.cost(crossed, possible, board.card), possible))
        except NotAllowed as refusal:
            # The reason alone is kept: a kept error keeps the board that it was raised on.
            refused = str(refusal)
    if not ways:
        raise NotAllowed(refused)
    return min(ways, key=lambda priced: priced[0])


class Overruns(rules_overrun.Overruns, frozen=True, kw_only=True):
    """Ruling overrun: one stack attacks on the move, on the table of its period, and enters the hex that it empties."""

    too_weak: str = TOO_WEAK

    def desk(self, context: Context) -> Procedure:
        """Return the chart procedure."""
        del context
        return procedures.OVERRUN

    def price(self, board: Board, units: Sequence[Unit], target: HexId) -> int:
        """Return what an overrun costs: the way into the hex, and an enemy zone of control there; units out of supply are refused."""
        stack = stack_of(board, units, board.hex_of(units[0]), target)
        overrun.check_supply(stack, board.scenario.file.period, board.card)
        cost, _ = _cheapest(board, units, target)
        in_zone = target in board.zone_against(units[0].side)
        return points(cost + (ENTER_ZONE if in_zone else 0))

    def sheet(self, board: Board, units: Sequence[Unit], target: HexId) -> CombatSheet:
        """Return the worksheet of an overrun on the map, against the units known to be there."""
        self.check_known(board, units, target)
        defenders = board.units_at(target)
        return overrun.sheet_of(
            stack_of(board, units, board.hex_of(units[0]), target),
            defending(board, defenders),
            way(board, units, target),
            board.card,
            period=board.scenario.file.period,
            side=as_side(units[0].side),
            defenders_oos=any_short(board, defenders),
        )

    def resolve(self, sheet: CombatSheet, position: Position) -> Rule[Outcome]:
        """Roll on the table of the period."""
        return combat.combat(sheet, position)
