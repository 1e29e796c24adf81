# SPDX-License-Identifier: Apache-2.0
"""A table as it is sent to a seat: plain data, with nothing in it that the seat may not see."""

from typing import Any, Literal

import msgspec

from grognard.play.board import (
    Action,
    Battle,
    LineMeaning,
    Marker,
    MarkerKind,
    Option,
    Piece,
    Plan,
    Side,
    Status,
)
from grognard.play.boxes import Box
from grognard.play.game import Lens
from grognard.play.states import State
from grognard.server.dice import Tier


class PhaseEnd(msgspec.Struct, frozen=True):
    """The order that ends the phase, in words too, and whether a side's turn ends with it.

    `does` is the word for giving it, `follows` says whose turn ends or who acts next. `undone` lists announced attacks that
    are cancelled by it, and what could still be attacked. It is given `lightly` if no confirmation is needed,
    whatever is undone.
    """

    order: dict[str, Any]
    says: str
    ends_turn: bool
    follows: str = ""
    undone: tuple[str, ...] = ()
    does: str = ""
    lightly: bool = False


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that a side is asked for, in the rule's words and as a sentence.

    Its options are shown only to the seat that decides. `paragraph` is where the rules tell of it.
    """

    side: Side
    why: str
    asks: str
    kind: Literal["choose"] = "choose"
    options: tuple[Option, ...] = ()
    order_told: str = ""
    paragraph: str = ""


class LogRoll(msgspec.Struct, frozen=True):
    """A roll: why, with which dice, what came up, what it meant, and its number on this table (0 in a copy).

    `says` has its meaning in words.
    """

    why: str
    dice: str
    faces: tuple[int, ...]
    total: int
    meaning: str
    index: int = 0
    says: str = ""


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the log in words. `seq` is the last event that belongs to it: `?at=seq` shows what it led to.

    The last `results` of its lines say what became of the pieces.
    """

    seq: int
    side: Side
    lines: tuple[str, ...]
    turn: int
    phase: str
    rolls: tuple[LogRoll, ...] = ()
    warned: str = ""
    results: int = 0


class DiceSeat(msgspec.Struct, frozen=True):
    """A seat that has joined: the sides it plays, its nonce, and the last link it has revealed, or the nonce."""

    sides: tuple[Side, ...]
    nonce: str
    link: str


class DiceShown(msgspec.Struct, frozen=True, kw_only=True):
    """What binds the dice, how many rolls there were, and the secret once the game is over.

    `head` is that of the last event in the chain that every seat may know of. `joins` are the sides that have not
    joined yet, `reveals` those whose link the open roll waits for.
    """

    tier: Tier
    commitment: str
    rolled: int
    head: str
    seats: tuple[DiceSeat, ...] = ()
    joins: tuple[Side, ...] = ()
    reveals: tuple[Side, ...] = ()
    secret: str = ""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a seat sees it. `sealed` says why it gives out neither a copy nor its log; empty if it does.

    `notice` says what changed in the rules since the game began and how it goes on; empty if nothing changed.

    `offers` says why each piece or hex cannot be ordered, empty if it can; `paragraphs` where the rules tell of that; `spent` are those whose remaining orders are
    not worth waiting for.
    """

    table: str
    game: str
    scenario: str
    map: str
    title: str
    profile: str
    rulings: dict[str, str]
    free: bool
    copy_of: str
    sealed: str
    notice: str
    seq: int
    you: tuple[Side, ...]
    to_act: Side | None
    status: Status
    pieces: list[Piece]
    markers: list[Marker]
    plans: list[Plan]
    lenses: tuple[Lens, ...]
    states: tuple[State, ...]
    boxes: list[Box]
    lines: tuple[LineMeaning, ...]
    printed: tuple[tuple[str, str], ...]
    sequence: tuple[tuple[str, str], ...]
    stacked: bool
    marks: tuple[MarkerKind, ...]
    offers: dict[str, str]
    paragraphs: dict[str, str]
    spent: tuple[str, ...]
    can_end: PhaseEnd | None
    actions: list[Action]
    battles: list[Battle]
    question: Question | None
    undoable: bool
    log: list[LogLine]
    dice: DiceShown
    programs: dict[Side, str]
    replay: str = ""
