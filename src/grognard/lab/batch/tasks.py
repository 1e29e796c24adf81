# SPDX-License-Identifier: Apache-2.0
"""What workers are given to do, what they send back, and how it is done: the same in a process here and on a cluster."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time

import msgspec

from grognard.charts.errors import GrognardError
from grognard.front import Game
from grognard.lab.batch.match import Match
from grognard.lab.batch.opening import open_match
from grognard.lab.batch.playing import Unplayable, games_of, name_of_game, play_game
from grognard.lab.batch.results import DONE, packed
from grognard.lab.batch.rows import GameRow

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


class Broken(msgspec.Struct, frozen=True, tag=True):
    """A part of which some games cannot be played: those between them, and why each cannot."""

    done: tuple[Done, ...]
    why: tuple[str, ...]


Task = Timing | Part
Outcome = Timed | Done | Broken | Failed


def do(match: Match, task: Task) -> Outcome:
    """Do a task. What goes wrong with a game is told with its number, and the other games of its part are played."""
    try:
        return _timed(match) if isinstance(task, Timing) else _played(match, task)
    except GrognardError as error:
        return Failed(str(error))


def _timed(match: Match) -> Timed:
    """Play the first game, which compiles and caches much, and then it and others to be timed."""
    begin = open_match(match)
    try:
        if _seconds(match, begin, 0) is None:
            return Timed(None)
        seconds, games = 0.0, 0
        while games < min(MOST_TIMED, match.games) and seconds < ENOUGH:
            game = _seconds(match, begin, games)
            if game is None:
                return Timed(None)
            seconds, games = seconds + game, games + 1
    except Unplayable:
        # It will be told when the game is to be played.
        return Timed(None)
    return Timed(seconds / games)


def _seconds(match: Match, begin: Game, number: int) -> float | None:
    """Return how long a game takes; None if it is too long to wait for."""
    begun = thread_time()
    with _named(match, number):
        for _ in games_of(match, begin, number):
            if thread_time() - begun > TOO_LONG:
                return None
    return thread_time() - begun


# What is told of a game: the rows of each table.
Told = dict[str, list[msgspec.Struct]]


def _played(match: Match, task: Part) -> Done | Broken:
    """Play a part. Games before and after one that cannot be played are parts of their own."""
    runs: list[list[tuple[int, Told]]] = [[]]
    broken: list[str] = []
    for number in range(task.first, task.last + 1):
        try:
            runs[-1].append((number, _told(match, number)))
        except Unplayable as error:
            broken.append(str(error))
            runs.append([])
    done = [_done(run) for run in runs if run]
    return Broken(tuple(done), tuple(broken)) if broken else done[0]


def _told(match: Match, number: int) -> Told:
    """Play a game, and return what is told of it."""
    begin = open_match(match)
    with _named(match, number):
        game = play_game(match, begin, number)
        told: Told = {DONE: [game.row]}
        if match.detail:
            from grognard.lab.batch.detail import details  # noqa: PLC0415 - most matches do without

            told |= details([game])
    return told


def _done(run: list[tuple[int, Told]]) -> Done:
    """Put together what is told of games that follow one another."""
    told = [each for _, each in run]
    rows = {table: [row for each in told for row in each[table]] for table in told[0]}
    scores = tuple(row.score_a for row in rows[DONE] if isinstance(row, GameRow))
    return Done(run[0][0], run[-1][0], scores, packed(rows))


@contextmanager
def _named(match: Match, number: int) -> Iterator[None]:
    """Have an error that nobody foresaw name the game that it came of; else it would only end one process after the other."""
    try:
        yield
    except GrognardError:
        raise
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise Unplayable(f"{name_of_game(match, number)} cannot be played to its end: {why}") from error
