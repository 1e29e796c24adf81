"""What decides a scenario: how it begins, whose phase it is, what may be ordered and what comes of it."""

import msgspec

from grognard.games.iron_curtain import invariants, sequence
from grognard.games.iron_curtain.context import Context
from grognard.games.iron_curtain.kinds import KINDS
from grognard.games.iron_curtain.position import WAITING, Position
from grognard.games.iron_curtain.terms import Side
from grognard.play.order_sets import Orders
from grognard.umpire import Rule


class Rules:
    """The rules of a scenario under the rulings in force; orders go by their kinds."""

    def __init__(self, context: Context) -> None:
        self._scenario = context.scenario
        self._board = context.board

    def start(self) -> Position:
        """Set up the scenario: in a stack whoever comes first in the order of battle lies on top."""
        scenario = self._scenario
        at = tuple(WAITING if unit.at is None else unit.at for unit in scenario.units)
        zeros = (0,) * len(at)
        held = frozenset(at for at, side in scenario.held.items() if side == scenario.first)
        firsts = len(scenario.by_side[scenario.first])
        position = Position(
            1, 0, scenario.first, firsts, at, zeros, tuple(range(len(at))), zeros, at, held=held
        )
        return sequence.pass_idle(self._board(position))

    def to_move(self, position: Position) -> Side | None:
        """Return the side whose phase it is."""
        return None if position.over else position.now.side

    def actors(self, position: Position) -> list[str]:
        """Return the units that move or arrive, and the hexes to strike, overrun or attack; the phase's end is nobody's."""
        board = self._board(position)
        return [] if position.over else KINDS.actors(board, board.now.name)

    def orders(self, position: Position, actor: str) -> Orders[msgspec.Struct]:
        """Return what may be ordered of a unit, or against a hex."""
        board = self._board(position)
        return KINDS.orders(board, board.now.name, actor)

    def why_idle(self, position: Position, actor: str) -> str:
        """Say why a unit can do nothing; whatever else can be ordered can be."""
        board = self._board(position)
        return KINDS.why_idle(board, board.now.name, actor)

    def why_illegal(self, position: Position, order: msgspec.Struct) -> str:
        """Say why an order may not be given; nothing where it may."""
        return "the game is over" if position.over else KINDS.why_illegal(self._board(position), order)

    def carry_out(self, position: Position, order: msgspec.Struct) -> Rule[Position]:
        """Return the rule of an order."""
        return KINDS.carry_out(self._board(position), order)

    def faults(self, position: Position) -> list[str]:
        """Return every invariant the position breaks."""
        return invariants.faults(self._board(position))

    def step_faults(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Return every invariant that the step from one position to the next breaks."""
        return invariants.step_faults(self._board(before), order, self._board(after))
