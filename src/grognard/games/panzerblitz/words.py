"""Orders, options, rolls and what became of the units, in plain words."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec

from grognard.games import Card
from grognard.games.naming import Naming, listed, names
from grognard.games.panzerblitz.ground import Theatre
from grognard.games.panzerblitz.orders import (
    Arrive,
    ClearMines,
    CloseAssault,
    Exit,
    Fire,
    FireAtEach,
    Load,
    Mines,
    Move,
    Overrun,
    Resolve,
    SelectiveFire,
    Unload,
)
from grognard.games.panzerblitz.position import LOST, Position
from grognard.games.panzerblitz.scenario import Scenario, Unit
from grognard.play.board import Option
from grognard.umpire import Choose, Roll


class Words(Naming[Unit]):
    """A scenario under its rulings, and the words for what happens in it."""

    def __init__(self, scenario: Scenario, card: Card) -> None:
        super().__init__(scenario.map, scenario.by_id)
        self.scenario = scenario
        self.card = card
        self.ground = Theatre(scenario, card).ground

    def tell(self, position: Position, order: msgspec.Struct) -> str:  # noqa: C901, PLR0912 - one sentence for each order
        """Say in words what an order is."""
        match order:
            case Mines(units, target):
                return f"mines in {self._spot(target)} attack {names(self.units(units))}"
            case Fire(units, target):
                return f"{names(self.units(units))} to fire at {self._spot(target)}"
            case SelectiveFire(units, target, at):
                aim = self.unit(at).name if at else "the weakest unit"
                return f"{names(self.units(units))} to fire at {aim} in {self._spot(target)}"
            case FireAtEach(units, target, at):
                return f"{names(self.units(units))} to fire at {self.unit(at).name} in {self._spot(target)}, others at the rest"
            case Resolve(units, target):
                return f"{names(self.units(units))} {_verb(units, 'fire')} at {self._spot(target)}"
            case Move(unit, to):
                return f"{self.unit(unit).name} moves to {self._spot(to)}"
            case Arrive(unit, to):
                return f"{self.unit(unit).name} arrives at {self._spot(to)}"
            case Exit(unit):
                return f"{self.unit(unit).name} leaves the map"
            case Load(unit, carrier):
                return f"{self.unit(unit).name} mounts {self.unit(carrier).name}"
            case Unload(unit):
                return f"{self.unit(unit).name} dismounts"
            case Overrun(units, target):
                return f"{names(self.units(units))} {_verb(units, 'overrun')} {self._spot(target)}"
            case ClearMines(unit, target):
                return f"{self.unit(unit).name} try to clear the mines in {self._spot(target)}"
            case CloseAssault(units, target):
                return f"{names(self.units(units))} {_verb(units, 'assault')} {self._spot(target)}"
        return f"{position.side} {position.phase} ends"

    def deed(self, order: msgspec.Struct) -> str:
        """Say in words what a unit can do besides moving."""
        match order:
            case Exit():
                return "leave the map"
            case Load(_, carrier):
                return f"mount {self.unit(carrier).name}"
            case Unload(unit):
                return f"dismount {self.unit(unit).name}"
            case ClearMines(_, target):
                best = self.card.ruled("mine-clearing").removeprefix("up-to-")
                return f"try to clear the mines in {self._spot(target)}: {best} or less clears them"
        return ""

    def _spot(self, name: str) -> str:
        return self.place(self.hex(name))

    def became(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:  # noqa: ARG002 - every game's form
        """Say what became of the units: who is lost, dispersed or rallies; and who took what."""
        fates: dict[str, list[Unit]] = defaultdict(list)
        for unit in self.scenario.units:
            for fate in _fates(before, after, unit.number):
                fates[fate].append(unit)
        found = [f"{names(units)} {_be(units)} {fate}" for fate, units in fates.items()]
        taken = {side: sorted(after.held(side) - before.held(side)) for side in self.scenario.sides}
        found += [f"the {side}s take {listed(map(self.place, at))}" for side, at in taken.items() if at]
        cleared = sorted(after.cleared - before.cleared)
        return found + [f"the mines in {self.place(each)} are cleared" for each in cleared]

    def result(self, roll: Roll[Any], means: Any) -> str:
        """Say what a roll came to: the code of the card, and the first words of what it stands for."""
        if roll.why.startswith("mines to clear"):
            return f"the mines are {means}"
        words = self.card.chart("crt").means(means).replace(".", ";").split(";")[0]
        return f"{means}, {words[:1].lower()}{words[1:]}"

    def option(self, position: Position, choice: Choose[Any], option: Any) -> Option:  # noqa: ARG002 - every game's form
        """Say in words what an option is."""
        return Option(option, str(option))


def _fates(before: Position, after: Position, number: int) -> Iterable[str]:
    """Say what became of one unit."""
    if after.at[number] == LOST != before.at[number]:
        yield "eliminated"
    if number in after.shaken - before.shaken and number not in before.dispersed:
        yield "dispersed"
    if number in before.dispersed - after.dispersed and after.at[number] != LOST:
        yield "in order again"


def _be(units: Iterable[Unit]) -> str:
    return "is" if len(list(units)) == 1 else "are"


def _verb(units: Iterable[str], verb: str) -> str:
    return f"{verb}s" if len(list(units)) == 1 else verb
