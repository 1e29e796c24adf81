# SPDX-License-Identifier: Apache-2.0
"""The rules of PanzerBlitz as a game: how it begins, whose phase it is, what may be ordered, and what comes of it."""

import msgspec
from msgspec.structs import replace

from grognard.games.panzerblitz import invariants, sequence
from grognard.games.panzerblitz.board import Board, Context
from grognard.games.panzerblitz.kinds import KINDS
from grognard.games.panzerblitz.position import Position
from grognard.games.panzerblitz.terms import SIDES
from grognard.play.by_side import BySide
from grognard.play.kinds import OrderRules
from grognard.play.places import WAITING
from grognard.rules.orders import EndPhase
from grognard.rules.riding import ON_FOOT
from grognard.umpire import Rule


class Rules(OrderRules[Board, Position]):
    """The rules of a scenario, with the rulings in force; orders go by their kinds."""

    def __init__(self, context: Context) -> None:
        super().__init__(KINDS, context.board, invariants)
        self.scenario = context.scenario

    def start(self) -> Position:
        """Set up the scenario."""
        units, zeros = self.scenario.units, (0,) * len(self.scenario.units)
        carriers = [self.scenario.begins_with(unit) for unit in units]
        position = Position(
            turn=1,
            side=self.scenario.sides[0],
            phase="minefields",
            at=tuple(WAITING if carrier.at is None else carrier.at for carrier in carriers),
            aboard=tuple(
                carrier.number if unit.rides else ON_FOOT
                for unit, carrier in zip(units, carriers, strict=True)
            ),
            spent=zeros,
            hexes=zeros,
            held=BySide(SIDES, *map(self.scenario.held, SIDES)),
        )
        return sequence.end_if_done(self._board(position))

    def carry_out(self, position: Position, order: msgspec.Struct) -> Rule[Position]:
        """Return the rule of an order; if all that a phase demands is done, the next one follows."""
        if position.rallied:
            position = replace(position, rallied=frozenset())
        after = yield from super().carry_out(position, order)
        ends = isinstance(order, EndPhase) or after.over
        return after if ends else sequence.end_if_done(self._board(after))
