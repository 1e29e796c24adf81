# SPDX-License-Identifier: Apache-2.0
"""Supply: lines go from hex to hex where mech units could (ruling supply-line), and are judged when their owner's turn ends.

The card says what being out of supply does, but not how supply is traced; rulings supply-line, supply-length and
supply-zone do.
"""

from grognard.games.iron_curtain.move_costs import Mover, ways
from grognard.games.iron_curtain.terms import CARD
from grognard.hexes import HexId
from grognard.hexes.paths import Ways
from grognard.rules.board import Board
from grognard.rules.card import Card
from grognard.rules.supply_at_end import SupplyAtEnd


def supply_ways(map_name: str, year: int, card: Card = CARD) -> Ways:
    """Ruling supply-line: the steps a line of supply may take."""
    return ways(map_name, Mover("mech", air_mobile=False, year=year), card)


class SupplyLines(SupplyAtEnd, frozen=True, kw_only=True):
    """A side's supply is judged as its turn ends, and holds until its next (ruling supply-judged)."""

    def sources(self, board: Board, side: str) -> frozenset[HexId]:
        """Return a side's sources of supply, which it has even if the enemy has been there."""
        return board.scenario.sources[side]
