# SPDX-License-Identifier: Apache-2.0
"""The legal orders, made only when they are looked at: there are too many attacks by groups of units to list."""

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any, overload

import msgspec

from grognard.front.typed import read_typed
from grognard.opponent import random_play
from grognard.play.game import BoardGame, every_order
from grognard.play.notation import is_order_of, order_text

# How many of them `repr` shows.
SHOWN = 3


class LegalOrders:
    """What a side may order now, in a stable sequence; none without a position.

    They can be iterated over, indexed, sliced, tested for membership and drawn from. They have no length: counting
    them would mean making all.
    """

    def __init__(self, game: BoardGame[Any], seen: Any = None) -> None:
        self._game = game
        self._seen = seen
        self._made: list[msgspec.Struct] = []
        self._more = iter(()) if seen is None else every_order(game, seen)

    def __iter__(self) -> Iterator[msgspec.Struct]:
        at = 0
        while self._is_made(at):
            yield self._made[at]
            at += 1

    def __contains__(self, order: object) -> bool:
        """Return whether an order, or its text, is legal; the sequence in which it names its units does not matter."""
        if isinstance(order, str) and self._seen is not None:
            order = read_typed(self._game, self._seen, order)
        if self._seen is not None and is_order_of(order, self._game.order):
            return not self._game.rules.why_illegal(self._seen, order)
        return False

    def __bool__(self) -> bool:
        return self._is_made(0)

    @overload
    def __getitem__(self, at: int) -> msgspec.Struct: ...
    @overload
    def __getitem__(self, at: slice) -> list[msgspec.Struct]: ...
    def __getitem__(self, at: int | slice) -> msgspec.Struct | list[msgspec.Struct]:
        self._make(_needed(at))
        return self._made[at]

    def __repr__(self) -> str:
        first = [order_text(order) for order in self[:SHOWN]]
        more = [] if not self._is_made(SHOWN) else ["..."]
        return f"<LegalOrders: {'; '.join([*first, *more]) or 'none'}>"

    @property
    def actors(self) -> list[str]:
        """The pieces and hexes that orders can be given to, even if there is none now; the end of a phase has the actor ""."""
        return [] if self._seen is None else self._game.rules.actors(self._seen)

    def of(self, actor: str) -> Iterable[msgspec.Struct]:
        """Return the orders of one actor, made only when they are looked at; none for an actor that can do nothing now."""
        return () if self._seen is None else self._game.rules.orders(self._seen, actor)

    def draw(self, rng: Random) -> msgspec.Struct:
        """Return a random one without making the others: a random actor, then one of its orders."""
        if not self:
            raise IndexError("there is no order to draw")
        order: msgspec.Struct = random_play(self._game, self._seen, None, rng)
        return order

    def _is_made(self, at: int) -> bool:
        self._make(at + 1)
        return at < len(self._made)

    def _make(self, count: int | None) -> None:
        """Make so many in all, or every one."""
        self._made += islice(self._more, None if count is None else max(0, count - len(self._made)))


def _needed(at: int | slice) -> int | None:
    """Return how many must be made for an index or a slice; None for all."""
    if isinstance(at, int):
        return at + 1 if at >= 0 else None
    if not isinstance(at, slice):
        raise TypeError(f"legal orders are counted from 0, and {at!r} is no number")
    start, stop, step = at.start or 0, at.stop, at.step or 1
    return stop if stop is not None and min(start, stop) >= 0 < step else None
