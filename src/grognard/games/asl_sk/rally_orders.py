# SPDX-License-Identifier: Apache-2.0
"""The rally phase (ruling rally): broken units with a leader try to recover; then DM is removed."""

from msgspec.structs import replace

from grognard.games.asl_sk.board import Board, state_of, threatened
from grognard.games.asl_sk.losses import after_reduction, best_leader
from grognard.games.asl_sk.move_orders import not_acting
from grognard.games.asl_sk.position import Position
from grognard.games.asl_sk.rally import RALLIED, STAYS, UnitSheet, rally, rally_sheet
from grognard.games.asl_sk.scenario import Unit
from grognard.games.asl_sk.stacks import Infantry, infantry
from grognard.hexes import HexId
from grognard.play.places import LOST
from grognard.rules.cache import cached_on_board
from grognard.umpire import Rule


def why_not(board: Board, unit: Unit) -> str:
    """Ruling rally: say why a unit may not try to rally; empty if it may."""
    if reason := not_acting(board, unit, "rally"):
        return reason
    state = board.state(unit)
    if not state.broken:
        return f"{unit.name} is not broken"
    if state.tried:
        return f"{unit.name} has tried to rally in this phase (ruling rally)"
    foes = board.foes_at(board.at(unit), unit.side)
    if any(not board.is_broken(foe) for foe in foes):
        return f"{unit.name} has the enemy upon it, and does not rally (ruling rally)"
    if not board.is_leader(unit) and helper(board, unit) is None:
        return f"{unit.name} has no Good Order leader with it (ruling rally)"
    return ""


def helper(board: Board, unit: Unit) -> Infantry | None:
    """Return the leader who helps a unit to rally: the best in its hex who can lead, never himself."""
    return best_leader(mates(board, unit), board.card)


def mates(board: Board, unit: Unit) -> tuple[Infantry, ...]:
    """Return the other men of a unit's side in its hex."""
    friends = [friend for friend in board.units_at(board.at(unit), unit.side) if friend is not unit]
    return infantry(board.pieces(friends))


@cached_on_board
def hexes(board: Board) -> list[HexId]:
    """Return the hexes where a unit may try to rally."""
    return sorted({board.at(unit) for unit in board.of_side(board.side) if not why_not(board, unit)})


def sheet(board: Board, unit: Unit) -> UnitSheet:
    """Return the worksheet of a rally attempt."""
    at = board.at(unit)
    cover = board.terrain(at) if board.is_cover(at) else ""
    return rally_sheet(board.infantry(unit), helper(board, unit), cover, board.card)


def carry_out(board: Board, unit: Unit) -> Rule[Position]:
    """Let a unit try to rally."""
    tried = sheet(board, unit)
    ended = yield from rally(tried)
    state = replace(board.state(unit), tried=True)
    if ended.becomes == RALLIED:
        return board.put(unit, replace(state, broken=False, dm=False))
    if ended.becomes == STAYS:
        return board.put(unit, state)
    after = after_reduction(tried.unit, ended.becomes)
    return board.put(unit, replace(state, at=LOST) if after is None else state_of(after, state))


def remove_dm(board: Board) -> Position:
    """End the rally phase: DM is removed from the side's units with no unbroken enemy in or next to their hex."""
    near = threatened(board)[board.side]
    calm = [unit for unit in board.of_side(board.side) if board.state(unit).dm and board.at(unit) not in near]
    return board.changed(calm, dm=False) if calm else board.position


def add_dm(board: Board) -> Position:
    """Ruling dm-adjacent: broken units with an unbroken enemy in or next to their hex go under DM."""
    broken = [
        unit
        for side in board.scenario.sides
        for unit in board.of_side(side)
        if board.is_broken(unit) and not board.state(unit).dm
    ]
    near = threatened(board) if broken else {}
    beset = [unit for unit in broken if board.at(unit) in near[unit.side]]
    return board.changed(beset, dm=True) if beset else board.position
