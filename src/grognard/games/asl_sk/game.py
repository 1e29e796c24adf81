# SPDX-License-Identifier: Apache-2.0
"""ASL Starter Kit as a game: its rules, view, text and evaluation."""

from typing import Any

from grognard.games.asl_sk.board import Context
from grognard.games.asl_sk.evaluation import measure
from grognard.games.asl_sk.kinds import KINDS
from grognard.games.asl_sk.rolls import QUESTIONS
from grognard.games.asl_sk.rules import Rules
from grognard.games.asl_sk.scenario import Scenario
from grognard.games.asl_sk.text import Text
from grognard.games.asl_sk.view import View
from grognard.registry import Card
from grognard.rules.map_game import MapGame


class AslSk(MapGame[Context, Rules, View, Text]):
    """A scenario of ASL Starter Kit, ready to play under the rulings in force."""

    order: Any = KINDS.order
    questions: Any = QUESTIONS

    def __init__(self, scenario: Scenario, card: Card) -> None:
        # The sides, beginning with the one that moves first.
        self.sides = scenario.sides
        context = Context(scenario, card)
        super().__init__(context, Rules(context), View(context), Text(context), measure)
