# SPDX-License-Identifier: Apache-2.0
"""A match played: what is missing in its folder of results is handed to workers, part by part, and written as it comes.

Nothing is collected: of the games that were played, only the scores of pairs that are not complete from the first on are remembered.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.charts.plurals import counted
from grognard.lab.batch.certainty import Answer, Certainty
from grognard.lab.batch.match import LEFT_BEHIND, Match, difference, has_match, load_match, save_match
from grognard.lab.batch.parts import games_in_part, missing_spans, played
from grognard.lab.batch.processes import Workers
from grognard.lab.batch.results import Results, count_games, done_spans, write_part
from grognard.lab.batch.tasks import Broken, Done, Failed, Outcome, Part, Timed, Timing

LOCK = ".lock"
# After so many games that cannot be played the others are not tried.
MOST_BROKEN = 10
# How many parts are written at a time.
WRITERS = 8


class Progress(msgspec.Struct, frozen=True):
    """How many games are done of how many, and how many of them were played before."""

    done: int
    games: int
    before: int


Watch = Callable[[Progress], None]


def play_match(
    match: Match,
    folder: Path,
    workers: Callable[[Match], Workers],
    *,
    watch: Watch = lambda _: None,
    certainty: Certainty | None = None,
) -> Answer:
    """Play what is missing of a match in its folder of results, which is made if it is not there.

    Games that are there are not played again; that they are of another match is an error. With a `certainty` play ends as soon as
    it is sure of something, which is returned, and games beyond those that made it sure do not count.
    """
    check_folder(match, folder)
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder):
        return _Playing(match, folder, watch, certainty).play(workers)


def check_folder(match: Match, folder: Path) -> None:
    """Raise an error if a folder is not one that the results of a match can be kept in."""
    if folder.exists() and not folder.is_dir():
        raise GrognardError(f"{folder} is a file, and results are kept in a folder")
    if not has_match(folder):
        if folder.is_dir() and any(path.name not in (LOCK, LEFT_BEHIND) for path in folder.iterdir()):
            raise GrognardError(
                f"{folder} has something else in it, and results are kept in a folder of their own"
            )
        return
    there = load_match(folder)
    if differs := difference(there, match):
        raise GrognardError(
            f"{folder} has the results of another match, which differs in {differs}; name another folder"
        )
    if there.games > match.games:
        raise GrognardError(
            f"{folder} has the results of a match of {there.games} games; ask for as many, or name another folder"
        )


def games_done(folder: Path) -> int:
    """Count the games that a folder of results has."""
    return sum(last - first + 1 for first, last in done_spans(folder))


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Keep others from playing in a folder at the same time."""
    with (folder / LOCK).open("w") as file:
        _lock(file, folder)
        yield


def _lock(file: IO[str], folder: Path) -> None:
    if os.name != "posix":
        return
    from fcntl import LOCK_EX, LOCK_NB, flock  # noqa: PLC0415 - POSIX alone has it

    try:
        flock(file, LOCK_EX | LOCK_NB)
    except OSError as error:
        raise GrognardError(f"another command is playing in {folder}") from error


class _Playing:
    """A match being played."""

    def __init__(self, match: Match, folder: Path, watch: Watch, certainty: Certainty | None) -> None:
        self._match, self._folder = match, folder
        self._watch, self._certainty = watch, certainty
        # The scores of parts that others before them are still missing for, by their first games.
        self._early: dict[int, tuple[float, ...]] = {}
        self._next = 0
        self._odd: float | None = None
        # Why games cannot be played.
        self._broken: list[str] = []

    def play(self, workers: Callable[[Match], Workers]) -> Answer:
        """Play what is missing."""
        answer, folder = self._look_back(), self._folder
        if not answer:
            answer = self._go_on(workers)
        count_games(folder, self._certainty.pairs * 2 if self._certainty and answer else None)
        return answer

    # What is there already

    def _look_back(self) -> Answer:
        """Take the scores of the games that are there from the first on."""
        if self._certainty is None or not has_match(self._folder):
            return ""
        games = Results(self._folder, all_games=True).games().select("game", "score_a").collect()
        for number, score in games.iter_rows():
            if number >= min(self._match.games, self._next + 1):
                break
            if answer := self._take((score,)):
                return answer
        for first, last in done_spans(self._folder):
            if first > self._next:
                scores = games.filter(games["game"].is_between(first, last))["score_a"]
                self._early[first] = tuple(scores)
        return ""

    # What is missing

    def _go_on(self, workers: Callable[[Match], Workers]) -> Answer:
        there = load_match(self._folder) if has_match(self._folder) else None
        done = done_spans(self._folder)
        if there is not None:
            self._begin(there.part)
            if played(done, self._match.games) == self._match.games:
                return ""
        with workers(self._match) as busy:
            if there is None:
                self._begin(games_in_part(self._match.games, _game_seconds(busy)))
            tasks = (Part(*span) for span in missing_spans(done, self._match.games, self._match.part))
            return self._results(busy.outcomes(tasks), played(done, self._match.games))

    def _begin(self, part: int) -> None:
        """Keep what is played."""
        self._match = replace(self._match, part=part)
        save_match(self._folder, self._match)

    def _results(self, outcomes: Iterator[Outcome], before: int) -> Answer:
        """Write every part as it comes. Several are written at a time: most of that is waiting for the disk."""
        count = before
        answer: Answer = ""
        writing: deque[Future[None]] = deque()
        self._watch(Progress(count, self._match.games, before))
        with ThreadPoolExecutor(WRITERS) as pool:
            for part in self._parts(outcomes):
                writing.append(pool.submit(write_part, self._folder, part.first, part.last, part.tables))
                while len(writing) > WRITERS or (writing and writing[0].done()):
                    writing.popleft().result()
                count += part.last - part.first + 1
                self._watch(Progress(count, self._match.games, before))
                if answer := self._look_at(part):
                    break
        for written in writing:
            written.result()
        if self._broken and not answer:
            raise GrognardError(self._what_broke())
        return answer

    def _parts(self, outcomes: Iterator[Outcome]) -> Iterator[Done]:
        """Yield what was played, and note what cannot be; if that is much, nothing more is played."""
        for outcome in outcomes:
            sound = _sound(outcome)
            if isinstance(sound, Done):
                yield sound
            elif isinstance(sound, Broken):
                yield from sound.done
                self._broken += sound.why
                if len(self._broken) >= MOST_BROKEN:
                    return

    def _what_broke(self) -> str:
        first, *others = self._broken
        so_on = f" (and {counted(len(others), 'other game')})" if others else ""
        return f"{first}{so_on}; what was played is kept in {self._folder}, and the same command plays what is missing"

    # What is sure

    def _look_at(self, part: Done) -> Answer:
        """Take the scores of a part, and of those after it that have come before it."""
        if self._certainty is None:
            return ""
        self._early[part.first] = part.scores
        while scores := self._early.pop(self._next, ()):
            if answer := self._take(scores):
                return answer
        return ""

    def _take(self, scores: tuple[float, ...]) -> Answer:
        """Take the scores of the next games, pair by pair."""
        assert self._certainty is not None  # noqa: S101 - else nothing is taken
        for score in scores:
            self._next += 1
            if self._odd is None:
                self._odd = score
                continue
            answer = self._certainty.add((self._odd + score) / 2)
            self._odd = None
            if answer:
                return answer
        return ""


def _game_seconds(workers: Workers) -> float | None:
    """Return how long a game takes."""
    timed = _sound(next(iter(workers.outcomes([Timing()]))))
    assert isinstance(timed, Timed)  # noqa: S101 - that was the task
    return timed.seconds


def _sound(outcome: Outcome) -> Timed | Done | Broken:
    """Return an outcome; that a task cannot be done is an error."""
    if isinstance(outcome, Failed):
        raise GrognardError(outcome.why)
    return outcome
