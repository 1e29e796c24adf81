# SPDX-License-Identifier: Apache-2.0
"""The turns of programs in a database: written with the act that led to each, taken by the next free process.

A turn is held for only some seconds, and renewed while its program thinks: a turn taken by a process that died is
taken by another. If both come to act after all, the second is too late, like anyone else.
"""

import threading
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from typing import Any

import psycopg

SCHEMA = """
CREATE TABLE turns (
    table_id text PRIMARY KEY REFERENCES tables (id),
    since timestamptz NOT NULL DEFAULT clock_timestamp(),
    taken_by text,
    until timestamptz
);
"""
# Seconds that a turn is held; the longest wait before looking for turns without having been notified.
LEASE, LOOK = 15.0, 10.0
# Nothing is held, or left, for longer than this: what stands farther ahead was written before the clock was set back.
LONGEST = 120.0
Connection = psycopg.Connection[Any]


def set_turn(connection: Connection, table: str, *, turn: bool) -> None:
    """Note whether it is a program's turn at a table, in the same transaction."""
    if turn:
        connection.execute(
            "INSERT INTO turns (table_id) VALUES (%s) ON CONFLICT (table_id) "
            "DO UPDATE SET since = clock_timestamp(), taken_by = NULL, until = NULL",
            (table,),
        )
    else:
        connection.execute("DELETE FROM turns WHERE table_id = %s", (table,))


class PostgresTurns:
    """The turns of one database, as one process takes them."""

    def __init__(self, name: str, connected: Callable[[], AbstractContextManager[Connection]]) -> None:
        self.lease = LEASE
        self.told = 0
        self._name = name
        self._connected = connected
        self._heard = threading.Condition()

    def take(self, pace: float) -> str | None:
        """Take the turn that has waited longest, if for `pace` seconds at least; return its table."""
        with self._connected() as connection:
            taken = connection.execute(
                """
                UPDATE turns SET taken_by = %s, until = clock_timestamp() + make_interval(secs => %s)
                WHERE table_id = (
                    SELECT table_id FROM turns
                    WHERE NOT since BETWEEN clock_timestamp() - make_interval(secs => %s) AND clock_timestamp()
                        AND (until IS NULL OR NOT until BETWEEN clock_timestamp() AND clock_timestamp() + make_interval(secs => %s))
                    ORDER BY since LIMIT 1 FOR UPDATE SKIP LOCKED
                )
                RETURNING table_id
                """,
                (self._name, self.lease, pace, LONGEST),
            ).fetchone()
        return taken[0] if taken else None

    def renew(self, tables: Collection[str]) -> None:
        """Go on holding turns that were taken."""
        with self._connected() as connection:
            connection.execute(
                "UPDATE turns SET until = clock_timestamp() + make_interval(secs => %s) "
                "WHERE table_id = ANY(%s) AND taken_by = %s",
                (self.lease, list(tables), self._name),
            )

    def let_go(self, table: str, seconds: float = 0) -> None:
        """Release a turn that was taken, to be taken again after so many seconds."""
        with self._connected() as connection:
            connection.execute(
                "UPDATE turns SET taken_by = NULL, until = clock_timestamp() + make_interval(secs => %s) "
                "WHERE table_id = %s AND taken_by = %s",
                (seconds, table, self._name),
            )

    def drop(self, table: str) -> None:
        """Remove a turn that was taken from the list."""
        with self._connected() as connection:
            connection.execute("DELETE FROM turns WHERE table_id = %s AND taken_by = %s", (table, self._name))

    def count(self) -> int:
        """Count the turns that wait or are being played."""
        with self._connected() as connection:
            row: Any = connection.execute("SELECT count(*) FROM turns").fetchone()
        counted: int = row[0]
        return counted

    def tell(self) -> None:
        """Wake the threads that wait for a turn."""
        with self._heard:
            self.told += 1
            self._heard.notify_all()

    def wait(self, seen: int, pace: float) -> None:
        """Wait for a notification, or until a turn in the list may be taken."""
        with self._connected() as connection:
            row: Any = connection.execute(
                "SELECT extract(epoch FROM "
                "min(greatest(since + make_interval(secs => %s), until)) - clock_timestamp()) FROM turns",
                (pace,),
            ).fetchone()
        seconds = LOOK if row[0] is None else min(LOOK, max(0.01, float(row[0])))
        with self._heard:
            self._heard.wait_for(lambda: self.told != seen, seconds)
