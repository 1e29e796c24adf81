"""Losses: steps taken off units on the map, and who has none left is gone."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.iron_curtain import stacks
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.desk_text import steps_text
from grognard.games.iron_curtain.orders import Battle, ordered
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.stacks import Words
from grognard.play.board import Option
from grognard.play.places import HIDDEN, LOST, is_on_map
from grognard.rules import losses
from grognard.rules.chapter import Fate, Remembered, Wording
from grognard.rules.naming import listed
from grognard.rules.orders import EndPhase
from grognard.rules.rulebook import Rulebook
from grognard.rules.step_units import Losses
from grognard.rules.units import Unit
from grognard.umpire import Question

STEPS = re.compile(r"(?P<name>.+?)(?:x(?P<steps>[1-9]))?")


def attacking(board: Board, unit: Unit) -> stacks.Unit:
    """Return a unit as the charts know it, with its attack strength."""
    return _charted(board, unit, board.face(unit).attack)


def defending(board: Board, units: Iterable[Unit]) -> tuple[stacks.Unit, ...]:
    """Return units as the charts know them, with their defence strengths."""
    return tuple(_charted(board, unit, board.face(unit).defence) for unit in units)


def _charted(board: Board, unit: Unit, strength: int) -> stacks.Unit:
    return stacks.Unit(strength, board.steps(unit), unit.name, unit.id, "air-mobile" in unit.traits)


def suffer(position: Position, units: Sequence[Unit], lost: Losses) -> Position:
    """Return the position after units lost steps; who has none left is eliminated, and his marks with him."""
    named = {unit.name: unit for unit in units}
    at, hurt, gone = list(position.at), list(position.hurt), set()
    for loss in lost:
        unit = named[loss.unit]
        hurt[unit.number] += loss.steps
        if loss.eliminated:
            at[unit.number] = LOST
            gone.add(unit.number)
    return replace(
        position,
        at=tuple(at),
        hurt=tuple(hurt),
        short=position.short - gone,
        acted=position.acted - gone,
        barred=position.barred - gone,
    )


def eliminated(board: Board, units: Sequence[Unit]) -> Position:
    """Return the position with units eliminated, whatever steps they had."""
    return suffer(board.position, units, tuple(unit.loss(unit.steps) for unit in defending(board, units)))


def alive(position: Position, units: Iterable[Unit]) -> list[Unit]:
    """Return the units that are left on the map."""
    return [unit for unit in units if is_on_map(position.at[unit.number])]


class StepLosses(losses.Losses, frozen=True, kw_only=True):
    """Every unit has as many steps as faces; of those beneath a stack the enemy does not know how many are left."""

    remembers = (Remembered("hurt", tuple[int, ...], 0, seen="part"),)

    def fates(self, before: Board, order: msgspec.Struct, after: Board, unit: Unit) -> Iterator[Fate]:
        """Say who loses steps and is still there."""
        del order
        here, there = before.at(unit), after.at(unit)
        lost = after.hurt(unit) - before.hurt(unit) if HIDDEN not in (here, there) else 0
        if lost and there != LOST:
            yield "loses", "lose", f" {steps_text(lost)}"

    def wordings(self, book: Rulebook) -> Mapping[type[Question[Any]], Wording]:
        """Nothing is asked but by the tables."""
        del book
        return {}

    def faults(self, board: Board) -> Iterator[str]:
        """Who is lost has no step left, and who has none is lost."""
        for unit in board.scenario.units:
            steps = board.steps(unit)
            if not 0 <= steps <= len(unit.faces) or (steps == 0) != (board.at(unit) == LOST):
                yield f"{unit.name} has {counted(steps, 'step')} left"

    def step_faults(self, before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
        """Nobody gets a step back; who lost one entered somewhere or was attacked."""
        yield from super().step_faults(before, order, after)
        hurt = zip(before.scenario.units, before.position.hurt, after.position.hurt, strict=True)
        for unit, was, now in hurt:
            if was != now and not has_part(before, order, unit):
                yield f"{unit.name} changes its strength, and has no part in the order"


def has_part(before: Board, order: msgspec.Struct, unit: Unit) -> bool:
    """Say whether a unit is ordered something, attacked, struck, or one too many where its side's movement ends."""
    if unit.id in ordered(order):
        return True
    if isinstance(order, Battle):
        return unit in before.units_at(before.context.naming.hex(order.target))
    at = before.at(unit)
    return isinstance(order, EndPhase) and is_on_map(at) and before.room(at) < 0


def step_option(board: Board, _asked: Question[Any], option: Words) -> Option:
    """Say what it means that units lose steps: `3rd Shockx2` loses two of them."""
    ids = {unit.name: unit.id for unit in board.scenario.units}
    found = [match for word in option if (match := STEPS.fullmatch(word))]
    said = [f"{each['name']} ({each['steps']} steps)" if each["steps"] else each["name"] for each in found]
    return Option(option, listed(said), pieces=tuple(ids.get(each["name"], "") for each in found))
