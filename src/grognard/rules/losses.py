# SPDX-License-Identifier: Apache-2.0
"""Losses: units eliminated, the units that make up the strengths lost in an exchange, and steps.

A two-step unit that loses one is turned over and shows its weaker face; when it loses its last step it is
eliminated.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec.structs import replace

from grognard.charts.files import Source
from grognard.play.board import Option
from grognard.play.places import LOST, is_on_map
from grognard.play.states import State
from grognard.play.tuples import placed
from grognard.rules.chapter import Chapter, PositionField, Wording
from grognard.rules.naming import Fate
from grognard.rules.options import units_option
from grognard.rules.sentences import cited
from grognard.rules.units import Unit
from grognard.umpire import Question, Rule, choose

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.context import Context
    from grognard.rules.position import Position
    from grognard.rules.rulebook import Rulebook
    from grognard.rules.scenario import Scenario


class WhichLost(Question[tuple[str, ...]], frozen=True):
    """Which of several units of equal strength an attacker loses, and how many of them."""

    count: int
    strength: int


class LoseStep(Question[str], frozen=True):
    """Which unit loses a step."""

    side: str


def eliminated(context: "Context", position: "Position", units: Iterable[Unit]) -> "Position":
    """Return the position with units eliminated, and without their marks."""
    gone = frozenset(unit.number for unit in units)
    if not gone:
        return position
    at = position.at
    for number in gone:
        at = placed(at, number, LOST)
    changes: dict[str, Any] = {"at": at}
    for mark in context.marks:
        changes[mark] = getattr(position, mark) - gone
    return replace(position, **changes)


def which_lost(
    board: "Board", units: Sequence[Unit], strengths: Sequence[int], now: "Position"
) -> Rule[list[Unit]]:
    """Return the units that make up the strengths lost; the owner chooses among units of equal strength."""
    lost: list[Unit] = []
    for strength in sorted(set(strengths), reverse=True):
        alike = [unit for unit in units if board.attack(unit) == strength]
        count = strengths.count(strength)
        ids = [tuple(unit.id for unit in group) for group in combinations(alike, count)]
        chosen = yield from choose(units[0].side, WhichLost(count, strength), ids, now)
        lost += [unit for unit in alike if unit.id in chosen]
    return lost


def lose_steps(board: "Board", units: Sequence[Unit], steps: int) -> "Rule[Position]":
    """Take steps off units, one after another, each from a unit that is still on the map."""
    position, losses = board.position, board.book.losses
    for _ in range(steps):
        left = [unit for unit in units if is_on_map(position.at[unit.number])]
        if not left or losses is None:
            break
        side = left[0].side
        chooser = side if losses.chosen_by == "owner" else board.context.enemy[side]
        ids = [unit.id for unit in left]
        chosen = yield from choose(chooser, LoseStep(side), ids, position)
        position = losses.reduced(board.context, position, board.scenario.by_id[chosen])
    return position


class Losses(Chapter, frozen=True, kw_only=True):
    """Units have steps: the owner, or the enemy, chooses which unit loses one."""

    position_fields = (PositionField("hurt", tuple[int, ...], 0),)

    chosen_by: Literal["owner", "enemy"] = "owner"

    def reduced(self, context: "Context", position: "Position", unit: Unit) -> "Position":
        """Return the position with a unit reduced by one step; losing its last eliminates it."""
        hurt = position.hurt[unit.number] + 1
        if hurt == len(unit.faces):
            return eliminated(context, position, [unit])
        return replace(position, hurt=placed(position.hurt, unit.number, hurt))

    def above(self, board: "Board", unit: Unit) -> str:
        """Return what stands above a counter's values."""
        del board, unit
        return ""

    @property
    def counter_states(self) -> tuple[State, ...]:
        """The states that this chapter shows on counters."""
        return (State.of("reduced"),)

    def state(self, position: "Position", unit: Unit) -> str:
        """Return "reduced" for a unit that has lost a step."""
        return "reduced" if position.hurt[unit.number] else ""

    def fates(self, before: "Board", order: msgspec.Struct, after: "Board", unit: Unit) -> Iterator[Fate]:
        """Say that a unit loses steps, if it is still on the map."""
        del order
        lost = after.hurt(unit) - before.hurt(unit)
        if lost and after.is_on_map(unit):
            yield "loses", "lose", f" {lost} step{'' if lost == 1 else 's'}"

    def wordings(self, book: "Rulebook") -> Mapping[type[Question[Any]], Wording]:
        """Return the words for the question which unit loses a step."""
        del book
        return {
            LoseStep: Wording(
                label=lambda _context, asked: f"{asked.side} step loss",
                ask=lambda _board, _order, asked: f"Which {asked.side} unit loses a step?",
                option=_step_option,
            )
        }

    def faults(self, board: "Board") -> Iterator[str]:
        """Every unit has a face that is up."""
        for unit in board.scenario.units:
            hurt = board.hurt(unit)
            if not 0 <= hurt < len(unit.faces):
                yield f"{unit.name} has lost {hurt} of {len(unit.faces)} steps"

    def step_faults(self, before: "Board", order: msgspec.Struct, after: "Board") -> Iterator[str]:
        """No unit gets a step back."""
        del order
        for unit in before.scenario.units:
            if after.hurt(unit) < before.hurt(unit):
                yield f"{unit.name} gets a step back"


def _step_option(board: "Board", _asked: LoseStep, option: str) -> Option:
    """Return the option that a unit loses a step: what is left of it."""
    unit = board.context.naming.unit(option)
    left = unit.written[board.hurt(unit) + 1 :]
    about = f"is then {left[0]}" if left else "its last: it is eliminated"
    return replace(units_option(board, (option,), option, about=about), fatal=not left)


def check_faces(source: Source, scenario: "Scenario") -> None:
    """If units have no steps, no counter may have a second face."""
    for unit in scenario.units:
        if len(unit.faces) > 1:
            source.fault(("units",), "has two faces, and units have no steps", where=f"unit {unit.id}")


def exchange_words(rule: str) -> Wording:
    """Return the words for the question which of several equal units are lost."""
    number = f"{rule} " if rule else ""

    def which(asked: WhichLost) -> str:
        units = "unit" if asked.count == 1 else f"{asked.count} units"
        return f"which {units} of strength {asked.strength} to lose"

    return Wording(
        label=lambda _context, asked: f"{number}{which(asked)}",
        ask=lambda _board, _order, asked: f"Exchange{cited(rule)}: {which(asked)}?",
        option=lambda board, _asked, option: units_option(board, option, option),
    )
