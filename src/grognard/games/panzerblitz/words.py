"""Orders, options, rolls and what became of the units, in plain words."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.games import Card
from grognard.games.naming import Naming, listed, names
from grognard.games.panzerblitz import assaulting, gunnery, mining, overrunning
from grognard.games.panzerblitz.attack import AttackSheet
from grognard.games.panzerblitz.ground import Theatre
from grognard.games.panzerblitz.orders import (
    Arrive,
    ClearMines,
    CloseAssault,
    EndPhase,
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
    announced,
)
from grognard.games.panzerblitz.position import LOST, ON_FOOT, Position
from grognard.games.panzerblitz.scenario import Scenario, Unit, ground_called
from grognard.hexes import HexId
from grognard.play.board import Option
from grognard.procedures.procedure import Line
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
                return (
                    f"{names(self.units(units))} to fire at {self._spot(target)}{self._odds(position, order)}"
                )
            case SelectiveFire(units, target, at):
                return f"{names(self.units(units))} to fire at {self.unit(at).name} in {self._spot(target)}{self._odds(position, order)}"
            case FireAtEach(units, target, at):
                return f"{names(self.units(units))} to fire at {self.unit(at).name} in {self._spot(target)}{self._odds(position, order)}, others at the rest"
            case Resolve(units, target):
                return f"{names(self.units(units))} {_verb(units, 'fire')} at {self._spot(target)}{self._odds(position, order)}"
            case Move(unit, to):
                start = position.at[self.unit(unit).number]
                here = self.place(start) if start >= 0 else "off the map"
                return f"{self.unit(unit).name} moves from {here} to {self._spot(to)}"
            case Arrive(unit, to):
                return f"{self.unit(unit).name} arrives at {self._spot(to)}"
            case Exit(unit):
                return f"{self.unit(unit).name} leaves the map"
            case Load(unit, carrier):
                return f"{self.unit(unit).name} mounts {self.unit(carrier).name}"
            case Unload(unit):
                mount = position.aboard[self.unit(unit).number]
                off = f" from {self.scenario.units[mount].name}" if mount != ON_FOOT else ""
                return f"{self.unit(unit).name} dismounts{off}"
            case Overrun(units, target):
                return f"{names(self.units(units))} {_verb(units, 'overrun')} {self._spot(target)}{self._odds(position, order)}"
            case ClearMines(unit, target):
                return f"{self.unit(unit).name} tries to clear the mines in {self._spot(target)}"
            case CloseAssault(units, target):
                return f"{names(self.units(units))} {_verb(units, 'assault')} {self._spot(target)}{self._odds(position, order)}"
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

    def _odds(self, position: Position, order: msgspec.Struct) -> str:
        """Say at what odds an attack is made, where it can be made at all."""
        try:
            sheet = self.sheet(position, order)
        except GrognardError:
            return ""
        return f", {sheet.shots[0].told}" if sheet else ""

    def sheet(self, position: Position, order: msgspec.Struct) -> AttackSheet | None:
        """Return the worksheet of an attack; none of an order that is none."""
        ground = self.ground(position)
        match order:
            case Mines(_, target):
                return mining.sheet(ground, self.hex(target))
            case Fire() | SelectiveFire() | FireAtEach():
                return gunnery.sheet(ground, self.units(order.units), announced(order))
            case Resolve(units, target):
                return gunnery.sheet(ground, self.units(units), gunnery.announced(ground, units, target))
            case Overrun(units, target):
                return overrunning.OVERRUN.sheet(ground, self.units(units), self.hex(target))
            case CloseAssault(units, target):
                return assaulting.ASSAULT.sheet(ground, self.units(units), self.hex(target))
        return None

    def struck(self, position: Position, order: msgspec.Struct) -> list[Unit]:
        """Return the units that an attack is rolled against, in the order of its results."""
        ground = self.ground(position)
        match order:
            case Mines(_, target):
                return mining.victims(ground, self.hex(target))
            case Fire() | SelectiveFire() | FireAtEach():
                return gunnery.struck(ground, announced(order))
            case Resolve(units, target):
                return gunnery.struck(ground, gunnery.announced(ground, units, target))
            case Overrun(_, target) | CloseAssault(_, target):
                return ground.under_attack(self.hex(target))
        return []

    def with_names(self, order: msgspec.Struct, lines: Sequence[Line]) -> tuple[Line, ...]:
        """Return the lines of a worksheet with the units that attack by their own names, where the charts know types."""
        waiting = self.units(getattr(order, "units", ()))
        return tuple(_with_name(line, waiting) for line in lines)

    def _spot(self, name: str) -> str:
        return self.place(self.hex(name))

    def effects(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Say what became of the units: who is lost, dispersed or rallies; and who took what."""
        fates: dict[str, list[Unit]] = defaultdict(list)
        for unit in self.scenario.units:
            for fate in _fates(before, after, unit.number):
                fates[fate].append(unit)
        found = [f"{names(units)} {_be(units)} {fate}" for fate, units in fates.items()]
        if isinstance(order, Overrun):
            found += [
                f"{unit.name} comes out in {self.place(after.at[unit.number])}"
                for unit in self.units(order.units)
            ]
        taken = {side: sorted(after.held(side) - before.held(side)) for side in self.scenario.sides}
        found += [f"the {side}s take {listed(map(self._ground_at, at))}" for side, at in taken.items() if at]
        if isinstance(order, EndPhase) and before.phase == "fire":
            found += self._withdrawn(before)
        cleared = sorted(after.cleared - before.cleared)
        return found + [f"the mines in {self.place(each)} are cleared" for each in cleared]

    def _ground_at(self, hex_id: HexId) -> str:
        """Name a hex of ground that counts by what it counts as."""
        called = (
            name
            for name in self.scenario.file.victory.ground
            if hex_id in ground_called(self.scenario.map, name)
        )
        return f"{next(called)} {self.scenario.map.grid.hex_name(hex_id)}"

    def _withdrawn(self, position: Position) -> Iterable[str]:
        """Say whose fire at each unit of a hex is withdrawn when announcing ends."""
        for order in gunnery.withdrawn(self.ground(position)):
            who = self.units(order.units)
            verb = "does" if len(who) == 1 else "do"
            yield f"{names(who)} {verb} not fire: not all in {order.target} would be fired at (ruling techniques)"

    def result(self, roll: Roll[Any], means: Any) -> str:
        """Say what a roll came to: the code of the card, and the first words of what it stands for."""
        if str(roll.why).startswith("mines to clear"):
            return f"the mines are {means}"
        words = re.split(r"[.;(]", self.card.chart("crt").means(means))[0].strip()
        return f"{means}, {words.lower()}"

    def option(self, position: Position, choice: Choose[Any], option: Any) -> Option:  # noqa: ARG002 - every game's form
        """Say in words what an option is."""
        return Option(option, str(option))


def _fates(before: Position, after: Position, number: int) -> Iterable[str]:
    """Say what became of one unit."""
    if after.at[number] == LOST != before.at[number]:
        yield "eliminated"
    if number in (after.dispersed | after.rallied) - before.dispersed:
        yield "dispersed"
    if number in after.rallied:
        yield "in order again"


def _be(units: Iterable[Unit]) -> str:
    return "is" if len(list(units)) == 1 else "are"


def _verb(units: Iterable[str], verb: str) -> str:
    return f"{verb}s" if len(list(units)) == 1 else verb


def _with_name(line: Line, waiting: list[Unit]) -> Line:
    """Name the first unit of those waiting that the line may speak of, and let it wait no more."""
    unit = next((each for each in waiting if line.what.startswith(each.type.name)), None)
    if unit is None:
        return line
    waiting.remove(unit)
    return replace(line, what=unit.name + line.what.removeprefix(unit.type.name))
