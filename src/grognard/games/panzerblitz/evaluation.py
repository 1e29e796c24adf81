"""How well a position stands, for programs that play. A simple measure, said here in full.

For both sides: 4 for each point of victory ahead, ground that is occupied counting as held; the worth of every unit
alive, less the enemy's, where a unit is worth a quarter of its attack factor and a sixth of its defence factor; a
dispersed unit is worth three quarters of that. For the side itself: a unit is worth less the farther it is from where it
is wanted (ground that counts and the enemy has, the edge it leaves by, or else the enemy), by the way a unit on foot
would walk, and less if it is near and still rides; of trucks that counts only for those with somebody aboard. Fire that
is announced counts what it may be expected to do.
"""

from functools import lru_cache

from grognard.games.panzerblitz import gunnery, victory
from grognard.games.panzerblitz.ground import Ground, Theatre
from grognard.games.panzerblitz.movement import steps
from grognard.games.panzerblitz.position import WAITING, Position
from grognard.games.panzerblitz.scenario import Scenario, Unit
from grognard.games.panzerblitz.terms import Side, enemy
from grognard.hexes import HexId
from grognard.hexes.paths import supply_lengths, supply_marks

POINT, ATTACK, DEFENCE, SHAKEN = 4.0, 0.25, 1 / 6, 0.25
STEP, FAR = 0.02, 40
ABOARD, NEAR = 0.1, 3
AIMED = {"X": 1.0, "DD": 0.35, "D": 0.25}


class PanzerBlitzEvaluation:
    """What a position is worth to a side."""

    def __init__(self, theatre: Theatre) -> None:
        self.ground = theatre.ground

    def measure(self, position: Position, side: str) -> float:
        """Say how well a position stands for a side."""
        return measure(self.ground(position), "German" if side == "German" else "Soviet")


def measure(ground: Ground, side: Side) -> float:
    """Say how well a position stands for a side."""
    ahead = _points(ground, side) - _points(ground, enemy(side))
    alive = _alive(ground, side) - _alive(ground, enemy(side))
    return POINT * ahead + alive + _march(ground, side) + _promised(ground, side)


def _points(ground: Ground, side: Side) -> int:
    """Count the points of a side as if all ground that is entered were held."""
    mine, theirs = ground.occupied(side), ground.occupied(enemy(side))
    held = ground.position.held(side)
    entered = (held | mine) - theirs
    worth = ground.scenario.worth
    counted = sum(worth[at] for at in held)
    return victory.points(ground)[side] - counted + sum(worth.get(at, 0) for at in entered)


def worth(unit: Unit) -> float:
    """Return what a unit is worth."""
    return 0.0 if unit.is_fort else ATTACK * unit.type.attack + DEFENCE * unit.type.defence + 0.5


def _alive(ground: Ground, side: Side) -> float:
    dispersed = ground.position.dispersed
    return sum(
        worth(unit) * (1 - SHAKEN * (unit.number in dispersed))
        for unit in ground.scenario.of_side[side]
        if ground.at(unit) >= WAITING
    )


def _march(ground: Ground, side: Side) -> float:
    distance = _steps_to(ground.scenario, _wanted(ground, side))
    total = 0.0
    for unit in ground.scenario.of_side[side]:
        at = ground.at(unit)
        if (
            at < WAITING
            or unit.is_fort
            or (unit.type.kind in ("truck", "wagon") and unit.number not in ground.riders)
        ):
            continue
        far = FAR if at == WAITING else distance.get(at, FAR)
        total -= STEP * worth(unit) * far
        if ground.is_aboard(unit) and far <= NEAR:
            total -= ABOARD * worth(unit)
    return total


def _wanted(ground: Ground, side: Side) -> frozenset[HexId]:
    """Return where a side wants to be."""
    scenario = ground.scenario
    goals = scenario.worth.keys() - ground.position.held(side) | scenario.exits[side].keys()
    return frozenset(goals) or ground.foes(side)


@lru_cache(maxsize=4096)
def _steps_to(scenario: Scenario, wanted: frozenset[HexId]) -> dict[HexId, int]:
    """Return how many steps each hex is from the nearest one wanted, as a unit on foot walks."""
    found = supply_lengths(steps(scenario.file.map, "foot").ways, supply_marks(wanted)).tolist()
    return {at: steps for at, steps in zip(scenario.map.grid.hexes, found, strict=True) if 0 <= steps <= FAR}


def _promised(ground: Ground, side: Side) -> float:
    """Add up what announced fire may be expected to do; fire that would be withdrawn does nothing."""
    if ground.position.side != side:
        return 0.0
    total = 0.0
    for order in gunnery.whole(ground).announced:
        units = [ground.scenario.by_id[each] for each in order.units]
        for shot in gunnery.sheet(ground, units, order).shots:
            harm = sum(AIMED.get(code, 0.0) * weight for code, weight in shot.reading.branches)
            stack = gunnery.struck(ground, order)
            total += harm / shot.reading.ways * sum(worth(unit) + POINT for unit in stack)
    return total
