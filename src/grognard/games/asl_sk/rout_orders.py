# SPDX-License-Identifier: Apache-2.0
"""The rout phases (ruling rout): broken units next to an unbroken enemy flee to the nearest cover, or are eliminated."""

from msgspec.structs import replace

from grognard.games.asl_sk.board import Board, threatened
from grognard.games.asl_sk.move_orders import ROUT_MF, steps_on_foot
from grognard.games.asl_sk.position import Position
from grognard.games.asl_sk.scenario import Unit
from grognard.hexes import HexId
from grognard.hexes.paths import Reach, points, reach
from grognard.play.places import LOST, is_on_map
from grognard.rules.cache import cached_by_argument, cached_on_board

PHASES = ("rout", "enemy rout")


def must_rout(board: Board, unit: Unit) -> bool:
    """Ruling rout: return whether a unit must rout: broken, not in Melee, an unbroken enemy in or next to its hex."""
    state = board.state(unit)
    if not state.broken or not is_on_map(state.at) or state.at not in threatened(board)[unit.side]:
        return False
    return not board.in_melee(state.at)


@cached_on_board
def fleeing(board: Board) -> list[Unit]:
    """Return the units of the side that must rout in this phase."""
    if board.position.phase not in PHASES:
        return []
    return [unit for unit in board.of_side(board.side) if must_rout(board, unit)]


def reached(board: Board, unit: Unit) -> Reach:
    """Return where a unit can run to."""
    closed = board.hexes_of(board.scenario.enemy(unit.side)) - {board.place(unit)}
    ways = steps_on_foot(board.scenario.file.map)
    return reach(ways, board.at(unit), points(ROUT_MF), crowded=board.full(unit), closed=closed)


@cached_by_argument
def havens(board: Board, unit: Unit) -> list[HexId]:
    """Return the nearest woods and buildings that a unit can reach with no unbroken enemy in or next to them."""
    in_reach, near = reached(board, unit), threatened(board)[unit.side]
    safe = {at: cost for at, cost in in_reach.items() if board.is_cover(at) and at not in near}
    least = min(safe.values(), default=0)
    return sorted(at for at, cost in safe.items() if cost == least)


def cannot(board: Board, unit: Unit) -> str:
    """Say why a unit does not rout in this phase; empty if it must."""
    position = board.position
    if not board.is_on_map(unit):
        return f"{unit.name} is not on the map"
    if position.phase not in PHASES or unit.side != board.side:
        return f"{unit.name} does not rout now: this is {board.side} {position.phase}"
    if not must_rout(board, unit):
        return f"{unit.name} need not rout (ruling rout)"
    return ""


def why_not_to(board: Board, unit: Unit, hex_id: HexId) -> str:
    """Say why a unit may not rout to a hex; empty if it may."""
    reason = cannot(board, unit)
    if reason or hex_id in havens(board, unit):
        return reason
    names = ", ".join(board.grid.names[at] for at in havens(board, unit))
    told = f"it may run to {names}" if names else "there is none in its reach"
    return f"{unit.name} runs to the nearest woods or building away from the enemy: {told} (ruling rout)"


def rout(board: Board, unit: Unit, hex_id: HexId) -> Position:
    """Let a unit flee; it is under DM."""
    return board.put(unit, replace(board.state(unit), at=hex_id, dm=True, moved=True))


def eliminate_unrouted(board: Board) -> Position:
    """End a rout phase: units that still must rout are eliminated."""
    left = fleeing(board)
    return board.changed(left, at=LOST) if left else board.position
