# SPDX-License-Identifier: Apache-2.0
"""Tables kept in a PostgreSQL database, which several servers share.

The row of a table is locked while an act is written, so that of two simultaneous acts one is too late; every
commit is synced. With each act NOTIFY tells the other servers which table has moved on.
"""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from msgspec.structs import replace
from psycopg import sql
from psycopg_pool import ConnectionPool, PoolTimeout

from grognard.charts.errors import GrognardError
from grognard.server.errors import NotKept, Stale
from grognard.server.kept_notices import NO_NOTICE_DATA, NoticeData
from grognard.server.kept_people import Person
from grognard.server.notice_sql import KeptNotices, fill_notices
from grognard.server.old_tables_sql import Do, OldTables
from grognard.server.postgres_address import reason, told_address
from grognard.server.postgres_people import PostgresPeople, fill_people
from grognard.server.postgres_schema import prepare
from grognard.server.postgres_talk import (
    AT_LEAST_SERVED,
    PostgresTalk,
    any_sql,
    insert_remark,
    read_remarks,
    read_stood,
    write_stood,
)
from grognard.server.postgres_turns import PostgresTurns, set_turn
from grognard.server.record import first_hash
from grognard.server.seats import Seat
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

LOG = logging.getLogger(__name__)
CHANNEL = "grognard"
# Connections of one server, besides the one that listens; seconds to wait for one, and before retrying a lost one.
CONNECTIONS, PATIENCE, AGAIN = 8, 5, 1.0
Connection = psycopg.Connection[Any]


class PostgresStore(PostgresTalk, PostgresPeople, KeptNotices, OldTables):
    """The tables of one database."""

    shared = True
    commit_ms = 0.0
    parts = (*OldTables.parts, "turns")

    def __init__(self, url: str) -> None:
        self.url = url
        self.told = told_address(url)
        # Tells this server's own notifications from those of others.
        self._name = secrets.token_hex(8)
        self.turns = PostgresTurns(self._name, self._connected)
        self._closing = threading.Event()
        self._listening: threading.Thread | None = None
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            url,
            min_size=1,
            max_size=CONNECTIONS,
            open=False,
            timeout=PATIENCE,
            check=ConnectionPool.check_connection,
            configure=_configure,
            kwargs={"autocommit": True, "connect_timeout": PATIENCE},
        )
        try:
            with psycopg.connect(url, connect_timeout=PATIENCE) as connection:
                prepare(connection, self.told)
            self._pool.open(wait=True, timeout=PATIENCE)
        except (psycopg.Error, PoolTimeout) as error:
            raise GrognardError(f"cannot keep tables in {self.told}: {reason(error)}") from error

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """Yield a connection on which each statement stands alone; errors are reported without the data that caused them."""
        try:
            with self._pool.connection() as connection:
                yield connection
        except psycopg.IntegrityError as error:
            raise NotKept("this could not be written down, so it was not done") from error
        except (psycopg.Error, PoolTimeout) as error:
            raise NotKept("the database of the tables cannot be reached; send this once more") from error

    @contextmanager
    def _whole(self) -> Iterator[Connection]:
        """Yield a connection on which either everything is done, or nothing."""
        with self._connected() as connection, connection.transaction():
            yield connection

    def create(self, kept: StoredTable, *, turn: bool = False) -> None:
        """Write a new table, with the events it begins with."""
        with self._whole() as connection, connection.pipeline():
            _create(connection, kept, over=False)
            _insert(connection, kept.table, kept.rows)
            self._tell(connection, kept.table, turn=turn)

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
        """Add events after the one expected to be the last, all of them or none; they are on disk on return."""
        begun = time.perf_counter()
        with self._whole() as connection:
            # With the lock the row is as the last commit left it, and stays so until this one.
            locked = connection.execute(
                "SELECT seq, head FROM tables WHERE id = %s FOR UPDATE", (table,)
            ).fetchone()
            last, head = locked or (0, b"")
            if last != expected:
                raise Stale(expected, last)
            with connection.pipeline():
                _insert(connection, table, rows)
                connection.execute(
                    "UPDATE tables SET seq = %s, head = %s, over = over OR %s WHERE id = %s",
                    (rows[-1].seq, chained(head, rows), over, table),
                )
                write_stood(connection, table, stood)
                self._tell(connection, table, turn=turn)
        self.commit_ms = 1000 * (time.perf_counter() - begun)

    def _tell(self, connection: Connection, table: str, *, turn: bool) -> None:
        """Note whether it is a program's turn at a table, and notify the other servers that it moved on, once all is committed."""
        set_turn(connection, table, turn=turn)
        connection.execute(
            "SELECT pg_notify(%s, %s)", (CHANNEL, f"{self._name} {table}{' turn' if turn else ''}")
        )

    def load(self, table: str) -> StoredTable | None:
        """Return all that is stored of a table; None if there is no such table."""
        with self._connected() as connection:
            return _read(connection, table)

    def seat(self, table: str, key: bytes) -> Seat | None:
        """Return the seat that the hash of a key opens."""
        with self._connected() as connection:
            found = connection.execute(
                "SELECT sides FROM seats WHERE table_id = %s AND hash = %s", (table, key)
            ).fetchone()
        return None if found is None else read_seat(key, *found)

    def replace_key(self, table: str, seat: Seat) -> None:
        """Replace the key of a seat; the old one opens nothing any more. The other servers are notified."""
        with self._whole() as connection:
            connection.execute(
                "UPDATE seats SET hash = %s WHERE table_id = %s AND sides = %s",
                (seat.hash, table, written_sides(seat)),
            )
            self._tell_of(connection, table)

    def _tell_of(self, connection: Connection, table: str) -> None:
        connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{self._name} {table}"))

    def since(self, table: str, seq: int) -> tuple[Row, ...]:
        """Return the events of a table after one of them."""
        with self._connected() as connection:
            return _rows(connection, table, seq)

    def unfinished(self) -> list[str]:
        """Return the tables whose game is not over."""
        with self._connected() as connection:
            tables = connection.execute("SELECT id FROM tables WHERE NOT over ORDER BY id").fetchall()
        return [table for (table,) in tables]

    def every(self) -> Iterator[tuple[StoredTable, bool]]:
        """Yield all tables as of one moment, each with whether its game is over."""
        with self._whole() as connection:
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            for table, over in connection.execute("SELECT id, over FROM tables ORDER BY id").fetchall():
                kept = _read(connection, table)
                if kept is not None:
                    yield kept, over

    def fill(
        self,
        tables: Iterable[tuple[StoredTable, bool]],
        people: Iterable[Person] = (),
        notices: NoticeData = NO_NOTICE_DATA,
    ) -> int:
        """Write down all tables and people of another store, or none; return how many. Each table is read again and compared."""
        count = 0
        with self._whole() as connection:
            connection.execute("LOCK TABLE tables")
            refuse_unless_empty(
                self.told, empty=connection.execute("SELECT 1 FROM tables LIMIT 1").fetchone() is None
            )
            for count, (kept, over) in enumerate(tables, 1):  # noqa: B007 - it is returned
                _create(connection, kept, over=over)
                with (
                    connection.cursor() as cursor,
                    cursor.copy("COPY events FROM STDIN (FORMAT BINARY)") as copy,
                ):
                    copy.set_types(["text", "int4", "bytea", "text", "float8"])
                    for row in kept.rows:
                        copy.write_row((kept.table, row.seq, row.body, row.command, row.at))
                # There may be no turn; the process that takes it finds out.
                set_turn(connection, kept.table, turn=not over)
                _compare(kept, _read(connection, kept.table))
            fill_people(connection, people)
            fill_notices(lambda statement, *values: connection.execute(any_sql(statement), values), notices)
            connection.execute(AT_LEAST_SERVED)
        return count

    def _do(self, statement: str, *values: Any) -> None:
        with self._whole() as connection:
            connection.execute(any_sql(statement), values)

    def _find(self, statement: str, *values: Any) -> list[Any]:
        with self._connected() as connection:
            return connection.execute(any_sql(statement), values).fetchall()

    @contextmanager
    def _all_at_once(self, table: str) -> Iterator[Do]:
        with self._whole() as connection:
            connection.execute("SELECT 1 FROM tables WHERE id = %s FOR UPDATE", (table,))
            yield lambda statement, *values: connection.execute(any_sql(statement), values)

    # What others add

    def listen(self, hear: Callable[[str], None]) -> None:
        """Call `hear` with each table that another process has added to, or with "" after a gap in listening: perhaps any."""
        self._listening = threading.Thread(target=self._listen, args=(hear,), name="listening", daemon=True)
        self._listening.start()

    def _listen(self, hear: Callable[[str], None]) -> None:
        while not self._closing.is_set():
            try:
                self._hear_all(hear)
            except psycopg.Error as error:
                LOG.warning("%s is not heard: %s", self.told, reason(error))
                self._closing.wait(AGAIN)

    def _hear_all(self, hear: Callable[[str], None]) -> None:
        with psycopg.connect(self.url, autocommit=True, connect_timeout=PATIENCE) as connection:
            connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
            if self._closing.is_set():
                return  # the notification that ends this may have come before it could be heard
            hear("")
            self.turns.tell()
            for told in connection.notifies():
                name, table, turn = f"{told.payload}  ".split(" ")[:3]
                if self._closing.is_set():
                    return
                if turn:
                    self.turns.tell()
                if name != self._name:
                    hear(table)

    def close(self) -> None:
        """Close the connections to the database."""
        self._closing.set()
        if self._listening is not None:
            # It is waiting for a notification.
            with suppress(NotKept), self._connected() as connection:
                connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, self._name))
            self._listening.join(2 * PATIENCE)
        self._pool.close()


def _configure(connection: Connection) -> None:
    # What was acknowledged is on disk, whatever the database is set to.
    connection.execute("SET synchronous_commit = on")


def _create(connection: Connection, kept: StoredTable, *, over: bool) -> None:
    """Write a table and its seats, without its events."""
    head = chained(first_hash(kept.record), kept.rows)
    connection.execute(
        "INSERT INTO tables (id, record, secret, over, seq, head) VALUES (%s, %s, %s, %s, %s, %s)",
        (kept.table, kept.record, kept.secret, over, len(kept.rows), head),
    )
    for seat in kept.seats:
        connection.execute(
            "INSERT INTO seats VALUES (%s, %s, %s)", (kept.table, seat.hash, written_sides(seat))
        )
    for remark in kept.remarks:
        insert_remark(connection, kept.table, remark)
    write_stood(connection, kept.table, kept.stood)


def _read(connection: Connection, table: str) -> StoredTable | None:
    written = connection.execute(
        "SELECT record, secret, head, seq FROM tables WHERE id = %s", (table,)
    ).fetchone()
    if written is None:
        return None
    record, secret, head, last = written
    seats = connection.execute("SELECT hash, sides FROM seats WHERE table_id = %s", (table,)).fetchall()
    # Another server may have added to it meanwhile.
    rows = _rows(connection, table, 0, last)
    seated = tuple(read_seat(key, sides) for key, sides in seats)
    said = read_remarks(connection, table)
    stood = read_stood(connection, table)
    return checked(StoredTable(table, record, secret, seated, rows, said, stood), head)


def _compare(kept: StoredTable, written: StoredTable | None) -> None:
    """Check that a table was written as it is stored elsewhere; the order of its seats does not matter."""
    if (
        written is None
        or replace(written, seats=()) != replace(kept, seats=())
        or set(written.seats) != set(kept.seats)
    ):
        raise GrognardError(
            f"table {kept.table} is not what it was once it is written down; nothing was moved"
        )


def _insert(connection: Connection, table: str, rows: Sequence[Row]) -> None:
    for row in rows:
        connection.execute(
            "INSERT INTO events VALUES (%s, %s, %s, %s, %s)",
            (table, row.seq, row.body, row.command, row.at),
        )


def _rows(connection: Connection, table: str, after: int, last: int = 2**31 - 1) -> tuple[Row, ...]:
    rows = connection.execute(
        "SELECT seq, body, command, at FROM events WHERE table_id = %s AND seq > %s AND seq <= %s ORDER BY seq",
        (table, after, last),
    ).fetchall()
    return tuple(Row(*row) for row in rows)
