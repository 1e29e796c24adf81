# SPDX-License-Identifier: Apache-2.0
"""How well a position stands, for programs that play: a simple measure, described here in full.

For both sides: the points of victory, ground that is entered counting as held, and less if the enemy is near and no
squad keeps it; half the worth of every unit: its fire power, more for a leader who helps, 5 more for an AFV; a
broken unit is worth half of that, a pinned or stunned one nine tenths, an immobile AFV six tenths, one that is eliminated
unless it routs nothing. Close combat to come counts the losses each side may expect in it by the best pairing, declared
attacks their expected effect; aimed fire counts a part of the units that may be expected to fail their check. For the side
itself: a unit is worth less the farther it is from ground it wants, less where the enemy's fire may fall (an AFV only with
open hatches), and a leader less if he is alone near the enemy.
"""

from fractions import Fraction
from functools import lru_cache

from grognard.games.asl_sk import close_combat_orders, fire_orders, rout_orders, victory
from grognard.games.asl_sk.best_pairing import plan
from grognard.games.asl_sk.board import Board
from grognard.games.asl_sk.fire import CREW
from grognard.games.asl_sk.losses import morale
from grognard.games.asl_sk.move_orders import steps_on_foot
from grognard.games.asl_sk.pairing import ALL_WAYS, BELOW, PARTS, worth
from grognard.games.asl_sk.pairing import value as fire_power
from grognard.games.asl_sk.scenario import Scenario, Unit
from grognard.games.asl_sk.terms import Nation
from grognard.hexes import HexId
from grognard.rules.cache import cached_on_board
from grognard.rules.evaluation import FAR, steps_to

POINT, ALIVE, BROKEN, PINNED, IMMOBILE = 1.0, 0.5, 0.5, 0.9, 0.6
STEP = 0.04
FIRE = 0.05
HIT, HIT_BROKEN = 0.3, 0.6
# The share of ground kept only by leaders, or by no unit, with the enemy within the distance of a move and advance.
LED, EMPTY, NEAR = 0.5, 0.5, 5
ALONE = 0.8
BLOW = 1.0


def measure(board: Board, side: Nation) -> float:
    """Return how well a position stands for a side."""
    other = board.scenario.enemy(side)
    ahead = _points(board, side) - _points(board, other)
    alive = _alive(board, side) - _alive(board, other)
    blows = _close_combat(board, side) - _close_combat(board, other)
    return POINT * ahead + alive + _approach(board, side) + BLOW * blows + _aimed(board, side)


def _points(board: Board, side: Nation) -> float:
    """Count the expected points of a side: for the ground it would hold, and for enemies lost or caught."""
    scenario = board.scenario
    caught = [unit for unit in rout_orders.fleeing(board) if unit.side != side]
    return (
        victory.losses(board, scenario.enemy(side))
        + sum(points * _ground_share(board, side, at) for at, points in scenario.worth.items())
        + sum(victory.value(scenario, board.state(unit).type) for unit in caught)
    )


def _ground_share(board: Board, side: Nation, at: HexId) -> float:
    """Return a side's share of ground: whole if its men are there, less with the enemy near and no men to keep it."""
    foe = board.scenario.enemy(side)
    own, foes = (at in _men(board)[one] for one in (side, foe))
    if own and foes:
        return _share(board, side, at)
    if own:
        return 1.0 if _is_kept(board, side, at) else LED
    held = at in board.position.held[side]
    if foes:
        return 1 - LED if held and not _is_kept(board, foe, at) else 0.0
    return (EMPTY if _is_near(board, foe, at) else 1.0) if held else 0.0


def _is_kept(board: Board, side: Nation, at: HexId) -> bool:
    """Return whether a side's men keep a hex: an MMC is among them, or no enemy is near."""
    there = board.units_at(at, side)
    mmc = any(not (unit.is_afv or board.is_leader(unit) or board.is_broken(unit)) for unit in there)
    return mmc or not _is_near(board, board.scenario.enemy(side), at)


def _is_near(board: Board, side: Nation, at: HexId) -> bool:
    """Return whether unbroken men of a side can be in a hex by the next advance, and have one to come."""
    position, sides = board.position, board.scenario.sides
    if position.turn == board.scenario.file.turns and position.player == sides[1] != side:
        return False
    return any(board.grid.distance(at, there) <= NEAR for there in _men(board)[side])


def _share(board: Board, side: Nation, at: HexId) -> float:
    """Return a side's share of a hex where both sides are: by the squares of their fire power."""
    own = sum(_worth(board, unit) for unit in board.units_at(at, side)) ** 2
    foes = sum(_worth(board, unit) for unit in board.foes_at(at, side)) ** 2
    return own / (own + foes)


@cached_on_board
def _men(board: Board) -> dict[Nation, frozenset[HexId]]:
    """Return the hexes where each side has unbroken men."""
    return {
        side: frozenset(
            board.at(unit) for unit in board.of_side(side) if not unit.is_afv and not board.is_broken(unit)
        )
        for side in board.scenario.sides
    }


def _alive(board: Board, side: Nation) -> float:
    caught = rout_orders.fleeing(board)
    return ALIVE * sum(_worth(board, unit) for unit in board.of_side(side) if unit not in caught)


def _worth(board: Board, unit: Unit) -> float:
    state = board.state(unit)
    share = BROKEN if state.broken else PINNED if state.pinned or state.stunned else 1.0
    return share * fire_power(board.piece(unit)) * (IMMOBILE if state.immobile else 1.0)


def _approach(board: Board, side: Nation) -> float:
    """Return what units lose in worth by where they stand."""
    distance = steps_to(steps_on_foot(board.scenario.file.map), _wanted(board, side))
    under = _under_fire(board.scenario, side, board.position.turn)
    total = 0.0
    for unit in board.of_side(side):
        at, power = board.at(unit), fire_power(board.piece(unit))
        total -= STEP * power * distance.get(at, FAR)
        if not unit.is_afv or board.state(unit).ce:
            total -= FIRE * power * under.get(at, 0)
        if board.is_leader(unit) and not _is_kept(board, side, at):
            total -= ALONE
    return total


def _wanted(board: Board, side: Nation) -> frozenset[HexId]:
    """Return the hexes a side wants: ground that it does not hold, or else what it holds."""
    held = board.position.held[side]
    return frozenset(board.scenario.worth.keys() - held) or frozenset(board.scenario.worth)


@lru_cache(maxsize=256)
def _under_fire(scenario: Scenario, side: Nation, turn: int) -> dict[HexId, int]:
    """Return the hexes where the enemy's fire may fall on a side in a turn, with its strength there."""
    hardest: dict[HexId, int] = {}
    for fire in scenario.file.fire.values():
        if fire.side == side or not fire.turns[0] <= turn <= fire.turns[1]:
            continue
        for at in fire_orders.field_of(scenario, fire):
            check = fire.checks.get(scenario.terrain[at])
            if check is not None:
                hardest[at] = max(hardest.get(at, 0), check + 2)
    return hardest


def _close_combat(board: Board, side: Nation) -> float:
    """Return the fire power that the side's enemy may expect to lose in close combat to come in this turn."""
    position = board.position
    if position.combat:
        attacks = close_combat_orders.attacks_of(board, side)
        ambush = close_combat_orders.modifier(board, side)
        return sum(_expected(worth(*attack, ambush, board.card)) for attack in attacks)
    if position.phase != "advance":
        return 0.0
    return sum(
        _by_best(board, side, at) for at in board.stacks if close_combat_orders.is_contested(board, at)
    )


def _aimed(board: Board, side: Nation) -> float:
    """Return the expected effect of aimed fire on a side's enemies, less that on its own men."""
    aimed = board.position.aimed
    if aimed is None:
        return 0.0
    number = fire_orders.sheet(board, aimed.fire, aimed.at).number
    total = 0.0
    for unit in fire_orders.fired_at(board, aimed.fire, aimed.at):
        needed = CREW if unit.is_afv else morale(board.infantry(unit), board.card)
        failed = 1 - BELOW.get(needed - number + 1, ALL_WAYS) / ALL_WAYS
        harm = failed * (HIT_BROKEN if board.is_broken(unit) else HIT) * fire_power(board.piece(unit))
        total += harm if unit.side != side else -harm
    return total


def _by_best(board: Board, side: Nation, at: HexId) -> float:
    own, foes = board.pieces(board.units_at(at, side)), board.pieces(board.foes_at(at, side))
    return sum(
        _expected(worth(*attack, "none", board.card)) for attack in plan(own, foes, "none", board.card)
    )


def _expected(parts: int) -> float:
    return float(Fraction(parts, ALL_WAYS * PARTS))
