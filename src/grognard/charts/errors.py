# SPDX-License-Identifier: Apache-2.0
"""What is said to a user when something is wrong.

GrognardError      one clear sentence: what was wrong and what is allowed
├── NoSuch         an unknown name, with the known names nearest to it
├── NotOdds        what cannot be odds; a ValueError as well
├── OffChart       a look-up for which the chart has no cell
├── BadFile        a file with faults, all reported at once
├── OffMap         a hex number that is not on the map (`hexes`)
├── OffRecord      a record that does not answer what the rule asks (`umpire`)
├── NotAllowed     something the rules forbid (`procedures`)
└── NoMigration    stored positions that cannot be brought up to date (`play`)
"""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import TypeVar

import msgspec

from grognard.charts.plurals import counted

W = TypeVar("W", bound=str)


class GrognardError(Exception):
    """Something a user can fix; the message is all they need to see."""


class NotOdds(GrognardError, ValueError):
    """Something that cannot be odds."""


class OffChart(GrognardError):
    """The chart has no cell for what was asked, and its range does not say what happens then."""


# How many characters of what a user wrote are repeated in a message.
MOST_REPEATED = 80


def repeated(value: object) -> str:
    """Return what a user wrote, in quotes if it is text, and cut if it is too long to be repeated.

    >>> repeated("7-2"), repeated("9" * 5000) == f"'{'9' * 80}...'"
    ("'7-2'", True)
    """
    if isinstance(value, str):
        return repr(value if len(value) <= MOST_REPEATED else f"{value[:MOST_REPEATED]}...")
    text = repr(value)
    return text if len(text) <= MOST_REPEATED else f"{text[:MOST_REPEATED]}..."


# Up to this many names are all listed if none is near; of more, only the nearest.
MOST_NAMED = 30


class NoSuch(GrognardError):
    """A name that is not known."""

    def __init__(self, what: str, name: object, known: Iterable[str], listed_by: str = "") -> None:
        """Say that there is no `what` called `name`, which of the `known` names come near it, and what command lists them."""
        near = nearest(str(name), list(known))
        where = f"; {listed_by} lists them" if listed_by and not near.endswith("?") else ""
        super().__init__(f"there is no {what} {repeated(name)}; {near}{where}")


def nearest(name: str, known: Sequence[str]) -> str:
    """List the known names that are near, or if none is, all of them, or the nearest if they are many. Leading dashes do not count."""
    bare = {known_name.lower().lstrip("-"): known_name for known_name in known}
    word = name.lower().lstrip("-")
    near = [bare[match] for match in get_close_matches(word, bare, n=3, cutoff=0.6)]
    if near:
        return f"did you mean {' or '.join(near)}?"
    if len(known) > MOST_NAMED:
        nearest_few = [bare[match] for match in get_close_matches(word, bare, n=3, cutoff=0)]
        return f"of {len(known)} the nearest are {', '.join(nearest_few)}"
    return f"there are {', '.join(known)}" if known else "none is known here"


def one_of(what: str, text: str, words: Sequence[W]) -> W:
    """Return the word that a text is, such as the name of a format; a text that is none of the words is refused.

    >>> one_of("theme", "dark", ("light", "dark"))
    'dark'
    """
    for word in words:
        if text == word:
            return word
    raise NoSuch(what, text, words)


class Fault(msgspec.Struct, frozen=True, order=True):
    """One thing wrong in a file: its line (0 if unknown), the place in words, what is wrong."""

    line: int
    where: str
    what: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.where}: {self.what}" if self.line else f"{self.where}: {self.what}"


def _within(fault: Fault) -> str:
    """Write a fault; the faults of another file that it quotes are indented further."""
    return str(fault).replace("\n", "\n    ")


class BadFile(GrognardError):
    """A file with faults, all of which are listed."""

    def __init__(self, path: str, faults: Iterable[Fault]) -> None:
        """Gather the faults in the order of the file's lines."""
        self.path = path
        self.faults = sorted(set(faults))
        count = counted(len(self.faults), "fault")
        super().__init__(
            "\n".join([f"{path} has {count}:", *(f"  {_within(fault)}" for fault in self.faults)])
        )
