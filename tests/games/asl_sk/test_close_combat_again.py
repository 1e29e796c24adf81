# SPDX-License-Identifier: Apache-2.0
"""Close combat worked out again: tables counted by hand, every roll by itself, and an independent library."""

import re
from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import pairwise, product

import icepool
import pytest
from msgspec.structs import replace

from grognard.games.asl_sk.ambush import Ambushing, AmbushSheet, ambush
from grognard.games.asl_sk.ambush import worksheet as ambush_sheet
from grognard.games.asl_sk.attack import Ambush, Figures, Outcome, figures, sheet_of
from grognard.games.asl_sk.close_combat import (
    CloseCombat,
    attack_on_afv,
    attack_on_afv_sheet,
    resolve,
    vehicle_reading,
    worksheet,
)
from grognard.games.asl_sk.kill_number import Kill, kill_number
from grognard.games.asl_sk.stacks import Afv, parse_unit
from grognard.games.asl_sk.terms import CARD
from grognard.registry import Card
from grognard.umpire import odds

OFF = Card("asl-sk", "card", (("field-promotion", "off"),))

# Counted by hand: kill + casualty reduction in 36, for DRM -3 to +3.
CLOSE_COMBAT = """
<1-8  0  | 1+2  0+1  0+0  0+0  0+0  0+0  0+0
1-8   1  | 3+3  1+2  0+1  0+0  0+0  0+0  0+0
1-6   2  | 6+4  3+3  1+2  0+1  0+0  0+0  0+0
1-4   3  | 10+5 6+4  3+3  1+2  0+1  0+0  0+0
1-2   4  | 15+6 10+5 6+4  3+3  1+2  0+1  0+0
1-1   5  | 21+5 15+6 10+5 6+4  3+3  1+2  0+1
3-2   6  | 26+4 21+5 15+6 10+5 6+4  3+3  1+2
2-1   7  | 30+3 26+4 21+5 15+6 10+5 6+4  3+3
3-1   8  | 33+2 30+3 26+4 21+5 15+6 10+5 6+4
4-1   9  | 35+1 33+2 30+3 26+4 21+5 15+6 10+5
6-1   10 | 36+0 35+1 33+2 30+3 26+4 21+5 15+6
8-1   11 | 36+0 36+0 35+1 33+2 30+3 26+4 21+5
10-1  12 | 36+0 36+0 36+0 35+1 33+2 30+3 26+4
>10-1 13 | 36+0 36+0 36+0 36+0 35+1 33+2 30+3
"""
# Counted by hand: destroyed + immobilised in 216, the die on an Original 2 included.
VEHICLES = """
1 | 18+18 6+12 0+6 2+1 2+1 2+1 2+1
2 | 36+24 18+18 6+12 0+6 2+1 2+1 2+1
3 | 60+30 36+24 18+18 6+12 0+6 2+1 2+1
4 | 90+36 60+30 36+24 18+18 6+12 0+6 2+1
5 | 126+30 90+36 60+30 36+24 18+18 6+12 0+6
6 | 156+24 126+30 90+36 60+30 36+24 18+18 6+12
7 | 180+18 156+24 126+30 90+36 60+30 36+24 18+18
"""
MODIFIERS = range(-3, 4)
THROWS = list(product(range(1, 7), repeat=2))
# Attackers and targets at each odds, and what makes each DR modifier of an attack of squads on squads.
FORCES = {
    "<1-8": ("g-9-1", "r-447,r-447,r-447"), "1-8": ("g-9-1", "r-447,r-447"), "1-6": ("g-9-1", "r-447,r-227"),
    "1-4": ("g-9-1", "r-447"), "1-2": ("g-9-1", "r-227"), "1-1": ("g-467", "r-447"),
    "3-2": ("g-467,g-247", "r-447"), "2-1": ("g-467", "r-227"), "3-1": ("g-467,g-247", "r-227"),
    "4-1": ("g-467", "r-8-0"), "6-1": ("g-467,g-247", "r-8-0"), "8-1": ("g-838", "r-8-0"),
    "10-1": ("g-838,g-247", "r-8-0"), ">10-1": ("g-838,g-467", "r-8-0"),
}  # fmt: skip


def came_to(word: str, end: Outcome) -> bool:
    return any(loss.becomes == word for loss in end.losses)


def marked(names: str, mark: str) -> tuple[str, ...]:
    return tuple(f"{name}{mark}" for name in names.split(","))


def situation(label: str, drm: int) -> CloseCombat:
    """An attack at these odds with this modifier: CX by +1, CX against -1, broken -2, ambush one either way."""
    attackers, targets = FORCES[label]
    by = ":cx" if drm in (1, 2) else ""
    against = {-1: ":cx", -2: ":broken", -3: ":broken"}.get(drm, "")
    ambush: Ambush = "by" if drm == -3 else "against" if drm == 2 else "none"
    return CloseCombat(marked(attackers, by), marked(targets, against), ambush)


@pytest.mark.parametrize("line", CLOSE_COMBAT.strip().splitlines())
def test_the_chances_of_close_combat(line: str) -> None:
    """The odds come from forces at that ratio; kill and reduction are read off what becomes of those attacked."""
    label, kill, *counts = re.findall(r"[^\s|]+", line)
    for drm, counted in zip(MODIFIERS, counts, strict=True):
        shares = Counter[str]()
        if drm == 3:  # nothing on the card comes to +3 against infantry
            shares.update(
                Figures(Fraction(1), Fraction(1), Kill(label, int(kill), ()), drm, 0, ()).blow(one + two).does
                for one, two in THROWS
            )
        else:
            sheet = worksheet(situation(label, drm), OFF)
            assert f"{label}: kill number {kill}, DR {drm:+d}" in sheet.told.replace("DR 0", "DR +0")
            for blow, ways in sheet.reading.branches:
                shares[blow.does] += ways
        assert f"{shares['eliminated']}+{shares['reduced']}" == counted, drm


def test_one_column_up_is_one_off_the_dice() -> None:
    """The table is constant along its diagonals, +3 included."""
    rows = [re.findall(r"\d+\+\d+", line.partition("|")[2]) for line in CLOSE_COMBAT.strip().splitlines()]
    assert all(upper[:-1] == lower[1:] for upper, lower in pairwise(rows))


@pytest.mark.parametrize("line", VEHICLES.strip().splitlines())
def test_the_chances_against_an_afv(line: str) -> None:
    value, _, counts = line.partition(" | ")
    for drm, counted in zip(MODIFIERS, counts.split(), strict=True):
        sheet = attack_on_afv_sheet((parse_unit("g-467"),), Afv(cmg=3), "none", CARD)
        reading = vehicle_reading(int(value), drm)
        found = odds(attack_on_afv, replace(sheet, reading=reading))
        destroyed, immobilised = (
            found.where(partial(came_to, word)) for word in ("destroyed", "immobilised")
        )
        assert f"{destroyed * 216}+{immobilised * 216}" == counted, drm


def test_the_backlash_of_an_afv_is_6_in_216() -> None:
    sheet = worksheet(CloseCombat(("g-467",), ("afv:cmg3",)))
    assert odds(resolve, sheet).where(lambda end: bool(end.attackers_lose)) == Fraction(6, 216)


@pytest.mark.parametrize(
    ("difference", "counted"),
    [(-4, "26/0/10"), (-3, "21/0/15"), (-2, "15/1/20"), (-1, "10/3/23"), (0, "6/6/24"), (1, "3/10/23"),
     (2, "1/15/20"), (3, "0/21/15")],
)  # fmt: skip
def test_the_chances_of_ambush(difference: int, counted: str) -> None:
    """Counted by hand: ways of 36 that the one, the other and neither ambushes."""
    chance = odds(ambush, AmbushSheet((), "", difference, 0)).map(lambda end: end.by)
    assert "/".join(str(chance[by] * 36) for by in ("ATTACKER", "DEFENDER", "nobody")) == counted


def test_a_leader_with_an_afv_alone_leads_nobody_in_an_ambush() -> None:
    """+2 for the AFV and +1 for its hatches; the 9-1 has no men with him."""
    found = ambush_sheet(Ambushing(("g-9-1", "afv:cmg3"), ("r-447",)))
    assert (found.attackers, found.defenders) == (3, 0)


def by_library(attackers: int, defenders: int, drm: int) -> dict[str, Fraction]:
    """The same attack with icepool: the ratio by its arithmetic, the kill number by the card."""
    ratios = [(Fraction(1, 8), 1), (Fraction(1, 6), 2), (Fraction(1, 4), 3), (Fraction(1, 2), 4), (Fraction(1), 5),
              (Fraction(3, 2), 6), (Fraction(2), 7), (Fraction(3), 8), (Fraction(4), 9), (Fraction(6), 10),
              (Fraction(8), 11), (Fraction(10), 12)]  # fmt: skip
    ratio = Fraction(attackers, defenders)
    kill = 13 if ratio > 10 else max([0, *(number for least, number in ratios if ratio >= least)])
    die = (2 @ icepool.d6) + drm
    return {
        "eliminated": Fraction(die.probability("<", kill)),
        "reduced": Fraction(die.probability("==", kill)),
    }


@pytest.mark.parametrize("drm", [-2, 0, 1])
@pytest.mark.parametrize(("ours", "theirs"), list(product(range(1, 4), range(1, 4))))
def test_odds_equal_an_independent_library(ours: int, theirs: int, drm: int) -> None:
    """Squads of 4 on squads of 4, under errata; a mark makes each modifier."""
    mark = {-2: ":broken", 0: "", 1: ""}[drm]
    by = ":cx" if drm == 1 else ""
    card = Card("asl-sk", "errata", (("field-promotion", "off"),))
    sheet = worksheet(CloseCombat((f"g-467{by}",) * ours, (f"r-447{mark}",) * theirs), card)
    chance = odds(resolve, sheet)
    assert sum(share for _, share in chance.items()) == 1
    wanted = by_library(4 * ours, 4 * theirs, drm)
    for word, share in wanted.items():
        assert chance.where(partial(came_to, word)) == share


def test_field_promotion_by_hand() -> None:
    """2 against 12 is 1-6: an Original 2 alone does anything, and any of its leaders makes it a kill."""
    on = odds(resolve, worksheet(CloseCombat(("g-247",), ("r-447",) * 3)))
    off = odds(resolve, worksheet(CloseCombat(("g-247",), ("r-447",) * 3), OFF))

    def killed(end: Outcome) -> bool:
        return len(end.losses) == 3

    assert (on.where(killed), off.where(killed)) == (Fraction(1, 36), Fraction(0))
    assert on.where(lambda end: end.leader == "g-8-1") == Fraction(5, 216)
    assert off.where(lambda end: bool(end.losses)) == Fraction(1, 36)


def test_figures_and_sheet_agree() -> None:
    units = (parse_unit("g-467"),), (parse_unit("r-447"),)
    assert sheet_of(*units, "none", CARD).told == figures(*units, "none", CARD).told


@pytest.mark.parametrize(
    ("attack", "defence", "card", "errata"),
    [(7, 8, 5, 4), (14, 7, 6, 7), (2, 9, 3, 2), (3, 13, 3, 2), (28, 10, 8, 7), (1, 28, 0, 0), (10, 5, 7, 7)],
)
def test_kill_numbers_of_both_profiles(attack: int, defence: int, card: int, errata: int) -> None:
    """Typed from the card and by the arithmetic, doubted cells and sound ones."""
    found = [
        kill_number(Fraction(attack), Fraction(defence), each).number
        for each in (CARD, Card("asl-sk", "errata"))
    ]
    assert found == [card, errata]
