"""What the server answers when it will not do something.

GrognardError
└── Refused        a status of HTTP and one sentence
    └── Stale      somebody acted meanwhile: the number of the last event now
"""

from grognard.charts.errors import GrognardError


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
