"""Movement in play: who may move in a phase, and how far."""

from msgspec.structs import replace

from grognard.games.seelowe.ground import Ground
from grognard.games.seelowe.movement import why_not
from grognard.games.seelowe.position import Position
from grognard.games.seelowe.scenario import Unit
from grognard.hexes import HexId
from grognard.hexes.paths import points
from grognard.play.tuples import placed


def cannot_move(ground: Ground, unit: Unit) -> str:
    """Say why a unit does not move in this phase at all; nothing where it may."""
    position, now = ground.position, ground.now
    if ground.at(unit) < 0:
        return f"{unit.name} is not on the map"
    if now.side != unit.side or now.name not in ("movement", "mechanised movement"):
        return f"{unit.name} does not move in the {now.side} {now.name} phase"
    if unit.number in position.disrupted:
        return f"{unit.name} is disrupted"
    if unit.number in position.ashore:
        return f"{unit.name} came by sea or air this turn and moves no further"
    if now.name == "mechanised movement":
        if not unit.is_mechanised:
            return "only armour and mechanised infantry move again"
        if ground.ruled("mechanised-movement") == "attackers" and unit.number not in position.acted:
            return f"{unit.name} did not attack (ruling mechanised-movement)"
    if ground.allowed(unit) <= 0:
        return f"{unit.name} has no movement points left"
    return ""


def why_not_to(ground: Ground, unit: Unit, hex_id: HexId) -> str:
    """Say why a unit cannot move to a hex; nothing where it can."""
    if hex_id == ground.at(unit):
        return f"{unit.name} is there"
    return why_not(ground.scenario.map, ground.reach(unit), hex_id, ground.allowed(unit))


def move(ground: Ground, unit: Unit, hex_id: HexId) -> Position:
    """Move a unit. In free play it may go where the rules say it cannot; it then has nothing left."""
    position, number = ground.position, unit.number
    cost = ground.reach(unit).cost(hex_id) if ground.at(unit) >= 0 else None
    spent = ground.allowed(unit) if cost is None else min(cost // points(1), ground.allowed(unit))
    return replace(
        position,
        at=placed(position.at, number, hex_id),
        spent=placed(position.spent, number, position.spent[number] + spent),
    )
