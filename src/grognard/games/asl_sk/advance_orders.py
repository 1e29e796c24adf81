# SPDX-License-Identifier: Apache-2.0
"""The advance phase (ruling advance): one hex for each unit, even into an enemy hex; men need a PAATC to close with an AFV."""

from msgspec.structs import replace

from grognard.games.asl_sk.board import Board
from grognard.games.asl_sk.move_orders import not_acting
from grognard.games.asl_sk.position import Position
from grognard.games.asl_sk.rally import PASSED, UnitSheet, paatc_sheet, task_check
from grognard.games.asl_sk.rally_orders import mates
from grognard.games.asl_sk.scenario import Unit
from grognard.hexes import HexId
from grognard.umpire import Rule


def cannot(board: Board, unit: Unit) -> str:
    """Say why a unit does not advance in this phase at all; empty if it may."""
    state = board.state(unit)
    if reason := not_acting(board, unit, "advance"):
        return reason
    if unit.is_afv:
        return f"{unit.name} is an AFV: it moves in the movement phase alone (ruling advance)"
    if state.broken or state.pinned:
        return (
            f"{unit.name} is {'broken' if state.broken else 'pinned'}, and does not advance (ruling advance)"
        )
    if state.tried:
        return f"{unit.name} has advanced (ruling advance)"
    return board.held(unit)


def why_not_to(board: Board, unit: Unit, hex_id: HexId) -> str:
    """Say why a unit may not advance into a hex; empty if it may."""
    name = board.grid.names[hex_id]
    if hex_id == board.place(unit):
        return f"{unit.name} is there"
    if reason := cannot(board, unit):
        return reason
    if board.grid.distance(board.at(unit), hex_id) != 1:
        return f"{unit.name} advances one hex, and {name} is not next to it (ruling advance)"
    return "" if board.has_room(hex_id, unit) else f"{name} is full (ruling stacking)"


def hexes(board: Board, unit: Unit) -> list[HexId]:
    """Return the hexes into which a unit may advance."""
    if cannot(board, unit):
        return []
    return [at for at in board.grid.neighbours(board.at(unit)) if board.has_room(at, unit)]


def check(board: Board, unit: Unit, hex_id: HexId) -> UnitSheet | None:
    """Ruling paatc: return the check that an MMC takes before it closes with an AFV; None if it takes none."""
    foes = board.foes_at(hex_id, unit.side)
    if unit.is_afv or board.is_leader(unit) or not any(foe.is_afv for foe in foes):
        return None
    return paatc_sheet(board.infantry(unit), mates(board, unit), board.card)


def carry_out(board: Board, unit: Unit, hex_id: HexId) -> Rule[Position]:
    """Advance a unit; one that fails its check to close with an AFV is pinned where it is."""
    state = replace(board.state(unit), tried=True)
    paatc = check(board, unit, hex_id)
    if paatc:
        result = yield from task_check(paatc)
        if result.becomes != PASSED:
            return board.put(unit, replace(state, pinned=True))
    return board.put(unit, replace(state, at=hex_id, moved=True, came=bool(board.foes_at(hex_id, unit.side))))
