"""The sequence of play: what happens when a phase, a player-turn and a turn end (ruling sequence-of-play).

Each side in its turn has strikes, movement, combat and exploitation; then its supply is judged. A phase in which both
sides can see that nothing can be done is passed over: without warheads or aircraft, without contact, without a unit
that exploits. The movement phase never is, for whoever holds still wants to be asked.
"""

from msgspec.structs import replace

from grognard.games.iron_curtain import strike_orders
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.contamination import cleared
from grognard.games.iron_curtain.move_orders import held_fast
from grognard.games.iron_curtain.position import NAMES, Position
from grognard.games.iron_curtain.stacking import thin_out
from grognard.rules.orders import EndPhase
from grognard.umpire import Rule


def end_phase(board: Board, _order: EndPhase) -> Rule[Position]:
    """End the phase, and those after it in which nothing can be done."""
    position = yield from thin_out(board)
    return pass_idle(board.after(_next_phase(board.after(position))))


def pass_idle(board: Board) -> Position:
    """Pass over the phases in which nothing can be done."""
    while not board.position.over and is_idle(board):
        board = board.after(_next_phase(board))
    return board.position


def _next_phase(board: Board) -> Position:
    if board.now.name == NAMES[-1]:
        return _next_player_turn(board)
    return _begun(board, board.position.phase + 1)


def _begun(board: Board, phase: int) -> Position:
    """Begin a phase: nobody has moved or fought in it; who stands in a zone of control will not exploit."""
    position = replace(
        board.position,
        phase=phase,
        began=board.position.at,
        spent=(0,) * len(board.position.spent),
        acted=frozenset(),
        attacked=frozenset(),
        barred=frozenset(),
    )
    if position.now.name != "exploitation":
        return position
    return replace(position, barred=held_fast(board.after(position)))


def _next_player_turn(board: Board) -> Position:
    """End a player-turn: supply is judged, what is occupied is held, old contamination is gone. Then begin the next."""
    side, position = board.now.side, board.position
    occupied = board.front(side).units & board.scenario.worth.keys()
    own = board.scenario.by_side[side]
    # Ruling supply-judged: the other side's supply stays as it is until its own turn ends.
    short = {unit.number for unit in own if board.is_on_map(unit) and not board.in_supply(unit)}
    position = replace(
        position,
        held=position.held | occupied if side == position.first else position.held - occupied,
        short=position.short - {unit.number for unit in own} | short,
        contaminated=cleared(position, side),
        flown=0,
    )
    phase = (position.phase + 1) % (2 * len(NAMES))
    if phase == 0:
        if position.turn == board.scenario.turns:
            return replace(position, over=True)
        position = replace(position, turn=position.turn + 1)
    return _begun(board.after(position), phase)


def is_idle(board: Board) -> bool:
    """Say whether nothing can be done in the phase, as far as the enemy knows: what is hidden must not show in this."""
    match board.now.name:
        case "strikes":
            return not strike_orders.targets(board)
        case "combat":
            return not board.in_contact(board.now.side)
        case "exploitation":
            own = board.scenario.by_side[board.now.side]
            return not any(unit.exploits and board.is_on_map(unit) for unit in own)
        case _:
            return False
