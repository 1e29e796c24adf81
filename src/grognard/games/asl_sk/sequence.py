# SPDX-License-Identifier: Apache-2.0
"""The sequence of play (ruling sequence): what happens when a phase, a player turn and a turn end.

Each side in its player turn has rally, fire, movement, the other side's defensive fire, rout of both, advance and close
combat. A phase in which nothing can be done is skipped.
"""

from msgspec.structs import replace

from grognard.games.asl_sk import (
    advance_orders,
    close_combat_orders,
    close_combat_sequence,
    fire_orders,
    move_orders,
    rally_orders,
    rout_orders,
)
from grognard.games.asl_sk.board import Board
from grognard.games.asl_sk.position import PHASES, Position, State
from grognard.games.asl_sk.scenario import Unit
from grognard.hexes import HexId
from grognard.play.by_side import BySide
from grognard.rules.held_ground import taken


def why_not_end(board: Board) -> str:
    """Say why a phase may not be ended yet; empty if it may."""
    combat = board.position.combat
    if board.position.aimed:
        return "fire that was aimed is rolled (ruling fire-plan)"
    if combat and combat.stage == "resolve":
        return "the attacks that were declared are rolled (ruling declaring)"
    if not combat and close_combat_orders.hexes(board):
        return "close combat is fought in every hex where both sides are (ruling declaring)"
    return ""


def end_phase(board: Board) -> Position:
    """End the phase, and those after it in which nothing can be done; in close combat, make no more attacks."""
    if board.position.combat:
        return after_close_combat(
            board.after(close_combat_sequence.settle(board.after(close_combat_sequence.pass_on(board))))
        )
    return skip_idle_phases(board.after(_next_phase(board)))


def after_close_combat(board: Board) -> Position:
    """Go on automatically once all close combat of the phase is fought."""
    position = board.position
    done = position.phase == "close combat" and not position.combat and not close_combat_orders.hexes(board)
    return skip_idle_phases(board.after(_next_phase(board))) if done else position


def skip_idle_phases(board: Board) -> Position:
    """Skip the phases in which nothing can be done."""
    while not board.position.over and is_idle(board):
        board = board.after(_next_phase(board))
    return board.position


def is_idle(board: Board) -> bool:
    """Return whether nothing can be done in a phase."""
    match board.position.phase:
        case "rally":
            return not rally_orders.hexes(board)
        case "fire" | "defensive fire":
            return not fire_orders.targets(board) and board.position.aimed is None
        case "movement":
            return not any(can_act(board, unit) for unit in board.of_side(board.side))
        case "rout" | "enemy rout":
            return not rout_orders.fleeing(board)
        case "advance":
            return not any(advance_orders.hexes(board, unit) for unit in board.of_side(board.side))
        case "close combat":
            return not close_combat_orders.hexes(board)


def can_act(board: Board, unit: Unit) -> bool:
    """Return whether a unit can do something in the movement phase: move, work its hatches or stop."""
    return (
        not move_orders.cannot_move(board, unit)
        or not move_orders.why_not_hatches(board, unit)
        or not move_orders.why_not_stop(board, unit)
    )


def _next_phase(board: Board) -> Position:
    """End a phase with what belongs to its end, and begin the next."""
    position = rally_orders.add_dm(board.after(_end_of_phase(board)))
    position = replace(
        position,
        units=tuple(replace(state, tried=False) if state.tried else state for state in position.units),
        fired=frozenset(),
    )
    if position.phase == PHASES[-1]:
        return _next_player_turn(board.after(position))
    position = replace(position, phase=PHASES[PHASES.index(position.phase) + 1])
    return _remove_cx(board.after(position)) if position.phase == "movement" else position


def _end_of_phase(board: Board) -> Position:
    match board.position.phase:
        case "rally":
            return rally_orders.remove_dm(board)
        case "rout" | "enemy rout":
            return rout_orders.eliminate_unrouted(board)
        case "close combat":
            return replace(
                board.position, units=tuple(map(_calmed, board.position.units)), fought=frozenset()
            )
    return board.position


def _calmed(state: State) -> State:
    """End of close combat: pins are removed, and stun is flipped, and then removed (ruling stun)."""
    if not (state.pinned or state.stunned or state.recovering):
        return state
    return replace(state, pinned=False, stunned=False, recovering=state.stunned)


def _remove_cx(board: Board) -> Position:
    """Ruling double-time: CX is removed when the next movement phase of the side begins."""
    return board.changed([unit for unit in board.of_side(board.side) if board.state(unit).cx], cx=False)


def _next_player_turn(board: Board) -> Position:
    """End a player turn: ground is taken by a side that stands there alone. Then begin the next."""
    position, sides = board.position, board.scenario.sides
    units = tuple(replace(state, spent=0, moved=False, came=False) for state in position.units)
    position = replace(position, units=units, held=_held(board))
    if position.player == sides[0] and not _is_decided(board):
        return replace(position, player=sides[1], phase=PHASES[0])
    if position.turn == board.scenario.turns or _is_decided(board):
        return replace(position, over=True)
    return replace(position, player=sides[0], phase=PHASES[0], turn=position.turn + 1)


def _held(board: Board) -> BySide[frozenset[HexId]]:
    """Ruling control: ground goes to the side that alone has unbroken men there, and stays with it."""
    held = board.position.held
    for at in board.scenario.worth:
        men = [unit for unit in board.units_at(at) if not unit.is_afv]
        sides = {unit.side for unit in board.units_at(at)}
        if len(sides) == 1 and any(not board.is_broken(unit) for unit in men):
            (owner,) = sides
            held = taken(held, owner, board.scenario.enemy(owner), {at})
    return held


def _is_decided(board: Board) -> bool:
    """Return whether a side has no unit left."""
    return any(not board.of_side(side) for side in board.scenario.sides)
