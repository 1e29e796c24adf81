# SPDX-License-Identifier: Apache-2.0
"""Combat of both periods, overruns, air strikes and weapons as a player would tell them, with what is forbidden."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from telling import resolved

from grognard.charts.errors import GrognardError
from grognard.procedures.procedure import Procedure
from grognard.registry import Card
from grognard.registry.games import procedure

TOLD = (Path(__file__).parent / "attacks.txt").read_text(encoding="utf-8")
CASES = [case.splitlines() for case in TOLD.strip().split("\n\n")]
PLAYED = [case for case in CASES if " -> " in case[-1]]
REFUSED = [case for case in CASES if " -> " not in case[-1]]

FIELDS = {
    **dict.fromkeys(("open", "major-city", "city", "forest", "rough", "mountain"), "terrain"),
    **dict.fromkeys(("1945", "1962-1989"), "period"),
    **dict.fromkeys(("NATO", "WP"), "side"),
    **dict.fromkeys(("mech", "leg"), "mobility"),
    **dict.fromkeys(("primary-road", "secondary-road", "railroad"), "along"),
}


def asked(text: str) -> tuple[Procedure, Any]:
    """Work out `combat-1962 8/2, 6/2:river at 4/2; city; odds-rounding=down`, `air-strike 6/2 in city; 1945`."""
    forces, *states = text.split("; ")
    name, _, forces = forces.partition(" ")
    found = procedure("iron-curtain", name)
    told: dict[str, Any] = {}
    if " at " in forces:
        attackers, _, defenders = forces.partition(" at ")
        told = {"attackers": attackers.split(", "), "defenders": defenders.split(", ")}
    else:
        units, _, terrain = forces.partition(" in ")
        states += [terrain] if terrain else []
        told["units" if name.endswith("entry") else "targets"] = units.split(", ")
    for state in states:
        if state == "defenders oos":
            told["defenders_oos"] = True
        elif "=" not in state:
            told[FIELDS[state]] = state
    switched = tuple((each.split("=")[0], each.split("=")[1]) for each in states if "=" in each)
    sheet = found.worksheet(msgspec.convert(told, found.situation), Card("iron-curtain", "card", switched))
    return found, sheet


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case[0])
def test_an_attack_as_told(case: list[str]) -> None:
    found, sheet = asked(case[1])
    assert sheet.told == case[2]
    choices: list[str] = []
    for line in case[3:]:
        if " -> " not in line:
            choices += [] if line == "no question" else [line]
            continue
        thrown, _, told = line.partition(" -> ")
        dice = [int(die) for die in re.findall(r"\d+", thrown)]
        assert resolved(found, sheet, dice, choices) == told, line
        choices = []


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case[0])
def test_what_the_rules_forbid_is_refused_with_its_reason(case: list[str]) -> None:
    assert len(case) == 3
    with pytest.raises(GrognardError) as refusal:
        asked(case[1])
    assert str(refusal.value) == case[2]
