# SPDX-License-Identifier: Apache-2.0
"""What a seat is told beside the game: what is said, who sits where, and what the players ask of each other."""

from typing import Literal

import msgspec

from grognard.play.board import Side
from grognard.server.clock import GIFTS, Clock, in_words
from grognard.server.giving_up import opposes
from grognard.server.seat_view import SeatView
from grognard.server.taking_back import asked_of, open_question, what_is_asked
from grognard.server.talk import BackAnswered, BackAsked, Rematched, Said, Spoken, TakenBack, TimeGiven

# How many remarks are sent to a seat that comes to the table; earlier ones are sent when they are asked for.
LATEST = 100


class Told(msgspec.Struct, frozen=True):
    """A remark: its number, when it was made in seconds since 1970, whose it is, and its text, which is plain.

    A `note` tells in a sentence what players asked of each other.
    """

    number: int
    at: float
    sides: tuple[Side, ...]
    kind: Literal["said", "note"]
    text: str


class BackQuestion(msgspec.Struct, frozen=True):
    """The open question whether a last act may be taken back: which act, and whether this seat asks or may answer."""

    sides: tuple[Side, ...]
    what: str
    asks: bool
    answers: bool


class Rematch(msgspec.Struct, frozen=True):
    """Another game for the same players, at a table that the same keys open; whether its sides are swapped."""

    table: str
    swapped: bool


class ClockTold(msgspec.Struct, frozen=True):
    """The clocks: their `setting`, the seconds `left` to each side that a person plays, and the side that one `runs` for.

    Less than nothing is left to a side whose time is up. This seat `opposes` that side, and may then end the game, or give time.
    """

    setting: Clock
    left: dict[Side, float]
    runs: Side | None
    opposes: bool


class Beside(msgspec.Struct, frozen=True):
    """What is beside the game. `said` counts all remarks, `names` has the names of those who have told one.

    `taken_back` counts for each side how often it took something back that the rules would not let it take back alone.
    """

    remarks: tuple[Told, ...]
    said: int
    names: dict[Side, str]
    taken_back: dict[Side, int]
    back: BackQuestion | None = None
    rematch: Rematch | None = None
    clock: ClockTold | None = None


def beside(seat_view: SeatView, after: int | None = None) -> Beside:
    """Return what is beside the game now, with the remarks after one of them; the latest if none is named."""
    live, spoken = seat_view.live, seat_view.live.talk.spoken
    first = max(0, len(spoken) - LATEST) if after is None else after
    made = live.talk.all_of(Rematched)
    return Beside(
        remarks=tuple(map(_told, spoken[first:])),
        said=len(spoken),
        names=live.names,
        taken_back=_taken_back(live.talk.all_of(TakenBack)),
        back=_back_question(seat_view),
        rematch=Rematch(made[0].table, made[0].swapped) if made else None,
        clock=_clock(seat_view),
    )


def _taken_back(words: list[TakenBack]) -> dict[Side, int]:
    counts: dict[Side, int] = {}
    for word in words:
        for side in word.sides:
            counts[side] = counts.get(side, 0) + 1
    return counts


def _back_question(seat_view: SeatView) -> BackQuestion | None:
    live, sides = seat_view.live, seat_view.seat.sides
    asked = open_question(live)
    if asked is None:
        return None
    asks = bool(set(sides) & set(asked.sides))
    answers = not asks and bool(set(sides) & set(asked_of(live, asked.sides)))
    return BackQuestion(asked.sides, what_is_asked(live, asked), asks, answers)


def _clock(seat_view: SeatView) -> ClockTold | None:
    clock = seat_view.live.clock
    if clock is None:
        return None
    left = {side: round(seconds, 1) for side, seconds in clock.left.items()}
    return ClockTold(clock.clock, left, clock.runs, opposes(seat_view.seat, clock.runs))


def _told(spoken: Spoken) -> Told:
    word = spoken.word
    kind: Literal["said", "note"] = "said" if isinstance(word, Said) else "note"
    return Told(spoken.number, spoken.at, word.sides, kind, _in_words(spoken))


def _in_words(spoken: Spoken) -> str:
    word = spoken.word
    who = " and ".join(word.sides)
    match word:
        case Said():
            return word.text
        case BackAsked():
            return f"{who} asks to take back its last act, and what came after it."
        case BackAnswered():
            return f"{who} {'agrees' if word.agrees else 'asks no more' if word.withdrawn else 'does not agree'}."
        case TakenBack():
            leave = f"{' and '.join(word.agreed)} agreed" if word.agreed else "nobody was asked"
            return f"{who} took back an act, and what came after it; {leave}."
        case Rematched():
            return f"{who} has set up another game{', sides swapped' if word.swapped else ''}."
        case TimeGiven():
            much = GIFTS.get(int(word.seconds)) or in_words(word.seconds)
            return f"{who} gave the {word.side} side {much} more."
