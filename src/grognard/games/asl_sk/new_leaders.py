# SPDX-License-Identifier: Apache-2.0
"""Leaders created in close combat on the map (ruling leader-counters): whether a counter is left, and room in the hex."""

from grognard.games.asl_sk.board import Board
from grognard.games.asl_sk.position import State
from grognard.games.asl_sk.scenario import Unit, sort_of
from grognard.games.asl_sk.stacks import MOST_LEADERS
from grognard.games.asl_sk.terms import Nation, Side
from grognard.hexes import HexId
from grognard.play.places import WAITING


def counters(board: Board) -> tuple[int, int]:
    """Return how many leaders the ATTACKER and the DEFENDER can still create in the game."""
    ours, theirs = (len(_unmade(board, side)) for side in board.sides)
    return ours, theirs


def _unmade(board: Board, side: Nation) -> list[Unit]:
    """Return the counters left to a side for new leaders."""
    return [unit for unit in board.scenario.of_side[side] if board.place(unit) == WAITING]


def leaderless(board: Board, at: HexId) -> frozenset[Side]:
    """Return the sides that can create no leader in a hex: no counter is left, or no room."""
    return frozenset(board.role(side) for side in board.sides if not has_room(board, side, at))


def has_room(board: Board, side: Nation, at: HexId) -> bool:
    """Return whether a side can create one more leader, besides those who are to join."""
    combat, units = board.position.combat, board.scenario.units
    waiting = sum(units[base].side == side for base, _ in combat.made) if combat else 0
    there = sum(map(board.is_leader, board.units_at(at, side)))
    return waiting < len(_unmade(board, side)) and there + waiting < MOST_LEADERS


def join(board: Board, units: list[State], side: Nation, leader: State) -> None:
    """Put a new leader on the map, among units as they stand by then, if a counter is left and the hex has room."""
    own = board.scenario.of_side[side]
    free = [unit.number for unit in own if units[unit.number].at == WAITING]
    here = [units[unit.number].type for unit in own if units[unit.number].at == leader.at]
    if free and sum(sort_of(type_id) == "smc" for type_id in here) < MOST_LEADERS:
        units[free[0]] = leader
