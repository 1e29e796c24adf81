"""Victory: points for enemy units destroyed, for units taken off the map, for ground held; and the verdict. Homemade."""

from collections.abc import Iterator
from typing import get_args

from grognard.charts.plurals import counted
from grognard.games.panzerblitz.ground import Ground
from grognard.games.panzerblitz.position import EXITED, LOST
from grognard.games.panzerblitz.scenario import Unit
from grognard.games.panzerblitz.terms import Side, enemy


def counts(unit: Unit) -> bool:
    """Say whether a unit counts: trucks and wagons do, forts do not."""
    return not unit.is_fort


def lost(ground: Ground, side: Side) -> int:
    """Count the units a side has lost."""
    return sum(counts(unit) and ground.at(unit) == LOST for unit in ground.scenario.of_side[side])


def gone(ground: Ground, side: Side) -> int:
    """Count the units a side has taken off the map for points."""
    return sum(counts(unit) and ground.at(unit) == EXITED for unit in ground.scenario.of_side[side])


def points(ground: Ground) -> dict[str, int]:
    """Count the points of both sides as things stand."""
    return {
        side: _destroyed(ground, side) + _exited(ground, side) + _held(ground, side)
        for side in get_args(Side)
    }


def _destroyed(ground: Ground, side: Side) -> int:
    return ground.scenario.file.victory.destroyed * lost(ground, enemy(side))


def _exited(ground: Ground, side: Side) -> int:
    worth = ground.scenario.file.victory.exits.get(side, {})
    return max(worth.values(), default=0) * gone(ground, side)


def _held(ground: Ground, side: Side) -> int:
    return sum(ground.scenario.worth[at] for at in ground.position.held(side))


def tally(ground: Ground) -> Iterator[str]:
    """Say how the points come about, and which lead gives which verdict."""
    victory = ground.scenario.file.victory
    for side in get_args(Side):
        parts = [
            f"{_destroyed(ground, side)} for {counted(lost(ground, enemy(side)), 'enemy unit')} destroyed"
        ]
        if victory.exits.get(side):
            parts.append(
                f"{_exited(ground, side)} for {counted(gone(ground, side), 'unit')} taken off the map"
            )
        if victory.ground:
            parts.append(f"{_held(ground, side)} for ground held")
        yield f"{side}: {', '.join(parts)}."
    if victory.ground:
        yield f"Ground that counts: {', '.join(f'{name} {worth}' for name, worth in victory.ground.items())}."
    for side, edges in victory.exits.items():
        told = ", ".join(f"{name} {worth}" for name, worth in edges.items())
        yield f"For each {side} unit that leaves: {told}."
    for level in victory.levels[:-1]:
        yield f"From a German lead of {level.lead}: {level.verdict}."
    yield f"Else: {victory.levels[-1].verdict}."


def verdict(ground: Ground) -> str:
    """Return the verdict on a game that is over."""
    found = points(ground)
    lead = found["German"] - found["Soviet"]
    levels = ground.scenario.file.victory.levels
    return next((level.verdict for level in levels if lead >= level.lead), levels[-1].verdict)
