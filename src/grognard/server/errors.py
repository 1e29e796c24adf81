# SPDX-License-Identifier: Apache-2.0
"""What the server answers when it refuses something.

GrognardError
└── Refused        an HTTP status and one sentence
    ├── Stale      the table has moved on meanwhile: the number of its last event
    ├── Closed     a table that cannot be opened, usually because the rules have changed
    └── NotKept    the store failed
"""

from grognard.charts.errors import GrognardError

SENTENCE = 600
# What players are told of faulty files, whose folders they have no business to know; only the server's operator can fix them.
FAULTY = "the files of its game have faults, which the server's log names"


def in_one_line(said: str) -> str:
    """Return a message as one line that is safe to send, even if it repeats what a client has sent."""
    lines = " ".join(said[:SENTENCE].split("\n"))
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in lines)


class Refused(GrognardError):
    """Something the server will not do, with the HTTP status to answer, and where the rules tell of it. Nothing has changed."""

    def __init__(self, status: int, sentence: str, paragraph: str = "") -> None:
        super().__init__(sentence)
        self.status = status
        self.paragraph = paragraph


def client_left() -> Refused:
    """Return the answer to a request whose client waits no more; nobody reads it."""
    return Refused(499, "the client has left")


class Stale(Refused):
    """An act meant for an earlier state of the table."""

    def __init__(self, expected: int, seq: int) -> None:
        super().__init__(
            409, f"the table has moved on: it stands at event {seq}, and this was meant for {expected}"
        )
        self.seq = seq


class Closed(Refused):
    """A table that cannot be opened, usually because the rules have changed. It stays as it is stored."""

    def __init__(
        self, reason: str, told: str = "was played under other rules and cannot go on under these"
    ) -> None:
        super().__init__(410, f"this table {told}: {reason}")


class NotKept(Refused):
    """Something that could not be stored or read: the disk is full, or the database is away."""

    def __init__(self, sentence: str) -> None:
        super().__init__(503, sentence)
