# SPDX-License-Identifier: Apache-2.0
"""Movement in play: deployment, moves of units and forces, and reinforcements."""

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.games.jarama.board import Board
from grognard.games.jarama.losses import moved_to
from grognard.games.jarama.move_costs import entry_cost
from grognard.games.jarama.position import March, Position
from grognard.games.jarama.scenario import Unit
from grognard.games.jarama.terms import STACKING_LIMIT
from grognard.games.jarama.units import on_rails
from grognard.hexes import HexId
from grognard.hexes.paths import points
from grognard.play.places import WAITING
from grognard.play.tuples import placed
from grognard.procedures.procedure import NotAllowed
from grognard.rules.group_movement import in_stack_order, why_no_room, why_not_together
from grognard.rules.hidden_forces import put

# Deployment


def cannot_deploy(board: Board, unit: Unit) -> str:
    """Say why a unit is not set up now; empty if it is."""
    position = board.position
    if position.phase != "deployment" or position.side != unit.side:
        return f"{unit.name} is not set up in the {position.side} {position.phase} phase"
    return f"{unit.name} comes on turn {unit.turn}" if not board.is_on_map(unit) else ""


def why_not_deploy(board: Board, unit: Unit, hex_id: HexId) -> str:
    """Ruling deployment: say why a unit may not be set up in a hex; empty if it may."""
    if reason := cannot_deploy(board, unit):
        return reason
    name = board.grid.names[hex_id]
    if hex_id == board.at(unit):
        return f"{unit.name} is there"
    if hex_id not in board.formation(unit).zone:
        return f"{name} is not in the zone of {unit.formation} (ruling deployment)"
    if board.scenario.map.is_water(hex_id):
        return f"{name} is {board.scenario.map.terrain[hex_id]}"
    if unit.mobility == "train" and not on_rails(board.scenario.map, hex_id):
        return f"there is no railroad in {name}"
    return "" if board.room(hex_id) > 0 else why_full(board, hex_id)


def why_full(board: Board, hex_id: HexId) -> str:
    """Say that a hex takes no more units."""
    return f"{board.grid.names[hex_id]} is full: {STACKING_LIMIT}"


def check_apart(board: Board, unit: Unit, hex_id: HexId) -> None:
    """Refuse to enter hexes where the enemy is, or may set up, even in free play: sides in one hex would discover each other."""
    name, deploying = board.grid.names[hex_id], board.position.phase == "deployment"
    zones = {formation.side for formation in board.scenario.formations if hex_id in formation.zone}
    if deploying and zones != {unit.side}:
        raise NotAllowed(f"{name} is in no zone where {unit.side} alone sets up (ruling deployment)")
    if not deploying and hex_id in board.foes(unit.side):
        raise NotAllowed(f"enemy units are in {name}")


def deploy(board: Board, unit: Unit, hex_id: HexId) -> Position:
    """Set up a unit. The hexes a side holds are seen only when both have set up; in free play this is possible at any time."""
    check_apart(board, unit, hex_id)
    if board.position.phase != "deployment":
        return board.settled(moved_to(board.position, [unit], hex_id))
    return replace(put(board.position, [unit.number], hex_id), held=board.position.held)


# Moves


def cannot_move(board: Board, unit: Unit) -> str:
    """Say why a unit does not move now at all; empty if it may."""
    if reason := cannot_act(board, unit):
        return reason
    if is_laid(board, unit):
        return f"{unit.name} lies over the river: take the pontoons up first (ruling pontoon-laying)"
    return "" if board.allowed(unit) != 0 else f"{unit.name} has no movement points left"


def is_laid(board: Board, unit: Unit) -> bool:
    """Return whether a unit is pontoons that lie over a river."""
    return any(pontoon.unit == unit.number for pontoon in board.position.features.pontoons)


def cannot_act(board: Board, unit: Unit) -> str:
    """Say why a unit may neither move nor work now; empty if it may."""
    position, number = board.position, unit.number
    if not board.is_on_map(unit):
        return f"{unit.name} is not on the map"
    if position.side != unit.side or position.phase != "movement":
        return f"{unit.name} does not move in the {position.side} {position.phase} phase"
    if not board.is_active(unit):
        return f"{unit.name} does not move: its formation is not active"
    if number in position.acted:
        return f"{unit.name} has attacked, and moves no farther (ruling mobile-attack)"
    if number in position.stopped:
        return f"{unit.name} has stopped, and moves no farther this turn"
    if number in position.fired:
        return f"{unit.name} has fired, and does not move any more this turn (ruling artillery-capacity)"
    if any(work.unit == number for work in position.works):
        return f"{unit.name} is at work"
    return ""


def why_not_to(board: Board, unit: Unit, hex_id: HexId) -> str:
    """Say why a unit cannot move to a hex; empty if it can."""
    if hex_id == board.at(unit):
        return f"{unit.name} is there"
    return board.move(unit).why_not(hex_id) or _why_too_near(board, unit, hex_id)


def _why_too_near(board: Board, unit: Unit, hex_id: HexId) -> str:
    """Ruling demoralised-movement: say why a demoralised unit may not go to a hex; empty if it may."""
    if unit.number not in board.position.demoralised:
        return ""
    if nearest(board, unit, hex_id) >= nearest(board, unit, board.at(unit)):
        return ""
    return f"{unit.name} is demoralised and goes no nearer to the enemy (ruling demoralised-movement)"


def nearest(board: Board, unit: Unit, hex_id: HexId) -> int:
    """Return how far the nearest enemy is from a hex."""
    return min((board.grid.distance(hex_id, foe) for foe in board.foes(unit.side)), default=0)


def destinations(board: Board, unit: Unit) -> list[HexId]:
    """Return the hexes that a unit can move to."""
    hexes = board.reach(unit).elsewhere
    if unit.number not in board.position.demoralised:
        return hexes
    return [at for at in hexes if not _why_too_near(board, unit, at)]


def move(board: Board, units: Sequence[Unit], hex_id: HexId) -> Position:
    """Move units of a hex together. In free play they may go where the rules say they cannot, and then have nothing left."""
    if len({board.place(unit) for unit in units}) != 1:
        raise NotAllowed("name who moves, and only units of one hex")
    check_apart(board, units[0], hex_id)
    position, movers = board.position, in_stack_order(board.position.order, units)
    start = board.place(movers[0])
    stopped = position.stopped
    for unit in movers:
        cost = board.reach(unit).cost(hex_id) if board.is_on_map(unit) else None
        spent = (board.allowed(unit) or 1) if cost is None else cost
        # A train has no points to count: any move of it is recorded as one.
        spent = min(spent, 1) if board.allowance(unit) is None else spent
        position = replace(
            position, spent=placed(position.spent, unit.number, position.spent[unit.number] + spent)
        )
        if hex_id in board.zone_against(unit.side) or unit.mobility == "train":
            stopped |= {unit.number}
    position = replace(position, stopped=stopped, marches=(*position.marches, March(start, hex_id)))
    return board.settled(moved_to(position, movers, hex_id))


def why_not_move(board: Board, units: Sequence[Unit], hex_id: HexId) -> str:
    """Say why units may not move to a hex, all of them together; empty if they may."""
    return why_not_together(
        units,
        board.place,
        lambda unit: cannot_move(board, unit),
        lambda unit: why_not_to(board, unit, hex_id),
    ) or why_no_room(units, board.room(hex_id), board.grid.names[hex_id], STACKING_LIMIT)


def comrades(board: Board, unit: Unit) -> list[Unit]:
    """Return the units that could move with one that leads them: those beneath it in its hex that may move."""
    stack = board.units_at(board.at(unit))
    return [comrade for comrade in stack[stack.index(unit) + 1 :] if not cannot_move(board, comrade)]


# Reinforcements


def cannot_arrive(board: Board, unit: Unit) -> str:
    """Say why a unit does not come onto the map now; empty if it may."""
    position = board.position
    if board.place(unit) != WAITING:
        return f"{unit.name} is not waiting to come"
    if position.side != unit.side or position.phase != "movement":
        return f"units come in their own movement phase, and this is {position.side} {position.phase}"
    if position.turn < unit.turn:
        return f"{unit.name} comes on turn {unit.turn}"
    return "" if board.is_active(unit) else f"{unit.name} does not come: its formation is not active"


def why_not_arrive(board: Board, unit: Unit, hex_id: HexId) -> str:
    """Ruling arrival: say why a unit may not come to a hex; empty if it may."""
    if reason := cannot_arrive(board, unit):
        return reason
    name = board.grid.names[hex_id]
    if hex_id not in board.scenario.entries[unit.box]:
        return f"{unit.name} comes by {unit.box}, and {name} is not on it"
    if hex_id in board.foes(unit.side):
        return f"enemy units are in {name}"
    return "" if board.room(hex_id) > 0 else why_full(board, hex_id)


def arrive(board: Board, unit: Unit, hex_id: HexId) -> Position:
    """Ruling arrival: bring a unit onto the map, for the cost of the hex; it stops in an enemy zone."""
    check_apart(board, unit, hex_id)
    cost = entry_cost(board.scenario.map, hex_id, unit.mobility, board.position.features, board.card)
    allowed = board.allowance(unit)
    spent = points(cost) if allowed is None else min(points(cost), allowed)
    position = put(board.position, [unit.number], hex_id)
    position = replace(position, spent=placed(position.spent, unit.number, spent))
    if hex_id in board.zone_against(unit.side):
        position = replace(position, stopped=position.stopped | {unit.number})
    return board.settled(position)
