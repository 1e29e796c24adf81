# SPDX-License-Identifier: Apache-2.0
"""Movement in play: which units move in a phase and how far, and units that enter or leave over the edges."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from msgspec.structs import replace

from grognard.games.panzerblitz import transport
from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.movement import (
    Move,
    StepCosts,
    Surroundings,
    blocked,
    closed,
    may_move_one_hex,
    mobility,
    step_costs,
)
from grognard.games.panzerblitz.position import Position
from grognard.games.panzerblitz.scenario import Unit
from grognard.hexes import HexId
from grognard.hexes.paths import PROHIBITED, SCALE, Reach, points
from grognard.play.places import EXITED, LOST, WAITING, is_on_map
from grognard.play.tuples import placed, placed_all
from grognard.rules.cache import cached_by_argument, cached_on_board
from grognard.rules.costs import cost_text
from grognard.rules.riding import taken_off


def moves_this_phase(board: Board, unit: Unit) -> bool:
    """Return whether a unit is one of those that move in this phase, even if it cannot."""
    place, vehicles = board.place(unit), board.position.phase == "vehicles"
    if place in (LOST, EXITED) or unit.is_fort:
        return False
    if board.is_aboard(unit):
        return vehicles and is_on_map(place)
    return unit.is_vehicle == vehicles


def movers(board: Board) -> list[str]:
    """Return the units that move in this phase, even if they cannot."""
    units = board.scenario.of_side[board.position.side]
    return [unit.id for unit in units if moves_this_phase(board, unit)]


def _why_not_now(board: Board, unit: Unit) -> str:
    """Ruling play-sequence: vehicles move first, and then all others; say why a unit does not move in this turn or phase."""
    if reason := board.why_not_now(unit, "vehicles" if unit.is_vehicle else "infantry", "move"):
        return f"{reason} (ruling play-sequence)"
    return transport.why_not_move(board, unit)


# How far


def cannot_move(board: Board, unit: Unit) -> str:
    """Say why a unit does not move in this phase at all; empty if it may."""
    if not board.is_on_map(unit):
        return f"{unit.name} is not on the map"
    if unit.is_fort:
        return f"{unit.name} stays where it is"
    if reason := _why_not_now(board, unit):
        return reason
    if board.position.hexes[unit.number] and board.at(unit) in board.mines() | board.scenario.blocks:
        return (
            f"{unit.name} had to stop in {board.grid.names[board.at(unit)]} (rulings mines-entry and blocks)"
        )
    return "" if movement_left(board, unit) > 0 else f"{unit.name} has no movement left"


def movement_left(board: Board, unit: Unit) -> int:
    """Return what a unit has left of its movement factor, in twelfths."""
    return points(unit.type.movement) - board.position.spent[unit.number]


def costs_of(board: Board, unit: Unit) -> StepCosts:
    """Return what steps on the map cost a unit."""
    return step_costs(board.scenario.file.map, mobility(unit.type), board.card)


@cached_on_board
def _surroundings(board: Board) -> dict[bool, Surroundings]:
    """Return what stands in the way of the side to move: for units that have not moved yet, and for those that have."""
    side = board.position.side
    friends = [at for at in board.hexes_of(side) for _ in board.garrison(at)]
    blocks, foes = board.scenario.blocks, board.foes(side)
    forts = frozenset(at for at in foes if board.fort_at(at))
    return {
        moved: Surroundings(
            side,
            # A block is entered only by the first step of a move (ruling blocks).
            enemies=foes | blocks if moved else foes,
            friends=[*friends, *board.position.wrecks],
            mines=board.mines(),
            blocks=frozenset() if moved else blocks,
            forts=forts,
            card=board.card,
        )
        for moved in (False, True)
    }


@cached_by_argument
def move_of(board: Board, unit: Unit) -> Move:
    """Return the move of a unit from where it stands, with what it has left."""
    moved, left = board.position.hexes[unit.number] > 0, Fraction(movement_left(board, unit), SCALE)
    return Move(unit.called, board.at(unit), costs_of(board, unit), _surroundings(board)[moved], left, moved)


def reach(board: Board, unit: Unit) -> Reach:
    """Return where a unit can go with what it has left."""
    return move_of(board, unit).reach


def reachable(board: Board, unit: Unit) -> Sequence[HexId]:
    """Return the other hexes that a unit can go to."""
    return () if cannot_move(board, unit) else reach(board, unit).elsewhere


def why_not_to(board: Board, unit: Unit, hex_id: HexId) -> str:
    """Say why a unit cannot move to a hex; empty if it can."""
    if hex_id == board.place(unit):
        return f"{unit.name} is there"
    reason = cannot_move(board, unit)
    if not reason and board.position.hexes[unit.number] and hex_id in board.scenario.blocks:
        return blocked(board.grid.names[hex_id])
    return reason or move_of(board, unit).why_not(hex_id)


def warnings(board: Board, unit: Unit, path: Sequence[HexId]) -> str:
    """Warn of the effects of a path: mines and a block stop a unit, and a vehicle that uses a road may not overrun."""
    notes = []
    if path[-1] in board.mines():
        notes.append("mines: it stops and they attack it")
    if path[-1] in board.scenario.blocks:
        notes.append("a block: it stops")
    if unit.type.is_armoured_vehicle and _by_road(board, path):
        notes.append("by road: no overrun this turn")
    return ", ".join(notes)


def move(board: Board, unit: Unit, hex_id: HexId) -> Position:
    """Move a unit with its rider. In free play it may go where it cannot, and then has no movement left."""
    in_reach = reach(board, unit) if board.is_on_map(unit) else None
    cost = in_reach.cost(hex_id) if in_reach else None
    path = in_reach.path(hex_id) if in_reach and cost is not None else (hex_id, hex_id)
    spent = movement_left(board, unit) if cost is None else cost
    after = _after_move(board, unit, hex_id, spent, hexes_moved(board, unit, path))
    return _on_road(after, unit) if _by_road(board, path) else after


def hexes_moved(board: Board, unit: Unit, path: Sequence[HexId]) -> int:
    """Return how long a path is; for cavalry one hex if a single step is open, too, even where a longer way is cheaper."""
    taken, rides = _surroundings(board)[False].without_road, unit.type.kind == "cavalry"
    step = costs_of(board, unit).ways.step_cost(path[0], path[-1], off_road=path[-1] in taken)
    if not rides or step is None:
        return len(path) - 1
    free = not board.position.hexes[unit.number] and may_move_one_hex(unit.type.movement, board.card)
    return 1 if free or step <= movement_left(board, unit) else len(path) - 1


def _after_move(board: Board, unit: Unit, hex_id: HexId, cost: int, hexes: int) -> Position:
    position, number, party = board.position, unit.number, board.party(unit)
    off_mines = party if hex_id != position.at[number] else set()
    return replace(
        position,
        at=placed_all(position.at, party, hex_id),
        spent=placed(position.spent, number, position.spent[number] + cost),
        hexes=placed(position.hexes, number, position.hexes[number] + hexes),
        survivors=position.survivors - off_mines,
    )


def _on_road(position: Position, unit: Unit) -> Position:
    return replace(position, on_road=position.on_road | {unit.number})


def _by_road(board: Board, path: Sequence[HexId]) -> bool:
    """Return whether any step of a path is by a road that counts."""
    map_, taken = board.scenario.map, _surroundings(board)[False].without_road
    sides = [(board.grid.hexside_between(here, there), there) for here, there in pairwise(path)]
    return any(side is not None and there not in taken and map_.roads_at(side) for side, there in sides)


def off_road_cost(board: Board, unit: Unit, way: Sequence[HexId]) -> int | None:
    """Return what a path costs a unit off the road, step by step; None if some step is barred."""
    ways = costs_of(board, unit).ways
    costs = [ways.step_cost(here, there, off_road=True) for here, there in pairwise(way)]
    return None if None in costs else sum(cost for cost in costs if cost is not None)


# Over the edges


def cannot_arrive(board: Board, unit: Unit) -> str:
    """Say why a unit does not arrive in this phase at all; empty if it may."""
    if board.place(unit) != WAITING or not unit.box:
        return f"{unit.name} is not waiting to come"
    if reason := _why_not_now(board, unit):
        return reason
    return f"{unit.name} comes on turn {unit.turn}" if board.position.turn < unit.turn else ""


def edge_of(board: Board, unit: Unit) -> tuple[HexId, ...]:
    """Return the hexes of the edge that a unit comes over."""
    return board.scenario.entries[unit.box]


def why_not_arrive(board: Board, unit: Unit, hex_id: HexId) -> str:
    """Say why a unit may not arrive at a hex; empty if it may."""
    reason, name = cannot_arrive(board, unit), board.grid.names[hex_id]
    if reason:
        return reason
    if hex_id not in edge_of(board, unit):
        return f"{unit.name} comes over the {unit.box}, and {name} is not on it"
    if hex_id in board.foes(unit.side):
        return closed(name, in_a_fort=board.fort_at(hex_id) is not None)
    if board.room(hex_id, unit.side) <= 0:
        return f"{name} is full (ruling stacking)"
    cost = _arrival_cost(board, unit, hex_id)
    if cost == PROHIBITED:
        return f"{unit.name} may not come to {name}: {costs_of(board, unit).why_barred_off_road(hex_id)}"
    if cost > movement_left(board, unit) and not may_move_one_hex(unit.type.movement, board.card):
        return f"{name} costs {cost_text(cost)} MF, and {unit.name} has {unit.type.movement} (ruling one-hex-move)"
    return ""


def _arrival_cost(board: Board, unit: Unit, hex_id: HexId) -> int:
    """Ruling arrival: return what arriving at a hex costs, as a step into it would."""
    return costs_of(board, unit).arrival(hex_id, road=_comes_by_road(board, hex_id))


def _comes_by_road(board: Board, hex_id: HexId) -> bool:
    """Return whether a road that counts leads onto the map in a hex: one that ends there, with no unit on it."""
    ends = {end for road in board.scenario.map.roads for end in (road.hexes[0], road.hexes[-1])}
    return hex_id in ends and hex_id not in _surroundings(board)[False].without_road


def arrive(board: Board, unit: Unit, hex_id: HexId) -> Position:
    """Bring a unit onto the map, with its rider; it pays for the hex it enters, at most all it has."""
    cost = min(max(_arrival_cost(board, unit, hex_id), 0), movement_left(board, unit))
    after = _after_move(board, unit, hex_id, cost, 1)
    return _on_road(after, unit) if _comes_by_road(board, hex_id) else after


def why_not_exit(board: Board, unit: Unit) -> str:
    """Ruling leaving: say why a unit may not leave the map; empty if it may; leaving costs nothing."""
    if reason := cannot_move(board, unit):
        return reason
    leaves = board.at(unit) in board.scenario.exits[unit.side]
    return "" if leaves else f"{unit.name} is not at an edge over which it may leave"


def leave(board: Board, unit: Unit) -> Position:
    """Take a unit off the map, with its rider."""
    position, party = board.position, board.party(unit)
    return taken_off(position, party, EXITED, survivors=position.survivors - party)
