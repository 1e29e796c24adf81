# SPDX-License-Identifier: Apache-2.0
"""Stacks that may be too high for a while: units arrive where there is no room, and then move on or are eliminated.

While their owner puts stacks in order, too many units may be in a hex; if they still are as that phase ends, he
chooses which are eliminated.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.hexes import HexId
from grognard.rules.chapter import Wording
from grognard.rules.hidden_stacks import OrderedStacks
from grognard.rules.orders import EndPhase
from grognard.rules.step_losses import all_steps_lost, has_part, unit_option
from grognard.rules.units import Unit
from grognard.umpire import Question, Rule, choose

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.position import Position
    from grognard.rules.rulebook import Rulebook


class TooMany(Question[str], frozen=True):
    """Which unit is eliminated in a hex that holds too many."""

    at: str


class Overstacking(OrderedStacks, frozen=True, kw_only=True):
    """With `overstack`, units may arrive where there is no room; otherwise they may not."""

    overstack: bool = False

    def may_come(self, board: "Board", unit: Unit, hex_id: HexId) -> bool:
        """Return whether a unit may arrive in a hex."""
        return self.overstack or super().may_come(board, unit, hex_id)

    def thin_out(self, board: "Board") -> "Rule[Position]":
        """If too many units are in a hex as the phase ends, their owner chooses which are eliminated."""
        side = board.now.side
        if board.now.name != self.ordered_in or not self.overstack:
            return board.position
        for at in sorted(board.front(side).units):
            while board.room(at) < 0:
                units = {unit.name: unit for unit in board.units_at(at)}
                lost = yield from choose(side, TooMany(board.grid.names[at]), tuple(units), board.position)
                board = board.after(all_steps_lost(board, board.position, [units[lost]]))
        return board.position

    def wordings(self, book: "Rulebook") -> Mapping[type[Question[Any]], Wording]:
        """Return the words for the question which unit is eliminated."""
        del book
        return {
            TooMany: Wording(
                label=lambda _context, asked: f"unit too many in {asked.at}",
                ask=lambda board, _order, asked: (
                    f"{board.context.place(board.context.naming.hex(asked.at))} holds too many: who is eliminated?"
                ),
                option=unit_option,
            )
        }

    # What must always hold

    def may_crowd(self, board: "Board", at: HexId) -> bool:
        """Too many units may be in a hex only while their side moves, and if they may arrive there."""
        moves = board.now.name == self.ordered_in and self.overstack
        return moves and board.units_at(at)[0].side == board.now.side

    def displaces(self, before: "Board", order: msgspec.Struct, after: "Board", unit: Unit) -> bool:
        """The end of a phase may eliminate units in a hex that holds too many."""
        del after
        return isinstance(order, EndPhase) and has_part(before, order, unit)
