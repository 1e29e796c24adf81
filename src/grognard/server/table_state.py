# SPDX-License-Identifier: Apache-2.0
"""A table as it stands after some event, folded from its events. It is frozen, so that views need no lock."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.charts.cached import cached_property
from grognard.charts.errors import GrognardError
from grognard.charts.labels import Dice
from grognard.play.board import Side, Status
from grognard.play.game import BoardGame
from grognard.play.history import CurrentRules, Reopened, entries_with_changes, reopen
from grognard.play.log import PositionChange, SavedLog, plain
from grognard.play.position_changes import plain_position, position_change
from grognard.play.served_save import lost_in_words
from grognard.play.table import Table, standing
from grognard.server.dice import purpose_of, roll
from grognard.server.dice_state import DiceState
from grognard.server.record import (
    EVENT,
    Answered,
    Asked,
    Copied,
    Event,
    Joined,
    Lost,
    Notes,
    Ordered,
    Record,
    Rolled,
    ServedHeader,
    Undone,
    encode,
    entered,
    first_hash,
    next_hash,
    noted,
)
from grognard.server.store import Row, StoredTable
from grognard.umpire import Choose, Roll


class TableState(msgspec.Struct, frozen=True, dict=True):
    """A table after some event: the game, the number of rolls, the chain's hash, and a note for each entry.

    `dice` says which seats have joined and what they revealed; `lost` who has resigned or lost on time, if anyone. Positions from
    number `fresh` on are stored in the present shape. Everything else is worked out once, when first needed.
    """

    table: Table[Any]
    seq: int
    rolls: int
    hash: bytes
    notes: Notes
    dice: DiceState = DiceState()
    fresh: int = 0
    lost: Lost | None = None

    @cached_property
    def asked(self) -> Roll[Any] | Choose[Any] | None:
        """The open question."""
        return None if self.lost else self.table.asked

    @cached_property
    def to_act(self) -> Side | None:
        """The side whose order or answer is awaited; None when the game is over. While dice are rolled, the side that gave the order."""
        if self.lost:
            return None
        asked = self.asked
        return (
            asked.side
            if isinstance(asked, Choose)
            else self.table.game.rules.to_move(self.table.positions[-1])
        )

    @cached_property
    def standing(self) -> Any:
        """The position as it stands: in the midst of an order, as the open question has it."""
        return standing(self.table.position, self.table.asked)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.to_act is None

    def status(self, status: Status) -> Status:
        """Return where the game stands, given where its rules have it stand."""
        if self.lost is None:
            return status
        winner = next(side for side in self.table.game.sides if side != self.lost.side)
        verdict = lost_in_words(self.lost.side, self.lost.how)
        return replace(status, side=None, verdict=verdict, winner=winner, left="")


class Folded(msgspec.Struct, frozen=True):
    """The events of a table, what they led to, and what to say of a table that was opened again."""

    events: list[Event]
    moment: TableState
    reopened: Reopened[Any]


def folded(game: BoardGame[Any], record: Record, kept: StoredTable, present: CurrentRules) -> Folded:
    """Fold the stored events; a roll that does not follow from the secret is an error.

    If the order in hand is withdrawn, the table is as before that order, and the event that says so is still to be stored.
    """
    notes: Notes = ()
    events: list[Event] = []
    chain, rolls, dice = first_hash(kept.record), 0, DiceState.of(record.header)
    key = dice.key(kept.secret, record.header.rules)
    for row in kept.rows:
        event = EVENT.decode(row.body)
        dice = dice.after(event)
        if isinstance(event, Joined):
            key = dice.key(kept.secret, record.header.rules)
        if isinstance(event, Rolled):
            rolls += 1
            check_roll(event, key, rolls, chain, kept.table)
        notes = noted(notes, event, row.seq, chain)
        chain = next_hash(chain, row.body)
        events.append(event)
    reopened = reopen(game, SavedLog(record.header, tuple(entered(events))), present)
    now = TableState(
        reopened.table, len(events), rolls, chain, notes, dice, fresh=reopened.fresh, lost=lost_by(events)
    )
    return Folded(events, now, reopened)


def withdrawing(now: TableState, why: str) -> tuple[TableState, Row]:
    """Return the moment after the order in hand was withdrawn on opening the table, and the row to store."""
    side = now.table.game.rules.to_move(now.table.position)
    return stepped(now, Undone(side or "", why), now.table)


def event_hashes(kept: StoredTable) -> list[bytes]:
    """Return the hash of the record, then of each event with all before it."""
    hashes = [first_hash(kept.record)]
    for row in kept.rows:
        hashes.append(next_hash(hashes[-1], row.body))
    return hashes


def known_to_all(events: Sequence[Event], to_act: Side | None) -> int:
    """Count the events up to the last that every seat may know of: the acts of the side still to act are left out.

    Everyone sees whose turn it is, and when dice are rolled.
    """
    count = len(events)
    while (
        count and isinstance(last := events[count - 1], Ordered | Answered | Undone) and last.side == to_act
    ):
        count -= 1
    return count


def rolled(key: bytes, index: int, question: Asked, dice: Dice, before: bytes) -> Rolled:
    """Roll the dice that answer a question."""
    # A sentence, as old tables have it, names its dice itself.
    thrown = "" if isinstance(question, str) else str(dice)
    faces = roll(key, index, purpose_of(question, thrown), before, dice)
    return Rolled(index, question, faces, thrown)


def check_roll(event: Rolled, key: bytes, index: int, before: bytes, table: str) -> None:
    """Refuse a roll that does not follow from its table's secret, its number and the events before it."""
    if replace(event, came=None) != rolled(key, index, event.question, Dice.parse(event.thrown), before):
        raise GrognardError(f"roll {index} of table {table} does not follow from its secret")


def written(ask: Roll[Any] | Choose[Any]) -> Asked:
    """Return a question in its written form."""
    question = ask.question
    return question if isinstance(question, str) else plain(question)


def stepped(now: TableState, event: Event, table: Table[Any]) -> tuple[TableState, Row]:
    """Return the moment after one more event, which led to a table, and the row to store."""
    fresh = now.fresh
    if len(table.positions) > len(table.log.entries) and isinstance(event, Ordered | Answered | Rolled):
        *_, before, after = table.positions
        if len(table.positions) - 2 >= fresh:
            came = position_change(before, after)
        else:
            # The position before is not stored, or was written in another way.
            came, fresh = (
                PositionChange(whole=plain_position(after), shape=table.log.header.shape),
                len(table.positions) - 1,
            )
        event = replace(event, came=came)
    body, seq = encode(event), now.seq + 1
    then = TableState(
        table,
        seq,
        now.rolls + isinstance(event, Rolled),
        next_hash(now.hash, body),
        noted(now.notes, event, seq, now.hash),
        now.dice.after(event),
        fresh=fresh,
        lost=event if isinstance(event, Lost) else None,
    )
    return then, Row(seq, body)


def earlier(now: TableState, record: Record, events: Sequence[Event], present: CurrentRules) -> TableState:
    """Return the moment after the first events of a table that has gone on since."""
    notes: Notes = ()
    for at, event in enumerate(events, 1):
        notes = noted(notes, event, at, b"")
    # What both have in common need not be played again.
    same = _same([note.seq for note in notes], [note.seq for note in now.notes])
    saved, before = SavedLog(record.header, tuple(entered(events))), now.table.after_orders(same)
    then = reopen(now.table.game, saved, present, before, keep_misfit=True)
    rolls = sum(isinstance(event, Rolled) for event in events)
    return TableState(then.table, len(events), rolls, b"", notes, now.dice, lost=lost_by(events))


def lost_by(events: Sequence[Event]) -> Lost | None:
    """Return how the game ended after some events, if not by its rules: nothing comes after that."""
    return events[-1] if events and isinstance(events[-1], Lost) else None


def last_mover(now: TableState) -> Side | None:
    """Return the side that gave the last order; None if there was none."""
    table = now.table
    if not table.log.entries:
        return None
    side: Side | None = table.game.rules.to_move(table.positions[len(table.log.entries) - 1])
    return side


def begun_with(events: Sequence[Event]) -> list[int]:
    """Return the number of the event with which each entry of the log began."""
    begun: list[int] = []
    for seq, event in enumerate(events, 1):
        if isinstance(event, Ordered | Copied):
            begun.append(seq)
        elif isinstance(event, Undone):
            begun.pop()
    return begun


def undoing(now: TableState) -> Side | None:
    """Return the side that may take the last act back; None if it cannot be."""
    return last_mover(now) if now.table.undoable and not now.lost else None


def copied(now: TableState) -> list[Copied]:
    """Return the events that a copy of a table begins with; an order that no longer fits is left out."""
    entries = entries_with_changes(now.table)
    whole = len(now.table.positions) - (now.table.in_hand is None)
    return [Copied(entry) for entry in entries[:whole]]


def copied_header(header: ServedHeader, now: TableState) -> ServedHeader:
    """Return the header of a copy: it keeps the rules its past was played under, and writes positions in the present form."""
    return replace(header, shape=now.table.log.header.shape, start=plain_position(now.table.positions[0]))


def _same(one: list[int], other: list[int]) -> int:
    """Count how many leading numbers two lists have in common."""
    count = 0
    while count < min(len(one), len(other)) and one[count] == other[count]:
        count += 1
    return count
