# SPDX-License-Identifier: Apache-2.0
"""Victory: points for what the enemy lost and for ground held, and the verdict. Homemade."""

from collections.abc import Iterator
from functools import lru_cache

from grognard.games.asl_sk.board import Board
from grognard.games.asl_sk.scenario import Scenario, Unit, sort_of
from grognard.games.asl_sk.terms import Nation
from grognard.play.places import is_on_map
from grognard.rules.held_ground import ground_points, ground_text
from grognard.rules.victory_levels import Lead


@lru_cache(maxsize=1024)
def value(scenario: Scenario, type_id: str) -> int:
    """Return the points for a counter lost."""
    victory = scenario.file.victory
    return {"squad": victory.squad, "smc": victory.leader, "afv": victory.afv}.get(
        sort_of(type_id), victory.half
    )


def lost(board: Board, unit: Unit) -> int:
    """Return the points for a unit's losses: all of it, or a squad's reduction to a half-squad."""
    state = board.state(unit)
    if not state.type:
        return 0
    whole = value(board.scenario, unit.type or state.type)
    return max(0, whole - (value(board.scenario, state.type) if is_on_map(state.at) else 0))


def losses(board: Board, side: Nation) -> int:
    """Return the points that the enemy has for a side's losses."""
    return sum(lost(board, unit) for unit in board.scenario.of_side[side])


def points(board: Board) -> dict[str, int]:
    """Count the points of both sides as things stand."""
    enemy = board.scenario.enemy
    return {side: losses(board, enemy(side)) + ground_points(board, side) for side in board.scenario.sides}


def tally(board: Board) -> Iterator[str]:
    """Say how the points come about."""
    scenario, victory = board.scenario, board.scenario.file.victory
    for side in scenario.sides:
        taken = losses(board, scenario.enemy(side))
        yield f"{side}: {taken} for enemy losses, {ground_points(board, side)} for ground held."
    yield (
        f"A squad counts {victory.squad}, a half-squad or crew {victory.half}, a leader {victory.leader}, "
        f"an AFV {victory.afv}."
    )
    yield ground_text(victory.ground)


def lead(board: Board) -> Lead:
    """Return the lead of the side that the verdicts are written for."""
    scores, victory = points(board), board.scenario.file.victory
    ahead = scores[victory.side] - scores[board.scenario.enemy(victory.side)]
    return Lead(victory.side, ahead, victory.levels)
