# SPDX-License-Identifier: Apache-2.0
"""The values of positions that lead back to one another.

Within a turn a side may be able to go back to where it was, such as by turning a stack over and over. It gains nothing by
that: it can come to each of these positions from each, so that all are worth what the best way out of them is worth. Where
dice or the other side's decisions lead back, there is no such answer, and the game is refused.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol

from grognard.charts.errors import GrognardError
from grognard.lab.solve.tree import DecisionNode, Leaf, Tree, leaves, worth


class Cyclic(GrognardError):
    """Positions that repeat by the dice, or by decisions of both sides."""


class Followed(Protocol):
    """A position with what may come of each of its orders."""

    @property
    def number(self) -> int:
        """Its number."""

    @property
    def side(self) -> str:
        """The side to move."""

    @property
    def trees(self) -> Sequence[Tree[int]]:
        """What may come of each order, as numbers of positions."""


class Best(NamedTuple):
    """The value of a position for the first side, and its best order: the index, and those of the options to take in the midst of it.

    Options are only named among positions that repeat: elsewhere any of the best value will do, but here one may lead back.
    """

    value: Fraction
    order: int
    options: tuple[int, ...] = ()


# An order, and the options to take in the midst of it, by their indexes.
Way = tuple[int, tuple[int, ...]]


def settled(together: Sequence[Followed], values: Mapping[int, Fraction], first: str) -> list[Best]:
    """Return the values and best orders of positions that lead back to one another, or of one that does not.

    `values` are those of all other positions that they lead to.
    """
    numbers = {node.number for node in together}
    if len(together) == 1 and not _leads_back(together[0], numbers):
        return [_best(together[0], values, first)]
    return _ways_out(together, values, first)


def _leads_back(node: Followed, numbers: set[int]) -> bool:
    return any(number in numbers for tree in node.trees for number in leaves(tree))


def _best(node: Followed, values: Mapping[int, Fraction], first: str) -> Best:
    found = [worth(tree, values.__getitem__, first) for tree in node.trees]
    value = max(found) if node.side == first else min(found)
    return Best(value, found.index(value))


def _ways_out(together: Sequence[Followed], values: Mapping[int, Fraction], first: str) -> list[Best]:
    """Give all the value of the best way out; the best order of each takes it, or leads nearer to where it is taken."""
    numbers, side = {node.number for node in together}, together[0].side
    if any(node.side != side for node in together):
        raise Cyclic("positions repeat in which both sides move, and exact play has no value for them")
    pick = max if side == first else min
    exits: dict[int, Best] = {}
    steps: dict[int, dict[int, Way]] = {node.number: {} for node in together}
    for node in together:
        for at, tree in enumerate(node.trees):
            for options, end in _own_ends(tree, side, numbers):
                if isinstance(end, Leaf) and end.what in numbers:
                    steps[node.number].setdefault(end.what, (at, options))
                    continue
                value = worth(end, values.__getitem__, first)
                known = exits.get(node.number)
                if known is None or pick(value, known.value) != known.value:
                    exits[node.number] = Best(value, at, options)
    if not exits:
        raise Cyclic("positions repeat that nothing leads out of, and exact play has no value for them")
    best = pick(exit_.value for exit_ in exits.values())
    ways = {number: (way.order, way.options) for number, way in exits.items() if way.value == best}
    _lead_there(ways, steps)
    return [Best(best, *ways[node.number]) for node in together]


def _own_ends(
    tree: Tree[int], side: str, numbers: set[int], taken: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], Tree[int]]]:
    """Yield what a side can bring about by its own decisions alone: the options it takes, and a position or a tree that leads out."""
    ends: Iterable[int] = leaves(tree)
    if isinstance(tree, DecisionNode) and tree.side == side:
        for at, (_, below) in enumerate(tree.options):
            yield from _own_ends(below, side, numbers, (*taken, at))
    elif isinstance(tree, Leaf) or numbers.isdisjoint(ends):
        yield taken, tree
    else:
        raise Cyclic("positions repeat by the dice, and exact play has no value for them")


def _lead_there(ways: dict[int, Way], steps: Mapping[int, Mapping[int, Way]]) -> None:
    """Add, for every position that has none yet, the way that leads to one that has, nearest first."""
    while len(ways) < len(steps):
        nearer = {
            number: way
            for number, there in steps.items()
            if number not in ways
            for next_, way in there.items()
            if next_ in ways
        }
        ways |= nearer
