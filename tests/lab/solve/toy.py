# SPDX-License-Identifier: Apache-2.0
"""Toy games for the solver: a graph of positions by name, with orders that go on for certain, by a die, or by an answer."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Annotated, Any

import msgspec

from grognard.play.visibility import Seen
from grognard.umpire import D6, Choose, Roll, Rule, faces

SIDES = ("White", "Black")


class Here(msgspec.Struct, frozen=True):
    """A position; `hidden` is seen by nobody."""

    at: Annotated[str, Seen("all")]
    hidden: Annotated[int, Seen("nobody")] = 0


class Open(msgspec.Struct, frozen=True):
    """A position of which everything is seen."""

    at: Annotated[str, Seen("all")]


class Go(msgspec.Struct, frozen=True, tag="go"):
    """An order by its name."""

    to: str


# What an order does: leads to a position, rolls for it (so many faces of six each), or asks a side.
Does = Any


class Toy:
    """A game: for every position the side to move and its orders; names that are verdicts end it.

    A game that `hides` something has a field that nobody sees.
    """

    order = Go
    sides = SIDES

    def __init__(self, graph: Mapping[str, tuple[str, Mapping[str, Does]]], kind: type[Any] = Open) -> None:
        self._graph = graph
        self._kind = kind
        self.rules: Any = self
        self.view: Any = self

    def start(self) -> Any:
        return self._kind("start")

    def to_move(self, position: Any) -> str | None:
        return self._graph[position.at][0] if position.at in self._graph else None

    def actors(self, position: Any) -> list[str]:
        del position
        return [""]

    def orders(self, position: Any, actor: str) -> list[Go]:
        del actor
        return [Go(name) for name in self._graph[position.at][1]]

    def why_illegal(self, position: Any, order: Go) -> str:
        return "" if order.to in self._graph[position.at][1] else "there is no such order"

    def carry_out(self, position: Any, order: Go) -> Rule[Any]:
        does = self._graph[position.at][1][order.to]
        while not isinstance(does, str | msgspec.Struct):
            kind, ways = does
            if kind == "roll":
                does = ways[(yield Roll("toy", faces(D6))) - 1]
            else:
                name = yield Choose(kind, "toy", tuple(ways))
                does = ways[name]
        return self._kind(does) if isinstance(does, str) else does

    def status(self, position: Any) -> Any:
        winner = {"white wins": "White", "black wins": "Black", "draw": "", "untold": None}[position.at]
        return SimpleNamespace(winner=winner)
