# SPDX-License-Identifier: Apache-2.0
"""Every procedure of the card as a player would tell it, worked out by hand, with what is forbidden."""

import re
from pathlib import Path
from typing import Any

import pytest
from telling import resolved

from grognard.charts.errors import GrognardError
from grognard.procedures.forms import fill
from grognard.procedures.procedure import Procedure
from grognard.registry import Card
from grognard.registry.games import procedure

TOLD = (Path(__file__).parent / "procedures.txt").read_text(encoding="utf-8")
CASES = [case.splitlines() for case in TOLD.strip().split("\n\n")]
REFUSED = [case for case in CASES if case[-1].startswith("refused: ")]
PLAYED = [case for case in CASES if case not in REFUSED]


def asked(text: str) -> tuple[Procedure, Any]:
    """Work out `combat attackers=6/3/5 defenders=5/4/4 stood=yes with stand-still=none`."""
    typed, _, switched = text.partition(" with ")
    name, *words = typed.split(" ")
    found = procedure("jarama", name)
    situation = fill(found.situation, dict(word.split("=", 1) for word in words))
    rulings = tuple((each.split("=")[0], each.split("=")[1]) for each in switched.split())
    return found, found.worksheet(situation, Card("jarama", "card", rulings))


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case[0])
def test_a_procedure_as_told(case: list[str]) -> None:
    found, sheet = asked(case[1])
    assert sheet.told == case[2]
    worked = [f"{line.what}: {line.value}" for line in sheet.lines]
    choices: list[str] = []
    for line in case[3:]:
        if re.search(r"\[.*\]: ", line):
            choices.append(line)
        elif " -> " in line:
            thrown, _, told = line.partition(" -> ")
            dice = [int(die) for die in re.findall(r"\d+", thrown)]
            assert resolved(found, sheet, dice, choices) == told, line
            choices = []
        else:
            assert line in worked, (line, worked)


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case[0])
def test_what_the_rules_forbid_is_refused_with_its_reason(case: list[str]) -> None:
    with pytest.raises(GrognardError) as refusal:
        asked(case[1])
    assert str(refusal.value) == case[2].removeprefix("refused: ")


def test_a_whole_battle_with_every_step() -> None:
    """A fortified crossing, by hand from the card.

    Nationalists: infantry 6/3/5 across the river, tanks 8/2/6 with 4 AT points, and 9/4/6 out of supply. Artillery
    of 5, CAS of 8 under 3 AA factors. They have not moved. Republicans in a prepared position in a town: 5/4/4,
    disorganised, 4/3/4 and 3/2/4.

    Reduction: 6 at .50 = 3 (at x.5, note A). Tanks: the town has no modifier, the position x.75: 8 at .75 = 6.
    Out of supply: 9 at .50 = 5. Artillery: the best cover is one column (town or position), 5 is in 5-7, one to the
    left is 3-4, so 4. Sum 3 + 6 + 5 + 4 = 18.
    Antiair, column 3-4: a 2 is x.75, CAS 8 at .75 = 6, in 5-7, one to the left is 4: 22. Without effect 8 is in
    8-10, one to the left 7: 25.
    Defence: 5 at .50 = 3, and 4 and 3: 10. Odds 22-10 and 25-10 are both 2-1.
    Shifts: terrain -1 (once), AT 4 to 0 is 6-1+ and +3, stood still +1: +3. 2-1 becomes 5-1.
    Effectiveness: 9/4/6 has most points and 6, 5/4/4 has 4: a difference of 2; a 7 is +1.
    CRT: 9 + 1 = 10 in 5-1 is D3R2.
    Losses in row 3: a 5 is the 2nd unit, 4/3/4. A 10 is any: most points are left to 5/4/4, then to 4/3/4 and 3/2/4
    with two each; the owner takes 3/2/4. An 8 is the 3rd unit, 3/2/4 again, which is gone.
    Demoralization: 4/3/4 lost one at effectiveness 4, and a 6 is R.
    """
    found, sheet = asked(
        "combat attackers=6/3/5:river,tanks8/2/6/4,9/4/6:oos defenders=5/4/4:dsg,4/3/4,3/2/4 terrain=town"
        " position=yes artillery=5 cas=8 aa=3 stood=yes"
    )
    assert [(line.what, line.value) for line in sheet.lines] == [
        ("6/3/5 across a river", "3"),
        ("tanks8/2/6/4 mech in position", "6"),
        ("9/4/6 out of supply", "5"),
        ("cover: town", "-1"),
        ("artillery", "4"),
        ("close air support", "8"),
        ("antiair fire: 1-3 of 3 AA", "6 points"),
        ("antiair fire: 4-10 of 3 AA", "8 points"),
        ("attack strength", "18"),
        ("defence factors", "7"),
        ("5/4/4 disorganised", "3"),
        ("defence strength", "10"),
        ("defender in town", "-1"),
        ("AT points 4 to 0", "+3"),
        ("attackers stood still", "+1"),
        ("odds 22-10", "5-1"),
        ("odds 25-10", "5-1"),
        ("effectiveness 6 to 4", "+2 on 1-5, +1 on 6-10"),
        ("attacker's losses", "row 3"),
        ("defender's losses", "row 3"),
        ("effectiveness 4 tests from 1 loss", "1-4 = NE 5-6 = R 7-10 = D"),
        ("effectiveness 4 tests from 2 losses", "1-6 = R 7-10 = D"),
        ("effectiveness 5 tests from 2 losses", "1-7 = R 8-10 = D"),
        ("effectiveness 6 tests from 3 losses", "1-8 = R 9-10 = D"),
    ]
    choice = "Republican any unit of the Republican side loses a point [5/4/4 4/3/4 3/2/4]: 3/2/4"
    assert resolved(found, sheet, [2, 7, 9, 5, 10, 8, 6], [choice]) == (
        "D3R2: defender: 4/3/4 loses 1 point and retreats one additional hex, 3/2/4 eliminated; "
        "defender retreats 2 hexes; attacker may advance"
    )


def test_every_procedure_is_told_and_every_refusal_is_one_sentence() -> None:
    names = {case[1].split(" ")[0] for case in PLAYED}
    assert names == {
        "combat", "bombardment", "anti-air", "air-recon", "ground-recon", "demoralization", "random-loss", "victory",
    }  # fmt: skip
    assert not [case for case in REFUSED if case[-1].endswith(".")]
