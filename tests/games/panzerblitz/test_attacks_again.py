# SPDX-License-Identifier: Apache-2.0
"""Attacks worked out a second time, slowly and from the card alone, with icepool's dice; and what must hold of all."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations
from math import ceil
from random import Random
from typing import Any

import icepool
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.charts.errors import GrognardError
from grognard.games.panzerblitz.attack import AttackSheet, Outcome, attack
from grognard.games.panzerblitz.close_assault import CloseAssault
from grognard.games.panzerblitz.close_assault import worksheet as assault_sheet
from grognard.games.panzerblitz.fire import Fire, Technique
from grognard.games.panzerblitz.fire import worksheet as fire_sheet
from grognard.games.panzerblitz.overrun import Overrun
from grognard.games.panzerblitz.overrun import worksheet as overrun_sheet
from grognard.games.panzerblitz.roster import roster, unit_type
from grognard.procedures.procedure import NotAllowed
from grognard.umpire import Chance, odds

# The card, typed once more: each column from -1 to 7; the WEC in percent; who adds 1 to the die.
CRT = {
    "1-4": "D - - - - - - - -",
    "1-3": "DD D D - - - - - -",
    "1-2": "X DD D D - - - - -",
    "1-1": "X DD DD D D - - - -",
    "2-1": "X X X DD DD D - - -",
    "3-1": "X X X X X DD DD - -",
    "4-1": "X X X X X X X X -",
}
COLUMNS = list(CRT)
WEC = {"I": (0, 0, 100), "A": (200, 100, 50), "H": (100, 50, 100), "M": (100, 50, 100)}
COVER = ("town", "woods", "swamp")
STATES = ["nothing", "dispersed", "eliminated"]

GERMAN = sorted(known for known, unit in roster().items() if unit.side == "German")
SOVIET = sorted(known for known, unit in roster().items() if unit.side == "Soviet")


def slow_column(total: int, defence: int, *, shift: bool) -> int:
    """Simplify and round off in the defender's favour; -1 where the attack is not permitted."""
    if total * 4 < defence:
        return -1
    at = 3 + min(total // defence, 4) - 1 if total >= defence else 4 - ceil(Fraction(defence, total))
    return min(at + shift, 6)


def slow_result(column: int, result: int) -> str:
    if result < -1:
        column, result = min(column + 1, 6), -1
    return CRT[COLUMNS[column]].split()[min(result, 7) + 1]


def slow_fate(result: str, *, dispersed: bool) -> int:
    if result == "X" or (result == "DD" and dispersed):
        return 2
    return 1 if "D" in result else 0


def slow_roll(total: int, targets: list[str], modifier: int, *, shift: bool = False) -> Any:
    """An icepool die over what becomes of the targets; nothing where the attack is not permitted."""
    units = [unit_type(word.split(":")[0]) for word in targets]
    hurt = [word.endswith(":dispersed") for word in targets]
    column = slow_column(total, sum(unit.defence for unit in units), shift=shift)
    if column < 0:
        return None

    def fates(face: int) -> tuple[int, ...]:
        result = slow_result(column, face + modifier - any(hurt))
        return tuple(slow_fate(result, dispersed=each) for each in hurt)

    return icepool.d6.map(fates)


def slow_height(far: int, state: str, elevation: str) -> Fraction:
    """Halved at a slope or hilltop, but not hilltop to hilltop, nor next to a slope with no brown side between."""
    spared = state == ":hilltop" if elevation == "hilltop" else far == 1 and state != ":brown"
    return Fraction(1, 1 if elevation == "ground" or spared else 2)


def slow_factors(fire: Fire, *, armoured: bool) -> list[int]:
    found = []
    for word in fire.attackers:
        known, _, rest = word.partition("@")
        far, colon, state = rest.partition(":")
        unit = unit_type(known)
        weapon = {"C(I)": "I", "C": "", "-": ""}.get(unit.weapon, unit.weapon)
        if not weapon or int(far) > unit.range:
            return []
        near, beyond, other = WEC[weapon]
        percent = (near if int(far) <= unit.range // 2 else beyond) if armoured else other
        factor = Fraction(unit.attack * percent, 100)
        found.append(int(factor * slow_height(int(far), colon + state, fire.elevation)))
        if not percent:
            found[-1] = -1
    return found


def on_no_map(attack: Fire | Overrun | CloseAssault) -> bool:
    """A gully or a ford on a hilltop."""
    return attack.terrain in ("gully", "ford") and attack.elevation == "hilltop"


def slow_fire(fire: Fire) -> Any:
    """Combination and selective fire, from the card; into a gully only from a height or from next to it."""
    if on_no_map(fire):
        return None
    targets = list(fire.targets)
    low = any(":hilltop" not in word and "@1" not in word for word in fire.attackers)
    if fire.terrain == "gully" and fire.elevation == "ground" and low:
        return None
    if fire.technique == "selective":
        if fire.terrain == "town" and len(targets) > 1:
            return None
        targets = [min(targets, key=lambda word: unit_type(word.split(":")[0]).defence)]
    armour = [fire.terrain == "town" or unit_type(word.split(":")[0]).is_armoured for word in targets]
    as_armour, as_other = (slow_factors(fire, armoured=kind) for kind in (True, False))
    if not as_armour:
        return None
    tie = sum(armour) * 2 == len(armour)
    sums = [sum(max(each, 0) for each in kind) for kind in (as_armour, as_other)]
    armoured = sums[0] <= sums[1] if tie else sum(armour) * 2 > len(armour)
    factors = as_armour if armoured else as_other
    if min(factors) < 0:
        return None
    return slow_roll(sum(factors), targets, fire.terrain in COVER)


def slow_overrun(overrun: Overrun) -> Any:
    units = [unit_type(word) for word in overrun.attackers]
    targets = [unit_type(word.split(":")[0]) for word in overrun.targets]
    if overrun.terrain not in ("clear", "ford") or overrun.elevation == "slope" or on_no_map(overrun):
        return None
    fit = ("tank", "assault gun", "armoured car", "halftrack")
    if any(unit.kind not in fit for unit in units):
        return None
    if any(unit.kind == "halftrack" for unit in units) and any(unit.is_armoured for unit in targets):
        return None
    return slow_roll(sum(unit.attack for unit in units), list(overrun.targets), -2, shift=True)


def slow_assault(assault: CloseAssault) -> Any:
    if on_no_map(assault):
        return None
    total, engineers = 0, False
    for word in assault.attackers:
        names, colon, state = word.partition(":")
        units = [unit_type(known) for known in names.split("+")]
        if any(unit.kind not in ("infantry", "engineer", "cavalry") for unit in units):
            return None
        engineers |= len(units) > 1 and any(unit.kind == "engineer" for unit in units)
        total += sum(int(unit.attack * slow_height(1, colon + state, assault.elevation)) for unit in units)
    return slow_roll(total, list(assault.targets), (assault.terrain in COVER) - 2, shift=engineers)


class Making:
    """Makes situations up, legal and not."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def targets(self) -> tuple[str, ...]:
        count = self.random.randint(1, 2)
        return tuple(
            self.random.choice(SOVIET) + self.random.choice(("", "", ":dispersed")) for _ in range(count)
        )

    def ground(self) -> dict[str, Any]:
        return {
            "terrain": self.random.choice(("clear", "clear", "town", "woods", "swamp", "gully", "ford")),
            "elevation": self.random.choice(("ground", "ground", "slope", "hilltop")),
        }

    def fire(self) -> Fire:
        words = []
        for _ in range(self.random.randint(1, 4)):
            known, far = self.random.choice(GERMAN), self.random.randint(1, 9)
            height = self.random.choice(("", "", ":hilltop", ":brown" if far == 1 else ""))
            words.append(f"{known}@{far}{height}")
        techniques: list[Technique] = ["combination", "combination", "selective"]
        return Fire(tuple(words), self.targets(), self.random.choice(techniques), **self.ground())

    def overrun(self) -> Overrun:
        tanks = [known for known in GERMAN if unit_type(known).is_armoured]
        attackers = tuple(self.random.choice(tanks) for _ in range(self.random.randint(1, 3)))
        return Overrun(attackers, self.targets(), **self.ground())

    def assault(self) -> CloseAssault:
        foot = [known for known in GERMAN if unit_type(known).is_infantry]
        words = []
        for _ in range(self.random.randint(1, 3)):
            stack = "+".join(self.random.choice(foot) for _ in range(self.random.randint(1, 3)))
            words.append(stack + self.random.choice(("", ":hilltop", ":brown")))
        return CloseAssault(tuple(words), self.targets(), **self.ground())


def fates(outcome: Outcome) -> tuple[int, ...]:
    return tuple(STATES.index(fate.becomes) for fate in outcome.fates)


def chances(sheet: AttackSheet) -> Chance[tuple[int, ...]]:
    return odds(attack, sheet).map(fates)


def the_same(sheet: AttackSheet, die: Any) -> bool:
    theirs = {tuple(outcome): Fraction(die.probability(outcome)) for outcome in die}
    return dict(chances(sheet).items()) == theirs


@pytest.mark.parametrize(
    ("make", "sheet", "slow"),
    [
        (Making.fire, fire_sheet, slow_fire),
        (Making.overrun, overrun_sheet, slow_overrun),
        (Making.assault, assault_sheet, slow_assault),
    ],
    ids=["fire", "overrun", "close-assault"],
)
def test_a_hundred_attacks_are_what_icepool_makes_of_the_card(make: Any, sheet: Any, slow: Any) -> None:
    making, allowed, refused = Making(7), 0, 0
    while allowed < 100 or refused < 10:
        situation = make(making)
        die = slow(situation)
        try:
            found = sheet(situation)
        except NotAllowed:
            assert die is None, situation
            refused += 1
            continue
        assert die is not None, situation
        assert the_same(found, die), situation
        allowed += 1


def test_each_unit_is_the_product_of_its_rolls() -> None:
    """Three 24s at three 8s, the last of them dispersed: three dice of icepool side by side."""
    fire = Fire(
        ("s-120mm@20/1", "s-120mm@19/2", "s-120mm@18/3"), ("g-rifle", "g-rifle", "g-rifle:dispersed"), "each"
    )
    dice = [slow_roll(24, [word], 0).map(lambda fate: fate[0]) for word in fire.targets]
    assert the_same(fire_sheet(fire), icepool.tupleize(*dice))


# What must hold of every attack.

ARMOUR = [known for known in SOVIET if unit_type(known).is_armoured]
SOFT = [known for known in SOVIET if not unit_type(known).is_armoured]
GUNS = [known for known in GERMAN if unit_type(known).fires_as() in ("A", "H", "M")]
firing = st.lists(
    st.sampled_from(GUNS).flatmap(
        lambda known: st.integers(1, unit_type(known).range).map(lambda far: f"{known}@{far}")
    ),
    min_size=1,
    max_size=4,
)
hexes = st.one_of(
    st.lists(st.sampled_from(ARMOUR), min_size=1, max_size=2),
    st.lists(st.sampled_from(SOFT), min_size=1, max_size=2),
)


def hurt(fire: Fire) -> tuple[Fraction, Fraction]:
    """How likely all targets are eliminated, and how likely something happens; nothing where fire is refused."""
    try:
        chance = chances(fire_sheet(fire))
    except GrognardError:
        return Fraction(0), Fraction(0)
    return chance.where(lambda each: min(each) == 2), chance.where(any)


def at_least(more: Iterable[Fraction], less: Iterable[Fraction]) -> bool:
    return all(one >= other for one, other in zip(more, less, strict=True))


@given(firing, hexes, st.sampled_from(GUNS))
def test_one_gun_more_never_does_less(attackers: list[str], targets: list[str], gun: str) -> None:
    alone = Fire(tuple(attackers), tuple(targets))
    helped = Fire((*attackers, f"{gun}@1"), tuple(targets))
    assert at_least(hurt(helped), hurt(alone))


@given(firing, hexes)
def test_cover_and_height_never_harm_and_dispersal_never_helps(
    attackers: list[str], targets: list[str]
) -> None:
    open_ground = hurt(Fire(tuple(attackers), tuple(targets)))
    assert at_least(open_ground, hurt(Fire(tuple(attackers), tuple(targets), terrain="woods")))
    assert at_least(open_ground, hurt(Fire(tuple(attackers), tuple(targets), elevation="hilltop")))
    dispersed = tuple(f"{each}:dispersed" for each in targets)
    assert at_least(hurt(Fire(tuple(attackers), dispersed)), open_ground)


@given(firing, hexes)
def test_the_order_in_which_units_are_named_does_not_matter(attackers: list[str], targets: list[str]) -> None:
    found = {hurt(Fire(order, tuple(targets))) for order in list(permutations(attackers))[:6]}
    found |= {hurt(Fire(tuple(attackers), order)) for order in permutations(targets)}
    assert len(found) == 1


@given(firing, hexes)
def test_every_unit_attacked_has_a_fate(attackers: list[str], targets: list[str]) -> None:
    fire = Fire(tuple(attackers), tuple(targets))
    assume(hurt(fire)[1])
    for outcome in odds(attack, fire_sheet(fire)):
        assert [fate.unit for fate in outcome.fates] == targets
