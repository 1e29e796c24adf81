# SPDX-License-Identifier: Apache-2.0
"""The past of a table, worked out in any process: how it stood after an event, and what a copy of it begins with.

The whole table is read from its events for that, which takes long if they are many. So a process keeps what it has read last.
"""

from collections import OrderedDict
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.play.board import Side
from grognard.play.game import BoardGame
from grognard.server.library import Library
from grognard.server.opened_game import OpenedGame
from grognard.server.read_table import ReadTable
from grognard.server.record import Copied, ServedHeader
from grognard.server.seats import Seat
from grognard.server.store import Row, StoredTable
from grognard.server.table_state import copied, copied_header
from grognard.server.table_view import TableView
from grognard.server.view_data import View

# How many tables a process keeps.
KEPT = 2
# A table of more events may take long to read.
LONG = 1000


class Events(msgspec.Struct, frozen=True):
    """A table with its events as they are stored, and the hash of the last of them."""

    table: str
    record: bytes
    secret: bytes
    events: tuple[bytes, ...]
    hash: bytes

    @property
    def is_long(self) -> bool:
        """Whether it may take long to read."""
        return len(self.events) > LONG


class OfTable(msgspec.Struct, frozen=True, kw_only=True):
    """A job that looks at the past of a table."""

    opened: OpenedGame
    table: Events


class LookBack(OfTable, frozen=True, tag=True):
    """Asks how a table stood after an event, as a seat that plays some sides may see it now.

    `number` is that of the event as the seat counts them, `notice` what the seat is told of the rules.
    """

    sides: tuple[Side, ...]
    number: int
    notice: str


class CopyAt(OfTable, frozen=True, tag=True):
    """Asks what a copy of a table begins with that is made as it stood after an event."""

    seq: int


class Copying(msgspec.Struct, frozen=True):
    """What a copy of a table begins with: the header that it takes over, the event it was copied at, and its first events."""

    header: ServedHeader
    seq: int
    begins: tuple[Copied, ...]


class LookingBack:
    """Does such jobs."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._read: OrderedDict[str, ReadTable] = OrderedDict()

    def answer(self, job: LookBack | CopyAt, game: BoardGame[Any]) -> View | Copying:
        """Do a job."""
        read = self._table(job, game)
        if isinstance(job, CopyAt):
            return copying(read, job.seq)
        return replace(TableView(read, Seat(b"", job.sides)).past(job.number), notice=job.notice)

    def _table(self, job: OfTable, game: BoardGame[Any]) -> ReadTable:
        events = job.table
        last = self._read.pop(events.table, None)
        read = last if last is not None and last.hashes[-1] == events.hash else self._again(job, game)
        if last is not None and last.hashes[-1] in read.hashes:
            # What it has gone through since changes nothing of what was told.
            read.told = last.told
        self._read[events.table] = read
        while len(self._read) > KEPT:
            self._read.popitem(last=False)
        return read

    def _again(self, job: OfTable, game: BoardGame[Any]) -> ReadTable:
        events, opened, library = job.table, job.opened, self._library
        rows = tuple(Row(seq, body) for seq, body in enumerate(events.events, 1))
        stored = StoredTable(events.table, events.record, events.secret, (), rows)
        scenario = library.scenario(opened.game, opened.scenario)
        return ReadTable(stored, game, scenario, library.present(opened.game, opened.scenario))


def copying(read: ReadTable, seq: int | None = None) -> Copying:
    """Return what a copy begins with that is made as a table stood after an event; by default after the last."""
    then = read.moment if seq in {None, read.moment.seq} else read.past(seq or 0)
    return Copying(copied_header(read.record.header, then), then.seq, tuple(copied(then)))
