# SPDX-License-Identifier: Apache-2.0
"""A scenario under its rulings: how far units move with the steps they have left, in supply and out of it."""

from grognard.charts.cached import cached_property
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.movement import allowance
from grognard.hexes.paths import points
from grognard.rules import context
from grognard.rules.position import Position
from grognard.rules.units import Unit


class Context(context.Context):
    """A scenario and the rulebook it is played by."""

    board_type = Board
    # The full position, what each side sees of it, and the position that an order leads to.
    lately = 4

    def allowance(self, position: Position, unit: Unit) -> int:
        """Return a unit's movement allowance in a phase: with the steps it has left, and perhaps less out of supply."""
        return self._points[unit.number, position.hurt[unit.number], unit.number in position.short]

    @cached_property
    def _points(self) -> dict[tuple[int, int, bool], int]:
        """Every possible allowance; for a lost unit, that of its last step."""
        period = self.scenario.file.period
        return {
            (unit.number, hurt, short): points(
                allowance(face.movement, in_supply=not short, period=period, card=self.card)
            )
            for unit in self.scenario.units
            for hurt, face in enumerate((*unit.faces, unit.faces[-1]))
            for short in (False, True)
        }
