"""Overruns on the map: units that began the phase together attack on the move, and enter the hex that they empty."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.iron_curtain import overrun
from grognard.games.iron_curtain.combat import CombatSheet
from grognard.games.iron_curtain.contamination import enter
from grognard.games.iron_curtain.fighting import check_known, fought, stack_of, why_not_target, why_too_weak
from grognard.games.iron_curtain.ground import Ground
from grognard.games.iron_curtain.harm import alive, all_defending
from grognard.games.iron_curtain.moves import cannot_move
from grognard.games.iron_curtain.overrun import Way
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.scenario import Unit
from grognard.games.iron_curtain.terms import Mobility, Road
from grognard.games.known import once
from grognard.hexes import HexId
from grognard.hexes.paths import points
from grognard.procedures.procedure import NotAllowed
from grognard.umpire import Rule


def why_not_on(ground: Ground, unit: Unit, target: HexId) -> str:
    """Say why a unit may not overrun a hex from where it stands; nothing where it may, as far as it goes by itself."""
    reason = cannot_move(ground, unit)
    if reason:
        return reason
    if ground.grid.distance(ground.at(unit), target) != 1:
        return f"{unit.name} is not next to {ground.grid.names[target]}"
    return _why_not(ground, [unit], target)


def why_not_overrun(ground: Ground, units: Sequence[Unit], target: HexId) -> str:
    """Say why an overrun may not be made; nothing where it may."""
    if not units or len(set(units)) != len(units):
        return "name the units that overrun, each once"
    reasons = (
        why_not_target(ground, target),
        *(why_not_on(ground, unit, target) for unit in units),
        _why_not_together(ground, units),
        why_too_weak(ground, units),
    )
    return next(filter(None, reasons), "") or _why_not(ground, units, target)


def _why_not_together(ground: Ground, units: Sequence[Unit]) -> str:
    """Ruling overrun-stack: one stack overruns, of units that began the phase together."""
    if len({ground.at(unit) for unit in units}) > 1:
        return "one stack overruns, from one hex (ruling overrun)"
    if len({ground.position.began[unit.number] for unit in units}) > 1:
        return "units that overrun together began the phase together (ruling overrun-stack)"
    if len(units) > (most := ground.scenario.stacking):
        return f"no more than {counted(most, 'unit')} overrun together, as many as a hex holds (ruling overrun-stack)"
    return ""


def _why_not(ground: Ground, units: Sequence[Unit], target: HexId) -> str:
    """Say what stands against an overrun by supply, by the way into the hex or by what it costs."""
    try:
        stack = stack_of(ground, units, ground.at(units[0]), target)
        overrun.check_supply(stack, ground.scenario.period, ground.card)
        needed = price(ground, units, target)
    except NotAllowed as error:
        return str(error)
    for unit in units:
        if needed > ground.allowed(unit):
            has, costs = (f"{each / points(1):g}" for each in (ground.allowed(unit), needed))
            return f"to overrun {ground.grid.names[target]} costs {costs} MP, and {unit.name} has {has}"
    return ""


def overrunners_of(ground: Ground, target: HexId) -> list[list[Unit]]:
    """Return the stacks that may overrun a hex: whoever stands in one hex, began the phase together, has strength."""
    groups: dict[tuple[HexId, HexId], list[Unit]] = {}
    for at in ground.grid.neighbours(target):
        for unit in ground.units_at(at):
            if not why_not_on(ground, unit, target):
                groups.setdefault((at, ground.position.began[unit.number]), []).append(unit)
    return [group for group in groups.values() if not why_too_weak(ground, group)]


@once
def targets(ground: Ground) -> list[HexId]:
    """Return the hexes that somebody may overrun."""
    near = ground.in_contact(ground.now.side)
    return [each for each in near if not why_not_target(ground, each) and overrunners_of(ground, each)]


# The way and the worksheet


def way(ground: Ground, units: Sequence[Unit], target: HexId) -> Way:
    """Return how units go into a hex: by the cheapest road on which an overrun is allowed, else across country.

    Ruling bridge-overrun: where a secondary road bridges the hexside, they go beside the bridge, or not at all.
    """
    here = ground.at(units[0])
    between = ground.crossing(here, target)
    mobility: Mobility = "leg" if all(unit.legs for unit in units) else "mech"
    terrain = ground.terrain(target)
    ways: list[tuple[Fraction, Way]] = []
    refusals: list[NotAllowed] = []
    roads: tuple[Road, ...] = (*sorted(between.roads), "none")
    for along in roads:
        by_road = along != "none"
        beside = between.bridged and not by_road
        found = Way(terrain, mobility, along, beside, between.dated and (by_road or beside))
        try:
            ways.append((_cost(ground, units, target, found), found))
        except NotAllowed as refusal:
            refusals.append(refusal)
    if not ways:
        raise refusals[-1]
    return min(ways, key=lambda each: each[0])[1]


def _cost(ground: Ground, units: Sequence[Unit], target: HexId, found: Way) -> Fraction:
    stack = stack_of(ground, units, ground.at(units[0]), target)
    by_road = replace(stack, road=stack.hexside is not None and found.along != "none")
    return overrun.cost(by_road, found, ground.card)


def price(ground: Ground, units: Sequence[Unit], target: HexId) -> int:
    """Return the movement points of an overrun: the way into the hex, and an enemy zone of control there."""
    cost = _cost(ground, units, target, way(ground, units, target))
    return points(cost) + ground.zone_cost(units[0].side, target)


def overrun_sheet(ground: Ground, units: Sequence[Unit], target: HexId) -> CombatSheet:
    """Return the worksheet of an overrun on the map, against whoever is known to be there."""
    check_known(ground, units, target)
    defenders = ground.units_at(target)
    return overrun.sheet_of(
        stack_of(ground, units, ground.at(units[0]), target),
        all_defending(ground, defenders),
        way(ground, units, target),
        ground.card,
        period=ground.scenario.period,
        side=units[0].side,
        defenders_oos=ground.any_short(defenders),
    )


def carry_out(ground: Ground, units: Sequence[Unit], target: HexId) -> Rule[Position]:
    """Carry out an overrun: the battle, and all who are left enter the hex if it is empty. They move no further."""
    sheet = overrun_sheet(ground, units, target)
    spent = list(ground.position.spent)
    for unit in units:
        spent[unit.number] += ground.allowed(unit)
    ground = ground.after(replace(ground.position, spent=tuple(spent)))
    position = yield from fought(ground, units, target, sheet)
    left = alive(position, units)
    if not left or ground.after(position).units_at(target):
        return position
    return (yield from enter(ground, position, left, target))
