"""How well a position stands, for programs that play. A simple measure, said here in full.

For both sides: 4 for each point of victory ahead, towns entered counting as held; half the strength of every unit
alive, less half of the enemy's. For the side itself: its strength is worth less the farther it is from where it is
wanted (Germans from the towns that count, British from the Germans or the towns they took, by land, at most 14 hexes);
German units without supply are worth less; a town that counts is worth half its points more to the British while they
stand in it and a German is within 8 hexes; an enemy stack one stands around is worth more, the better the odds of an
attack with all that stand there, up to 6-1; and every point of enemy strength that is disrupted counts a quarter.
"""

from functools import lru_cache

from grognard.games.seelowe.ground import Ground
from grognard.games.seelowe.movement import ways
from grognard.games.seelowe.position import WAITING
from grognard.games.seelowe.scenario import Scenario
from grognard.games.seelowe.terms import Side
from grognard.games.seelowe.victory import losses
from grognard.hexes import HexId

POINT, STRENGTH, STEP, ODDS = 4.0, 0.5, 0.06, 0.5
FAR, BEST_ODDS, SHAKEN = 14, 6.0, 0.25
GUARD, DANGER = 2.0, 8
SHORT = {"supplied": 0.0, "unsupplied": 0.6, "isolated": 1.2}


def measure(ground: Ground, side: Side) -> float:
    """Say how well a position stands for a side."""
    german = POINT * _points(ground) + _strength(ground, "German") - _strength(ground, "British")
    return (german if side == "German" else -german) + _readiness(ground, side) + _pressure(ground, side)


def _points(ground: Ground) -> int:
    """Count the German lead as if every town that is entered were held."""
    held = ground.position.held | ground.foes("British")
    towns = sum(worth for at, worth in ground.scenario.worth.items() if at in held - ground.foes("German"))
    return towns + losses(ground, "British") - losses(ground, "German")


def _strength(ground: Ground, side: Side) -> float:
    numbers = ground.scenario.numbers[side]
    standing = zip(ground.scenario.units[numbers], ground.position.at[numbers], strict=True)
    return STRENGTH * sum(unit.strength for unit, at in standing if at >= WAITING)


def _readiness(ground: Ground, side: Side) -> float:
    steps = _steps_to(ground.scenario, _wanted(ground, side))
    total = _guards(ground) if side == "British" else 0.0
    numbers = ground.scenario.numbers[side]
    for unit, at in zip(ground.scenario.units[numbers], ground.position.at[numbers], strict=True):
        if at == WAITING and unit.fights:
            total -= STEP * unit.strength * (FAR + 1)
        elif at >= 0:
            total -= STEP * unit.strength * steps.get(at, FAR)
            total -= SHORT[ground.supply(unit)] if side == "German" else 0.0
    return total


def _wanted(ground: Ground, side: Side) -> frozenset[HexId]:
    towns = frozenset(ground.scenario.worth)
    if side == "German":
        return towns - ground.position.held
    return ground.foes("British") | (towns & ground.position.held) or ground.scenario.beaches


def _guards(ground: Ground) -> float:
    """Reward British units in towns that count and are in danger."""
    near = _steps_to(ground.scenario, ground.foes("British"))
    held = ground.garrisons("British") & ground.scenario.worth.keys()
    return GUARD * sum(ground.scenario.worth[at] for at in held if near.get(at, FAR) <= DANGER)


@lru_cache(maxsize=4096)
def _steps_to(scenario: Scenario, wanted: frozenset[HexId]) -> dict[HexId, int]:
    """Return how many steps by land each hex is from the nearest one wanted, as far as 14."""
    costs = ways(scenario.file.map, "exempt").costs >= 0
    around = scenario.map.grid.around
    steps, reached = dict.fromkeys(wanted, 0), list(wanted)
    for here in reached:
        if steps[here] == FAR:
            break
        for side, there in enumerate(around[here]):
            if there is not None and costs[here, side] and there not in steps:
                steps[there] = steps[here] + 1
                reached.append(there)
    return steps


def _pressure(ground: Ground, side: Side) -> float:
    total = 0.0
    for target in ground.foes(side):
        around = (unit for at in ground.grid.neighbours(target) for unit in ground.stacks.get(at, ()))
        attack = sum(unit.strength for unit in around if unit.side == side and unit.fights)
        defence = sum(unit.strength for unit in ground.stacks[target])
        total += ODDS * min(attack / defence, BEST_ODDS) if attack > defence else 0.0
    for number in ground.position.disrupted:
        unit = ground.scenario.units[number]
        total += SHAKEN * unit.strength if unit.side != side and ground.at(unit) >= 0 else 0.0
    return total
