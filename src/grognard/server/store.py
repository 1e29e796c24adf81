"""What is kept on disk: tables, the hashes of their keys, and their events, which are only ever added.

SQLite in write-ahead mode, every commit synced to the disk before it returns. An append names the event it follows;
where that is no longer the last one nothing is written.
"""

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import apsw
import msgspec

from grognard.charts.errors import GrognardError
from grognard.server.errors import Stale
from grognard.server.record import encode
from grognard.server.seats import Seat

# Older ones may spoil a file in write-ahead mode.
LEAST_SQLITE = (3, 51, 3)
VERSION = 1
FILE = "tables.sqlite"
SCHEMA = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    record BLOB NOT NULL,
    secret BLOB NOT NULL,
    over INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id),
    hash BLOB NOT NULL,
    sides TEXT NOT NULL,
    PRIMARY KEY (table_id, hash)
) STRICT, WITHOUT ROWID;
CREATE TABLE events (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seq INTEGER NOT NULL,
    body BLOB NOT NULL,
    command TEXT,
    UNIQUE (table_id, seq),
    UNIQUE (table_id, command)
) STRICT;
"""


class Row(msgspec.Struct, frozen=True):
    """One event as it is kept. `command` is the id under which a client sent the act that ends with it."""

    seq: int
    body: bytes
    command: str | None = None


class StoredTable(msgspec.Struct, frozen=True):
    """All that is kept of a table; its record as the bytes that were written."""

    table: str
    record: bytes
    secret: bytes
    seats: tuple[Seat, ...]
    rows: tuple[Row, ...]


class Store:
    """One file of tables. Only one server at a time may have it open."""

    def __init__(self, folder: Path) -> None:
        check_sqlite(apsw.sqlite_lib_version())
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise GrognardError(f"cannot keep data in {folder}: {(error.strerror or '').lower()}") from error
        self.path = folder / FILE
        self._lock = threading.Lock()
        self._sole = _sole_server(folder)
        try:
            # Who can read the secrets of the dice can tell rolls in advance.
            self.path.touch(mode=0o600)
            self._connection = apsw.Connection(str(self.path))
            self._prepare()
        except apsw.Error as error:
            self._sole.close()
            raise GrognardError(f"cannot open {self.path}: {str(error).lower()}") from error

    def _prepare(self) -> None:
        self._connection.set_busy_timeout(5000)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            self._connection.execute(f"PRAGMA {pragma}")
        version = self._connection.pragma("user_version")
        if version == 0:
            with self._connection:
                self._connection.execute(SCHEMA)
                self._connection.execute(f"PRAGMA user_version = {VERSION}")
        elif version != VERSION:
            raise GrognardError(
                f"{self.path} is of version {version}, and this Grognard keeps version {VERSION}"
            )

    def close(self) -> None:
        """Let the file go."""
        with self._lock:
            self._connection.close()
            self._sole.close()

    def create(self, kept: StoredTable) -> None:
        """Write a new table down, with whatever it begins with."""
        with self._lock, self._connection:
            self._connection.execute(
                "INSERT INTO tables (id, record, secret) VALUES (?, ?, ?)",
                (kept.table, kept.record, kept.secret),
            )
            self._connection.executemany(
                "INSERT INTO seats VALUES (?, ?, ?)",
                [(kept.table, seat.hash, encode(seat.sides).decode()) for seat in kept.seats],
            )
            self._insert(kept.table, kept.rows)

    def append(self, table: str, expected: int, rows: Sequence[Row], *, over: bool) -> None:
        """Add events after the one expected to be the last, all of them or none; they are on the disk on return."""
        with self._lock, self._connection:
            last = self._connection.execute(
                "SELECT coalesce(max(seq), 0) FROM events WHERE table_id = ?", (table,)
            ).get
            if last != expected:
                raise Stale(expected, last)
            self._insert(table, rows)
            if over:
                self._connection.execute("UPDATE tables SET over = 1 WHERE id = ?", (table,))

    def _insert(self, table: str, rows: Sequence[Row]) -> None:
        self._connection.executemany(
            "INSERT INTO events VALUES (?, ?, ?, ?)",
            [(table, row.seq, row.body, row.command) for row in rows],
        )

    def load(self, table: str) -> StoredTable | None:
        """Return all that is kept of a table; nothing where there is no such table."""
        with self._lock:
            found = self._connection.execute(
                "SELECT record, secret FROM tables WHERE id = ?", (table,)
            ).fetchone()
            if found is None:
                return None
            seats: list[Any] = self._connection.execute(
                "SELECT hash, sides FROM seats WHERE table_id = ?", (table,)
            ).fetchall()
            rows: list[Any] = self._connection.execute(
                "SELECT seq, body, command FROM events WHERE table_id = ? ORDER BY seq", (table,)
            ).fetchall()
        sides = msgspec.json.Decoder(tuple[str, ...]).decode
        seated = tuple(Seat(key, sides(text)) for key, text in seats)
        return StoredTable(table, found[0], found[1], seated, tuple(Row(*row) for row in rows))

    def unfinished(self) -> list[str]:
        """Return the tables whose game is not over."""
        with self._lock:
            return [
                table
                for (table,) in self._connection.execute("SELECT id FROM tables WHERE NOT over ORDER BY id")
            ]


def back_up(folder: Path, path: Path) -> None:
    """Write a whole copy of a folder's tables to a new file, whether or not a server is using them."""
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
    """Refuse a SQLite that may lose or spoil what is kept."""
    if tuple(map(int, version.split("."))) < LEAST_SQLITE:
        least = ".".join(map(str, LEAST_SQLITE))
        raise GrognardError(
            f"SQLite {version} may spoil a file of tables; the server needs {least} or newer, as apsw brings it"
        )


def _sole_server(folder: Path) -> apsw.Connection:
    """Hold a folder for as long as this process lives; the system lets go of it when the process dies."""
    connection = apsw.Connection(str(folder / "in-use"))
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
    except apsw.BusyError as error:
        raise GrognardError(
            f"another server is using {folder}; end it, or name another folder by $GROGNARD_DATA"
        ) from error
    return connection
