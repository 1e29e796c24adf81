# SPDX-License-Identifier: Apache-2.0
"""Jarama's procedures as they are typed, and the same text driven by a map."""

import json
import re
import subprocess
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from test_jarama_told import asked

from grognard.games.jarama.combat import Battlefield, Fought, battle
from grognard.games.jarama.procedures import COMBAT
from grognard.games.jarama.random_loss import Shown
from grognard.games.jarama.recon import report_lines
from grognard.games.jarama.terms import CARD
from grognard.umpire import Choose, Roll, Rule, drive

Here = Callable[..., subprocess.CompletedProcess[str]]


def test_odds_as_typed(here: Here) -> None:
    """8-4 is 2-1: A2D1, A1D1 twice, A1D2, D1, D1R1 three times, D1R2 twice; nobody of effectiveness 7 tests."""
    typed = "combat --attackers 8/9/7 --defenders 4/9/7"
    done = here("odds", "jarama", *typed.split(), "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    found = {each["result"]: each["probability"] for each in json.loads(done.stdout)["outcomes"]}
    assert found == {
        "A2D1": "1/10", "A1D1": "1/5", "A1D2": "1/10", "D1": "1/10", "D1R1": "3/10", "D1R2": "1/5",
    }  # fmt: skip


def test_who_loses_is_in_the_data(here: Here) -> None:
    """1-1 and a 4, A1D1: the 2nd attacker, the one defender."""
    typed = "combat --attackers 3/2/5,3/1/5 --defenders 4/3/5 --dice 4,6"
    done = here("resolve", "jarama", *typed.split(), "--format", "json")
    assert json.loads(done.stdout)["outcome"] == {
        "result": "A1D1",
        "attackers": [{"unit": "3/1/5", "loses": 1, "eliminated": True, "demoralised": False, "retreats": 0}],
        "defenders": [
            {"unit": "4/3/5", "loses": 1, "eliminated": False, "demoralised": False, "retreats": 0}
        ],
        "retreats": 0,
        "advance": False,
    }


def test_many_outcomes_are_told_by_their_parts(here: Here) -> None:
    """8-1+ loses the attacker nothing and always drives the defender out."""
    typed = "combat --attackers 80/9/5 --defenders 4/3/4,3/3/4,2/2/4"
    said = here("odds", "jarama", *typed.split()).stdout
    assert re.search(r"points the attacker loses +0 +█+ +100.0%", said)
    assert re.search(r"the attacker may advance +yes +█+ +100.0%", said)
    assert "outcomes in all: --format json has every one\n" in said


def test_what_is_taken_for_granted_is_told_in_full(here: Here) -> None:
    """Any unit is first the one with most points, 4/3/5; after it lost one, the first of two with two."""
    typed = "random-loss --units 5/2/5,4/3/5,3/1/5 --points 2"
    said = " ".join(here("odds", "jarama", *typed.split()).stdout.split())
    assert "any unit of the Republican side loses a point: 4/3/5 or 5/2/5" in said


def test_games_name_the_procedures(here: Here) -> None:
    said = " ".join(here("games").stdout.split())
    assert "procedures combat, bombardment, anti-air, air-recon, ground-recon, demoralization" in said


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("combat --attackers 6/3/5", "say --defenders (the units in the hex from the top"),
        ("combat --attackers 6/3 --defenders 5/4/4", "'6/3' is no unit; write combat factor/Troop points/effectiveness"),
        ("combat --attackers , --defenders 5/4/4", "name the attacking units, such as 6/3/5,tanks8/2/6/4"),
        ("combat --attackers 6/0/5 --defenders 5/4/4", "'6/0/5' is no unit"),
        ("combat --attackers 6/3/99 --defenders 5/4/4", "6/3/99: effectiveness is a number from 0 to 10, not 99"),
        ("combat --attackers 6/3/5:slope:level --defenders 5/4/4 --hill", "6/3/5 attacks up a slope, so it does not stand as high"),
        ("combat --attackers 6/3/5 --defenders 5/4/4 --mobile --cas 4", "neither batteries nor aircraft support a mobile attack"),
        ("combat --attackers 6/3/5 --defenders 5/4/4 --mobile --artillery 3", "neither batteries nor aircraft support a mobile attack"),
        ("combat --attackers 6/3/5 --defenders 5/4/4 --cas -1", "name CAS points from 0 to 999, not -1"),
        ("combat --attackers 6/3/5 --defenders 5/4/4 --terrain swamp", "there is no --terrain 'swamp'; there are clear,"),
        ("bombardment --points 0 --units 5/4/4", "name bombardment points from 1 to 999, not 0"),
        ("anti-air --points 5 --aa -2", "name AA factors from 0 to 999, not -2"),
        ("air-recon --units 0", "there are at least 1 and at most 10 units in the hex, not 0"),
        ("air-recon --units 11", "a hex holds at most 10 units (random-loss: its last row), and here are 11"),
        ("demoralization --effectiveness -1 --losses 1", "effectiveness is a number from 0 to 10, not -1; the card prints 4 to 7"),
        ("demoralization --effectiveness 99 --losses 1", "effectiveness is a number from 0 to 10, not 99; the card prints 4 to 7"),
        ("demoralization --effectiveness 4 --losses 100", "losses are a number from 0 to 99, not 100"),
        ("victory --nationalist -1 --republican 1", "VP's are numbers from 0 up"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(here: Here, typed: str, sentence: str) -> None:
    done = here("odds", "jarama", *typed.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"grognard: {sentence}")
    assert done.stderr.count("\n") == 1


class Valley(Battlefield):
    """A map on which every retreat costs the first defender a point."""

    def shown(self) -> tuple[Shown | None, Shown | None]:
        return None, lambda lost: f"lost so far: {lost}"

    def retreat(self, fought: Fought) -> Rule[Fought]:
        yield Choose("Republican", "retreat to", ("0101", "0202"))
        first, *others = fought.defenders
        return replace(fought, defenders=(first + 1, *others), position="0202")


def test_a_map_drives_the_same_battle() -> None:
    """8-1+ at 1, D1R2: any unit, then the retreat with its own loss, then both losses count for morale.

    Three units of effectiveness 5: a 10 is any, the owner takes the 1st; with the point of the retreat that makes two,
    and it tests: a 7 is R. What is shown when the owner is asked is the position then.
    """
    _, sheet = asked("combat attackers=80/9/5 defenders=4/3/5,3/3/5,2/3/5")
    asks, dice = [], iter([1, 10, 7])

    def answer(ask: Roll[str] | Choose[str]) -> str:
        asks.append((COMBAT.asks(ask), None if isinstance(ask, Roll) else ask.now))
        return ask.read[next(dice)] if isinstance(ask, Roll) else ask.options[0]

    outcome, fought = drive(battle(sheet, Valley()), answer)
    assert asks == [
        ("roll 1d10 combat", None),
        ("roll 1d10 Republican 1st Troop point", None),
        ("Republican any unit of the Republican side loses a point", "lost so far: (0, 0, 0)"),
        ("Republican retreat to", None),
        ("roll 1d10 demoralization of 4/3/5", None),
    ]
    assert fought.position == "0202"
    (fate,) = outcome.defenders
    assert (fate.unit, fate.loses, fate.retreats, outcome.retreats) == ("4/3/5", 2, 1, 2)


@pytest.mark.parametrize(
    ("table", "column"), [("air-recon", "Result"), ("ground-recon", "Information obtained")]
)
def test_before_the_die_is_rolled_no_row_of_a_reconnaissance_is_read(table: str, column: str) -> None:
    """The page lights the row that a line names: here there is only the column to roll in."""
    lines = [line for line in report_lines(table, 3, CARD) if line.what.endswith("on 1d10")]
    assert len(lines) > 3
    assert {line.source.split(", ")[0] for line in lines} == {f"{table}: {column}"}
