# SPDX-License-Identifier: Apache-2.0
"""Where a unit can go in its phase, as the board shows it: by moving, routing or advancing; and what a side threatens."""

from collections.abc import Callable

from msgspec.structs import replace

from grognard.games.asl_sk import advance_orders, fire_orders, move_orders, rout_orders
from grognard.games.asl_sk.board import Board
from grognard.games.asl_sk.orders import Advance, Rout
from grognard.games.asl_sk.pairing import value
from grognard.games.asl_sk.scenario import Unit
from grognard.games.asl_sk.terms import Nation
from grognard.hexes import HexId
from grognard.play.board import NO_COST, Reachable, Step
from grognard.play.kinds import OVER
from grognard.rules.map_view import threats
from grognard.rules.naming import names
from grognard.rules.reach_view import cost_of, unit_moves


def reach(board: Board, unit: Unit) -> Reachable:
    """Return where a unit can go in this phase; for every other hex the reason why not."""
    match board.position.phase:
        case "rout" | "enemy rout":
            return _routs(board, unit)
        case "advance":
            return _advances(board, unit)
    return _moves(board, unit)


def _moves(board: Board, unit: Unit) -> Reachable:
    reason = move_orders.cannot_move(board, unit)
    if reason or board.position.over:
        return Reachable(unit.id, reason or OVER)
    allowed = move_orders.movement_text(unit, move_orders.movement_left(board, unit))
    in_reach, why_not = move_orders.move_reach(board, unit), move_orders.why_not_to
    return unit_moves(
        board, unit, in_reach, allowed, why_not, lambda board, unit, path: _warnings(board, unit, path[-1])
    )


def _routs(board: Board, unit: Unit) -> Reachable:
    if reason := rout_orders.cannot(board, unit):
        return Reachable(unit.id, reason)
    in_reach, name = rout_orders.reached(board, unit), board.grid.hex_name

    def step(at: HexId) -> Step:
        return Step(cost_of(in_reach[at]), tuple(map(name, in_reach.path(at))), Rout(unit.id, name(at)))

    steps = {name(at): step(at) for at in rout_orders.havens(board, unit)}
    says = f"{unit.name} runs to the nearest cover, or is eliminated when the phase ends"
    return _reachable(board, unit, says, steps, rout_orders.why_not_to)


def _advances(board: Board, unit: Unit) -> Reachable:
    if reason := advance_orders.cannot(board, unit):
        return Reachable(unit.id, reason)
    here, name = board.at(unit), board.grid.hex_name

    def step(at: HexId) -> Step:
        check = advance_orders.check(board, unit, at)
        note = ", ".join(filter(None, (_warnings(board, unit, at), check.told if check else "")))
        return Step(NO_COST, (name(here), name(at)), Advance(unit.id, name(at)), note)

    steps = {name(at): step(at) for at in advance_orders.hexes(board, unit)}
    return _reachable(board, unit, f"{unit.name} advances one hex", steps, advance_orders.why_not_to)


def _reachable(
    board: Board, unit: Unit, says: str, steps: dict[str, Step], why_not: Callable[[Board, Unit, HexId], str]
) -> Reachable:
    name = board.grid.hex_name
    refusals = {name(at): why_not(board, unit, at) for at in board.grid.hexes if name(at) not in steps}
    return Reachable(unit.id, says, steps, refusals)


def _warnings(board: Board, unit: Unit, at: HexId) -> str:
    """Warn of what a unit meets in a hex: enemies, and fire of the plan that may fall there."""
    foes = board.foes_at(at, unit.side)
    upon = [f"upon {names(foes)}"] if foes else []
    fires = [
        f"{name} can fire there"
        for name, fire in board.scenario.file.fire.items()
        if fire.side != unit.side
        and not unit.is_afv
        and fire.turns[0] <= board.position.turn <= fire.turns[1]
        and board.terrain(at) in fire.checks
        and at in fire_orders.field_of(board.scenario, fire)
    ]
    return ", ".join([*upon, *fires])


def threat(board: Board, side: Nation) -> dict[str, str]:
    """Return each hex a side could be in by its next advance, with the fire power it could bring there."""
    fresh = tuple(
        replace(state, spent=0, moved=False, tried=False, pinned=False) for state in board.position.units
    )
    position = replace(board.position, player=side, phase="movement", units=fresh, combat=None)
    then = board.after(position)
    able = [unit for unit in then.of_side(side) if not move_orders.cannot_move(then, unit)]
    return threats(board.grid, ((value(then.piece(unit)), _closed_with(then, unit)) for unit in able))


def _closed_with(board: Board, unit: Unit) -> set[HexId]:
    """Return where a unit can move to, and men one hex on, of the hexes where its side is not."""
    reached = set(move_orders.move_reach(board, unit))
    if not unit.is_afv:
        reached |= {there for at in reached for there in board.grid.neighbours(at)}
    return reached - board.hexes_of(unit.side)
