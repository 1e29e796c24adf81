# SPDX-License-Identifier: Apache-2.0
"""A game on a map that is not made of chapters, as the table sees it: four objects that do one thing each.

Games made of chapters use `game` instead.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from grognard.play.game import BoardEvaluation
from grognard.rules.map_board import MapContext

X = TypeVar("X", bound=MapContext[Any, Any, Any])
R = TypeVar("R")
V = TypeVar("V")
T = TypeVar("T")


class MapGame(Generic[X, R, V, T]):
    """A scenario, ready to play under the rulings in force. A game adds its sides, its orders and its questions."""

    def __init__(self, context: X, rules: R, view: V, text: T, measure: Callable[[Any, Any], float]) -> None:
        self.context = context
        self.scenario = context.scenario
        self.card = context.card
        self.rules = rules
        self.view = view
        self.text = text
        self.evaluation = BoardEvaluation(context.board, measure)
