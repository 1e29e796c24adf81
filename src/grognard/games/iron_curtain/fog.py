"""Fog: of a stack the enemy sees the top unit alone, and of an order what changes before his eyes."""

from collections.abc import Callable
from typing import Any

import msgspec

from grognard.games.iron_curtain.context import Context
from grognard.games.iron_curtain.kinds import KINDS
from grognard.games.iron_curtain.orders import AirStrike, Battle, Top, ordered
from grognard.games.iron_curtain.position import Position
from grognard.play.places import LOST, Place, is_on_map
from grognard.rules.orders import Arrive, MoveTogether


class Fog:
    """What a scenario hides, and who learns what of an order."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._glimpses: dict[type[msgspec.Struct], Callable[[Position, Any, Position], str]] = {
            MoveTogether: self._move_seen,
            Arrive: self._arrival_seen,
            Top: lambda before, *_: f"{before.now.side} puts a stack in order",
        }

    def reveals(self, order: msgspec.Struct) -> bool:
        """Ruling fog: battles and warheads lay open who has a part in them, an air strike only where it picks."""
        if isinstance(order, AirStrike):
            return self._context.card.ruled("air-strike-effect") == "attacker-picks"
        return isinstance(order, Battle)

    def commands(self, seen: Position, order: msgspec.Struct) -> str:
        """Say whose unit an order is for, if it is not one of the side to move: nobody orders the enemy about.

        Nor does anybody join an enemy stack: supply and zones would tell him whether it is still there beneath him.
        """
        side = seen.now.side
        for unit in self._context.units(ordered(order)):
            if unit.side != side:
                return f"{unit.name} is no unit of {side}"
        if not isinstance(order, MoveTogether | Arrive) or not order.to:
            return ""
        joins = self._context.hex(order.to) in self._context.board(seen).foes(side)
        return f"enemy units are in {order.to}" if joins else ""

    def glimpse(self, before: Position, order: msgspec.Struct, after: Position) -> str:
        """Say of an order what the other side sees of it."""
        seen = self._glimpses.get(type(order))
        return seen(before, order, after) if seen else KINDS.text(self._context.board(before), order)

    def _move_seen(self, before: Position, order: MoveTogether, after: Position) -> str:
        for unit in self._context.units(order.units):
            if is_on_map(here := before.at[unit.number]):
                goes = self._goes("to", after.at[unit.number])
                return f"{unit.name} moves from {self._context.place(here)} {goes}"
        return f"{before.now.side} moves what is not seen"

    def _arrival_seen(self, _before: Position, order: Arrive, after: Position) -> str:
        unit = self._context.unit(order.unit)
        return f"{unit.name} arrives {self._goes('at', after.at[unit.number])}"

    def _goes(self, how: str, there: Place) -> str:
        if there == LOST:
            return "into contaminated ground"
        return f"{how} {self._context.place(there)}" if is_on_map(there) else "out of sight"
