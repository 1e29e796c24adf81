# SPDX-License-Identifier: Apache-2.0
"""Reinforcements: waiting units come onto the map over the edge and on the turn of their order of battle."""

from msgspec.structs import replace

from grognard.hexes import HexId
from grognard.play.tuples import placed
from grognard.rules.board import Board
from grognard.rules.entering import enter
from grognard.rules.entry import Entry
from grognard.rules.position import Position
from grognard.rules.units import Unit
from grognard.umpire import Rule


class Reinforcements(Entry, frozen=True, kw_only=True):
    """Ruling reinforcement-stacking: units do not come to a full hex, or come and must move on."""

    def why_not_there(self, board: Board, unit: Unit, hex_id: HexId) -> str:
        """Say why a unit may not come to a hex; empty if it may."""
        name, stacking = board.grid.names[hex_id], board.book.stacking
        if hex_id not in board.scenario.entries[unit.box]:
            return f"{unit.name} comes by {unit.box}, and {name} is not on it"
        if hex_id in board.foes(unit.side):
            return f"enemy units are in {name}"
        if stacking.may_come(board, unit, hex_id):
            return ""
        return f"{name} is full: {stacking.holds(board.scenario)} (ruling reinforcement-stacking)"

    def arrive(self, board: Board, unit: Unit, hex_id: HexId) -> Rule[Position]:
        """Bring a unit onto the map, in supply and with all its movement points; it begins the phase there."""
        began = placed(board.position.began, unit.number, hex_id)
        return enter(board, replace(board.position, began=began), [unit], hex_id)
