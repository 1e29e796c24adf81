"""How well a position stands, for programs that play. A simple measure, said here in full.

For the Germans: 4 for each point of victory as things stand now (towns entered count as held); half the strength of
each unit alive; less for each unit the farther it is from what it is wanted for (Germans from a town that
counts, British from the nearest German, at most 12 hexes); less for units without supply; and something for every
enemy stack that own units stand around, growing with the odds up to 5-1. For the British the same, the other way.
"""

from functools import lru_cache

from grognard.games.seelowe.ground import Ground
from grognard.games.seelowe.position import WAITING
from grognard.games.seelowe.scenario import Scenario
from grognard.games.seelowe.terms import Side, enemy
from grognard.hexes import HexId

POINT, STRENGTH, STEP, ODDS = 4.0, 0.5, 0.08, 0.35
FAR, BEST_ODDS = 12, 5.0
SHORT = {"supplied": 0.0, "unsupplied": 0.6, "isolated": 1.2}


def measure(ground: Ground, side: Side) -> float:
    """Say how well a position stands for a side."""
    return _standing(ground, side) - _standing(ground, enemy(side))


def _standing(ground: Ground, side: Side) -> float:
    scenario = ground.scenario
    total = 0.0
    wanted = _wanted(ground, side)
    for at, units in ground.stacks.items():
        if units[0].side != side:
            continue
        strength = sum(unit.strength for unit in units if unit.fights)
        total += STRENGTH * strength - STEP * strength * _nearest(scenario, at, wanted)
        if side == "German":
            total -= SHORT[ground.supply(units[0]).supply] * len(units)
    waiting = sum(
        unit.strength
        for unit, at in zip(scenario.units, ground.position.at, strict=True)
        if at == WAITING and unit.side == side and unit.fights
    )
    total += (STRENGTH - STEP * FAR) * waiting
    if side == "German":
        taken = {at for at in scenario.worth if ground.occupied_by(at, "German")}
        lost = {at for at in scenario.worth if ground.occupied_by(at, "British")}
        total += POINT * sum(
            scenario.worth[at] for at in (ground.position.held - lost | taken) & scenario.worth.keys()
        )
    return total + _pressure(ground, side)


def _wanted(ground: Ground, side: Side) -> frozenset[HexId]:
    if side == "German":
        return frozenset(ground.scenario.worth) - ground.position.held
    return ground.around("British").enemies or ground.scenario.beaches


@lru_cache(maxsize=200_000)
def _nearest(scenario: Scenario, at: HexId, wanted: frozenset[HexId]) -> int:
    distance = scenario.map.grid.distance
    return min(FAR, min((distance(at, each) for each in wanted), default=0))


def _pressure(ground: Ground, side: Side) -> float:
    """Reward standing around an enemy stack, by the odds of an attack with all."""
    total = 0.0
    for target in ground.around(side).enemies:
        attack = sum(
            unit.strength
            for at in ground.grid.neighbours(target)
            for unit in ground.stacks.get(at, ())
            if unit.side == side and unit.fights
        )
        if attack:
            defence = sum(unit.strength for unit in ground.units_at(target))
            total += ODDS * min(attack / defence, BEST_ODDS)
    return total
