# SPDX-License-Identifier: Apache-2.0
"""What happened, in plain words: an entry of the log told from its order, its rolls and its decisions."""

from collections.abc import Callable, Collection
from functools import partial
from typing import Any, TypeVar

import msgspec

from grognard.charts.errors import GrognardError
from grognard.play.board import Side
from grognard.play.game import BoardGame, hides_orders, lays_open
from grognard.play.log import Entry
from grognard.play.lost import Lost, in_plain_words, order_in_words
from grognard.play.table import RULE_ERRORS, Table, standing
from grognard.play.visibility import as_seen_together
from grognard.umpire import Answer, Choose, Done, Heard, Roll, Run, in_words

P = TypeVar("P", bound=msgspec.Struct)
T = TypeVar("T")


class Rolled(msgspec.Struct, frozen=True):
    """A roll: why, with which dice, what came up, what it meant, and that in words."""

    why: str
    dice: str
    faces: tuple[int, ...]
    meaning: str
    says: str = ""


class Told(msgspec.Struct, frozen=True):
    """One entry of the log: whose order, what happened line by line, and every roll.

    Of the lines the last `results` say what became of the pieces.
    """

    side: Side
    lines: tuple[str, ...]
    rolls: tuple[Rolled, ...] = ()
    warned: str = ""
    results: int = 0


Sees = Callable[[P], P]


def told_at(table: Table[P], at: int, sides: Collection[Side] | None = None) -> Told:
    """Tell one entry of a table's log; the rule of the last one need not be run again.

    Of an entry that the rules as they are now would make something else of, what is on record is told.
    """
    game: Any = table.game
    if at in table.otherwise:
        return told_from_record(table, at, sides)
    run = table.run if at == len(table.log.entries) - 1 else None
    return told(game, table.positions[at], table.log.entries[at], sides, run)


def told(
    game: BoardGame[P],
    position: P,
    entry: Entry,
    sides: Collection[Side] | None = None,
    run: Run[P] | None = None,
) -> Told:
    """Tell an entry from the position it was ordered in, as sides are told it who look on together.

    Without sides everything is told; an empty tuple is a spectator. The position is the whole one: what happened is
    worked out from it, and what is said of it from what those sides see. Dice are rolled in the open. A caller that has
    already run the rule over its answers passes it as `run`.
    """
    order, mover = entry.order, game.rules.to_move(position)
    run = run or Run(partial(game.rules.carry_out, position, order)).over(entry.answers)
    outcome, heard = run.outcome, run.heard
    sees = eyes(game, order, sides)
    before = sees(position)
    after = sees(outcome.result) if isinstance(outcome, Done) else before
    dim = is_dim(game, order, mover, sides)
    first = glimpse(game, before, order, after) if dim else game.text.tell(before, order)
    lines = [first, *[_line(game, position, asked, sees) for asked in heard]]
    became = game.text.effects(before, order, after) if isinstance(outcome, Done) else []
    rolls = [_rolled(game, asked.ask, asked) for asked in heard if isinstance(asked.ask, Roll)]
    # That an order was against the rules tells something of what is hidden: of a unit that has no move left, perhaps.
    return Told(mover or "", (*lines, *became), tuple(rolls), "" if dim else entry.warned, len(became))


def eyes(game: BoardGame[P], order: msgspec.Struct, sides: Collection[Side] | None) -> Sees[P]:
    """Return how sides see positions around an order: whole, if they are told all or the order lays all open."""
    if sides is None or lays_open(game, order):
        return _whole
    return lambda position: as_seen_together(position, sides)


def _whole(position: P) -> P:
    return position


def is_dim(
    game: BoardGame[P], order: msgspec.Struct, mover: Side | None, sides: Collection[Side] | None
) -> bool:
    """Return whether sides see of an order only what changes before their eyes: it is another's, and opens nothing."""
    others = sides is not None and mover not in sides
    return others and hides_orders(game) and not game.reveals(order)


def is_again(before: Told | None, then: Told, sides: Collection[Side] | None) -> bool:
    """Return whether sides are told nothing by another's order but what they were told by the one before it."""
    return sides is not None and then.side not in sides and not then.rolls and then == before


def glimpse(game: BoardGame[P], before: P, order: msgspec.Struct, after: P) -> str:
    """Say what is seen of an order that is another's."""
    return game.glimpse(before, order, after) if hides_orders(game) else game.text.tell(before, order)


def _line(game: BoardGame[P], position: P, heard: Heard, sees: Sees[P]) -> str:
    if isinstance(heard.ask, Choose):
        # What was to choose from is told as it then stood: who was lost before is not spoken of as if he were there.
        now = sees(standing(position, heard.ask))
        option = game.text.option(now, heard.ask.shown(now), heard.given)
        return f"{heard.ask.side}, {game.text.label(heard.ask.why)}: {option.says}"
    faces = " + ".join(map(str, heard.given))
    total = f" = {sum(heard.given)}" if len(heard.given) > 1 else ""
    return f"{_why(game, heard.ask)}: rolled {faces}{total}: {game.text.result(heard.ask, heard.means)}"


def _why(game: BoardGame[P], roll: Roll[Any]) -> str:
    return roll.about or game.text.label(roll.why)


def _rolled(game: BoardGame[P], roll: Roll[Any], heard: Heard) -> Rolled:
    says = game.text.result(roll, heard.means)
    return Rolled(_why(game, roll), str(roll.read.dice), tuple(heard.given), str(heard.means), says)


# Entries of which the rules have changed since


def told_from_record(table: Table[P], at: int, sides: Collection[Side] | None = None) -> Told:
    """Tell an entry without running its rule: the order, the faces and options on record, and what became of the pieces.

    Where the game has no words for it any more it is told plainly. Of another's order in a game that hides orders only the
    dice are told.
    """
    game: Any = table.game
    entry, before = table.log.entries[at], table.positions[at]
    after = table.positions[at + 1] if at + 1 < len(table.positions) else before
    mover = _or_nothing(lambda: game.rules.to_move(before)) or ""
    hidden = sides is not None and mover not in sides and hides_orders(game)
    rolls = tuple(_recorded(game, answer) for answer in entry.answers if answer.rolled)
    if hidden:
        lines = [f"{mover} gave an order under the rules as they were then", *map(_roll_line, rolls)]
        return Told(mover, tuple(lines), rolls)
    seen, then = _seen_or_whole(before, sides), _seen_or_whole(after, sides)
    first, became = order_in_words(entry.order), list[str]()
    if not isinstance(entry.order, Lost):
        first = _or_nothing(lambda: game.text.tell(seen, entry.order)) or first
        became = _or_nothing(lambda: game.text.effects(seen, entry.order, then)) or []
    lines = [first, *(_answer_line(game, answer) for answer in entry.answers)]
    return Told(mover, (*lines, *became), rolls, entry.warned, len(became))


def _seen_or_whole(position: P, sides: Collection[Side] | None) -> P:
    return position if sides is None else as_seen_together(position, sides)


def _or_nothing(say: Callable[[], T]) -> T | None:
    """Say something, or nothing where the rules have changed too much for it."""
    try:
        return say()
    except (GrognardError, *RULE_ERRORS):
        return None


def _label(game: BoardGame[P], answer: Answer) -> str:
    question = answer.question
    return _or_nothing(lambda: game.text.label(question)) or in_words(question)


def _recorded(game: BoardGame[P], answer: Answer) -> Rolled:
    return Rolled(_label(game, answer), answer.rolled, tuple(answer.given), "")


def _answer_line(game: BoardGame[P], answer: Answer) -> str:
    if answer.rolled:
        return _roll_line(_recorded(game, answer))
    return f"{_label(game, answer)}: {in_plain_words(answer.given)}"


def _roll_line(roll: Rolled) -> str:
    total = f" = {sum(roll.faces)}" if len(roll.faces) > 1 else ""
    return f"{roll.why}: rolled {' + '.join(map(str, roll.faces))}{total}"
