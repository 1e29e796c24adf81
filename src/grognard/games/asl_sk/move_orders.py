# SPDX-License-Identifier: Apache-2.0
"""The movement phase: how far units move, double time, and AFVs that start, stop and work their hatches."""

from fractions import Fraction
from functools import cache

from msgspec.structs import replace

from grognard.games.asl_sk.board import Board
from grognard.games.asl_sk.position import Position
from grognard.games.asl_sk.scenario import Unit
from grognard.games.asl_sk.units import afv_type, unit_type
from grognard.hexes import Direction, HexId
from grognard.hexes.paths import PROHIBITED, Reach, Ways, Zone, marked, points, reach
from grognard.play.places import is_on_map
from grognard.registry import game_map
from grognard.rules.cache import cached_by_argument
from grognard.rules.costs import cost_text

# What steps on the map cost (ruling movement-costs)

MF = {"squad": 4, "hs": 4, "crew": 4, "smc": 6}
WOUNDED_MF = 3
DOUBLE_TIME = 2
ROUT_MF = 6
# What an AFV pays to start and to stop.
START = STOP = 1
ON_FOOT = {"open ground": 1, "woods": 2, "building": 2}
ON_FOOT_BY_ROAD = 1
AFV_BY_ROAD = Fraction(1, 2)


@cache
def steps_on_foot(map_name: str) -> Ways:
    """Return what every step costs men."""
    board = game_map("asl-sk", map_name)

    def cost(here: HexId, direction: Direction, there: HexId) -> int:
        road = board.roads_at(board.grid.hexside(here, direction))
        return points(ON_FOOT_BY_ROAD if road else ON_FOOT[board.terrain[there]])

    return Ways(board.grid, cost)


@cache
def steps_of_afv(map_name: str, movement: int) -> Ways:
    """Return what every step costs an AFV with so many movement points: half of them in woods; into a building only by road."""
    board = game_map("asl-sk", map_name)
    across = {"open ground": points(1), "woods": points(Fraction(movement, 2)), "building": PROHIBITED}

    def cost(here: HexId, direction: Direction, there: HexId) -> int:
        if board.roads_at(board.grid.hexside(here, direction)):
            return points(AFV_BY_ROAD)
        return across[board.terrain[there]]

    return Ways(board.grid, cost)


# How far units move


def not_acting(board: Board, unit: Unit, phase: str) -> str:
    """Say why a unit does nothing in this phase; empty if it may."""
    position = board.position
    if not board.is_on_map(unit):
        return f"{unit.name} is not on the map"
    if unit.side != board.side or position.phase != phase:
        return f"{unit.name} does not act now: this is {board.side} {position.phase}"
    return ""


def cannot_move(board: Board, unit: Unit) -> str:
    """Say why a unit does not move in this phase at all; empty if it may."""
    state = board.state(unit)
    if reason := not_acting(board, unit, "movement"):
        return reason
    if state.broken:
        return f"{unit.name} is broken: it only routs (ruling movement)"
    if state.pinned:
        return f"{unit.name} is pinned: it neither moves nor advances (ruling movement)"
    if state.immobile or state.stunned:
        return f"{unit.name} is {'immobile' if state.immobile else 'stunned'}, and does not move"
    return board.held(unit) or ("" if movement_left(board, unit) > 0 else f"{unit.name} has no movement left")


def allowance(board: Board, unit: Unit) -> int:
    """Ruling movement: return the movement of a unit: 4, a leader 6, wounded 3, two more if CX; an AFV's own."""
    state = board.state(unit)
    if unit.is_afv:
        return afv_type(state.type).movement
    printed = WOUNDED_MF if state.wounded else MF[unit_type(state.type).kind]
    return printed + (DOUBLE_TIME if state.cx else 0)


def movement_left(board: Board, unit: Unit) -> int:
    """Return what a unit has left of its movement, in twelfths; an AFV that must start has less."""
    state = board.state(unit)
    start = START if unit.is_afv and not state.motion else 0
    return points(allowance(board, unit) - start) - state.spent


def movement_text(unit: Unit, cost: int) -> str:
    """Write a number of twelfths as movement: of men in MF, of an AFV in MP."""
    return f"{cost_text(cost)} {'MP' if unit.is_afv else 'MF'}"


def ways(board: Board, unit: Unit) -> Ways:
    """Return what steps cost a unit."""
    name = board.scenario.file.map
    if unit.is_afv:
        return steps_of_afv(name, afv_type(board.state(unit).type).movement)
    return steps_on_foot(name)


@cached_by_argument
def move_reach(board: Board, unit: Unit) -> Reach:
    """Return where a unit can go with what it has left.

    Enemies close a hex to men; an AFV may enter a hex of men and must stop there, but not one with another AFV.
    """
    foes = board.hexes_of(board.scenario.enemy(unit.side))
    closed, stops = foes, frozenset[HexId]()
    if unit.is_afv:
        closed = frozenset(at for at in foes if any(foe.is_afv for foe in board.foes_at(at, unit.side)))
        stops = foes - closed
    marks = marked([Zone(stops, stop=True)] if stops else [], closed)
    budget = max(0, movement_left(board, unit))
    return reach(ways(board, unit), board.at(unit), budget, crowded=board.full(unit), marks=marks)


def why_not_to(board: Board, unit: Unit, hex_id: HexId) -> str:
    """Say why a unit cannot move to a hex; empty if it can."""
    name = board.grid.names[hex_id]
    if hex_id == board.place(unit):
        return f"{unit.name} is there"
    if reason := cannot_move(board, unit):
        return reason
    refusal = move_reach(board, unit).refusal(hex_id)
    if refusal is None:
        return ""
    match refusal.why:
        case "closed" if unit.is_afv:
            return f"an enemy AFV is in {name} (ruling movement)"
        case "closed":
            return f"enemies are in {name}: men advance upon them in the advance phase (ruling movement)"
        case "crowded":
            return f"{name} is full (ruling stacking)"
        case "too far":
            left = cost_text(movement_left(board, unit))
            return f"{name} costs {movement_text(unit, refusal.cost or 0)}, and {unit.name} has {left}"
        case "no way" if unit.is_afv and board.terrain(hex_id) == "building":
            return f"{name} is a building, which an AFV enters by road alone (ruling movement-costs)"
        case "no way":
            return f"there is no way to {name} (ruling movement-costs)"


def move(board: Board, unit: Unit, hex_id: HexId) -> Position:
    """Move a unit. In free play it may go where it cannot, and then has nothing left."""
    state = board.state(unit)
    cost = move_reach(board, unit).cost(hex_id) if is_on_map(state.at) else None
    start = points(START) if unit.is_afv and not state.motion else 0
    paid = max(0, movement_left(board, unit)) if cost is None else cost
    after = replace(state, at=hex_id, spent=state.spent + start + paid, moved=True, motion=unit.is_afv)
    return board.put(unit, after)


# What else is done in the movement phase


def why_not_double_time(board: Board, unit: Unit) -> str:
    """Ruling double-time: say why a unit may not run; empty if it may."""
    state = board.state(unit)
    if reason := cannot_move(board, unit):
        return reason
    if unit.is_afv:
        return f"{unit.name} is an AFV, and only men run (ruling double-time)"
    if state.wounded:
        return f"{unit.name} is wounded, and is never CX (attack-dr: CASUALTY REDUCE)"
    if state.cx or state.moved:
        return f"{unit.name} {'is CX' if state.cx else 'has moved'}: a unit that runs says so before it moves (ruling double-time)"
    return ""


def double_time(board: Board, unit: Unit) -> Position:
    """Let a unit run: it is CX."""
    return board.changed([board.man(unit)], cx=True)


def why_not_hatches(board: Board, unit: Unit) -> str:
    """Ruling hatches: say why an AFV may not work its hatches; empty if it may."""
    state = board.state(unit)
    if reason := not_acting(board, unit, "movement"):
        return reason
    if not unit.is_afv:
        return f"{unit.name} has no hatches"
    if state.stunned:
        return f"{unit.name} is stunned, and stays buttoned up (ruling stun)"
    return f"{unit.name} has worked its hatches in this phase (ruling hatches)" if state.tried else ""


def work_hatches(board: Board, unit: Unit) -> Position:
    """Open the hatches of an AFV, or shut them."""
    return board.changed([unit], ce=not board.state(unit).ce, tried=True)


def why_not_stop(board: Board, unit: Unit) -> str:
    """Ruling motion: say why an AFV may not stop; empty if it may."""
    if reason := not_acting(board, unit, "movement"):
        return reason
    if not board.state(unit).motion:
        return f"{unit.name} is not in motion"
    if movement_left(board, unit) < points(STOP):
        return f"to stop costs {STOP} MP, which {unit.name} has not left (ruling motion)"
    return ""


def stop(board: Board, unit: Unit) -> Position:
    """Stop an AFV."""
    state = board.state(unit)
    return board.put(unit, replace(state, motion=False, spent=state.spent + points(STOP)))
