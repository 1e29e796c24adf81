# SPDX-License-Identifier: Apache-2.0
"""`grognard solve`: the answer as text and JSON, the file it keeps, what it refuses."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grognard.lab.solve.search import Search
from grognard.lab.solve.solution import load_solution

Grognard = Callable[..., subprocess.CompletedProcess[str]]
NAME = "seelowe/sandgate"


def test_a_scenario_is_solved_and_kept_and_told_as_json(here: Grognard, tmp_path: Path) -> None:
    file = tmp_path / "sandgate.solved"
    first = here("solve", NAME, "--out", str(file), "--format", "json", "--try", "random", "--games", "3")
    assert (first.returncode, first.stderr) == (0, "")
    told = json.loads(first.stdout)
    assert told["value"] == {"exact": "8/27", "number": 8 / 27}
    assert (told["side"], told["begins"]) == ("German", ["end", "17id, 35id attack 0302"])
    assert told["positions"] == 2142
    assert [(each["program"], each["side"], each["games"]) for each in told["programs"]] == [
        ("random", "German", 3),
        ("random", "British", 3),
    ]
    again = here("solve", NAME, "--out", str(file))
    assert (again.returncode, again.stderr) == (0, "")
    assert "8/27 = +0.2963 for German" in again.stdout
    assert "2,142 in which a side decides" in again.stdout


def test_ctrl_c_keeps_what_is_solved(here: Grognard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "sandgate.solved"
    settle = Search._settle

    def interrupted(search: Search, *what: Any) -> None:
        settle(search, *what)
        if len(search.solved) == 1000:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Search, "_settle", interrupted)
        stopped = here("solve", NAME, "--out", str(file))
        without = here("solve", NAME)
    assert (stopped.returncode, stopped.stdout) == (130, "")
    kept = f"what is solved so far is kept in {file}, and the same command goes on"
    assert stopped.stderr == f"grognard: stopped; {kept}\n"
    assert (without.returncode, without.stdout) == (130, "")
    assert without.stderr == "grognard: stopped; nothing is kept without --out\n"
    assert 600 < load_solution(file).positions < 1000
    done = here("solve", NAME, "--out", str(file))
    assert (done.returncode, "8/27" in done.stdout) == (0, True)


def test_of_a_game_its_exercise_is_solved(here: Grognard) -> None:
    told = json.loads(here("solve", "seelowe", "--format", "json").stdout)
    assert (told["scenario"], told["value"]["exact"]) == (NAME, "8/27")
    lysna = Path(__file__).parents[2] / "examples/lysna"
    assert (
        "lysna has no exercise, which would be small enough; name the scenario to solve, such as "
        in refused(here("solve", str(lysna)))
    )


def test_what_takes_long_says_how_far_it_is(here: Grognard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.cli.match_progress.EVERY", 0.0)
    said = here("solve", NAME).stderr.splitlines()
    assert re.fullmatch(r"seelowe/sandgate: [\d,]+ of [\d,]+ positions met are solved", said[0])
    assert len(said) > 5


def refused(done: subprocess.CompletedProcess[str]) -> str:
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_what_is_too_large_or_hidden_or_unknown_is_refused(here: Grognard, tmp_path: Path) -> None:
    file = tmp_path / "hythe.solved"
    large = refused(here("solve", "seelowe/hythe", "--most-positions", "400", "--out", str(file)))
    assert "seelowe/hythe is too large to be solved: it comes to more than 400 positions" in large
    assert str(file) in large
    assert "jarama/pindoque cannot be solved" in refused(
        here("solve", "jarama/pindoque", "--most-positions", "400")
    )
    folder = refused(here("solve", NAME, "--out", str(tmp_path)))
    assert folder.endswith("is a folder, and solved positions are kept in a file\n")
    assert "there is no program 'clever'" in refused(here("solve", NAME, "--try", "clever"))
    assert "no scenario in seelowe called 'dover'" in refused(here("solve", "seelowe/dover"))
