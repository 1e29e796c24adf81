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
from grognard.registry import Card
from grognard.rules.map_game import MapGame


class PanzerBlitz(MapGame[Context, Rules, View, Text]):
    """A scenario of PanzerBlitz, ready to play under the rulings in force."""

    sides = SIDES
    order: Any = KINDS.order
    questions: Any = AttackRoll | MineClearing

    def __init__(self, scenario: Scenario, card: Card) -> None:
        context = Context(scenario, card)
        super().__init__(context, Rules(context), View(context), Text(context), measure)
