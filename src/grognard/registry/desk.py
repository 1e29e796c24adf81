# SPDX-License-Identifier: Apache-2.0
"""Which counters of a game go into which fields at the desk, as a game's `desk.toml` says, and how each is written there.

By this the page shows the counters, and has switches for their states, so that players need not know how units are typed.
The file decides nothing of the game, and is not part of the hash of its rules.
"""

import re
from collections.abc import Iterator
from functools import cache

import msgspec

from grognard.charts.files import Source
from grognard.play.board import Piece
from grognard.procedures.procedure import Counter
from grognard.registry import folder, game
from grognard.registry.games import counters, open_game, playable_scenarios

SIGN = re.compile(r"\{(/?)(\w+)\}")


class Switch(msgspec.Struct, frozen=True):
    """A state that a unit may have at the desk: how it is typed behind the unit, and what it says."""

    code: str
    says: str


class PickFile(msgspec.Struct, frozen=True):
    """How counters go into fields: those of some names, in all procedures unless some are named.

    `counter` is how a counter of the map is written: `{1}` is its first value, `{pips}` the number of its pips, `{/at}` the number behind
    the letters `at` after a slash, left out where it has none. Without it a counter goes by its id in the game's list of counters.
    `before` has what is written before a counter of some kind. `number` is the sign before a number that belongs to a
    unit, and `number_says` what that is. Units can be `stacked` with a plus sign.
    """

    fields: list[str]
    procedures: list[str] = []
    counter: str = ""
    before: dict[str, str] = {}
    states: list[Switch] = []
    number: str = ""
    number_says: str = ""
    stacked: bool = False


class DeskFile(msgspec.Struct, frozen=True):
    """A `desk.toml`."""

    picks: list[PickFile] = []


class DeskCounter(msgspec.Struct, frozen=True):
    """A counter that can be picked: how it looks, and how it is written."""

    piece: Piece
    word: str


class Pick(msgspec.Struct, frozen=True, kw_only=True):
    """What a field takes: its counters, and the states and the number that belong to each unit."""

    field: str
    counters: tuple[DeskCounter, ...]
    states: tuple[Switch, ...] = ()
    number: str = ""
    number_says: str = ""
    stacked: bool = False


@cache
def picks(name: str, procedure: str, fields: tuple[str, ...]) -> tuple[Pick, ...]:
    """Return what the fields of a procedure take that counters can be picked for."""
    return tuple(
        Pick(
            field=field,
            counters=tuple(_counters(name, file)),
            states=tuple(file.states),
            number=file.number,
            number_says=file.number_says,
            stacked=file.stacked,
        )
        for file in read_desk(name).picks
        for field in file.fields
        if field in fields and (not file.procedures or procedure in file.procedures)
    )


@cache
def colours(name: str) -> tuple[str, ...]:
    """Return the sides of a game in the order of their colours."""
    names = playable_scenarios(name)
    return game(name).colours(open_game(name, names[0]).sides) if names else ()


@cache
def read_desk(name: str) -> DeskFile:
    """Read the `desk.toml` of a game; without one no field has counters to pick."""
    path = folder(name) / "desk.toml"
    if not path.exists():
        return DeskFile()
    source = Source(path)
    file = source.fill(DeskFile, source.data())
    source.stop_if_faulty()
    return file


def _counters(name: str, file: PickFile) -> Iterator[DeskCounter]:
    if not file.counter:
        for counter in counters(name):
            yield DeskCounter(_drawn(counter), counter.id)
        return
    for piece in _pieces(name):
        word = written(piece, file)
        if word:
            yield DeskCounter(piece, word)


@cache
def _pieces(name: str) -> tuple[Piece, ...]:
    """Return the counters of all scenarios, each once, as they are when its game begins."""
    by_look: dict[tuple[str, ...], Piece] = {}
    for scenario in playable_scenarios(name):
        opened = open_game(name, scenario)
        for piece in opened.view.pieces(opened.rules.start()):
            look = (piece.side, piece.name, piece.kind, piece.values, piece.above)
            by_look.setdefault(look, msgspec.structs.replace(piece, at="", states=(), on=""))
    return tuple(sorted(by_look.values(), key=lambda piece: (piece.side, piece.kind, piece.name)))


def written(piece: Piece, file: PickFile) -> str:
    """Return how a counter is written at the desk; empty if it lacks a number that is asked."""
    first, *_ = piece.values.split(" ") or [""]
    numbers = re.findall(r"\d+", first)
    given = {"pips": piece.above.count("●"), **{str(at): int(number) for at, number in enumerate(numbers, 1)}}
    given |= {letters: int(number) for letters, number in re.findall(r"([a-z]+)(\d+)", piece.values)}
    lacking = False

    def put(sign: re.Match[str]) -> str:
        nonlocal lacking
        slash, what = sign.groups()
        number = given.get(what, 0)
        lacking = lacking or (not number and not slash)
        return f"{slash}{number}" if number else ""

    word = SIGN.sub(put, file.counter)
    return "" if lacking else file.before.get(piece.kind, "") + word


def _drawn(counter: Counter) -> Piece:
    """Return a counter as it is drawn: with the figures of its factors where a counter has them."""
    above, _, values = counter.factors.rpartition(" / ")
    figures = re.fullmatch(r"\d[\d-]*", counter.name)
    return Piece(
        id=counter.id,
        name=counter.name,
        side=counter.side,
        kind=counter.kind,
        size="",
        values=values.replace(" ", "-") if above else (counter.name if figures else ""),
        above=above,
        at="",
    )
