# SPDX-License-Identifier: Apache-2.0
"""A game made of chapters, as the table sees it: four objects that do one thing each.

`rules` decides, `view` shows, `text` says, `evaluation` values.
"""

from typing import Any, Union

import msgspec

from grognard.play.game import BoardEvaluation
from grognard.play.kinds import OVER
from grognard.play.order_sets import Orders
from grognard.rules import invariants
from grognard.rules.card import Card
from grognard.rules.context import Context
from grognard.rules.definition import Definition
from grognard.rules.position import Position
from grognard.rules.scenario import Scenario
from grognard.rules.text import Text
from grognard.rules.view import View
from grognard.umpire import Question, Rule


class Rules:
    """What decides: who is to move, what may be ordered, why not, and the rule of an order."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.board = context.board
        self.kinds = context.kinds
        self.sides = context.book.game.sides
        self.order: Any = self.kinds.order
        questions = tuple(context.book.wordings)
        self.questions: Any = Union[questions] if questions else Question[Any]  # noqa: UP007 - made of a tuple of types
        self._sides = tuple(phase.side for phase in context.phases)
        self._names = tuple(phase.name for phase in context.phases)
        self._phases = tuple(map(self.kinds.in_phase, self._names))

    def start(self) -> Position:
        """Set up the scenario."""
        return self.context.begin()

    def to_move(self, position: Position) -> str | None:
        """Return the side whose phase it is; None when the game is over."""
        return None if position.over else self._sides[position.phase]

    def actors(self, position: Position) -> list[str]:
        """Return the units that move or arrive, or the hexes to attack; the end of the phase is the actor ""."""
        if position.over:
            return []
        return self._phases[position.phase].actors(self.board(position))

    def orders(self, position: Position, actor: str) -> Orders[Any]:
        """Return the orders of a unit, or against a hex."""
        return self._phases[position.phase].orders(self.board(position), actor)

    def why_idle(self, position: Position, actor: str) -> str:
        """Say why an actor has no orders; empty if it has some."""
        return self.kinds.why_idle(self.board(position), self._names[position.phase], actor)

    def why_illegal(self, position: Position, order: msgspec.Struct) -> str:
        """Say why an order may not be given; empty if it may."""
        return OVER if position.over else self.kinds.why_illegal(self.board(position), order)

    def carry_out(self, position: Position, order: msgspec.Struct) -> Rule[Position]:
        """Return the rule of an order."""
        return self.kinds.carry_out(self.board(position), order)

    def faults(self, position: Position) -> list[str]:
        """Return every invariant that the position breaks."""
        return invariants.faults(self.board(position))

    def step_faults(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Return every invariant that the step from one position to the next breaks."""
        return invariants.step_faults(self.board(before), order, self.board(after))


class ChapterGame:
    """A scenario of a game made of chapters, ready to play under the rulings in force."""

    context_type: type[Context] = Context
    view_type: type[View] = View
    text_type: type[Text] = Text

    def __init__(self, scenario: Scenario, game: Definition, card: Card) -> None:
        context = self.context_type(scenario, game.under(card))
        self.scenario = scenario
        self.card = card
        self.context = context
        self.rules = Rules(context)
        self.view = self.view_type(context)
        self.text = self.text_type(context)
        self.evaluation = BoardEvaluation(context.board, context.book.evaluation.measure)
        self.sides, self.order, self.questions = self.rules.sides, self.rules.order, self.rules.questions
