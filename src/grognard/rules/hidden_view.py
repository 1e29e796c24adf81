# SPDX-License-Identifier: Apache-2.0
"""What is shown and said of stacks of which the enemy sees only the top unit; nothing here decides anything."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from grognard.play.board import Action, Piece, Reachable
from grognard.play.places import HIDDEN, LOST, is_on_map
from grognard.rules.board import Board
from grognard.rules.hidden_stacks import OrderedStacks, Top
from grognard.rules.naming import Fate, driven
from grognard.rules.orders import Arrive, MoveTogether, UnitsAgainst
from grognard.rules.position import Position
from grognard.rules.text import Text
from grognard.rules.units import Unit
from grognard.rules.view import View


class TopView(View):
    """Stacks are shown from the bottom up, and units can be put on top of them."""

    stacked = True

    def pieces(self, position: Position) -> list[Piece]:
        """Return every counter, those of a stack from the bottom up."""
        pieces = super().pieces(position)
        return [pieces[number] for number in reversed(position.order)]

    def is_spent(self, position: Position, actor: str) -> bool:
        """Return whether a unit can only be put on top of its stack."""
        board = self.board(position)
        orders = self.context.kinds.orders(board, board.now.name, actor)
        return all(isinstance(order, Top) for order in orders)

    def reach(self, position: Position, piece: str) -> Reachable:
        """Return where a unit can go, with costs and paths, and whether it can be put on top; for other hexes why not."""
        reachable, unit = super().reach(position, piece), self.context.naming.unit(piece)
        stacks: OrderedStacks = self.context.book.chapter("stacking")
        if position.over or stacks.why_not_top(self.board(position), unit):
            return reachable
        return replace(reachable, actions=(Action("put it on top of its stack", Top(piece)),))

    def move_order(self, piece: str, to: str) -> msgspec.Struct:
        """Return the order to move a unit."""
        return MoveTogether((piece,), to)


class TopText(Text):
    """The words of a game with hidden stacks: what became of units is said as far as they are seen."""

    def _fates(self, before: Board, order: msgspec.Struct, after: Board, unit: Unit) -> Iterable[Fate]:
        """Say what became of one unit: for a lost one only that, for others their losses and then where they went."""
        here, there = before.at(unit), after.at(unit)
        if there == LOST != here:
            yield "is", "are", " eliminated"
            return
        for chapter in self._with_fates:
            yield from chapter.fates(before, order, after, unit)
        place = self.context.place
        if here == there:
            return
        if isinstance(order, UnitsAgainst) and is_on_map(here) and is_on_map(there):
            into = there == self.context.naming.hex(order.target)
            yield driven(place(there), advances=into)
        elif here == HIDDEN and is_on_map(there):
            yield "comes", "come", f" into sight at {place(there)}"
        elif (
            there == HIDDEN and is_on_map(here) and not (isinstance(order, Arrive) and order.unit == unit.id)
        ):
            yield "is", "are", f" out of sight in {place(here)}"
