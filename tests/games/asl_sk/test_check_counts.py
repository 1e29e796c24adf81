# SPDX-License-Identifier: Apache-2.0
"""Morale checks of large stacks, counted, are those of the rule: every way of the dice, unit by unit and all together."""

from collections import Counter
from fractions import Fraction

import pytest
from call_count import calls

from grognard.games.asl_sk.check_counts import coarse, counted
from grognard.games.asl_sk.morale_check import CheckSheet, MoraleCheck, Tally, morale_check, worksheet
from grognard.games.asl_sk.terms import CARD
from grognard.procedures.procedure import NotAllowed
from grognard.registry import Card
from grognard.registry.games import procedure
from grognard.umpire import Chance, Enumerator

FULL = "g-10-2 g-9-1 g-8-0 g-7-0 g-468 g-467 g-447"


def sheet_of(units: str, check: int = 0, elr: int = 3, card: Card = CARD) -> CheckSheet:
    return worksheet(MoraleCheck(tuple(units.split()), check, elr), card)


def by_the_rule(sheet: CheckSheet) -> tuple[Chance[Tally], dict[str, Chance[str]]]:
    """How many units come to what, and what becomes of each, added up from all that becomes of the stack.

    Of units alike each is as likely to be any of them.
    """
    chance = Enumerator()(morale_check, sheet)
    words = [[fate.becomes.split(":") for fate in end.fates] for end in chance]
    tallies = {
        end: Tally(*(sum(word in each for each in fates) for word in ("eliminated", "broken", "pinned")))
        for end, fates in zip(chance, words, strict=True)
    }
    fates: dict[str, dict[str, Fraction]] = {}
    for end, share in chance.items():
        alike = Counter(fate.unit for fate in end.fates)
        for fate in end.fates:
            found = fates.setdefault(fate.unit, {})
            found[fate.becomes] = found.get(fate.becomes, Fraction(0)) + share / alike[fate.unit]
    return chance.map(tallies.__getitem__), {unit: Chance.of(found.items()) for unit, found in fates.items()}


@pytest.mark.parametrize(
    ("units", "check", "elr"),
    [
        ("g-467 g-9-1", 1, 3),
        ("g-9-1 g-8-0:broken g-247", 0, 1),
        ("g-9-1 g-9-1 g-447", 2, 0),
        ("g-10-2 g-8-1:wounded g-7-0", 2, 2),
        ("g-467 g-467 g-9-2:pinned g-7-0", 1, 5),
        ("a-666 a-346:broken a-8-1 a-7-0", 2, 1),
        ("g-468 g-436:broken g-crew g-248", 0, 3),
        ("g-467 g-447:broken g-9-1 g-8-0", 3, 1),
        ("g-9-2 g-8-1 g-7-0 g-467", 2, 1),
    ],
)
@pytest.mark.parametrize("twice", ["each", "once"])
def test_counted_it_is_what_the_rule_comes_to(units: str, check: int, elr: int, twice: str) -> None:
    sheet = sheet_of(units, check, elr, Card("asl-sk", "card", (("leader-lost-twice", twice),)))
    found, (counts, fates) = counted(sheet), by_the_rule(sheet)
    assert found.counts == counts
    told = {
        unit.called: ends.map(lambda end: end.unit.written if end.unit else "eliminated")
        for unit, ends in found.fates
    }
    assert told == fates


def test_a_squad_with_a_leader_by_hand() -> None:
    """How often a squad of 7 with a 9-1 ends broken and whole. He passes, not pinned, with 26 of 36, and takes 1 off.

    Led it breaks by 9 to 11, alone by 8 to 11. He dies by a 12 and a 5 or 6, 1 in 108: a LLMC with 1 more follows, which
    breaks it by 7 to 11, and reduces it by more than 6 if it was broken.
    """
    (_, (_, squad)) = counted(sheet_of("g-467 g-9-1", elr=5)).fates
    led, alone, dies = Fraction(9, 36), Fraction(14, 36), Fraction(1, 108)
    after = alone * Fraction(15, 36) + Fraction(21, 36) * Fraction(20, 36)
    found = squad.where(lambda end: end.unit is not None and end.unit.broken and bool(end.unit.type.half))
    assert found == Fraction(26, 36) * led + (Fraction(10, 36) - dies) * alone + dies * after


def test_a_large_stack_is_counted_and_says_so() -> None:
    large = procedure("asl-sk", "morale-check")
    sheet = sheet_of(FULL)
    assert sheet.lines[-1].what == "more outcomes than can be told"
    weighed = large.weigh(sheet)
    assert sum(share for _, share in weighed.chance.items()) == 1
    assert [name for name, _ in weighed.parts] == FULL.split()
    assert coarse(sheet_of("g-467 g-447 g-9-1 g-8-0")) is None


@pytest.mark.parametrize(
    ("units", "most"),
    [
        ("g-468 g-467 g-447 g-10-2 g-9-1 g-8-0", 200_000),
        ("r-10-2 r-9-1 r-8-0 r-7-0 r-458 r-447 r-426", 1_500_000),
        ("g-467 g-468 g-247 g-248 g-10-2 g-9-1 g-8-1 g-8-0", 2_000_000),
    ],
)
def test_a_large_stack_answers_soon(units: str, most: int) -> None:
    """Up to half a million ways, told in some tenths of a second: a million calls take half of one."""
    counted.cache_clear()
    assert calls(lambda: counted(sheet_of(units, 1))) < most


def test_no_more_units_check_than_are_soon_counted() -> None:
    with pytest.raises(NotAllowed, match="at most 8 units check here, and these are 9"):
        sheet_of("g-467 " * 9)
    assert (
        "8 units with 4 leaders, the most that check here, take some tenths of a second, and each situation of a comparison"
        in sheet_of(FULL).lines[-1].source
    )
