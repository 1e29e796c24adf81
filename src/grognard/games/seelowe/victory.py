"""Victory: points for towns held and for enemy units eliminated, and the verdict by the German lead. Homemade."""

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


def verdict(ground: Ground) -> str:
    """Return the verdict on a game that is over."""
    found = points(ground)
    lead = found["German"] - found["British"]
    levels = ground.scenario.file.victory.levels
    return next((level.verdict for level in levels if lead >= level.lead), levels[-1].verdict)
