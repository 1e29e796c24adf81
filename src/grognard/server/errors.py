# SPDX-License-Identifier: Apache-2.0
"""What the server answers when it will not do something.

GrognardError
└── Refused        a status of HTTP and one sentence
    ├── Stale      somebody acted meanwhile: the number of the last event now
    ├── Closed     a table that cannot be opened, as a rule under the rules as they are now
    └── NotKept    the store failed
"""

from grognard.charts.errors import GrognardError

SENTENCE = 600
# What players are told of files that only whoever runs the server can mend, and whose folders are none of their business.
FAULTY = "the files of its game have faults, which the server's log names"


def in_one_line(said: str) -> str:
    """Return what is said as one line that can be sent, also where it repeats what a stranger has sent."""
    lines = " ".join(said[:SENTENCE].split("\n"))
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in lines)


class Refused(GrognardError):
    """Something the server will not do, with the status it is answered by. Nothing has changed."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Stale(Refused):
    """An act upon a table as it stood some time ago."""

    def __init__(self, expected: int, seq: int) -> None:
        super().__init__(
            409, f"the table has moved on: it stands at event {seq}, and this was meant for {expected}"
        )
        self.seq = seq


class Closed(Refused):
    """A table that cannot be opened, as a rule under rules as they are now. It stays as it is kept, and can be saved."""

    def __init__(
        self, reason: str, told: str = "was played under other rules and cannot go on under these"
    ) -> None:
        super().__init__(410, f"this table {told}: {reason}; it can still be saved")


class NotKept(Refused):
    """Something that could not be kept, or read: the disk is full, or the database is away."""

    def __init__(self, sentence: str) -> None:
        super().__init__(503, sentence)
