# SPDX-License-Identifier: Apache-2.0
"""What is said to a user when something is wrong.

GrognardError      one clear sentence: what was wrong and what is allowed
├── NoSuch         a name nobody knows, with the names nearest to it
├── OffChart       a look-up that no cell of the chart answers
└── BadFile        a chart or rulings file with faults, all of them at once
"""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

import msgspec

from grognard.charts.plurals import counted


class GrognardError(Exception):
    """Something a user can mend; the message is all they need to see."""


class OffChart(GrognardError):
    """The chart has no cell for what was asked, and its range does not say what happens then."""


# So much of what somebody wrote is repeated to him.
MOST_REPEATED = 80


def repeated(value: object) -> str:
    """Return what somebody wrote, in quotes if it is text, and cut where it is too long to be repeated.

    >>> repeated("7-2"), repeated("9" * 5000) == f"'{'9' * 80}...'"
    ("'7-2'", True)
    """
    if isinstance(value, str):
        return repr(value if len(value) <= MOST_REPEATED else f"{value[:MOST_REPEATED]}...")
    text = repr(value)
    return text if len(text) <= MOST_REPEATED else f"{text[:MOST_REPEATED]}..."


# So many names are told where none is near what was asked for; of more the nearest.
MOST_NAMED = 30


class NoSuch(GrognardError):
    """A name that is not known."""

    def __init__(self, what: str, name: str, known: Iterable[str], listed_by: str = "") -> None:
        """Say that `name` is no such `what`, which of the `known` names come near it, and what command lists them."""
        near = nearest(name, list(known))
        where = f"; {listed_by} lists them" if listed_by and not near.endswith("?") else ""
        super().__init__(f"there is no {what} {repeated(name)}; {near}{where}")


def nearest(name: str, known: Sequence[str]) -> str:
    """Say which known names are near; where none is all of them, or of many the nearest. Dashes before them do not count."""
    bare = {known_name.lower().lstrip("-"): known_name for known_name in known}
    word = name.lower().lstrip("-")
    near = [bare[match] for match in get_close_matches(word, bare, n=3, cutoff=0.6)]
    if near:
        return f"did you mean {' or '.join(near)}?"
    if len(known) > MOST_NAMED:
        nearest_few = [bare[match] for match in get_close_matches(word, bare, n=3, cutoff=0)]
        return f"of {len(known)} the nearest are {', '.join(nearest_few)}"
    return f"there are {', '.join(known)}" if known else "none is known here"


class Fault(msgspec.Struct, frozen=True, order=True):
    """One thing wrong in a file: its line (0 where none can be named), the place in words, what is wrong."""

    line: int
    where: str
    what: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.where}: {self.what}" if self.line else f"{self.where}: {self.what}"


def _within(fault: Fault) -> str:
    """Write a fault; one that is told of another file, with the faults of that file, sets them in further."""
    return str(fault).replace("\n", "\n    ")


class BadFile(GrognardError):
    """A file with faults, every one of them named."""

    def __init__(self, path: str, faults: Iterable[Fault]) -> None:
        """Gather the faults in the order of the file's lines."""
        self.path = path
        self.faults = sorted(set(faults))
        count = counted(len(self.faults), "fault")
        super().__init__(
            "\n".join([f"{path} has {count}:", *(f"  {_within(fault)}" for fault in self.faults)])
        )
