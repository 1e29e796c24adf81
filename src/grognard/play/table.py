"""A game in progress: its log, the position it has come to, and the question that is open.

Nothing is kept but plain data. The position before the order in hand, and the answers given since, say everything;
resuming replays a handful of answers.
"""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.play.board import Side
from grognard.play.game import Fogged, Game, lays_open
from grognard.play.log import Entry, Header, Log, plain
from grognard.play.seen import as_seen
from grognard.rules.procedure import NotAllowed
from grognard.umpire import Answer, Choose, Done, Open, Roll, pause
from grognard.umpire.drive import OffRecord

P = TypeVar("P", bound=msgspec.Struct)

# Why an act is not taken back.
PASSED_ON = "there is nothing to take back since the last roll or change of side"
SEEN = "what the last order has shown cannot be unseen, and it is not taken back"


class Table(msgspec.Struct, Generic[P], frozen=True):
    """A game at some moment. Every act returns another table; this one stays as it is.

    `positions` has the position before each entry of the log, and last the one to be ordered from.
    """

    game: Game[P]
    log: Log
    positions: tuple[P, ...]

    @property
    def position(self) -> P:
        """The last position that is complete: the one before the order in hand, if there is one."""
        return self.positions[-1]

    @property
    def in_hand(self) -> Entry | None:
        """The order that is being carried out and waits for an answer."""
        return self.log.entries[-1] if len(self.log.entries) == len(self.positions) else None

    @property
    def before_order(self) -> "Table[P]":
        """The table before the order in hand, or this one where there is none."""
        return (
            self
            if self.in_hand is None
            else replace(self, log=replace(self.log, entries=self.log.entries[:-1]))
        )

    @property
    def asked(self) -> Roll[Any] | Choose[Any] | None:
        """The question that is open, if an order is in hand."""
        if self.in_hand is None:
            return None
        found = self._run(self.position, self.in_hand)
        return found.ask if isinstance(found, Open) else None

    @property
    def question(self) -> str:
        """The question that is open, in words; nothing where none is."""
        ask = self.asked
        return ask.question if ask else ""

    @property
    def to_act(self) -> Side | None:
        """Who must act: the side asked to choose, nobody while dice are to be rolled or when the game is over."""
        ask = self.asked
        if ask is not None:
            return ask.side if isinstance(ask, Choose) else None
        return self.game.to_move(self.position)

    @property
    def standing(self) -> P:
        """The position as it stands at this moment: in the midst of an order, as the open question has it."""
        return standing(self.position, self.asked)

    def seen_by(self, side: Side | None) -> P:
        """Return what stands at this moment as a side may see it; a spectator is no side."""
        return as_seen(self.standing, side)

    def _run(self, position: P, entry: Entry) -> Open | Done[P]:
        order = msgspec.convert(entry.order, self.game.order)
        return pause(self.game.carry_out(position, order), entry.answers)

    def give(self, order: msgspec.Struct) -> "Table[P]":
        """Give an order; where it may not be given it is refused with the rule's reason, or in free play warned of.

        The reason is worked out from what the side to move sees: a refusal must not tell it what is hidden.
        """
        if self.in_hand is not None:
            raise NotAllowed(f"an order is being carried out, which asks {self.question!r}")
        seen = as_seen(self.position, self.game.to_move(self.position))
        reason = self.game.refusal(seen, order)
        foreign = self.game.commands(seen, order) if isinstance(self.game, Fogged) else ""
        if foreign or (reason and not self.log.header.free):
            raise NotAllowed(foreign or reason)
        return self.replayed(Entry(plain(order), warned=reason))

    def roll(self, faces: Sequence[int]) -> "Table[P]":
        """Answer the open question with dice."""
        ask = self.asked
        if not isinstance(ask, Roll):
            raise NotAllowed("no dice are asked for")
        dice = ask.read.dice
        if len(faces) != dice.count or not all(
            type(face) is int and 1 <= face <= dice.sides for face in faces
        ):
            raise NotAllowed(f"{ask.question} takes {dice}, not {', '.join(map(str, faces))}")
        return self._answer(Answer(ask.question, tuple(faces)))

    def choose(self, option: Any) -> "Table[P]":
        """Answer the open question with one of its options."""
        ask = self.asked
        if not isinstance(ask, Choose):
            raise NotAllowed("no decision is asked for")
        # The rule's own option is kept, not one that is merely equal to it, such as 3.0 to 3.
        for own in ask.options:
            if own == option:
                return self._answer(Answer(ask.question, own))
        raise NotAllowed(
            f"{option!r} is no option of {ask.question}; there are {', '.join(map(str, ask.options))}"
        )

    def _answer(self, answer: Answer) -> "Table[P]":
        entry = self.log.entries[-1]
        return self.before_order.replayed(replace(entry, answers=(*entry.answers, answer)))

    def replayed(self, entry: Entry) -> "Table[P]":
        """Return the table with one more entry of a record, not checked, and the position it led to once it is done."""
        log = replace(self.log, entries=(*self.log.entries, entry))
        found = self._run(self.position, entry)
        positions = (*self.positions, found.result) if isinstance(found, Done) else self.positions
        return replace(self, log=log, positions=positions)

    # Time

    @property
    def undoable(self) -> bool:
        """Whether the last act may be taken back: no dice fell, nothing was laid open, and the same side is to move."""
        return not self.sealed

    @property
    def sealed(self) -> str:
        """Say why the last act may not be taken back; nothing where it may."""
        if not self.log.entries:
            return PASSED_ON
        entry = self.log.entries[-1]
        before = self.positions[len(self.log.entries) - 1]
        side = self.game.to_move(before)
        rolled = any(answer.question.startswith("roll ") for answer in entry.answers)
        if rolled or side != self.game.to_move(self.position):
            return PASSED_ON
        laid_open = lays_open(self.game, msgspec.convert(entry.order, self.game.order))
        return SEEN if laid_open or self._shows_more(before, side) else ""

    def _shows_more(self, before: P, side: Side | None) -> bool:
        """Say whether a side sees by the last order what it could not foresee: how strong an enemy is it came up to."""
        if not isinstance(self.game, Fogged):
            return False
        seen = as_seen(before, side)
        try:
            found = self._run(seen, self.log.entries[-1])
        except GrognardError:
            return True
        then = found.result if isinstance(found, Done) else standing(seen, found.ask)
        return as_seen(then, side) != self.seen_by(side)

    def undo(self) -> "Table[P]":
        """Take the last act back."""
        if reason := self.sealed:
            raise NotAllowed(reason)
        count = len(self.log.entries) - 1
        return replace(
            self,
            log=replace(self.log, entries=self.log.entries[:count]),
            positions=self.positions[: count + 1],
        )


def standing(before: P, ask: Roll[Any] | Choose[Any] | None) -> P:
    """Return the position in which a question is open; the one before the order where the question has none."""
    now: P | None = ask.now if isinstance(ask, Choose) else None
    return before if now is None else now


def begin(game: Game[P], header: Header) -> Table[P]:
    """Set a game up."""
    return Table(game, Log(header), (game.start(),))


def resume(game: Game[P], log: Log) -> Table[P]:
    """Fold a log into the game it is; a question the rules would not ask is an error that names both."""
    return follow(begin(game, log.header), log.entries)


def follow(table: Table[P], entries: Sequence[Entry]) -> Table[P]:
    """Fold further entries onto a table."""
    for entry in entries:
        if table.in_hand is not None:
            number = len(table.log.entries) + 1
            raise GrognardError(f"entry {number} follows an order that is not finished")
        table = table.replayed(entry)
    return table


def given_again(table: Table[P], entry: Entry) -> Table[P]:
    """Give the order of an entry and its answers one by one, each held against the rules."""
    table = table.give(msgspec.convert(entry.order, table.game.order))
    given = table.log.entries[-1]
    if given.warned != entry.warned:
        raise GrognardError(
            f"it is marked as against the rules: {entry.warned!r}, and they say {given.warned!r}"
        )
    for answer in entry.answers:
        if answer.question != table.question:
            asks = f"asks {table.question!r}" if table.question else "asks nothing more"
            raise OffRecord(f"the record answers {answer.question!r}, but the rule {asks}")
        if isinstance(table.asked, Roll):
            table = table.roll(answer.given if isinstance(answer.given, tuple) else (answer.given,))
        else:
            table = table.choose(answer.given)
    return table
