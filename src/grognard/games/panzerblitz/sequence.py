# SPDX-License-Identifier: Apache-2.0
"""The sequence of play: what happens when a phase, a player turn and a turn end (ruling play-sequence).

Each side has minefields, fire, its resolution, vehicles, infantry and close assault. A phase in which nothing can be
done is skipped.
"""

from msgspec.structs import replace

from grognard.games.panzerblitz import close_assault_orders, fire_orders, minefield_orders, transport
from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.move_orders import cannot_arrive, cannot_move, moves_this_phase
from grognard.games.panzerblitz.position import OF_A_TURN, PHASES, Phase, Position
from grognard.games.panzerblitz.scenario import Unit
from grognard.games.panzerblitz.terms import Side, enemy
from grognard.play.places import EXITED, LOST, WAITING
from grognard.rules.held_ground import taken

# Phases that end by themselves once all that must be done in them is done.
FORCED: tuple[Phase, ...] = ("minefields", "resolution")


def why_not_end(board: Board) -> str:
    """Say why a phase may not be ended yet; empty if it may."""
    if board.position.phase == "minefields" and minefield_orders.minefields(board):
        return "every minefield with enemy units on it attacks them (ruling mines-attack)"
    if board.position.phase == "resolution" and board.position.announced:
        return "all fire that was announced is resolved (ruling play-sequence)"
    return ""


def end_phase(board: Board) -> Position:
    """End the phase, and those after it in which nothing can be done."""
    position = _next_phase(board)
    while not position.over and is_idle(board.after(position)):
        position = _next_phase(board.after(position))
    return position


def end_if_done(board: Board) -> Position:
    """Go on to the next phase automatically once all that must be done in this one is done."""
    is_done = board.position.phase in FORCED and not why_not_end(board)
    return end_phase(board) if is_done else board.position


def is_idle(board: Board) -> bool:
    """Return whether nothing can be done in a phase."""
    match board.position.phase:
        case "minefields":
            return not minefield_orders.minefields(board)
        case "fire":
            return fire_orders.is_idle(board)
        case "resolution":
            return not board.position.announced
        case "close assault":
            return not close_assault_orders.targets(board)
        case "vehicles" | "infantry":
            return not any(can_act(board, unit) for unit in board.scenario.of_side[board.position.side])


def can_act(board: Board, unit: Unit) -> bool:
    """Return whether a unit can do anything in a movement phase: arrive, move, get on or off."""
    if not moves_this_phase(board, unit):
        return False
    if board.place(unit) == WAITING:
        return not cannot_arrive(board, unit)
    if board.is_aboard(unit):
        return not transport.why_not_unload(board, unit)
    return not cannot_move(board, unit) or bool(transport.loads(board, unit))


def _next_phase(board: Board) -> Position:
    position = board.position
    if position.phase == "fire":
        position = fire_orders.end_announcing(board)
    if position.phase != PHASES[-1]:
        return replace(position, phase=PHASES[PHASES.index(position.phase) + 1])
    return _next_player_turn(board.after(position))


def _next_player_turn(board: Board) -> Position:
    """CRT, code D: end a player turn: dispersed units recover, ground that was occupied is held; then begin the next."""
    position, side = board.position, board.position.side
    other, own = enemy(side), board.scenario.numbers_of[side]
    entered = board.occupied(side) & board.scenario.worth.keys()
    position = replace(
        fresh_turn(position, other),
        held=taken(position.held, side, other, entered),
        dispersed=position.dispersed - own,
        rallied=position.rallied | (position.dispersed & own),
    )
    if side == board.scenario.sides[0]:
        return position
    if position.turn == board.scenario.turns or _is_decided(board):
        return replace(position, side=side, phase=PHASES[-1], over=True)
    return replace(position, turn=position.turn + 1)


def fresh_turn(position: Position, side: Side) -> Position:
    """Return the position as a player turn begins: no unit has done or suffered anything in it."""
    zeros = (0,) * len(position.at)
    nothing = dict.fromkeys(OF_A_TURN, frozenset[int]())
    return replace(position, side=side, phase=PHASES[0], spent=zeros, hexes=zeros, **nothing)


def _is_decided(board: Board) -> bool:
    """Return whether a side has no unit left, on the map or still to come."""
    return any(
        all(board.place(unit) in (LOST, EXITED) for unit in units if not unit.is_fort)
        for units in board.scenario.of_side.values()
    )
