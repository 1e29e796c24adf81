# SPDX-License-Identifier: Apache-2.0
"""A game in progress: its log, its current position, and the open question.

Its state is the position before the order in hand and the answers given since. The rule of the last order is kept
as far as it has run, so that looking at the table does not run it again.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.play.board import Side
from grognard.play.game import Game, hides_orders, reveals_units
from grognard.play.log import Entry, Header, Log, SavedLog, read_log
from grognard.play.visibility import as_seen
from grognard.procedures.procedure import NotAllowed
from grognard.umpire import Asked, Choose, Done, Roll, Run, answer_to, pause, said
from grognard.umpire.drive import OffRecord, check_question

P = TypeVar("P", bound=msgspec.Struct)

# The errors of a rule that follows a record made under other rules.
RULE_ERRORS = (LookupError, TypeError, ValueError, AttributeError)
# The errors that a record can cause, also where it is no order or question of the game.
RECORD_ERRORS = (GrognardError, msgspec.ValidationError, *RULE_ERRORS)
# Why an act cannot be taken back.
PASSED_ON = "there is nothing to take back since the last roll or change of side"
SEEN = "what the last order has shown cannot be unseen, so it cannot be taken back"
RULED_OTHERWISE = "the rules have changed since the last order, so it cannot be taken back"


class Table(msgspec.Struct, Generic[P], frozen=True, eq=False):
    """A game at some moment. Every act returns another table; this one does not change.

    `positions` has the position before each entry of the log, and last the one to order from. `run` is the rule of
    the last order, under way or at its end; it follows from the other fields, so it is not compared. Without it the
    last order is complete. `otherwise` has the indexes of the entries that the current rules would carry out
    differently.
    """

    game: Game[P]
    log: Log
    positions: tuple[P, ...]
    run: Run[P] | None = None
    otherwise: frozenset[int] = frozenset()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and (self.log, self.positions) == (other.log, other.positions)

    def __ne__(self, other: object) -> bool:
        # A Struct has its own __ne__, which would not call the __eq__ above.
        return not self == other

    def __hash__(self) -> int:
        # The parts of what is compared that are short and hashable in every game.
        head, entries = self.log.header, self.log.entries
        return hash((head.game, head.scenario, len(entries), sum(len(entry.answers) for entry in entries)))

    @property
    def position(self) -> P:
        """The last complete position: the one before the order in hand, if there is one."""
        return self.positions[-1]

    @property
    def asked(self) -> Asked | None:
        """The open question, if an order is in hand."""
        return None if self.run is None else self.run.ask

    @property
    def in_hand(self) -> Entry | None:
        """The order that is being carried out and waits for an answer, if any."""
        return None if self.asked is None else self.log.entries[-1]

    def after_orders(self, count: int) -> "Table[P]":
        """Return the table as it was after so many orders; this one if it has no more."""
        if count >= len(self.log.entries):
            return self
        log = replace(self.log, entries=self.log.entries[:count])
        otherwise = self.otherwise and frozenset(at for at in self.otherwise if at < count)
        return replace(self, log=log, positions=self.positions[: count + 1], run=None, otherwise=otherwise)

    @property
    def before_order(self) -> "Table[P]":
        """The table before the order in hand; this one if there is none."""
        return self if self.asked is None else self.after_orders(len(self.log.entries) - 1)

    @property
    def question(self) -> str:
        """The open question, in the game's words if it has any; empty if there is none."""
        ask, text = self.asked, getattr(self.game, "text", None)
        if ask is None:
            return ""
        return said(ask, text.label) if text else ask.asks

    @property
    def to_act(self) -> Side | None:
        """The side that must choose or move; None while dice are to be rolled, or when the game is over."""
        ask = self.asked
        if ask is not None:
            return ask.side if isinstance(ask, Choose) else None
        return self.game.rules.to_move(self.position)

    @property
    def standing(self) -> P:
        """The position at this moment: during an order, the one that the open question gives."""
        return standing(self.position, self.asked)

    def seen_by(self, side: Side | None) -> P:
        """Return the position at this moment as a side may see it; None means a spectator."""
        return as_seen(self.standing, side)

    def give(self, order: msgspec.Struct) -> "Table[P]":
        """Give an order; an illegal one is refused with the rule's reason, or in free play carried out with a warning.

        The reason is worked out from what the side to move sees: a refusal must not reveal what is hidden.
        """
        if self.asked is not None:
            raise NotAllowed(f"an order is being carried out, which asks {self.question!r}")
        game, position = self.game, self.positions[-1]
        seen = as_seen(position, game.rules.to_move(position))
        reason = game.rules.why_illegal(seen, order)
        foreign = game.commands(seen, order) if hides_orders(game) else ""
        if foreign or (reason and not self.log.header.free):
            raise NotAllowed(foreign or reason)
        entries = (*self.log.entries, Entry(order, warned=str(reason)))
        return self._come_to(entries, Run(partial(game.rules.carry_out, position, order)))

    def roll(self, faces: Sequence[int]) -> "Table[P]":
        """Answer the open question with dice."""
        ask = self.asked
        if not isinstance(ask, Roll):
            raise NotAllowed("no dice are asked for")
        dice = ask.read.dice
        faces_of_dice = range(1, dice.sides + 1)
        if [*map(type, faces)] != [int] * dice.count or not all(map(faces_of_dice.__contains__, faces)):
            given = f"not {', '.join(map(repr, faces))}" if faces else "and no face is given"
            raise NotAllowed(f"{self.question} takes {dice}, {given}")
        return self._answered(ask, tuple(faces))

    def choose(self, option: Any) -> "Table[P]":
        """Answer the open question with one of its options."""
        ask = self.asked
        if not isinstance(ask, Choose):
            raise NotAllowed("no decision is asked for")
        # The rule's own option is stored, not one that merely equals it, such as 3.0 for 3.
        for own in ask.options:
            if own == option:
                return self._answered(ask, own)
        raise NotAllowed(
            f"{option!r} is no option of {self.question}; there are {', '.join(map(str, ask.options))}"
        )

    def _answered(self, ask: Asked, given: Any) -> "Table[P]":
        """Return the table with one more answer to the order in hand."""
        assert self.run is not None  # noqa: S101 - a question is open
        *before, entry = self.log.entries
        entries = (*before, replace(entry, answers=(*entry.answers, answer_to(ask, given))))
        return self._come_to(entries, self.run.answered(given))

    def replayed(self, entry: Entry) -> "Table[P]":
        """Return the table with one more entry of a record, not checked, and the position it led to if it is complete."""
        run = Run(partial(self.game.rules.carry_out, self.position, entry.order)).over(entry.answers)
        return self._come_to((*self.log.entries, entry), run)

    def _come_to(self, entries: tuple[Entry, ...], run: Run[P]) -> "Table[P]":
        """Return the table with these entries, and the position that the rule of the last has led to, or its open question."""
        outcome = run.outcome
        positions = (*self.positions, outcome.result) if isinstance(outcome, Done) else self.positions
        return Table(self.game, Log(self.log.header, entries), positions, run, self.otherwise)

    def with_stored(self, entry: Entry, position: P | None, *, otherwise: bool = False) -> "Table[P]":
        """Return the table with one more entry of a record and the position stored with it, without running its rule.

        Without a position the order was not carried out to its end, and the game cannot go on from here.
        """
        marked = self.otherwise | {len(self.log.entries)} if otherwise else self.otherwise
        positions = self.positions if position is None else (*self.positions, position)
        return Table(self.game, Log(self.log.header, (*self.log.entries, entry)), positions, None, marked)

    # Undo

    @property
    def undoable(self) -> bool:
        """Whether the last act may be taken back: no dice were rolled, nothing was revealed, and the same side is to move."""
        return not self.why_no_undo

    @property
    def why_no_undo(self) -> str:
        """Why the last act may not be taken back; empty if it may."""
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
        laid_open = reveals_units(self.game, entry.order)
        return SEEN if laid_open or self._shows_more(before, side) else ""

    def _shows_more(self, before: P, side: Side | None) -> bool:
        """Return whether the last order showed a side what it could not foresee, such as the strength of an enemy it approached."""
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
    """Return the position in which a question is open; the one before the order if the question gives none."""
    now: P | None = ask.now if isinstance(ask, Choose) else None
    return before if now is None else now


def cannot_follow(error: Exception) -> str:
    """Return the sentence that a rule cannot follow a record."""
    return f"the rules cannot follow it ({type(error).__name__}: {error})"


def why_not_followed(error: Exception) -> str:
    """Say why the rules cannot follow a record, given one of RECORD_ERRORS."""
    return str(error) if isinstance(error, GrognardError | msgspec.ValidationError) else cannot_follow(error)


def entry_error(error: Exception, number: int) -> GrognardError:
    """Return one of RECORD_ERRORS with the number of the entry that it is about."""
    if isinstance(error, msgspec.ValidationError):
        return GrognardError(f"entry {number} is no order of this game: {error}")
    kind = OffRecord if isinstance(error, OffRecord) else GrognardError
    return kind(f"entry {number}: {why_not_followed(error)}")


def begin(game: Game[P], header: Header) -> Table[P]:
    """Set up a game."""
    return Table(game, Log(header), (game.rules.start(),))


def resume(game: Game[P], log: Log | SavedLog) -> Table[P]:
    """Fold a log into a table; a question that the rules would not ask is an error that names both."""
    if isinstance(log, SavedLog):
        log = read_log(game, log)
    return follow(begin(game, log.header), log.entries)


def follow(table: Table[P], entries: Sequence[Entry]) -> Table[P]:
    """Add further entries to a table."""
    for number, entry in enumerate(entries, len(table.log.entries) + 1):
        if table.in_hand is not None:
            raise GrognardError(f"entry {number} follows an order that is not finished")
        try:
            table = table.replayed(entry)
        except RECORD_ERRORS as error:
            raise entry_error(error, number) from error
    return table


def replay_checked(table: Table[P], entry: Entry) -> Table[P]:
    """Give the order of an entry and its answers one by one, each checked by the rules."""
    table = table.give(entry.order)
    given = table.log.entries[-1]
    # The wording of an objection may have changed.
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
