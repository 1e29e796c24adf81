# SPDX-License-Identifier: Apache-2.0
"""Morale checks as a player would tell them: every cell of the attack DR table, leaders, and leaders lost."""

import re
from typing import Any

import msgspec
import pytest
from told import cases, rolled

from grognard.charts.errors import GrognardError
from grognard.charts.rulings import Profile
from grognard.games.asl_sk.losses import attack_dr_row, morale
from grognard.games.asl_sk.morale_check import CheckSheet, MoraleCheck, morale_check, tell, worksheet
from grognard.games.asl_sk.terms import CARD
from grognard.games.asl_sk.unit_check import Column, check_reading, effects
from grognard.registry import Card
from grognard.umpire import TWO_D6, Chance, Choose, Roll, drive, odds

PLAYED, REFUSED = cases("morale.txt")


def sheet_of(text: str) -> CheckSheet:
    """Work out `morale-check g-467, g-9-1; check 1; elr 2; natural-12-first=if-failed`."""
    units, *states = text.removeprefix("morale-check ").split("; ")
    told: dict[str, Any] = {"units": units.split(", ")}
    for state_told in states:
        name, _, value = state_told.partition(" ")
        if value:
            told[name] = value == "yes" if name == "fired_upon" else int(value)
    switched = tuple(tuple(each.split("=")) for each in states if "=" in each)
    card = msgspec.convert(("asl-sk", "card", switched), tuple[str, Profile, tuple[tuple[str, str], ...]])
    return worksheet(msgspec.convert(told, MoraleCheck), Card(*card))


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case[0])
def test_a_check_as_told(case: list[str]) -> None:
    sheet = sheet_of(case[1])
    for line in case[2:]:
        thrown, _, told = line.partition(" -> ")
        totals = map(int, re.findall(r"\d+", thrown))
        assert tell(rolled(morale_check(sheet), totals)) == told, line


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case[0])
def test_what_the_rules_forbid_is_refused_with_its_reason(case: list[str]) -> None:
    with pytest.raises(GrognardError) as refusal:
        sheet_of(case[1])
    assert str(refusal.value) == case[2]


def test_every_outcome_cell_of_the_table_is_told() -> None:
    """Each of the ten states, crews and half-squads apart, in each of the five columns."""
    told = set()
    for case in PLAYED:
        sheet = sheet_of(case[1])
        units = (*sheet.leaders, *sheet.others)
        if len(units) == 1 and sheet.drm == 0:
            reading = check_reading(morale(units[0], CARD), 0, sheet.terms.elr, CARD)
            told |= {(attack_dr_row(units[0]), reading[int(line.split()[1])]) for line in case[2:]}
    states = [
        f"{order} {kind}"
        for order in ("good order", "broken")
        for kind in ("squad", "hs", "crew", "smc", "wounded smc")
    ]
    columns = ("passed", "equal", "failed", "failed by more than elr", "original 12")
    assert not {(each, column) for each in states for column in columns} - told


# Rulings, section by section: ways of 36 of a Good Order squad: nothing, pin, break, break with ELR, an Original 12.
SQUADS = """
ELR 3 ML 6 NMC 10/5/15/5/1
ELR 3 ML 6 1MC 6/4/16/9/1
ELR 3 ML 6 2MC 3/3/15/14/1
ELR 3 ML 7 NMC 15/6/12/2/1
ELR 3 ML 7 1MC 10/5/15/5/1
ELR 3 ML 7 2MC 6/4/16/9/1
ELR 3 ML 8 NMC 21/5/9/0/1
ELR 3 ML 8 1MC 15/6/12/2/1
ELR 3 ML 8 2MC 10/5/15/5/1
ELR 2 ML 7 NMC 15/6/9/5/1
ELR 4 ML 7 NMC 15/6/14/0/1
"""
BY_MORALE = {6: "a-666", 7: "a-667", 8: "g-468"}


@pytest.mark.parametrize("line", SQUADS.strip().splitlines())
def test_chances_of_a_good_order_squad(line: str) -> None:
    found = re.fullmatch(r"ELR (\d) ML (\d) (N|\d)MC (\S+)", line)
    assert found
    elr, level, number = int(found[1]), int(found[2]), 0 if found[3] == "N" else int(found[3])
    unit = BY_MORALE[level]
    chance = odds(morale_check, sheet_of(f"morale-check {unit}; check {number}; elr {elr}"))
    counts = dict.fromkeys(("nothing", "pin", "break", "elr", "twelve"), 0)
    for outcome, share in chance.items():
        becomes = outcome.fates[0].becomes
        half = becomes[2] in "23"
        kind = (
            "twelve" if half
            else "nothing" if becomes == unit
            else "pin" if "pinned" in becomes
            else "break" if becomes.startswith(unit)
            else "elr"
        )  # fmt: skip
        counts[kind] += int(share * 36)
    assert "/".join(map(str, counts.values())) == found[4]


@pytest.mark.parametrize(
    ("unit", "counted"),
    [("g-436", "15/20/1"), ("g-467", "21/14/1"), ("g-468", "26/9/1"), ("a-666", "26/9/1")],
)
def test_chances_of_a_broken_squad(unit: str, counted: str) -> None:
    """By hand: it stays broken, is reduced, is eliminated."""
    chance = odds(morale_check, sheet_of(f"morale-check {unit}:broken:dm"))
    says = chance.map(lambda outcome: outcome.fates[0].becomes)
    gone, stays = says["eliminated"], says[f"{unit}:broken:dm"]
    assert "/".join(str(int(each * 36)) for each in (stays, 1 - gone - stays, gone)) == counted


def brute_force(sheet: CheckSheet) -> Chance[str]:
    """Play every roll of a check by itself, face by face, and add up what is told."""
    weights: dict[str, int] = {}
    waiting: list[tuple[tuple[int, ...], int]] = [((), 1)]
    most = 12
    while waiting:
        path, weight = waiting.pop()
        left = iter(path)
        open_roll: list[Roll[Any]] = []

        def answer(ask: Roll[Any] | Choose[Any], left: Any = left, found: list[Roll[Any]] = open_roll) -> Any:
            assert isinstance(ask, Roll)
            total = next(left, None)
            if total is None:
                found.append(ask)
                raise StopAsyncIteration
            return ask.read[total]

        try:
            end = tell(drive(morale_check(sheet), answer))
            scale = 36 ** (most - len(path))
            weights[end] = weights.get(end, 0) + weight * scale
        except StopAsyncIteration:
            dice = open_roll[0].read.dice
            for total in dice.totals:
                ways = 6 - abs(7 - total) if dice == TWO_D6 else 6
                waiting.append(((*path, total), weight * ways))
    return Chance(weights)


@pytest.mark.parametrize(
    "text", ["g-467", "g-9-1; elr 1", "g-467:broken", "g-9-1:wounded; elr 0", "g-467, g-9-1"]
)
def test_odds_are_those_of_every_roll_played(text: str) -> None:
    sheet = sheet_of(f"morale-check {text}")
    chance = odds(morale_check, sheet)
    assert sum(share for _, share in chance.items()) == 1
    assert chance.map(tell) == brute_force(sheet)


def test_what_a_cell_does_is_read_off_the_print() -> None:
    columns: tuple[Column, ...] = ("passed", "equal", "failed", "original 12")
    squad = [effects(CARD, "good order squad", column) for column in columns]
    assert [each.pins for each in squad] == [False, True, False, False]
    assert [each.breaks for each in squad] == [False, False, True, True]
    assert [(each.elr, each.reduces) for each in squad[2:]] == [(False, False), (True, True)]
    assert effects(CARD, "broken hs", "original 12").eliminates
