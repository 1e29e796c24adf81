# SPDX-License-Identifier: Apache-2.0
"""Jarama as a game: its rules, view, text and evaluation, and what it hides."""

from typing import Any, Union

import msgspec

from grognard.games.jarama.context import Context
from grognard.games.jarama.evaluation import measure
from grognard.games.jarama.kinds import KINDS
from grognard.games.jarama.order_text import GLIMPSES
from grognard.games.jarama.orders import Activate, Battle
from grognard.games.jarama.position import Position
from grognard.games.jarama.rules import Rules
from grognard.games.jarama.scenario import Scenario
from grognard.games.jarama.text import LABELS, Text
from grognard.games.jarama.view import View
from grognard.registry import Card
from grognard.rules.map_game import MapGame


class Jarama(MapGame[Context, Rules, View, Text]):
    """A scenario of Jarama, ready to play under the rulings in force."""

    sides = ("Nationalist", "Republican")
    order: Any = KINDS.order
    questions: Any = Union[tuple(LABELS)]  # noqa: UP007 - made of a tuple of types

    def __init__(self, scenario: Scenario, card: Card) -> None:
        context = Context(scenario, card)
        super().__init__(context, Rules(context), View(context), Text(context), measure)

    # What it hides

    def reveals(self, order: msgspec.Struct) -> bool:
        """Ruling fog: an attack reveals all units that take part; other orders only what `settled` gives sides to know."""
        return isinstance(order, Battle)

    def commands(self, seen: Position, order: msgspec.Struct) -> str:
        """Say whose unit an order is for, if it is not one of the side to move: a player cannot order the enemy's units."""
        if isinstance(order, Activate):
            formation = self.context.scenario.formation_of.get(order.formation)
            foreign = formation is not None and formation.side != seen.side
            return f"{order.formation} is no formation of {seen.side}" if foreign else ""
        named = getattr(order, "units", None) or filter(None, [getattr(order, "unit", "")])
        strange = (piece for piece in map(self.context.piece, named) if piece.side != seen.side)
        return next((f"{piece.name} is no unit of {seen.side}" for piece in strange), "")

    def glimpse(self, before: Position, order: msgspec.Struct, after: Position) -> str:
        """Say what the other side sees of an order."""
        board, glimpse = self.context.board, GLIMPSES.get(type(order))
        return (
            KINDS.text(board(before), order)
            if glimpse is None
            else glimpse(board(before), order, board(after))
        )
