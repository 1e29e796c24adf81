# SPDX-License-Identifier: Apache-2.0
"""The procedures as they are typed: at the command line and in the fields of a form."""

import json
import subprocess
from collections.abc import Callable

import pytest

Here = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize(
    ("typed", "chances"),
    [
        ("fire --attackers panther@6 --targets t34-85", {"X": "1/2", "DD": "1/3", "-": "1/6"}),
        ("overrun --attackers panther --targets s-rifle --terrain ford", {"X": "1/2", "DD": "1/3", "D": "1/6"}),
        ("close-assault --attackers g-smg --targets t34-85", {"X": "1/6", "DD": "1/6", "D": "1/3", "-": "1/3"}),
        ("minefield --targets t34-85", {"X": "1/6", "DD": "1/3", "D": "1/6", "-": "1/3"}),
    ],
)  # fmt: skip
def test_odds_as_typed(here: Here, typed: str, chances: dict[str, str]) -> None:
    """By hand: 32-10 is 3-1; 16-16 overrun is 2-1 less 2; 6-10 is 1-2 less 2; mines are 2-1."""
    done = here("odds", "panzerblitz", *typed.split(), "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)["outcomes"]
    assert {each["result"]: each["probability"] for each in found} == chances


def test_what_becomes_of_each_unit_is_in_the_data(here: Here) -> None:
    typed = "--attackers panther@6/1,pz4@4/2 --targets js2,t34-85:dispersed --technique each --dice 2,4"
    done = here("resolve", "panzerblitz", "fire", *typed.split(), "--format", "json")
    assert json.loads(done.stdout)["outcome"] == {
        "result": "DD DD",
        "fates": [{"unit": "js2", "becomes": "dispersed"}, {"unit": "t34-85", "becomes": "eliminated"}],
    }


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("fire --attackers panter@6 --targets js2", "there is no unit 'panter'; did you mean panther"),
        ("fire --attackers g-rifle@1 --targets js2", "Rifle platoon may not fire at armor at 1: May attack only"),
        ("fire --attackers panther@6 --targets js2 --terrain sand", "there is no --terrain 'sand'; there are clear, town"),
        ("fire --targets js2", "say --attackers (who fires, and from how far: panther@5;"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(here: Here, typed: str, sentence: str) -> None:
    done = here("odds", "panzerblitz", *typed.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"grognard: {sentence}")
    assert done.stderr.count("\n") == 1
