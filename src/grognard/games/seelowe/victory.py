"""Victory: points for towns held and for enemy units eliminated, and the verdict by the German lead. Homemade."""

from collections.abc import Iterator

from grognard.charts.plurals import counted
from grognard.games.seelowe.ground import Ground
from grognard.games.seelowe.position import LOST
from grognard.games.seelowe.terms import Side


def points(ground: Ground) -> dict[str, int]:
    """Count the points of both sides as things stand."""
    towns = sum(worth for at, worth in ground.scenario.worth.items() if at in ground.position.held)
    return {"German": towns + losses(ground, "British"), "British": losses(ground, "German")}


def losses(ground: Ground, side: Side) -> int:
    """Count the combat units a side has lost."""
    return sum(
        unit.fights and unit.side == side and ground.at(unit) == LOST for unit in ground.scenario.units
    )


def tally(ground: Ground) -> Iterator[str]:
    """Say how the points come about, and which lead gives which verdict."""
    towns = ground.scenario.file.victory.towns
    held = {name: _taken(ground, name) for name in towns}
    taken = ", ".join(f"{name} {worth}" for name, worth in held.items() if worth) or "no town that counts"
    yield f"The Germans hold {taken}; the British have lost {_units(losses(ground, 'British'))}."
    yield f"The Germans have lost {_units(losses(ground, 'German'))}."
    yield f"What counts: {', '.join(f'{name} {worth}' for name, worth in towns.items())}; a combat unit lost is 1."
    for level in ground.scenario.file.victory.levels[:-1]:
        yield f"From a German lead of {level.lead}: {level.verdict}."
    yield f"Else: {ground.scenario.file.victory.levels[-1].verdict}."


def _taken(ground: Ground, town: str) -> int:
    hexes = ground.scenario.map.place("town", town).hexes
    return sum(ground.scenario.worth[at] for at in hexes if at in ground.position.held)


def _units(count: int) -> str:
    return counted(count, "combat unit") if count else "no combat units"


def verdict(ground: Ground) -> str:
    """Return the verdict on a game that is over."""
    found = points(ground)
    lead = found["German"] - found["British"]
    levels = ground.scenario.file.victory.levels
    return next((level.verdict for level in levels if lead >= level.lead), levels[-1].verdict)
