# SPDX-License-Identifier: Apache-2.0
"""What a side could attack in its next turn: by fire from where it stands, by overrun, by close assault."""

from collections.abc import Iterator

from msgspec.structs import replace

from grognard.games.panzerblitz import move_orders, overrun_orders
from grognard.games.panzerblitz.attack_limits import Activity, why_not_attack
from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.overrun import why_not_unit
from grognard.games.panzerblitz.scenario import Unit
from grognard.games.panzerblitz.sequence import fresh_turn
from grognard.games.panzerblitz.spotting import covers
from grognard.games.panzerblitz.terms import Side
from grognard.hexes import HexId
from grognard.hexes.paths import Zone, marked, points, reach


def threatened(board: Board, side: Side) -> Iterator[tuple[int, set[HexId]]]:
    """Yield the units of a side: the attack factor of each, and the hexes it could attack in its next turn."""
    next_turn = board.after(replace(fresh_turn(board.position, side), phase="infantry"))
    for unit in board.scenario.of_side[side]:
        if unit.type.attack and board.is_on_foot(unit) and not next_turn.activity(unit).dispersed:
            yield unit.type.attack, _attacks(next_turn, unit) - board.hexes_of(side)


def _attacks(board: Board, unit: Unit) -> set[HexId]:
    fired_at = set(covers(board, unit)) if unit.type.fires_as(board.card) else set()
    if not why_not_unit(unit.type, (), board.card):
        return fired_at | _overrun_targets(board, unit)
    return fired_at | _assault_targets(board, unit) if unit.type.is_infantry else fired_at


def _assault_targets(board: Board, unit: Unit) -> set[HexId]:
    """Return the hexes next to those from which a unit may still assault once it has moved there."""
    reach = move_orders.reach(board, unit)
    moved = {at: Activity(moved=move_orders.hexes_moved(board, unit, reach.path(at))) for at in reach}
    ready = [at for at, activity in moved.items() if not why_not_attack("close-assault", unit.type, activity)]
    return {there for at in ready for there in board.grid.neighbours(at)}


def _overrun_targets(board: Board, unit: Unit) -> set[HexId]:
    """Return the hexes a vehicle could overrun, driving off the road and not over mines or blocks."""
    foes, stops = board.foes(unit.side), board.mines() | board.scenario.blocks
    off_road = Zone(frozenset(board.grid.hexes), off_road=True)
    ways, movement = move_orders.costs_of(board, unit).ways, points(unit.type.movement)
    driven = reach(ways, board.at(unit), movement, marks=marked([off_road], foes | stops))
    targets: set[HexId] = set()
    for here in driven:
        for target in board.grid.neighbours(here):
            there = overrun_orders.far_side(board, here, target)
            if target in targets or there is None or there in foes | board.scenario.blocks:
                continue
            cost = move_orders.off_road_cost(board, unit, (here, target, there))
            if (
                cost is not None
                and driven[here] + cost <= movement
                and not overrun_orders.why_not_hex(board, target)
            ):
                targets.add(target)
    return targets
