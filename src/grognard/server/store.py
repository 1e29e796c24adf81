# SPDX-License-Identifier: Apache-2.0
"""What is stored of tables: what each is made with, the hashes of its keys, and its events, which are only ever added.

A store is a folder (`sqlite_store.py`), for one server, or a PostgreSQL database (`postgres_store.py`), which several
servers share. Both store the same and pass the same tests. An append names the event it follows; if that is no
longer the last one nothing is written. Each table keeps the hash of all its events, which is compared when it is read.
The column `head` of a store has that hash; the head that players are shown is made from it with the secret (`dice.py`).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from grognard.charts.errors import GrognardError
from grognard.lab.extras import install
from grognard.server.errors import Closed, Refused
from grognard.server.kept_notices import NO_NOTICE_DATA, NoticeData, NoticeStore
from grognard.server.kept_people import PeopleStore, Person, Sitter
from grognard.server.old_tables_sql import Played
from grognard.server.record import encode, first_hash, next_hash
from grognard.server.seats import Seat

# How the address of a database begins.
DATABASES = ("postgresql://", "postgres://")


class Row(msgspec.Struct, frozen=True):
    """One event as it is stored. `command` is the id under which a client sent the act that ends with it.

    If the table has a clock, `at` is when it was stored, in seconds that the store was served.
    """

    seq: int
    body: bytes
    command: str | None = None
    at: float | None = None


class Remark(msgspec.Struct, frozen=True):
    """Something said at a table, which is no part of its game: its own number, and when it was said, in seconds since 1970."""

    number: int
    at: float
    body: bytes
    command: str | None = None


class Stood(msgspec.Struct, frozen=True):
    """How a table stands, as lists of tables show it, and whether a clock runs at it."""

    body: bytes
    clocked: bool = False


class StoodAt(msgspec.Struct, frozen=True):
    """How a table stands by what is said after an event."""

    seq: int
    stood: Stood


class StoredTable(msgspec.Struct, frozen=True):
    """All that is stored of a table; its record as the bytes that were written."""

    table: str
    record: bytes
    secret: bytes
    seats: tuple[Seat, ...]
    rows: tuple[Row, ...]
    remarks: tuple[Remark, ...] = ()
    stood: Stood | None = None


class Turns(Protocol):
    """The turns of programs that wait to be played, for the processes that share a store: each is taken by one of them."""

    def take(self, pace: float) -> str | None:
        """Take the turn that has waited longest, if for `pace` seconds at least; return its table. A dead process's turn counts."""

    def renew(self, tables: Collection[str]) -> None:
        """Go on holding turns that were taken: a process that does not renew is taken to be dead."""

    def let_go(self, table: str, seconds: float = 0) -> None:
        """Release a turn that was taken, to be taken again after so many seconds."""

    def drop(self, table: str) -> None:
        """Remove a turn that was taken from the list: there was none."""

    def wait(self, seen: int, pace: float) -> None:
        """Wait until there may be a turn to take; `seen` is the value of `told` before the last look."""

    def tell(self) -> None:
        """Wake the waiting threads."""

    @property
    def told(self) -> int:
        """How many notifications of turns there were."""

    def count(self) -> int:
        """Count the turns that wait or are being played."""


class Store(PeopleStore, NoticeStore, Protocol):
    """Where tables are kept. What fails in it is raised as `NotKept`."""

    @property
    def told(self) -> str:
        """Where it is, as it may be shown: without a password."""

    @property
    def shared(self) -> bool:
        """Whether other processes may add to the same tables."""

    @property
    def commit_ms(self) -> float:
        """How long the last commit took, in milliseconds."""

    @property
    def turns(self) -> Turns | None:
        """The turns of programs, if processes share them; None if one process keeps them in memory."""

    def create(self, kept: StoredTable, *, turn: bool = False) -> None:
        """Write a new table, with the events it begins with, and whether it is a program's `turn`."""

    def append(  # noqa: PLR0913 - all that comes with an act
        self,
        table: str,
        expected: int,
        rows: Sequence[Row],
        *,
        over: bool,
        turn: bool = False,
        stood: Stood | None = None,
    ) -> None:
        """Add events after the one expected to be the last, all of them or none; they are on the disk on return.

        With them is written how the table stands then, where that is told.
        """

    def load(self, table: str) -> StoredTable | None:
        """Return all that is stored of a table; None if there is no such table."""

    def seat(self, table: str, key: bytes) -> Seat | None:
        """Return the seat that the hash of a key opens."""

    def replace_key(self, table: str, seat: Seat) -> None:
        """Replace the key of a seat; the old one opens nothing any more."""

    def since(self, table: str, seq: int) -> tuple[Row, ...]:
        """Return the events of a table after one of them."""

    def remark(self, table: str, remark: Remark, stands: StoodAt | None = None) -> None:
        """Add a remark, which is on the disk on return; Stale if its number is not the next.

        The table may stand otherwise by it; Stale, too, where there are events after the one that it follows.
        """

    def remarks(self, table: str, number: int = 0) -> tuple[Remark, ...]:
        """Return the remarks at a table after one with this number."""

    def stand(self, table: str, stood: Stood) -> None:
        """Write down how a table stands, beside any act."""

    def stood(self, table: str) -> Stood | None:
        """Return how a table stood when that was last written down."""

    def has_clocks(self) -> bool:
        """Return whether a clock runs at any table."""

    def served(self, now: float, gap: float) -> float:
        """Add the time since the last call, unless that is longer than a gap; return the total."""

    def unfinished(self) -> list[str]:
        """Return the tables whose game is not over."""

    def every(self) -> Iterator[tuple[StoredTable, bool]]:
        """Yield all tables, each with whether its game is over."""

    def fill(
        self,
        tables: Iterable[tuple[StoredTable, bool]],
        people: Iterable[Person] = (),
        notices: NoticeData = NO_NOTICE_DATA,
    ) -> int:
        """Write down all tables and people of another store, and whom to tell, or none; return how many tables.

        One that has tables already takes no others.
        """

    def played(self) -> list[Played]:
        """Return all tables with when they were played last."""

    def take_out(self, old: Played) -> bool:
        """Delete a table with all that belongs to it, unless something was added to it meanwhile; return whether it is gone."""

    def listen(self, hear: Callable[[str], None]) -> None:
        """Call `hear`, in a thread of its own, with each table that another process has added to; "" means perhaps any."""

    def close(self) -> None:
        """Close the store."""


def check_database(option: str, address: str) -> None:
    """Refuse what is not the address of a database, given by an option."""
    if not address.startswith(DATABASES):
        raise GrognardError(f"{option} takes the address of a database, such as postgresql://USER@HOST/NAME")


def open_store(where: str | Path) -> Store:
    """Open the store at the address of a database, or in a folder."""
    if str(where).startswith(DATABASES):
        # A store in a folder must not need the driver of a database.
        try:
            from grognard.server.postgres_store import PostgresStore  # noqa: PLC0415
        except ImportError as missing:
            raise GrognardError(
                f"tables in PostgreSQL need its driver, which is not installed: {install('postgres')}"
            ) from missing

        return PostgresStore(str(where))
    if "://" in str(where):
        address = str(where).partition("://")[0]
        raise GrognardError(
            f"tables are kept in a folder or at postgresql://USER@HOST/NAME, not at {address}://"
        )
    from grognard.server.sqlite_store import SqliteStore  # noqa: PLC0415

    return SqliteStore(Path(where))


# What both stores do alike


def chained(chain: bytes, rows: Iterable[Row]) -> bytes:
    """Return the hash after some more events."""
    for row in rows:
        chain = next_hash(chain, row.body)
    return chain


class Damaged(Closed):
    """A table whose events are not those that were written; `kept` is what there is of it."""

    def __init__(self, kept: StoredTable) -> None:
        said = (
            f"what is kept of table {kept.table} was damaged on the disk; put a copy of the tables in place"
        )
        Refused.__init__(self, 410, said)
        self.kept = kept


def checked(kept: StoredTable, chain: bytes | None) -> StoredTable:
    """Return what was read of a table, if the hash of its events, where it has one, shows that nothing was changed."""
    if chain is not None and chained(first_hash(kept.record), kept.rows) != chain:
        raise Damaged(kept)
    return kept


def refuse_unless_empty(told: str, *, empty: bool) -> None:
    """Refuse to mix the tables of two stores."""
    if not empty:
        raise GrognardError(f"there are tables in {told} already; name a place that is empty")


def written_sides(seat: Seat) -> str:
    """Return the sides of a seat as they are stored; null for the maker's."""
    return encode(None if seat.maker else seat.sides).decode()


def read_seat(key: bytes, sides: str) -> Seat:
    """Return a seat from its stored form."""
    read = msgspec.json.decode(sides, type=tuple[str, ...] | None)
    return Seat(key, read or (), maker=read is None)


def read_sitter(found: tuple[bytes, bytes, str, str]) -> Sitter:
    """Return who sits at a table from what is stored of it."""
    person, seat, name, sides = found
    return Sitter(person, seat, name, read_seat(seat, sides).sides)
