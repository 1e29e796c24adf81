# SPDX-License-Identifier: Apache-2.0
"""A game in progress: its log, the position it has come to, and the question that is open.

The position before the order in hand, and the answers given since, say everything. The rule of the last order is kept
as far as it has come, so that looking at the table does not run it again.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.play.board import Side
from grognard.play.game import Game, hides_orders, lays_open
from grognard.play.log import Entry, Header, Log, SavedLog, read_log
from grognard.play.visibility import as_seen
from grognard.procedures.procedure import NotAllowed
from grognard.umpire import Asked, Choose, Done, Roll, Run, answer_to, pause, said
from grognard.umpire.drive import OffRecord, check_question

P = TypeVar("P", bound=msgspec.Struct)

# The errors of a rule that follows a record which the rules never made.
RULE_ERRORS = (LookupError, TypeError, ValueError, AttributeError)
# Why an act is not taken back.
PASSED_ON = "there is nothing to take back since the last roll or change of side"
SEEN = "what the last order has shown cannot be unseen, and it is not taken back"
RULED_OTHERWISE = "the rules have changed since the last order, and it is not taken back"


class Table(msgspec.Struct, Generic[P], frozen=True, eq=False):
    """A game at some moment. Every act returns another table; this one stays as it is.

    `positions` has the position before each entry of the log, and last the one to be ordered from. `run` is the rule of
    the last order, under way or at its end; it follows from the others, so tables are equal that agree in those. Without
    it the last order has come to its end. `otherwise` are the entries, from 0, of which the rules as they are now would
    make something else than what they led to.
    """

    game: Game[P]
    log: Log
    positions: tuple[P, ...]
    run: Run[P] | None = None
    otherwise: frozenset[int] = frozenset()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and (self.log, self.positions) == (other.log, other.positions)

    def __ne__(self, other: object) -> bool:
        # A Struct has its own, which would not ask the one above.
        return not self == other

    def __hash__(self) -> int:
        # Of what is compared, what is short and can be hashed whatever the game.
        head, entries = self.log.header, self.log.entries
        return hash((head.game, head.scenario, len(entries), sum(len(entry.answers) for entry in entries)))

    @property
    def position(self) -> P:
        """The last position that is complete: the one before the order in hand, if there is one."""
        return self.positions[-1]

    @property
    def asked(self) -> Asked | None:
        """The question that is open, if an order is in hand."""
        return None if self.run is None else self.run.ask

    @property
    def in_hand(self) -> Entry | None:
        """The order that is being carried out and waits for an answer."""
        return None if self.asked is None else self.log.entries[-1]

    def after_orders(self, count: int) -> "Table[P]":
        """Return the table as it was when so many orders had been given; all of them, and it is this one."""
        if count >= len(self.log.entries):
            return self
        log = replace(self.log, entries=self.log.entries[:count])
        otherwise = self.otherwise and frozenset(each for each in self.otherwise if each < count)
        return replace(self, log=log, positions=self.positions[: count + 1], run=None, otherwise=otherwise)

    @property
    def before_order(self) -> "Table[P]":
        """The table before the order in hand; this one if there is none."""
        return self if self.asked is None else self.after_orders(len(self.log.entries) - 1)

    @property
    def question(self) -> str:
        """The question that is open, in the game's words for it if it has any; an empty text where none is."""
        ask, text = self.asked, getattr(self.game, "text", None)
        if ask is None:
            return ""
        return said(ask, text.label) if text else ask.asks

    @property
    def to_act(self) -> Side | None:
        """The side that must act: the one asked to choose, or to move; None while dice are to be rolled, or when the game is over."""
        ask = self.asked
        if ask is not None:
            return ask.side if isinstance(ask, Choose) else None
        return self.game.rules.to_move(self.position)

    @property
    def standing(self) -> P:
        """The position as it stands at this moment: in the midst of an order, as the open question has it."""
        return standing(self.position, self.asked)

    def seen_by(self, side: Side | None) -> P:
        """Return what stands at this moment as a side may see it; a spectator is no side."""
        return as_seen(self.standing, side)

    def give(self, order: msgspec.Struct) -> "Table[P]":
        """Give an order; where it may not be given it is refused with the rule's reason, or in free play warned of.

        The reason is worked out from what the side to move sees: a refusal must not tell it what is hidden.
        """
        if self.asked is not None:
            raise NotAllowed(f"an order is being carried out, which asks {self.question!r}")
        game, position = self.game, self.positions[-1]
        seen = as_seen(position, game.rules.to_move(position))
        reason = game.rules.why_illegal(seen, order)
        foreign = game.commands(seen, order) if hides_orders(game) else ""
        if foreign or (reason and not self.log.header.free):
            raise NotAllowed(foreign or reason)
        entries = (*self.log.entries, Entry(order, warned=reason))
        return self._come_to(entries, Run(partial(game.rules.carry_out, position, order)))

    def roll(self, faces: Sequence[int]) -> "Table[P]":
        """Answer the open question with dice."""
        ask = self.asked
        if not isinstance(ask, Roll):
            raise NotAllowed("no dice are asked for")
        dice = ask.read.dice
        able = range(1, dice.sides + 1)
        if [*map(type, faces)] != [int] * dice.count or not all(map(able.__contains__, faces)):
            raise NotAllowed(f"{self.question} takes {dice}, not {', '.join(map(str, faces))}")
        return self._answered(ask, tuple(faces))

    def choose(self, option: Any) -> "Table[P]":
        """Answer the open question with one of its options."""
        ask = self.asked
        if not isinstance(ask, Choose):
            raise NotAllowed("no decision is asked for")
        # The rule's own option is kept, not one that is merely equal to it, such as 3.0 to 3.
        for own in ask.options:
            if own == option:
                return self._answered(ask, own)
        raise NotAllowed(
            f"{option!r} is no option of {self.question}; there are {', '.join(map(str, ask.options))}"
        )

    def _answered(self, ask: Asked, given: Any) -> "Table[P]":
        """Return the table with one more answer to the order in hand."""
        assert self.run is not None  # noqa: S101 - somebody asked
        *before, entry = self.log.entries
        entries = (*before, replace(entry, answers=(*entry.answers, answer_to(ask, given))))
        return self._come_to(entries, self.run.answered(given))

    def replayed(self, entry: Entry) -> "Table[P]":
        """Return the table with one more entry of a record, not checked, and the position it led to once it is done."""
        run = Run(partial(self.game.rules.carry_out, self.position, entry.order)).over(entry.answers)
        return self._come_to((*self.log.entries, entry), run)

    def _come_to(self, entries: tuple[Entry, ...], run: Run[P]) -> "Table[P]":
        """Return the table with these entries: with the position the rule of the last has led to, or its open question."""
        outcome = run.outcome
        positions = (*self.positions, outcome.result) if isinstance(outcome, Done) else self.positions
        return Table(self.game, Log(self.log.header, entries), positions, run, self.otherwise)

    def with_stored(self, entry: Entry, position: P | None, *, otherwise: bool = False) -> "Table[P]":
        """Return the table with one more entry of a record and the position that is stored of it, without running its rule.

        Without a position the order was not carried out to its end, and nobody can go on with it.
        """
        marked = self.otherwise | {len(self.log.entries)} if otherwise else self.otherwise
        positions = self.positions if position is None else (*self.positions, position)
        return Table(self.game, Log(self.log.header, (*self.log.entries, entry)), positions, None, marked)

    # Undo

    @property
    def undoable(self) -> bool:
        """Whether the last act may be taken back: no dice fell, nothing was laid open, and the same side is to move."""
        return not self.why_no_undo

    @property
    def why_no_undo(self) -> str:
        """Say why the last act may not be taken back; an empty text if it may."""
        if not self.log.entries:
            return PASSED_ON
        if len(self.log.entries) - 1 in self.otherwise:
            return RULED_OTHERWISE
        entry = self.log.entries[-1]
        before = self.positions[len(self.log.entries) - 1]
        side = self.game.rules.to_move(before)
        rolled = any(answer.rolled for answer in entry.answers)
        if rolled or side != self.game.rules.to_move(self.position):
            return PASSED_ON
        laid_open = lays_open(self.game, entry.order)
        return SEEN if laid_open or self._shows_more(before, side) else ""

    def _shows_more(self, before: P, side: Side | None) -> bool:
        """Return whether a side sees by the last order what it could not foresee: how strong an enemy is it came up to."""
        game = self.game
        if not hides_orders(game):
            return False
        seen = as_seen(before, side)
        try:
            entry = self.log.entries[-1]
            outcome = pause(self.game.rules.carry_out(seen, entry.order), entry.answers)
        except GrognardError:
            return True
        then = outcome.result if isinstance(outcome, Done) else standing(seen, outcome.ask)
        return as_seen(then, side) != self.seen_by(side)

    def undo(self) -> "Table[P]":
        """Take the last act back."""
        if reason := self.why_no_undo:
            raise NotAllowed(reason)
        return self.after_orders(len(self.log.entries) - 1)


def standing(before: P, ask: Asked | None) -> P:
    """Return the position in which a question is open; the one before the order where the question has none."""
    now: P | None = ask.now if isinstance(ask, Choose) else None
    return before if now is None else now


def cannot_follow(error: Exception) -> str:
    """Say that a rule cannot follow a record."""
    return f"the rules cannot follow it ({type(error).__name__}: {error})"


def begin(game: Game[P], header: Header) -> Table[P]:
    """Set a game up."""
    return Table(game, Log(header), (game.rules.start(),))


def resume(game: Game[P], log: Log | SavedLog) -> Table[P]:
    """Fold a log into the game it is; a question the rules would not ask is an error that names both."""
    if isinstance(log, SavedLog):
        log = read_log(game, log)
    return follow(begin(game, log.header), log.entries)


def follow(table: Table[P], entries: Sequence[Entry]) -> Table[P]:
    """Fold further entries onto a table."""
    for number, entry in enumerate(entries, len(table.log.entries) + 1):
        if table.in_hand is not None:
            raise GrognardError(f"entry {number} follows an order that is not finished")
        try:
            table = table.replayed(entry)
        except OffRecord as error:
            raise OffRecord(f"entry {number}: {error}") from error
        except GrognardError as error:
            raise GrognardError(f"entry {number}: {error}") from error
        except RULE_ERRORS as error:
            raise GrognardError(f"entry {number}: {cannot_follow(error)}") from error
    return table


def given_again(table: Table[P], entry: Entry) -> Table[P]:
    """Give the order of an entry and its answers one by one, each held against the rules."""
    table = table.give(entry.order)
    given = table.log.entries[-1]
    # What the objection was is a matter of words, and those may have changed.
    if bool(given.warned) != bool(entry.warned):
        raise GrognardError(
            f"it is marked as against the rules: {entry.warned!r}, and they say {given.warned!r}"
        )
    for answer in entry.answers:
        ask = table.asked
        if ask is None:
            raise OffRecord(f"the record answers {answer.asks!r}, but the rule asks nothing more")
        check_question(ask, answer)
        if isinstance(ask, Roll):
            table = table.roll(answer.given if isinstance(answer.given, tuple) else (answer.given,))
        else:
            table = table.choose(answer.given)
    return table
