# SPDX-License-Identifier: Apache-2.0
"""`grognard fuzz` as a user runs it, and what it leaves behind when it is stopped or finds something."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from grognard.cli import fuzz as command
from grognard.play.log import load_log
from grognard.registry.games import open_game

FORD = Path(__file__).parents[1] / "rules" / "ford"
Grognard = Callable[..., subprocess.CompletedProcess[str]]


def test_games_are_played_and_counted(grognard: Grognard) -> None:
    done = grognard("fuzz", "seelowe/hythe", "--games", "3", "--seed", "7")
    assert (done.returncode, done.stderr) == (0, "")
    assert "seelowe/hythe  3 games  none failed" in done.stdout
    assert "a second" in done.stdout
    assert "British victory" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["seelowe/hyte"], "there is no scenario in seelowe called 'hyte'; did you mean hythe?"),
        (["selowe"], "there is no game 'selowe'; did you mean seelowe?"),
        (["seelowe", "--program", "clever"], "there is no program 'clever'; there are random, greedy"),
        (["seelowe", "--games", "0"], "--games is at least 1;"),
        (["seelowe", "--into", "nowhere/at/all"], "there is no folder nowhere/at/all"),
    ],
)
def test_what_it_cannot_do_it_says(grognard: Grognard, arguments: list[str], says: str) -> None:
    done = grognard("fuzz", *arguments)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_game_that_fails_is_kept_short_and_the_status_is_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A fault planted in the game: nobody may come to the second turn."""

    def spoiled(*arguments: Any) -> Any:
        game: Any = open_game(*arguments)
        game.rules.faults = lambda position: ["it is the second turn"] if position.turn == 2 else []
        return game

    monkeypatch.setattr(command, "open_game", spoiled)
    with pytest.raises(typer.Exit) as end:
        command.fuzz_games("seelowe/hythe", games=2, seed=1, program="random", into=tmp_path)
    assert end.value.exit_code == 1
    out, err = capsys.readouterr()
    assert "2 failed" in out
    path = tmp_path / "seelowe-hythe-random-1.jsonl"
    assert "sound: it is the second turn (in " in " ".join(err.split())
    assert {entry.order["type"] for entry in load_log(path).entries} == {"end"}


def test_stopped_in_the_middle_it_tells_what_was_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    games = command._games

    def stopped(*arguments: Any) -> Iterator[Any]:
        found = games(*arguments)
        yield next(found)
        yield next(found)
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "_games", stopped)
    with pytest.raises(typer.Exit) as end:
        command.fuzz_games("seelowe/hythe", games=50, seed=1, program="random", into=Path())
    assert end.value.exit_code == 130
    assert "2 games" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("rulebook.toml", '[[sections]]\nid = "losses"\nchapter = "loses"\n', "'loses' is not in the game"),
        ("guides/ford.toml", 'side = "Red"\n', "'steps' is missing; add [[steps]]"),
    ],
)
def test_the_texts_of_a_game_of_ones_own_are_read_before_it_is_played(
    grognard: Grognard, tmp_path: Path, file: str, text: str, says: str
) -> None:
    """Nothing else that an author runs in the terminal reads them, and a server leaves the game out."""
    folder = shutil.copytree(FORD, tmp_path / f"ford-{len(text)}")
    (folder / file).parent.mkdir(exist_ok=True)
    (folder / file).write_text(text, encoding="utf-8")
    done = grognard("fuzz", str(folder), "--games", "1")
    assert done.returncode == 2
    assert says in done.stderr
