# SPDX-License-Identifier: Apache-2.0
"""The same games whoever plays them; a process that is killed, and a match that is broken off, lose nothing."""

import os
import signal
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Self

import polars as pl
import pytest
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.lab.batch.certainty import Certainty
from grognard.lab.batch.match import Match, load_match, save_match
from grognard.lab.batch.opening import new_match
from grognard.lab.batch.processes import Processes
from grognard.lab.batch.results import Results, done_spans
from grognard.lab.batch.run import Progress, play_match
from grognard.lab.batch.tasks import Broken, Done, Outcome, Part, Task, Timed, Timing, do

MATCH = new_match("seelowe/hythe", ("random", "random"), games=24)
FIFTH = "game 5 of seelowe/hythe with the seed 1"


class Here:
    """Does tasks in this process; the games of one task come before those of the task ahead of it, as they may with several processes."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def outcomes(self, tasks: Iterable[Task]) -> Iterator[Outcome]:
        more = iter(tasks)
        for task in more:
            two = [task, *([then] if (then := next(more, None)) else [])]
            for each in reversed(two):
                # So that a part is more than one game here.
                yield Timed(0.5) if isinstance(each, Timing) else do(self.match, each)


def games(folder: Path) -> pl.DataFrame:
    return Results(folder).games().collect().drop("seconds_a", "seconds_b")


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> pl.DataFrame:
    folder = tmp_path_factory.mktemp("alone")
    play_match(MATCH, folder, Here)
    return games(folder)


def test_games_come_in_order_and_are_all_there(alone: pl.DataFrame) -> None:
    assert alone["game"].to_list() == list(range(24))
    assert alone["fingerprint"].n_unique() == 24


def test_two_processes_play_the_same_games_and_one_that_is_killed_loses_none(
    tmp_path: Path, alone: pl.DataFrame
) -> None:
    workers: list[Processes] = []
    killed: list[int] = []

    def watch(progress: Progress) -> None:
        if progress.done and not killed:
            killed.append(workers[0].numbers[0])
            os.kill(killed[-1], signal.SIGKILL)

    def two(match: Match) -> Processes:
        workers.append(Processes(match, 2))
        return workers[0]

    match = replace(MATCH, detail=True)
    play_match(match, tmp_path, two, watch=watch)
    assert games(tmp_path).equals(alone)
    told = Results(tmp_path)
    for table in (told.turns(), told.units()):
        assert set(table.collect()["game"]) == set(range(24))
    for name in killed:
        with pytest.raises(ProcessLookupError):
            os.kill(name, 0)


def test_a_task_that_ends_every_process_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ends = tmp_path / "ends"
    ends.write_text("#!/bin/sh\nexit 1\n")
    ends.chmod(0o700)
    monkeypatch.setattr("sys.executable", str(ends))
    with Processes(MATCH, 2) as two:
        why = "3 processes have ended playing games 4 to 5"
        assert list(two.outcomes([Part(4, 5)])) == [Broken((), (why,))]
    with pytest.raises(GrognardError, match="3 processes have ended playing the first game"):
        play_match(MATCH, tmp_path / "results", lambda match: Processes(match, 1))


@pytest.mark.parametrize("place", ["tasks.play_game", "detail.details"])
def test_a_game_that_fails_is_named_and_the_others_are_kept(
    place: str, tmp_path: Path, alone: pl.DataFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it fails while it is played, or while its tables are made."""
    module, _, name = place.partition(".")
    sound = getattr(import_module(f"grognard.lab.batch.{module}"), name)

    def broken(*given: Any) -> Any:
        number = given[2] if name == "play_game" else given[0][0].row.game
        if number in (5, 7):
            raise KeyError("17id")
        return sound(*given)

    match = replace(MATCH, detail=True, part=8)
    save_match(tmp_path, match)
    with monkeypatch.context() as during:
        during.setattr(f"grognard.lab.batch.{place}", broken)
        assert do(match, Part(5, 5)) == Broken(
            (), (f"{FIFTH} cannot be played to its end: KeyError: '17id'",)
        )
        with pytest.raises(GrognardError) as told:
            play_match(match, tmp_path, Here)
    assert str(told.value) == (
        f"{FIFTH} cannot be played to its end: KeyError: '17id' (and 1 other game); "
        f"what was played is kept in {tmp_path}, and the same command plays what is missing"
    )
    assert games(tmp_path)["game"].to_list() == [number for number in range(24) if number not in (5, 7)]
    play_match(match, tmp_path, Here)
    assert games(tmp_path).equals(alone)


def test_where_every_game_fails_not_all_are_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def broken(_match: Match, _begin: object, number: int) -> None:
        tried.append(number)
        raise KeyError("17id")

    monkeypatch.setattr("grognard.lab.batch.tasks.play_game", broken)
    with pytest.raises(GrognardError, match=r"\(and 9 other games\)"):
        play_match(MATCH, tmp_path, Here)
    assert len(tried) < 24


def test_a_game_that_fails_as_it_is_timed_is_told_when_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("17id")

    monkeypatch.setattr("grognard.lab.batch.tasks.games_of", broken)
    assert do(MATCH, Timing()) == Timed(None)


def test_a_match_that_is_broken_off_goes_on_where_it_was(tmp_path: Path, alone: pl.DataFrame) -> None:
    def stop(progress: Progress) -> None:
        if progress.done >= 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_match(MATCH, tmp_path, Here, watch=stop)
    assert load_match(tmp_path).part == 1
    there = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "games").iterdir()}
    seen: list[Progress] = []
    play_match(MATCH, tmp_path, Here, watch=seen.append)
    assert seen[0] == Progress(6, 24, 6)
    assert seen[-1].done == 24
    assert games(tmp_path).equals(alone)
    now = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "games").iterdir()}
    assert there.items() <= now.items()


def test_more_games_go_on_from_fewer(tmp_path: Path, alone: pl.DataFrame) -> None:
    play_match(replace(MATCH, games=6), tmp_path, Here)
    play_match(MATCH, tmp_path, Here)
    assert load_match(tmp_path).games == 24
    assert games(tmp_path).equals(alone)
    with pytest.raises(GrognardError, match="has the results of a match of 24 games"):
        play_match(replace(MATCH, games=6), tmp_path, Here)


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes").touch()
    with pytest.raises(GrognardError, match="has something else in it"):
        play_match(MATCH, tmp_path, Here)
    with pytest.raises(GrognardError, match="is a file"):
        play_match(MATCH, tmp_path / "notes", Here)
    play_match(replace(MATCH, games=2), tmp_path / "results", Here)
    with pytest.raises(GrognardError, match=r"differs in the seed \(there 1, here 2\); name another folder"):
        play_match(replace(MATCH, games=2, seed="2"), tmp_path / "results", Here)


def test_two_commands_do_not_play_in_one_folder(tmp_path: Path) -> None:
    def play_again(_: Progress) -> None:
        with pytest.raises(GrognardError, match="another command is playing in"):
            play_match(MATCH, tmp_path, Here)

    play_match(replace(MATCH, games=2), tmp_path, Here, watch=play_again)


# Until sure


class Settled(Here):
    """Player a wins all games; parts come as `order` says."""

    order = 1

    def outcomes(self, tasks: Iterable[Task]) -> Iterator[Outcome]:
        first, *more = tasks
        if isinstance(first, Timing):
            yield Timed(1.0)
            return
        for task in [first, *more][:: self.order]:
            assert isinstance(task, Part)
            done = do(replace(self.match, games=2), task)
            assert isinstance(done, Done)
            yield replace(done, scores=(1.0,) * len(done.scores))


class Backwards(Settled):
    """The last part comes first."""

    order = -1


@pytest.mark.parametrize("workers", [Settled, Backwards])
def test_how_many_games_count_does_not_depend_on_what_was_played_first(
    tmp_path: Path, workers: type[Settled]
) -> None:
    certainty = Certainty(50)
    assert play_match(MATCH, tmp_path, workers, certainty=certainty) == "a"
    assert certainty.pairs == 10
    assert Results(tmp_path).games().collect()["game"].to_list() == list(range(20))
    played = sum(last - first + 1 for first, last in done_spans(tmp_path))
    assert played == (24 if workers is Backwards else 20)


def test_what_was_played_before_counts_and_nothing_more_is_played_if_it_is_enough(tmp_path: Path) -> None:
    play_match(MATCH, tmp_path, Here)
    rows = Results(tmp_path).games().collect()
    pairs = rows.group_by("pair", maintain_order=True).agg(pl.col("score_a").mean())["score_a"]
    certainty = Certainty(400)
    answers = [certainty.add(score) for score in pairs]
    enough = next(at for at, answer in enumerate(answers, 1) if answer)

    def nobody(_: Match) -> Processes:
        raise AssertionError("nothing is to be played")

    again = Certainty(400)
    assert play_match(MATCH, tmp_path, nobody, certainty=again) == answers[enough - 1] == "even"
    assert again.pairs == enough
    assert Results(tmp_path).games().collect().height == 2 * enough
    play_match(MATCH, tmp_path, nobody)
    assert Results(tmp_path).games().collect().height == 24


def test_a_command_that_was_killed_as_it_began_can_be_given_again(tmp_path: Path) -> None:
    """What it leaves is a part of match.json, under a name of its own."""
    (tmp_path / ".match.json.part").write_text("{")
    (tmp_path / ".lock").touch()
    play_match(replace(MATCH, games=2), tmp_path, Here)
    assert games(tmp_path).height == 2
