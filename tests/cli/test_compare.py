# SPDX-License-Identifier: Apache-2.0
"""`grognard compare`, `odds` and `resolve` as a user runs them; chances counted by hand on the card."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Grognard = Callable[..., subprocess.CompletedProcess[str]]
ATTACK = ("seelowe", "combat", "--attackers", "6,6,5", "--defenders", "5")


def rows(text: str) -> dict[str, list[str]]:
    """Read the lines of a table that end in shares: what stands before them, and the shares."""
    found = {}
    for line in text.splitlines():
        words = line.split()
        shares = [word for word in words if word == "-" or word.endswith("%")]
        if shares and words[-len(shares) :] == shares:
            found[" ".join(words[: -len(shares)])] = shares
    return found


def test_what_would_change_an_attack_over_a_river(grognard: Grognard) -> None:
    """17 to 5 is 3-1, and 2 off the die reads -1 to 4: Ar, Br, Br, Dr, Dr, Ex.

    4-1 needs 20 to 5 or 17 to 4; 2-1 is 14 to 5 or 17 to 6. Without the river the die reads 1 to 6.
    """
    done = grognard("compare", *ATTACK, "--river")
    assert (done.returncode, done.stderr) == (0, "")
    assert max(map(len, done.stdout.splitlines())) <= 80
    found = rows(done.stdout)
    assert next(iter(found)) == "as it is"
    assert found["as it is"] == ["16.7%", "33.3%", "33.3%", "16.7%", "-"]
    assert found["river no"] == ["-", "16.7%", "33.3%", "33.3%", "16.7%"]
    for label in ("attackers +3: 6,6,8", "attackers -3: 6,6,2", "defenders +1: 6", "defenders -1: 4"):
        assert label in found
    assert found["attackers -3: 6,6,2"] == found["defenders +1: 6"] == ["50.0%", "33.3%", "16.7%", "-", "-"]
    said = " ".join(done.stdout.split())
    assert "attack strength: 20; odds 20-5: 4-1 5-1" in said
    assert "not allowed, attack-supply isolated: isolated units may not attack (13.0 supply)" in said
    assert "the same: side British, terrain beach, terrain forest," in said
    assert "the same results with other effects: terrain city, attackers-in-city yes" in said


def test_how_many_more_until_an_attack_is_allowed(grognard: Grognard) -> None:
    """2 to 5 is less than 1-2; 3 to 5, or 2 to 4, is 1-2."""
    done = grognard("compare", "seelowe", "combat", "--attackers", "2", "--defenders", "5")
    assert done.returncode == 0
    assert done.stdout.startswith("attacks at less than 1-2 odds are not permitted, and this is 2-5 (8.8)")
    assert {"attackers +1: 3", "defenders -1: 4"} <= rows(done.stdout).keys()


def test_situations_side_by_side_with_exact_fractions(grognard: Grognard, tmp_path: Path) -> None:
    smaller = tmp_path / "smaller.toml"
    smaller.write_text('attackers = [6, 6]\nterrain = "forest"\n', encoding="utf-8")
    changes = ("--and", "river=yes,attackers=6,6,5,defenders=5", "--and", "sea=yes", "--with", str(smaller))
    cases = json.loads(grognard("compare", *ATTACK, *changes, "--format", "json").stdout)["situations"]
    base, river, sea, forest = cases
    assert base["label"] == "as it is"
    assert river["changes"] == {"river": "yes"}
    assert {each["result"]: each["probability"] for each in river["outcomes"]} == {
        "Ar": "1/6",
        "Br": "1/3",
        "Dr": "1/3",
        "Ex": "1/6",
    }
    assert forest["situation"]["attackers"] == [6, 6]
    assert [line["value"] for line in forest["worksheet"]] == ["12", "5", "2-1", "-2", "-2"]
    assert "outcomes" not in sea
    assert sea["refusal"] == "across a sea hexside: Attacks not permitted. (13.0)"


def test_a_situation_from_a_file_with_options_on_top(grognard: Grognard, tmp_path: Path) -> None:
    """What `odds` wrote can be read again, by `odds` and by `resolve`."""
    path = tmp_path / "attack.json"
    path.write_text(grognard("odds", *ATTACK, "--format", "json").stdout, encoding="utf-8")
    plain = grognard("odds", "seelowe", "combat", "--situation", str(path), "--river")
    assert plain.stdout == grognard("odds", *ATTACK, "--river").stdout
    command = ("resolve", "seelowe", "combat", "--situation", str(path), "--dice", "4", "--format", "json")
    done: dict[str, Any] = json.loads(grognard(*command).stdout)
    assert done["transcript"][0] == {"asked": "roll 1d6 8.8 combat", "answer": "4 -> Ex"}
    assert done["says"] == "Ex: attacker loses 5, defender loses 5"
    assert done["outcome"]["attackers_lost"] == [5]


def test_a_ruling_is_switched_for_odds_and_resolve(grognard: Grognard) -> None:
    """7 to 2 is 3-1 rounded down; by the other ruling it is 4-1."""
    attack = (
        "seelowe",
        "combat",
        "--attackers",
        "7",
        "--defenders",
        "2",
        "--ruling",
        "odds-rounding=nearest",
    )
    assert "odds 7-2          4-1" in grognard("odds", *attack).stdout
    assert "odds 7-2          4-1" in grognard("resolve", *attack, "--seed", "1").stdout


def test_help_is_made_from_the_situation(grognard: Grognard) -> None:
    for asked in (("odds", "seelowe", "combat"), ("compare", "seelowe", "combat", "--help")):
        done = grognard(*asked)
        assert done.returncode == 0
        assert "--river                                 a unit attacks across a river" in done.stdout
    listed = grognard("resolve", "--help").stdout
    assert "--dice 4,2" in listed
    assert "grognard resolve seelowe air-attack 10.0 Air attack" in " ".join(listed.split())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["compare", "seelowe", "fight"], "there is no procedure in seelowe called 'fight'; there are combat, air-attack"),
        (["compare", *ATTACK, "--and", "forest"], "'forest' says no change; write it as river=yes,terrain=forest"),
        (["compare", *ATTACK, "--and", "rivers=yes"], "there is no option 'rivers'; did you mean river?"),
        (["compare", *ATTACK, "--with", "none.toml"], "cannot read none.toml: no such file or directory"),
        (["compare", *ATTACK, "--format", "csv"], "there is no format 'csv'; there are text, json"),
        (["odds", *ATTACK, "--situation", "README.md"], "README.md is not JSON: "),
        (["odds", "seelowe", "combat", "--river"], "say --attackers (printed strengths of the attacking units) and --defenders"),
        (["resolve", *ATTACK], "give the dice as they fell (--dice 4,2) or a seed (--seed 7), one of the two"),
        (["resolve", *ATTACK, "--dice", "²"], "'²' is not a die; write --dice 4,2"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(grognard: Grognard, arguments: list[str], sentence: str) -> None:
    done = grognard(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"grognard: {sentence}")
    assert done.stderr.count("\n") == 1
