# SPDX-License-Identifier: Apache-2.0
"""Solved positions in a file: SQLite, so that what was solved stays when a search is broken off, and is found by its key.

    positions  key: fingerprint of the position; side to move; value for the first side, as a fraction; best order as it is typed;
               the indexes of the options to take in the midst of it where others lead back, as `0 2`
    about      one row: what was solved, as JSON

Positions in which the game is over are not stored: they show what they are worth.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from sys import intern

import msgspec

from grognard.charts.errors import GrognardError
from grognard.lab.solve.search import Solved

FORMAT = 2
SCHEMA = """
CREATE TABLE about (said TEXT NOT NULL);
CREATE TABLE positions (key BLOB PRIMARY KEY, side TEXT NOT NULL, value TEXT NOT NULL, best TEXT NOT NULL,
    options TEXT NOT NULL) WITHOUT ROWID;
"""


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What was solved: a scenario, the rulings in force, the hash of the rules, and the key of the position at the start."""

    format: int = FORMAT
    game: str
    scenario: str
    profile: str
    rulings: dict[str, str]
    rules: str
    sides: tuple[str, ...]
    start: str

    @property
    def name(self) -> str:
        """The game and its scenario."""
        return f"{self.game}/{self.scenario}"


class TableFile:
    """A file of solved positions. It is made when positions are first added."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(self, about: About) -> dict[bytes, Solved]:
        """Make the file; if it is there, return what it has, and refuse one of another scenario or of other rules."""
        if self.path.is_dir():
            raise GrognardError(f"{self.path} is a folder, and solved positions are kept in a file")
        if not self.path.exists():
            with self._open() as found:
                found.executescript(SCHEMA)
                found.execute("INSERT INTO about VALUES (?)", (msgspec.json.encode(about).decode(),))
            return {}
        stored, known = self.read()
        if stored.name != about.name:
            raise GrognardError(f"{self.path} has the positions of {stored.name}, not of {about.name}")
        if stored != about:
            raise GrognardError(
                f"{self.path} was solved under other rules or rulings; name another file, or remove it"
            )
        return known

    def read(self) -> tuple[About, dict[bytes, Solved]]:
        """Return what the file has."""
        if not self.path.is_file():
            raise GrognardError(f"there is no file {self.path}")
        with self._open() as found:
            (said,) = found.execute("SELECT said FROM about").fetchone()
            about = msgspec.json.decode(said, type=About)
            if about.format != FORMAT:
                raise GrognardError(
                    f"{self.path} was written by another Grognard; name another file, or remove it"
                )
            rows = found.execute("SELECT key, side, value, best, options FROM positions")
            values: dict[str, Fraction] = {}
            return about, {
                key: Solved(
                    values.setdefault(value, Fraction(value)),
                    intern(side),
                    intern(best),
                    tuple(map(int, options.split())),
                )
                for key, side, value, best, options in rows
            }

    def add(self, solved: Iterable[tuple[bytes, Solved]]) -> None:
        """Add positions, all or none; those in which the game is over are left out."""
        rows = (
            (key, each.side, str(each.value), each.best, " ".join(map(str, each.options)))
            for key, each in solved
            if each.side
        )
        with self._open() as found:
            found.executemany("INSERT OR REPLACE INTO positions VALUES (?, ?, ?, ?, ?)", rows)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one transaction. What is wrong with it is one sentence."""
        try:
            found = sqlite3.connect(self.path)
            try:
                with found:
                    yield found
            finally:
                found.close()
        except sqlite3.OperationalError as error:
            raise GrognardError(f"cannot keep solved positions in {self.path}: {error}") from error
        except (sqlite3.DatabaseError, msgspec.DecodeError, ValueError, TypeError) as error:
            raise GrognardError(f"{self.path} is no file of solved positions") from error
