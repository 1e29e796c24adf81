"""Losses: units as the charts know them, and of whose losses the enemy knows nothing."""

from collections.abc import Iterable

from grognard.games.iron_curtain import stacks
from grognard.games.iron_curtain.board import Board
from grognard.rules.chapter import Remembered
from grognard.rules.step_losses import ChartedLosses
from grognard.rules.units import Unit


def attacking(board: Board, unit: Unit) -> stacks.Unit:
    """Return a unit as the charts know it, with its attack strength."""
    return _charted(board, unit, board.face(unit).attack)


def defending(board: Board, units: Iterable[Unit]) -> tuple[stacks.Unit, ...]:
    """Return units as the charts know them, with their defence strengths."""
    return tuple(_charted(board, unit, board.face(unit).defence) for unit in units)


def _charted(board: Board, unit: Unit, strength: int) -> stacks.Unit:
    return stacks.Unit(strength, board.steps(unit), unit.name, unit.id, "air-mobile" in unit.traits)


class StepLosses(ChartedLosses, frozen=True, kw_only=True):
    """Of those beneath a stack the enemy does not know how many steps are left."""

    remembers = (Remembered("hurt", tuple[int, ...], 0, seen="part"),)
