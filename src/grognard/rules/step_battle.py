# SPDX-License-Identifier: Apache-2.0
"""Battles in which units lose steps, the surviving defenders retreat as a stack, and attackers advance.

A game's table decides the outcome; what it does on the map is here.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from grognard.charts.errors import GrognardError
from grognard.hexes import HexId
from grognard.procedures.procedure import Line, ToldSheet
from grognard.rules.adjacent_attack import AdjacentAttack
from grognard.rules.orders import UnitsAgainst
from grognard.rules.step_losses import alive, take_losses
from grognard.rules.step_outcomes import Outcome
from grognard.rules.units import Unit
from grognard.umpire import Rule

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.position import Position


class StepBattle(AdjacentAttack, frozen=True, kw_only=True):
    """Attacks on a hex by a table whose outcomes are steps lost and hexes of retreat."""

    def sheet(self, board: "Board", units: Sequence[Unit], target: HexId) -> ToldSheet:
        """Return the worksheet of an attack on the units known to be there; an attack that cannot be rolled is an error."""
        raise NotImplementedError

    def resolve(self, sheet: Any, position: "Position") -> Rule[Outcome]:
        """Roll on the table that a worksheet is for."""
        raise NotImplementedError

    # The rule

    def fight(
        self, board: "Board", units: Sequence[Unit], target: HexId, sheet: ToldSheet
    ) -> "Rule[Position]":
        """Roll, take the losses, and let the surviving defenders retreat."""
        defenders = board.units_at(target)
        position = self.begun(board.position, units, target)
        outcome = yield from self.resolve(sheet, position)
        position = take_losses(board.context, position, units, outcome.attackers_lose)
        position = take_losses(board.context, position, defenders, outcome.defenders_lose)
        left = alive(position, defenders)
        if not outcome.retreats or not left:
            return position
        retreat: Rule[Position] = board.book.chapter("retreat").retreat(
            board.after(position), left, outcome.retreats
        )
        return (yield from retreat)

    def attack(self, board: "Board", units: Sequence[Unit], target: HexId) -> "Rule[Position]":
        """Carry out an attack: losses, the defenders' retreat, and the entry into the hex if it is empty."""
        position = yield from self.fight(board, units, target, self.sheet(board, units, target))
        left, after = alive(position, units), board.after(position)
        if not left or after.units_at(target):
            return position
        return (yield from self.follow(after, left, target))

    def follow(self, board: "Board", units: Sequence[Unit], target: HexId) -> "Rule[Position]":
        """Let the surviving attackers into the hex they emptied: they may advance."""
        into: Rule[Position] = board.book.chapter("advance").advance(board, units, target)
        return into

    # Words

    def warnings(self, board: "Board", target: HexId) -> tuple[Line, ...]:
        """Say what is not seen, and what the hex is contaminated by."""
        contamination = board.book.contamination
        more = contamination.warnings(board, target) if contamination else ()
        return (*super().warnings(board, target), *more)

    def text(self, board: "Board", order: UnitsAgainst) -> str:
        """Say which units attack which, with the odds if they can be worked out."""
        naming, words = board.context.naming, super().text(board, order)
        try:
            sheet = self.sheet(board, naming.units(order.units), naming.hex(order.target))
        except GrognardError:
            return words
        return f"{words}, at {sheet.told}"
