"""What is written down of a table: its record, and an event for every act, roll and undo. Events only grow in number.

Each event has a number, and a hash over itself and all before it. Folding them gives the entries of the log; an event
that takes an act back takes its entry from the log and stays itself.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.play.board import Side
from grognard.play.log import (
    Entry,
    Header,
    SavedAnswer,
    SavedEntry,
    Vocabulary,
    read_answer,
    read_entry,
)
from grognard.umpire import Answer

# A question as it is written down: its kind and fields, or a sentence in events of the first format.
Asked = dict[str, Any] | str


class ServedHeader(Header, frozen=True, kw_only=True):
    """The header of a game on a server: its table, what binds its dice, and which table it is a copy of."""

    table: str
    commitment: str
    copy_of: str = ""
    copied_at: int = 0


class Record(msgspec.Struct, frozen=True):
    """What a table is made with."""

    header: ServedHeader
    programs: dict[Side, str] = {}


class Ordered(msgspec.Struct, frozen=True, tag="order"):
    """A side gave an order; `warned` has the rule's objection where play is free."""

    side: Side
    order: dict[str, Any]
    warned: str = ""


class Answered(msgspec.Struct, frozen=True, tag="answer"):
    """A side decided what it was asked."""

    side: Side
    question: Asked
    option: Any


class Rolled(msgspec.Struct, frozen=True, tag="roll", omit_defaults=True):
    """The server rolled; `index` counts all rolls of the table from 1."""

    index: int
    question: Asked
    faces: tuple[int, ...]
    dice: str = ""

    @property
    def thrown(self) -> str:
        """The dice that were rolled: a sentence of the first format names them itself."""
        return self.question.split()[1] if isinstance(self.question, str) else self.dice


class Undone(msgspec.Struct, frozen=True, tag="undo"):
    """A side took its last act back."""

    side: Side


class Copied(msgspec.Struct, frozen=True, tag="copy"):
    """An entry of the table that this one is a copy of."""

    entry: SavedEntry


Event = Ordered | Answered | Rolled | Undone | Copied
EVENT = msgspec.json.Decoder(Event)
encode = msgspec.json.Encoder(order="deterministic").encode


def first_hash(record: bytes) -> bytes:
    """Return the hash that the first event is chained to: that of the record as it was written."""
    return sha256(record).digest()


def next_hash(before: bytes, body: bytes) -> bytes:
    """Return the hash of an event and all before it."""
    return sha256(before + body).digest()


class Stamp(msgspec.Struct, frozen=True):
    """What proves a roll: its number, and the hash of the event before it."""

    index: int
    after: str


class Note(msgspec.Struct, frozen=True):
    """What is remembered beside an entry of the log: the last event that touched it, and its rolls."""

    seq: int
    rolls: tuple[Stamp, ...] = ()


Notes = tuple[Note, ...]


def noted(notes: Notes, event: Event, seq: int, before: bytes) -> Notes:
    """Return the notes after one more event."""
    match event:
        case Ordered() | Copied():
            return (*notes, Note(seq))
        case Answered():
            return (*notes[:-1], replace(notes[-1], seq=seq))
        case Rolled():
            stamp = Stamp(event.index, before.hex())
            return (*notes[:-1], Note(seq, (*notes[-1].rolls, stamp)))
        case Undone():
            return notes[:-1]


def entered(game: Vocabulary, events: Iterable[Event]) -> list[Entry]:
    """Fold events into the entries of the log, as the game means them."""
    entries: list[Entry] = []
    for event in events:
        match event:
            case Ordered():
                entries.append(read_entry(game, SavedEntry(event.order, warned=event.warned)))
            case Copied():
                entries.append(read_entry(game, event.entry))
            case Answered():
                _answer(entries, read_answer(game, SavedAnswer(event.question, event.option)))
            case Rolled():
                _answer(entries, read_answer(game, SavedAnswer(event.question, event.faces, event.dice)))
            case Undone():
                entries.pop()
    return entries


def _answer(entries: list[Entry], answer: Answer) -> None:
    entries[-1] = replace(entries[-1], answers=(*entries[-1].answers, answer))
