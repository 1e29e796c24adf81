# SPDX-License-Identifier: Apache-2.0
"""What is stored of people who carry their tables from device to device: a name, and where they sit, under the hash of a secret."""

from collections.abc import Iterator
from typing import Protocol

import msgspec

from grognard.play.board import Side


class Person(msgspec.Struct, frozen=True):
    """A person, known by the hash of a secret: the name, and the places, each a table with the hash of the key to a seat there."""

    hash: bytes
    name: str
    places: tuple[tuple[str, bytes], ...] = ()


class Place(msgspec.Struct, frozen=True):
    """A seat that a person has at a table: the sides it plays, and how the table stands as far as that was written down."""

    table: str
    sides: tuple[Side, ...]
    standing: bytes | None


class Sitter(msgspec.Struct, frozen=True):
    """A person who sits at a table, known by the hash of a secret; the hash of the key to the seat, and the sides it plays."""

    person: bytes
    seat: bytes
    name: str
    sides: tuple[Side, ...] = ()


class PeopleStore(Protocol):
    """The part of a store that has people. A place does not count once its seat has another key."""

    def person(self, key: bytes) -> str | None:
        """Return the name of a person; None if the hash is not known."""

    def name_person(self, key: bytes, name: str) -> None:
        """Give a person a name; the person may be new."""

    def renew_person(self, key: bytes, new: bytes) -> None:
        """Replace the hash that a person is known by."""

    def forget_person(self, key: bytes) -> None:
        """Delete everything about a person."""

    def sit(self, key: bytes, table: str, seat: bytes) -> None:
        """Note that a person has a seat, by the hash of its key; one table once."""

    def leave(self, key: bytes, table: str) -> None:
        """Forget that a person has a seat at a table."""

    def places(self, key: bytes) -> list[Place]:
        """Return where a person sits."""

    def sitting(self, table: str) -> tuple[Sitter, ...]:
        """Return who sits at a table."""

    def every_person(self) -> Iterator[Person]:
        """Yield all people with all their places."""
