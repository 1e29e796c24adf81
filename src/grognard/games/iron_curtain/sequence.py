"""The sequence of play (ruling sequence-of-play): strikes, movement, combat and exploitation of each side.

A phase in which both sides can see that nothing can be done is passed over: without warheads or aircraft, without contact,
without a unit that exploits. The movement phase never is, for whoever holds still wants to be asked.
"""

from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.stacking import thin_out
from grognard.rules.position import Position
from grognard.rules.sequence import SequenceOfPlay
from grognard.umpire import Rule


class Turns(SequenceOfPlay, frozen=True, kw_only=True):
    """Each side in its turn; whoever is one too many is eliminated when movement ends."""

    def end_phase(self, board: Board) -> "Rule[Position]":
        """End the phase, and those after it in which nothing can be done."""
        position = yield from thin_out(board)
        return super().end_phase(board.after(position))
