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
        ("combat-1945 --attackers 2/4 --defenders 6/4 --terrain rough", {"A 1": "1"}),
        ("overrun --period 1945 --attackers 4/4 --defenders 4/4 --defenders-oos",
         {"A 2": "0", "A 1": "1/12", "ne": "1/12", "D 1": "1/9"}),
    ],
)  # fmt: skip
def test_odds_as_typed(here: Here, typed: str, chances: dict[str, str]) -> None:
    """By hand, 1:1 with +2: 2 and 3 come to 4 and 5, A 1; 4 to ne; 5 to D 1."""
    done = here("odds", "iron-curtain", *typed.split(), "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    found = {each["result"]: each["probability"] for each in json.loads(done.stdout)["outcomes"]}
    assert {result: found.get(result, "0") for result in chances} == chances


def test_who_loses_is_in_the_data(here: Here) -> None:
    typed = "--attackers 8/2+6/2,5+4/2 --defenders 6/2,4 --dice 1,2,4,5,1"
    done = here("resolve", "iron-curtain", "combat-1962", *typed.split(), "--format", "json")
    assert json.loads(done.stdout)["outcome"] == {
        "attackers_lose": [
            {"unit": "8/2", "steps": 1, "eliminated": False},
            {"unit": "5", "steps": 1, "eliminated": True},
        ],
        "defenders_lose": [
            {"unit": "6/2", "steps": 1, "eliminated": False},
            {"unit": "4", "steps": 1, "eliminated": True},
        ],
        "retreats": 0,
        "advance": False,
        "result": "",
    }


def test_many_outcomes_are_told_by_their_parts(here: Here) -> None:
    """At 2:1 three stacks lose none in 8 of 27; every outcome is in the data."""
    typed = ["combat-1962", "--attackers", "8/2,8/2,8/2", "--defenders", "3/2,3/2,3/2,3/2"]
    said = here("odds", "iron-curtain", *typed).stdout
    assert "steps the attacker loses     0    ███████" in said
    assert " 29.6%  8/27\n" in said
    assert "80 outcomes in all: --format json has every one\n" in said
    assert len(json.loads(here("odds", "iron-curtain", *typed, "--format", "json").stdout)["outcomes"]) == 80


def test_many_outcomes_are_compared_by_their_parts(here: Here) -> None:
    """One stack at 2:1, and in the forest at 1:1: it loses on 1-2, and on 1-3."""
    typed = ["combat-1962", "--attackers", "8/2,8/2", "--defenders", "4/2,4/2", "--and", "terrain=forest"]
    said = " ".join(here("compare", "iron-curtain", *typed).stdout.split())
    assert (
        "steps the attacker loses 0 1 2 as it is 44.4% 44.4% 11.1% terrain=forest 25.0% 50.0% 25.0%" in said
    )
    assert (
        "hexes the defender retreats 0 1 2 3 as it is 16.7% 16.7% 33.3% 33.3% terrain=forest 16.7% 33.3% 33.3% 16.7%"
        in said
    )


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("combat-1962 --attackers 8/2", "say --defenders (the units in the hex, the top one first: 12/2,6,air4/2)"),
        ("combat-1962 --attackers 8/2 --defenders x", "'x' is no unit; write its strength"),
        ("combat-1962 --attackers , --defenders 4", "name the attacking stacks, such as 12/2+8/2,6/2"),
        ("combat-1945 --attackers 8 --defenders ,", "name the defending units, such as 12/2,6"),
        ("air-strike --targets 8 --terrain sea", "there is no --terrain 'sea'; there are open, major-city"),
        ("chemical-entry --units 8", "say --side (whose units they are)"),
        ("nuclear-strike --targets ,", "name the units struck, such as 12/2,6"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(here: Here, typed: str, sentence: str) -> None:
    done = here("odds", "iron-curtain", *typed.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"grognard: {sentence}")
    assert done.stderr.count("\n") == 1
