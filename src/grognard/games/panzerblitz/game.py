# SPDX-License-Identifier: Apache-2.0
"""PanzerBlitz as a game: its rules, view, text and evaluation."""

from typing import Any

from grognard.games.panzerblitz.attack import AttackRoll
from grognard.games.panzerblitz.board import Context
from grognard.games.panzerblitz.evaluation import measure
from grognard.games.panzerblitz.kinds import KINDS
from grognard.games.panzerblitz.minefield_orders import MineClearing
from grognard.games.panzerblitz.rules import Rules
from grognard.games.panzerblitz.scenario import Scenario
from grognard.games.panzerblitz.terms import SIDES
from grognard.games.panzerblitz.text import Text
from grognard.games.panzerblitz.view import View
from grognard.play.game import BoardEvaluation
from grognard.registry import Card


class PanzerBlitz:
    """A scenario of PanzerBlitz, ready to play under the rulings in force."""

    sides = SIDES
    order: Any = KINDS.order
    questions: Any = AttackRoll | MineClearing

    def __init__(self, scenario: Scenario, card: Card) -> None:
        self.scenario = scenario
        self.card = card
        self.context = Context(scenario, card)
        self.rules = Rules(self.context)
        self.view = View(self.context)
        self.text = Text(self.context)
        self.evaluation = BoardEvaluation(self.context.board, measure)
