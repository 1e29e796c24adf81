# SPDX-License-Identifier: Apache-2.0
"""What is said at the tables of a folder, how they stand, and how long the folder was served."""

import threading
from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from typing import Any

import apsw
from msgspec.structs import astuple

from grognard.server.errors import NotKept, Stale
from grognard.server.store import Remark, Stood, StoodAt

LAST_SAID = "SELECT coalesce(max(number), 0) FROM remarks WHERE table_id = ?"
LAST_EVENT = "SELECT coalesce(max(seq), 0) FROM events WHERE table_id = ?"
# A clock that was set back by more than a gap is taken as it is: the time goes on from there.
SERVED = """
UPDATE served SET seconds = seconds + CASE WHEN :now - at BETWEEN 0 AND :gap THEN :now - at ELSE 0 END,
    at = CASE WHEN at - :now > :gap THEN :now ELSE max(at, :now) END
RETURNING seconds
"""
# What was moved here goes on from its last event.
AT_LEAST_SERVED = "UPDATE served SET seconds = max(seconds, (SELECT coalesce(max(at), 0) FROM events))"
REMARK = "INSERT INTO remarks VALUES (?, ?, ?, ?, ?)"
STAND = "INSERT INTO standings VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body, clocked = excluded.clocked"


class SqliteTalk(ABC):
    """The part of a store in a folder that has what is beside the games."""

    _lock: threading.Lock
    _connection: apsw.Connection

    @abstractmethod
    def _noted(self, what: str) -> AbstractContextManager[None]:
        """Keep what is no act upon a table, and note that it is kept."""

    def remark(self, table: str, remark: Remark, stands: StoodAt | None = None) -> None:
        """Add a remark after all earlier ones, and how the table stands by it; it is on the disk on return."""
        with self._noted(f"what was said at table {table}"):
            last = self._connection.execute(LAST_SAID, (table,)).get
            if last != remark.number - 1:
                raise Stale(remark.number - 1, last)
            self._connection.execute(REMARK, (table, *astuple(remark)))
            if stands is not None:
                event = self._connection.execute(LAST_EVENT, (table,)).get
                if event != stands.seq:
                    raise Stale(stands.seq, event)
                self._connection.execute(STAND, (table, *astuple(stands.stood)))

    def remarks(self, table: str, number: int = 0) -> tuple[Remark, ...]:
        """Return what was said at a table after one thing that was."""
        with self._lock:
            return self._remarks(table, number)

    def _remarks(self, table: str, number: int = 0) -> tuple[Remark, ...]:
        asked = (
            "SELECT number, at, body, command FROM remarks WHERE table_id = ? AND number > ? ORDER BY number"
        )
        said: list[Any] = self._connection.execute(asked, (table, number)).fetchall()
        return tuple(Remark(*row) for row in said)

    # How tables stand

    def stand(self, table: str, stood: Stood) -> None:
        """Write down how a table stands, beside any act."""
        with self._noted(f"how table {table} stands"):
            self._connection.execute(STAND, (table, *astuple(stood)))

    def stood(self, table: str) -> Stood | None:
        """Return how a table stood when that was last written down."""
        with self._lock:
            return self._stood(table)

    def _stood(self, table: str) -> Stood | None:
        found: Any = self._connection.execute(
            "SELECT body, clocked FROM standings WHERE table_id = ?", (table,)
        ).fetchone()
        return None if found is None else Stood(found[0], clocked=bool(found[1]))

    def has_clocks(self) -> bool:
        """Return whether a clock runs at any table."""
        with self._lock:
            return self._connection.execute("SELECT 1 FROM standings WHERE clocked LIMIT 1").get is not None

    def served(self, now: float, gap: float) -> float:
        """Count the time since it was last counted, unless that is longer than a gap; return all that was counted."""
        try:
            with self._lock:
                counted: float = self._connection.execute(SERVED, {"now": now, "gap": gap}).get
        except apsw.Error as error:
            raise not_kept() from error
        return counted


def not_kept() -> NotKept:
    """Say that the disk failed."""
    return NotKept("this could not be written to the disk, so it was not done")
