"""Iron Curtain put together: what decides, shows, says and values a scenario, and what it hides."""

import msgspec

from grognard.games import Card
from grognard.games.iron_curtain.advance import Advance
from grognard.games.iron_curtain.air_strike import AirStrikeRoll, UnitStruck
from grognard.games.iron_curtain.combat_1945 import Combat1945, StepLosses
from grognard.games.iron_curtain.combat_1962 import RetreatRoll, UnitLoss
from grognard.games.iron_curtain.context import Context
from grognard.games.iron_curtain.evaluation import Evaluation
from grognard.games.iron_curtain.fog import Fog
from grognard.games.iron_curtain.kinds import KINDS
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.retreat import RetreatTo, ZoneLoss
from grognard.games.iron_curtain.rules import Rules
from grognard.games.iron_curtain.scenario import Scenario
from grognard.games.iron_curtain.stacking import TooMany
from grognard.games.iron_curtain.terms import SIDES
from grognard.games.iron_curtain.text import Text
from grognard.games.iron_curtain.view import View
from grognard.games.iron_curtain.weapons import WeaponEffect

Questions = (
    AirStrikeRoll
    | UnitStruck
    | Combat1945
    | StepLosses
    | UnitLoss
    | RetreatRoll
    | WeaponEffect
    | RetreatTo
    | ZoneLoss
    | Advance
    | TooMany
)


class IronCurtain:
    """A scenario of Iron Curtain, ready to play under the rulings in force."""

    sides = SIDES
    order = KINDS.order
    questions = Questions

    def __init__(self, scenario: Scenario, card: Card) -> None:
        self.scenario = scenario
        self.context = context = Context(scenario, card)
        self.rules = Rules(context)
        self.view = View(context)
        self.text = Text(context)
        self.evaluation = Evaluation(context)
        self.fog = Fog(context)

    def reveals(self, order: msgspec.Struct) -> bool:
        """Say whether an order lays open who has a part in it."""
        return self.fog.reveals(order)

    def commands(self, seen: Position, order: msgspec.Struct) -> str:
        """Say why an order is not for the side to move to give, not even in free play."""
        return self.fog.commands(seen, order)

    def glimpse(self, before: Position, order: msgspec.Struct, after: Position) -> str:
        """Say an order as whoever did not give it sees it."""
        return self.fog.glimpse(before, order, after)
