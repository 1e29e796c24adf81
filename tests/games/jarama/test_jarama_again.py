# SPDX-License-Identifier: Apache-2.0
"""Combat worked out a second time, slowly and from the card alone, with icepool's dice; and what must hold of all."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any, TypeVar

import icepool
import pytest
from test_jarama_told import CASES, PLAYED, asked

from grognard.charts.errors import GrognardError
from grognard.games.jarama import combat, random_loss
from grognard.games.jarama.attack import Combat, worksheet
from grognard.games.jarama.combat import Outcome
from grognard.games.jarama.demoralization import Fates
from grognard.games.jarama.stacks import ATTACKING, DEFENDING, parse_units
from grognard.registry import rulings
from grognard.umpire import Chance, Enumerator, Roll, drive, lines, odds

# The card, typed once more: each column of the CRT from 1 to 10.
CRT = {
    "1-3+": "A4 A3 NE NE NE A2D1 A2D1 A2D1 A2D1 A1D1",
    "1-2": "A3 NE NE NE NE A2D1 A2D1 A2D1 A1D1 A1D1",
    "1-1": "NE NE A2D1 A1D1 A1D1 A1D1 D1 D1 D1R1 D1R1",
    "2-1": "A2D1 A1D1 A1D1 A1D2 D1 D1R1 D1R1 D1R1 D1R2 D1R2",
    "3-1": "A1D1 A1D1 A1D2 D1 D1 D1R1 D1R1 D1R2 D1R2 D2R1",
    "4-1": "A1D1 A1D2 D1 D1 D1R1 D1R1 D1R2 D1R2 D2R1 D2R2",
    "5-1": "D1 D1R1 D1R1 D1R2 D1R2 D1R2 D2R1 D2R1 D2R2 D3R2",
    "6-1": "D1R1 D1R1 D1R2 D1R2 D2R1 D2R1 D2R2 D2R2 D3R2 D4R2",
    "7-1": "D1R1 D1R2 D1R2 D2R1 D1R1 D2R2 D2R2 D2R2 D3R2 D4R2",
    "8-1+": "D1R2 D2R1 D2R1 D2R2 D2R2 D3R2 D3R2 D4R2 D4R2 D4R2",
}
COLUMNS = list(CRT)
# How many of ten faces hit the 1st unit, the 2nd and so on; the last is any unit.
LOSSES = {
    1: [10, 0], 2: [5, 5, 0], 3: [3, 3, 3, 1], 4: [2, 2, 2, 2, 2], 5: [2, 2, 2, 2, 2, 0], 6: [1, 1, 2, 2, 2, 2, 0],
    7: [1, 1, 2, 2, 2, 1, 1, 0], 8: [1, 1, 1, 2, 2, 1, 1, 1, 0], 9: [1, 1, 1, 1, 2, 1, 1, 1, 1, 0],
    10: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0],
}  # fmt: skip
# What each face of antiair fire keeps, by columns 1-2, 3-4, ..., 11+: w is whole, q three quarters, h half, a aborts.
ANTIAIR = ["qqhhaa", "wqqhha", "wqqhha", "wwqqhh", "wwwqqh", "wwwqqh", "wwwwqq", "wwwwwq", "wwwwwq", "wwwwww"]
KEEPS = {"w": Fraction(1), "q": Fraction(3, 4), "h": Fraction(1, 2), "a": Fraction(0)}
COMBAT = {"town": -1, "hill": -1, "dense-woods": -1, "fortification": -2, "position": -1}
COVER = {"town": -1, "city": -3, "fortification": -2, "woods": -1, "dense-woods": -1, "position": -1}
MECH = {
    "clear": "2",
    "city": ".5",
    "fortification": ".5",
    "hill": ".75",
    "dense-woods": ".5",
    "position": ".75",
}
BANDS = [(1, 1), (2, 2), (3, 4), (5, 7), (8, 10), (11, 16), (17, 22), (23, 0)]
T = TypeVar("T")
Chances = dict[Any, Fraction]


def numbers(unit: str) -> tuple[int, int, int, int]:
    """Return the factor, Troop points, effectiveness and AT points of a unit."""
    factor, points, effectiveness, at = [*map(int, re.findall(r"\d+", unit.partition(":")[0])), 0][:4]
    return factor, points, effectiveness, at


def reduced(factor: int, by: Fraction) -> int:
    if by == Fraction(3, 4) and factor in (12, 13):
        return {12: 8, 13: 9}[factor]
    return max(1, int(factor * by + Fraction(1, 2))) if factor and by else 0


def features(battle: Combat) -> list[str]:
    return [
        battle.terrain,
        *(name for name in ("hill", "fortification", "position") if getattr(battle, name)),
    ]


def slow_unit(unit: str, battle: Combat, *, attacks: bool) -> int:
    """One unit's factor, by everything that bears on it."""
    by, there = Fraction(1), features(battle)
    mech = unit.startswith(("tanks", "armor"))
    if attacks:
        by *= Fraction(1, 2) ** sum(mark in unit for mark in (":river", ":ford", ":bridge", ":slope", ":oos"))
        by *= Fraction(1, 2) if battle.mobile else 1
        by *= Fraction(1, 2) if mech and ":slope" in unit else 1
    else:
        by *= Fraction(1, 2) ** sum(mark in unit for mark in (":oos", ":dsg"))
        by *= 2 if "city" in there else 1
    uphill = attacks and ":level" not in unit
    modifiers = [Fraction(MECH[each]) for each in there if each in MECH and (each != "hill" or uphill)]
    by *= min(modifiers) if mech and modifiers else 1
    return reduced(numbers(unit)[0], by)


def slow_points(points: int, left: int) -> int:
    """Support moved so many headings of the bombardment table to the left."""
    if not points or not left:
        return points
    at = next(i for i, (low, high) in enumerate(BANDS) if low <= points and (not high or points <= high))
    return BANDS[at - left][1] if at >= left else 0


def slow_shift(battle: Combat) -> int:
    there = features(battle)
    if any(":level" in unit for unit in battle.attackers):
        there = [each for each in there if each != "hill"]
    ours, theirs = (sum(numbers(unit)[3] for unit in side) for side in (battle.attackers, battle.defenders))
    ratio = 6 if ours and not theirs else ours // theirs if theirs else 0
    armour = {0: 0, 1: 0, 2: 1, 3: 1, 4: 2, 5: 2}.get(ratio, 3)
    return min([COMBAT.get(each, 0) for each in there] or [0]) + armour + battle.stood


def slow_column(attack: int, defence: int, shift: int) -> str:
    if attack >= defence:
        at = min(attack // defence, 8) + 1 if defence else 9
    else:
        at = 1 if 2 * attack >= defence else 0
    return COLUMNS[max(0, min(at + shift, 9))]


def air(points: int, aa: int) -> list[int]:
    """The points that are left by each face of antiair fire."""
    at = min((aa - 1) // 2, 5)
    return [reduced(points, KEEPS[row[at]]) if aa else points for row in ANTIAIR]


def slow_modifier(battle: Combat, face: int) -> int:
    best = []
    for side in (battle.attackers, battle.defenders):
        most = max(numbers(unit)[1] for unit in side)
        best.append(max(numbers(unit)[2] for unit in side if numbers(unit)[1] == most))
    apart = min(abs(best[0] - best[1]), 6)
    size = apart if face <= 5 else max(1, apart - 1) if face <= 8 else apart - 1
    return 0 if not apart else size if best[0] > best[1] else -size


def slow_codes(battle: Combat) -> Chances:
    """The results of the CRT, over all dice before it."""
    attack = sum(slow_unit(unit, battle, attacks=True) for unit in battle.attackers)
    defence = sum(slow_unit(unit, battle, attacks=False) for unit in battle.defenders)
    left = -min([COVER.get(each, 0) for each in features(battle)] or [0])
    ours = [slow_points(each, left) for each in air(battle.cas, battle.aa)]
    theirs = air(battle.defending_cas, battle.attacking_aa)
    attack += slow_points(battle.artillery, left)
    defence += battle.defending_artillery

    def code(first: int, second: int, third: int, fourth: int) -> Any:
        column = slow_column(attack + ours[first - 1], defence + theirs[second - 1], slow_shift(battle))
        die = max(1, min(fourth + slow_modifier(battle, third), 10))
        return icepool.Die([(CRT[column].split()[die - 1],)])

    rolled = (battle.aa, battle.attacking_aa, slow_modifier(battle, 1), 1)
    die = icepool.map(code, *(icepool.d10 if each else icepool.Die([1]) for each in rolled))
    return {each: Fraction(die.probability((each,))) for (each,) in die}


def slow_losses(units: Sequence[str], points: int) -> Chances:
    """Who loses how many points, one after another; the owner spends any where most are left."""
    chances: Chances = {(0,) * len(units): Fraction(1)}
    for _ in range(points):
        after: Chances = {}
        for lost, chance in chances.items():
            left = [numbers(unit)[1] - gone for unit, gone in zip(units, lost, strict=True)]
            standing = [at for at, each in enumerate(left) if each]
            if not standing:
                after[lost] = after.get(lost, Fraction(0)) + chance
                continue
            most = max(standing, key=lambda at: left[at])
            for at, faces in zip([*standing, most], LOSSES[len(standing)], strict=True):
                found = tuple(each + (place == at) for place, each in enumerate(lost))
                after[found] = after.get(found, Fraction(0)) + chance * Fraction(faces, 10)
        chances = after
    return {lost: chance for lost, chance in chances.items() if chance}


def slow_test(effectiveness: int, losses: int) -> dict[str, int]:
    """How many faces are R and D; none where a unit does not test."""
    if effectiveness <= 4:
        return {"": 4, "R": 2, "D": 4} if losses == 1 else {"R": 6, "D": 4}
    if effectiveness == 5:
        return {"R": 7, "D": 3} if losses >= 2 else {"": 10}
    if losses < 3:
        return {"": 10}
    return {"R": 8, "D": 2} if effectiveness == 6 else {"R": 9, "D": 1}


def slow_fates(units: Sequence[str], lost: Sequence[int]) -> Chances:
    """What becomes of the units that lost points: place, points, gone, demoralised, hexes."""
    chances: Chances = {(): Fraction(1)}
    for place, (unit, gone) in enumerate(zip(units, lost, strict=True)):
        points = numbers(unit)[1]
        if not gone:
            continue
        faces = slow_test(numbers(unit)[2], gone) if gone < points else {"": 10}
        after: Chances = {}
        for sofar, chance in chances.items():
            for result, count in faces.items():
                fate = (place, gone, gone >= points, result == "D", int(bool(result)))
                after[(*sofar, fate)] = chance * Fraction(count, 10)
        chances = after
    return chances


def slow_sides(battle: Combat, code: str) -> Iterator[tuple[Any, Any, Fraction]]:
    """Every pair of what becomes of attackers and of defenders after a result of the CRT."""
    for lost, one in slow_losses(battle.attackers, int((re.findall(r"A(\d)", code) or [0])[0])).items():
        for ours, two in slow_fates(battle.attackers, lost).items():
            for killed, three in slow_losses(
                battle.defenders, int((re.findall(r"D(\d)", code) or [0])[0])
            ).items():
                for theirs, four in slow_fates(battle.defenders, killed).items():
                    yield ours, theirs, one * two * three * four


def slow(battle: Combat) -> Chances:
    found: Chances = {}
    for code, chance in slow_codes(battle).items():
        for ours, theirs, share in slow_sides(battle, code):
            dead = sum(fate[2] for fate in theirs)
            hexes = 0 if dead == len(battle.defenders) else int((re.findall(r"R(\d)", code) or [0])[0])
            away = dead + sum(fate[4] for fate in theirs) == len(battle.defenders)
            able = len(battle.attackers) - sum(fate[2] or fate[3] or fate[4] > 0 for fate in ours)
            key = (code, ours, theirs, hexes, (hexes > 0 or away) and able > 0)
            found[key] = found.get(key, Fraction(0)) + chance * share
    return found


def told(battle: Combat, outcome: Outcome) -> Any:
    def side(words: Sequence[str], fates: Fates) -> Any:
        names = [unit.called for unit in parse_units(tuple(words), "units", (*ATTACKING, *DEFENDING))]
        return tuple(
            (names.index(each.unit), each.loses, each.eliminated, each.demoralised, each.retreats)
            for each in fates
        )

    return (
        outcome.result,
        side(battle.attackers, outcome.attackers),
        side(battle.defenders, outcome.defenders),
        outcome.retreats,
        outcome.advance,
    )


class Making:
    """Makes situations up."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def maybe(self, *words: T) -> list[T]:
        return [word for word in words if self.random.random() < 0.25]

    def unit(self, marks: Sequence[str]) -> str:
        kind = self.random.choice(["", "", "tanks", "armor"])
        numbers = [self.random.randint(1, 14), self.random.randint(1, 4), self.random.randint(3, 8)]
        at = self.maybe(self.random.randint(1, 5))
        return ":".join([kind + "/".join(map(str, [*numbers, *at])), *marks])

    def attacker(self) -> str:
        return self.unit(
            [
                *self.maybe(self.random.choice(["river", "ford", "bridge"])),
                *self.maybe(self.random.choice(["slope", "level"]), "oos"),
            ]
        )

    def combat(self) -> Combat:
        stood, mobile = self.random.choice([(False, False), (True, False), (False, True)])
        theirs = self.random.choice([0, 3])
        # Nothing supports a mobile attack.
        flying = self.random.random() < 0.5 and not mobile
        return Combat(
            attackers=tuple(self.attacker() for _ in range(self.random.randint(1, 4))),
            defenders=tuple(self.unit(self.maybe("oos", "dsg")) for _ in range(self.random.randint(1, 4))),
            terrain=self.random.choice(["clear", "town", "city", "woods", "dense-woods"]),
            hill=self.random.random() < 0.3,
            fortification=self.random.random() < 0.2,
            position=self.random.random() < 0.3,
            artillery=0 if mobile else self.random.choice([0, 0, 1, 5, 12]),
            cas=self.random.randint(1, 20) if flying else 0,
            aa=self.random.randint(0, 12) if flying else 0,
            defending_artillery=self.random.choice([0, 0, 4]),
            defending_cas=theirs,
            attacking_aa=self.random.choice([0, 5]) if theirs else 0,
            stood=stood,
            mobile=mobile,
        )  # fmt: skip


@pytest.mark.parametrize("seed", range(30))
def test_combat_worked_out_again(seed: int) -> None:
    battle = Making(seed).combat()
    chance = Enumerator()(combat.combat, worksheet(battle))
    found: Chances = {}
    for outcome, share in chance.items():
        key = told(battle, outcome)
        assert key not in found
        found[key] = share
    assert found == slow(battle)
    assert sum(found.values()) == 1


@pytest.mark.parametrize("column", COLUMNS)
def test_every_column_of_the_crt(column: str) -> None:
    """Factors that come to each column; equal effectiveness, so that the die is the card's own."""
    attack, defence = map(int, column.removesuffix("+").split("-"))
    battle = Combat((f"{attack * 9}/9/7",), (f"{defence * 9}/9/7",))
    found = odds(combat.crt_result, worksheet(battle))
    faces = CRT[column].split()
    assert found == Chance({code: faces.count(code) for code in faces})


@pytest.mark.parametrize("units", range(1, 11))
def test_every_row_of_the_losses(units: int) -> None:
    """One point lost by units of so many points that the first in the row has most: any unit is the first."""
    words = tuple(f"{at}/{40 - at}/6" for at in range(1, units + 1))
    sheet = random_loss.worksheet(random_loss.RandomLoss(words, 1))
    *faces, any_unit = LOSSES[units]
    faces[0] += any_unit
    found = {outcome.losses[0].unit: share for outcome, share in odds(random_loss.random_loss, sheet).items()}
    assert found == {word: Fraction(count, 10) for word, count in zip(words, faces, strict=True)}


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case[0])
def test_chances_sum_to_exactly_1(case: list[str]) -> None:
    found, sheet = asked(case[1])
    chance = odds(found.rule, sheet)
    assert sum(share for _, share in chance.items()) == 1


def test_sampled_play_agrees() -> None:
    """Ten thousand battles played with a die come near the chance that the attacker may advance."""
    found, sheet = asked("combat attackers=6/3/5,5/2/4:river defenders=4/3/4,2/2/4 terrain=town cas=3 aa=5")
    exact = odds(found.rule, sheet).where(lambda outcome: outcome.advance)
    dice = Random(1937)

    def answer(ask: Any) -> Any:
        return ask.read[dice.randint(1, 10)] if isinstance(ask, Roll) else ask.options[0]

    share = sum(drive(found.rule(sheet), answer).advance for _ in range(10_000)) / 10_000
    assert abs(share - float(exact)) < 0.02


def test_ways_through_a_small_battle_are_counted() -> None:
    """2-1, effectiveness 7 of 9 points: A2D1, A1D1, A1D2, D1, D1R1 and D1R2; nobody rolls again."""
    _, sheet = asked("combat attackers=8/9/7 defenders=4/9/7")
    assert lines(combat.combat, sheet) == 6


def test_six_against_six_are_worked_out_to_the_last_unit() -> None:
    """Every pair of a 1-1 with one loss each: 18 fates to a side (six units: nothing more, R, D), so 324 of A1D1."""
    words = ",".join(f"{factor}/3/4" for factor in range(1, 7))
    found, sheet = asked(f"combat attackers={words} defenders={words}")
    chance = Enumerator()(found.rule, sheet)
    assert sum(outcome.result == "A1D1" for outcome in chance) == 324
    assert chance.where(lambda outcome: outcome.result == "A1D1") == Fraction(3, 10)


# Each switch with something it moves.
SWITCHES = {
    "tec-artillery=added": "bombardment points=5 units=5/4/4 bridge=whole",
    "tec-note-b=corrected": "combat attackers=8/3/5:level defenders=4/3/5 hill=yes",
    "hill-shift=any-uphill": "combat attackers=8/3/5,8/3/5:level defenders=4/3/5 hill=yes",
    "mech-slope=once": "combat attackers=tanks8/3/5:slope defenders=4/3/5",
    "mech-modifiers=attacker": "combat attackers=8/3/5 defenders=tanks4/3/5",
    "artillery-capacity=both": "bombardment units=5/4/4 moved=3,3",
    "reduction-figures=corrected": "anti-air points=12 aa=2",
    "losses-plus=or-more": "demoralization effectiveness=6 losses=2",
    "losses-beyond=refuse": "demoralization effectiveness=5 losses=3",
    "demoralized-retreat=stays": "demoralization effectiveness=4 losses=1",
    "ground-recon-order=swapped": "ground-recon scouts=4/2/5 units=6/3/5,2/1/4",
    "crt-7-1-at-5=corrected": "combat attackers=28/3/5 defenders=4/3/5",
    "odds-rounding=nearest": "combat attackers=7/3/5 defenders=2/3/5",
    "armor-superiority-side=both-sides": "combat attackers=8/3/5 defenders=4/3/5/2",
    "effectiveness-units=average": "combat attackers=8/3/5,8/2/7 defenders=4/3/5",
    "random-loss-any=opponent": "random-loss units=5/2/5,4/3/5,3/1/5 points=1",
    "reduction-combined=one-by-one": "combat attackers=5/3/5:river:oos defenders=1/3/5",
    "tec-combat=added": "combat attackers=8/3/5 defenders=2/3/5 terrain=town position=yes",
    "artillery-support=attack": "combat attackers=8/3/5 defenders=4/3/5 defending-artillery=3",
    "support-terrain=full": "combat attackers=8/3/5 defenders=4/3/5 terrain=town artillery=10",
    "stand-still=none": "combat attackers=8/3/5 defenders=4/3/5 stood=yes",
    "attackers-row=ten-attack": f"combat attackers={','.join(['1/2/5'] * 11)} defenders=4/3/5",
    "bombardment-shift=first": "bombardment points=1 units=5/4/4 terrain=town",
    "aa-recon=all": "air-recon units=4 aa=11",
    "air-recon-half=observer": "air-recon units=3",
    "victory-between=whole": "victory nationalist=101 republican=67",
}


def worked_out(text: str) -> Any:
    """Return everything that is told of a situation: worksheet, chances, and who is asked; or why it is refused."""
    try:
        found, sheet = asked(text)
    except GrognardError as refusal:
        return str(refusal)
    asks: list[str] = []

    def first(choice: Any) -> Any:
        asks.append(choice.question)
        return choice.options[0]

    return {found.tell(each): share for each, share in Enumerator(first)(found.rule, sheet).items()}, set(
        asks
    )


@pytest.mark.parametrize("switch", SWITCHES)
def test_every_switch_moves_something(switch: str) -> None:
    assert worked_out(f"{SWITCHES[switch]} with {switch}") != worked_out(SWITCHES[switch])


def test_every_switch_that_a_worksheet_names_is_tried() -> None:
    sources = " ".join(line.source for case in CASES if case in PLAYED for line in asked(case[1])[1].lines)
    named = set(re.findall(r"ruling ([a-z0-9-]+)", sources))
    book = rulings("jarama")
    switches = {f"{name}={each}" for name in named for each in book[name].options if each != book[name].card}
    assert switches <= SWITCHES.keys()
