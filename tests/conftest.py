# SPDX-License-Identifier: Apache-2.0
"""What several tests share: chart files made on the spot, and the command run as a user runs it."""

import io
import os
import subprocess
import sys
from asyncio import events
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from shares import dealt, folder

import grognard as library
from grognard.cli import main
from grognard.registry import GAMES_VARIABLE

ROOT = Path(__file__).parent.parent

# A busy machine is no failure.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")

pytest_plugins = ["server_fixtures", "web_fixtures"]


def pytest_xdist_auto_num_workers() -> int | None:
    """Three processes for each core: many tests wait, for a browser or a server. A number that is set goes first."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return 3 * cores


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the tests into the order in which they are done soonest by as many processes as there are."""
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers > 1:
        items[:] = dealt(((folder(item.path, ROOT / "tests"), item) for item in items), workers)


# A sound chart that a test may spoil: two columns, a die, a ladder.
SOUND = '''\
title = "A small CRT"
source = "made up for tests"
table = """
Die | 1-1 | 2-1
----+-----+----
1   | AE  | NE
2   | AE  | NE
3   | NE  | NE
4   | NE  | DE
5   | NE  | DE
6   | DE  | DE
"""

[rows]
kind = "die"
dice = "1d6"
ladder = "up"

[columns]
kind = "odds"
name = "Odds"
above = "clamp"
ladder = "up"

[cells]
ladder = ["AE", "NE", "DE"]

[codes]
AE = "Attacker eliminated."
NE = "No effect."
DE = "Defender eliminated."
'''

# What a test may add to it: a correction of one cell, and a book with a ruling that decides between two options.
ERRATUM = """
[[errata]]
rows = ["4"]
columns = ["2-1"]
printed = "DE"
corrected = "NE"
why = "for the test"
sure = "high"
"""
RULING = """
[first]
charts = ["small"]
question = "Which?"
card = "printed"
errata = "corrected"
why = "for the test"
sure = "high"
[first.options]
printed = "this"
corrected = "that"
"""


@pytest.fixture(autouse=True)
def loops_of_their_own(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let tests run loops: where a browser was driven before in this process, its loop counts as running ever after."""
    browsers = None if "chromium" in request.fixturenames else events._get_running_loop()
    if browsers:
        events._set_running_loop(None)
    yield
    if browsers:
        events._set_running_loop(browsers)


@pytest.fixture
def erratum() -> str:
    return ERRATUM


@pytest.fixture
def ruling() -> str:
    return RULING


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write the sound chart with some of its text replaced, each text once."""

    def written(*changes: tuple[str, str], text: str = SOUND) -> Path:
        for old, new in changes:
            assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
            text = text.replace(old, new)
        path = tmp_path / "small.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return written


@pytest.fixture
def process() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run the command of the library under test in a process of its own, 80 columns wide and without colour."""
    plain = {"PATH": "", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8", "PYTHONUTF8": "1"}
    source = str(Path(library.__file__).parent.parent)

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-W", "error", "-m", "grognard", *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**plain, "PYTHONPATH": source, **environment},
            cwd=ROOT,
            check=False,
        )

    return run


@pytest.fixture
def here(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run the command in this process: the compiled searches are then loaded once for all tests."""

    def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        monkeypatch.setenv("COLUMNS", "80")
        # A command that is given the path of a game lists it; what it lists ends with the test.
        monkeypatch.setenv(GAMES_VARIABLE, os.environ.get(GAMES_VARIABLE, ""))
        monkeypatch.setattr(sys, "argv", ["grognard", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        said = capfd.readouterr()
        code = ended.value.code
        assert isinstance(code, int)
        return subprocess.CompletedProcess(list(arguments), code, said.out, said.err)

    return run


@pytest.fixture
def grognard(
    here: Callable[..., subprocess.CompletedProcess[str]], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run the command in this process from the root of the repository, as its documents show it."""
    monkeypatch.chdir(ROOT)
    return here
