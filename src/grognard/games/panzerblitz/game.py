"""PanzerBlitz put together: what decides, what shows, what says and what values."""

from typing import Any

from grognard.games import Card
from grognard.games.panzerblitz.attack import AttackRoll
from grognard.games.panzerblitz.evaluation import PanzerBlitzEvaluation
from grognard.games.panzerblitz.ground import Theatre
from grognard.games.panzerblitz.kinds import KINDS
from grognard.games.panzerblitz.mining import MineClearing
from grognard.games.panzerblitz.rules import PanzerBlitzRules
from grognard.games.panzerblitz.scenario import Scenario
from grognard.games.panzerblitz.text import PanzerBlitzText
from grognard.games.panzerblitz.view import PanzerBlitzView


class PanzerBlitz:
    """A scenario of PanzerBlitz, ready to play under the rulings in force."""

    sides = ("German", "Soviet")
    order: Any = KINDS.order
    questions: Any = AttackRoll | MineClearing

    def __init__(self, scenario: Scenario, card: Card) -> None:
        theatre = Theatre(scenario, card)
        self.scenario = scenario
        self.card = card
        self.ground = theatre.ground
        self.named = theatre.named
        self.rules = PanzerBlitzRules(theatre)
        self.text = PanzerBlitzText(theatre)
        self.view = PanzerBlitzView(theatre, self.rules, self.text)
        self.evaluation = PanzerBlitzEvaluation(theatre)
