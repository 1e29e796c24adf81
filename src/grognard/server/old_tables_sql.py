# SPDX-License-Identifier: Apache-2.0
"""Tables by when they were played last, and taking them out of a store, in SQL for both stores, as in `notice_sql.py`."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import msgspec

PLAYED = """
SELECT id, over, standings.body, (SELECT max(at) FROM remarks WHERE table_id = id),
(SELECT count(*) FROM events WHERE table_id = id), (SELECT count(*) FROM remarks WHERE table_id = id)
FROM tables LEFT JOIN standings ON standings.table_id = id ORDER BY id
"""
COUNTED = """
SELECT (SELECT count(*) FROM events WHERE table_id = id), (SELECT count(*) FROM remarks WHERE table_id = id)
FROM tables WHERE id = ?
"""
# The key of a seat may open another table, too.
BROWSERS = """
DELETE FROM browsers WHERE owner IN (SELECT hash FROM seats WHERE table_id = ?)
AND owner NOT IN (SELECT hash FROM seats WHERE table_id <> ?)
"""
Do = Callable[..., Any]


class Played(msgspec.Struct, frozen=True):
    """A table with when it was played last, in seconds since 1970: when the turn passed, or something was said.

    None if that was not written down, as in older releases. It has so many events and remarks.
    """

    table: str
    over: bool
    at: float | None
    events: int
    remarks: int


class _Standing(msgspec.Struct, frozen=True):
    """What is read of how a table stands."""

    since: float


class OldTables(ABC):
    """The part of a store that gets rid of tables."""

    # Where else than in `tables` and `browsers` something of a table is stored.
    parts: tuple[str, ...] = ("events", "remarks", "standings", "places", "seats")

    @abstractmethod
    def _find(self, statement: str, *values: Any) -> list[Any]:
        """Return what a statement finds."""

    @abstractmethod
    def _all_at_once(self, table: str) -> AbstractContextManager[Do]:
        """Yield a function that runs statements about a table, which nobody else changes meanwhile; all of them are done or none."""

    def played(self) -> list[Played]:
        """Return all tables with when they were played last."""
        return [
            Played(table, bool(over), _last(body, said), events, remarks)
            for table, over, body, said, events, remarks in self._find(PLAYED)
        ]

    def take_out(self, old: Played) -> bool:
        """Delete a table with all that belongs to it, unless something was added to it meanwhile; return whether it is gone."""
        with self._all_at_once(old.table) as do:
            if do(COUNTED, old.table).fetchone() != (old.events, old.remarks):
                return False
            do(BROWSERS, old.table, old.table)
            for part in self.parts:
                do(f"DELETE FROM {part} WHERE table_id = ?", old.table)  # noqa: S608 - of the parts
            do("DELETE FROM tables WHERE id = ?", old.table)
        return True


def _last(body: bytes | None, said: float | None) -> float | None:
    """Return the later of when the turn passed and when something was said; None if it is not known when the turn passed."""
    return None if body is None else max(msgspec.json.decode(body, type=_Standing).since, said or 0.0)
