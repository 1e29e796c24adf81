# SPDX-License-Identifier: Apache-2.0
"""Tables kept in a folder: SQLite in write-ahead mode, every commit synced to disk before it returns.

A disk may lose or corrupt what it has confirmed. So each table keeps the hash of all its events, which is compared when it is
read; and a small file beside the tables (`witness.py`) counts the acts stored, so that a missing end is noticed.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import msgspec
from msgspec.structs import astuple

from grognard.charts.errors import GrognardError
from grognard.charts.plurals import counted
from grognard.server.errors import NotKept, Stale
from grognard.server.group_commit import CommitRequest, GroupCommit
from grognard.server.kept_notices import NO_NOTICE_DATA, NoticeData
from grognard.server.kept_people import Person
from grognard.server.notice_sql import KeptNotices, fill_notices
from grognard.server.old_tables_sql import Do, OldTables
from grognard.server.record import first_hash
from grognard.server.seats import Seat
from grognard.server.sole_server import sole_server
from grognard.server.sqlite_people import SqlitePeople
from grognard.server.sqlite_schema import bring_up_to_date
from grognard.server.sqlite_talk import AT_LEAST_SERVED, REMARK, STAND, SqliteTalk, not_kept
from grognard.server.store import (
    Row,
    Stood,
    StoredTable,
    chained,
    checked,
    read_seat,
    refuse_unless_empty,
    written_sides,
)
from grognard.server.witness import Witness

LOG = logging.getLogger(__name__)
# Older versions may corrupt a file in write-ahead mode.
LEAST_SQLITE = (3, 51, 3)
FILE = "tables.sqlite"
STANDS = """
SELECT (SELECT coalesce(max(seq), 0) FROM events WHERE table_id = id), head, CASE WHEN head IS NULL THEN record END
FROM tables WHERE id = ?
"""
MORE_ACTS = "UPDATE acts SET count = count + ? RETURNING count"


class _Act(msgspec.Struct, frozen=True):
    """Events to be added to a table after one of them, and how to name the act in a message."""

    table: str
    expected: int
    rows: Sequence[Row]
    over: bool
    called: str
    stood: Stood | None


class SqliteStore(SqliteTalk, SqlitePeople, KeptNotices, OldTables):
    """One file of tables. Only one server at a time may have it open."""

    shared = False
    turns = None
    commit_ms = 0.0

    def __init__(self, folder: Path) -> None:
        check_sqlite(apsw.sqlite_lib_version())
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise GrognardError(f"cannot keep data in {folder}: {(error.strerror or '').lower()}") from error
        self.folder = folder
        self.told = str(folder)
        self.path = folder / FILE
        self._lock = threading.Lock()
        self._commits = GroupCommit(self._lock, self._append_all)
        self._sole = sole_server(folder)
        try:
            # A person who can read the secrets of the dice can predict rolls.
            self.path.touch(mode=0o600)
            self._connection = apsw.Connection(str(self.path))
            self._prepare()
            self._witness = Witness(folder)
            self._compare()
        except apsw.Error as error:
            self._sole.close()
            raise GrognardError(f"cannot open {self.path}: {str(error).lower()}") from error
        except GrognardError:
            self._sole.close()
            raise

    def _prepare(self) -> None:
        self._connection.set_busy_timeout(5000)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            self._connection.execute(f"PRAGMA {pragma}")
        bring_up_to_date(self._connection, self.path)

    def _compare(self) -> None:
        """Report what the disk has lost or corrupted since it was acknowledged."""
        damage = self._connection.execute("PRAGMA quick_check(1)").get
        if damage != "ok":
            raise GrognardError(
                f"{self.path} is damaged ({damage}); put a copy in its place, as docs/serving.md says"
            )
        count = self._connection.execute("SELECT count FROM acts").get
        if self._witness.acts > count:
            LOG.error(
                "%s has lost %s, the last of them %s: its end was cut off, or an older copy was put in its place; "
                "the tables go on as they are kept",
                self.path,
                counted(
                    self._witness.acts - count, "act that was acknowledged", "acts that were acknowledged"
                ),
                self._witness.last,
            )
        self._witness.begin(count)

    def listen(self, hear: Callable[[str], None]) -> None:
        """Do nothing: no other process may add to these tables."""

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()
            self._witness.close()
            self._sole.close()

    def create(self, kept: StoredTable, *, turn: bool = False) -> None:  # noqa: ARG002 - nobody shares it
        """Write a new table, with the events it begins with."""
        with self._noted(f"the making of table {kept.table}"):
            self._create(kept)

    @contextmanager
    def _noted(self, what: str) -> Iterator[None]:
        """Commit what is no act upon a table, and note it with the witness."""
        try:
            with self._lock, self._connection:
                yield
                count: Any = self._connection.execute(MORE_ACTS, (1,)).get
        except apsw.Error as error:
            raise not_kept() from error
        self._witness.note(count, what)

    def _create(self, kept: StoredTable) -> None:
        self._connection.execute(
            "INSERT INTO tables (id, record, secret) VALUES (?, ?, ?)", (kept.table, kept.record, kept.secret)
        )
        self._connection.executemany(
            "INSERT INTO seats VALUES (?, ?, ?)",
            [(kept.table, seat.hash, written_sides(seat)) for seat in kept.seats],
        )
        self._insert(kept.table, kept.rows, first_hash(kept.record))
        for remark in kept.remarks:
            self._connection.execute(REMARK, (kept.table, *astuple(remark)))
        if kept.stood is not None:
            self._connection.execute(STAND, (kept.table, *astuple(kept.stood)))

    def append(  # noqa: PLR0913 - all that comes with an act
        self,
        table: str,
        expected: int,
        rows: Sequence[Row],
        *,
        over: bool,
        turn: bool = False,  # noqa: ARG002 - likewise
        stood: Stood | None = None,
    ) -> None:
        """Add events after the one expected to be the last, all of them or none; they are on disk on return."""
        try:
            called = f"event {rows[-1].seq} of table {table}"
            self._commits.keep(_Act(table, expected, rows, over, called, stood))
        except apsw.Error as error:
            raise not_kept() from error

    def _append_all(self, requests: Sequence[CommitRequest[_Act]]) -> None:
        """Store acts in one transaction: a disk takes as long to sync one as many."""
        begun = time.perf_counter()
        with self._connection:
            kept = []
            for request in requests:
                try:
                    with self._connection:
                        self._append(request.what)
                    kept.append(request.what)
                # After any other error the transaction may be gone, and nothing of it must be stored.
                except (Stale, NotKept, apsw.ConstraintError) as error:
                    request.failure = error
            count: Any = self._connection.execute(MORE_ACTS, (len(kept),)).get
        if kept:
            self._witness.note(count, kept[-1].called)
        self.commit_ms = 1000 * (time.perf_counter() - begun)

    def _append(self, act: _Act) -> None:
        stands: Any = self._connection.execute(STANDS, (act.table,)).fetchone()
        if stands is None:
            raise not_kept()
        last, head, record = stands
        if last != act.expected:
            raise Stale(act.expected, last)
        # Tables of the first version have no hash until something is added.
        self._insert(act.table, act.rows, head or chained(first_hash(record), self._rows(act.table)))
        if act.over:
            self._connection.execute("UPDATE tables SET over = 1 WHERE id = ?", (act.table,))
        if act.stood is not None:
            self._connection.execute(STAND, (act.table, *astuple(act.stood)))

    def every(self) -> Iterator[tuple[StoredTable, bool]]:
        """Yield all tables, each with whether its game is over; no other process adds to them meanwhile."""
        with self._lock:
            tables: list[Any] = self._connection.execute("SELECT id, over FROM tables ORDER BY id").fetchall()
        for table, over in tables:
            kept = self.load(table)
            if kept is not None:
                yield kept, bool(over)

    def fill(
        self,
        tables: Iterable[tuple[StoredTable, bool]],
        people: Iterable[Person] = (),
        notices: NoticeData = NO_NOTICE_DATA,
    ) -> int:
        """Write down all tables and people of another store, or none; return how many tables."""
        count = 0
        try:
            with self._lock, self._connection:
                there = self._connection.execute("SELECT count(*) FROM tables").get
                refuse_unless_empty(self.told, empty=not there)
                for count, (kept, over) in enumerate(tables, 1):  # noqa: B007 - it is returned
                    self._create(kept)
                    self._connection.execute("UPDATE tables SET over = ? WHERE id = ?", (over, kept.table))
                self._fill_people(people)
                fill_notices(lambda statement, *values: self._connection.execute(statement, values), notices)
                self._connection.execute(AT_LEAST_SERVED)
        except apsw.Error as error:
            raise not_kept() from error
        return count

    def _do(self, statement: str, *values: Any) -> None:
        with self._noted("what is kept for notices"):
            self._connection.execute(statement, values)

    @contextmanager
    def _all_at_once(self, table: str) -> Iterator[Do]:
        with self._noted(f"the removal of table {table}"):
            yield lambda statement, *values: self._connection.execute(statement, values)

    def _insert(self, table: str, rows: Sequence[Row], before: bytes) -> None:
        """Add events, and update the hash of all of them; `before` is the hash of those there were."""
        self._connection.executemany(
            "INSERT INTO events VALUES (?, ?, ?, ?, ?)", map((table,).__add__, map(astuple, rows))
        )
        head = chained(before, rows)
        self._connection.execute("UPDATE tables SET head = ? WHERE id = ?", (head, table))

    def _rows(self, table: str, seq: int = 0) -> tuple[Row, ...]:
        rows: list[Any] = self._connection.execute(
            "SELECT seq, body, command, at FROM events WHERE table_id = ? AND seq > ? ORDER BY seq",
            (table, seq),
        ).fetchall()
        return tuple(Row(*row) for row in rows)

    def load(self, table: str) -> StoredTable | None:
        """Return all that is stored of a table; None if there is no such table."""
        with self._lock:
            written = self._connection.execute(
                "SELECT record, secret, head FROM tables WHERE id = ?", (table,)
            ).fetchone()
            if written is None:
                return None
            seats: list[Any] = self._connection.execute(
                "SELECT hash, sides FROM seats WHERE table_id = ?", (table,)
            ).fetchall()
            rows, remarks, stood = self._rows(table), self._remarks(table), self._stood(table)
        record, secret, head = written
        seated = tuple(read_seat(key, sides) for key, sides in seats)
        return checked(StoredTable(table, record, secret, seated, rows, remarks, stood), head)

    def seat(self, table: str, key: bytes) -> Seat | None:
        """Return the seat that the hash of a key opens."""
        with self._lock:
            asked = "SELECT sides FROM seats WHERE table_id = ? AND hash = ?"
            sides = self._connection.execute(asked, (table, key)).get
        return None if sides is None else read_seat(key, sides)

    def replace_key(self, table: str, seat: Seat) -> None:
        """Replace the key of a seat; the old one opens nothing any more."""
        with self._noted(f"a new link to table {table}"):
            change = "UPDATE seats SET hash = ? WHERE table_id = ? AND sides = ?"
            self._connection.execute(change, (seat.hash, table, written_sides(seat)))

    def since(self, table: str, seq: int) -> tuple[Row, ...]:
        """Return the events of a table after one of them."""
        with self._lock:
            return self._rows(table, seq)

    def unfinished(self) -> list[str]:
        """Return the tables whose game is not over."""
        with self._lock:
            return [
                table
                for (table,) in self._connection.execute("SELECT id FROM tables WHERE NOT over ORDER BY id")
            ]


def back_up(folder: Path, path: Path) -> None:
    """Write a complete copy of a folder's tables to a new file, whether or not a server is using them."""
    check_sqlite(apsw.sqlite_lib_version())
    try:
        connection = apsw.Connection(str(folder / FILE), flags=apsw.SQLITE_OPEN_READWRITE)
        path.touch(mode=0o600, exist_ok=False)
        connection.execute("VACUUM INTO ?", (str(path),))
        connection.close()
    except FileExistsError as error:
        raise GrognardError(f"{path} is there already; name a new file") from error
    except (apsw.Error, OSError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise GrognardError(f"cannot copy {folder / FILE} to {path}: {why.lower()}") from error


def check_sqlite(version: str) -> None:
    """Refuse a version of SQLite that may lose or corrupt data."""
    if tuple(map(int, version.split("."))) < LEAST_SQLITE:
        least = ".".join(map(str, LEAST_SQLITE))
        raise GrognardError(
            f"SQLite {version} may spoil a file of tables; the server needs {least} or newer, as apsw brings it"
        )
