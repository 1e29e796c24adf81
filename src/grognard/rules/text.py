# SPDX-License-Identifier: Apache-2.0
"""What a game made of chapters says: orders, questions, options, results, and what became of the units, in plain words."""

from collections.abc import Iterable
from typing import Any

import msgspec

from grognard.hexes import HexId
from grognard.play.board import Option
from grognard.play.places import LOST, is_on_map
from grognard.rules.board import Board
from grognard.rules.chapter import Wording
from grognard.rules.context import Context
from grognard.rules.naming import Fate, driven, fate_sentences, is_advance, listed
from grognard.rules.orders import Attack
from grognard.rules.position import Position
from grognard.rules.units import Unit
from grognard.umpire import Choose, Question, Roll, in_words


class Text:
    """The words of a game; nothing here decides anything."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.board = context.board
        self.sequence = tuple((phase.name, phase.says) for phase in context.book.sequence.phases)
        self._with_fates = context.overriding("fates")
        self._with_changes = context.overriding("changes")

    def tell(self, position: Position, order: msgspec.Struct) -> str:
        """Say an order in words."""
        return self.context.kinds.text(self.board(position), order)

    # Questions

    def _words(self, question: Question[Any] | str) -> Wording | None:
        return None if isinstance(question, str) else self.context.book.wordings.get(type(question))

    def label(self, question: Question[Any] | str) -> str:
        """Name a question in a few words, as the log does."""
        words = self._words(question)
        return words.label(self.context, question) if words else in_words(question)

    def ask(self, position: Position, order: msgspec.Struct, choice: Choose[Any]) -> str:
        """Say a question as a sentence with the rule's number, given the order that led to it."""
        words = self._words(choice.why)
        if words and words.ask:
            return words.ask(self.board(position), order, choice.why)
        label = self.label(choice.why)
        return f"{label[0].upper()}{label[1:]}?"

    def option(self, position: Position, choice: Choose[Any], option: Any) -> Option:
        """Say an option in words."""
        words = self._words(choice.why)
        if words and words.option:
            return words.option(self.board(choice.now or position), choice.why, option)
        return Option(option, str(option))

    def result(self, roll: Roll[Any], means: Any) -> str:
        """Say the result of a roll: the code of the card, and the first words of its meaning."""
        words = self._words(roll.why)
        return words.result(means) if words and words.result else str(means)

    # What became of the units

    def effects(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Say what became of the units, such as lost or driven back; and which side took what."""
        one, other = self.board(before), self.board(after)
        units = self.context.scenario.units
        sentences = fate_sentences(
            ((unit, fate) for unit in units for fate in self._fates(one, order, other, unit)), self.is_last
        )
        taken = (after.held - before.held, before.held - after.held)
        for side, hexes in zip(self.context.sides, taken, strict=True):
            if hexes:
                sentences.append(self.taking(side, listed(map(self._holding, sorted(hexes)))))
        for chapter in self._with_changes:
            sentences += chapter.changes(self.context, before, after)
        return sentences

    def is_last(self, fate: Fate) -> bool:
        """Return whether a fate is said after all others: an advance, after the losses and retreats that made room for it."""
        return is_advance(fate)

    def taking(self, side: str, places: str) -> str:
        """Say that a side takes places."""
        people = self.context.book.game.people[side]
        return f"the {people} take {places}" if people else f"{side} takes {places}"

    def _fates(self, before: Board, order: msgspec.Struct, after: Board, unit: Unit) -> Iterable[Fate]:
        """Yield the fates of one unit: its move, and those of each chapter."""
        here, there = before.at(unit), after.at(unit)
        if there != here and there == LOST:
            yield "is", "are", " eliminated"
        elif there != here and is_on_map(there) and isinstance(order, Attack):
            into = there == self.context.naming.hex(order.target)
            yield driven(self.context.place(there), advances=into)
        for chapter in self._with_fates:
            yield from chapter.fates(before, order, after, unit)

    def _holding(self, at: HexId) -> str:
        """Name a place that is held: a town, or what makes it worth holding."""
        name = self.context.place(at)
        if name != self.context.grid.hex_name(at):
            return name
        words = (chapter.place_word(self.context, at) for chapter in self.context.book.chapters)
        kind = next(filter(None, words), "")
        return f"the {kind} at {name}" if kind else name
