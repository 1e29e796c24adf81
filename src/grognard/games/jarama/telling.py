"""Orders in plain words: as their side tells them, and what the enemy sees of them."""

import msgspec

from grognard.games import Card
from grognard.games.jarama import fighting, scouting, shelling
from grognard.games.jarama.attack import CombatSheet
from grognard.games.jarama.field import Theatre
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
        self.theatre = Theatre(scenario, card)
        self.field = self.theatre.field

    def sheet(self, position: Position, order: msgspec.Struct) -> Worksheet | None:
        """Return the worksheet of an order that rolls; none where nothing is rolled."""
        field = self.field(position)
        match order:
            case Attack() | MobileAttack():
                found: CombatSheet = fighting.attack_sheet(field, order, self.hex(order.target))
                return found
            case Bomb() | Bombard():
                return shelling.strike_sheet(field, order, self.hex(order.target))
            case AirRecon():
                return scouting.air_sheet(field, order, self.hex(order.target))
            case GroundRecon():
                return scouting.ground_sheet(field, order, self.hex(order.target))
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
            found = self.theatre.piece(each)
            if found.side != seen.side:
                return f"{found.name} is no unit of {seen.side}"
        return ""

    def glimpse(self, before: Position, order: msgspec.Struct, after: Position) -> str:
        """Say of an order what the other side sees of it."""
        if type(order) not in GLIMPSES:
            return TELLS[type(order)](self.field(before), order)
        return GLIMPSES[type(order)](self.field(before), order, self.field(after))
