# SPDX-License-Identifier: Apache-2.0
"""What is said at tables in a database, and how long the database was served."""

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from typing import Any

import psycopg

from grognard.server.errors import Stale
from grognard.server.store import Remark

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
SERVED = """
UPDATE served SET
    seconds = seconds + CASE WHEN %(now)s - at BETWEEN 0 AND %(gap)s THEN %(now)s - at ELSE 0 END,
    at = greatest(at, %(now)s)
RETURNING seconds
"""
# Tables moved here go on from the time of their last event.
AT_LEAST_SERVED = "UPDATE served SET seconds = greatest(seconds, (SELECT coalesce(max(at), 0) FROM events))"
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

    def remark(self, table: str, remark: Remark) -> None:
        """Add a remark after all earlier ones; the other servers are notified."""
        with self._whole() as connection:
            # Of two simultaneous remarks one is the later.
            connection.execute("SELECT 1 FROM tables WHERE id = %s FOR UPDATE", (table,))
            found: Any = connection.execute(
                "SELECT coalesce(max(number), 0) FROM remarks WHERE table_id = %s", (table,)
            ).fetchone()
            if found[0] != remark.number - 1:
                raise Stale(remark.number - 1, found[0])
            insert_remark(connection, table, remark)
            self._tell_of(connection, table)

    def remarks(self, table: str, number: int = 0) -> tuple[Remark, ...]:
        """Return the remarks at a table after one with this number."""
        with self._connected() as connection:
            return read_remarks(connection, table, number)

    def served(self, now: float, gap: float) -> float:
        """Add the time since the last call, unless that is longer than a gap; return the total."""
        with self._connected() as connection:
            found: Any = connection.execute(SERVED, {"now": now, "gap": gap}).fetchone()
        counted: float = found[0]
        return counted


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
