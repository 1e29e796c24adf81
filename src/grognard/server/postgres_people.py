# SPDX-License-Identifier: Apache-2.0
"""People in a database: their names and their places. The other servers are notified of every table at which something changes."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import psycopg

from grognard.server.kept_people import Person, Place, Sitter
from grognard.server.notice_sql import FORGET_BROWSERS, RENEW_BROWSERS
from grognard.server.postgres_talk import any_sql
from grognard.server.store import read_seat, read_sitter

PEOPLE = """
CREATE TABLE people (hash bytea PRIMARY KEY, name text NOT NULL);
CREATE TABLE places (
    person bytea NOT NULL REFERENCES people (hash) ON UPDATE CASCADE ON DELETE CASCADE,
    table_id text NOT NULL REFERENCES tables (id),
    seat bytea NOT NULL,
    PRIMARY KEY (person, table_id)
);
CREATE INDEX places_of_tables ON places (table_id);
"""
PLACES = """
SELECT places.table_id, sides, body FROM places
JOIN seats ON seats.table_id = places.table_id AND seats.hash = places.seat
LEFT JOIN standings ON standings.table_id = places.table_id
WHERE person = %s ORDER BY places.table_id
"""
# While tables are copied another may have been made, which is not among them.
FILLED = "INSERT INTO places SELECT %s, %s, %s WHERE EXISTS (SELECT 1 FROM tables WHERE id = %s)"
SITTING = """
SELECT person, seat, name, sides FROM places
JOIN people ON people.hash = person
JOIN seats ON seats.table_id = places.table_id AND seats.hash = seat
WHERE places.table_id = %s ORDER BY person
"""
Connection = psycopg.Connection[Any]


class PostgresPeople(ABC):
    """The part of a store in a database that has people."""

    @abstractmethod
    def _connected(self) -> AbstractContextManager[Connection]: ...

    @abstractmethod
    def _whole(self) -> AbstractContextManager[Connection]: ...

    @abstractmethod
    def _tell_of(self, connection: Connection, table: str) -> None:
        """Notify the other servers of a table once all is committed."""

    def person(self, key: bytes) -> str | None:
        """Return the name of a person."""
        with self._connected() as connection:
            found = connection.execute("SELECT name FROM people WHERE hash = %s", (key,)).fetchone()
        return None if found is None else found[0]

    def name_person(self, key: bytes, name: str) -> None:
        """Give a person a name; the person may be new."""
        named = "INSERT INTO people VALUES (%s, %s) ON CONFLICT (hash) DO UPDATE SET name = excluded.name"
        with self._whole() as connection:
            connection.execute(named, (key, name))
            self._tell_all(connection, key)

    def renew_person(self, key: bytes, new: bytes) -> None:
        """Replace the hash that a person is known by."""
        with self._whole() as connection:
            connection.execute("UPDATE people SET hash = %s WHERE hash = %s", (new, key))
            connection.execute(any_sql(RENEW_BROWSERS), (new, key))
            self._tell_all(connection, new)

    def forget_person(self, key: bytes) -> None:
        """Delete everything about a person."""
        with self._whole() as connection:
            self._tell_all(connection, key)
            connection.execute("DELETE FROM people WHERE hash = %s", (key,))
            connection.execute(any_sql(FORGET_BROWSERS), (key,))

    def sit(self, key: bytes, table: str, seat: bytes) -> None:
        """Note that a person has a seat."""
        noted = "INSERT INTO places VALUES (%s, %s, %s) ON CONFLICT (person, table_id) DO UPDATE SET seat = excluded.seat"
        with self._whole() as connection:
            connection.execute(noted, (key, table, seat))
            self._tell_of(connection, table)

    def leave(self, key: bytes, table: str) -> None:
        """Forget that a person has a seat at a table."""
        with self._whole() as connection:
            connection.execute("DELETE FROM places WHERE person = %s AND table_id = %s", (key, table))
            self._tell_of(connection, table)

    def _tell_all(self, connection: Connection, key: bytes) -> None:
        for (table,) in connection.execute(
            "SELECT table_id FROM places WHERE person = %s", (key,)
        ).fetchall():
            self._tell_of(connection, table)

    def places(self, key: bytes) -> list[Place]:
        """Return where a person sits."""
        with self._connected() as connection:
            found = connection.execute(PLACES, (key,)).fetchall()
        return [Place(table, read_seat(b"", sides).sides, body) for table, sides, body in found]

    def sitting(self, table: str) -> tuple[Sitter, ...]:
        """Return who sits at a table."""
        with self._connected() as connection:
            return tuple(map(read_sitter, connection.execute(SITTING, (table,)).fetchall()))

    def every_person(self) -> Iterator[Person]:
        """Yield all people with all their places."""
        with self._whole() as connection:
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield from _every(connection)


def _every(connection: Connection) -> Iterator[Person]:
    places = "SELECT table_id, seat FROM places WHERE person = %s ORDER BY table_id"
    for key, name in connection.execute("SELECT hash, name FROM people ORDER BY hash").fetchall():
        yield Person(key, name, tuple(connection.execute(places, (key,)).fetchall()))


def fill_people(connection: Connection, people: Iterable[Person]) -> None:
    """Store all people of another store."""
    for person in people:
        connection.execute("INSERT INTO people VALUES (%s, %s)", (person.hash, person.name))
        for place in person.places:
            connection.execute(FILLED, (person.hash, *place, place[0]))
