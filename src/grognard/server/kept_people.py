# SPDX-License-Identifier: Apache-2.0
"""What is kept of people who carry their tables from device to device: a name, and where they sit, under the hash of a secret."""

from collections.abc import Iterator
from typing import Protocol

import msgspec

from grognard.play.board import Side


class Person(msgspec.Struct, frozen=True):
    """Whoever bears a secret, by its hash: the name, and the places, each a table with the hash of the key to a seat there."""

    hash: bytes
    name: str
    places: tuple[tuple[str, bytes], ...] = ()


class Place(msgspec.Struct, frozen=True):
    """A seat that a person has at a table: the sides it plays, and how the table stands as far as that was written down."""

    table: str
    sides: tuple[Side, ...]
    standing: bytes | None


class Sitter(msgspec.Struct, frozen=True):
    """Somebody who sits at a table, by the hashes of his secret and of the key to his seat, which plays these sides."""

    person: bytes
    seat: bytes
    name: str
    sides: tuple[Side, ...] = ()


class PeopleStore(Protocol):
    """The part of a store that has people. A place whose seat has another key by now is none."""

    def person(self, key: bytes) -> str | None:
        """Return the name of a person; None if nobody is known by that hash."""

    def name_person(self, key: bytes, name: str) -> None:
        """Give a person a name, who may be new."""

    def renew_person(self, key: bytes, new: bytes) -> None:
        """Know a person by another hash from now on, and by the old one no more."""

    def forget_person(self, key: bytes) -> None:
        """Keep nothing of a person any more."""

    def sit(self, key: bytes, table: str, seat: bytes) -> None:
        """Note that a person has a seat, by the hash of its key; one table once."""

    def leave(self, key: bytes, table: str) -> None:
        """Note it no more."""

    def places(self, key: bytes) -> list[Place]:
        """Return where a person sits."""

    def sitting(self, table: str) -> tuple[Sitter, ...]:
        """Return who sits at a table."""

    def every_person(self) -> Iterator[Person]:
        """Yield all people with all their places."""
