# SPDX-License-Identifier: Apache-2.0
"""The log is the game: a header, then every order with the answers given to it. Folding it gives any position.

On disk it is JSON Lines: the header first, then one line for each entry. A log is bound to the hash of the rules it
was played under. Format 3 also stores the start and the change that every order made, so that a game can go on
under other rules from where it stands (`history`).

Format 2 stored neither and is replayed: it can go on only if the rules ask exactly the same questions. Since format
2 each question is stored as its kind and fields. Format 1 stored a sentence; its answers keep that sentence,
because their dice are proved by it, and are checked only by the side that was asked or the dice that were rolled,
in sequence.
"""

from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import BadFile, Fault, GrognardError
from grognard.play.served_save import is_served, log_lines
from grognard.play.whole_file import write_whole
from grognard.umpire import Answer

VERSION = 3
OLDEST = 1


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What a game is played with. `seats` says who plays each side: a person, or a program by its name.

    `switched` are the rulings that were switched, `rulings` all that were in force when the game began: it is
    played under them, even if a profile changes later. `rules` is the hash of everything that decides the game, and
    `parts` has that of each part by name, so that changes since can be named. `start` is the position it began with
    as plain data, and `shape` has the fingerprints of how positions were written (`shapes`); without both,
    positions are worked out again.
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


class PositionChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an order changed: how the position after it differs from the one before.

    `changed` has the fields that differ; `placed` has, for fields that are rows of the same length, the values that
    differ, by their index. If the position before is not stored, or in another shape, this is the `whole` position
    instead, and its `shape`.
    """

    changed: dict[str, Any] = {}
    placed: dict[str, dict[str, Any]] = {}
    whole: dict[str, Any] | None = None
    shape: dict[str, str] = {}


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One order, and the answers given so far to what it asked.

    `warned` has the rule's objection, if play is free and the order was carried out all the same.
    """

    order: msgspec.Struct
    answers: tuple[Answer, ...] = ()
    warned: str = ""


class Log(msgspec.Struct, frozen=True):
    """A header and its entries. Immutable: adding an entry makes another log."""

    header: Header
    entries: tuple[Entry, ...] = ()


# A log as it is read from a file, before the game is known that defines its orders and questions.


class SavedAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer as plain data."""

    question: dict[str, Any] | str
    given: Any
    dice: str = ""


class SavedEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry as plain data, with the change the order made if it was carried out to its end.

    The change is stored under the name `came`.
    """

    order: dict[str, Any]
    answers: tuple[SavedAnswer, ...] = ()
    warned: str = ""
    came: PositionChange | None = None


class SavedLog(msgspec.Struct, frozen=True):
    """A log as plain data."""

    header: Header
    entries: tuple[SavedEntry, ...] = ()


class Vocabulary(Protocol):
    """The types that a log of a game is written in: its orders and its questions, both tagged unions of Structs."""

    @property
    def order(self) -> Any:
        """The type of an order."""

    @property
    def questions(self) -> Any:
        """The type of a question."""


def read_entry(game: Vocabulary, saved: SavedEntry) -> Entry:
    """Read an entry with the types of a game; what is not an order or question of the game is a ValidationError."""
    return Entry(
        msgspec.convert(saved.order, game.order),
        tuple(read_answer(game, answer) for answer in saved.answers),
        saved.warned,
    )


def read_answer(game: Vocabulary, saved: SavedAnswer) -> Answer:
    """Read an answer with the types of a game. JSON has only lists; an option that was a tuple becomes one again."""
    question = (
        saved.question if isinstance(saved.question, str) else msgspec.convert(saved.question, game.questions)
    )
    return Answer(question, frozen(saved.given), saved.dice)


def saved_entry(entry: Entry) -> SavedEntry:
    """Return an entry as plain data."""
    return msgspec.json.decode(msgspec.json.encode(entry), type=SavedEntry)


def read_log(game: Vocabulary, saved: SavedLog) -> Log:
    """Read a whole log with the types of a game."""
    header = replace(saved.header, grognard=VERSION)
    return Log(header, tuple(_numbered(game, number, entry) for number, entry in enumerate(saved.entries, 1)))


def _numbered(game: Vocabulary, number: int, saved: SavedEntry) -> Entry:
    try:
        return read_entry(game, saved)
    except msgspec.ValidationError as error:
        raise GrognardError(f"entry {number} is no order of this game: {error}") from error


def plain(order: msgspec.Struct) -> dict[str, Any]:
    """Return an order as plain data, just as it comes back from a file: with lists instead of tuples."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(order))
    return data


def print_log(log: Log | SavedLog) -> str:
    """Write a log as JSON Lines. A `Log` has no positions: `saved_game` of a table adds them."""
    lines = [log.header, *log.entries]
    return "".join(msgspec.json.encode(line, order="deterministic").decode() + "\n" for line in lines)


def parse_log(text: str, name: str = "the log") -> SavedLog:
    """Read a log. Every line that cannot be read is reported, or only the first if it is not a header."""
    lines = text.split("\n")  # not splitlines(): names may contain other line separators
    if not text:
        raise GrognardError(f"{name} is empty; a log begins with its header")
    if is_served(lines[0]):
        lines = log_lines(lines, name)
    faults: list[Fault] = []
    header = _read(lines[0], Header, 1, faults)
    if header is None:
        # The other lines of such a file would not be entries either.
        raise GrognardError(f"{name} is no saved game: its first line is not the header of one")
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
    """Return an option with tuples instead of JSON's lists."""
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def _read(line: str, kind: type[Any], number: int, faults: list[Fault]) -> Any:
    try:
        return msgspec.json.decode(line.encode(), type=kind)
    except msgspec.DecodeError as error:
        faults.append(Fault(number, kind.__name__.lower().removeprefix("saved"), str(error)))
        return None


def save_log(log: Log | SavedLog, path: Path) -> None:
    """Write a log completely or not at all."""
    write_whole(path, print_log(log).encode())


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
