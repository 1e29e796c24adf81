# SPDX-License-Identifier: Apache-2.0
"""What may come of a rule, as a tree: dice with their weights, decisions of the sides, and at the leaves what it ends in.

A called rule that only rolls is worked out once by the umpire, and its results are branches with whole weights; one in
which a side decides is followed question by question.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar

import msgspec

from grognard.umpire import AnyRule, Ask, Call, Chance, Choose, Enumerator, Roll

L = TypeVar("L", bound=Hashable)
T = TypeVar("T")


class Leaf(msgspec.Struct, Generic[L], frozen=True, gc=False):
    """What a rule ends in."""

    what: L


class DiceNode(msgspec.Struct, Generic[L], frozen=True):
    """Dice, or a rule that only rolls: the branches with their weights, out of a total."""

    total: int
    branches: "tuple[tuple[int, Tree[L]], ...]"


class DecisionNode(msgspec.Struct, Generic[L], frozen=True):
    """A decision of a side: each option with what may come of it."""

    side: str
    options: "tuple[tuple[Any, Tree[L]], ...]"


Tree = Leaf[L] | DiceNode[L] | DecisionNode[L]
# Begins a rule; it is run again for every path through it.
Begin = Callable[[], AnyRule[T]]


class _Decides(Exception):
    """A called rule lets a side decide."""


def _refuse(choice: Choose[Any]) -> Any:
    raise _Decides(choice.side)


class Grower(Generic[L]):
    """Makes trees. `leaf` turns the result of a rule into what is kept of it, and is called once for every path."""

    def __init__(self, leaf: Callable[[Any], L]) -> None:
        self._leaf = leaf
        self._chances = Enumerator(_refuse)
        self._deciding: set[Hashable] = set()

    def grow(self, begin: Begin[Any], answers: Sequence[Any] = ()) -> Tree[L]:
        """Return what may come of a rule after some answers."""
        asked = self._run(begin, answers)
        if isinstance(asked, Leaf):
            return Leaf(self._leaf(asked.what))
        if isinstance(asked, Choose):
            options = tuple((option, self.grow(begin, (*answers, option))) for option in asked.options)
            return DecisionNode(asked.side, options)
        total, branches = asked
        grown = [(weight, self.grow(begin, (*answers, answer))) for answer, weight in branches]
        return _rolled(total, grown)

    def _run(
        self, begin: Begin[Any], answers: Sequence[Any]
    ) -> Leaf[Any] | Choose[Any] | tuple[int, Iterable[tuple[Any, int]]]:
        """Run a rule over answers; return its next question, dice as weights out of a total, or its result."""
        stack, answer, left = [iter(begin())], None, iter(answers)
        while True:
            try:
                ask: Ask = stack[-1].send(answer)
            except StopIteration as stop:
                stack.pop()
                if not stack:
                    return Leaf(stop.value)
                answer = stop.value
                continue
            if isinstance(ask, Call) and (chance := self._chance(ask)) is None:
                stack.append(iter(ask.begun()))
                answer = None
                continue
            try:
                answer = next(left)
            except StopIteration:
                return _question(ask, chance if isinstance(ask, Call) else None)

    def _chance(self, call: Call[Any]) -> Chance[Any] | None:
        """Return the chances of a called rule's results; None if a side decides in it."""
        key = (call.rule, call.arguments)
        if key in self._deciding:
            return None
        try:
            return self._chances(call.rule, *call.arguments)
        except _Decides:
            self._deciding.add(key)
            return None


def _question(ask: Ask, chance: Chance[Any] | None) -> Choose[Any] | tuple[int, Iterable[tuple[Any, int]]]:
    if isinstance(ask, Choose):
        return ask
    if isinstance(ask, Roll):
        return ask.read.ways, ask.read.branches
    assert chance is not None  # noqa: S101 - a called rule without chances is run instead
    return chance.total, chance.weights()


def _rolled(total: int, branches: Iterable[tuple[int, Tree[L]]]) -> Tree[L]:
    """Return dice as a tree: equal branches are one, and dice that change nothing are none."""
    weights: dict[Tree[L], int] = {}
    for weight, tree in branches:
        weights[tree] = weights.get(tree, 0) + weight
    if len(weights) == 1:
        return next(iter(weights))
    return DiceNode(total, tuple((weight, tree) for tree, weight in weights.items()))


def leaves(tree: Tree[L]) -> Iterator[L]:
    """Yield what a tree may end in, path by path."""
    if isinstance(tree, Leaf):
        yield tree.what
        return
    for _, below in tree.branches if isinstance(tree, DiceNode) else tree.options:
        yield from leaves(below)


def deciders(tree: Tree[L]) -> Iterator[str]:
    """Yield the sides that decide in a tree."""
    if isinstance(tree, DecisionNode):
        yield tree.side
    if not isinstance(tree, Leaf):
        for _, below in tree.branches if isinstance(tree, DiceNode) else tree.options:
            yield from deciders(below)


def worth(tree: Tree[L], value: Callable[[L], Fraction], first: str) -> Fraction:
    """Return the expected value for the first side, which decides for the highest value, as the other does for the lowest."""
    if isinstance(tree, Leaf):
        return value(tree.what)
    if isinstance(tree, DiceNode):
        total = sum((weight * worth(below, value, first) for weight, below in tree.branches), Fraction(0))
        return total / tree.total
    best = max if tree.side == first else min
    return best(worth(below, value, first) for _, below in tree.options)
