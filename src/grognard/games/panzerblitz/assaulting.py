"""Close assaults on the map: who may, against whom, and what becomes of them."""

from collections import defaultdict
from collections.abc import Sequence

from msgspec.structs import replace

from grognard.games.panzerblitz import close_assault
from grognard.games.panzerblitz.attack import AttackSheet, attack
from grognard.games.panzerblitz.beside import Beside
from grognard.games.panzerblitz.ground import Ground
from grognard.games.panzerblitz.harm import suffer
from grognard.games.panzerblitz.limits import why_not_attack
from grognard.games.panzerblitz.position import Position
from grognard.games.panzerblitz.scenario import Unit
from grognard.hexes import HexId
from grognard.rules.cache import once
from grognard.umpire import Rule


def cannot_assault(ground: Ground, unit: Unit) -> str:
    """Say why a unit assaults nobody in this phase; nothing where it may."""
    position = ground.position
    if unit.side != position.side or position.phase != "close assault":
        return f"{unit.name} does not assault in the {position.side} {position.phase} phase"
    if ground.at(unit) < 0 or ground.is_aboard(unit):
        return f"{unit.name} is not on foot on the map"
    if not unit.type.is_infantry:
        return f"{unit.name} is no infantry, and may not close assault (ruling close-assault)"
    return why_not_attack("close-assault", unit.called, ground.done(unit))


def why_not_on(ground: Ground, unit: Unit, target: HexId) -> str:
    """Say why a unit may not assault a hex; nothing where it may."""
    reason = cannot_assault(ground, unit)
    if reason:
        return reason
    far = ground.grid.distance(ground.at(unit), target) != 1
    return f"{unit.name} is not next to {ground.grid.names[target]} (ruling close-assault)" if far else ""


def situation(ground: Ground, units: Sequence[Unit], target: HexId) -> close_assault.CloseAssault:
    """Say what the card asks of a close assault, from the position."""
    stacks: dict[HexId, list[str]] = defaultdict(list)
    for unit in units:
        stacks[ground.at(unit)].append(unit.type.id)
    return close_assault.CloseAssault(
        attackers=tuple("+".join(types) + _height(ground, at, target) for at, types in stacks.items()),
        targets=ground.words(ground.under_attack(target)),
        terrain=ground.footing(target),
        elevation=ground.level(target),
    )


def _height(ground: Ground, here: HexId, target: HexId) -> str:
    level = ground.level(here)
    brown = ":brown" if ground.has_side(here, target, "brown") else ""
    return ("" if level == "ground" else f":{level}") + brown


def _worksheet(ground: Ground, units: Sequence[Unit], target: HexId) -> AttackSheet:
    return close_assault.worksheet(situation(ground, units, target), ground.card)


ASSAULT = Beside("close-assault", "assault", why_not_on, _worksheet)
targets = once(ASSAULT.targets)


def assault(ground: Ground, units: Sequence[Unit], target: HexId) -> Rule[Position]:
    """Carry out a close assault."""
    struck = ground.under_attack(target)
    outcome = yield from attack(ASSAULT.sheet(ground, units, target))
    position = suffer(ground, struck, outcome)
    return replace(
        position,
        acted=position.acted | {unit.number for unit in units},
        assaulted=position.assaulted | {target},
    )
