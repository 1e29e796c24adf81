"""Movement in play: deployment, moves of units and forces, and reinforcements."""

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.jarama.field import Field
from grognard.games.jarama.harm import driven
from grognard.games.jarama.knowledge import put
from grognard.games.jarama.position import WAITING, March, Position
from grognard.games.jarama.scenario import Unit
from grognard.games.jarama.steps import entry_cost
from grognard.games.jarama.units import on_rails
from grognard.games.naming import names
from grognard.hexes import HexId
from grognard.hexes.paths import points
from grognard.play.tuples import placed
from grognard.procedures.procedure import NotAllowed

# Deployment


def cannot_deploy(field: Field, unit: Unit) -> str:
    """Say why a unit is not set up now; nothing where it is."""
    position = field.position
    if position.phase != "deployment" or position.side != unit.side:
        return f"{unit.name} is not set up in the {position.side} {position.phase} phase"
    return f"{unit.name} comes on turn {unit.turn}" if field.at(unit) < 0 else ""


def why_not_deploy(field: Field, unit: Unit, hex_id: HexId) -> str:
    """Ruling deployment: say why a unit may not be set up in a hex; nothing where it may."""
    if reason := cannot_deploy(field, unit):
        return reason
    name = field.grid.names[hex_id]
    if hex_id == field.at(unit):
        return f"{unit.name} is there"
    if hex_id not in field.formation(unit).zone:
        return f"{name} is not in the zone of {unit.formation} (ruling deployment)"
    if hex_id in enemy_zones(field, unit):
        return f"the enemy may set up in {name} too (ruling deployment)"
    if field.scenario.map.is_water(hex_id):
        return f"{name} is {field.scenario.map.terrain[hex_id]}"
    if unit.mobility == "train" and not on_rails(field.scenario.map, hex_id):
        return f"there is no railroad in {name}"
    return "" if field.room(hex_id) > 0 else full(field, hex_id)


def enemy_zones(field: Field, unit: Unit) -> set[HexId]:
    """Return the hexes in which the enemy of a unit may set up."""
    return {at for each in field.scenario.formations if each.side != unit.side for at in each.zone}


def full(field: Field, hex_id: HexId) -> str:
    """Say that a hex takes no more units."""
    return f"{field.grid.names[hex_id]} is full: {counted(field.scenario.stacking, 'unit')} to a hex (ruling stacking)"


def check_apart(field: Field, unit: Unit, hex_id: HexId) -> None:
    """Refuse to go where the enemy is, or may set up, in free play too: sides that share a hex find each other out."""
    name, deploying = field.grid.names[hex_id], field.position.phase == "deployment"
    zones = {each.side for each in field.scenario.formations if hex_id in each.zone}
    if deploying and zones != {unit.side}:
        raise NotAllowed(f"{name} is in no zone where {unit.side} alone sets up (ruling deployment)")
    if not deploying and hex_id in field.foes(unit.side):
        raise NotAllowed(f"enemy units are in {name}")


def deploy(field: Field, unit: Unit, hex_id: HexId) -> Position:
    """Set a unit up. What a side holds is seen only when both have; in free play a unit is set up at any time."""
    check_apart(field, unit, hex_id)
    if field.position.phase != "deployment":
        return field.settled(driven(field.position, [unit], hex_id))
    return replace(put(field.position, [unit.number], hex_id), held=field.position.held)


# Moves


def cannot_move(field: Field, unit: Unit) -> str:
    """Say why a unit does not move now at all; nothing where it may."""
    if reason := cannot_act(field, unit):
        return reason
    if is_laid(field, unit):
        return f"{unit.name} lies over the river: take the pontoons up first (ruling pontoon-laying)"
    return "" if field.allowed(unit) != 0 else f"{unit.name} has no movement points left"


def is_laid(field: Field, unit: Unit) -> bool:
    """Say whether a unit is pontoons that lie over a river."""
    return any(each.unit == unit.number for each in field.position.features.pontoons)


def cannot_act(field: Field, unit: Unit) -> str:
    """Say why a unit neither moves nor works now; nothing where it may."""
    position, number = field.position, unit.number
    if field.at(unit) < 0:
        return f"{unit.name} is not on the map"
    if position.side != unit.side or position.phase != "movement":
        return f"{unit.name} does not move in the {position.side} {position.phase} phase"
    if not field.is_active(unit):
        return f"{unit.name} does not move: its formation is not active"
    if number in position.acted:
        return f"{unit.name} has attacked, and moves no farther (ruling mobile-attack)"
    if number in position.stopped:
        return f"{unit.name} has stopped, and moves no farther this turn"
    if number in position.fired:
        return f"{unit.name} has fired, and does not move any more this turn (ruling artillery-capacity)"
    if any(each.unit == number for each in position.works):
        return f"{unit.name} is at work"
    return ""


def why_not_to(field: Field, unit: Unit, hex_id: HexId) -> str:
    """Say why a unit cannot move to a hex; nothing where it can."""
    if hex_id == field.at(unit):
        return f"{unit.name} is there"
    return field.move(unit).why_not(hex_id) or _afraid(field, unit, hex_id)


def _afraid(field: Field, unit: Unit, hex_id: HexId) -> str:
    """Ruling demoralised-movement: say why a demoralised unit does not go to a hex."""
    if unit.number not in field.position.demoralised:
        return ""
    if nearest(field, unit, hex_id) >= nearest(field, unit, field.at(unit)):
        return ""
    return f"{unit.name} is demoralised and goes no nearer to the enemy (ruling demoralised-movement)"


def nearest(field: Field, unit: Unit, hex_id: HexId) -> int:
    """Return how far the nearest enemy is from a hex."""
    return min((field.grid.distance(hex_id, each) for each in field.foes(unit.side)), default=0)


def destinations(field: Field, unit: Unit) -> list[HexId]:
    """Return the hexes that a unit can move to."""
    found = field.reach(unit).elsewhere
    if unit.number not in field.position.demoralised:
        return found
    return [each for each in found if not _afraid(field, unit, each)]


def move(field: Field, units: Sequence[Unit], hex_id: HexId) -> Position:
    """Move units of a hex together. In free play they may go where the rules say they cannot, and have nothing left."""
    if len({field.at(unit) for unit in units}) != 1:
        raise NotAllowed("name who moves, and only units of one hex")
    check_apart(field, units[0], hex_id)
    position, lying = field.position, from_the_top(field, units)
    start = field.at(lying[0])
    stopped = position.stopped
    for unit in lying:
        cost = field.reach(unit).cost(hex_id) if field.at(unit) >= 0 else None
        spent = (field.allowed(unit) or 1) if cost is None else cost
        # A train has no points to count: what it did is remembered as one.
        spent = min(spent, 1) if field.allowance(unit) is None else spent
        position = replace(
            position, spent=placed(position.spent, unit.number, position.spent[unit.number] + spent)
        )
        if hex_id in field.zone_against(unit.side) or unit.mobility == "train":
            stopped |= {unit.number}
    position = replace(position, stopped=stopped, marches=(*position.marches, March(start, hex_id)))
    return field.settled(driven(position, lying, hex_id))


def from_the_top(field: Field, units: Sequence[Unit]) -> list[Unit]:
    """Return units as they lie, each once, in whatever order they are named."""
    every = field.scenario.units
    return [every[number] for number in field.position.order if every[number] in units]


def why_not_move(field: Field, units: Sequence[Unit], hex_id: HexId) -> str:
    """Say why units may not move to a hex, all of them together; nothing where they may."""
    if not units or len(set(units)) < len(units):
        return "name who moves, each unit once"
    for unit in units:
        if reason := cannot_move(field, unit):
            return reason
        if field.at(unit) != field.at(units[0]):
            return (
                f"{unit.name} is not in one hex with {units[0].name}, and only units of one hex move together"
            )
    reasons = {unit: why_not_to(field, unit, hex_id) for unit in units}
    reason = next(filter(None, reasons.values()), "")
    if len(units) == 1:
        return reason
    if reason:
        who = names(unit for unit in units if reasons[unit] == reason)
        return f"{who} cannot go there: {reason}"
    return _no_room_for(field, units, hex_id)


def _no_room_for(field: Field, units: Sequence[Unit], hex_id: HexId) -> str:
    room = field.room(hex_id)
    if room >= len(units):
        return ""
    holds = f"{counted(field.scenario.stacking, 'unit')} to a hex (ruling stacking)"
    return f"{names(units)} do not all find room: {field.grid.names[hex_id]} takes {room} more, {holds}"


def comrades(field: Field, unit: Unit) -> list[Unit]:
    """Return who could move with a unit that leads them: those beneath it in its hex that may move."""
    stack = field.units_at(field.at(unit))
    return [each for each in stack[stack.index(unit) + 1 :] if not cannot_move(field, each)]


# Reinforcements


def cannot_arrive(field: Field, unit: Unit) -> str:
    """Say why a unit does not come onto the map now; nothing where it may."""
    position = field.position
    if field.at(unit) != WAITING:
        return f"{unit.name} is not waiting to come"
    if position.side != unit.side or position.phase != "movement":
        return f"units come in their own movement phase, and this is {position.side} {position.phase}"
    if position.turn < unit.turn:
        return f"{unit.name} comes on turn {unit.turn}"
    return "" if field.is_active(unit) else f"{unit.name} does not come: its formation is not active"


def why_not_arrive(field: Field, unit: Unit, hex_id: HexId) -> str:
    """Ruling arrival: say why a unit may not come to a hex; nothing where it may."""
    if reason := cannot_arrive(field, unit):
        return reason
    name = field.grid.names[hex_id]
    if hex_id not in field.scenario.entries[unit.box]:
        return f"{unit.name} comes by {unit.box}, and {name} is not on it"
    if hex_id in field.foes(unit.side):
        return f"enemy units are in {name}"
    return "" if field.room(hex_id) > 0 else full(field, hex_id)


def arrive(field: Field, unit: Unit, hex_id: HexId) -> Position:
    """Ruling arrival: bring a unit onto the map, for the cost of the hex; it stops in an enemy zone."""
    check_apart(field, unit, hex_id)
    cost = entry_cost(field.scenario.map, hex_id, unit.mobility, field.position.features, field.card)
    allowed = field.allowance(unit)
    spent = points(cost) if allowed is None else min(points(cost), allowed)
    position = put(field.position, [unit.number], hex_id)
    position = replace(position, spent=placed(position.spent, unit.number, spent))
    if hex_id in field.zone_against(unit.side):
        position = replace(position, stopped=position.stopped | {unit.number})
    return field.settled(position)
