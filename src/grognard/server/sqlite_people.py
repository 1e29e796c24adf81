# SPDX-License-Identifier: Apache-2.0
"""People in a folder's file: their names and their places."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import apsw

from grognard.server.kept_people import Person, Place, Sitter
from grognard.server.notice_sql import FORGET_BROWSERS, RENEW_BROWSERS
from grognard.server.store import read_seat, read_sitter

PEOPLE = """
CREATE TABLE people (
    hash BLOB PRIMARY KEY,
    name TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE places (
    person BLOB NOT NULL REFERENCES people (hash) ON UPDATE CASCADE ON DELETE CASCADE,
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat BLOB NOT NULL,
    PRIMARY KEY (person, table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX places_of_tables ON places (table_id);
"""
PLACES = """
SELECT places.table_id, sides, body FROM places
JOIN seats ON seats.table_id = places.table_id AND seats.hash = places.seat
LEFT JOIN standings ON standings.table_id = places.table_id
WHERE person = ? ORDER BY places.table_id
"""
# While tables are copied another may have been made, which is not among them.
FILLED = "INSERT INTO places SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?)"
SITTING = """
SELECT person, seat, name, sides FROM places
JOIN people ON people.hash = person
JOIN seats ON seats.table_id = places.table_id AND seats.hash = seat
WHERE places.table_id = ? ORDER BY person
"""


class SqlitePeople(ABC):
    """The part of a store in a folder that has people."""

    _lock: threading.Lock
    _connection: apsw.Connection

    @abstractmethod
    def _noted(self, what: str) -> AbstractContextManager[None]:
        """Keep what is no act upon a table, and note that it is kept."""

    def _change(self, statement: str, *values: Any) -> None:
        with self._noted("what is kept of a person"):
            self._connection.execute(statement, values)

    def _find(self, statement: str, *values: Any) -> list[Any]:
        with self._lock:
            return list(self._connection.execute(statement, values).fetchall())

    def person(self, key: bytes) -> str | None:
        """Return the name of a person."""
        return next((name for (name,) in self._find("SELECT name FROM people WHERE hash = ?", key)), None)

    def name_person(self, key: bytes, name: str) -> None:
        """Give a person a name; the person may be new."""
        self._change(
            "INSERT INTO people VALUES (?, ?) ON CONFLICT DO UPDATE SET name = excluded.name", key, name
        )

    def renew_person(self, key: bytes, new: bytes) -> None:
        """Replace the hash that a person is known by."""
        with self._noted("what is kept of a person"):
            self._connection.execute("UPDATE people SET hash = ? WHERE hash = ?", (new, key))
            self._connection.execute(RENEW_BROWSERS, (new, key))

    def forget_person(self, key: bytes) -> None:
        """Delete everything about a person."""
        with self._noted("what is kept of a person"):
            self._connection.execute("DELETE FROM people WHERE hash = ?", (key,))
            self._connection.execute(FORGET_BROWSERS, (key,))

    def sit(self, key: bytes, table: str, seat: bytes) -> None:
        """Note that a person has a seat."""
        self._change(
            "INSERT INTO places VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET seat = excluded.seat",
            key,
            table,
            seat,
        )

    def leave(self, key: bytes, table: str) -> None:
        """Forget that a person has a seat at a table."""
        self._change("DELETE FROM places WHERE person = ? AND table_id = ?", key, table)

    def places(self, key: bytes) -> list[Place]:
        """Return where a person sits."""
        return [
            Place(table, read_seat(b"", sides).sides, body) for table, sides, body in self._find(PLACES, key)
        ]

    def sitting(self, table: str) -> tuple[Sitter, ...]:
        """Return who sits at a table."""
        return tuple(map(read_sitter, self._find(SITTING, table)))

    def every_person(self) -> Iterator[Person]:
        """Yield all people with all their places."""
        for key, name in self._find("SELECT hash, name FROM people ORDER BY hash"):
            places = "SELECT table_id, seat FROM places WHERE person = ? ORDER BY table_id"
            yield Person(key, name, tuple(self._find(places, key)))

    def _fill_people(self, people: Iterable[Person]) -> None:
        for person in people:
            self._connection.execute("INSERT INTO people VALUES (?, ?)", (person.hash, person.name))
            self._connection.executemany(FILLED, [(person.hash, *place, place[0]) for place in person.places])
