# SPDX-License-Identifier: Apache-2.0
"""`grognard play` in the browser: what was named is opened, what means nothing there is refused, and a port is found."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

Here = Callable[..., subprocess.CompletedProcess[str]]
LYSNA = Path(__file__).parents[2] / "examples" / "lysna"


class Board:
    """The command as a user runs it, with a browser that only notes what it is to open."""

    def __init__(self, data: Path, *arguments: str) -> None:
        browser = data.parent / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" >> {data.parent}/opened\n', encoding="utf-8")
        browser.chmod(0o755)
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "grognard", "play", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "GROGNARD_DATA": str(data), "BROWSER": f"{browser} %s"},
        )

    def says(self, word: str) -> str:
        """Return the next line that has a word in it."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if word in line:
                return line.strip()
        raise EOFError(self.process.stderr.read() if self.process.stderr else "")

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=60)


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Callable[..., Board]]:
    running: list[Board] = []

    def begin(*arguments: str) -> Board:
        running.append(Board(tmp_path / "data", *arguments))
        return running[-1]

    yield begin
    for board in running:
        board.stop()


def seat(link: str) -> dict[str, object]:
    """Return what is seen at the table of a link."""
    page, key = link.split("#")
    address, table = page.split("/t/")
    seen = httpx.get(f"{address}/api/tables/{table}", headers={"Authorization": f"Bearer {key}"}, timeout=60)
    view: dict[str, object] = seen.json()
    return view


def test_the_scenario_that_is_named_is_opened_with_its_options(play: Callable[..., Board]) -> None:
    board = play(
        "seelowe/hythe", "--side", "British", "--against", "random", "--port", "0", "--ruling", "odds-rounding=nearest"
    )  # fmt: skip
    link = board.says("Your table is at").split()[-1]
    view = seat(link)
    assert (view["game"], view["scenario"]) == ("seelowe", "hythe")
    assert (view["you"], view["rulings"]) == (["British"], {"odds-rounding": "nearest"})
    # A second one goes to the server that runs already, and has its own table there.
    second = play("seelowe/hythe")
    assert "already" in second.says("Grognard is at")
    assert second.says("Your table is at").split()[-1].split("/t/")[0] == link.split("/t/")[0]
    assert second.process.wait(timeout=60) == 0


def test_a_game_of_ones_own_is_opened_by_its_path(play: Callable[..., Board]) -> None:
    view = seat(play(f"{LYSNA}/bridges", "--port", "0").says("Your table is at").split()[-1])
    assert (view["game"], view["scenario"]) == ("lysna", "bridges")


def test_another_port_is_taken_if_the_usual_one_is(play: Callable[..., Board]) -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            other.bind(("127.0.0.1", 8000))
            other.listen()
        except OSError:
            pass  # another program has it, which is as good
        board = play()
        assert "8000" in board.says("Another program has port")
        address = board.says("Grognard is at").split()[3]
        assert ":8000/" not in address
        assert httpx.get(f"{address}api/games", timeout=60).status_code == 200


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nogame",), "there is no game 'nogame'"),
        (("seelowe/nofile",), "there is no scenario in seelowe called 'nofile'"),
        (("seelowe/hythe", "--side", "French"), "there is no side 'French'; there are German, British"),
        (("seelowe/hythe", "--against", "nobody"), "there is no opponent 'nobody'"),
        (("seelowe/hythe", "--ruling", "x=y"), "there is no ruling"),
        (("seelowe/hythe", "--seed", "4"), "--seed is for the terminal: say --text, too"),
        (("seelowe/hythe", "--load", "/nonexist"), "--load is for the terminal: say --text, too"),
        (("--side", "German"), "name the scenario to play, as GAME/SCENARIO"),
        (("seelowe/hythe", "--text", "--port", "4"), "--port is for the browser"),
    ],
)
def test_what_means_nothing_there_is_refused(here: Here, arguments: tuple[str, ...], says: str) -> None:
    done = here("play", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr


def test_a_faulty_game_of_ones_own_takes_no_list_down(
    here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoiled = shutil.copytree(LYSNA, tmp_path / "games" / "spoiled")
    crashing = shutil.copytree(LYSNA, tmp_path / "games" / "crashing")
    for folder, text in ((spoiled, "weeks = 1"), (crashing, "days = 1")):
        rules = (folder / "rules.toml").read_text(encoding="utf-8").replace("days = 1", text)
        (folder / "rules.toml").write_text(rules, encoding="utf-8")
    rules = (crashing / "rules.toml").read_text(encoding="utf-8")
    (crashing / "rules.toml").write_text(f'python = "own"\n{rules}', encoding="utf-8")
    (crashing / "own.py").write_text("raise KeyError('a mistake')\n", encoding="utf-8")
    monkeypatch.setenv("GROGNARD_GAMES", os.pathsep.join([str(tmp_path / "games"), "/nonexist"]))
    for command in ("games", "odds", "rulings", "doubts"):
        done = here(command)
        assert done.returncode == 0
        assert "seelowe" in done.stdout
        assert "$GROGNARD_GAMES names /nonexist, and there is no game in it" in done.stderr
    listed = here("games")
    assert "spoiled is left out: " in listed.stderr
    assert "weeks: is not known here" in listed.stderr
    assert "crashing is left out: KeyError: 'a mistake'" in listed.stderr


def test_a_game_without_rules_says_what_is_missing(here: Here, tmp_path: Path) -> None:
    folder = shutil.copytree(LYSNA, tmp_path / "lysna-bare")
    (folder / "rules.toml").unlink()
    for command in (("play", str(folder), "--text"), ("play", str(folder)), ("fuzz", str(folder))):
        assert f"lysna-bare cannot be played: there is no {folder}/rules.toml" in here(*command).stderr


def test_a_chart_is_found_by_the_path_of_its_game() -> None:
    import grognard  # noqa: PLC0415

    assert grognard.chart(str(LYSNA), "crt")["3-1", 6].text == "D1"
