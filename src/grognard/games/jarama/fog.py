"""Orders in plain words: as their side tells them, and what the enemy sees of them."""

import msgspec

from grognard.games import Card
from grognard.games.jarama import attack_orders, bombardment_orders, recon_orders
from grognard.games.jarama.attack import CombatSheet
from grognard.games.jarama.context import Context
from grognard.games.jarama.order_text import GLIMPSES, TELLS
from grognard.games.jarama.orders import (
    Activate,
    AirRecon,
    Attack,
    Battle,
    Bomb,
    Bombard,
    GroundRecon,
    MobileAttack,
)
from grognard.games.jarama.position import Position
from grognard.games.jarama.scenario import Scenario, Unit
from grognard.games.naming import Naming
from grognard.procedures.procedure import Worksheet


class Telling(Naming[Unit]):
    """A scenario under its rulings, and the words for orders in it."""

    def __init__(self, scenario: Scenario, card: Card) -> None:
        super().__init__(scenario.map, scenario.by_id)
        self.scenario = scenario
        self.card = card
        self.context = Context(scenario, card)
        self.board = self.context.board

    def sheet(self, position: Position, order: msgspec.Struct) -> Worksheet | None:
        """Return the worksheet of an order that rolls; none where nothing is rolled."""
        board = self.board(position)
        match order:
            case Attack() | MobileAttack():
                found: CombatSheet = attack_orders.attack_sheet(board, order, self.hex(order.target))
                return found
            case Bomb() | Bombard():
                return bombardment_orders.strike_sheet(board, order, self.hex(order.target))
            case AirRecon():
                return recon_orders.air_sheet(board, order, self.hex(order.target))
            case GroundRecon():
                return recon_orders.ground_sheet(board, order, self.hex(order.target))
        return None

    # Fog

    def reveals(self, order: msgspec.Struct) -> bool:
        """Ruling fog: an attack lays open all who have a part in it.

        What else lays counters open, such as bombardment that costs points, does so by what sides then know.
        """
        return isinstance(order, Battle)

    def commands(self, seen: Position, order: msgspec.Struct) -> str:
        """Say whose unit an order is for, if it is not one of the side to move: nobody orders the enemy about."""
        if isinstance(order, Activate):
            formation = self.scenario.formation_of.get(order.formation)
            strange = formation is not None and formation.side != seen.side
            return f"{order.formation} is no formation of {seen.side}" if strange else ""
        named = getattr(order, "units", None) or [each for each in [getattr(order, "unit", "")] if each]
        for each in named:
            found = self.context.piece(each)
            if found.side != seen.side:
                return f"{found.name} is no unit of {seen.side}"
        return ""

    def glimpse(self, before: Position, order: msgspec.Struct, after: Position) -> str:
        """Say of an order what the other side sees of it."""
        if type(order) not in GLIMPSES:
            return TELLS[type(order)](self.board(before), order)
        return GLIMPSES[type(order)](self.board(before), order, self.board(after))
