"""Orders, options, rolls and what became of the units, in plain words."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from grognard.games import Card
from grognard.games.seelowe import fighting
from grognard.games.seelowe.ground import Theatre
from grognard.games.seelowe.orders import AirAttack
from grognard.games.seelowe.position import LOST, Position
from grognard.games.seelowe.scenario import Scenario, Unit
from grognard.hexes import HexId
from grognard.play.board import Option
from grognard.procedures.procedure import NotAllowed
from grognard.rules.naming import Naming, listed, names
from grognard.rules.orders import Arrive, Attack, Move
from grognard.umpire import Choose, Roll

# How the questions of `fighting` begin.
ADVANCE = "advance into "
RETREAT = "retreat of "


class Words(Naming[Unit]):
    """A scenario under its rulings, and the words for what happens in it."""

    def __init__(self, scenario: Scenario, card: Card) -> None:
        super().__init__(scenario.map, scenario.by_id)
        self.scenario = scenario
        self.card = card
        self.ground = Theatre(scenario, card).ground

    # Words

    def tell(self, position: Position, order: msgspec.Struct) -> str:
        """Say in words what an order is."""
        match order:
            case Move(unit, to):
                at = position.at[self.unit(unit).number]
                here = self.place(at) if at >= 0 else "off the map"
                return f"{self.unit(unit).name} moves from {here} to {self.place(self.hex(to))}"
            case Arrive(unit, to):
                return f"{self.unit(unit).name} {self.comes(self.unit(unit))} {self.place(self.hex(to))}"
            case AirAttack(units, target):
                return (
                    f"{names(self.units(units))} {_attack(units)} {self.place(self.hex(target))} from the air"
                )
            case Attack(units, target):
                return f"{names(self.units(units))} {_attack(units)} {self.place(self.hex(target))}{self._odds(position, order)}"
        return f"{position.now.side} {position.now.name} ends"

    def _odds(self, position: Position, order: Attack) -> str:
        """Say at what odds an attack is made, where it can be made at all."""
        try:
            sheet = fighting.attack_sheet(
                self.ground(position), self.units(order.units), self.hex(order.target)
            )
        except NotAllowed:
            return ""
        return f" at {sheet.told}"

    def comes(self, unit: Unit) -> str:
        """Say how a unit comes onto the map."""
        if unit.box != "France":
            return "arrives at"
        return {"paratroop": "drops on", "air-landing": "lands by air at"}.get(unit.kind, "lands at")

    def effects(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Say what became of the units: who is lost, driven back, disrupted or cut off; and who took what."""
        fates: dict[tuple[str, str, str], list[Unit]] = defaultdict(list)
        for unit in self.scenario.units:
            for fate in self._fates(before, order, after, unit):
                fates[fate].append(unit)
        found = [
            f"{names(units)} {one if len(units) == 1 else many}{rest}"
            for (one, many, rest), units in fates.items()
        ]
        for word, hexes in (("Germans", after.held - before.held), ("British", before.held - after.held)):
            if hexes:
                found.append(f"the {word} take {listed(map(self._holding, sorted(hexes)))}")
        return found

    def _fates(
        self, before: Position, order: msgspec.Struct, after: Position, unit: Unit
    ) -> Iterable[tuple[str, str, str]]:
        """Say what became of one unit: the verb for one and for many, and the rest of the sentence."""
        number = unit.number
        here, there = before.at[number], after.at[number]
        if there != here and there == LOST:
            yield "is", "are", " eliminated"
        elif there != here and isinstance(order, Attack):
            into = there == self.hex(order.target)
            yield (
                *(("advances", "advance") if into else ("retreats", "retreat")),
                f" to {self.place(there)}",
            )
        if number in after.disrupted - before.disrupted:
            yield "is", "are", " disrupted"
        if after.supply[number] not in ("supplied", before.supply[number]):
            yield "begins", "begin", f" the turn {after.supply[number]}"

    def _holding(self, at: HexId) -> str:
        """Name a place that is held: a town, or else what makes it worth holding."""
        kinds = (("beach", self.scenario.beaches), ("airfield", self.scenario.airfields))
        kind = next((kind for kind, hexes in kinds if at in hexes), "")
        name = self.place(at)
        return f"the {kind} at {name}" if kind and name.isdigit() else name

    def result(self, roll: Roll[Any], means: Any) -> str:
        """Say what a roll came to: the code of the card, and the first words of what it stands for."""
        chart = self.card.chart("crt" if "combat" in str(roll.why) else "air-normal")
        words = chart.means(means).replace(".", ";").split(";")[0]
        return f"{means}, {words.lower()}"

    def ask(self, position: Position, order: msgspec.Struct, choice: Choose[Any]) -> str:
        """Say a question as a sentence with the rule's number, from the attack that led to it."""
        why = str(choice.why)
        target = self.hex(order.target) if isinstance(order, Attack | AirAttack) else None
        if why == "8.81 exchange" and target is not None:
            owed = sum(unit.strength for unit in self.ground(position).units_at(target))
            return f"Exchange (8.81): lose at least {owed}. Which strengths?"
        if why.startswith("8.81 which "):
            return f"Exchange (8.81): {why.removeprefix('8.81 ')}?"
        if why.startswith("13.0 "):
            return f"{why.removeprefix('13.0 ')} (13.0): ignore it or retreat?"
        if why.startswith(ADVANCE):
            return f"Advance into {self.place(self.hex(why.removeprefix(ADVANCE)))}?"
        if why.startswith(RETREAT):
            return f"Where does {why.removeprefix(RETREAT)} retreat to?"
        return f"{why[0].upper()}{why[1:]}?"

    def option(self, position: Position, choice: Choose[Any], option: Any) -> Option:  # noqa: ARG002 - every game's form
        """Say in words what an option is: a hex, a unit, several units, strengths, or a word of the rule."""
        if isinstance(option, tuple) and all(isinstance(each, int) for each in option):
            return Option(option, f"lose strength {' + '.join(map(str, option))}")
        ids = option if isinstance(option, tuple) else (option,)
        if all(each in self.scenario.by_id for each in ids):
            into = (str(choice.why).removeprefix(ADVANCE),) if str(choice.why).startswith(ADVANCE) else ()
            return Option(option, names(self.units(ids)), hexes=into, pieces=tuple(ids))
        if option == fighting.NOBODY:
            return Option(option, str(option))
        if str(option).isdigit():
            at = self.hex(option)
            return Option(option, self.place(at), hexes=(option,), about=self.scenario.map.terrain[at])
        return Option(option, str(option), about="stay in the city" if option == "ignore" else "")


def _attack(units: Sequence[str]) -> str:
    return "attacks" if len(units) == 1 else "attack"
