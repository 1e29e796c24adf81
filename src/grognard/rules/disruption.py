# SPDX-License-Identifier: Apache-2.0
"""Disruption: units that neither move nor attack nor exert a zone of control until their owner's next turn ends.

They defend as printed. A table of results, or a game's own chapter, says what disrupts them.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from grognard.play.states import State
from grognard.rules.chapter import Chapter, PositionField
from grognard.rules.evaluation import FAR, steps_to
from grognard.rules.naming import Fate
from grognard.rules.units import Unit

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.position import Position


class Disruption(Chapter, frozen=True, kw_only=True):
    """Units can be disrupted.

    For programs, every point of disrupted enemy strength within `close` hexes of a side's own units is worth
    `worth`, because it cannot attack them.
    """

    position_fields = (
        PositionField("disrupted", frozenset[int], mark=True, state=State.of("disrupted", effect="hurt")),
    )

    worth: float = 0.25
    close: int = 2

    def ends_turn(self, board: "Board") -> "Position":
        """Units recover when their owner's turn ends."""
        position, mine = board.position, board.scenario.numbers_of[board.now.side]
        if position.disrupted.isdisjoint(mine):
            return position
        return replace(position, disrupted=position.disrupted - mine)

    def fates(self, before: "Board", order: msgspec.Struct, after: "Board", unit: Unit) -> Iterator[Fate]:
        """Say that a unit was disrupted."""
        del order
        if unit.number in after.position.disrupted - before.position.disrupted:
            yield "is", "are", " disrupted"

    def value(self, board: "Board", side: str) -> float:
        """Count disrupted enemies that would otherwise be close enough to attack."""
        disrupted = board.position.disrupted
        if not disrupted:
            return 0.0
        enemies = [unit for unit in map(board.scenario.units.__getitem__, disrupted) if unit.side != side]
        if not enemies:
            return 0.0
        near = steps_to(board.context.open_ways, board.foes(board.context.enemy[side]))
        return self.worth * sum(
            board.attack(unit) for unit in enemies if near.get(board.hex_of(unit), FAR) <= self.close
        )
