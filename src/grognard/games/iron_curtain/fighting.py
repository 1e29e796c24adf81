"""Combat on the map: who may attack what, by the table of the period, and what becomes of the units."""

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.games.iron_curtain import combat
from grognard.games.iron_curtain.attack import Outcome
from grognard.games.iron_curtain.combat import CombatSheet
from grognard.games.iron_curtain.contamination import enter
from grognard.games.iron_curtain.ground import Ground
from grognard.games.iron_curtain.harm import alive, all_defending, attacking, suffer
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.retreating import retreat
from grognard.games.iron_curtain.scenario import Unit
from grognard.games.iron_curtain.stacks import TOO_WEAK, Stack
from grognard.games.known import once
from grognard.hexes import HexId
from grognard.procedures.procedure import NotAllowed
from grognard.umpire import Choose, Question, Rule

NOBODY = "nobody"


class Advance(Question[str], frozen=True):
    """Who advances into a hex."""

    into: str


def cannot_attack(ground: Ground, unit: Unit) -> str:
    """Say why a unit attacks nobody in this phase; nothing where it may."""
    now = ground.now
    if now.side != unit.side or now.name != "combat":
        return f"{unit.name} does not attack in the {now.side} {now.name} phase"
    if ground.at(unit) < 0:
        return f"{unit.name} is not on the map"
    if unit.number in ground.position.acted:
        return f"{unit.name} has attacked already"
    return ""


def why_not_target(ground: Ground, target: HexId) -> str:
    """Ruling one-attack: say why a hex may not be attacked in this phase; nothing where it may."""
    return ground.why_not_target(target)


def why_not_on(ground: Ground, unit: Unit, target: HexId) -> str:
    """Say why a unit may not attack a hex; nothing where it may."""
    reason = cannot_attack(ground, unit)
    if reason:
        return reason
    if ground.grid.distance(ground.at(unit), target) != 1:
        return f"{unit.name} is not next to {ground.grid.names[target]}"
    return ground.why_not_across(unit, target)


def why_not_attack(ground: Ground, units: Sequence[Unit], target: HexId) -> str:
    """Say why an attack may not be made; nothing where it may."""
    if not units or len(set(units)) != len(units):
        return "name the units that attack, each once"
    reasons = (why_not_target(ground, target), *(why_not_on(ground, unit, target) for unit in units))
    reason = next(filter(None, reasons), "")
    return reason or why_too_weak(ground, units)


def why_too_weak(ground: Ground, units: Sequence[Unit]) -> str:
    """Say that units without strength do not attack by themselves; others may take them along."""
    if any(ground.face(unit).attack for unit in units):
        return ""
    return TOO_WEAK


def attackers_of(ground: Ground, target: HexId) -> list[Unit]:
    """Return the units that may attack a hex."""
    return [
        unit
        for at in ground.grid.neighbours(target)
        for unit in ground.units_at(at)
        if not why_not_on(ground, unit, target)
    ]


@once
def targets(ground: Ground) -> list[HexId]:
    """Return the hexes that somebody may attack."""
    if ground.now.name != "combat":
        return []
    near = ground.in_contact(ground.now.side)
    return [
        target
        for target in near
        if not why_not_target(ground, target)
        and any(ground.face(unit).attack for unit in attackers_of(ground, target))
    ]


# The worksheet


def stacks_of(ground: Ground, units: Sequence[Unit], target: HexId) -> tuple[Stack, ...]:
    """Return attackers by the hexes they attack from, each stack from the top, as the charts know them."""
    from_hexes = dict.fromkeys(ground.at(unit) for unit in units)
    return tuple(stack_of(ground, units, here, target) for here in from_hexes)


def stack_of(ground: Ground, units: Sequence[Unit], here: HexId, target: HexId) -> Stack:
    """Return the units that attack from one hex: the hexside they cross, by a road or not, and their supply.

    Ruling oos-stack: a stack is out of supply if a unit of it that takes part is.
    """
    taking = [unit for unit in ground.units_at(here) if unit in units]
    crossing = ground.crossing(here, target)
    return Stack(
        tuple(attacking(ground, unit) for unit in taking),
        crossing.hexside,
        crossing.hexside is not None and bool(crossing.roads),
        ground.any_short(taking),
    )


def attack_sheet(ground: Ground, units: Sequence[Unit], target: HexId) -> CombatSheet:
    """Return the worksheet of an attack on the map, against whoever is known to be there."""
    check_known(ground, units, target)
    defenders = ground.units_at(target)
    stacks, known = stacks_of(ground, units, target), all_defending(ground, defenders)
    return combat.sheet_of(
        ground.scenario.period, stacks, known, ground.terrain(target), ground.card,
        side=units[0].side, defenders_oos=ground.any_short(defenders),
    )  # fmt: skip


def check_known(ground: Ground, units: Sequence[Unit], target: HexId) -> None:
    """Refuse what cannot be worked out at all, as may come up in free play."""
    if not units:
        raise NotAllowed("choose who attacks")
    for unit in units:
        if ground.at(unit) < 0:
            raise NotAllowed(f"{unit.name} is not on the map")
        if ground.grid.distance(ground.at(unit), target) != 1:
            raise NotAllowed(f"{unit.name} is not next to {ground.grid.names[target]}")
    if not ground.units_at(target):
        raise NotAllowed(f"there is nobody in {ground.grid.names[target]} to attack")
    if reason := why_too_weak(ground, units):
        raise NotAllowed(reason)


# The battle


def attack(ground: Ground, units: Sequence[Unit], target: HexId) -> Rule[Position]:
    """Carry out an attack: losses, the defenders' retreat, advance."""
    sheet = attack_sheet(ground, units, target)
    position = yield from fought(ground, units, target, sheet)
    if not alive(position, units) or ground.after(position).units_at(target):
        return position
    return (yield from advance(ground.after(position), alive(position, units), target))


def fought(ground: Ground, units: Sequence[Unit], target: HexId, sheet: CombatSheet) -> Rule[Position]:
    """Roll on the table of the period, take the losses, and let whoever is left of the defenders retreat."""
    defenders = ground.units_at(target)
    position = replace(
        ground.position,
        acted=ground.position.acted | {unit.number for unit in units},
        attacked=ground.position.attacked | {target},
    )
    outcome: Outcome = yield from combat.combat(sheet, position)
    position = suffer(position, units, outcome.attackers_lose)
    position = suffer(position, defenders, outcome.defenders_lose)
    left = alive(position, defenders)
    if not outcome.retreats or not left:
        return position
    return (yield from retreat(ground.after(position), left, outcome.retreats))


def advance(ground: Ground, units: Sequence[Unit], target: HexId) -> Rule[Position]:
    """Let victorious attackers into the hex they emptied, one after another, as far as it has room."""
    position, left = ground.position, list(units)
    name = ground.grid.names[target]
    while left and ground.after(position).room(target) > 0:
        ids = [*(unit.id for unit in left), NOBODY]
        chosen: str = yield Choose(left[0].side, Advance(name), ids, position)
        if chosen == NOBODY:
            break
        unit = ground.scenario.by_id[chosen]
        position = yield from enter(ground, position, [unit], target)
        left.remove(unit)
    return position
