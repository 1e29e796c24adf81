# SPDX-License-Identifier: Apache-2.0
"""Close combat as a player would tell it, roll by roll, with what the rules forbid."""

import re

import msgspec
import pytest
from told import cases, rolled

from grognard.charts.errors import GrognardError
from grognard.charts.rulings import Profile
from grognard.games.asl_sk.attack import AttackSheet, tell
from grognard.games.asl_sk.close_combat import CloseCombat, resolve, worksheet
from grognard.registry import Card

PLAYED, REFUSED = cases("close_combat.txt")


def sheet_of(text: str) -> AttackSheet:
    """Work out `close-combat g-467, g-9-1 at r-447:cx; by; field-promotion=off`."""
    forces, *states = text.removeprefix("close-combat ").split("; ")
    attackers, _, targets = forces.partition(" at ")
    profile: Profile = "errata" if "errata" in states else "card"
    switched = tuple(tuple(state.split("=")) for state in states if "=" in state)
    ambush = next((state for state in states if state in ("by", "against")), "none")
    told = {"attackers": attackers.split(", "), "targets": targets.split(", "), "ambush": ambush}
    card = msgspec.convert(("asl-sk", profile, switched), tuple[str, Profile, tuple[tuple[str, str], ...]])
    return worksheet(msgspec.convert(told, CloseCombat), Card(*card))


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case[0])
def test_an_attack_as_told(case: list[str]) -> None:
    sheet = sheet_of(case[1])
    assert sheet.told == case[2]
    for line in case[3:]:
        thrown, _, told = line.partition(" -> ")
        totals = map(int, re.findall(r"\d+", thrown))
        assert tell(rolled(resolve(sheet), totals)) == told, line


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case[0])
def test_what_the_rules_forbid_is_refused_with_its_reason(case: list[str]) -> None:
    with pytest.raises(GrognardError) as refusal:
        sheet_of(case[1])
    assert str(refusal.value) == case[2]


def test_every_modifier_and_every_value_of_the_card_is_told() -> None:
    """The transcripts reach each row of the lists of modifiers and of CCV."""
    sources = " ".join(line.source for case in PLAYED for line in sheet_of(case[1]).lines)
    cited = {(name, int(row)) for name, row in re.findall(r"(cc-drm|ccv-drm|ccv): (\d+)", sources)}
    wanted = {("cc-drm", row) for row in range(1, 11)} | {("ccv", row) for row in range(1, 6)}
    assert cited == wanted | {("ccv-drm", row) for row in range(1, 5)}


def test_every_odds_column_is_named_with_its_kill_number() -> None:
    """By the card: kill numbers 0 to 13; these are reached by attacks of 1 against more and more, and the reverse."""
    columns = {
        ("g-9-1", "r-447,r-447,r-447"): 0, ("g-9-1", "r-447,r-447"): 1, ("g-9-1", "r-447,r-227"): 2,
        ("g-9-1", "r-447"): 3, ("g-9-1", "r-227"): 4, ("g-9-1", "r-8-0"): 5, ("g-467,g-247", "r-447"): 6,
        ("g-247", "r-8-0"): 7, ("g-467,g-247", "r-227"): 8, ("g-467", "r-8-0"): 9,
        ("g-467,g-247", "r-8-0"): 10, ("g-838", "r-8-0"): 11, ("g-838,g-247", "r-8-0"): 12,
        ("g-838,g-467", "r-8-0"): 13,
    }  # fmt: skip
    for (attackers, targets), kill in columns.items():
        told = sheet_of(f"close-combat {attackers.replace(',', ', ')} at {targets.replace(',', ', ')}").told
        assert f": kill number {kill}," in told, told


def test_every_line_of_a_worksheet_names_its_source() -> None:
    sheet = sheet_of("close-combat g-548:pinned, g-9-1 at r-447, r-8-0:broken; by")
    assert [(line.what, line.value, line.source) for line in sheet.lines] == [
        ("g-548:pinned attacks", "2.5", "half, cc-drm: 5, By Pinned Unit"),
        ("g-9-1 attacks", "1", "an SMC counts 1, ruling lone-smc"),
        ("r-447 defends", "4", "units: 4-4-7"),
        ("r-8-0:broken defends", "1", "an SMC counts 1, ruling lone-smc, ruling broken-defence"),
        ("a strength ends in .5: both doubled", "3.5-5 is 7-10", "odds: hint"),
        ("odds 7-10", "1-2", "odds: 7 at 10"),
        ("kill number", "4", "cct: 1-2"),
        ("by the ambusher", "-1", "cc-drm: 1, By"),
        ("g-9-1 leads", "-1", "cc-drm: 3, ruling leadership-in-close-combat"),
        ("against the broken ones alone", "-2", "cc-drm: 4, ruling broken-in-group"),
        ("DR modifier", "-2", "their sum"),
        ("an Original 2 creates a leader: drm", "-3", "ruling field-promotion, ruling leader-creation"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("states", "odds", "source"),
    [
        ("", "1-1", "odds: 7 at 8, printed 1-1, the arithmetic is 1-2, ruling odds-arithmetic"),
        ("; errata", "1-2", "odds: 7 at 8, printed 1-1, the arithmetic is 1-2, ruling odds-arithmetic"),
    ],
)
def test_a_doubted_cell_is_named_under_both_profiles(states: str, odds: str, source: str) -> None:
    sheet = sheet_of(f"close-combat a-747 at g-467, g-467{states}")
    (line,) = [line for line in sheet.lines if line.what == "odds 7-8"]
    assert (line.value, line.source) == (odds, source)


def test_a_sound_cell_is_not_doubted() -> None:
    sheet = sheet_of("close-combat g-467 at r-447")
    assert "odds: 4 at 4" in [line.source for line in sheet.lines]
