"""Victory: points for towns held and for enemy units eliminated, and the verdict by the lead of who moves first.

All of it is homemade (ruling victory).
"""

from collections.abc import Iterator

from grognard.charts.plurals import plural
from grognard.games.iron_curtain.ground import Ground
from grognard.games.iron_curtain.position import LOST
from grognard.games.iron_curtain.terms import Side, enemy
from grognard.hexes import HexId


def holds(ground: Ground, side: Side, hex_id: HexId) -> bool:
    """Say whether a side holds a town that counts."""
    return (hex_id in ground.position.held) == (side == ground.position.first)


def points(ground: Ground) -> dict[str, int]:
    """Ruling victory: count the points of both sides as things stand."""
    return {
        side: towns(ground, side) + losses(ground, enemy(side))
        for side in (ground.scenario.first, ground.scenario.second)
    }


def towns(ground: Ground, side: Side) -> int:
    """Count the points of the towns a side holds."""
    return sum(worth for at, worth in ground.scenario.worth.items() if holds(ground, side, at))


def losses(ground: Ground, side: Side) -> int:
    """Count the units a side has lost."""
    return ground.position.at[ground.scenario.numbers[side]].count(LOST)


def lead(ground: Ground) -> int:
    """Return the lead of the side that moves first."""
    found = points(ground)
    return found[ground.scenario.first] - found[ground.scenario.second]


def tally(ground: Ground) -> Iterator[str]:
    """Say how the points come about, and which lead gives which verdict."""
    first = ground.scenario.first
    for side in (first, ground.scenario.second):
        held = [each for each in _by_town(ground, side).items() if each[1]]
        towns = ", ".join(f"{name} {worth}" for name, worth in held) or "no town that counts"
        lost = losses(ground, side)
        yield f"{side} holds {towns}, and has lost {lost or 'no'} {plural(lost, 'unit')}."
    yield "A town counts for whoever was the last to end his turn in it; a unit lost is 1 for the enemy (ruling victory)."
    for level in ground.scenario.levels[:-1]:
        yield f"From a {first} lead of {level.lead}: {level.verdict}."
    yield f"Else: {ground.scenario.levels[-1].verdict}."


def _by_town(ground: Ground, side: Side) -> dict[str, int]:
    """Return the points a side has for each town."""
    worth, found = ground.scenario.worth, {}
    for names in ground.scenario.file.victory.towns.values():
        for name in names:
            hexes = ground.scenario.map.place("town", name).hexes
            found[name] = sum(worth[at] for at in hexes if holds(ground, side, at))
    return found


def verdict(ground: Ground) -> str:
    """Ruling victory: return the verdict on a game that is over, by the lead of the side that moves first."""
    ahead, levels = lead(ground), ground.scenario.levels
    return next((level.verdict for level in levels if ahead >= level.lead), levels[-1].verdict)
