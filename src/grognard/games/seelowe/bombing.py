"""10.0 Air attack on the map: who may fly, at what range, and who is disrupted."""

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.games.seelowe.air import SAFE_CITY, AirAttack, AirSheet, air_attack, worksheet
from grognard.games.seelowe.fighting import without
from grognard.games.seelowe.ground import Ground
from grognard.games.seelowe.position import WAITING, Position
from grognard.games.seelowe.scenario import Unit
from grognard.games.seelowe.terms import Side
from grognard.hexes import HexId
from grognard.procedures.procedure import NotAllowed
from grognard.rules.cache import once
from grognard.umpire import Choose, Rule

# 10.7 note: normal range of British air units, from the airfield they take off from.
BRITISH_RANGE = 20


def cannot_fly(ground: Ground, unit: Unit) -> str:
    """Say why an air unit does not fly in this phase; nothing where it may."""
    now = ground.now
    if unit.kind != "air":
        return f"{unit.name} is no air unit"
    if now.side != unit.side or now.name != "air attack":
        return f"{unit.name} does not fly in the {now.side} {now.name} phase"
    if ground.at(unit) != WAITING or ground.position.turn < unit.turn:
        return f"{unit.name} is not there"
    if unit.number in ground.position.acted:
        return f"{unit.name} has flown this turn"
    return ""


def why_not_target(ground: Ground, side: Side, target: HexId) -> str:
    """Say why a hex may not be attacked from the air; nothing where it may."""
    name, units = ground.grid.names[target], ground.units_at(target)
    if not units or units[0].side == side:
        return f"there is no enemy in {name}"
    for unit in units:
        if unit.number in ground.position.disrupted:
            return f"{name} is disrupted already"
        if unit.number in ground.position.attacked:
            return f"{name} was attacked from the air already"
    if side == "German" and target in ground.scenario.cities:
        return SAFE_CITY
    if side == "British" and not airfields(ground):
        return "the British hold no airfield to fly from"
    return ""


@once
def airfields(ground: Ground) -> frozenset[HexId]:
    """Return the airfields British air units can fly from."""
    return ground.scenario.airfields - ground.position.held - ground.foes("British")


@once
def targets(ground: Ground) -> list[HexId]:
    """Return the hexes that may be attacked from the air."""
    side = ground.now.side
    return [each for each in sorted(ground.foes(side)) if not why_not_target(ground, side, each)]


@once
def flyers(ground: Ground) -> list[Unit]:
    """Return the air units that can fly now."""
    return [unit for unit in ground.scenario.air_units[ground.now.side] if not cannot_fly(ground, unit)]


def why_not_attack(ground: Ground, units: Sequence[Unit], target: HexId) -> str:
    """Say why an air attack may not be made; nothing where it may."""
    if not units or len(set(units)) != len(units):
        return "name the air units that attack, each once"
    reasons = [cannot_fly(ground, unit) for unit in units]
    reasons.append(why_not_target(ground, ground.now.side, target))
    reason = next(filter(None, reasons), "")
    if reason:
        return reason
    try:
        air_sheet(ground, units, target)
    except NotAllowed as error:
        return str(error)
    return ""


def situation(ground: Ground, units: Sequence[Unit], target: HexId) -> AirAttack:
    """Say what the card asks of an air attack, from the position."""
    side = units[0].side
    if side == "German":
        near = target in ground.scenario.seaward
    else:
        near = any(ground.grid.distance(base, target) <= BRITISH_RANGE for base in airfields(ground))
    terrain = ground.scenario.map.terrain[target]
    return AirAttack(len(units), "normal" if near else "extended", side, terrain)  # type: ignore[arg-type]  # the card's


def air_sheet(ground: Ground, units: Sequence[Unit], target: HexId) -> AirSheet:
    """Return the worksheet of an air attack on the map."""
    if not units:
        raise NotAllowed("choose who flies")
    return worksheet(situation(ground, units, target), ground.card)


def bomb(ground: Ground, units: Sequence[Unit], target: HexId) -> Rule[Position]:
    """10.0 Carry out an air attack: disrupt the stack (or, by ruling, one unit of it), or lose an air unit."""
    struck = ground.units_at(target)
    position = replace(
        ground.position,
        acted=ground.position.acted | {unit.number for unit in units},
        attacked=ground.position.attacked | {unit.number for unit in struck},
    )
    outcome = yield from air_attack(air_sheet(ground, units, target))
    if outcome.air_units_lost:
        return without(position, units[-outcome.air_units_lost :])
    if not outcome.disrupted:
        return position
    if ground.ruled("disrupted") == "one-unit" and len(struck) > 1:
        chosen: str = yield Choose(units[0].side, "which unit is disrupted", [unit.id for unit in struck])
        struck = [unit for unit in struck if unit.id == chosen]
    return replace(position, disrupted=position.disrupted | {unit.number for unit in struck})
