"""A table as it stands after some event, folded from its events. It is frozen, so that views need not wait."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.charts.labels import Dice
from grognard.play.board import Side
from grognard.play.game import BoardGame
from grognard.play.log import Log, plain, saved_entry
from grognard.play.table import Table, follow, resume, standing
from grognard.server.dice import purpose_of, roll
from grognard.server.record import (
    EVENT,
    Asked,
    Copied,
    Event,
    Notes,
    Record,
    Rolled,
    encode,
    entered,
    first_hash,
    next_hash,
    noted,
)
from grognard.server.store import Row, StoredTable
from grognard.umpire import Choose, Roll


class Moment(msgspec.Struct, frozen=True, dict=True):
    """A table after some event: the game, how many rolls there were, the chain's hash, and a note for each entry.

    What follows from these is worked out once, for whoever looks.
    """

    table: Table[Any]
    seq: int
    rolled: int
    hash: bytes
    notes: Notes

    @cached_property
    def asked(self) -> Roll[Any] | Choose[Any] | None:
        """The open question."""
        return self.table.asked

    @cached_property
    def to_act(self) -> Side | None:
        """Whose order or answer is awaited; nobody's when the game is over. While dice fall, whose order it was."""
        asked = self.asked
        return asked.side if isinstance(asked, Choose) else self.table.game.rules.to_move(self.table.position)

    @cached_property
    def standing(self) -> Any:
        """The position as it stands: in the midst of an order, as the open question has it."""
        return standing(self.table.position, self.asked)

    @property
    def over(self) -> bool:
        """Whether the game has come to its end."""
        return self.to_act is None


def folded(game: BoardGame[Any], record: Record, kept: StoredTable, key: bytes) -> tuple[list[Event], Moment]:
    """Fold the events that are kept; rolls that do not follow from the secret are an error."""
    notes: Notes = ()
    events: list[Event] = []
    chain, rolls = first_hash(kept.record), 0
    for row in kept.rows:
        event = EVENT.decode(row.body)
        if isinstance(event, Rolled):
            rolls += 1
            if event != rolled(key, rolls, event.question, event.thrown, chain):
                raise GrognardError(f"roll {rolls} of table {kept.table} does not follow from its secret")
        notes = noted(notes, event, row.seq, chain)
        chain = next_hash(chain, row.body)
        events.append(event)
    table = resume(game, Log(record.header, tuple(entered(game, events))))
    return events, Moment(table, len(events), rolls, chain, notes)


def rolled(key: bytes, index: int, question: Asked, dice: str, before: bytes) -> Rolled:
    """Roll the dice that answer a question."""
    faces = roll(key, index, purpose_of(question, dice), before, Dice.parse(dice))
    return Rolled(index, question, faces, "" if isinstance(question, str) else dice)


def written(ask: Roll[Any] | Choose[Any]) -> Asked:
    """Return a question as it is written down."""
    question = ask.question
    return question if isinstance(question, str) else plain(question)


def stepped(now: Moment, event: Event, table: Table[Any]) -> tuple[Moment, Row]:
    """Return the moment after one more event, which led to a table, and the row to be kept of it."""
    body, seq = encode(event), now.seq + 1
    then = Moment(
        table,
        seq,
        now.rolled + isinstance(event, Rolled),
        next_hash(now.hash, body),
        noted(now.notes, event, seq, now.hash),
    )
    return then, Row(seq, body)


def earlier(now: Moment, events: Sequence[Event]) -> Moment:
    """Return the moment that came of the first events of a table, which has come further now."""
    notes: Notes = ()
    for at, event in enumerate(events, 1):
        notes = noted(notes, event, at, b"")
    # What both have in common need not be played again.
    same = _same([note.seq for note in notes], [note.seq for note in now.notes])
    entries = entered(now.table.game, events)
    then = follow(now.table.after_orders(same), entries[same:])
    rolls = sum(isinstance(event, Rolled) for event in events)
    return Moment(then, len(events), rolls, b"", notes)


def last_mover(now: Moment) -> Side | None:
    """Return the side that gave the last order; none where there was none."""
    table = now.table
    if not table.log.entries:
        return None
    side: Side | None = table.game.rules.to_move(table.positions[len(table.log.entries) - 1])
    return side


def undoing(now: Moment) -> Side | None:
    """Return the side that may take the last act back; nobody where it may not be."""
    return last_mover(now) if now.table.undoable else None


def copied(now: Moment) -> list[Copied]:
    """Return the events a copy of a table begins with."""
    return [Copied(saved_entry(entry)) for entry in now.table.log.entries]


def _same(one: list[int], other: list[int]) -> int:
    """Count how far two lists agree."""
    count = 0
    while count < min(len(one), len(other)) and one[count] == other[count]:
        count += 1
    return count
