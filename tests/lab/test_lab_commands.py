# SPDX-License-Identifier: Apache-2.0
"""`grognard lab` as a user runs it."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

Grognard = Callable[..., subprocess.CompletedProcess[str]]
# Made by grognard lab sweep seelowe/hythe --games 12 --cell "crt 3-1/*" --as De.
KEPT = Path(__file__).parent / "kept"
SWEEP = ("lab", "sweep", "seelowe/hythe", "--games", "4")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("balance", "seelowe/dover"), "there is no scenario in seelowe called 'dover'"),
        (("balance", "seelowe", "--games", "1"), "--games is at least 2;"),
        (
            ("balance", "seelowe", "--out", "README.md"),
            "README.md is a file, and results are kept in a folder",
        ),
        (("balance", "seelowe", "--format", "xml"), "there is no format 'xml'"),
        (("sweep", "seelowe/hythe"), "a sweep changes something: --cell with --as"),
        (("sweep", "seelowe", "--cell", "crt 3-1/4"), "every --cell needs its --as"),
        (("sweep", "seelowe", "--cell", "crt 3-1/4", "--as", "Xx"), "crt 3-1/4: unknown code 'Xx'"),
        (
            ("sweep", "seelowe", "--cell", "crt 13-1/4", "--as", "Ex"),
            "there is no column in crt called '13-1'",
        ),
        (("sweep", "seelowe", "--strength", "71id=+1"), "there is no unit in seelowe/hythe called '71id'"),
        (("sweep", "seelowe", "--turns", "many"), "'turns many' is no edit"),
        (("sweep", "seelowe", "--ruling", "odds=up"), "there is no ruling 'odds'"),
        (
            ("sweep", "seelowe", "--variant-profile", "errat"),
            "there is no profile 'errat'; did you mean errata?",
        ),
        (("sweep", "seelowe", "--turns", "3", "--out", "docs"), "docs has something else in it"),
        (("report", "nowhere"), "there is no folder nowhere"),
        (("report", "docs"), "docs is no folder of results: there is no match.json"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(
    here: Grognard, arguments: tuple[str, ...], says: str
) -> None:
    done = here("lab", *arguments)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert not done.stdout


def test_without_its_packages_the_command_says_how_to_get_them(
    here: Grognard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    for arguments in (("balance", "seelowe"), ("report", str(KEPT)), ("sweep", "seelowe", "--turns", "3")):
        said = here("lab", *arguments).stderr
        assert said.startswith("grognard: this needs the extra lab: ")
        assert said.endswith("-m pip install 'grognard[lab]'\n")


def test_a_balance_is_played_told_and_kept(here: Grognard, tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = (
        "lab",
        "balance",
        "seelowe/hythe",
        "--between",
        "random",
        "random",
        "--games",
        "4",
        "--workers",
        "1",
        "--out",
        str(out),
    )
    done = here(*command)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("In 4 games the German side wins ")
    assert "report.html" in done.stdout
    assert (out / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    told = json.loads(here(*command, "--format", "json").stdout)
    assert told["balance"]["games"] == told["match"]["games"] == 4
    assert sum(told["balance"]["verdicts"].values()) == 4


def test_a_sweep_is_played_with_the_same_dice_and_told(here: Grognard, tmp_path: Path) -> None:
    out = tmp_path / "out"
    players = ("--between", "random", "random", "--workers", "1", "--out", str(out))
    done = here(*SWEEP, "--turns", "1", *players)
    assert done.returncode == 0, done.stderr
    told = json.loads(here("lab", "report", str(out), "--format", "json").stdout)
    (shorter,) = told["changes"]
    before, after = shorter["figures"]["turns"]
    assert (shorter["name"], after) == ("1 turn", 1)
    assert shorter["differences"]["turns"]["mean"] == 1 - before < 0
    assert "With 1 turn" in (out / "report.html").read_text(encoding="utf-8")
    assert "has another sweep, of 1 turn; name" in here(*SWEEP, "--turns", "2", "--out", str(out)).stderr


def test_reports_are_made_again_from_what_is_kept(here: Grognard, tmp_path: Path) -> None:
    kept = copytree(KEPT, tmp_path / "kept")
    batch, sweep = here("lab", "report", str(kept / "base")), here("lab", "report", str(kept))
    assert batch.stdout.startswith("In 12 games the German side wins ")
    assert sweep.stdout.startswith("as it is: German ")
    assert (kept / "base/report.html").is_file()
    assert (kept / "report.html").is_file()
