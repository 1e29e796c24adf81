"""Questions, options, rolls and what became of the units, in plain words. Orders are in `order_text`."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from grognard.charts.plurals import counted, plural
from grognard.games.iron_curtain import combat_1945, desk_text
from grognard.games.iron_curtain.advance import NOBODY, Advance
from grognard.games.iron_curtain.air_strike import UnitStruck
from grognard.games.iron_curtain.combat_1945 import Combat1945, StepLosses
from grognard.games.iron_curtain.combat_1962 import RetreatRoll
from grognard.games.iron_curtain.contamination import poisons
from grognard.games.iron_curtain.context import Context
from grognard.games.iron_curtain.desk_text import steps_text
from grognard.games.iron_curtain.kinds import KINDS
from grognard.games.iron_curtain.orders import Overrun
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.retreat import SPLIT, RetreatTo, ZoneLoss, costs_a_step, lost_in, ways_back
from grognard.games.iron_curtain.scenario import Unit
from grognard.games.iron_curtain.stacking import TooMany
from grognard.games.iron_curtain.terms import Side, enemy
from grognard.play.board import Option
from grognard.play.places import HIDDEN, LOST, Place, is_on_map
from grognard.rules.naming import listed, names
from grognard.rules.orders import Arrive, Attack
from grognard.umpire import Choose, Question, Roll

# What the weapons tables print, in words.
CODES = {"Elim": "eliminated", "Step": "loses a step", "Step Step": "loses two steps", "-": "unharmed"}
STEPS = re.compile(r"(?P<name>.+?)(?:x(?P<steps>[1-9]))?")
# What became of somebody: the verb for one and for many, and the rest of the sentence.
Fate = tuple[str, str, str]


class Text:
    """The words for what happens in a scenario."""

    sequence = (
        ("strikes", "air strikes; nuclear and chemical warheads once they are released"),
        ("movement", "reinforcements come, units move, stacks overrun"),
        ("combat", "units attack hexes next to them"),
        ("exploitation", "armour, mechanised units and helicopters move and overrun again"),
    )

    def __init__(self, context: Context) -> None:
        self._context = context
        self._board = context.board
        self._ids = {unit.name: unit.id for unit in context.scenario.units}

    def tell(self, position: Position, order: msgspec.Struct) -> str:
        """Say in words what an order is."""
        return KINDS.text(self._board(position), order)

    # Questions

    def label(self, question: Question[Any] | str) -> str:
        """Name a question in a few words."""
        match question:
            case Advance(into):
                return f"advance into {into}"
            case RetreatTo(unit, start):
                return f"retreat of {self._who(unit)} from {start}"
            case ZoneLoss(at):
                return f"step lost to the zone of control in {at}"
            case TooMany(at):
                return f"unit too many in {at}"
        return desk_text.label(question, self._who)

    def ask(self, position: Position, order: msgspec.Struct, choice: Choose[Any]) -> str:  # noqa: ARG002 - every game's form
        """Say a question as a sentence."""
        match choice.why:
            case Advance(into):
                return f"Who advances into {self._there(into)}?"
            case RetreatTo(unit, start):
                return f"Where does {self._who(unit)} in {self._there(start)} retreat to?"
            case StepLosses():
                return "Who loses the steps?"
            case ZoneLoss(at):
                return f"Step lost to the zone of control in {at}: whose?"
            case TooMany(at):
                return f"{self._there(at)} holds too many: who is eliminated?"
            case UnitStruck():
                return "Unit struck: whose?"
        return self.label(choice.why)

    def result(self, roll: Roll[Any], means: Any) -> str:
        """Say what a roll came to: in words where it is a code of the card."""
        match roll.why:
            case Combat1945(no_retreat):
                does = self._context.card.chart(combat_1945.TABLE).does(means)
                return f"{means}, {_result(does, barred=no_retreat)}"
            case RetreatRoll():
                return "no retreat" if means == "None" else f"retreat of {means}"
        return CODES.get(means, str(means))

    def _who(self, unit: str) -> str:
        return self._context.unit(unit).name if unit else "the stack"

    def _there(self, hex_name: str) -> str:
        return self._context.place(self._context.hex(hex_name))

    # Options

    def option(self, position: Position, choice: Choose[Any], option: Any) -> Option:
        """Say in words what an option is: a hex to retreat to, who advances, who loses steps, who is struck."""
        now: Position = choice.now or position
        match choice.why:
            case Advance(into):
                return self._advancing(now, into, option)
            case RetreatTo() as asked:
                return self._retreating(now, asked, option, msgspec.convert(choice.side, Side))
            case StepLosses() | ZoneLoss():
                return Option(option, listed(map(_loses, option)), pieces=tuple(map(self._id, option)))
        return Option(option, str(option), pieces=(self._id(option),))

    def _advancing(self, position: Position, into: str, option: str) -> Option:
        if option == NOBODY:
            return Option(option, "nobody")
        dust = poisons(position, self._context.hex(into))
        about = f"rolls for {listed(dust)} contamination there" if dust else ""
        return Option(option, self._who(option), hexes=(into,), pieces=(option,), about=about)

    def _retreating(self, position: Position, asked: RetreatTo, option: str, side: Side) -> Option:
        if option == SPLIT:
            return Option(option, "one unit after another")
        ends = self._lost_on_the_way(position, asked, option)
        about = self._ground_at(position, option, side)
        return Option(option, self._there(option) + ends, hexes=(option,), about=about, fatal=bool(ends))

    def _lost_on_the_way(self, position: Position, asked: RetreatTo, hex_name: str) -> str:
        """Say where zones of control take the last step of all who retreat to a hex; none if one of them gets there."""
        board, start, end = self._board(position), self._context.hex(asked.start), self._context.hex(hex_name)
        stack = board.units_at(start)
        units = [unit for unit in stack if unit.id == asked.unit] or stack
        ways = ways_back(board, units, board.grid.distance(start, end)) if units else []
        way = next((way for way in ways if way.end == end), None)
        lost = lost_in(board, units, way) if way else None
        return (
            "" if lost is None else f", is eliminated by the zone of control in {self._context.place(lost)}"
        )

    def _ground_at(self, position: Position, hex_name: str, side: Side) -> str:
        """Say what units that retreat to a hex find there: terrain, contamination, an enemy zone that costs him a step."""
        at = self._context.hex(hex_name)
        said = [self._context.scenario.map.terrain[at]]
        if poisons(position, at):
            said.append("contaminated")
        if costs_a_step(self._board(position), side, at):
            said.append("in an enemy zone: costs a step")
        return ", ".join(said)

    def _id(self, word: str) -> str:
        """Return the id of a unit by its name, perhaps with how many steps it loses behind it."""
        found = STEPS.fullmatch(word)
        return self._ids.get(found["name"] if found else word, "")

    # What became of the units

    def effects(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Say what became of the units: who is lost, hurt, driven back, cut off or comes into sight; who took what."""
        fates: dict[Fate, list[Unit]] = defaultdict(list)
        for unit in self._context.scenario.units:
            for fate in self._fates(before, order, after, unit):
                fates[fate].append(unit)
        said = [
            f"{names(units)} {one if len(units) == 1 else many}{rest}"
            for (one, many, rest), units in sorted(fates.items(), key=_is_advance)
        ]
        first, place = before.first, self._context.place
        for side, hexes in ((first, after.held - before.held), (enemy(first), before.held - after.held)):
            if hexes:
                said.append(f"{side} takes {listed(map(place, sorted(hexes)))}")
        gone = {marker.at for marker in before.contaminated} - {marker.at for marker in after.contaminated}
        if gone:
            said.append(
                f"{listed(map(place, sorted(gone)))} {plural(len(gone), 'is', 'are')} contaminated no more"
            )
        return said

    def _fates(self, before: Position, order: msgspec.Struct, after: Position, unit: Unit) -> Iterator[Fate]:
        number = unit.number
        here, there = before.at[number], after.at[number]
        if there == LOST != here:
            yield "is", "are", " eliminated"
            return
        lost = after.hurt[number] - before.hurt[number] if HIDDEN not in (here, there) else 0
        if lost:
            yield "loses", "lose", f" {steps_text(lost)}"
        yield from self._went(order, unit, here, there)
        if number in after.short - before.short and here == there:
            yield "is", "are", " out of supply"
        if number in before.short - after.short and here == there and is_on_map(there):
            yield "is", "are", " in supply again"

    def _went(self, order: msgspec.Struct, unit: Unit, here: Place, there: Place) -> Iterator[Fate]:
        """Say where a unit went that was not ordered there; of the enemy's, who comes into sight and who goes out."""
        place = self._context.place
        if here == there:
            return
        if isinstance(order, Attack | Overrun) and is_on_map(here) and is_on_map(there):
            into = there == self._context.hex(order.target)
            verbs = ("advances", "advance") if into else ("retreats", "retreat")
            yield *verbs, f" to {place(there)}"
        elif here == HIDDEN and is_on_map(there):
            yield "comes", "come", f" into sight at {place(there)}"
        elif (
            there == HIDDEN and is_on_map(here) and not (isinstance(order, Arrive) and order.unit == unit.id)
        ):
            yield "is", "are", f" out of sight in {place(here)}"


def _result(does: Mapping[str, int], *, barred: bool) -> str:
    """Say what a result of the 1945 table does; in some terrain the ground bars the retreat."""
    said = [
        f"{who} loses {steps_text(does[f'{who}_loses'])}"
        for who in ("attacker", "defender")
        if f"{who}_loses" in does
    ]
    if "defender_retreats" in does:
        far = counted(does["defender_retreats"], "hex", "hexes")
        said.append("the ground bars retreat" if barred else f"defender retreats {far}")
    return ", ".join(said) or "no effect"


def _is_advance(fate: tuple[Fate, list[Unit]]) -> bool:
    """Say whether somebody advanced: it happens last, and is told last."""
    return fate[0][0] == "advances"


def _loses(word: str) -> str:
    """Say who loses how many steps: `3rd Shockx2` loses two of them."""
    found = STEPS.fullmatch(word)
    return f"{found['name']} ({found['steps']} steps)" if found and found["steps"] else word
