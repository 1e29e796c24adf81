# SPDX-License-Identifier: Apache-2.0
"""How well a position stands, for programs that play: a simple measure, described here in full.

For both sides: 4 for each victory point ahead, ground that is occupied counting as held; the worth of every unit
alive, less the enemy's, where a unit is worth a quarter of its attack factor and a sixth of its defence factor; a
dispersed unit is worth three quarters of that. For the side itself: a unit is worth less the farther it is from its
goal (enemy-held ground that counts, the edge it leaves by, or else the enemy), measured as a unit on foot would
walk, and less if it is near and still rides; for trucks this counts only with a unit aboard. Announced fire
counts its expected effect.
"""

from grognard.games.panzerblitz import fire_orders, victory
from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.movement import step_costs
from grognard.games.panzerblitz.scenario import Unit
from grognard.games.panzerblitz.terms import Side, enemy
from grognard.hexes import HexId
from grognard.play.places import EXITED, LOST, is_on_map
from grognard.rules.evaluation import steps_to
from grognard.rules.held_ground import ground_points

POINT, ATTACK, DEFENCE, DISPERSED = 4.0, 0.25, 1 / 6, 0.25
STEP, FAR = 0.02, 40
GONE = (LOST, EXITED)
ABOARD, NEAR = 0.1, 3
EXPECTED = {"X": 1.0, "DD": 0.35, "D": 0.25}


def measure(board: Board, side: Side) -> float:
    """Return how well a position stands for a side."""
    ahead = _points(board, side) - _points(board, enemy(side))
    alive = _alive(board, side) - _alive(board, enemy(side))
    return POINT * ahead + alive + _approach(board, side) + _expected_effect(board, side)


def _points(board: Board, side: Side) -> int:
    """Count the points of a side as if all ground that is entered were held."""
    mine, theirs = board.occupied(side), board.occupied(enemy(side))
    entered = (board.position.held[side] | mine) - theirs
    ground = sum(board.scenario.worth.get(at, 0) for at in entered)
    return victory.points(board)[side] - ground_points(board, side) + ground


def worth(unit: Unit) -> float:
    """Return what a unit is worth."""
    return 0.0 if unit.is_fort else ATTACK * unit.type.attack + DEFENCE * unit.type.defence + 0.5


def _alive(board: Board, side: Side) -> float:
    dispersed = board.position.dispersed
    return sum(
        worth(unit) * (1 - DISPERSED * (unit.number in dispersed))
        for unit in board.scenario.of_side[side]
        if board.place(unit) not in GONE
    )


def _approach(board: Board, side: Side) -> float:
    distance = steps_to(step_costs(board.scenario.file.map, "foot").ways, _wanted(board, side), FAR)
    total = 0.0
    for unit in board.scenario.of_side[side]:
        at = board.place(unit)
        if (
            at in GONE
            or unit.is_fort
            or (unit.type.kind in ("truck", "wagon") and unit.number not in board.riders)
        ):
            continue
        far = distance.get(at, FAR) if is_on_map(at) else FAR
        total -= STEP * worth(unit) * far
        if board.is_aboard(unit) and far <= NEAR:
            total -= ABOARD * worth(unit)
    return total


def _wanted(board: Board, side: Side) -> frozenset[HexId]:
    """Return the hexes a side wants to reach."""
    scenario = board.scenario
    goals = scenario.worth.keys() - board.position.held[side] | scenario.exits[side].keys()
    return frozenset(goals) or board.foes(side)


def _expected_effect(board: Board, side: Side) -> float:
    """Add up the expected effect of announced fire; fire that would be withdrawn has none."""
    if board.position.side != side:
        return 0.0
    total = 0.0
    for order in fire_orders.end_announcing(board).announced:
        units = board.units(order.units)
        for shot in fire_orders.sheet(board, units, order).shots:
            harm = sum(EXPECTED.get(code, 0.0) * weight for code, weight in shot.reading.branches)
            stack = fire_orders.units_struck(board, order)
            total += harm / shot.reading.ways * sum(worth(unit) + POINT for unit in stack)
    return total
