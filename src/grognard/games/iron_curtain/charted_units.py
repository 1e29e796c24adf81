# SPDX-License-Identifier: Apache-2.0
"""Units on the map as the charts take them: strength, steps and name."""

from collections.abc import Iterable

from grognard.games.iron_curtain import stacks
from grognard.rules.board import Board
from grognard.rules.units import Unit


def attacking(board: Board, unit: Unit) -> stacks.Unit:
    """Return a unit as the charts take it, with its attack strength."""
    return _charted(board, unit, board.face(unit).attack)


def defending(board: Board, units: Iterable[Unit]) -> tuple[stacks.Unit, ...]:
    """Return units as the charts take them, with their defence strengths."""
    return tuple(_charted(board, unit, board.face(unit).defence) for unit in units)


def _charted(board: Board, unit: Unit, strength: int) -> stacks.Unit:
    return stacks.Unit(strength, board.steps(unit), unit.name, unit.id, "air-mobile" in unit.traits)
