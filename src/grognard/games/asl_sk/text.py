"""Orders, questions, rolls and what became of the units, in plain words."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.games.asl_sk import close_combat_orders, orders, rolls
from grognard.games.asl_sk.board import Context
from grognard.games.asl_sk.checks import Member
from grognard.games.asl_sk.effects import effects, exchanged
from grognard.games.asl_sk.labels import label
from grognard.games.asl_sk.paatc import PASSED
from grognard.games.asl_sk.position import Position
from grognard.games.asl_sk.previews import sheet
from grognard.games.asl_sk.stacks import Unit as Infantry
from grognard.play.board import Option
from grognard.play.places import is_on_map
from grognard.rules.naming import names
from grognard.rules.orders import EndPhase, Move, Resolve
from grognard.umpire import Choose, Question, Roll


class Text:
    """The words for what happens in a scenario."""

    sequence = (
        (
            "rally",
            "broken units with a leader, and broken leaders, try to rally: 2d6, at most their morale; DM adds 4",
        ),
        (
            "fire",
            "guns of the fire plan, outside the village, are aimed at a hex and rolled: everybody there rolls 2d6 against its morale; on it a unit is pinned, above it breaks",
        ),
        ("movement", "men and AFVs move; who runs goes farther and is CX"),
        ("defensive fire", "the other side has its fire plan"),
        (
            "rout",
            "broken units beside an enemy run to cover, or are eliminated when the phase ends: of both sides, whose turn it is first",
        ),
        ("advance", "men go one hex, also into a hex with enemies: that is the way into close combat"),
        (
            "close combat",
            "where both sides are in a hex. First ambush, in woods and buildings: each side rolls a die, and who is lower by 3 or more attacks first. Then one side declares who attacks whom, then the other, and all is rolled at once; with an AFV there, they attack by turns. Whoever is left with enemies is in a Melee: held in the hex, it fights again in the next close combat phase of either side",
        ),
    )

    def __init__(self, context: Context) -> None:
        self.board = context.board
        self.named = context.named

    def tell(self, position: Position, order: msgspec.Struct) -> str:
        """Say in words what an order is."""
        return TOLD[type(order)](self, position, order)

    def action(self, position: Position, order: msgspec.Struct) -> str:
        """Say in words what a unit can do besides moving; an empty text of any other order."""
        match order:
            case orders.DoubleTime():
                return "run: two more MF, and CX until its next movement phase"
            case orders.Hatches(unit):
                exposed = position.units[self.named.unit(unit).number].ce
                return "button up" if exposed else "open the hatches: the crew is exposed"
            case orders.Stop():
                return "stop: in motion no more"
        return ""

    def effects(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:  # noqa: ARG002 - every game's form
        """Say what became of the units: who is lost, broken, pinned, reduced; and who took what."""
        return effects(self.board(before), self.board(after))

    # Questions

    def label(self, question: Question[Any] | str) -> str:
        """Name a question in a few words."""
        return label(question)

    def ask(self, position: Position, order: msgspec.Struct, choice: Choose[Any]) -> str:  # noqa: ARG002 - every game's form
        """Say a question as a sentence; nobody is asked to choose anything in this game."""
        return label(choice.why)

    def option(self, position: Position, choice: Choose[Any], option: Any) -> Option:  # noqa: ARG002 - every game's form
        """Say in words what an option is; no rule of this game asks for one in the midst of an order."""
        return Option(option, str(option))

    def result(self, roll: Roll[Any], means: Any) -> str:
        """Say what a roll came to: of a check, what becomes of the unit."""
        if isinstance(roll.why, rolls.CrewCheck):
            return "stands" if means == PASSED else "stunned"
        if not isinstance(means, Member):
            return str(means)
        # The lowest DR of all changes nothing: by it is seen what the unit was.
        return _checked(roll.read[roll.read.dice.totals[0]].unit, means)

    # Parts of sentences

    def who(self, unit: str) -> str:
        """Name a unit by its id."""
        return self.named.unit(unit).name

    def group(self, units: Sequence[str], many: str, one: str) -> str:
        """Name units by their ids, and say what they do: `A and B attack`, `A attacks`."""
        return f"{names(self.named.units(units))} {one if len(units) == 1 else many}"

    def spot(self, name: str) -> str:
        """Name a hex by its number."""
        return self.named.place(self.named.hex(name))

    def start(self, position: Position, unit: str) -> str:
        """Name the hex a unit is in."""
        at = position.units[self.named.unit(unit).number].at
        return self.named.place(at) if is_on_map(at) else "off the map"

    def odds(self, position: Position, order: msgspec.Struct) -> str:
        """Say by what numbers an order is rolled, where it can be given at all."""
        try:
            found = sheet(self.board(position), order)
        except GrognardError:
            return ""
        return f", {found.told}" if found else ""


def _checked(was: Infantry | None, found: Member) -> str:
    """Say what a check did to a unit."""
    now = found.unit
    if now is None or was is None:
        return "eliminated"
    did = [exchanged(was.type.id, now.type.id)] if now.type != was.type else []
    did += ["pinned"] if now.pinned and not was.pinned else []
    did += ["broken and under DM"] if now.broken and not was.broken else []
    did += ["to roll for his wound"] if found.hit else []
    return ", ".join(did) or ("stays broken" if now.broken else "passed")


# Orders


def _move(text: Text, now: Position, order: Move) -> str:
    return f"{text.who(order.unit)} moves from {text.start(now, order.unit)} to {text.spot(order.to)}"


def _hatches(text: Text, now: Position, order: orders.Hatches) -> str:
    unit = text.named.unit(order.unit)
    return f"{unit.name} {'buttons up' if now.units[unit.number].ce else 'opens its hatches'}"


def _rout(text: Text, now: Position, order: orders.Rout) -> str:
    return f"{text.who(order.unit)} routs from {text.start(now, order.unit)} to {text.spot(order.to)}"


def _advance(text: Text, now: Position, order: orders.Advance) -> str:
    unit = text.named.unit(order.unit)
    upon = text.board(now).foes_at(text.named.hex(order.to), unit.side)
    return f"{unit.name} {'advances upon the enemy in' if upon else 'advances to'} {text.spot(order.to)}"


def _fall(text: Text, now: Position, order: orders.Fall) -> str:
    return f"{now.aimed.fire if now.aimed else 'fire'} fires at {text.spot(order.target)}"


def _attack(text: Text, now: Position, order: orders.Attack) -> str:
    foes = close_combat_orders.groups(text.board(now)).get(order.at)
    whom = names(foes) if foes else "all" if order.at == close_combat_orders.ALL else text.who(order.at)
    who = text.group(order.units, "attack", "attacks")
    return f"{who} {whom} in {text.spot(order.target)}{text.odds(now, order)}"


def _best_pairing(text: Text, now: Position, order: orders.BestPairing) -> str:
    del now
    return f"{text.group(order.units, 'attack', 'attacks')} in {text.spot(order.target)} by the best pairing"


def _end(text: Text, now: Position, order: EndPhase) -> str:
    del order
    side = text.board(now).side
    if now.combat:
        return f"{side} attacks no more in {text.named.place(now.combat.at)}"
    return f"{side} {'rout' if now.phase == 'enemy rout' else now.phase} ends"


TOLD: dict[type[msgspec.Struct], Callable[[Text, Position, Any], str]] = {
    orders.Rally: lambda text, now, order: (
        f"{text.group(order.units, 'try', 'tries')} to rally{text.odds(now, order)}"
    ),
    orders.Fire: lambda text, now, order: (
        f"{order.fire} aims at {text.spot(order.target)}{text.odds(now, order)}"
    ),
    orders.Fall: _fall,
    Move: _move,
    orders.DoubleTime: lambda text, _, order: f"{text.who(order.unit)} runs, and is CX",
    orders.Hatches: _hatches,
    orders.Stop: lambda text, _, order: f"{text.who(order.unit)} stops",
    orders.Rout: _rout,
    orders.Advance: _advance,
    orders.CloseCombat: lambda text, _, order: f"close combat in {text.spot(order.target)}",
    orders.Attack: _attack,
    orders.BestPairing: _best_pairing,
    Resolve: lambda text, _, order: f"the attacks in {text.spot(order.target)} are rolled",
    EndPhase: _end,
}
