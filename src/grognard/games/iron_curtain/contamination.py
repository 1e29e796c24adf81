# SPDX-License-Identifier: Apache-2.0
"""Contaminated hexes: what a warhead leaves behind, in which column units roll on entering, and how long it lasts."""

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from grognard.games.iron_curtain import weapons
from grognard.games.iron_curtain.charted_units import defending
from grognard.games.iron_curtain.orders import ChemicalStrike, NuclearStrike
from grognard.hexes import HexId
from grognard.rules import contamination
from grognard.rules.board import Board
from grognard.rules.step_units import UnitLosses
from grognard.rules.units import Unit
from grognard.umpire import Rule


class Contamination(contamination.Contamination, frozen=True, kw_only=True):
    """Hexes that warheads have struck; each unit that enters rolls for every kind there, nuclear first."""

    by_order: ClassVar[dict[type[msgspec.Struct], str]] = {
        NuclearStrike: "nuclear",
        ChemicalStrike: "chemical",
    }
    signs: ClassVar[dict[str, str]] = {"nuclear": "radiation", "chemical": "drop"}

    def until(self, board: Board) -> int:
        """Ruling contamination: to the end of the striker's next turn, for as many turns as the scenario says, or for good."""
        if board.ruled("contamination") == "for-good":
            return board.scenario.turns + 1  # which never comes
        lasts: int = board.scenario.file.contaminated
        return board.position.turn + lasts

    def effect(self, kind: str, side: str) -> str:
        """Return the column that units of a side roll in."""
        return weapons.entry_column(kind, side)

    def harm(self, board: Board, units: Sequence[Unit], there: HexId, kind: str) -> Rule[UnitLosses]:
        """Ruling contaminated-entry: each unit rolls."""
        column, rolling = self.effect(kind, units[0].side), defending(board, units)
        sheet = weapons.sheet_of(kind, column, rolling, board.card, board.grid.names[there])
        return (yield from weapons.weapon(sheet)).lose
