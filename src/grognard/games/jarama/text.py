# SPDX-License-Identifier: Apache-2.0
"""Questions, options and results of rolls, in plain words, from their kinds and fields and what a side sees."""

from typing import Any

import msgspec

from grognard.games.jarama import desk_text
from grognard.games.jarama.anti_air import AntiairFire
from grognard.games.jarama.bombardment import BombardmentResult
from grognard.games.jarama.combat import CombatResult
from grognard.games.jarama.context import Context
from grognard.games.jarama.demoralization import MoraleTest
from grognard.games.jarama.desk_text import Labels, label
from grognard.games.jarama.effectiveness import EffectivenessDifference, EffectivenessNumber
from grognard.games.jarama.effects import effects
from grognard.games.jarama.ground_recon import REFRAIN, Counterattack
from grognard.games.jarama.kinds import KINDS
from grognard.games.jarama.position import Position
from grognard.games.jarama.random_loss import AnyUnit
from grognard.games.jarama.recon import CounterShown
from grognard.games.jarama.recon_orders import counters, known_there
from grognard.games.jarama.retreat import APART, Retreat, ZonePoint, costs_a_point
from grognard.games.jarama.sequence import Initiative, Recovery
from grognard.games.jarama.terms import Side
from grognard.play.board import Option
from grognard.registry import Card
from grognard.rules.advance import NOBODY, Advance
from grognard.rules.map_view import MapText
from grognard.rules.naming import names
from grognard.umpire import Choose, Question, Roll

CODES = {
    "0": "no effect", "A": "mission aborted", "NE": "no effect", "R": "retreats one hex more", "D": "demoralised"
}  # fmt: skip

# Every kind of question in a few words.
LABELS: Labels = {
    **desk_text.LABELS,
    Retreat: lambda asked: f"retreat of {asked.unit or 'the force'} from {asked.start}",
    ZonePoint: lambda asked: f"point lost to the zone of control in {asked.at}",
    Advance: lambda asked: f"advance into {asked.into}",
    Initiative: lambda asked: f"{asked.side} initiative",
    Recovery: lambda asked: f"{asked.side} recovery",
}
# Every decision as a sentence with gaps for the question's fields; which of these are hexes, and words for some others.
ASKS: dict[type[Question[Any]], str] = {
    Advance: "The enemy is gone: who advances into {into}?",
    Retreat: "Where does {unit} in {start} retreat to?",
    ZonePoint: "The retreat into the enemy zone of control in {at} costs a Troop point: who loses it?",
    AnyUnit: "The roll leaves the choice to the {side} side: which of its units loses a Troop point?",
    Counterattack: "The patrol has failed: do those in the hex attack it at once?",
    CounterShown: "Which counter is shown to the {to}? The others stay hidden from it.",
    EffectivenessNumber: "The largest {side} units differ in effectiveness: which number counts for the die?",
}
HEXES, SAID = ("into", "start", "at"), {"": "the force", "air": "flight", "ground": "patrol"}


def turn(card: Card) -> tuple[tuple[str, str], ...]:
    """Return the phases of a turn with what is done in each; the order of activation depends on a ruling (ruling activation)."""
    die = card.ruled("activation") == "die"
    return (
        ("deployment", "once, before the first turn: both sides set up in secret, each formation in its zone"),
        ("air", "aircraft reconnoitre and bomb, one side after the other"),
        ("bombardment", "batteries fire that then do not move"),
        ("activation",
         "both sides roll; the higher one activates a formation, which has the next three phases, or passes"
         if die else "the side that moves first has the next three phases with all its formations, then the other"),
        ("recon", "patrols look into enemy hexes beside them"),
        ("movement", "active units move, one by one or together"),
        ("combat", f"active units attack hexes next to them{'; then both sides roll again' if die else ''}"),
        ("end of turn",
         "each side rolls once for all its demoralised units; disorganised ones in command and supply are in order again, repairs are done, places go to the side that stands in them, and supply is judged"),
    )  # fmt: skip


class Text(MapText[Context, Position]):
    """The words for what happens in a scenario."""

    kinds = KINDS

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.sequence = turn(context.card)

    def effects(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Say what an order did beyond its own words."""
        return effects(self.context, before, order, after)

    def label(self, question: Question[Any] | str) -> str:
        """Name a question as the log does: a roll on the CRT with the modifier of the die, and the counterattacking units."""
        if not isinstance(question, CombatResult):
            return label(question, LABELS)
        modified = [f"{question.modifier:+d} to the die"] if question.modifier else []
        return ", ".join([label(question, LABELS), *self._counterattack(question), *modified])

    def _counterattack(self, question: CombatResult) -> list[str]:
        """Say which units counterattack a patrol, and at what odds."""
        if not question.counterattack:
            return []
        verb = "counterattacks" if len(question.counterattack) == 1 else "counterattack"
        who, at = names(self.context.units(question.counterattack)), " or ".join(question.columns)
        ours, theirs = question.effectiveness
        return [f"{who} {verb} at {at}, effectiveness {ours} to {theirs}"]

    def result(self, roll: Roll[Any], means: Any) -> str:
        """Say what a roll came to: in the card's own words, or the number."""
        match roll.why:
            case BombardmentResult() | AntiairFire() | MoraleTest():
                return CODES.get(means, str(means))
            case EffectivenessDifference():
                return f"modifier of {means}"
            case Initiative(_, won) if won:
                return f"{means}, with {won} for {'a combat' if won == 1 else 'combats'} won"
            case Recovery():
                return f"effectiveness {means} and better recover"
        return str(means)

    def ask(self, position: Position, order: msgspec.Struct, choice: Choose[Any]) -> str:  # noqa: ARG002 - every game's form
        """Put a question into a sentence."""
        question: Any = choice.why
        fields = ((name, getattr(question, name)) for name in question.__struct_fields__)
        said = {name: self._there(at) if name in HEXES else SAID.get(at, at) for name, at in fields}
        return ASKS[type(question)].format(**said)

    def option(self, position: Position, choice: Choose[Any], option: Any) -> Option:
        """Put an option into words: a hex to retreat to, a unit that advances or loses a point, a counter."""
        match choice.why:
            case Advance() if option == NOBODY:
                return Option(option, NOBODY, about="all stay where they are")
            case Advance(into):
                return Option(option, self.context.unit(option).name, hexes=(into,), pieces=(option,))
            case Retreat() if option != APART:
                about = self._ground_at(choice.now or position, option, msgspec.convert(choice.side, Side))
                return Option(option, self._there(option), hexes=(option,), about=about)
            case CounterShown():
                return self._counter(position, choice, option)
            case EffectivenessNumber() if option == max(choice.options):
                return Option(option, str(option), about="the better one for you")
            case Counterattack() if choice.options == (REFRAIN,):
                silence = "nobody there can; you are asked all the same, or the patrol would learn that from your silence"
                return Option(option, option, about=silence)
        named = self._named(option)
        return Option(option, str(option), pieces=(named,) if named else ())

    def _counter(self, position: Position, choice: Choose[Any], option: str) -> Option:
        """Name a counter that may be shown: under a flight to its owner; to a patrol that picks, if it knows the counter.

        Only a viewer who sees what the patrol knows is told which counters it knew. For all others they lie face down.
        """
        question: CounterShown = choice.why  # type: ignore[assignment]  # `option` has looked
        if not question.target:
            return Option(option, option)
        board, at = self.context.board(choice.now or position), self.context.hex(question.target)
        place = counters(question.of).index(option)
        if question.to == "air":
            units = board.units_at(at) if question.side != board.position.side else []
            # A viewer who sees only some of them does not know which is which.
            if len(units) != question.of or board.hides(question.side):
                return Option(option, option)
            return Option(option, f"{units[place].name} {units[place].values}", pieces=(units[place].id,))
        known = known_there(board, question.side, at)
        first = question.of - len(known)
        if place < first:
            return Option(option, option)
        return Option(option, self.context.called[known[place - first].number], about="known already")

    def _named(self, word: object) -> str:
        """Return the id of a unit by its name in battles."""
        called = self.context.called
        return next((unit.id for unit in self.context.scenario.units if called[unit.number] == word), "")

    def _ground_at(self, position: Position, hex_name: str, side: Side) -> str:
        """Say what a unit that retreats to a hex finds there: terrain, and an enemy zone that costs it a point."""
        at, board = self.context.hex(hex_name), self.context.board(position)
        said = [board.scenario.map.terrain[at]]
        if costs_a_point(board, board.scenario.of_side[side][0], at):
            said.append("in an enemy zone: costs a point")
        return ", ".join(said)

    def _there(self, hex_name: str) -> str:
        return self.context.place(self.context.hex(hex_name))
