# SPDX-License-Identifier: Apache-2.0
"""Fire, overruns, close assaults and minefields as a player would tell them, with what the rules forbid."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.charts.errors import GrognardError
from grognard.charts.rulings import Profile
from grognard.games.panzerblitz.attack import AttackSheet, Outcome, attack, tell
from grognard.games.panzerblitz.close_assault import CloseAssault
from grognard.games.panzerblitz.fire import Fire
from grognard.games.panzerblitz.minefield import Minefield
from grognard.games.panzerblitz.overrun import Overrun
from grognard.games.panzerblitz.terms import CARD
from grognard.registry import Card
from grognard.registry.games import procedure
from grognard.umpire import Choose, Roll, drive, lines, odds

TOLD = (Path(__file__).parent / "attacks.txt").read_text(encoding="utf-8")
CASES = [case.splitlines() for case in TOLD.strip().split("\n\n")]
PLAYED = [case for case in CASES if " -> " in case[-1]]
REFUSED = [case for case in CASES if " -> " not in case[-1]]

FIELDS = {
    **dict.fromkeys(("town", "woods", "swamp", "gully", "ford"), "terrain"),
    **dict.fromkeys(("slope", "hilltop"), "elevation"),
    **dict.fromkeys(("selective", "each"), "technique"),
    **dict.fromkeys(("mines", "block", "wreck"), "lies_there"),
}
FLAGS = {"unseen": ("seen", False), "unspotted": ("spotted", False)}


def worksheet(text: str) -> AttackSheet:
    """Work out `fire panther@6, pz4@4 at js2; woods; half-range=up`."""
    forces, *states = text.split("; ")
    name, _, forces = forces.partition(" ")
    attackers, _, targets = forces.rpartition(" at ")
    told: dict[str, Any] = {"targets": targets.split(", ")}
    if attackers:
        told["attackers"] = attackers.split(", ")
    profile: Profile = "errata" if "errata" in states else "card"
    switched = [tuple(state.split("=")) for state in states if "=" in state]
    for state in states:
        if state in FIELDS:
            told[FIELDS[state]] = state
        elif state in FLAGS:
            told[FLAGS[state][0]] = FLAGS[state][1]
        elif state.startswith("pick "):
            told["pick"] = int(state.removeprefix("pick "))
        else:
            assert state == "errata" or "=" in state, state
    found = procedure("panzerblitz", name)
    card = msgspec.convert(
        ("panzerblitz", profile, switched), tuple[str, Profile, tuple[tuple[str, str], ...]]
    )
    sheet = found.worksheet(msgspec.convert(told, found.situation), Card(*card))
    assert isinstance(sheet, AttackSheet)
    return sheet


def resolved(sheet: AttackSheet, *dice: int) -> Outcome:
    left = iter(dice)

    def answer(ask: Roll[Any] | Choose[Any]) -> Any:
        assert isinstance(ask, Roll)
        return ask.read[next(left)]

    outcome = drive(attack(sheet), answer)
    assert not list(left)
    return outcome


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case[0])
def test_an_attack_as_told(case: list[str]) -> None:
    sheet = worksheet(case[1])
    rolls = [line for line in case[2:] if line.startswith("roll ")]
    assert [shot.told for shot in sheet.shots] == case[2 : -len(rolls)]
    for line in rolls:
        thrown, _, told = line.partition(" -> ")
        assert tell(resolved(sheet, *map(int, re.findall(r"\d", thrown)))) == told, line


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case[0])
def test_what_the_rules_forbid_is_refused_with_its_reason(case: list[str]) -> None:
    assert len(case) == 3
    with pytest.raises(GrognardError) as refusal:
        worksheet(case[1])
    assert str(refusal.value) == case[2]


def test_every_cell_of_the_table_is_told() -> None:
    """The transcripts reach each row of each column, from -1 to 7."""
    told = set()
    for case in PLAYED:
        for at, shot in enumerate(worksheet(case[1]).shots):
            found = re.fullmatch(r"(?:odds \S+: |column )(\S+?)(?:, die ([+-]\d))?", shot.told)
            assert found
            for line in case:
                if line.startswith("roll "):
                    die = int(re.findall(r"\d", line)[at])
                    told.add((found[1], die + int(found[2] or 0)))
    columns = ("1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1")
    assert told >= {(column, row) for column in columns for row in range(-1, 8)}


def test_every_worksheet_line_names_its_source() -> None:
    sheet = worksheet("fire panther@6:hilltop, 75mm-at@3 at t34-85:dispersed, s-rifle; hilltop; woods")
    assert [(line.what, line.value, line.source) for line in sheet.lines] == [
        ("T-34/85+Rifle company counts as", "other", "ruling mixed-stack"),
        ("Panther at 6", "8", "wec: A, others: Half AF; not halved by ruling elevation-exceptions"),
        ("75mm AT at 3", "3",
         "wec: A, others: Half AF; halved by tec: HILLTOPS, ruling hilltop-halving, ruling halving"),
        ("attack factor", "11", "their sum"),
        ("defence factor", "26", "roster: 10 T-34/85+16 Rifle company"),
        ("odds 11-26", "1-3", "crt: ODDS RATIOS"),
        ("defender in woods", "+1", "tec: WOODS"),
        ("defender dispersed", "-1", "crt: D, ruling dispersed-stack"),
        ("die modifier", "0", "crt: note, combined into one net figure"),
        ("DD against T-34/85, dispersed before", "X", "crt: DD, ruling dd-memory"),
    ]  # fmt: skip


def test_the_worksheet_of_an_overrun_names_shift_and_bonus() -> None:
    sheet = worksheet("overrun jagdtiger, puma at s-engineer")
    assert [(line.what, line.value, line.source) for line in sheet.lines] == [
        ("JgdPz VI (Jagdtiger)", "22", "roster, ruling overrun"),
        ("Puma (234/2)", "6", "roster, ruling overrun"),
        ("attack factor", "28", "their sum"),
        ("defence factor", "8", "roster: 8 Engineer company"),
        ("odds 28-8", "3-1", "crt: ODDS RATIOS"),
        ("overrun: one column up", "4-1", "ruling overrun, ruling crt-4-1-column"),
        ("overrun", "-2", "ruling overrun"),
        ("die modifier", "-2", "crt: note, combined into one net figure"),
    ]  # fmt: skip


def test_a_shift_that_leads_nowhere_says_why() -> None:
    lines = worksheet("overrun tiger2 at recon").lines
    (line,) = [line for line in lines if line.what == "overrun: one column up"]
    assert line.value == "4-1"
    assert line.source == "ruling overrun, ruling shift-from-4-1, ruling crt-4-1-column"


def test_a_result_below_the_table_is_explained() -> None:
    sheet = worksheet("close-assault g-security at cavalry:dispersed")
    assert sheet.lines[-2].what == "a roll of 1 comes to -2"
    assert sheet.lines[-2].value == "DD"
    assert sheet.lines[-2].source == (
        "crt: -2 is below the table and counts as -1 in 1-3, the next column by ruling crt-below-minus-1"
    )


def test_exact_odds_by_hand() -> None:
    """3-1 with 1 added: 1 and 2 are X, 3 and 4 DD, 5 and 6 nothing, as a player counted at the table."""
    chance = odds(attack, worksheet("fire g-120mm@20 at recon; woods"))
    assert chance.map(lambda outcome: outcome.result).items() == [
        ("X", Fraction(1, 3)),
        ("DD", Fraction(1, 3)),
        ("-", Fraction(1, 3)),
    ]


def test_joint_odds_of_each_unit_by_hand() -> None:
    """Two rolls at 2-1: X on 1, DD on 2 and 3, D on 4, nothing on 5 and 6; each pair is the product."""
    chance = odds(attack, worksheet("fire panther@6/1, pz4@4/2 at js2, t34-85; each"))
    found = chance.map(lambda outcome: tuple(fate.becomes for fate in outcome.fates))
    assert found["eliminated", "eliminated"] == Fraction(1, 36)
    assert found["eliminated", "dispersed"] == found["dispersed", "eliminated"] == Fraction(3, 36)
    assert found["dispersed", "dispersed"] == Fraction(9, 36)
    assert found["nothing", "nothing"] == Fraction(4, 36)


def test_lines_of_a_minefield() -> None:
    """At 2-1 there are four results, so two units on mines have sixteen ways through."""
    assert lines(attack, worksheet("minefield t34-85, js2")) == 16


@pytest.mark.parametrize(
    ("name", "situation", "reason"),
    [
        ("fire", Fire((), ("js2",)), "name the units that fire, each with its range, such as panther@5"),
        ("fire", Fire(("panther@5",), ()), "name the units attacked, such as t34-85,js2"),
        ("fire", Fire(("panther@5",), ("js2",), pick=1), "only selective fire picks a unit of the stack (ruling techniques)"),
        ("fire", Fire(("panther@5",), ("js2",), "selective", 2), "there is no unit 2 in a stack of 1"),
        ("fire", Fire(("panther@5",), ("fort-40", "fort-50")), "a hex holds one fort (ruling stacking)"),
        ("fire", Fire(("panther@5",), ("js2", "pz4")), "JS II and PzKpfw IV do not share a hex: one is Soviet, one German"),
        ("overrun", Overrun((), ("js2",)), "name the units that overrun, such as panther,pz4"),
        ("close-assault", CloseAssault((), ("js2",)), "name the units that assault, such as g-rifle or g-engineer+g-rifle"),
        ("minefield", Minefield(()), "name the units attacked, such as t34-85,js2"),
    ],
)  # fmt: skip
def test_what_is_left_out_is_asked_for(name: str, situation: msgspec.Struct, reason: str) -> None:
    with pytest.raises(GrognardError) as refusal:
        procedure("panzerblitz", name).worksheet(situation, CARD)
    assert str(refusal.value) == reason
