# SPDX-License-Identifier: Apache-2.0
"""What workers are given to do, what they send back, and how it is done: the same in a process here and on a cluster."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import thread_time
from typing import TYPE_CHECKING

import msgspec

from grognard.charts.errors import GrognardError
from grognard.front import Game
from grognard.lab.batch.match import Match
from grognard.lab.batch.opening import open_match
from grognard.lab.batch.playing import games_of, play_game
from grognard.lab.batch.results import packed

if TYPE_CHECKING:
    from grognard.lab.batch.playing import Played

# Seconds after which a game is too long for more than one to be a task.
TOO_LONG = 3.0
# How many games are timed at most, and the seconds after which no other is begun.
MOST_TIMED, ENOUGH = 20, 0.5


class Timing(msgspec.Struct, frozen=True, tag=True):
    """Find out how long a game takes."""


class Part(msgspec.Struct, frozen=True, tag=True):
    """Play the games from `first` to `last`."""

    first: int
    last: int


class Timed(msgspec.Struct, frozen=True, tag=True):
    """How long a game takes; None if it is too long to wait for."""

    seconds: float | None


class Done(msgspec.Struct, frozen=True, tag=True):
    """A part that was played: each game's score of player a, and the tables as Parquet files."""

    first: int
    last: int
    scores: tuple[float, ...]
    tables: dict[str, bytes]


class Failed(msgspec.Struct, frozen=True, tag=True):
    """Why a task cannot be done, here or anywhere."""

    why: str


Task = Timing | Part
Outcome = Timed | Done | Failed


def do(match: Match, task: Task) -> Outcome:
    """Do a task. What goes wrong with a game is told with its number."""
    try:
        return _timed(match) if isinstance(task, Timing) else _done(match, task)
    except GrognardError as error:
        return Failed(str(error))


def _timed(match: Match) -> Timed:
    """Play the first game, which compiles and caches much, and then it and others to be timed."""
    begin = open_match(match)
    if _seconds(match, begin, 0) is None:
        return Timed(None)
    seconds, games = 0.0, 0
    while games < min(MOST_TIMED, match.games) and seconds < ENOUGH:
        game = _seconds(match, begin, games)
        if game is None:
            return Timed(None)
        seconds, games = seconds + game, games + 1
    return Timed(seconds / games)


def _seconds(match: Match, begin: Game, number: int) -> float | None:
    """Return how long a game takes; None if it is too long to wait for."""
    begun = thread_time()
    with _named(match, number):
        for _ in games_of(match, begin, number):
            if thread_time() - begun > TOO_LONG:
                return None
    return thread_time() - begun


def _done(match: Match, task: Part) -> Done:
    games = [_played(match, number) for number in range(task.first, task.last + 1)]
    return Done(
        task.first, task.last, tuple(game.row.score_a for game in games), packed(_tables(match, games))
    )


def _played(match: Match, number: int) -> "Played":
    begin = open_match(match)
    with _named(match, number):
        return play_game(match, begin, number)


@contextmanager
def _named(match: Match, number: int) -> Iterator[None]:
    """Have an error that nobody foresaw name the game that it came of; else it would only end one process after the other."""
    try:
        yield
    except GrognardError:
        raise
    except Exception as error:
        raise GrognardError(
            f"game {number} of {match.scenario} cannot be played to its end: {type(error).__name__}: {error}"
        ) from error


def _tables(match: Match, games: "Sequence[Played]") -> dict[str, Sequence[msgspec.Struct]]:
    tables: dict[str, Sequence[msgspec.Struct]] = {"games": [game.row for game in games]}
    if match.detail:
        from grognard.lab.batch.detail import details  # noqa: PLC0415 - most matches do without

        tables |= details(games)
    return tables
