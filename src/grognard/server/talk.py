# SPDX-License-Identifier: Apache-2.0
"""What is said at a table, and what its players ask of each other beside the game: remarks with numbers of their own.

None of it is part of the game: no event, hash or roll depends on it. Everyone at the table reads all of it, watchers too.
"""

import threading
import time
from collections.abc import Callable, Iterable
from typing import TypeVar

import msgspec

from grognard.play.board import Side
from grognard.server.acting import refuse_watcher
from grognard.server.errors import Refused, Stale
from grognard.server.guard import Allowance
from grognard.server.record import encode
from grognard.server.seats import Seat
from grognard.server.store import Remark, StoodAt, Store

# The longest text, the most texts and remarks of any kind at one table, and how many a seat may add in a minute.
LONGEST, MOST_SAID, MOST, A_MINUTE = 500, 1000, 2000, 20
# Joiners within a single sign, which count as not printable.
JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
TRIES = 5


class Word(msgspec.Struct, frozen=True):
    """A remark of the player of some sides."""

    sides: tuple[Side, ...]


class Said(Word, frozen=True, tag="said"):
    """A text."""

    text: str


class BackAsked(Word, frozen=True, tag="back-asked"):
    """A side asks to take back the order that began with an event, and everything after it."""

    event: int


class BackAnswered(Word, frozen=True, tag="back-answered"):
    """Another side agrees to that or does not; or the side that asked has `withdrawn` it."""

    agrees: bool
    withdrawn: bool = False


class TakenBack(Word, frozen=True, tag="taken-back"):
    """It was taken back; `agreed` are the sides that agreed, none if no other player was asked."""

    agreed: tuple[Side, ...]


class Rematched(Word, frozen=True, tag="rematched"):
    """Another game was set up for the same players, at another table."""

    table: str
    swapped: bool


class TimeGiven(Word, frozen=True, tag="time-given"):
    """A side was given so many seconds more, at a `time` of the clocks."""

    side: Side
    seconds: float
    time: float


AnyWord = Said | BackAsked | BackAnswered | TakenBack | Rematched | TimeGiven
WORD = msgspec.json.Decoder(AnyWord)
W = TypeVar("W", bound=Word)


class Spoken(msgspec.Struct, frozen=True):
    """A remark with its number and when it was made, in seconds since 1970."""

    number: int
    at: float
    word: AnyWord


class Talk:
    """All remarks at one table. `version` grows whenever something changes beside the game."""

    def __init__(self, store: Store, table: str, remarks: Iterable[Remark]) -> None:
        self.spoken: list[Spoken] = []
        self.version = 0
        self._store = store
        self._table = table
        self._lock = threading.Lock()
        self._done: dict[str, int] = {}
        self._allowance = Allowance(A_MINUTE, 60)
        self._take(remarks)

    def changed(self) -> None:
        """Note that something changed beside the game."""
        self.version += 1

    def all_of(self, kind: type[W]) -> list[W]:
        """Return all remarks of a kind, the oldest first."""
        return [spoken.word for spoken in self.spoken if isinstance(spoken.word, kind)]

    def catch_up(self) -> None:
        """Read what was said at another server."""
        if self._store.shared:
            with self._lock:
                self._take_up()

    def done(self, seat: Seat, command: str, same: Callable[[AnyWord], bool]) -> int | None:
        """Return the number of the remark that a player has made under this command id; None if there is none.

        One that is not the `same` is another's id, and refused.
        """
        refuse_watcher(seat)
        self.catch_up()
        number = self._done.get(seat.command_id(command))
        if number is not None and not same(self.spoken[number - 1].word):
            raise Refused(409, f"something else was sent under the id {command!r}; give each its own")
        return number

    def speak(
        self,
        seat: Seat,
        command: str,
        word: AnyWord,
        stands: Callable[[int], StoodAt] | None = None,
        *,
        done: bool = False,
    ) -> int:
        """Add a remark once, with how the table stands by it, given its number, if it changes that; return the number.

        Sent again under its id it is acknowledged again. One that tells of what is `done` already is never one too many.
        """
        named = seat.command_id(command)
        with self._lock:
            self._take_up()
            if named in self._done:
                return self._done[named]
            if not done:
                self._check_rate(seat)
                self._check_room(word)
            for _ in range(TRIES):
                remark = Remark(len(self.spoken) + 1, time.time(), encode(word), named)
                try:
                    self._store.remark(self._table, remark, None if stands is None else stands(remark.number))
                except Stale:
                    self._take_up()
                else:
                    self._take([remark])
                    return remark.number
        raise Refused(409, "others were quicker; send this once more")

    def _check_rate(self, seat: Seat) -> None:
        left, wait = self._allowance.take(seat.hash.hex())
        if left < 0:
            raise Refused(429, f"that is more than {A_MINUTE} remarks in a minute; wait {wait} seconds")

    def _check_room(self, word: AnyWord) -> None:
        said = isinstance(word, Said)
        if len(self.spoken) >= MOST or (said and len(self.all_of(Said)) >= MOST_SAID):
            raise Refused(409, f"no more can be said at this table: it keeps {MOST_SAID} remarks")

    def _take_up(self) -> None:
        if self._store.shared:
            self._take(self._store.remarks(self._table, len(self.spoken)))

    def _take(self, remarks: Iterable[Remark]) -> None:
        for remark in remarks:
            if remark.number == len(self.spoken) + 1:
                self.spoken.append(Spoken(remark.number, remark.at, WORD.decode(remark.body)))
                if remark.command:
                    self._done[remark.command] = remark.number
                self.changed()


def plain_text(text: str) -> str:
    """Return a text as it is stored: without signs that cannot be shown, and without heaps of empty lines."""
    shown = "".join(sign if _is_plain(sign) else "\N{REPLACEMENT CHARACTER}" for sign in text)
    lines = [line.rstrip() for line in shown.strip().split("\n")]
    kept = [line for at, line in enumerate(lines) if line or lines[at - 1]]
    if not any(kept):
        raise Refused(422, "a remark needs some text")
    return "\n".join(kept)


def _is_plain(sign: str) -> bool:
    return sign.isprintable() or sign == "\n" or sign in JOINERS
