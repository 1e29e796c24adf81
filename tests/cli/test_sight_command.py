# SPDX-License-Identifier: Apache-2.0
"""`grognard sight` as a user runs it, each line followed by eye on the map of the ridge."""

import json
import subprocess
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from grognard.games.panzerblitz import questions
from grognard.hexes import load_map

Grognard = Callable[..., subprocess.CompletedProcess[str]]
RIDGE = load_map(Path(__file__).parent.parent / "games" / "panzerblitz" / "ridge.toml")


@pytest.fixture(autouse=True)
def ridge(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the ridge in the place of the game's maps."""
    query = import_module("grognard.cli.map_query")
    for module in (query, questions):
        monkeypatch.setattr(module, "game_map", lambda _game, _name: RIDGE)
    monkeypatch.setattr(query, "main_map", lambda _game: "ridge")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--to", "0504"], "0501 does not see 0504: blocked by the green side between 0501 and 0502: TET ground to ground, ALL"),
        (["--to", "0401"], "0501 sees 0401"),
        (["--to", "0301"], "0501 does not see 0301: blocked by the green side between 0401 and 0501: TET ground to ground, ALL, touched in a tie by ruling sight-line"),
    ],
)  # fmt: skip
def test_one_line_from_the_woods(here: Grognard, options: list[str], said: str) -> None:
    done = here("sight", "panzerblitz/ridge", "--from", "0501", *options)
    assert (done.returncode, " ".join(done.stdout.split()), done.stderr) == (0, said, "")


def test_a_target_in_cover_must_be_spotted(here: Grognard) -> None:
    look = ("sight", "panzerblitz", "--from", "0503", "--to", "0501")
    assert " ".join(here(*look).stdout.split()) == (
        "0503 sees 0501, but the target in 0501 is in woods and not spotted: "
        "no friendly unit that is not dispersed is adjacent to it, by ruling spotting"
    )
    assert here(*look, "--friends", "0101,0401").stdout == "0503 sees 0501\n"


def test_profiles_and_rulings_count(here: Grognard) -> None:
    look = ("sight", "panzerblitz", "--from", "0503", "--to", "0903")
    assert here(*look).stdout == "0503 sees 0903\n"
    assert "woods on the hilltop 0703" in here(*look, "--profile", "errata").stdout
    assert (
        here(*look, "--profile", "errata", "--ruling", "hilltop-cover=symbols").stdout == "0503 sees 0903\n"
    )


def test_all_that_is_seen_from_the_gully(here: Grognard) -> None:
    """0102 lies in the gully: its four neighbours, and the slope 0303; within 2 all else is level ground."""
    look = ("sight", "panzerblitz", "--from", "0102", "--range", "2")
    heading, seen = here(*look).stdout.splitlines()
    assert heading == "0102 sees 5 of 9 hexes"
    assert set(seen.split()) == {"0101", "0103", "0201", "0202", "0303"}
    data = json.loads(here(*look, "--format", "json").stdout)
    assert (data["start"], set(data["hidden"])) == ("0102", {"0104", "0203", "0301", "0302"})


def test_what_is_seen_drawn_on_the_map(here: Grognard) -> None:
    drawn = here("sight", "panzerblitz", "--from", "0102", "--range", "2", "--format", "map").stdout
    assert "01 | o     -     w\n   |    o     .\n02 | @     -     .\n   |    o     .\n" in drawn


def test_without_a_hex_the_question_is_listed(here: Grognard) -> None:
    done = here("sight", "panzerblitz")
    assert done.stdout.startswith("TET Line of fire: grognard sight panzerblitz/ridge [options]")
    assert "--friends" in done.stdout


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--to", "0501"], "say --from (the hex of the firing unit)"),
        (["--from", "0501", "--to", "0501"], "the firing unit is in 0501 itself; name another hex to fire at"),
        (["--from", "0501", "--to", "1001"], "'1001' is off the map, which has 0101 to 0905"),
        (["--from", "0501", "--range", "0"], "a range is 1 or more, not 0"),
        (["--from", "0501", "--ruling", "sight-line=bent"], "there is no option of ruling sight-line called 'bent'; there are straight, paths"),
        (["--from", "0501", "--format", "svg"], "there is no format 'svg'; there are text, json, map"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(here: Grognard, options: list[str], sentence: str) -> None:
    done = here("sight", "panzerblitz/ridge", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"grognard: {sentence}")
    assert done.stderr.count("\n") == 1
