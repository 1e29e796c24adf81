"""The rout phases (ruling rout): broken units beside an unbroken enemy flee to the nearest cover, or are eliminated."""

from msgspec.structs import replace

from grognard.games.asl_sk.ground import Ground, threatened
from grognard.games.asl_sk.movement import ROUT_MF, steps_on_foot
from grognard.games.asl_sk.position import Position
from grognard.games.asl_sk.scenario import Unit
from grognard.hexes import HexId
from grognard.hexes.paths import Reach, points, reach
from grognard.play.places import LOST, is_on_map
from grognard.rules.cache import once

PHASES = ("rout", "enemy rout")


def must(ground: Ground, unit: Unit) -> bool:
    """Ruling rout: say whether a unit must rout: broken, not in Melee, an unbroken enemy in or beside its hex."""
    state = ground.state(unit)
    if not state.broken or not is_on_map(state.at) or state.at not in threatened(ground)[unit.side]:
        return False
    return not ground.in_melee(state.at)


@once
def fleeing(ground: Ground) -> list[Unit]:
    """Return the units of the side that must rout in this phase."""
    if ground.position.phase not in PHASES:
        return []
    return [unit for unit in ground.of_side(ground.side) if must(ground, unit)]


def reached(ground: Ground, unit: Unit) -> Reach:
    """Return where a unit can run to."""
    closed = ground.hexes_of(ground.scenario.enemy(unit.side)) - {ground.at(unit)}
    ways = steps_on_foot(ground.scenario.file.map)
    return reach(ways, ground.hex_of(unit), points(ROUT_MF), crowded=ground.full(unit), closed=closed)


def havens(ground: Ground, unit: Unit) -> list[HexId]:
    """Return the nearest woods and buildings that a unit can reach and no unbroken enemy stands beside."""
    known: dict[int, list[HexId]] = ground.known.setdefault(havens, {})
    if unit.number not in known:
        found, near = reached(ground, unit), threatened(ground)[unit.side]
        safe = {at: cost for at, cost in found.items() if ground.is_cover(at) and at not in near}
        least = min(safe.values(), default=0)
        known[unit.number] = sorted(at for at, cost in safe.items() if cost == least)
    return known[unit.number]


def cannot(ground: Ground, unit: Unit) -> str:
    """Say why a unit does not rout in this phase; nothing where it must."""
    position = ground.position
    if not ground.is_on_map(unit):
        return f"{unit.name} is not on the map"
    if position.phase not in PHASES or unit.side != ground.side:
        return f"{unit.name} does not rout now: this is {ground.side} {position.phase}"
    if not must(ground, unit):
        return f"{unit.name} need not rout (ruling rout)"
    return ""


def why_not_to(ground: Ground, unit: Unit, hex_id: HexId) -> str:
    """Say why a unit may not rout to a hex; nothing where it may."""
    reason = cannot(ground, unit)
    if reason or hex_id in havens(ground, unit):
        return reason
    names = ", ".join(ground.grid.names[at] for at in havens(ground, unit))
    told = f"it may run to {names}" if names else "there is none in its reach"
    return f"{unit.name} runs to the nearest woods or building away from the enemy: {told} (ruling rout)"


def rout(ground: Ground, unit: Unit, hex_id: HexId) -> Position:
    """Let a unit flee; it is under DM."""
    return ground.put(unit, replace(ground.state(unit), at=hex_id, dm=True, moved=True))


def caught(ground: Ground) -> Position:
    """End a rout phase: whoever still must rout is eliminated."""
    left = fleeing(ground)
    return ground.changed(left, at=LOST) if left else ground.position
