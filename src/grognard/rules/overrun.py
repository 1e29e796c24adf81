# SPDX-License-Identifier: Apache-2.0
"""Overrun: units of one hex that began the phase together attack while moving, and enter the hex that they empty.

They pay for the step into the hex, and move no farther in the phase, whatever the result.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.hexes import HexId
from grognard.play.kinds import NONE
from grognard.play.order_sets import Combined, Groups, Orders
from grognard.play.places import Place
from grognard.play.refusal import Refusal
from grognard.procedures.procedure import NotAllowed
from grognard.rules.adjacent_attack import why_not_next_to
from grognard.rules.chapter import PositionField
from grognard.rules.entering import enter
from grognard.rules.orders import Overrun
from grognard.rules.sentences import cited
from grognard.rules.step_battle import StepBattle
from grognard.rules.units import Unit
from grognard.umpire import Rule

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.position import Position


class Overruns(StepBattle, frozen=True, kw_only=True):
    """One stack overruns (`rule`), of units that began the phase together and are at most as many as a hex holds (`stack_rule`)."""

    position_fields = (PositionField("began", tuple[Place, ...], start=(), seen="part"),)
    order = Overrun
    order_names = ("overrun",)
    titled = "Overrun"
    verb = "overrun"

    rule: str = ""
    stack_rule: str = ""

    def price(self, board: "Board", units: Sequence[Unit], target: HexId) -> int:
        """Return what it costs units to overrun a hex, in parts of movement points; raise NotAllowed if no step leads into it."""
        raise NotImplementedError

    def begins_phase(self, board: "Board") -> "Position":
        """Record where every unit stands as a phase begins."""
        return replace(board.position, began=board.position.at)

    # Who may overrun what

    def can_order(self, board: "Board") -> bool:
        """Return False: movement says whether units can move, and this must not reveal anything hidden."""
        del board
        return False

    def bars_move(self, board: "Board", unit: Unit) -> str:
        """A unit that has overrun moves no farther."""
        if unit.number not in board.position.acted:
            return ""
        says = f"{unit.name} has overrun, and moves no further in this phase{cited(self.stack_rule)}"
        return Refusal(says, "chapter", "overrun")

    def why_not_with(self, board: "Board", unit: Unit, target: HexId) -> str:
        """Say why a unit may not overrun a hex from where it stands, other units apart; empty if it may."""
        return (
            board.book.movement.cannot_move(board, unit)
            or why_not_next_to(board, unit, target)
            or self.why_not_into(board, [unit], target)
        )

    def why_not_into(self, board: "Board", units: Sequence[Unit], target: HexId) -> str:
        """Say why an overrun may not be made because of the step into the hex or its cost; empty if it may."""
        try:
            needed = self.price(board, units, target)
        except NotAllowed as error:
            return str(error)
        for unit in units:
            if needed > board.allowed(unit):
                has, costs = map(board.book.movement.points_text, (board.allowed(unit), needed))
                return f"to overrun {board.grid.names[target]} costs {costs} MP, and {unit.name} has {has}"
        return ""

    def why_not_as_one(self, board: "Board", units: Sequence[Unit]) -> str:
        """Say why units are not a stack that may overrun; empty if they are."""
        if len({board.at(unit) for unit in units}) > 1:
            return f"one stack overruns, from one hex{cited(self.rule)}"
        if len({board.position.began[unit.number] for unit in units}) > 1:
            return f"units that overrun together began the phase together{cited(self.stack_rule)}"
        if len(units) > (most := board.book.stacking.most(board.scenario)):
            return f"no more than {counted(most, 'unit')} overrun together, as many as a hex holds{cited(self.stack_rule)}"
        return ""

    def why_not_attack(self, board: "Board", units: Sequence[Unit], target: HexId) -> str:
        """Say why an overrun may not be made; empty if it may."""
        if not board.now.moves:
            return f"overruns are made on the move, and this is {board.now.side} {board.now.name}"
        return super().why_not_attack(board, units, target) or self.why_not_into(board, units, target)

    def can_be_attacked(self, board: "Board", target: HexId) -> bool:
        """Return whether a stack may overrun a hex."""
        return bool(self.stacks(board, target))

    def stacks(self, board: "Board", target: HexId) -> list[list[Unit]]:
        """Return the stacks that may overrun a hex: units of one hex that began the phase together and have some strength."""
        groups: dict[tuple[Place, Place], list[Unit]] = {}
        for unit in self.attackers(board, target):
            groups.setdefault((board.at(unit), board.position.began[unit.number]), []).append(unit)
        return [group for group in groups.values() if not self.why_too_weak(board, group)]

    def attacks(self, board: "Board", actor: str) -> Orders[Any]:
        """Return the overruns of a hex by each stack that may: by all of it, by all but some, down to single units."""
        if not actor or actor in board.scenario.by_id:
            return NONE
        naming = board.context.naming
        target = naming.hex(actor)
        return Combined(
            Groups(
                group,
                lambda units: Overrun(tuple(unit.id for unit in units), actor),
                lambda order: not self.why_not_attack(board, naming.units(order.units), target),
            )
            for group in self.stacks(board, target)
        )

    # The rule

    def attack(self, board: "Board", units: Sequence[Unit], target: HexId) -> "Rule[Position]":
        """Carry out an overrun, after which its units have no movement points left."""
        spent = list(board.position.spent)
        for unit in units:
            spent[unit.number] += board.allowed(unit)
        return super().attack(board.after(replace(board.position, spent=tuple(spent))), units, target)

    def follow(self, board: "Board", units: Sequence[Unit], target: HexId) -> "Rule[Position]":
        """All units that are left enter the hex."""
        return enter(board, board.position, units, target)

    def step_faults(self, before: "Board", order: msgspec.Struct, after: "Board") -> Iterator[str]:
        """The invariants of every battle; and a hex that is emptied is entered."""
        yield from super().step_faults(before, order, after)
        if not isinstance(order, Overrun) or after.units_at(before.grid.parse_hex(order.target)):
            return
        if any(map(after.is_on_map, before.context.naming.units(order.units))):
            yield f"{order.target} was emptied by an overrun, and is not entered"
