# SPDX-License-Identifier: Apache-2.0
"""Supply that is judged as a side's turn ends, and holds until its next turn ends: units out of supply are marked.

There are two states of supply: the best, and that of units with no line or one that is too long.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from grognard.play.places import LOST, is_on_map
from grognard.rules.chapter import PositionField
from grognard.rules.naming import Fate
from grognard.rules.supply import Supply
from grognard.rules.units import Unit

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.position import Position


class SupplyAtEnd(Supply, frozen=True, kw_only=True):
    """A side's supply is judged as its turn ends. `short` are the units that were out of supply then."""

    position_fields = (PositionField("short", frozenset[int], mark=True, seen="part"),)

    def judge(self, board: "Board") -> "Position":
        """Nothing is judged as a turn begins."""
        return board.position

    def ends_turn(self, board: "Board") -> "Position":
        """Judge the side's units on the map; the other side's supply stays unchanged until its own turn ends."""
        own = board.scenario.movers[board.now.side]
        short = {unit.number for unit in own if board.is_on_map(unit) and board.supply(unit) != self.best}
        kept = board.position.short - board.scenario.numbers_of[board.now.side]
        return replace(board.position, short=kept | short)

    def state(self, position: "Position", unit: Unit) -> str:
        """Return whether a unit was out of supply when it was last judged."""
        return self.states[1] if unit.number in position.short else ""

    def fates(self, before: "Board", order: msgspec.Struct, after: "Board", unit: Unit) -> Iterator[Fate]:
        """Say that a unit has been cut off, or no longer is."""
        del order
        number, at = unit.number, after.at(unit)
        if not is_on_map(at) or before.at(unit) != at:
            return
        if number in after.position.short - before.position.short:
            yield "is", "are", f" {self.states[1]}"
        if number in before.position.short - after.position.short:
            yield "is", "are", f" {self.best} again"

    def faults(self, board: "Board") -> Iterator[str]:
        """Only units on the map are out of supply."""
        for number in sorted(board.position.short):
            if not board.is_on_map(unit := board.scenario.units[number]):
                yield f"{unit.name} is marked as short, and not on the map"

    def step_faults(self, before: "Board", order: msgspec.Struct, after: "Board") -> Iterator[str]:
        """Supply is judged when a turn ends, for its side, by the position then; otherwise only losses change it."""
        del order
        was, now, side = before.position, after.position, before.now.side
        ended = now.over or before.context.is_new_turn(was, now)
        for unit in before.scenario.units:
            short = unit.number in now.short
            if ended and unit.side == side:
                if short != (before.is_on_map(unit) and before.supply(unit) != self.best):
                    yield f"{unit.name} is judged wrongly for supply"
            elif short != (unit.number in was.short) and after.at(unit) != LOST:
                yield f"{unit.name} is judged for supply in the middle of a player-turn"


def is_short(board: "Board", unit: Unit) -> bool:
    """Return whether a unit was out of supply when it was last judged."""
    return unit.number in board.position.short


def any_short(board: "Board", units: Iterable[Unit]) -> bool:
    """Return whether one of several units was out of supply when it was last judged."""
    return any(is_short(board, unit) for unit in units)
