# SPDX-License-Identifier: Apache-2.0
"""Aircraft on the map: which may fly a mission, the fire at them, and what everyone sees of it."""

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.games.jarama.board import Board
from grognard.games.jarama.position import Position, Struck
from grognard.games.jarama.scenario import Air
from grognard.hexes import HexId


def cannot_fly(board: Board, plane: Air, able: int, lacks: str) -> str:
    """Ruling cas: say why an aircraft flies no mission now; empty if it may. If it is not `able`, `lacks` says why."""
    side = board.position.side
    if plane.side != side:
        return f"{plane.name} is no aircraft of {side}"
    if plane.number in board.position.flown:
        return f"{plane.name} has flown this turn"
    if board.missions_left(side) <= 0:
        return f"{side} has no air missions left this turn"
    return "" if able else f"{plane.name} {lacks}"


def cannot_support(board: Board, plane: Air) -> str:
    """Ruling cas: say why an aircraft may not fly close support; empty if it may."""
    return cannot_fly(board, plane, plane.cas, "flies no close support")


def flying(position: Position, planes: Sequence[Air], target: HexId, aim: str) -> Position:
    """Return the position after aircraft of the active side have flown a mission, which everyone sees."""
    numbers = tuple(sorted(plane.number for plane in planes))
    return replace(
        position,
        flown=position.flown | set(numbers),
        missions=position.missions.add(position.side, len(numbers)),
        struck=(*position.struck, Struck(target, aim, numbers)),
    )


def aa_factors(board: Board, target: HexId) -> int:
    """Ruling aa-cover: add up the known AA factors that fire at aircraft of the active side."""
    units = (unit for at in (target, *board.grid.neighbours(target)) for unit in board.units_at(at))
    return sum(
        unit.aa
        for unit in units
        if unit.side != board.position.side
        and not board.unfit(unit)
        and unit.number not in board.position.short
    )


def may_be_fired_at(board: Board, target: HexId) -> bool:
    """Ruling aa-cover: return whether a die is rolled for antiair fire over a hex, by what everyone knows."""
    return not board.foes(board.position.side).isdisjoint((target, *board.grid.neighbours(target)))
