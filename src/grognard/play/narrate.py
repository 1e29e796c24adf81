# SPDX-License-Identifier: Apache-2.0
"""What happened, in plain words: an entry of the log told from its order, its rolls and its decisions."""

from collections.abc import Callable, Collection
from functools import partial
from typing import Any, TypeVar

import msgspec

from grognard.charts.errors import GrognardError
from grognard.play.board import Side
from grognard.play.game import BoardGame, hides_orders, reveals_units
from grognard.play.log import Entry
from grognard.play.table import RULE_ERRORS, Table, standing
from grognard.play.unknown_orders import UnknownOrder, in_plain_words, order_in_words
from grognard.play.visibility import as_seen_together
from grognard.umpire import Answer, Choose, Done, Heard, Roll, Run, in_words

P = TypeVar("P", bound=msgspec.Struct)
T = TypeVar("T")


class NarratedRoll(msgspec.Struct, frozen=True):
    """A roll: why, with which dice, the faces, and the meaning, also in words."""

    why: str
    dice: str
    faces: tuple[int, ...]
    meaning: str
    says: str = ""


class Narration(msgspec.Struct, frozen=True):
    """One entry of the log: whose order, what happened line by line, and every roll.

    The last `results` of the lines say what became of the pieces.
    """

    side: Side
    lines: tuple[str, ...]
    rolls: tuple[NarratedRoll, ...] = ()
    warned: str = ""
    results: int = 0


Sees = Callable[[P], P]


def narrate_at(table: Table[P], at: int, sides: Collection[Side] | None = None) -> Narration:
    """Tell one entry of a table's log, without running the rule of the last one again.

    An entry that the current rules would carry out differently is told from the record.
    """
    game: Any = table.game
    if at in table.otherwise:
        return narrate_from_record(table, at, sides)
    run = table.run if at == len(table.log.entries) - 1 else None
    return narrate_entry(game, table.positions[at], table.log.entries[at], sides, run)


def narrate_entry(
    game: BoardGame[P],
    position: P,
    entry: Entry,
    sides: Collection[Side] | None = None,
    run: Run[P] | None = None,
) -> Narration:
    """Tell an entry, given the position it was ordered in, to sides that look on together.

    Without sides everything is told; an empty tuple means a spectator. The position is the whole one: what happened
    is worked out from it, and what is said from what those sides see. Dice are rolled in the open. A caller that
    has already run the rule over its answers passes it as `run`.
    """
    order, mover = entry.order, game.rules.to_move(position)
    run = run or Run(partial(game.rules.carry_out, position, order)).over(entry.answers)
    outcome, answered = run.outcome, run.heard
    sees = seen_by_all(game, order, sides)
    before = sees(position)
    after = sees(outcome.result) if isinstance(outcome, Done) else before
    glimpsed = is_glimpsed(game, order, mover, sides)
    first = glimpse(game, before, order, after) if glimpsed else game.text.tell(before, order)
    lines = [first, *[_line(game, position, asked, sees) for asked in answered]]
    effects = game.text.effects(before, order, after) if isinstance(outcome, Done) else []
    rolls = [_rolled(game, asked.ask, asked) for asked in answered if isinstance(asked.ask, Roll)]
    # That an order was against the rules may reveal something hidden, such as a unit that has no move left.
    return Narration(
        mover or "", (*lines, *effects), tuple(rolls), "" if glimpsed else entry.warned, len(effects)
    )


def seen_by_all(game: BoardGame[P], order: msgspec.Struct, sides: Collection[Side] | None) -> Sees[P]:
    """Return how sides see positions around an order: whole, if they are told all or the order reveals its units."""
    if sides is None or reveals_units(game, order):
        return _whole
    return lambda position: as_seen_together(position, sides)


def _whole(position: P) -> P:
    return position


def is_glimpsed(
    game: BoardGame[P], order: msgspec.Struct, mover: Side | None, sides: Collection[Side] | None
) -> bool:
    """Return whether sides see of an order only what changes before their eyes: it is another's, and reveals nothing."""
    others = sides is not None and mover not in sides
    return others and hides_orders(game) and not game.reveals(order)


def repeats(before: Narration | None, then: Narration, sides: Collection[Side] | None) -> bool:
    """Return whether another side's order tells sides nothing more than the order before it."""
    return sides is not None and then.side not in sides and not then.rolls and then == before


def glimpse(game: BoardGame[P], before: P, order: msgspec.Struct, after: P) -> str:
    """Say what is seen of another side's order."""
    return game.glimpse(before, order, after) if hides_orders(game) else game.text.tell(before, order)


def _line(game: BoardGame[P], position: P, heard: Heard, sees: Sees[P]) -> str:
    if isinstance(heard.ask, Choose):
        # Options are told as things then stood: units already lost are not mentioned as if they were there.
        now = sees(standing(position, heard.ask))
        option = game.text.option(now, heard.ask.shown(now), heard.given)
        return f"{heard.ask.side}, {game.text.label(heard.ask.why)}: {option.says}"
    rolled = _rolled(game, heard.ask, heard)
    return f"{_roll_line(rolled)}: {rolled.says}"


def _rolled(game: BoardGame[P], roll: Roll[Any], heard: Heard) -> NarratedRoll:
    says = game.text.result(roll, heard.means)
    why = roll.about or game.text.label(roll.why)
    return NarratedRoll(why, str(roll.read.dice), tuple(heard.given), str(heard.means), says)


# Entries whose rules have changed since


def narrate_from_record(table: Table[P], at: int, sides: Collection[Side] | None = None) -> Narration:
    """Tell an entry without running its rule: the order, the recorded faces and options, and what became of the pieces.

    What the game no longer has words for is told by its kind and fields. If a game hides orders, only the dice of
    another side's order are told.
    """
    game: Any = table.game
    entry, before = table.log.entries[at], table.positions[at]
    after = table.positions[at + 1] if at + 1 < len(table.positions) else before
    mover = _if_possible(lambda: game.rules.to_move(before)) or ""
    hidden = sides is not None and mover not in sides and hides_orders(game)
    rolls = tuple(_recorded(game, answer) for answer in entry.answers if answer.rolled)
    if hidden:
        lines = [f"{mover} gave an order under the rules as they were then", *map(_roll_line, rolls)]
        return Narration(mover, tuple(lines), rolls)
    seen_before, seen_after = _seen_or_whole(before, sides), _seen_or_whole(after, sides)
    first_line, effects = order_in_words(entry.order), list[str]()
    if not isinstance(entry.order, UnknownOrder):
        first_line = _if_possible(lambda: game.text.tell(seen_before, entry.order)) or first_line
        effects = _if_possible(lambda: game.text.effects(seen_before, entry.order, seen_after)) or []
    lines = [first_line, *(_answer_line(game, answer) for answer in entry.answers)]
    return Narration(mover, (*lines, *effects), rolls, entry.warned, len(effects))


def _seen_or_whole(position: P, sides: Collection[Side] | None) -> P:
    return position if sides is None else as_seen_together(position, sides)


def _if_possible(say: Callable[[], T]) -> T | None:
    """Say something, or return None if the rules have changed too much for it."""
    try:
        return say()
    except (GrognardError, *RULE_ERRORS):
        return None


def _label(game: BoardGame[P], answer: Answer) -> str:
    question = answer.question
    return _if_possible(lambda: game.text.label(question)) or in_words(question)


def _recorded(game: BoardGame[P], answer: Answer) -> NarratedRoll:
    return NarratedRoll(_label(game, answer), answer.rolled, tuple(answer.given), "")


def _answer_line(game: BoardGame[P], answer: Answer) -> str:
    if answer.rolled:
        return _roll_line(_recorded(game, answer))
    return f"{_label(game, answer)}: {in_plain_words(answer.given)}"


def _roll_line(roll: NarratedRoll) -> str:
    total = f" = {sum(roll.faces)}" if len(roll.faces) > 1 else ""
    return f"{roll.why}: rolled {' + '.join(map(str, roll.faces))}{total}"
