# SPDX-License-Identifier: Apache-2.0
"""Zones of control: how far they extend, and what it costs to enter one."""

from collections.abc import Iterable
from functools import lru_cache

from grognard.games.iron_curtain.move_costs import crossing
from grognard.games.iron_curtain.terms import CARD
from grognard.games.iron_curtain.terrain import why_not_across
from grognard.hexes import Direction, HexId
from grognard.hexes.paths import PROHIBITED, Ways, Zone, points
from grognard.registry import game_map
from grognard.rules import zones
from grognard.rules.card import Card

# Ruling zone-cost: what it costs to enter an enemy zone of control, beyond hex and hexside.
ENTER_ZONE = 2


@lru_cache(maxsize=128)
def fighting_ways(map_name: str, *, air_mobile: bool, card: Card = CARD) -> Ways:
    """TEC, notes P and [3]: the hexsides that units may attack across, at 1 each. Ruling zone-hexsides: zones extend so far."""
    board = game_map("iron-curtain", map_name)

    def cost(here: HexId, _side: Direction, there: HexId) -> int:
        between = crossing(board, here, there, year=0)
        is_barred = between.hexside and why_not_across(
            between.hexside, card, air_mobile=air_mobile, road=bool(between.roads)
        )
        return PROHIBITED if is_barred else points(1)

    return Ways(board.grid, cost)


class Front(zones.Front):
    """One side's units as obstacles to the other: the hexes they close, and their zone of control.

    Ruling zone-hexsides: every unit has one into its six adjacent hexes, but not across what it may not attack across.
    """

    def __init__(
        self, map_name: str, units: Iterable[HexId], air_mobile: Iterable[HexId] = (), card: Card = CARD
    ) -> None:
        """Take the hexes of all units, and of those that are air-mobile."""
        everyone, flying = frozenset(units), frozenset(air_mobile)

        def zone() -> Zone:
            hexes = fighting_ways(map_name, air_mobile=False, card=card).zone_around(everyone)
            if flying:
                hexes |= fighting_ways(map_name, air_mobile=True, card=card).zone_around(flying)
            # Ruling zone-cost: it costs to enter, not to leave, and no unit must stop.
            return Zone(hexes, enter=points(ENTER_ZONE))

        super().__init__(everyone, zone)
