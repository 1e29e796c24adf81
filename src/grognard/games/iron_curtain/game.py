"""Iron Curtain put together, and what it hides: of a stack the enemy sees the top unit alone, of an order what he can see."""

from collections.abc import Callable
from typing import Any

import msgspec

from grognard.games.iron_curtain.context import Context
from grognard.games.iron_curtain.orders import AirStrike, Battle, Top, ordered
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.text import Text
from grognard.games.iron_curtain.view import View
from grognard.play.places import LOST, Place, is_on_map
from grognard.rules.game import ChapterGame
from grognard.rules.orders import Arrive, MoveTogether


class IronCurtain(ChapterGame):
    """A scenario of Iron Curtain, ready to play under the rulings in force."""

    context_type = Context
    view_type = View
    text_type = Text
    context: Context

    def reveals(self, order: msgspec.Struct) -> bool:
        """Ruling fog: battles and warheads lay open who has a part in them, an air strike only where it picks."""
        if isinstance(order, AirStrike):
            return self.card.ruled("air-strike-effect") == "attacker-picks"
        return isinstance(order, Battle)

    def commands(self, seen: Position, order: msgspec.Struct) -> str:
        """Say whose unit an order is for, if it is not one of the side to move: nobody orders the enemy about.

        Nor does anybody join an enemy stack: supply and zones would tell him whether it is still there beneath him.
        """
        board, naming = self.context.board(seen), self.context.naming
        side = board.now.side
        for unit in naming.units(ordered(order)):
            if unit.side != side:
                return f"{unit.name} is no unit of {side}"
        if not isinstance(order, MoveTogether | Arrive) or not order.to:
            return ""
        return f"enemy units are in {order.to}" if naming.hex(order.to) in board.foes(side) else ""

    def glimpse(self, before: Position, order: msgspec.Struct, after: Position) -> str:
        """Say of an order what the other side sees of it."""
        glimpses: dict[type[msgspec.Struct], Callable[[Position, Any, Position], str]] = {
            MoveTogether: self._move_seen,
            Arrive: self._arrival_seen,
            Top: lambda before, *_: f"{self.rules.to_move(before)} puts a stack in order",
        }
        seen = glimpses.get(type(order))
        return seen(before, order, after) if seen else self.text.tell(before, order)

    def _move_seen(self, before: Position, order: MoveTogether, after: Position) -> str:
        for unit in self.context.naming.units(order.units):
            if is_on_map(here := before.at[unit.number]):
                goes = self._goes("to", after.at[unit.number])
                return f"{unit.name} moves from {self.context.place(here)} {goes}"
        return f"{self.rules.to_move(before)} moves what is not seen"

    def _arrival_seen(self, _before: Position, order: Arrive, after: Position) -> str:
        unit = self.context.naming.unit(order.unit)
        return f"{unit.name} arrives {self._goes('at', after.at[unit.number])}"

    def _goes(self, how: str, there: Place) -> str:
        if there == LOST:
            return "into contaminated ground"
        return f"{how} {self.context.place(there)}" if is_on_map(there) else "out of sight"
