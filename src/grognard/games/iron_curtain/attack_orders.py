# SPDX-License-Identifier: Apache-2.0
"""Attacks on the map: which units may attack which hex, by the table of the period, and what becomes of them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grognard.games.iron_curtain import combat, desk_text, procedures
from grognard.games.iron_curtain.board import between, why_not_across
from grognard.games.iron_curtain.charted_units import attacking, defending
from grognard.games.iron_curtain.combat import CombatSheet
from grognard.games.iron_curtain.combat_1945 import Combat1945, StepLosses
from grognard.games.iron_curtain.combat_1962 import RetreatRoll, UnitLoss, retreat_hexes
from grognard.games.iron_curtain.stacks import TOO_WEAK, Stack
from grognard.games.iron_curtain.terms import TERRAIN, as_side
from grognard.hexes import HexId
from grognard.procedures.procedure import Procedure
from grognard.rules.adjacent_attack import why_not_next_to
from grognard.rules.battle import cannot_attack
from grognard.rules.board import Board
from grognard.rules.chapter import PositionField, Wording
from grognard.rules.context import Context
from grognard.rules.orders import Attack
from grognard.rules.position import Position
from grognard.rules.rulebook import Rulebook
from grognard.rules.step_battle import StepBattle
from grognard.rules.step_losses import step_option
from grognard.rules.step_outcomes import Outcome
from grognard.rules.supply_at_end import any_short
from grognard.rules.units import Unit
from grognard.umpire import Question, Rule


def stack_of(board: Board, units: Sequence[Unit], here: HexId, target: HexId) -> Stack:
    """Return the units that attack from one hex, as the charts take them, from the top.

    Ruling oos-stack: a stack is out of supply if one of its attacking units is.
    """
    attackers = [unit for unit in board.units_at(here) if unit in units]
    crossing = between(board, here, target)
    return Stack(
        tuple(attacking(board, unit) for unit in attackers),
        crossing.hexside,
        crossing.hexside is not None and bool(crossing.roads),
        any_short(board, attackers),
    )


class Attacks(StepBattle, frozen=True, kw_only=True):
    """Attacks on adjacent hexes, by the table of the period."""

    position_fields = (
        PositionField("acted", frozenset[int], lasts="phase", mark=True, seen="part"),
        PositionField("attacked", frozenset[HexId], lasts="phase"),
    )
    order = Attack
    order_names = ("attack",)

    too_weak: str = TOO_WEAK

    def desk(self, context: Context) -> Procedure:
        """Return the chart procedure of the period."""
        return procedures.COMBAT[context.scenario.file.period]

    def can_order(self, board: Board) -> bool:
        """Return whether both sides are in contact, as far as the enemy knows: this must not reveal what is hidden."""
        return bool(board.in_contact(board.now.side))

    def why_not_with(self, board: Board, unit: Unit, target: HexId) -> str:
        """Say why a unit may not attack a hex; empty if it may."""
        return (
            cannot_attack(board, unit)
            or why_not_next_to(board, unit, target)
            or why_not_across(board, unit, target)
        )

    def sheet(self, board: Board, units: Sequence[Unit], target: HexId) -> CombatSheet:
        """Return the worksheet of an attack on the map, against the units known to be there."""
        self.check_known(board, units, target)
        defenders = board.units_at(target)
        from_hexes = dict.fromkeys(board.hex_of(unit) for unit in units)
        stacks = tuple(stack_of(board, units, here, target) for here in from_hexes)
        return combat.sheet_of(
            board.scenario.file.period, stacks, defending(board, defenders), TERRAIN[board.terrain(target)], board.card,
            side=as_side(units[0].side), defenders_oos=any_short(board, defenders),
        )  # fmt: skip

    def resolve(self, sheet: CombatSheet, position: Position) -> Rule[Outcome]:
        """Roll on the table of the period."""
        return combat.combat(sheet, position)

    def wordings(self, book: Rulebook) -> Mapping[type[Question[Any]], Wording]:
        """Return the words for the rolls and questions of both tables."""
        del book
        return {
            Combat1945: Wording(label=desk_label),
            StepLosses: Wording(
                label=desk_label,
                ask=lambda _board, _order, asked: f"Steps lost: {asked.steps}. Who loses them?",
                option=step_option,
            ),
            UnitLoss: Wording(label=desk_label),
            RetreatRoll: Wording(
                label=desk_label,
                result=lambda means: f"retreat of {means}" if retreat_hexes(means) else "no retreat",
            ),
        }

    def faults(self, board: Board) -> Iterator[str]:
        """Check that the units that acted are on the map, belong to the side to move, and did not act in the strikes phase."""
        for unit in map(board.scenario.units.__getitem__, sorted(board.position.acted)):
            if not board.is_on_map(unit):
                yield f"{unit.name} is marked as acted, and not on the map"
            if unit.side != board.now.side:
                yield f"{unit.name} is marked as acted in the enemy's turn"
        if board.position.acted and board.now.name == "strikes":
            yield "a unit has acted while strikes are made"


# Words


def desk_label(context: Any, asked: Any) -> str:
    """Name a question of the charts: at the desk with units as they are written there, on a map by their names."""
    if context is None:
        return desk_text.label(asked)
    return desk_text.label(asked, lambda code: str(context.naming.unit(code).name))
