"""What losses do to units on the map: steps taken off, and who has none left is gone."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from grognard.games.iron_curtain import stacks
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.scenario import Unit
from grognard.games.iron_curtain.stacks import Losses
from grognard.play.places import LOST, is_on_map


def attacking(board: Board, unit: Unit) -> stacks.Unit:
    """Return a unit as the charts know it, with its attack strength."""
    return stacks.Unit(board.face(unit).attack, board.steps(unit), unit.air_mobile, unit.name, unit.id)


def defending(board: Board, units: Iterable[Unit]) -> tuple[stacks.Unit, ...]:
    """Return units as the charts know them, with their defence strengths."""
    return tuple(
        stacks.Unit(board.face(unit).defence, board.steps(unit), unit.air_mobile, unit.name, unit.id)
        for unit in units
    )


def suffer(position: Position, units: Sequence[Unit], losses: Losses) -> Position:
    """Return the position after units lost steps; who has none left is eliminated, and his marks with him."""
    named = {unit.name: unit for unit in units}
    at, hurt, gone = list(position.at), list(position.hurt), set()
    for loss in losses:
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
