# SPDX-License-Identifier: Apache-2.0
"""What comes of a solved game if both sides play as well as can be: how often each wins, and how it begins."""

from fractions import Fraction
from typing import Any

import msgspec

from grognard.front import Game
from grognard.lab.solve.solution import Solution
from grognard.lab.solve.tree import DecisionNode, Grower, Leaf, Tree, worth
from grognard.lab.solve.utility import utility
from grognard.play.notation import parse_order


class Shares(msgspec.Struct, frozen=True, gc=False):
    """How likely it is that the first side wins, that nobody does, and that the other side wins."""

    won: Fraction
    drawn: Fraction
    lost: Fraction


ENDS = {1: Shares(Fraction(1), Fraction(0), Fraction(0)), 0: Shares(Fraction(0), Fraction(1), Fraction(0))}
ENDS[-1] = Shares(Fraction(0), Fraction(0), Fraction(1))


class BestPlay:
    """A solved game played by its table on both sides, from where the game stands. Of equally good decisions the first is taken."""

    def __init__(self, solution: Solution, game: Game) -> None:
        self._solution = solution
        self._game = game
        self._rules: Any = game.table.game
        self._grower: Grower[Any] = Grower(lambda position: position)
        self._known: dict[Any, Shares] = {}

    def shares(self) -> Shares:
        """Return how likely each result is."""
        return self._from(self._game.position)

    def line(self) -> list[str]:
        """Return the orders up to the first roll or decision in the midst of one, that order included."""
        orders: list[str] = []
        position = self._game.position
        while self._rules.rules.to_move(position) is not None:
            tree = self._best(position)
            orders.append(self._text(position))
            if not isinstance(tree, Leaf):
                break
            position = tree.what
        return orders

    def _text(self, position: Any) -> str:
        return self._solution.known(self._game, position).best

    def _best(self, position: Any) -> Tree[Any]:
        """Return what may come of the best order in a position."""
        order = parse_order(self._rules.order, self._text(position))
        tree = self._grower.grow(lambda: self._rules.rules.carry_out(position, order))
        for option in self._solution.known(self._game, position).options:
            assert isinstance(tree, DecisionNode)  # noqa: S101 - the options were taken from this tree
            _, tree = tree.options[option]
        return tree

    def _from(self, position: Any) -> Shares:
        if (known := self._known.get(position)) is None:
            over = self._rules.rules.to_move(position) is None
            known = ENDS[int(utility(self._rules, position))] if over else self._of(self._best(position))
            self._known[position] = known
        return known

    def _of(self, tree: Tree[Any]) -> Shares:
        if isinstance(tree, Leaf):
            return self._from(tree.what)
        if isinstance(tree, DecisionNode):
            return self._of(self._chosen(tree))
        parts = [(Fraction(weight, tree.total), self._of(below)) for weight, below in tree.branches]
        return Shares(
            won=sum((share * part.won for share, part in parts), Fraction(0)),
            drawn=sum((share * part.drawn for share, part in parts), Fraction(0)),
            lost=sum((share * part.lost for share, part in parts), Fraction(0)),
        )

    def _chosen(self, decided: DecisionNode[Any]) -> Tree[Any]:
        """Return what may come of the best option."""
        first = self._game.sides[0]
        pick = max if decided.side == first else min

        def value(position: Any) -> Fraction:
            return self._solution.value_of(self._game, position)

        return pick((tree for _, tree in decided.options), key=lambda tree: worth(tree, value, first))
