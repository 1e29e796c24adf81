# SPDX-License-Identifier: Apache-2.0
"""What is said at tables in a database, and how long the database was served."""

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from typing import Any

import psycopg

from grognard.server.errors import Stale
from grognard.server.store import Remark, Stood, StoodAt

SAID = """
CREATE TABLE remarks (
    table_id text NOT NULL REFERENCES tables (id),
    number integer NOT NULL,
    at double precision NOT NULL,
    body bytea NOT NULL,
    command text,
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, command)
);
CREATE TABLE served (seconds double precision NOT NULL, at double precision NOT NULL);
INSERT INTO served VALUES (0, 0);
"""
STANDINGS = """
CREATE TABLE standings (
    table_id text PRIMARY KEY REFERENCES tables (id),
    body bytea NOT NULL,
    clocked boolean NOT NULL
);
CREATE INDEX clocked ON standings (table_id) WHERE clocked;
"""
# A clock that was set back by more than a gap is taken as it is: the time goes on from there.
SERVED = """
UPDATE served SET
    seconds = seconds + CASE WHEN %(now)s - at BETWEEN 0 AND %(gap)s THEN %(now)s - at ELSE 0 END,
    at = CASE WHEN at - %(now)s > %(gap)s THEN %(now)s ELSE greatest(at, %(now)s) END
RETURNING seconds
"""
# Tables moved here go on from the time of their last event.
AT_LEAST_SERVED = "UPDATE served SET seconds = greatest(seconds, (SELECT coalesce(max(at), 0) FROM events))"
STAND = """
INSERT INTO standings VALUES (%s, %s, %s)
ON CONFLICT (table_id) DO UPDATE SET body = excluded.body, clocked = excluded.clocked
"""
Connection = psycopg.Connection[Any]


class PostgresTalk(ABC):
    """The part of a database store that keeps remarks, and the time served."""

    @abstractmethod
    def _connected(self) -> AbstractContextManager[Connection]: ...

    @abstractmethod
    def _whole(self) -> AbstractContextManager[Connection]: ...

    @abstractmethod
    def _tell_of(self, connection: Connection, table: str) -> None:
        """Notify the other servers of a table once all is committed."""

    def remark(self, table: str, remark: Remark, stands: StoodAt | None = None) -> None:
        """Add a remark after all earlier ones, and how the table stands by it; the other servers are told."""
        with self._whole() as connection:
            # Of two who speak at once one is the later.
            locked: Any = connection.execute(
                "SELECT seq FROM tables WHERE id = %s FOR UPDATE", (table,)
            ).fetchone()
            found: Any = connection.execute(
                "SELECT coalesce(max(number), 0) FROM remarks WHERE table_id = %s", (table,)
            ).fetchone()
            if found[0] != remark.number - 1:
                raise Stale(remark.number - 1, found[0])
            insert_remark(connection, table, remark)
            if stands is not None:
                if locked[0] != stands.seq:
                    raise Stale(stands.seq, locked[0])
                write_stood(connection, table, stands.stood)
            self._tell_of(connection, table)

    def remarks(self, table: str, number: int = 0) -> tuple[Remark, ...]:
        """Return the remarks at a table after one with this number."""
        with self._connected() as connection:
            return read_remarks(connection, table, number)

    def stand(self, table: str, stood: Stood) -> None:
        """Write down how a table stands, beside any act."""
        with self._connected() as connection:
            write_stood(connection, table, stood)

    def stood(self, table: str) -> Stood | None:
        """Return how a table stood when that was last written down."""
        with self._connected() as connection:
            return read_stood(connection, table)

    def has_clocks(self) -> bool:
        """Return whether a clock runs at any table."""
        with self._connected() as connection:
            return connection.execute("SELECT 1 FROM standings WHERE clocked LIMIT 1").fetchone() is not None

    def served(self, now: float, gap: float) -> float:
        """Add the time since the last call, unless that is longer than a gap; return the total."""
        with self._connected() as connection:
            found: Any = connection.execute(SERVED, {"now": now, "gap": gap}).fetchone()
        counted: float = found[0]
        return counted


def any_sql(statement: str) -> bytes:
    """Return a statement that was written for either store as this database has it."""
    return statement.replace("?", "%s").encode()


def insert_remark(connection: Connection, table: str, remark: Remark) -> None:
    """Write a remark."""
    connection.execute(
        "INSERT INTO remarks VALUES (%s, %s, %s, %s, %s)",
        (table, remark.number, remark.at, remark.body, remark.command),
    )


def read_remarks(connection: Connection, table: str, number: int = 0) -> tuple[Remark, ...]:
    """Return the remarks at a table after one with this number."""
    said = connection.execute(
        "SELECT number, at, body, command FROM remarks WHERE table_id = %s AND number > %s ORDER BY number",
        (table, number),
    ).fetchall()
    return tuple(Remark(*row) for row in said)


def write_stood(connection: Connection, table: str, stood: Stood | None) -> None:
    """Write down how a table stands, where that is told."""
    if stood is not None:
        connection.execute(STAND, (table, stood.body, stood.clocked))


def read_stood(connection: Connection, table: str) -> Stood | None:
    """Return how a table stood when that was last written down."""
    found = connection.execute("SELECT body, clocked FROM standings WHERE table_id = %s", (table,)).fetchone()
    return None if found is None else Stood(*found)
