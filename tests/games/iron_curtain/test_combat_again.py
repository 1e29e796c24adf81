# SPDX-License-Identifier: Apache-2.0
"""Combat worked out a second time, slowly and from the card alone, with icepool's dice; and what must hold of all."""

from collections.abc import Iterable
from fractions import Fraction
from random import Random
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.games.iron_curtain import air_strike, combat_1945, combat_1962, overrun, weapons
from grognard.games.iron_curtain.combat import combat as resolve
from grognard.games.iron_curtain.stacks import parse_unit
from grognard.games.iron_curtain.terms import Period
from grognard.procedures.procedure import NotAllowed
from grognard.registry import Card
from grognard.rules.step_outcomes import Outcome
from grognard.rules.step_units import UnitLosses, shared_out
from grognard.umpire import Chance, lines, odds

# The card, typed once more. Each row: the attacker's loss range, the defender's, and the retreat of each face.
CRT_1962 = {
    "4:1": ("1, then 1-3", (4, 6), "233333"),
    "3:1": ((1, 1), (4, 6), "223333"),
    "2:1": ((1, 2), (4, 6), "012233"),
    "1:1": ((1, 3), (5, 6), "011223"),
    "Shift Only": ((1, 4), (5, 6), "001123"),
    "1:2": ((1, 4), (6, 6), "000112"),
    "1:3": ((1, 4), (6, 6), "000011"),
    "1:4": ((1, 4), (6, 6), "000001"),
}
ROWS = list(CRT_1962)
# Each column of 1945 from 2 to 12.
CRT_1945 = {
    "1:3": "A2 A2 A2 A1 A1 A1 A1 A1D1 D1r D1r D2r",
    "1:2": "A2 A2 A2 A1 A1 A1 A1D1 D1r D1r D2r D2r",
    "1:1": "A2 A2 A1 A1 ne D1 D1r D1r D2r D2r D2r",
    "2:1": "A2 A1 A1 A1 D1 D1r D1r D1r D2r D2r D2r",
    "3:1": "A2 A1 A1 D1 D1r D1r D1r D2r D2r D2r D3r",
    "4:1": "A2 A1 A1D1 D1r D1r D1r D2r D2r D2r D2r D3r",
}
COLUMNS = list(CRT_1945)
COVER = ("major-city", "city", "forest", "rough", "mountain")
NO_RETREAT = ("major-city", "mountain")
BARRING = (":major-river:road", ":sea-line:road")
ACROSS = (":river", ":canal", *BARRING)


def steps_of(unit: str) -> int:
    return int(unit.partition("/")[2] or 1)


def strength_of(unit: str) -> int:
    return int(unit.partition("/")[0])


def slow_odds(attackers: Iterable[str], defenders: Iterable[str]) -> int:
    """Nearest whole ratio, halves to the larger figure: 3 is 3:1, -2 is 1:2; 1 is 1:1."""
    attack = sum(strength_of(unit) for stack in attackers for unit in stack.partition(":")[0].split("+"))
    defence = sum(map(strength_of, defenders))
    if attack >= defence:
        return (2 * attack + defence) // (2 * defence)
    ratio = (2 * defence + attack) // (2 * attack)
    return -ratio if ratio > 1 else 1


def slow_ground(attackers: Iterable[str], terrain: str) -> tuple[bool, bool]:
    """Whether the defender has terrain, and whether he does not retreat."""
    ways = [word.partition(":")[1] + word.partition(":")[2] for word in attackers]
    has = terrain in COVER or all(way in ACROSS for way in ways)
    return has, terrain in NO_RETREAT or all(way in BARRING for way in ways)


def loss_die(span: Any, name: str) -> Any:
    """An icepool die over the unit's name, or nothing."""
    if isinstance(span, str):
        return icepool.d6.map(
            lambda face: icepool.d6.map(lambda again: name if again <= 3 else "") if face == 1 else ""
        )
    low, high = span
    return icepool.d6.map(lambda face: name if low <= face <= high else "")


def slow_1962(combat: combat_1962.Combat) -> dict[Any, Fraction]:
    has, stays = slow_ground(combat.attackers, combat.terrain)
    ratio = slow_odds(combat.attackers, combat.defenders)
    at = {1: 3, 2: 2, 3: 1}.get(ratio, 0) if ratio > 0 else {-2: 5, -3: 6}.get(ratio, 7)
    attacker, defender, hexes = CRT_1962[ROWS[min(at + has, 7)]]
    stacks = [word.partition(":")[0].split("+") for word in combat.attackers]
    dice = [loss_die(attacker, stack[0]) for stack in stacks]
    dice += [loss_die(defender, unit) for unit in combat.defenders]
    together = icepool.tupleize(*dice, icepool.d6.map(lambda face: 0 if stays else int(hexes[face - 1])))
    found: dict[Any, Fraction] = {}
    for outcome in together:
        lost, killed = outcome[: len(stacks)], outcome[len(stacks) : -1]
        destroyed = all(unit and steps_of(unit) == 1 for unit in killed)
        gone = all(
            len(stack) == 1 and unit and steps_of(unit) == 1 for stack, unit in zip(stacks, lost, strict=True)
        )
        retreat = 0 if destroyed else outcome[-1]
        told = (
            tuple(sorted(filter(None, lost))), tuple(sorted(filter(None, killed))), retreat,
            (destroyed or retreat > 0) and not gone,
        )  # fmt: skip
        found[told] = found.get(told, Fraction(0)) + Fraction(together.probability(outcome))
    return found


def told(outcome: Outcome) -> Any:
    names = [
        tuple(sorted(loss.unit for loss in side)) for side in (outcome.attackers_lose, outcome.defenders_lose)
    ]
    return (*names, outcome.retreats, outcome.advance)


def steps(losses: UnitLosses) -> int:
    return sum(loss.steps for loss in losses)


def slow_1945(combat: combat_1945.Combat) -> dict[Any, Fraction]:
    has, stays = slow_ground([word.removesuffix(":oos") for word in combat.attackers], combat.terrain)
    ratio = slow_odds(combat.attackers, combat.defenders)
    at = min(ratio + 1, 5) if ratio > 0 else {-2: 1, -3: 0}.get(ratio, -1)
    at -= has and at >= 0
    without = [word.endswith(":oos") for word in combat.attackers]
    if combat.defenders_oos:
        modifier = 0 if all(without) else 1 if any(without) else 2
    else:
        modifier = -2 if any(without) else 0
    codes = CRT_1945[COLUMNS[at]].split() if at >= 0 else ["A1"] * 11
    die = (2 @ icepool.d6).map(lambda total: icepool.Die([(codes[min(max(total + modifier, 2), 12) - 2],)]))
    ours = sum(steps_of(unit) for word in combat.attackers for unit in word.partition(":")[0].split("+"))
    theirs = sum(map(steps_of, combat.defenders))
    found: dict[Any, Fraction] = {}
    for (code,) in die:
        lost = min(int(code[1]), ours) if code[0] == "A" else 0
        killed = min(int(code.partition("D")[2][:1] or 0), theirs)
        retreat = 3 if code.endswith("r") and killed < theirs and not stays else 0
        key = (lost, killed, retreat, (retreat > 0 or killed == theirs) and lost < ours)
        found[key] = found.get(key, Fraction(0)) + Fraction(die.probability((code,)))
    return found


class Making:
    """Makes situations up."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def unit(self) -> str:
        return f"{self.random.randint(1, 9)}{self.random.choice(('', '/2', '/2', '/3'))}"

    def units(self, most: int) -> tuple[str, ...]:
        kinds = [self.unit() for _ in range(2)]
        return tuple(self.random.choice(kinds) for _ in range(self.random.randint(1, most)))

    def stacks(self, *marks: str) -> tuple[str, ...]:
        across = self.random.choice(((), ACROSS, BARRING, ("", ":river")))
        return tuple(
            "+".join(self.units(2)) + self.random.choice(across or ("",)) + self.random.choice(marks or ("",))
            for _ in range(self.random.randint(1, 4))
        )

    def terrain(self) -> Any:
        return self.random.choice(("open", "open", "open", *COVER))

    def combat_1962(self) -> combat_1962.Combat:
        return combat_1962.Combat(self.stacks(), self.units(4), self.terrain())

    def combat_1945(self) -> combat_1945.Combat:
        oos = self.random.choice((True, False))
        stacks = self.stacks("", ":oos") if self.random.random() < 0.5 else self.stacks()
        return combat_1945.Combat(stacks, self.units(4), "WP", self.terrain(), oos)


def test_a_hundred_battles_of_1962_are_what_icepool_makes_of_the_card() -> None:
    making = Making(1962)
    for combat in (making.combat_1962() for _ in range(100)):
        found = odds(combat_1962.combat, combat_1962.worksheet(combat)).map(told)
        assert dict(found.items()) == slow_1962(combat), combat


def test_a_hundred_battles_of_1945_are_what_icepool_makes_of_the_card() -> None:
    making = Making(1945)
    for combat in (making.combat_1945() for _ in range(100)):
        found = odds(combat_1945.combat, combat_1945.worksheet(combat)).map(
            lambda each: (steps(each.attackers_lose), steps(each.defenders_lose), each.retreats, each.advance)
        )
        assert dict(found.items()) == slow_1945(combat), combat


def test_a_hundred_overruns_are_attacks_of_one_stack() -> None:
    """By mech units into the open, along a primary road, or across a river into what costs 1."""
    making = Making(7)
    for _ in range(100):
        stack, defenders, terrain = "+".join(making.units(3)), making.units(4), making.terrain()
        slow = overrun.Overrun((stack,), defenders, terrain=terrain, along="primary-road")
        found = odds(resolve, overrun.worksheet(slow)).map(told)
        assert dict(found.items()) == slow_1962(combat_1962.Combat((stack,), defenders, terrain))
        cost = {"rough": 2, "mountain": 5}.get(terrain, 1)
        for word, extra in ((stack, 0), (f"{stack}:river", 1)):
            there = overrun.Overrun((word,), defenders, terrain=terrain)
            if cost + extra > 2:
                with pytest.raises(NotAllowed, match=f"this one costs {cost + extra}"):
                    overrun.worksheet(there)
            else:
                found = odds(resolve, overrun.worksheet(there)).map(told)
                assert dict(found.items()) == slow_1962(combat_1962.Combat((word,), defenders, terrain))


WEAPONS: dict[str, tuple[Any, Any, list[int]]] = {
    "nuclear strike": (weapons.NuclearStrike, weapons.worksheet, [0, 0, 1, 1, 1, 9]),
    "nuclear entry": (weapons.NuclearEntry, weapons.worksheet, [0, 0, 0, 1, 1, 2]),
    "chemical strike": (weapons.ChemicalStrike, weapons.worksheet, [0, 0, 0, 1, 1, 1]),
    "NATO's entry": (lambda units: weapons.ChemicalEntry(units, "NATO"), weapons.worksheet, [0, 0, 0, 0, 1, 1]),
    "WP's entry": (lambda units: weapons.ChemicalEntry(units, "WP"), weapons.worksheet, [0, 0, 0, 0, 0, 1]),
}  # fmt: skip


@pytest.mark.parametrize("weapon", WEAPONS)
def test_weapons_are_what_icepool_makes_of_the_card(weapon: str) -> None:
    situation, worksheet, faces = WEAPONS[weapon]
    making = Making(6)
    for units in (making.units(4) for _ in range(20)):
        dice = [
            icepool.d6.map(lambda face, unit=unit: (min(faces[face - 1], steps_of(unit)), unit))
            for unit in units
        ]
        together = icepool.tupleize(*dice)
        wanted: dict[Any, Fraction] = {}
        for outcome in together:
            lost = tuple(sorted((unit, n) for n, unit in outcome if n))
            wanted[lost] = wanted.get(lost, Fraction(0)) + Fraction(together.probability(outcome))
        found = odds(weapons.weapon, worksheet(situation(units)))
        assert (
            dict(found.map(lambda each: tuple(sorted((x.unit, x.steps) for x in each.lose))).items())
            == wanted
        )


# Figures worked out from the card by hand.


def in_row(row: str) -> Chance[Outcome]:
    """One stack against one unit, both of many steps, in this row."""
    strengths = {"4:1": "4 1", "3:1": "3 1", "2:1": "2 1", "1:1": "1 1", "Shift Only": "1 1", "1:2": "1 2", "1:3": "1 3", "1:4": "1 4"}  # fmt: skip
    attack, defence = strengths[row].split()
    terrain: Any = "city" if row == "Shift Only" else "open"
    return odds(
        combat_1962.combat,
        combat_1962.worksheet(combat_1962.Combat((f"{attack}/9",), (f"{defence}/9",), terrain)),
    )


def test_mean_losses_and_retreats_of_each_row() -> None:
    rows = [in_row(row) for row in ROWS]
    assert [row.where(lambda each: bool(each.attackers_lose)) for row in rows] == [
        Fraction(n, 12) for n in (1, 2, 4, 6, 8, 8, 8, 8)
    ]
    assert [row.where(lambda each: bool(each.defenders_lose)) for row in rows] == [
        Fraction(n, 6) for n in (3, 3, 3, 2, 2, 1, 1, 1)
    ]
    assert [row.mean(lambda each: each.retreats) for row in rows] == [
        Fraction(n, 6) for n in (17, 16, 11, 9, 7, 4, 2, 1)
    ]


def in_column(column: str) -> Chance[Outcome]:
    attack, defence = column.split(":")
    return odds(
        combat_1945.combat, combat_1945.worksheet(combat_1945.Combat((f"{attack}/9",), (f"{defence}/9",)))
    )


def test_mean_steps_and_retreats_of_each_column_of_1945() -> None:
    columns = [in_column(column) for column in COLUMNS]
    means = [column.mean(lambda each: steps(each.attackers_lose)) for column in columns]
    assert means == [Fraction(n, 36) for n in (36, 32, 13, 11, 7, 7)]
    assert [round(float(mean), 2) for mean in means] == [1.00, 0.89, 0.36, 0.31, 0.19, 0.19]
    means = [column.mean(lambda each: steps(each.defenders_lose)) for column in columns]
    assert [round(float(mean), 2) for mean in means] == [0.31, 0.50, 0.75, 0.89, 1.14, 1.36]
    assert [column.where(lambda each: each.retreats == 3) for column in columns] == [
        Fraction(n, 36) for n in (6, 10, 15, 21, 26, 30)
    ]


def test_a_battle_by_hand() -> None:
    """Two stacks on one unit of one step at 3:1: it goes on 4-6, and else retreats 2 hexes on 1-2, 3 on 3-6."""
    sheet = combat_1962.worksheet(combat_1962.Combat(("3/2", "3/2"), ("2",)))
    chance = odds(combat_1962.combat, sheet)
    assert chance.map(told)[(), ("2",), 0, True] == Fraction(25, 72)
    assert chance.map(told)[("3/2",), (), 2, True] == Fraction(10, 36) * Fraction(1, 2) * Fraction(1, 3)
    assert chance.map(told)[("3/2", "3/2"), (), 3, True] == Fraction(1, 36) * Fraction(1, 2) * Fraction(2, 3)
    # Loss or none for either stack; then the unit is lost, or retreats in one of two ways.
    assert lines(combat_1962.combat, sheet) == 2 * 2 * 3


# What must hold of every battle.

unit = st.builds(lambda strength, steps: f"{strength}/{steps}", st.integers(1, 9), st.integers(1, 3))
stacks = st.lists(st.lists(unit, min_size=1, max_size=2).map("+".join), min_size=1, max_size=3).map(tuple)
units = st.lists(unit, min_size=1, max_size=3).map(tuple)


def chances(attackers: Iterable[str], defenders: Iterable[str], terrain: Any = "open") -> Chance[Outcome]:
    combat = combat_1962.Combat(tuple(attackers), tuple(defenders), terrain)
    return odds(combat_1962.combat, combat_1962.worksheet(combat))


def mean_steps(chance: Chance[Outcome]) -> tuple[Fraction, Fraction, Fraction]:
    return (
        chance.mean(lambda each: steps(each.attackers_lose)),
        chance.mean(lambda each: steps(each.defenders_lose)),
        chance.mean(lambda each: each.retreats),
    )


@given(stacks, units)
def test_terrain_never_helps_the_attacker(attackers: tuple[str, ...], defenders: tuple[str, ...]) -> None:
    tough = tuple(f"{unit.partition('/')[0]}/9" for unit in defenders)
    lost, killed, retreat = mean_steps(chances(attackers, tough))
    more, fewer, nearer = mean_steps(chances(attackers, tough, "forest"))
    assert (lost <= more, killed >= fewer, retreat >= nearer) == (True, True, True)
    assert mean_steps(chances(attackers, tough, "major-city")) == (more, fewer, Fraction(0))


@given(stacks, units)
def test_the_order_in_which_units_are_named_does_not_matter(
    attackers: tuple[str, ...], defenders: tuple[str, ...]
) -> None:
    there = chances(attackers, defenders).map(told)
    assert chances(reversed(attackers), reversed(defenders)).map(told) == there


@given(stacks, units)
def test_nobody_loses_what_he_has_not(attackers: tuple[str, ...], defenders: tuple[str, ...]) -> None:
    chance = chances(attackers, defenders)
    assert sum(share for _, share in chance.items()) == 1
    for outcome in chance:
        tops = [stack.split("+")[0].removesuffix("/1") for stack in attackers]
        assert all(loss.unit in tops for loss in outcome.attackers_lose)
        assert len(outcome.defenders_lose) <= len(defenders)
        assert not (
            outcome.retreats
            and len(outcome.defenders_lose) == len(defenders)
            and all(loss.eliminated for loss in outcome.defenders_lose)
        )


@given(units, st.integers(0, 3), st.sampled_from(["spread", "free"]))
def test_steps_of_1945_are_shared_out_whole(words: tuple[str, ...], lost: int, ruled: str) -> None:
    them, spread = tuple(map(parse_unit, words)), ruled == "spread"
    there = sum(each.steps for each in them)
    for way, losses in shared_out(them, lost, spread=spread).items():
        assert sum(loss.steps for loss in losses) == min(lost, there)
        assert len(way) == len(losses)
        if spread and any(loss.steps > 1 for loss in losses):
            assert len(losses) == len(them)


def test_too_many_kinds_of_units_are_told_by_their_steps() -> None:
    """Ten against ten, all of them different: so many of each number of steps, with the chances of one by one."""
    attackers = tuple(f"{n}/2" for n in range(10, 20))
    defenders = tuple(f"{n}/{1 + n % 2}" for n in range(5, 15))
    combat = combat_1962.Combat(attackers, defenders)
    sheet = combat_1962.worksheet(combat)
    assert sheet.lines[-1].what == "more outcomes than can be told"
    chance = odds(combat_1962.combat, sheet)
    alike = odds(
        combat_1962.combat,
        combat_1962.worksheet(combat_1962.Combat(("15/2",) * 10, ("10/2",) * 5 + ("9",) * 5)),
    )
    counted = [
        each.map(lambda found: (len(found.attackers_lose), len(found.defenders_lose), found.retreats))
        for each in (chance, alike)
    ]
    assert counted[0] == counted[1]
    assert {loss.unit for each in chance for loss in each.defenders_lose} == {
        "unit of 2 steps",
        "unit of 1 step",
    }


def test_what_nobody_could_wait_for_is_refused() -> None:
    many = tuple(f"{n}/{1 + n % 9}" for n in range(1, 41))
    with pytest.raises(NotAllowed, match="too many outcomes to tell; name fewer units, or units more alike"):
        weapons.worksheet(weapons.NuclearStrike(many))
    with pytest.raises(NotAllowed, match="too many outcomes to tell"):
        combat_1962.worksheet(combat_1962.Combat(many, many))
    with pytest.raises(NotAllowed, match="at most 60 units in a battle, and here are 61"):
        combat_1945.worksheet(combat_1945.Combat(("1",) * 61, ("1",)))
    with pytest.raises(NotAllowed, match="at most 60 units in a battle, and here are 61"):
        combat_1945.worksheet(combat_1945.Combat(("1",), ("1",) * 61))


def test_air_strikes_by_hand() -> None:
    """A city needs 5 in 1962-1989 and 6 in 1945."""
    periods: list[tuple[Period, Fraction]] = [("1962-1989", Fraction(1, 3)), ("1945", Fraction(1, 6))]
    for period, share in periods:
        strike = air_strike.AirStrike(("6/2", "4"), "city", period)
        chance = odds(air_strike.air_strike, air_strike.worksheet(strike))
        assert chance.where(lambda each: bool(each.lose)) == share


def test_every_worksheet_line_names_its_source() -> None:
    combat = combat_1962.Combat(("12/2+8/2:major-river:road", "6/2:sea-line:road:oos"), ("6/2", "3"))
    assert [(line.what, line.value, line.source) for line in combat_1962.worksheet(combat).lines] == [
        ("attack strength", "26", "12/2+8/2, 6/2"),
        ("defence strength", "9", "6/2, 3"),
        ("odds 26-9", "3:1", "crt-1962: Odds, ruling odds-rounding"),
        ("all attack across hexside terrain", "terrain", "tec: Major River, Sea Line, note [2]"),
        ("terrain: one row down", "2:1", "crt-1962: note"),
        ("attackers out of supply", "no effect", "ruling oos-1962"),
        ("each attacking stack loses", "on 1-2", "crt-1962: 2:1, Attacker, ruling attacker-heading, ruling top-unit"),
        ("each defending unit loses", "on 4-6", "crt-1962: 2:1, Defender"),
        ("all attack across", "no retreat", "tec: Major River, Sea Line, 7.2d, ruling no-retreat-hexsides"),
    ]  # fmt: skip


def test_a_hexside_that_is_ignored_is_named() -> None:
    combat = combat_1962.Combat(("air8/2:ocean", "air8/2:major-river"), ("2/2",))
    named = [line.source for line in combat_1962.worksheet(combat).lines if line.value == "no terrain"]
    assert named == ["tec: Ocean, note P, ruling ocean-attack", "tec: Major River, note P"]
    by_sea = combat_1962.Combat(("air8/2:sea-line", "air8/2:sea-line:road", "8/2:sea-line:road"), ("2/2",))
    named = [line.source for line in combat_1962.worksheet(by_sea).lines if line.value == "no terrain"]
    assert named == [
        "tec: Sea Line, note P, ruling sea-line-attack",
        "tec: Sea Line, note P",
        "tec: Sea Line, note [2], ruling mixed-crossing",
    ]


def test_the_worksheet_of_1945_names_the_one_modifier() -> None:
    combat = combat_1945.Combat(("9/2:oos", "9/2"), ("2/2",), defenders_oos=True)
    assert [(line.what, line.value, line.source) for line in combat_1945.worksheet(combat).lines] == [
        ("attack strength", "18", "9/2, 9/2"),
        ("defence strength", "2", "2/2"),
        ("odds 18-2", "4:1 or more", "crt-1945: Odds"),
        ("dice modifier", "+1", "drm-1945: defender OOS Yes, attackers OOS Some, ruling drm-clamp"),
        ("who loses steps", "its owner says", "ruling step-losses-1945"),
    ]  # fmt: skip


def test_an_overrun_says_what_it_costs() -> None:
    there = overrun.Overrun(("6/2:river",), ("2/2",))
    table, cost = overrun.worksheet(there).lines[:2]
    assert table.source == "ruling overrun, ruling overrun-entry"
    assert (cost.what, cost.value) == ("MP, before an enemy zone", "2")
    assert cost.source == "tec: Open, River/Canal, ruling overrun-cost, ruling overrun-extra"
    switched = Card("iron-curtain", "card", (("overrun-extra", "one"),))
    assert overrun.worksheet(there, switched).lines[1].value == "3"
