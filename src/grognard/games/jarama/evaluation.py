# SPDX-License-Identifier: Apache-2.0
"""How well a position stands, for programs that play: a simple measure, described here in full.

From what a side sees: the points for places, those entered counting as held, and for Troop points lost; a quarter of the
factor of its own surviving units; units are worth less the farther they are from their goal (for the side that moves
first the places it does not hold, for the other enemies and lost places, by land, at most 30
hexes); less while they are demoralised, disorganised or out of command; a Headquarters away from the enemy, and out of
attacks; an enemy hex is worth more the more factors stand around it, against what is known or assumed to be there, all
as their states leave them; a little for every enemy hex next to own ones of which something was learned this turn, and
for every formation that was active. Batteries and aircraft are saved for good targets.
"""

from grognard.games.jarama.attack_orders import defenders_of
from grognard.games.jarama.board import Board
from grognard.games.jarama.losses import as_defender
from grognard.games.jarama.strength import in_their_states
from grognard.games.jarama.supply import supply_ways
from grognard.games.jarama.terms import Side, enemy
from grognard.games.jarama.victory import losses
from grognard.hexes import HexId
from grognard.play.places import HIDDEN, LOST, is_on_map
from grognard.rules.evaluation import FAR, steps_to

STRENGTH, STEP, EARLY = 0.25, 0.04, 0.35
ODDS, BEST, LEARNED, SHAKEN, AT_RISK = 0.6, 4.0, 0.4, 0.8, 0.5
SAVED, ACTIVE = 0.05, 0.1


def measure(board: Board, side: Side) -> float:
    """Return how well a position stands for a side, as far as it sees it."""
    return (
        _lead(board, side)
        + _readiness(board, side)
        + _pressure(board, side)
        + LEARNED * _known(board, side)
        + ACTIVE * board.position.activations[side]
        + SAVED * (board.missions_left(side) - len(board.position.fired))
    )


def _lead(board: Board, side: Side) -> float:
    position, first = board.position, board.scenario.first
    held = (position.taken | position.held[first]) - position.held[enemy(first)]
    places = sum(worth if at in held else -worth for at, worth in board.scenario.worth.items())
    late = EARLY + (1 - EARLY) * position.turn / board.scenario.turns
    lead = late * places if side == first else -late * places
    return lead + losses(board, side) - losses(board, enemy(side))


def _readiness(board: Board, side: Side) -> float:
    steps, total = steps_to(supply_ways(board.scenario.file.map), _wanted(board, side)), 0.0
    position = board.position
    near = board.foes(side)
    for unit in board.scenario.of_side[side]:
        at, number = position.at[unit.number], unit.number
        if at in (LOST, HIDDEN):
            continue
        factor = board.factor(unit)
        total += STRENGTH * factor - STEP * factor * (steps.get(at, FAR) if is_on_map(at) else FAR + 1)
        total -= SHAKEN * (number in position.demoralised) + SHAKEN / 2 * (number in position.disorganised)
        if is_on_map(at) and unit.kind == "Headquarters":
            total -= AT_RISK * (not near.isdisjoint(board.grid.neighbours(at)))
            total -= AT_RISK * (number in position.acted)
    return total


def _wanted(board: Board, side: Side) -> frozenset[HexId]:
    scenario, taken = board.scenario, board.position.taken
    if side == scenario.first:
        return frozenset(scenario.worth.keys() - taken) or board.foes(side)
    return board.foes(side) | frozenset(at for at in taken if scenario.held[at] == side)


def _pressure(board: Board, side: Side) -> float:
    total = 0.0
    for target in board.in_contact(side):
        around = [unit for at in board.grid.neighbours(target) for unit in board.units_at(at)]
        able = [unit for unit in around if unit.side == side and not board.unfit(unit)]
        attack = in_their_states((as_defender(board, unit) for unit in able), board.card)
        defence = in_their_states(defenders_of(board, target), board.card) or 1
        odds = min(attack / defence, BEST)
        total += ODDS * odds if odds > 1 else 0.0
    return total


def _known(board: Board, side: Side) -> int:
    """Count the enemy hexes next to own ones of which more than the number of units was learned this turn."""
    knowledge, turn = board.position.known[side], board.position.turn
    return sum(
        1
        for at in board.in_contact(side)
        if (report := knowledge.of(at)) is not None
        and (report.points_turn or report.turn) == turn
        and report.points is not None
    )
