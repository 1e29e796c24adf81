# SPDX-License-Identifier: Apache-2.0
"""Orders to groups of pieces against a target hex: which groups may be ordered, and what a piece may take part in.

For orders whose target is only a hex, with no aim inside it, `order_kinds.group_orders` suffices.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from grognard.hexes import Grid, HexId
from grognard.play.board import Preview
from grognard.play.kinds import NONE, Kind
from grognard.play.order_sets import Combined, Filtered, Groups, Orders
from grognard.rules.naming import Naming
from grognard.rules.orders import UnitsAgainst


class PieceBoard(Protocol):
    """What a position means on its map, with pieces and hexes by name."""

    @property
    def context(self) -> Naming[Any]:
        """Pieces by their ids."""

    @property
    def grid(self) -> Grid:
        """The hexes of the map."""

    def hex(self, name: str) -> HexId:
        """Return a hex by its printed number."""


B = TypeVar("B", bound=PieceBoard)


class TargetOrders(msgspec.Struct, Generic[B], frozen=True):
    """One kind of order against a hex: its possible targets, the parties of pieces by their ids, and why not.

    A party is all pieces that may act together. If something inside the hex is aimed at, there is an order for each
    of its `aims`. Unless an order is given to the pieces `by_all`, a single piece can be ordered to take part. If
    each order takes long to evaluate, a program looks only at the first `handful`.
    """

    order: type[UnitsAgainst]
    hexes: Callable[[B], list[HexId]]
    parties: Callable[[B, HexId], list[list[str]]]
    why_not: Callable[[B, Any], str]
    aims: Callable[[B, HexId], list[Any]] | None = None
    by_all: bool = False
    handful: int | None = None

    def kind(
        self,
        phase: str,
        rule: Callable[[B, Any], Any],
        preview: Callable[[B, Any], Preview | None],
        text: Callable[[B, Any], str],
    ) -> Kind[B, Any]:
        """Return the row of the order, which is given in one phase: its rule, its preview and its words."""
        return Kind(
            order=self.order,
            phases=(phase,),
            actors=self.targets,
            orders=self.orders,
            why_illegal=self.why_not,
            rule=rule,
            preview=preview,
            text=text,
        )

    def targets(self, board: B) -> list[str]:
        """Return the hexes that the order may be given against."""
        return [board.grid.names[at] for at in self.hexes(board)]

    def orders(self, board: B, actor: str) -> Orders[Any]:
        """Return the orders of groups against a hex, or those against any hex that a piece may take part in."""
        if not actor:
            return NONE
        if board.context.is_piece(actor):
            return NONE if self.by_all else self._joined_by(board, actor)
        target = board.hex(actor)
        groups = [
            self._groups(board, party, make)
            for make in self._makes(board, target, actor)
            for party in self.parties(board, target)
        ]
        return groups[0] if len(groups) == 1 and not self.aims else Combined(groups)

    def _makes(self, board: B, target: HexId, name: str) -> list[Callable[[tuple[str, ...]], Any]]:
        """Return the functions that make an order against a hex from the ids of a group, one for each aim."""
        if self.aims is None:
            return [partial(self.order, target=name)]
        order: Callable[..., Any] = self.order
        return [partial(order, target=name, at=aim) for aim in self.aims(board, target)]

    def _groups(self, board: B, party: Sequence[str], make: Callable[[tuple[str, ...]], Any]) -> Orders[Any]:
        """Return orders to groups of a party: all of it, all but some, down to single pieces."""
        return Groups(party, make, lambda order: not self.why_not(board, order), self.handful)

    def _joined_by(self, board: B, piece: str) -> Orders[Any]:
        """Return the orders to a piece together with all others of its party, all but one, one other, or alone."""
        return Combined(
            [
                self._with(board, piece, party, partial(self.order, target=target))
                for target in self.targets(board)
                for party in self.parties(board, board.hex(target))
                if piece in party
            ]
        )

    def _with(
        self, board: B, piece: str, party: Sequence[str], make: Callable[[tuple[str, ...]], Any]
    ) -> Orders[Any]:
        others = [other for other in party if other != piece]
        but_one = [[other for other in others if other != left] for left in others]
        groups = dict.fromkeys(map(tuple, [others, *but_one, *([other] for other in others), []]))
        return Filtered(
            [(piece, *group) for group in groups], make, lambda units: not self.why_not(board, make(units))
        )
