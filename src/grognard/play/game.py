"""What the table needs to know of a game: how it starts, whose order is awaited, and the rule of each order.

A position is what is on the map, what the rules remember, and turn, phase and side. It is frozen and plain; map and
scenario are shared and never copied. An order is one act of the side to move: its rule takes the position and
returns the next one, asking for rolls and decisions on the way.
"""

from collections.abc import Iterator
from typing import Any, Protocol, TypeVar

import msgspec

from grognard.umpire import Rule

Side = str
P = TypeVar("P", bound=msgspec.Struct)


class Game(Protocol[P]):
    """A scenario of a game, ready to play under the rulings in force."""

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides, in the order they are named."""

    @property
    def order(self) -> Any:
        """The type of an order: a tagged union of Structs."""

    def start(self) -> P:
        """Return the position the scenario begins with."""

    def to_move(self, position: P) -> Side | None:
        """Return the side whose order is awaited; none when the game is over."""

    def orders(self, position: P) -> Iterator[msgspec.Struct]:
        """Run through the orders that may be given, lazily, in a stable order; never none while a side is to move."""

    def refusal(self, position: P, order: msgspec.Struct) -> str:
        """Say why an order may not be given, with the rule; nothing where it may."""

    def carry_out(self, position: P, order: msgspec.Struct) -> Rule[P]:
        """Return the rule of an order."""

    def tell(self, position: P, order: msgspec.Struct) -> str:
        """Say in words what an order is."""

    def faults(self, position: P) -> list[str]:
        """Return every invariant the position breaks."""
