# SPDX-License-Identifier: Apache-2.0
"""The rules of a scenario: how it begins, which side acts, what may be ordered and what comes of it."""

import msgspec

from grognard.games.asl_sk import invariants, sequence
from grognard.games.asl_sk.board import Board, Context
from grognard.games.asl_sk.kinds import KINDS
from grognard.games.asl_sk.position import Position, State
from grognard.games.asl_sk.terms import Nation
from grognard.play.by_side import BySide
from grognard.play.kinds import OrderRules
from grognard.play.places import WAITING
from grognard.rules.orders import EndPhase
from grognard.umpire import Rule


class Rules(OrderRules[Board, Position]):
    """The rules of a scenario under the rulings in force; orders go by their kinds."""

    def __init__(self, context: Context) -> None:
        super().__init__(KINDS, context.board, invariants)
        self._scenario = context.scenario

    def start(self) -> Position:
        """Set up the scenario."""
        scenario = self._scenario
        units = tuple(State(unit.type, WAITING if unit.at is None else unit.at) for unit in scenario.units)
        held = BySide(scenario.sides, *map(scenario.held, scenario.sides))
        position = Position(turn=1, player=scenario.sides[0], phase="rally", units=units, held=held)
        return sequence.skip_idle_phases(self._board(position))

    def to_move(self, position: Position) -> Nation | None:
        """Return the side that acts now."""
        return None if position.over else self._board(position).side

    def carry_out(self, position: Position, order: msgspec.Struct) -> Rule[Position]:
        """Return the rule of an order; once all close combat of a phase is fought, the next phase follows."""
        after = yield from super().carry_out(position, order)
        if isinstance(order, EndPhase) or after.over:
            return after
        return sequence.after_close_combat(self._board(after))
