"""Orders, options, rolls and what became of the units, in plain words."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.games.panzerblitz import gunnery
from grognard.games.panzerblitz.attacks import ATTACKS
from grognard.games.panzerblitz.ground import Theatre
from grognard.games.panzerblitz.labels import label
from grognard.games.panzerblitz.mining import MineClearing
from grognard.games.panzerblitz.orders import (
    Announced,
    ClearMines,
    CloseAssault,
    Exit,
    Fire,
    FireAtEach,
    Load,
    Mines,
    Overrun,
    SelectiveFire,
    Unload,
)
from grognard.games.panzerblitz.position import LOST, ON_FOOT, Position
from grognard.games.panzerblitz.scenario import Unit
from grognard.hexes import HexId
from grognard.play.board import Option
from grognard.procedures.procedure import Line
from grognard.rules.naming import listed, names
from grognard.rules.orders import Arrive, EndPhase, Move, Resolve
from grognard.umpire import Choose, Question, Roll


class PanzerBlitzText:
    """The words for what happens in a scenario."""

    sequence = (
        ("minefields", "mines attack the enemies that stand on them"),
        ("fire", "all fire is announced: who fires at which hex"),
        ("resolution", "what was announced is rolled, in any order"),
        ("vehicles", "vehicles move, overrun and unload; who has fired stays"),
        ("infantry", "all others move, get on, or clear mines"),
        ("close assault", "infantry, engineers and cavalry attack the hex next to them"),
    )

    def __init__(self, theatre: Theatre) -> None:
        self.scenario = theatre.scenario
        self.card = theatre.card
        self.ground = theatre.ground
        self.named = theatre.named

    def tell(self, position: Position, order: msgspec.Struct) -> str:
        """Say in words what an order is."""
        return TOLD[type(order)](self, position, order)

    def action(self, order: msgspec.Struct) -> str:
        """Say in words what a unit can do besides moving; an empty text of an order that is a move or an attack."""
        match order:
            case Exit():
                return "leave the map"
            case Load(_, carrier):
                return f"mount {self.named.unit(carrier).name}"
            case Unload(unit):
                return f"dismount {self.named.unit(unit).name}"
            case ClearMines(_, target):
                best = self.card.ruled("mine-clearing").removeprefix("up-to-")
                return f"try to clear the mines in {self.spot(target)}: {best} or less clears them"
        return ""

    def names(self, ids: Iterable[str]) -> str:
        """Name units by their ids."""
        return names(self.named.units(ids))

    def spot(self, name: str) -> str:
        """Name a hex by its number."""
        return self.named.place(self.named.hex(name))

    def aim(self, order: Announced) -> str:
        """Name the target of fire: a unit of the stack, or all."""
        at = self.spot(order.target)
        return f"{self.named.unit(order.at).name} in {at}" if order.at else at

    def odds(self, position: Position, order: msgspec.Struct) -> str:
        """Say at what odds an attack is made, where it can be made at all."""
        try:
            sheet = ATTACKS[type(order)].sheet(self.ground(position), order)
        except GrognardError:
            return ""
        return f", {sheet.shots[0].told}"

    def with_names(self, order: msgspec.Struct, lines: Sequence[Line]) -> tuple[Line, ...]:
        """Return the lines of a worksheet with the units that attack by their own names, where the charts know types."""
        waiting = self.named.units(getattr(order, "units", ()))
        return tuple(_with_name(line, waiting) for line in lines)

    def effects(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Say what became of the units: who is lost, dispersed or rallies; and who took what."""
        fates: dict[str, list[Unit]] = defaultdict(list)
        for unit in self.scenario.units:
            for fate in _fates(before, after, unit.number):
                fates[fate].append(unit)
        found = [f"{names(units)} {_be(units)} {fate}" for fate, units in fates.items()]
        if isinstance(order, Overrun):
            found += [
                f"{unit.name} comes out in {self.named.place(after.at[unit.number])}"
                for unit in self.named.units(order.units)
            ]
        taken = {side: sorted(after.held(side) - before.held(side)) for side in self.scenario.sides}
        found += [f"the {side}s take {listed(map(self._ground_at, at))}" for side, at in taken.items() if at]
        if isinstance(order, EndPhase) and before.phase == "fire":
            found += self.abandoned(before)
        cleared = sorted(after.cleared - before.cleared)
        return found + [f"the mines in {self.named.place(each)} are cleared" for each in cleared]

    def _ground_at(self, hex_id: HexId) -> str:
        """Name a hex of ground that counts by what it counts as."""
        return f"{self.scenario.ground_names[hex_id]} {self.scenario.map.grid.hex_name(hex_id)}"

    def abandoned(self, position: Position) -> Iterable[str]:
        """Say whose fire at each unit of a hex is withdrawn when announcing ends."""
        for order in gunnery.withdrawn(self.ground(position)):
            who = self.named.units(order.units)
            verb = "does" if len(who) == 1 else "do"
            yield f"{names(who)} {verb} not fire: not all in {order.target} would be fired at (ruling techniques)"

    def label(self, question: Question[Any] | str) -> str:
        """Name a question in a few words."""
        return "mines to clear" if isinstance(question, MineClearing) else label(question)

    def ask(self, position: Position, order: msgspec.Struct, choice: Choose[Any]) -> str:  # noqa: ARG002 - every game's form
        """Say a question as a sentence; nobody is asked to choose anything in this game."""
        return self.label(choice.why)

    def result(self, roll: Roll[Any], means: Any) -> str:
        """Say what a roll came to: the code of the card, and the first words of what it stands for."""
        if isinstance(roll.why, MineClearing):
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


def _verb(units: Sequence[str], verb: str) -> str:
    """Say what units do: `fire at `, or of one of them `fires at `."""
    first, _, rest = verb.partition(" ")
    return f"{first}s {rest}" if len(units) == 1 else verb


def _with_name(line: Line, waiting: list[Unit]) -> Line:
    """Name the first unit of those waiting that the line may speak of, and let it wait no more."""
    unit = next((each for each in waiting if line.what.startswith(each.type.name)), None)
    if unit is None:
        return line
    waiting.remove(unit)
    return replace(line, what=unit.name + line.what.removeprefix(unit.type.name))


# Orders


def _firing(text: PanzerBlitzText, position: Position, order: SelectiveFire | FireAtEach) -> str:
    who, at = text.names(order.units), text.named.unit(order.at).name
    return f"{who} to fire at {at} in {text.spot(order.target)}{text.odds(position, order)}"


def _attacking(verb: str) -> Callable[[PanzerBlitzText, Position, Any], str]:
    """Tell an attack that is carried out now."""

    def told(text: PanzerBlitzText, position: Position, order: Resolve | Overrun | CloseAssault) -> str:
        who, at = text.names(order.units), text.spot(order.target)
        return f"{who} {_verb(order.units, verb)}{at}{text.odds(position, order)}"

    return told


def _moving(text: PanzerBlitzText, position: Position, order: Move) -> str:
    unit = text.named.unit(order.unit)
    start = position.at[unit.number]
    here = text.named.place(start) if start >= 0 else "off the map"
    return f"{unit.name} moves from {here} to {text.spot(order.to)}"


def _dismounting(text: PanzerBlitzText, position: Position, order: Unload) -> str:
    unit = text.named.unit(order.unit)
    mount = position.aboard[unit.number]
    off = f" from {text.scenario.units[mount].name}" if mount != ON_FOOT else ""
    return f"{unit.name} dismounts{off}"


TOLD: dict[type[msgspec.Struct], Callable[[PanzerBlitzText, Position, Any], str]] = {
    Mines: lambda text, _, order: f"mines in {text.spot(order.target)} attack {text.names(order.units)}",
    Fire: lambda text, now, order: (
        f"{text.names(order.units)} to fire at {text.spot(order.target)}{text.odds(now, order)}"
    ),
    SelectiveFire: _firing,
    FireAtEach: lambda text, now, order: f"{_firing(text, now, order)}, others at the rest",
    Resolve: _attacking("fire at "),
    Move: _moving,
    Arrive: lambda text, _, order: f"{text.names([order.unit])} arrives at {text.spot(order.to)}",
    Exit: lambda text, _, order: f"{text.names([order.unit])} leaves the map",
    Load: lambda text, _, order: f"{text.names([order.unit])} mounts {text.names([order.carrier])}",
    Unload: _dismounting,
    Overrun: _attacking("overrun "),
    ClearMines: lambda text, _, order: (
        f"{text.names([order.unit])} tries to clear the mines in {text.spot(order.target)}"
    ),
    CloseAssault: _attacking("assault "),
    EndPhase: lambda _, now, __: f"{now.side} {now.phase} ends",
}
