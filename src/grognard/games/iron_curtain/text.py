"""Orders, options, rolls and what became of the units, in plain words."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.charts.plurals import counted
from grognard.games import Card
from grognard.games.iron_curtain import combat_1945, desk_text, fighting, moves, overrunning, strikes
from grognard.games.iron_curtain.air_strike import UnitStruck
from grognard.games.iron_curtain.combat import CombatSheet
from grognard.games.iron_curtain.combat_1945 import Combat1945, StepLosses
from grognard.games.iron_curtain.combat_1962 import RetreatRoll
from grognard.games.iron_curtain.contamination import poisons
from grognard.games.iron_curtain.desk_text import steps_text
from grognard.games.iron_curtain.fighting import NOBODY, Advance
from grognard.games.iron_curtain.ground import Theatre
from grognard.games.iron_curtain.moves import TooMany
from grognard.games.iron_curtain.orders import (
    AirStrike,
    Arrive,
    Attack,
    Battle,
    ChemicalStrike,
    Move,
    NuclearStrike,
    Overrun,
    Strike,
    Top,
)
from grognard.games.iron_curtain.position import HIDDEN, LOST, Position
from grognard.games.iron_curtain.retreating import (
    SPLIT,
    RetreatTo,
    ZoneLoss,
    costs_a_step,
    lost_in,
    ways_back,
)
from grognard.games.iron_curtain.scenario import Scenario, Unit
from grognard.games.iron_curtain.strikes import Sheet
from grognard.games.iron_curtain.terms import Side, enemy
from grognard.games.naming import Naming, listed, names
from grognard.hexes import HexId
from grognard.play.board import Option
from grognard.umpire import Choose, Question, Roll

STRIKES: dict[type[Strike], str] = {
    AirStrike: "makes an air strike on",
    NuclearStrike: "uses a nuclear warhead on",
    ChemicalStrike: "uses a chemical warhead on",
}
# What the weapons tables print, in words.
CODES = {"Elim": "eliminated", "Step": "loses a step", "Step Step": "loses two steps", "-": "unharmed"}
STEPS = re.compile(r"(?P<name>.+?)(?:x(?P<steps>[1-9]))?")
BENEATH = "what lies beneath is not seen"
# What became of somebody: the verb for one and for many, and the rest of the sentence.
Fate = tuple[str, str, str]


class Words(Naming[Unit]):
    """A scenario under its rulings, and the words for what happens in it."""

    def __init__(self, scenario: Scenario, card: Card) -> None:
        super().__init__(scenario.map, scenario.by_id)
        self.scenario = scenario
        self.card = card
        self.ground = Theatre(scenario, card).ground

    # Orders

    def tell(self, position: Position, order: msgspec.Struct) -> str:
        """Say in words what an order is."""
        match order:
            case AirStrike(_, target) | NuclearStrike(_, target) | ChemicalStrike(_, target):
                struck = self._held_by(position, target)
                return f"{position.now.side} {STRIKES[type(order)]} {self._there(target)}{struck}"
            case Move(units, to):
                movers = moves.from_the_top(self.ground(position), self.units(units))
                verb = "moves" if len(movers) == 1 else "move"
                start = self._from(position, movers[0]) if movers else "nowhere"
                return f"{names(movers)} {verb} from {start} to {self._there(to)}"
            case Arrive(unit, to):
                return f"{self.unit(unit).name} arrives at {self._there(to)}"
            case Top(unit):
                return f"{self.unit(unit).name} is put on top in {self._from(position, self.unit(unit))}"
            case Overrun(units, target) | Attack(units, target):
                verb = "overrun" if isinstance(order, Overrun) else "attack"
                verb += "s" if len(units) == 1 else ""
                who = names(self.units(units))
                struck = self._held_by(position, target)
                return f"{who} {verb} {self._there(target)}{struck}{self._odds(position, order)}"
        return f"{position.now.side} {position.now.name} ends"

    def _there(self, hex_name: str) -> str:
        return self.place(self.hex(hex_name))

    def _from(self, position: Position, unit: Unit) -> str:
        at = position.at[unit.number]
        return self.place(at) if at >= 0 else "off the map"

    def sheet(self, position: Position, order: msgspec.Struct) -> CombatSheet | Sheet | None:
        """Return the worksheet of an order that rolls; none where nothing is rolled."""
        ground = self.ground(position)
        match order:
            case AirStrike(_, target) | NuclearStrike(_, target) | ChemicalStrike(_, target):
                return strikes.strike_sheet(ground, type(order), self.hex(target))
            case Overrun(units, target):
                return overrunning.overrun_sheet(ground, self.units(units), self.hex(target))
            case Attack(units, target):
                return fighting.attack_sheet(ground, self.units(units), self.hex(target))
        return None

    def _held_by(self, position: Position, target: str) -> str:
        """Name who is attacked; of a stack that is not seen through, that it is not."""
        ground, at = self.ground(position), self.hex(target)
        units = ground.units_at(at)
        beneath = f" ({BENEATH})" if units and ground.hides(units[0].side) else ""
        return f", held by {names(units)}{beneath}" if units else ""

    def _odds(self, position: Position, order: Attack | Overrun) -> str:
        """Say at what odds an attack is made, where it can be made at all."""
        try:
            sheet = self.sheet(position, order)
        except GrognardError:
            return ""
        return f", at {sheet.told}" if sheet else ""

    # Fog

    def reveals(self, order: msgspec.Struct) -> bool:
        """Ruling fog: battles and warheads lay open who has a part in them, an air strike only where it picks."""
        if isinstance(order, AirStrike):
            return self.card.ruled("air-strike-effect") == "attacker-picks"
        return isinstance(order, Battle)

    def commands(self, seen: Position, order: msgspec.Struct) -> str:
        """Say whose unit an order is for, if it is not one of the side to move: nobody orders the enemy about.

        Nor does anybody join an enemy stack: supply and zones would tell him whether it is still there beneath him.
        """
        side, to = seen.now.side, ""
        match order:
            case Move(units, to):
                named = list(units)
            case Arrive(name, to):
                named = [name]
            case Top(name):
                named = [name]
            case Attack(units, _) | Overrun(units, _):
                named = list(units)
            case _:
                named = []
        strange = [unit for unit in self.units(named) if unit.side != side]
        if strange:
            return f"{strange[0].name} is no unit of {side}"
        joins = to and self.hex(to) in self.ground(seen).foes(side)
        return f"enemy units are in {to}" if joins else ""

    def glimpse(self, before: Position, order: msgspec.Struct, after: Position) -> str:
        """Say of an order what the other side sees of it."""
        side = before.now.side
        match order:
            case Move(units, _):
                seen = [unit for unit in self.units(units) if before.at[unit.number] >= 0]
                if not seen:
                    return f"{side} moves what is not seen"
                here, there = (position.at[seen[0].number] for position in (before, after))
                return f"{seen[0].name} moves from {self.place(here)} {self._goes('to', there)}"
            case Arrive(name, _):
                there = after.at[self.unit(name).number]
                return f"{self.unit(name).name} arrives {self._goes('at', there)}"
            case Top():
                return f"{side} puts a stack in order"
        return self.tell(before, order)

    def _goes(self, how: str, there: HexId) -> str:
        if there == LOST:
            return "into contaminated ground"
        return f"{how} {self.place(there)}" if there >= 0 else "out of sight"

    # What became of the units

    def effects(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Say what became of the units: who is lost, hurt, driven back, cut off or comes into sight; who took what."""
        fates: dict[Fate, list[Unit]] = defaultdict(list)
        for unit in self.scenario.units:
            for fate in self._fates(before, order, after, unit):
                fates[fate].append(unit)
        found = [
            f"{names(units)} {one if len(units) == 1 else many}{rest}"
            for (one, many, rest), units in sorted(fates.items(), key=_is_advance)
        ]
        first = before.first
        for side, hexes in ((first, after.held - before.held), (enemy(first), before.held - after.held)):
            if hexes:
                found.append(f"{side} takes {listed(self.place(at) for at in sorted(hexes))}")
        gone = {each.at for each in before.contaminated} - {each.at for each in after.contaminated}
        if gone:
            found.append(f"{listed(map(self.place, sorted(gone)))} {_is(len(gone))} contaminated no more")
        return found

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
        if number in before.short - after.short and here == there >= 0:
            yield "is", "are", " in supply again"

    def _went(self, order: msgspec.Struct, unit: Unit, here: HexId, there: HexId) -> Iterator[Fate]:
        """Say where a unit went that was not ordered there; of the enemy's, who comes into sight and who goes out."""
        if here == there:
            return
        if isinstance(order, Attack | Overrun) and HIDDEN not in (here, there):
            into = there == self.hex(order.target)
            verbs = ("advances", "advance") if into else ("retreats", "retreat")
            yield *verbs, f" to {self.place(there)}"
        elif here == HIDDEN:
            yield "comes", "come", f" into sight at {self.place(there)}"
        elif there == HIDDEN and not (isinstance(order, Arrive) and order.unit == unit.id):
            yield "is", "are", f" out of sight in {self.place(here)}"

    # Rolls and questions

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

    def _who(self, unit: str) -> str:
        return self.unit(unit).name if unit else "the stack"

    def result(self, roll: Roll[Any], means: Any) -> str:
        """Say what a roll came to: in words where it is a code of the card."""
        match roll.why:
            case Combat1945(no_retreat):
                does = self.card.chart(combat_1945.TABLE).does(means)
                return f"{means}, {_result(does, barred=no_retreat)}"
            case RetreatRoll():
                return "no retreat" if means == "None" else f"retreat of {means}"
        return CODES.get(means, str(means))

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

    def option(self, position: Position, choice: Choose[Any], option: Any) -> Option:
        """Say in words what an option is: a hex to retreat to, who advances, who loses steps, who is struck."""
        now: Position = choice.now or position
        match choice.why:
            case Advance(into):
                return self._advancing(now, into, option)
            case RetreatTo() as asked:
                return self._retreating(now, asked, option, msgspec.convert(choice.side, Side))
            case StepLosses() | ZoneLoss():
                return Option(option, listed(map(_loses, option)), pieces=tuple(map(self._named, option)))
        return Option(option, str(option), pieces=(self._named(option),))

    def _advancing(self, position: Position, into: str, option: str) -> Option:
        if option == NOBODY:
            return Option(option, "nobody")
        dust = poisons(position, self.hex(into))
        about = f"rolls for {listed(dust)} contamination there" if dust else ""
        return Option(option, self.unit(option).name, hexes=(into,), pieces=(option,), about=about)

    def _retreating(self, position: Position, asked: RetreatTo, option: str, side: Side) -> Option:
        if option == SPLIT:
            return Option(option, "one unit after another")
        ends = self._lost_on_the_way(position, asked, option)
        about = self._ground_at(position, option, side)
        return Option(option, self._there(option) + ends, hexes=(option,), about=about, fatal=bool(ends))

    def _lost_on_the_way(self, position: Position, asked: RetreatTo, hex_name: str) -> str:
        """Say where zones of control take the last step of all who retreat to a hex; nothing where somebody gets there."""
        ground, start, end = self.ground(position), self.hex(asked.start), self.hex(hex_name)
        stack = ground.units_at(start)
        units = [unit for unit in stack if unit.id == asked.unit] or stack
        ways = ways_back(ground, units, ground.grid.distance(start, end)) if units else []
        way = next((way for way in ways if way.end == end), None)
        lost = lost_in(ground, units, way) if way else None
        return "" if lost is None else f", is eliminated by the zone of control in {self.place(lost)}"

    def _named(self, word: str) -> str:
        """Return the id of a unit by its name, perhaps with how many steps it loses behind it."""
        found = STEPS.fullmatch(word)
        name = found["name"] if found else word
        return next((unit.id for unit in self.scenario.units if unit.name == name), "")

    def _ground_at(self, position: Position, hex_name: str, side: Side) -> str:
        """Say what whoever retreats to a hex finds there: terrain, contamination, an enemy zone that costs him a step."""
        at, ground = self.hex(hex_name), self.ground(position)
        said = [self.scenario.map.terrain[at]]
        if any(each.at == at for each in position.contaminated):
            said.append("contaminated")
        if costs_a_step(ground, side, at):
            said.append("in an enemy zone: costs a step")
        return ", ".join(said)


def _result(does: Mapping[str, int], *, barred: bool) -> str:
    """Say what a result of the 1945 table does; in some terrain the ground bars the retreat."""
    said = [
        f"{who} loses {steps_text(does[f'{who}_loses'])}"
        for who in ("attacker", "defender")
        if f"{who}_loses" in does
    ]
    if "defender_retreats" in does:
        far = does["defender_retreats"]
        said.append(
            "the ground bars retreat" if barred else f"defender retreats {counted(far, 'hex', 'hexes')}"
        )
    return ", ".join(said) or "no effect"


def _is_advance(became: tuple[Fate, list[Unit]]) -> bool:
    """Say whether somebody advanced: it happens last, and is told last."""
    return became[0][0] == "advances"


def _loses(word: str) -> str:
    """Say who loses how many steps: `3rd Shockx2` loses two of them."""
    found = STEPS.fullmatch(word)
    return f"{found['name']} ({found['steps']} steps)" if found and found["steps"] else word


def _is(count: int) -> str:
    return "is" if count == 1 else "are"
