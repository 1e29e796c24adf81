# SPDX-License-Identifier: Apache-2.0
"""`grognard match` as a user runs it."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from grognard.cli.match_progress import shown_progress
from grognard.lab.batch.certainty import Certainty
from grognard.lab.batch.results import Results, done_spans
from grognard.lab.batch.run import Progress

Grognard = Callable[..., subprocess.CompletedProcess[str]]
GAMES = ("match", "seelowe/hythe", "--between", "random", "random")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("seelowe/dover",), "there is no scenario in seelowe called 'dover'"),
        (("dover",), "there is no game 'dover'"),
        (("seelowe", "--between", "greedy", "clever"), "there is no program 'clever'"),
        (("seelowe", "--games", "0"), "games come in pairs"),
        (("seelowe", "--games", "7"), "even and at least 2, not 7"),
        (
            ("seelowe", "--games", f"{10**20}"),
            "a match has at most 1,000,000,000 games, not 100,000,000,000,0",
        ),
        (("seelowe", "--out", "README.md"), "README.md is a file, and results are kept in a folder"),
        (("seelowe", "--out", "docs"), "docs has something else in it"),
        (("seelowe", "--format", "xml"), "there is no format 'xml'"),
        (("seelowe", "--ruling", "odds"), "'odds' is not a ruling"),
        (("seelowe", "--profile", "errat"), "there is no profile 'errat'; did you mean errata?"),
        (
            ("seelowe", "--elo", "20"),
            "--elo says when --until-sure is sure enough; without that all games are played",
        ),
        (("seelowe", "--workers", "-1"), "--workers is at least 0;"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    grognard: Grognard, arguments: tuple[str, ...], says: str
) -> None:
    done = grognard("match", *arguments)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert not done.stdout


def test_without_its_packages_the_command_says_how_to_get_them(
    grognard: Grognard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    done = grognard("match", "seelowe")
    # By the Python that runs, whose pip may not be on the path.
    python, says = done.stderr.removeprefix("grognard: this needs the extra lab: ").split(maxsplit=1)
    assert Path(python).resolve() == Path(sys.executable).resolve()
    assert says == "-m pip install 'grognard[lab]'\n"
    assert done.returncode == 2
    assert "no scenario in seelowe called 'dover'" in grognard("match", "seelowe/dover").stderr


def run(*arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "grognard", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(tmp_path: Path, grognard: Grognard) -> None:
    """Sent to the whole group, as a terminal does, once the first games are there."""
    folder = tmp_path / "results"
    command = (*GAMES, "--games", "6000", "--workers", "1", "--out", str(folder))
    process = run(*command)
    while not done_spans(folder):
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    told = process.communicate(timeout=60)[1]
    there = done_spans(folder)
    games = there[-1][1] + 1
    assert process.returncode == 130
    assert told == (
        f"grognard: stopped; {games:,} games of 6,000 are kept in {folder}, and the same command goes on\n"
    )
    assert games < 6000
    rows = Results(folder).games().collect()
    # The same number of games asked for again, of which all but a few are there, takes no process of its own.
    (folder / "match.json").write_text(
        (folder / "match.json").read_text().replace('"games": 6000', f'"games": {games - games % 2}')
    )
    csv = grognard(*GAMES, "--games", str(games - games % 2), "--out", str(folder), "--format", "csv")
    assert csv.returncode == 0
    assert csv.stdout == rows.write_csv()
    assert csv.stdout.splitlines()[0].startswith("game,pair,swapped,")
    result = json.loads(
        grognard(*GAMES, "--games", str(games - games % 2), "--out", str(folder), "--format", "json").stdout
    )
    assert result["games"] == rows.height
    assert result["a"]["won"] == rows.filter(rows["score_a"] == 1).height
    assert result["sides"] == {
        side: rows.filter(rows["winner"] == side).height for side in ("German", "British", "")
    }
    text = grognard(*GAMES, "--games", str(games - games % 2), "--out", str(folder)).stdout
    assert text.startswith(f"seelowe/hythe: random (a) against random (b), {rows.height:,} games\n")
    assert f"The games are in {folder}\n" in text.replace("\n", "") + "\n"
    # Ended when it was sure, the interval that is told is the one that holds whenever one ends.
    until = ("--until-sure", "--elo", "1000", "--format", "json")
    sure = json.loads(
        grognard(*GAMES, "--games", str(games - games % 2), "--out", str(folder), *until).stdout
    )
    certainty, scores = Certainty(1000), rows["score_a"].to_list()
    while not certainty.answer:
        at = 2 * certainty.pairs
        certainty.add((scores[at] + scores[at + 1]) / 2)
    assert (sure["sure"], sure["games"]) == ("even", 2 * certainty.pairs)
    assert sure["score"] == msgspec.to_builtins(certainty.interval)


def test_where_there_is_no_terminal_progress_is_a_line_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr("grognard.cli.match_progress.monotonic", lambda: now)
    with shown_progress("greedy against random") as watch:
        watch(Progress(100, 400, 100))
        for done in (150, 200, 250):
            now += 20
            watch(Progress(done, 400, 100))
    assert capsys.readouterr().err == "greedy against random: 200 of 400 games, 80 seconds left\n"
