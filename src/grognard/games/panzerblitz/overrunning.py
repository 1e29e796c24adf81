"""Overruns on the map: armored vehicles drive straight through a hex, from beside it to the other side."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from grognard.games.panzerblitz import overrun
from grognard.games.panzerblitz.attack import AttackSheet, attack
from grognard.games.panzerblitz.beside import Beside
from grognard.games.panzerblitz.ground import Ground
from grognard.games.panzerblitz.harm import suffer
from grognard.games.panzerblitz.limits import why_not_attack
from grognard.games.panzerblitz.moves import cannot_move, left_to, price, riding, why_not_to
from grognard.games.panzerblitz.overrun import Marker
from grognard.games.panzerblitz.position import Position
from grognard.games.panzerblitz.scenario import Unit
from grognard.hexes import HexId
from grognard.hexes.paths import points
from grognard.play.tuples import placed
from grognard.rules.cache import once
from grognard.umpire import Rule


def cannot_overrun(ground: Ground, unit: Unit) -> str:
    """Say why a unit overruns nobody in this phase; nothing where it may."""
    reason = overrun.why_not_unit(unit.called, (), ground.card)
    if reason:
        return reason
    reason = cannot_move(ground, unit) or why_not_attack("overrun", unit.called, ground.done(unit))
    if reason:
        return reason
    if unit.number in ground.position.on_road:
        return f"{unit.name} has moved at the road rate, and does not overrun this turn (ruling overrun)"
    return ""


def way_out(ground: Ground, here: HexId, target: HexId) -> HexId | None:
    """Return the hex on the far side of a hex; none at the edge of the map, or where the two are not neighbours."""
    direction = ground.grid.direction(here, target)
    return None if direction is None else ground.grid.neighbour(target, direction)


def why_not_on(ground: Ground, unit: Unit, target: HexId) -> str:
    """Say why a unit may not overrun a hex from where it stands; nothing where it may."""
    reason = cannot_overrun(ground, unit)
    if reason:
        return reason
    here, names = ground.at(unit), ground.grid.names
    struck = [each.called for each in ground.under_attack(target)]
    reason = why_not_hex(ground, target) or overrun.why_not_unit(unit.called, struck, ground.card)
    if reason:
        return reason
    if ground.grid.distance(here, target) != 1:
        return f"{unit.name} is not next to {names[target]}: it drives on from beside it (ruling overrun)"
    there = way_out(ground, here, target)
    if there is None:
        return f"{unit.name} would drive off the map (ruling overrun)"
    if there in ground.foes(unit.side):
        return f"enemy units are in {names[there]}, where {unit.name} would come out (ruling overrun)"
    if there in ground.scenario.blocks:
        return f"{names[there]}, where {unit.name} would come out, is blocked (ruling blocks)"
    cost = price(ground, unit, (here, target, there))
    if cost is None:
        return f"there is no way for {unit.name} through {names[target]} to {names[there]}"
    if cost > left_to(ground, unit):
        return f"{unit.name} has not movement enough to drive through to {names[there]}"
    return _why_no_room(ground, [unit], target)


def why_not_into(ground: Ground, unit: Unit, hex_id: HexId) -> str:
    """Say why a unit cannot move to a hex; where enemies are, whether a vehicle can overrun them instead."""
    plain = why_not_to(ground, unit, hex_id)
    if hex_id not in ground.foes(unit.side) or not unit.type.is_armoured_vehicle or cannot_move(ground, unit):
        return plain
    reason = why_not_overrun(ground, [unit], hex_id)
    return f"{plain}; {reason}" if reason else f"{plain}, but it can overrun them"


def why_not_hex(ground: Ground, target: HexId) -> str:
    """Say why nobody is overrun in a hex, whoever is there; nothing where units can be."""
    return overrun.why_not_hex(ground.footing(target), ground.level(target), _lies_there(ground, target))


def situation(ground: Ground, units: Sequence[Unit], target: HexId) -> overrun.Overrun:
    """Say what the card asks of an overrun, from the position."""
    return overrun.Overrun(
        attackers=tuple(unit.type.id for unit in units),
        targets=ground.words(ground.under_attack(target)),
        terrain=ground.footing(target),
        elevation=ground.level(target),
        lies_there=_lies_there(ground, target),
    )


def _lies_there(ground: Ground, target: HexId) -> Marker:
    if target in ground.mines():
        return "mines"
    if target in ground.scenario.blocks:
        return "block"
    return "wreck" if ground.wrecks_at(target) else "nothing"


def _worksheet(ground: Ground, units: Sequence[Unit], target: HexId) -> AttackSheet:
    return overrun.worksheet(situation(ground, units, target), ground.card)


OVERRUN = Beside("overrun", "overrun", why_not_on, _worksheet)
targets = once(OVERRUN.targets)


def why_not_overrun(ground: Ground, units: Sequence[Unit], target: HexId) -> str:
    """Say why an overrun may not be made; nothing where it may."""
    return OVERRUN.why_not(ground, units, target) or _why_no_room(ground, units, target)


def _why_no_room(ground: Ground, units: Sequence[Unit], target: HexId) -> str:
    """Ruling stacking: overrunners stop where they come out, and must have room there."""
    leaving = {unit.number for unit in units}
    out = Counter(way_out(ground, ground.at(unit), target) for unit in units)
    for there, count in out.items():
        if there is None:
            continue
        staying = [unit for unit in ground.garrison(there) if unit.number not in leaving]
        room = ground.room(there, units[0].side) + len(ground.garrison(there)) - len(staying)
        if count > room:
            return f"{ground.grid.names[there]} has no room for {count} more (ruling stacking)"
    return ""


def drive_through(ground: Ground, units: Sequence[Unit], target: HexId) -> Rule[Position]:
    """Carry out an overrun: roll, and stop on the other side, whatever came of it."""
    struck = ground.under_attack(target)
    outcome = yield from attack(OVERRUN.sheet(ground, units, target))
    position = suffer(ground, struck, outcome)
    at, spent, hexes, moved = position.at, position.spent, position.hexes, set()
    for unit in units:
        there = way_out(ground, ground.at(unit), target)
        # In free play somebody may overrun who cannot; he then stays where he is.
        there = ground.at(unit) if there is None else there
        for number in (unit.number, *riding(ground, unit)):
            at = placed(at, number, there)
            moved.add(number)
        spent = placed(spent, unit.number, points(unit.type.movement))
        hexes = placed(hexes, unit.number, hexes[unit.number] + 2)
    return replace(
        position,
        at=at,
        spent=spent,
        hexes=hexes,
        survivors=position.survivors - moved,
        acted=position.acted | {unit.number for unit in units},
        overrun=position.overrun | {target},
    )
