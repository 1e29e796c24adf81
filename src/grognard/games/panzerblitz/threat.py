"""What a side could attack in its next turn: by fire from where it stands, by overrun, by close assault."""

from collections import defaultdict

from msgspec.structs import replace

from grognard.games.panzerblitz import move_orders, overrun_orders
from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.scenario import Unit
from grognard.games.panzerblitz.sequence import fresh_turn
from grognard.games.panzerblitz.spotting import covers
from grognard.games.panzerblitz.terms import Side
from grognard.hexes import HexId
from grognard.hexes.paths import Zone, marked, points, reach


def threatened(board: Board, side: Side) -> dict[HexId, int]:
    """Return each hex a side could attack in its next turn, with all the attack factors it could bring there."""
    strength: dict[HexId, int] = defaultdict(int)
    then = board.after(replace(fresh_turn(board.position, side), phase="infantry"))
    for unit in board.scenario.of_side[side]:
        if unit.type.attack and board.is_on_map(unit) and not then.done(unit).dispersed:
            for at in _attacks(then, unit) - board.hexes_of(side):
                strength[at] += unit.type.attack
    return dict(sorted(strength.items()))


def _attacks(board: Board, unit: Unit) -> set[HexId]:
    fired_at = set(covers(board, unit)) if unit.type.fires_as(board.card) else set()
    if unit.type.is_armoured_vehicle:
        return fired_at | _driven_through(board, unit)
    if unit.type.is_infantry and not move_orders.cannot_move(board, unit):
        return fired_at | {
            there for at in move_orders.reach(board, unit) for there in board.grid.neighbours(at)
        }
    return fired_at


def _driven_through(board: Board, unit: Unit) -> set[HexId]:
    """Return the hexes a vehicle could overrun, driving off the road and not over mines or blocks."""
    foes, stops = board.foes(unit.side), board.mines() | board.scenario.blocks
    off_road = Zone(frozenset(board.grid.hexes), off_road=True)
    movement = points(unit.type.movement)
    driven = reach(
        move_orders.told(board, unit).ways, board.at(unit), movement, marks=marked([off_road], foes | stops)
    )
    found: set[HexId] = set()
    for here in driven:
        for target in board.grid.neighbours(here):
            there = overrun_orders.way_out(board, here, target)
            if target in found or there is None or there in foes | board.scenario.blocks:
                continue
            cost = move_orders.price(board, unit, (here, target, there))
            if (
                cost is not None
                and driven[here] + cost <= movement
                and not overrun_orders.why_not_hex(board, target)
            ):
                found.add(target)
    return found
