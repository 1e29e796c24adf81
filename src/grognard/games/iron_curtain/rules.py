"""What decides a scenario: how it begins, whose phase it is, what may be ordered and what comes of it."""

import msgspec

from grognard.games.iron_curtain import invariants, sequence
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.context import Context
from grognard.games.iron_curtain.kinds import KINDS
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.terms import Side
from grognard.play.kinds import OrderRules
from grognard.play.places import WAITING, Place


class Rules(OrderRules[Board, Position]):
    """The rules of a scenario under the rulings in force; orders go by their kinds."""

    def __init__(self, context: Context) -> None:
        super().__init__(
            KINDS, context.board, lambda position: None if position.over else position.phase_name
        )
        self._scenario = context.scenario

    def start(self) -> Position:
        """Set up the scenario: in a stack the first in the order of battle lies on top."""
        scenario = self._scenario
        at: tuple[Place, ...] = tuple(WAITING if unit.at is None else unit.at for unit in scenario.units)
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

    def faults(self, position: Position) -> list[str]:
        """Return every invariant the position breaks."""
        return invariants.faults(self._board(position))

    def step_faults(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Return every invariant that the step from one position to the next breaks."""
        return invariants.step_faults(self._board(before), order, self._board(after))
