"""Jarama put together: what decides, shows, says and values a scenario, and what it hides."""

from typing import Any

import msgspec

from grognard.games import Card
from grognard.games.jarama.air_recon import AirReconnaissance
from grognard.games.jarama.anti_air import AntiairFire
from grognard.games.jarama.battle import Advance
from grognard.games.jarama.bombardment import BombardmentResult
from grognard.games.jarama.combat import CombatResult
from grognard.games.jarama.context import Context
from grognard.games.jarama.demoralization import MoraleTest
from grognard.games.jarama.effectiveness import EffectivenessDifference, EffectivenessNumber
from grognard.games.jarama.evaluation import Evaluation
from grognard.games.jarama.fog import Fog
from grognard.games.jarama.ground_recon import Counterattack, GroundReconnaissance
from grognard.games.jarama.kinds import KINDS
from grognard.games.jarama.position import Position
from grognard.games.jarama.random_loss import AnyUnit, TroopPoint
from grognard.games.jarama.recon import CounterShown
from grognard.games.jarama.retreat import Retreat, ZonePoint
from grognard.games.jarama.rules import Rules
from grognard.games.jarama.scenario import Scenario
from grognard.games.jarama.sequence import Initiative, Recovery
from grognard.games.jarama.text import Text
from grognard.games.jarama.view import View

Questions = (
    AirReconnaissance | Advance | AntiairFire | AnyUnit | BombardmentResult | CombatResult | Counterattack | CounterShown
    | EffectivenessDifference | EffectivenessNumber | GroundReconnaissance | Initiative | MoraleTest | Recovery | Retreat
    | TroopPoint | ZonePoint
)  # fmt: skip


class Jarama:
    """A scenario of Jarama, ready to play under the rulings in force."""

    sides = ("Nationalist", "Republican")
    order: Any = KINDS.order
    questions: Any = Questions

    def __init__(self, scenario: Scenario, card: Card) -> None:
        self.context = Context(scenario, card)
        self.rules = Rules(self.context)
        self.view = View(self.context)
        self.text = Text(self.context)
        self.evaluation = Evaluation(self.context)
        self.fog = Fog(self.context)

    def reveals(self, order: msgspec.Struct) -> bool:
        """Say whether an order lays open all who have a part in it."""
        return self.fog.reveals(order)

    def commands(self, seen: Position, order: msgspec.Struct) -> str:
        """Say whose unit an order is for, if it is not one of the side to move."""
        return self.fog.commands(seen, order)

    def glimpse(self, before: Position, order: msgspec.Struct, after: Position) -> str:
        """Say of an order what the other side sees of it."""
        return self.fog.glimpse(before, order, after)
