# SPDX-License-Identifier: Apache-2.0
"""The log is the game: a header, then every order with the answers given to it. Folding it gives any position.

On disk it is JSON Lines: the header first, an entry a line. A log is bound to the hash of the rules it was played
under. Format 3 keeps the start and what came of every order besides, so that a game goes on under other rules from
where it stands (`history`).

Format 2 kept neither, and is replayed: it goes on only where the rules ask the very same questions. Since then each
question is its kind and fields. Format 1 kept a sentence; an answer of that time keeps it, for its
dice are proved by it, and is held to the side that was asked or the dice that were rolled, in the order of the log.
"""

import os
from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import BadFile, Fault, GrognardError
from grognard.play.served_save import is_served, log_lines
from grognard.umpire import Answer

VERSION = 3
OLDEST = 1


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What a game is played with. `seats` says who plays each side: a person, or a program by its name.

    `switched` are the rulings that were switched, `rulings` all that were in force when it began: it is played under
    them, whatever a profile means later. `rules` is the hash of all that decides, `parts` has that of each part of it by
    name, so that what changed since can be named. `start` is the position it began with as plain data, and `shape` says
    by fingerprints how positions were written (`shapes`); without both, positions are worked out again.
    """

    grognard: int = VERSION
    game: str
    scenario: str
    profile: str = "card"
    switched: dict[str, str] = {}
    rulings: dict[str, str] = {}
    rules: str = ""
    free: bool = False
    seats: dict[str, str] = {}
    parts: dict[str, str] = {}
    shape: dict[str, str] = {}
    start: dict[str, Any] | None = None


class Came(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of an order: how the position after it differs from the one before.

    `changed` has the fields that differ; `placed`, of fields that are rows of the same length, the values that differ, by
    their number from 0. Where the position before is not written down, or in another shape, it is the `whole` position
    instead, and its `shape`.
    """

    changed: dict[str, Any] = {}
    placed: dict[str, dict[str, Any]] = {}
    whole: dict[str, Any] | None = None
    shape: dict[str, str] = {}


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One order, and the answers given to what it asked so far.

    `warned` has the rule's objection where play is free and the order was carried out all the same.
    """

    order: msgspec.Struct
    answers: tuple[Answer, ...] = ()
    warned: str = ""


class Log(msgspec.Struct, frozen=True):
    """A header and its entries. Immutable: a longer log is another log."""

    header: Header
    entries: tuple[Entry, ...] = ()


# As it is read from a file, before the game is known that says what its orders and questions are.


class SavedAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer as plain data."""

    question: dict[str, Any] | str
    given: Any
    dice: str = ""


class SavedEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry as plain data, with what came of the order if it was carried out to its end."""

    order: dict[str, Any]
    answers: tuple[SavedAnswer, ...] = ()
    warned: str = ""
    came: Came | None = None


class SavedLog(msgspec.Struct, frozen=True):
    """A log as plain data."""

    header: Header
    entries: tuple[SavedEntry, ...] = ()


class Vocabulary(Protocol):
    """What a log of a game is written in: its orders and its questions, tagged unions of Structs both."""

    @property
    def order(self) -> Any:
        """The type of an order."""

    @property
    def questions(self) -> Any:
        """The type of a question."""


def read_entry(game: Vocabulary, saved: SavedEntry) -> Entry:
    """Read an entry as the game means it; what is no order or question of the game is a ValidationError."""
    return Entry(
        msgspec.convert(saved.order, game.order),
        tuple(read_answer(game, answer) for answer in saved.answers),
        saved.warned,
    )


def read_answer(game: Vocabulary, saved: SavedAnswer) -> Answer:
    """Read an answer as the game means it. JSON knows lists alone; an option that was a tuple is one again."""
    question = (
        saved.question if isinstance(saved.question, str) else msgspec.convert(saved.question, game.questions)
    )
    return Answer(question, frozen(saved.given), saved.dice)


def saved_entry(entry: Entry) -> SavedEntry:
    """Return an entry as plain data."""
    return msgspec.json.decode(msgspec.json.encode(entry), type=SavedEntry)


def read_log(game: Vocabulary, saved: SavedLog) -> Log:
    """Read a whole log as the game means it."""
    header = replace(saved.header, grognard=VERSION)
    return Log(header, tuple(_numbered(game, number, entry) for number, entry in enumerate(saved.entries, 1)))


def _numbered(game: Vocabulary, number: int, saved: SavedEntry) -> Entry:
    try:
        return read_entry(game, saved)
    except msgspec.ValidationError as error:
        raise GrognardError(f"entry {number} is no order of this game: {error}") from error


def plain(order: msgspec.Struct) -> dict[str, Any]:
    """Return an order as plain data, just as it comes back from a file: JSON has lists where Python has tuples."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(order))
    return data


def print_log(log: Log | SavedLog) -> str:
    """Write a log as JSON Lines. A `Log` has no positions: `saved_game` of a table adds them."""
    lines = [log.header, *log.entries]
    return "".join(msgspec.json.encode(line, order="deterministic").decode() + "\n" for line in lines)


def parse_log(text: str, name: str = "the log") -> SavedLog:
    """Read a log; every line that cannot be read is named, or the first alone where that is no header."""
    lines = text.split("\n")  # and at nothing else that Python takes for the end of a line: names may hold it
    if not text:
        raise GrognardError(f"{name} is empty; a log begins with its header")
    if is_served(lines[0]):
        lines = log_lines(lines, name)
    faults: list[Fault] = []
    header = _read(lines[0], Header, 1, faults)
    if header is None:
        # Whatever it is, its other lines are none of an order either.
        raise GrognardError(f"{name} is no saved game: its first line is not the header that one begins with")
    entries = [
        _read(line, SavedEntry, number, faults) for number, line in enumerate(lines[1:], 2) if line.strip()
    ]
    if not OLDEST <= header.grognard <= VERSION:
        what = f"is of version {header.grognard}, and this Grognard reads {OLDEST} to {VERSION}"
        faults.append(Fault(1, "header", what))
    if faults:
        raise BadFile(name, faults)
    return SavedLog(header, tuple(entries))


def frozen(value: Any) -> Any:
    """Return an option as the rules know it: with tuples for JSON's lists."""
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def _read(line: str, kind: type[Any], number: int, faults: list[Fault]) -> Any:
    try:
        return msgspec.json.decode(line.encode(), type=kind)
    except msgspec.DecodeError as error:
        faults.append(Fault(number, kind.__name__.lower().removeprefix("saved"), str(error)))
        return None


def save_log(log: Log | SavedLog, path: Path) -> None:
    """Write a log whole or not at all: to a temporary file, synced, then renamed."""
    temporary = path.with_name(f".{path.name}.part")
    with temporary.open("w", encoding="utf-8") as file:
        file.write(print_log(log))
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def load_log(path: Path) -> SavedLog:
    """Read a log from a file."""
    try:
        return parse_log(path.read_text(encoding="utf-8"), str(path))
    except UnicodeDecodeError as error:
        raise BadFile(str(path), [Fault(0, "file", "is not UTF-8 text")]) from error
    except RecursionError as error:
        raise BadFile(str(path), [Fault(0, "file", "is nested too deep to be a saved game")]) from error
    except OSError as error:
        raise GrognardError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from error
