# SPDX-License-Identifier: Apache-2.0
"""What is stored of a table: its record, and an event for every act, roll and undo. Events are only ever added.

Each event has a number, and a hash over itself and all before it. Folding them gives the entries of the log; an event
that takes an act back removes its entry from the log and remains itself.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from grognard.play.board import Side
from grognard.play.log import Header, PositionChange, SavedAnswer, SavedEntry
from grognard.server.clock import Clock
from grognard.server.dice import Tier

# A question in its written form: its kind and fields, or a sentence in events of the first format.
Asked = dict[str, Any] | str


class ServedHeader(Header, frozen=True, kw_only=True):
    """The header of a game on a server: its table, what binds its dice, and which table it is a copy of.

    `dice` says who contributes to them; tables of older releases lack it, and theirs are the server's alone.
    """

    table: str
    commitment: str
    dice: Tier = "server"
    copy_of: str = ""
    copied_at: int = 0


class Record(msgspec.Struct, frozen=True):
    """What a table is made with, its clock if it has one, and whether its game hides something, which older records do not say."""

    header: ServedHeader
    programs: dict[Side, str] = {}
    hides: bool | None = None
    clock: Clock | None = None


# The event that completes an order also says what came of it.


class Ordered(msgspec.Struct, frozen=True, tag="order", omit_defaults=True):
    """A side gave an order; in free play `warned` has the rule's objection.

    Here and below, `unseen` has the sides that see nothing of the event, as `seat_numbers.py` explains.
    """

    side: Side
    order: dict[str, Any]
    warned: str = ""
    came: PositionChange | None = None
    unseen: tuple[Side, ...] = ()


class Answered(msgspec.Struct, frozen=True, tag="answer", omit_defaults=True):
    """A side answered its question."""

    side: Side
    question: Asked
    option: Any
    came: PositionChange | None = None
    unseen: tuple[Side, ...] = ()


class Rolled(msgspec.Struct, frozen=True, tag="roll", omit_defaults=True):
    """The server rolled; `index` counts all rolls of the table from 1."""

    index: int
    question: Asked
    faces: tuple[int, ...]
    dice: str = ""
    came: PositionChange | None = None

    @property
    def thrown(self) -> str:
        """The dice that were rolled."""
        return thrown(self.question, self.dice)


class Undone(msgspec.Struct, frozen=True, tag="undo", omit_defaults=True):
    """A side took its last act back; or its order in hand was withdrawn on opening the table, for the reason `why`.

    If no side could take it back alone, `asked` has the sides that asked, and `agreed` those that agreed.
    """

    side: Side
    why: str = ""
    asked: tuple[Side, ...] = ()
    agreed: tuple[Side, ...] = ()
    unseen: tuple[Side, ...] = ()


class Copied(msgspec.Struct, frozen=True, tag="copy"):
    """An entry of the table that this one is a copy of, or of the saved game that it goes on from."""

    entry: SavedEntry


class Joined(msgspec.Struct, frozen=True, tag="join"):
    """A person's seat joined with a nonce of its own; if each roll is shared, it is the top of a hash chain."""

    sides: tuple[Side, ...]
    nonce: str


class Revealed(msgspec.Struct, frozen=True, tag="reveal"):
    """A seat gave the next link of its hash chain, for the roll that is open."""

    sides: tuple[Side, ...]
    link: str


class Lost(msgspec.Struct, frozen=True, tag="lost"):
    """A side has lost before the game was played to its end: its player resigned, or an opponent claimed it when its time was up."""

    side: Side
    how: Literal["resigned", "time"]


def thrown(question: Asked, dice: str) -> str:
    """Return the dice that an answer to a question is rolled with, if any; a roll's sentence of the first format names them."""
    if isinstance(question, str):
        return question.split()[1] if question.startswith("roll ") else ""
    return dice


Event = Ordered | Answered | Rolled | Undone | Copied | Joined | Revealed | Lost
EVENT = msgspec.json.Decoder(Event)
encode = msgspec.json.Encoder(order="deterministic").encode


def first_hash(record: bytes) -> bytes:
    """Return the hash that the first event is chained to: that of the record as it was written."""
    return sha256(record).digest()


def next_hash(before: bytes, body: bytes) -> bytes:
    """Return the hash of an event and all before it."""
    return sha256(before + body).digest()


class SavedEnd(msgspec.Struct, frozen=True):
    """The end of a save: the number of events, the beginnings of the hashes of record and events, the head and the secret.

    The hashes serve to name the first event that was changed; the secret is empty until the game is over.
    """

    DIGITS: ClassVar[int] = 16

    events: int
    hashes: tuple[str, ...]
    head: str
    secret: str


class Stamp(msgspec.Struct, frozen=True):
    """What proves a roll: its number, and the hash of the event before it."""

    index: int
    after: str


class Note(msgspec.Struct, frozen=True):
    """What is remembered beside an entry of the log: the last event that belongs to it, and its rolls."""

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
        case Joined() | Revealed() | Lost():
            return notes


def entered(events: Iterable[Event]) -> list[SavedEntry]:
    """Fold events into the entries of the log, as plain data."""
    entries: list[SavedEntry] = []
    for event in events:
        match event:
            case Ordered():
                entries.append(SavedEntry(event.order, warned=event.warned, came=event.came))
            case Copied():
                entries.append(event.entry)
            case Answered():
                _answer(entries, SavedAnswer(event.question, event.option), event.came)
            case Rolled():
                _answer(entries, SavedAnswer(event.question, event.faces, event.dice), event.came)
            case Undone():
                entries.pop()
            case Joined() | Revealed() | Lost():
                pass
    return entries


def _answer(entries: list[SavedEntry], answer: SavedAnswer, came: PositionChange | None) -> None:
    entries[-1] = replace(entries[-1], answers=(*entries[-1].answers, answer), came=came)
