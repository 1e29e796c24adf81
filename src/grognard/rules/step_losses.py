# SPDX-License-Identifier: Apache-2.0
"""Losses that charts take off units with steps: what they do on the map, and their words.

Losses are written with the names of units; a unit that loses two steps has x2 after its name.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec.structs import replace

from grognard.charts.files import Source
from grognard.charts.plurals import counted
from grognard.play.board import Option
from grognard.play.places import HIDDEN, LOST, is_on_map
from grognard.rules.chapter import PositionField, Wording
from grognard.rules.losses import Losses
from grognard.rules.naming import Fate, listed
from grognard.rules.orders import EndPhase, UnitOrder
from grognard.rules.position import Position
from grognard.rules.step_units import Loss, steps_text
from grognard.rules.units import Unit
from grognard.umpire import Question

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.context import Context
    from grognard.rules.rulebook import Rulebook
    from grognard.rules.scenario import Scenario

P = TypeVar("P", bound=Position)
STEPS_BEHIND = re.compile(r"x[1-9]$")
STEPS = re.compile(r"(?P<name>.+?)(?:x(?P<steps>[1-9]))?")


def take_losses(context: "Context", position: P, units: Sequence[Unit], lost: Iterable[Loss]) -> P:
    """Return the position after units lost steps; one that has none left is eliminated, and loses its marks."""
    named = {unit.name: unit for unit in units}
    at, hurt, gone = list(position.at), list(position.hurt), set()
    for loss in lost:
        unit = named[loss.unit]
        hurt[unit.number] += loss.steps
        if loss.eliminated:
            at[unit.number] = LOST
            gone.add(unit.number)
    marks = {mark: getattr(position, mark) - gone for mark in context.marks} if gone else {}
    return replace(position, at=tuple(at), hurt=tuple(hurt), **marks)


def all_steps_lost(board: "Board", position: P, units: Sequence[Unit]) -> P:
    """Return the position with units eliminated, whatever steps they had."""
    return take_losses(
        board.context,
        position,
        units,
        [Loss(unit.name, board.steps(unit), eliminated=True) for unit in units],
    )


def alive(position: Position, units: Iterable[Unit]) -> list[Unit]:
    """Return the units that are still on the map."""
    return [unit for unit in units if is_on_map(position.at[unit.number])]


def has_part(before: "Board", order: msgspec.Struct, unit: Unit) -> bool:
    """Return whether a unit is named in an order, is in its target hex, or is in a hex that holds too many as a phase ends."""
    if isinstance(order, UnitOrder):
        return unit.id == order.unit
    if unit.id in getattr(order, "units", ()):
        return True
    if target := getattr(order, "target", ""):
        return unit in before.units_at(before.context.naming.hex(target))
    at = before.at(unit)
    return isinstance(order, EndPhase) and is_on_map(at) and before.room(at) < 0


class ChartedLosses(Losses, frozen=True, kw_only=True):
    """Every unit has as many steps as faces; the charts' own rules ask for the losses."""

    position_fields = (PositionField("hurt", tuple[int, ...], 0, seen="part"),)

    def check_scenario(self, source: Source, scenario: "Scenario") -> None:
        """Every unit must have a unique name by which its losses can be told."""
        taken: set[str] = set()
        for unit in scenario.units:
            if unit.name in taken:
                source.fault(("units",), f"{unit.name} is the name of another", where=f"unit {unit.id}")
            if STEPS_BEHIND.search(unit.name):
                what = f"{unit.name} ends like a number of steps lost; give it another name"
                source.fault(("units",), what, where=f"unit {unit.id}")
            taken.add(unit.name)

    def fates(self, before: "Board", order: msgspec.Struct, after: "Board", unit: Unit) -> Iterator[Fate]:
        """Say that a unit loses steps, if it is still on the map and seen."""
        del order
        here, there = before.at(unit), after.at(unit)
        lost = after.hurt(unit) - before.hurt(unit) if HIDDEN not in (here, there) else 0
        if lost and there != LOST:
            yield "loses", "lose", f" {steps_text(lost)}"

    def above(self, board: "Board", unit: Unit) -> str:
        """Return a pip for every step, full or lost."""
        return "●" * board.steps(unit) + "○" * board.hurt(unit)

    def wordings(self, book: "Rulebook") -> Mapping[type[Question[Any]], Wording]:
        """No words: only the charts ask."""
        del book
        return {}

    def faults(self, board: "Board") -> Iterator[str]:
        """A unit is lost exactly if it has no step left."""
        for unit in board.scenario.units:
            steps = board.steps(unit)
            if not 0 <= steps <= len(unit.faces) or (steps == 0) != (board.at(unit) == LOST):
                yield f"{unit.name} has {counted(steps, 'step')} left"

    def step_faults(self, before: "Board", order: msgspec.Struct, after: "Board") -> Iterator[str]:
        """No unit gets a step back; one that lost a step took part in the order."""
        yield from super().step_faults(before, order, after)
        hurt = zip(before.scenario.units, before.position.hurt, after.position.hurt, strict=True)
        for unit, was, now in hurt:
            if was != now and not has_part(before, order, unit):
                yield f"{unit.name} changes its strength, and has no part in the order"


def step_option(board: "Board", _asked: Question[Any], option: Sequence[str]) -> Option:
    """Return the option that units lose steps: with `3rd Shockx2` a unit loses two; and who is eliminated by it."""
    units = {unit.name: unit for unit in board.scenario.units}
    losses = [match for word in option if (match := STEPS.fullmatch(word))]
    texts = [f"{loss['name']} ({loss['steps']} steps)" if loss["steps"] else loss["name"] for loss in losses]
    pieces = tuple(units[loss["name"]].id if loss["name"] in units else "" for loss in losses)
    gone = [
        loss["name"] for loss in losses if _is_last(board, units.get(loss["name"]), int(loss["steps"] or 1))
    ]
    about = f"eliminates {listed(gone)}" if gone else ""
    return Option(option, listed(texts), pieces=pieces, about=about, fatal=len(gone) == len(losses) > 0)


def _is_last(board: "Board", unit: Unit | None, steps: int) -> bool:
    return unit is not None and board.is_on_map(unit) and board.steps(unit) <= steps


def unit_option(board: "Board", _asked: Question[Any], option: str) -> Option:
    """Return the option to choose a unit by its name."""
    ids = [unit.id for unit in board.scenario.units if unit.name == option]
    return Option(option, option, pieces=(ids[0] if ids else "",))
