# SPDX-License-Identifier: Apache-2.0
"""Backward induction: the exact value of every position that a game can come to.

Positions are followed depth first, and one is valued once all that may follow from it are. Those that lead back to one
another are found as they are left (Tarjan's strongly connected components), and valued together (`cycles`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from hashlib import sha256
from sys import intern
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.lab.solve.cycles import settled
from grognard.lab.solve.tree import Grower, Tree, deciders, leaves
from grognard.lab.solve.utility import utility
from grognard.play.canonical import canonical
from grognard.play.game import BoardGame, every_order, reveals_units
from grognard.play.notation import order_text
from grognard.play.visibility import as_seen, hides_something

# How many positions are met between two reports of progress.
STEP = 250


class TooLarge(GrognardError):
    """A scenario that comes to more positions than are allowed."""


class Hidden(GrognardError):
    """A scenario in which a side decides without knowing all that matters."""


class Solved(msgspec.Struct, frozen=True, gc=False):
    """What a position is worth to the first side, and in it the side to move and its best order; both empty once the game is over.

    `options` are those to take in the midst of the best order, by their indexes, if others of the same value may lead back to where
    it was given; none if any of the best will do.
    """

    value: Fraction
    side: str = ""
    best: str = ""
    options: tuple[int, ...] = ()


class Node(msgspec.Struct, eq=False):
    """A position whose consequences are being followed: its orders, and what may come of each, as numbers of positions.

    `at` is its place in the sequence of those followed, `low` the first place that its consequences lead back to.
    """

    number: int
    side: str
    orders: tuple[str, ...]
    trees: tuple[Tree[int], ...]
    left: Iterator[int]
    at: int
    low: int


def key_of(position: msgspec.Struct) -> bytes:
    """Return the key of a position: its fingerprint as bytes."""
    return sha256(canonical(position)).digest()


class Search:
    """Solves a game. `known` are positions that are solved already; they are not looked at again.

    It may be broken off by an exception at any moment: what is `solved` by then is right. `report` is called now and then.
    """

    def __init__(
        self,
        game: BoardGame[Any],
        most: int,
        known: Mapping[bytes, Solved] | None = None,
        report: Callable[["Search"], None] = lambda _: None,
    ) -> None:
        self.game = game
        self.most = most
        self.solved: dict[bytes, Solved] = dict(known or {})
        self._report = report
        self._first = game.sides[0]
        self._grower = Grower(self._number)
        # The numbers and keys of the positions met, and those met that are still to be looked at.
        self._numbers: dict[bytes, int] = {}
        self._keys: list[bytes] = []
        self._waiting: dict[int, Any] = {}
        # If the game hides something, what each side sees of every position met.
        kind: type[msgspec.Struct] = type(game.rules.start())
        self._hides = hides_something(kind)
        self._seen: list[tuple[bytes, ...]] = []
        self._values: dict[int, Fraction] = {}
        # The positions followed from the start to here, and those not yet valued, which may lead back to one another.
        self._path: list[Node] = []
        self._open: list[Node] = []
        self._opened: dict[int, Node] = {}
        self.looked_at = 0

    @property
    def met(self) -> int:
        """How many positions have been met, those that were known included."""
        return len(self.solved) + len(self._waiting) + len(self._opened)

    def run(self, start: Any) -> Solved:
        """Solve everything that can follow from a position, and return what it is worth."""
        if (known := self.solved.get(key_of(start))) is not None:
            return known
        self._enter(self._number(start))
        while self._path:
            node = self._path[-1]
            number = next(node.left, None)
            if number is None:
                self._leave(self._path.pop())
            elif number in self._waiting:
                self._enter(number)
            elif number in self._opened:
                node.low = min(node.low, self._opened[number].at)
        return self.solved[key_of(start)]

    def _number(self, position: Any) -> int:
        """Return the number of a position, a new one if it was not met before."""
        key = key_of(position)
        if (number := self._numbers.get(key)) is not None:
            return number
        number = self._numbers[key] = len(self._keys)
        self._keys.append(key)
        if self._hides:
            self._seen.append(tuple(key_of(as_seen(position, side)) for side in self.game.sides))
        if (known := self.solved.get(key)) is not None:
            self._values[number] = known.value
        else:
            self._waiting[number] = position
            if self.met > self.most:
                raise TooLarge(f"it comes to more than {self.most:,} positions")
        # By what is met: where a position has thousands of orders, few are looked at in a minute.
        if number % STEP == 0:
            self._report(self)
        return number

    def _enter(self, number: int) -> None:
        """Look at a position: value it if the game is over, or else follow every order."""
        if (position := self._waiting.get(number)) is None:
            return
        side = self.game.rules.to_move(position)
        if side is None:
            self._settle(number, Solved(utility(self.game, position)))
            return
        orders = tuple(every_order(self.game, as_seen(position, side)))
        carry_out = self.game.rules.carry_out
        trees = tuple(self._grower.grow(partial(carry_out, position, order)) for order in orders)
        if self._hides:
            self._check_known(number, side, orders, trees)
        del self._waiting[number]
        at = self.looked_at = self.looked_at + 1
        ahead = dict.fromkeys(each for tree in trees for each in leaves(tree) if each not in self._values)
        texts = tuple(intern(order_text(order)) for order in orders)
        node = Node(number, side, texts, trees, iter(ahead), at, at)
        self._path.append(node)
        self._open.append(node)
        self._opened[number] = node

    def _leave(self, node: Node) -> None:
        """Value a position whose consequences have all been followed, with those that lead back to it."""
        if self._path:
            self._path[-1].low = min(self._path[-1].low, node.low)
        if node.low != node.at:
            return
        begun = self._open.index(node)
        together, self._open[begun:] = self._open[begun:], []
        best = settled(together, self._values, self._first)
        for each, found in zip(together, best, strict=True):
            del self._opened[each.number]
            text = each.orders[found.order]
            self._settle(each.number, Solved(found.value, intern(each.side), text, found.options))

    def _settle(self, number: int, solved: Solved) -> None:
        self._waiting.pop(number, None)
        self._values[number] = solved.value
        self.solved[self._keys[number]] = solved

    def _check_known(
        self, number: int, mover: str, orders: Sequence[msgspec.Struct], trees: Sequence[Tree[int]]
    ) -> None:
        """Refuse a position after which a side may no longer know where it stands.

        A side that knows the position and sees what has come of an order knows the next one, if no two that may follow look alike
        to it, and none looks to the enemy as if nothing had been ordered. Who decides in the midst of an order must know the order.
        """
        following = {each for tree in trees for each in leaves(tree)}
        for at, side in enumerate(self.game.sides):
            told_apart = following if side == mover else following | {number}
            if len({self._seen[each][at] for each in told_apart}) < len(told_apart):
                raise Hidden(
                    f"the {side} side sees too little to know where it stands, and exact play needs that"
                )
        for order, tree in zip(orders, trees, strict=True):
            if any(side != mover for side in deciders(tree)) and not reveals_units(self.game, order):
                raise Hidden(
                    f"a side decides in the midst of {order_text(order)!r} without seeing that order"
                )
