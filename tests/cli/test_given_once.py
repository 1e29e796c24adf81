# SPDX-License-Identifier: Apache-2.0
"""What is said twice is refused: of two values one would count, and nobody would know which."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Here = Callable[..., subprocess.CompletedProcess[str]]
ATTACK = "seelowe combat --attackers 6,6 --defenders 5"


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """Return the one sentence of a refusal."""
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    return done.stderr.removeprefix("grognard: ").rstrip("\n")


@pytest.mark.parametrize("command", ["odds", "compare", "resolve --seed 1"])
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("--terrain forest --terrain city", "--terrain is given more than once; give it once"),
        ("--terrain=forest --terrain=forest", "--terrain is given more than once; give it once"),
        ("--river --river", "--river is given more than once; give it once"),
        ("--river yes --river no", "--river is given more than once; give it once"),
        ("--attackers 5", "--attackers is given more than once; give it once, with commas between several values"),
        ("--ruling odds-rounding=down --ruling odds-rounding=nearest", "ruling odds-rounding is switched to down and to nearest; switch it once"),
        ("--profile card --profile errata", "--profile is given more than once; give it once"),
        ("--format json --format text", "--format is given more than once; give it once"),
    ],
)  # fmt: skip
def test_an_option_is_given_once(here: Here, command: str, typed: str, sentence: str) -> None:
    assert refused(here(*command.split(), *ATTACK.split(), *typed.split())) == sentence


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (f"resolve {ATTACK} --seed 1 --seed 2", "--seed is given more than once; give it once"),
        (f"compare {ATTACK} --and river=yes,river=no", "'river=yes,river=no' changes river more than once; change it once"),
        ("reach seelowe/kent --from 2312 --from 2412", "--from is given more than once; give it once"),
        ("supply seelowe/kent --unit 1910 --source 2312 --source 2411", "--source is given more than once; give it once, with commas between several values"),
        ("chart seelowe crt --at 3-1,4 --at 3-1,5", "--at is given more than once; give it once"),
        ("chart seelowe crt --ruling die-clamp=clamp --ruling die-clamp=clamp", "ruling die-clamp is switched to clamp and to clamp; switch it once"),
        ("play seelowe/hythe --text --text", "--text is given more than once; give it once"),
    ],
)  # fmt: skip
def test_so_is_every_other_option(here: Here, typed: str, sentence: str) -> None:
    assert refused(here(*typed.split())) == sentence


def test_what_may_be_repeated_may(here: Here) -> None:
    """Two rulings, two situations beside the first."""
    rulings = "--ruling odds-rounding=nearest --ruling die-modifier-cap=capped"
    done = here("compare", *ATTACK.split(), *rulings.split(), "--and", "river=yes", "--and", "terrain=forest")
    assert (done.returncode, done.stderr) == (0, "")


def test_options_still_come_on_top_of_a_file(here: Here, tmp_path: Path) -> None:
    situation = tmp_path / "attack.json"
    situation.write_text('{"attackers": [6, 6], "defenders": [5], "terrain": "forest"}', encoding="utf-8")
    done = here("odds", "seelowe", "combat", "--situation", str(situation), "--terrain", "clear")
    assert done.returncode == 0
    assert "forest" not in done.stdout


def test_a_file_says_a_thing_once_too(here: Here, tmp_path: Path) -> None:
    situation = tmp_path / "attack.json"
    situation.write_text('{"attackers": [6], "defenders": [5], "attackers": [9]}', encoding="utf-8")
    done = here("odds", "seelowe", "combat", "--situation", str(situation))
    assert refused(done) == "the situation gives attackers more than once; give it once"


@pytest.mark.parametrize("number", ["1_0", "٣", "1e3", "0x6", "5.0"])
def test_a_number_is_written_in_plain_figures(here: Here, number: str) -> None:
    done = here("odds", "seelowe", "combat", "--attackers", number, "--defenders", "5")
    assert refused(done) == f"--attackers takes whole numbers, not {number!r}"


def test_a_number_too_long_for_any_card_is_told_so(here: Here) -> None:
    done = here("odds", "seelowe", "combat", "--attackers", "1234567890", "--defenders", "5")
    assert refused(done) == "--attackers takes whole numbers of at most 9 digits"
