"""How well a position stands, for programs that play. A simple measure, said here in full.

For both sides: 4 for each point of victory ahead, towns entered counting as held; half the strength of every unit
alive, an air unit counting as 1, less half of the enemy's. For the side itself: its strength is worth less the farther
it is from where it is wanted (Germans from the towns that count, British from the Germans or the towns they took, by
land, at most 30 hexes), and least while it waits off the map, or is a supply unit that landed alone; German units
without supply are worth less; a town that counts is worth half its points more to the British while they stand in it
and a German is within 8 hexes; an enemy stack one stands around is worth more, the better the odds of an attack with
all that stand there, up to 6-1; every point of enemy strength that is disrupted within 2 hexes of one's own units
counts a quarter, for it cannot attack them; and an air unit that can still fly is kept for a target that is worth it.
"""

from functools import lru_cache

from grognard.games.seelowe.ground import Ground
from grognard.games.seelowe.movement import ways
from grognard.games.seelowe.position import WAITING
from grognard.games.seelowe.scenario import Scenario, Unit
from grognard.games.seelowe.terms import Side, enemy
from grognard.games.seelowe.victory import losses
from grognard.hexes import HexId
from grognard.hexes.paths import supply_lengths, supply_marks

POINT, STRENGTH, STEP, ODDS = 4.0, 0.5, 0.06, 0.5
FAR, BEST_ODDS = 30, 6.0
SHAKEN, CLOSE, WING, FLIGHT = 0.25, 2, 1, 0.08
GUARD, DANGER = 2.0, 8
SHORT = {"supplied": 0.0, "unsupplied": 0.6, "isolated": 1.2}


def measure(ground: Ground, side: Side) -> float:
    """Say how well a position stands for a side."""
    german = POINT * _points(ground) + _strength(ground, "German") - _strength(ground, "British")
    return (
        (german if side == "German" else -german)
        + _readiness(ground, side)
        + _pressure(ground, side)
        + _air(ground, side)
    )


def _points(ground: Ground) -> int:
    """Count the German lead as if every town that is entered were held."""
    held = (ground.position.held | ground.foes("British")) - ground.foes("German")
    towns = sum(worth for at, worth in ground.scenario.worth.items() if at in held)
    return towns + losses(ground, "British") - losses(ground, "German")


def _strength(ground: Ground, side: Side) -> float:
    numbers = ground.scenario.numbers[side]
    standing = zip(ground.scenario.units[numbers], ground.position.at[numbers], strict=True)
    return STRENGTH * sum(_worth(unit) for unit, at in standing if at >= WAITING)


def _worth(unit: Unit) -> int:
    return WING if unit.kind == "air" else unit.strength


def _readiness(ground: Ground, side: Side) -> float:
    steps = _steps_to(ground.scenario, _wanted(ground, side))
    total = _guards(ground) if side == "British" else 0.0
    numbers = ground.scenario.numbers[side]
    for unit, at in zip(ground.scenario.units[numbers], ground.position.at[numbers], strict=True):
        if at == WAITING or _landed_alone(ground, unit):
            total -= STEP * unit.strength * (FAR + 1)
        elif at >= 0:
            # Supply units go where they are needed to supply, not where the fighting is.
            total -= STEP * unit.strength * steps.get(at, FAR) if unit.fights else 0.0
            total -= SHORT[ground.supply(unit)] if side == "German" else 0.0
    return total


def _landed_alone(ground: Ground, unit: Unit) -> bool:
    """Say whether a supply unit has just landed where nobody fights for the beach: it feeds nobody there."""
    came = unit.kind == "supply" and unit.number in ground.position.ashore
    return came and not any(friend.fights for friend in ground.units_at(ground.at(unit)))


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
    """Return how many steps by land each hex is from the nearest one wanted, as far as 30."""
    found = supply_lengths(ways(scenario.file.map, "exempt"), supply_marks(wanted)).tolist()
    return {at: steps for at, steps in zip(scenario.map.grid.hexes, found, strict=True) if 0 <= steps <= FAR}


def _pressure(ground: Ground, side: Side) -> float:
    total = 0.0
    for target in ground.foes(side):
        around = (unit for at in ground.grid.neighbours(target) for unit in ground.stacks.get(at, ()))
        attack = sum(unit.strength for unit in around if unit.side == side and unit.fights)
        defence = sum(unit.strength for unit in ground.stacks[target])
        total += ODDS * min(attack / defence, BEST_ODDS) if attack > defence else 0.0
    return total


def _air(ground: Ground, side: Side) -> float:
    """Count enemies that are disrupted where they could have attacked, and air units that have not flown yet."""
    position, scenario = ground.position, ground.scenario
    flown = sum(unit.number in position.acted for unit in scenario.air_units[side])
    shaken = [unit for unit in map(scenario.units.__getitem__, position.disrupted) if unit.side != side]
    if not shaken:
        return -FLIGHT * flown
    near = _steps_to(scenario, ground.foes(enemy(side)))
    return SHAKEN * sum(u.strength for u in shaken if near.get(ground.at(u), FAR) <= CLOSE) - FLIGHT * flown
