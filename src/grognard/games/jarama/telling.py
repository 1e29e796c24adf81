"""Orders in plain words: as their side tells them, and what the enemy sees of them."""

from collections.abc import Sequence

import msgspec

from grognard.charts.errors import GrognardError, NoSuch
from grognard.games import Card
from grognard.games.jarama import fighting, moves, scouting, shelling
from grognard.games.jarama.attack import CombatSheet
from grognard.games.jarama.field import Field, Theatre
from grognard.games.jarama.orders import (
    Activate,
    AirRecon,
    Arrive,
    Attack,
    Battle,
    Bomb,
    Bombard,
    Deploy,
    GroundRecon,
    Lay,
    MobileAttack,
    Move,
    Pass,
    Repair,
    TakeUp,
)
from grognard.games.jarama.position import LOST, Position
from grognard.games.jarama.scenario import Air, Scenario, Unit
from grognard.games.naming import Naming, listed, names
from grognard.procedures.procedure import Worksheet


class Telling(Naming[Unit]):
    """A scenario under its rulings, and the words for orders in it."""

    def __init__(self, scenario: Scenario, card: Card) -> None:
        super().__init__(scenario.map, scenario.by_id)
        self.scenario = scenario
        self.card = card
        self.theatre = Theatre(scenario, card)
        self.field = self.theatre.field

    def plane(self, name: str) -> Air:
        """Return an aircraft by its id."""
        if name not in self.theatre.planes:
            raise NoSuch("aircraft", name, self.theatre.planes)
        return self.theatre.planes[name]

    # Orders

    def tell(self, position: Position, order: msgspec.Struct) -> str:
        """Say in words what an order is."""
        match order:
            case Deploy(unit, to):
                return f"{self.unit(unit).name} is set up in {self._there(to)}"
            case Activate(formation):
                return f"{position.side} activates {formation}"
            case Pass():
                return f"{position.side} passes for the rest of the turn"
            case Move(units, to):
                movers = moves.from_the_top(self.field(position), self.units(units))
                verb = "goes" if len(movers) == 1 else "go"
                start = self._from(position, movers[0]) if movers else "nowhere"
                return f"{names(movers)} {verb} from {start} to {self._there(to)}"
            case Arrive(unit, to):
                return f"{self.unit(unit).name} arrives at {self._there(to)}"
            case Repair(unit, feature):
                return f"{self.unit(unit).name} repairs {feature}"
            case Lay(unit, hexside):
                return f"{self.unit(unit).name} lays pontoons over {hexside}"
            case TakeUp(unit):
                return f"{self.unit(unit).name} takes its pontoons up"
        return self._tell_aimed(position, order)

    def _tell_aimed(self, position: Position, order: msgspec.Struct) -> str:
        """Say in words what is done to a hex."""
        match order:
            case AirRecon(units, target):
                return f"{listed(map(self._name, units))} reconnoitres {self._there(target)} from the air"
            case Bomb(units, target, at) | Bombard(units, target, at):
                verb = ("bomb" if isinstance(order, Bomb) else "shell") + ("s" if len(units) == 1 else "")
                return f"{listed(map(self._name, units))} {verb} {self.aimed(at, target)}"
            case GroundRecon(units, target):
                verb = "reconnoitres" if len(units) == 1 else "reconnoitre"
                return f"{names(self.units(units))} {verb} {self._there(target)}"
            case Attack(units, target) | MobileAttack(units, target):
                return self._tell_attack(position, order, units, target)
        return f"{position.side} {position.phase} ends"

    def _tell_attack(self, position: Position, order: Battle, units: Sequence[str], target: str) -> str:
        field = self.field(position)
        who = fighting.party(field, units)
        verb = "attacks" if len(who.units) == 1 else "attack"
        moving = " on the move" if isinstance(order, MobileAttack) else ""
        support = [*(gun.name for gun in who.guns), *(plane.name for plane in who.planes)]
        helped = f" with {listed(support)}" if support else ""
        odds = self._odds(position, order)
        return f"{names(who.units)} {verb} {self._there(target)}{moving}{helped}{self._held_by(field, target)}{odds}"

    def _held_by(self, field: Field, target: str) -> str:
        """Name who is attacked, as far as it is known."""
        at = self.hex(target)
        units = field.units_at(at)
        if field.is_seen_through(at):
            return f", held by {names(units)}" if units else ""
        return f", held by {names(units)} and others" if units else ", held by units that are not known"

    def _odds(self, position: Position, order: Battle) -> str:
        """Say at what odds an attack is made, where that is known."""
        field = self.field(position)
        if not field.is_seen_through(self.hex(order.target)):
            return ""
        try:
            return f", at {fighting.attack_sheet(field, order, self.hex(order.target)).told}"
        except GrognardError:
            return ""

    def aimed(self, aim: str, target: str) -> str:
        """Say what is aimed at: the hex with its units, or what is in it."""
        there = self._there(target)
        return there if aim == "units" else f"the {aim} in {there}"

    def _name(self, name: str) -> str:
        return self.plane(name).name if name in self.theatre.planes else self.unit(name).name

    def _there(self, hex_name: str) -> str:
        return self.place(self.hex(hex_name))

    def _from(self, position: Position, unit: Unit) -> str:
        at = position.at[unit.number]
        return self.place(at) if at >= 0 else "off the map"

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
            found = self.plane(each) if each in self.theatre.planes else self.unit(each)
            if found.side != seen.side:
                return f"{found.name} is no unit of {seen.side}"
        return ""

    def glimpse(self, before: Position, order: msgspec.Struct, after: Position) -> str:
        """Say of an order what the other side sees of it."""
        side = before.side
        match order:
            case Deploy():
                return f"{side} deploys"
            case Activate():
                return f"{side} activates a formation"
            case Move(_, to):
                start = after.marches[-1].start if after.marches else LOST
                come = f"from {self.place(start)} " if start >= 0 else ""
                return f"a force goes {come}to {self._there(to)}"
            case Arrive(_, to):
                return f"a force arrives at {self._there(to)}"
            case Repair():
                return f"{side} puts engineers to work"
            case Bombard(_, target, at):
                return f"{side} batteries shell {self.aimed(at, target)}"
            case GroundRecon(_, target):
                return f"{side} sends a patrol to {self._there(target)}"
        return self.tell(before, order)
