"""What Jarama hides: whose orders lay counters open, who may be ordered about, and what is seen of the enemy's orders."""

import msgspec

from grognard.games.jarama.context import Context
from grognard.games.jarama.order_text import GLIMPSES, TELLS
from grognard.games.jarama.orders import Activate, Battle
from grognard.games.jarama.position import Position


class Fog:
    """What is hidden in a scenario."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def reveals(self, order: msgspec.Struct) -> bool:
        """Ruling fog: an attack lays open all who have a part in it.

        What else lays counters open, such as bombardment that costs points, does so by what sides then know.
        """
        return isinstance(order, Battle)

    def commands(self, seen: Position, order: msgspec.Struct) -> str:
        """Say whose unit an order is for, if it is not one of the side to move: nobody orders the enemy about."""
        if isinstance(order, Activate):
            formation = self.context.scenario.formation_of.get(order.formation)
            foreign = formation is not None and formation.side != seen.side
            return f"{order.formation} is no formation of {seen.side}" if foreign else ""
        named = getattr(order, "units", None) or filter(None, [getattr(order, "unit", "")])
        pieces = map(self.context.piece, named)
        return next(
            (f"{piece.name} is no unit of {seen.side}" for piece in pieces if piece.side != seen.side), ""
        )

    def glimpse(self, before: Position, order: msgspec.Struct, after: Position) -> str:
        """Say of an order what the other side sees of it."""
        kind, board = type(order), self.context.board
        if kind not in GLIMPSES:
            return TELLS[kind](board(before), order)
        return GLIMPSES[kind](board(before), order, board(after))
