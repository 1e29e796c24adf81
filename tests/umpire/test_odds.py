# SPDX-License-Identifier: Apache-2.0
"""Exact chances: by hand, by brute force, by an independent library, and equal to what is played."""

import random
from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from itertools import product
from operator import add

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st
from played import played, replayed

from grognard.charts.labels import Dice
from grognard.umpire import (
    D6,
    TWO_D6,
    Answer,
    Call,
    Chance,
    Choose,
    Enumerator,
    Reading,
    Roll,
    Rule,
    again,
    faces,
    lines,
    odds,
    spread,
    together,
    total,
)

LOSS = Reading(D6, {1: 1, 2: 1, 3: 0, 4: 0, 5: 0, 6: 0})


def loss() -> Rule[int]:
    lost: int = yield Roll("loss", LOSS)
    return lost


def losses(units: int) -> Rule[int]:
    if units == 0:
        return 0
    first: int = yield Call(loss)
    rest: int = yield Call(losses, units - 1)
    return first + rest


def losses_inline(units: int) -> Rule[int]:
    total = 0
    for _ in range(units):
        total += yield Roll("loss", LOSS)
    return total


def test_faces_of_one_meaning_are_one_branch() -> None:
    assert odds(loss) == Chance({1: 2, 0: 4})
    assert LOSS.branches == ((1, 2), (0, 4))


def test_two_dice_by_hand() -> None:
    def total() -> Rule[int]:
        both: int = yield Roll("two dice", faces(TWO_D6))
        return both

    assert [odds(total)[n] for n in range(2, 13)] == [
        Fraction(w, 36) for w in (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    ]


@pytest.mark.parametrize("units", range(6))
def test_a_rule_called_gives_what_it_gives_inlined(units: int) -> None:
    assert odds(losses, units) == odds(losses_inline, units)


@pytest.mark.parametrize("units", [1, 4, 10])
def test_losses_equal_icepools(units: int) -> None:
    peer = units @ icepool.Die([1, 1, 0, 0, 0, 0])
    assert dict(odds(losses, units).items()) == {n: peer.probability(n) for n in peer}


def re_roll(threshold: int) -> Rule[Hashable]:
    """Branches of unequal depth: a 1 is rolled again."""
    first: int = yield Roll("first", faces(D6))
    if first > 1:
        return first >= threshold
    again: int = yield Roll("again", faces(TWO_D6))
    return ("again", again % 2)


def test_branches_of_unequal_depth_still_sum_to_one() -> None:
    chance = odds(re_roll, 4)
    assert dict(chance.items()) == {
        ("again", 0): Fraction(1, 12),
        ("again", 1): Fraction(1, 12),
        False: Fraction(2, 6),
        True: Fraction(3, 6),
    }
    assert sum(p for _, p in chance.items()) == 1


def duel(nerve: int) -> Rule[str]:
    shot: int = yield Roll("shot", faces(D6))
    answer: str = yield (
        Choose("Red", "result", ("hit", "spare"))
        if shot <= nerve
        else Choose("Blue", "result", ("miss", "hit"))
    )
    return answer


def test_choices_follow_the_policy() -> None:
    assert odds(duel, 2) == Chance({"hit": 2, "miss": 4})
    last = Enumerator(lambda choice: choice.options[-1])
    assert last(duel, 2) == Chance({"spare": 2, "hit": 4})


def test_what_is_played_is_what_was_predicted() -> None:
    """100,000 games: each frequency within five standard deviations of its exact chance."""
    rng = random.Random(1940)
    count = 100_000
    seen: Counter[Hashable] = Counter()

    def throw(dice: Dice) -> tuple[int, ...]:
        return tuple(rng.randint(1, dice.sides) for _ in range(dice.count))

    for _ in range(count):
        seen[played(re_roll(4), throw)[0]] += 1
    for outcome, chance in odds(re_roll, 4).items():
        spread = float(chance * (1 - chance) * count) ** 0.5
        assert abs(seen[outcome] - chance * count) < 5 * spread


def test_odds_are_remembered() -> None:
    calls: list[int] = []

    def counted(number: int) -> Rule[int]:
        calls.append(number)
        lost: int = yield Roll("any", LOSS)
        return lost + number

    memory = Enumerator()
    assert memory(counted, 3) is memory(counted, 3)
    assert calls == [3, 3]


def test_memory_is_bounded() -> None:
    memory = Enumerator(room=3)
    for units in range(30):
        memory(losses, units % 7)
        assert len(memory.memory) <= 3


weights = st.dictionaries(st.integers(-5, 5), st.integers(1, 9), min_size=1)


@given(weights, weights)
def test_chances_add_up_and_combine(one: dict[int, int], other: dict[int, int]) -> None:
    first, second = Chance(one), Chance(other)
    assert sum(p for _, p in first.items()) == 1
    both = first.joint(second, lambda a, b: a + b)
    brute: Counter[int] = Counter()
    for (a, x), (b, y) in product(one.items(), other.items()):
        brute[a + b] += x * y
    assert both == Chance(brute)
    assert both.mean(lambda n: n) == first.mean(lambda n: n) + second.mean(lambda n: n)
    assert both.variance(lambda n: n) == first.variance(lambda n: n) + second.variance(lambda n: n)
    assert together([first, second], lambda a, b: a + b, 0) == both


@given(weights)
def test_at_least_conditional_and_marginal(one: dict[int, int]) -> None:
    chance = Chance(one)
    for value, share in chance.at_least(lambda n: n).items():
        assert share == Fraction(sum(w for n, w in one.items() if n >= value), sum(one.values()))
    top = max(one)
    assert chance.given(lambda n: n == top) == Chance.certain(top)
    assert chance.map(lambda n: n > 0).where(lambda up: up) == chance.where(lambda n: n > 0)


def test_no_chance_without_weight() -> None:
    with pytest.raises(ValueError, match="weights above 0"):
        Chance({})


def test_a_roll_is_the_smallest_rule() -> None:
    """One die of which 1 is bad and the rest good: as a rule by itself, and as one that yields it."""
    read = Reading(D6, {face: "bad" if face == 1 else "good" for face in range(1, 7)})

    def alone() -> Roll[str]:
        return Roll("luck", read)

    def asking() -> Rule[str]:
        result: str = yield Roll("luck", read)
        return result

    wanted = {"bad": Fraction(1, 6), "good": Fraction(5, 6)}
    for rule in (alone, asking):
        assert dict(Enumerator()(rule).items()) == wanted
        assert played(rule(), lambda _dice: (1,)) == ("bad", [Answer("roll 1d6 luck", (1,))])
        assert lines(rule) == 2
        assert replayed(rule(), [Answer("roll 1d6 luck", (4,))]) == "good"


# One rule for each of several things, added up


def struck(named: str, steps: int) -> Rule[tuple[str, ...]]:
    """On 1 or 2 something is hit, and on a 1 it is rolled again whether a second step goes with it."""
    if not (yield Roll(f"loss of {named}", LOSS)):
        return ()
    again: int = yield Roll(f"more of {named}", LOSS)
    return (named,) * min(1 + again, steps)


def one_by_one(each: tuple[tuple[str, int], ...]) -> Rule[tuple[str, ...]]:
    """What `total` asks for, written out: the enumerator runs through every way of it."""
    lost: tuple[str, ...] = ()
    for arguments in each:
        lost += yield Call(struck, *arguments)
    return lost


def all_at_once(each: tuple[tuple[str, int], ...]) -> Rule[tuple[str, ...]]:
    lost: tuple[str, ...] = yield total(struck, each, add, ())
    return lost


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 2)), max_size=5))
def test_a_total_has_the_chances_of_its_rolls_one_by_one(units: list[tuple[str, int]]) -> None:
    each = tuple(sorted(units))
    assert Enumerator()(all_at_once, each) == Enumerator()(one_by_one, each)


def test_ten_alike_have_eleven_outcomes() -> None:
    """Each is lost on 1 or 2, and has one step: so many of ten, as icepool has them."""
    chance = odds(all_at_once, (("a", 1),) * 10).map(len)
    peer = 10 @ icepool.Die([1, 1, 0, 0, 0, 0])
    assert len(odds(all_at_once, (("a", 1),) * 10)) == 11
    assert dict(chance.items()) == {n: peer.probability(n) for n in peer}


def test_a_total_is_played_in_the_order_named() -> None:
    dice = iter([2, 1, 6, 1, 5])
    each = (("a", 2), ("b", 2), ("c", 2))
    lost, record = played(all_at_once(each), lambda _dice: (next(dice),))
    assert lost == ("a", "a", "c")
    assert [answer.asks.removeprefix("roll 1d6 ") for answer in record] == [
        "loss of a", "more of a", "loss of b", "loss of c", "more of c",
    ]  # fmt: skip
    assert replayed(all_at_once(each), record) == lost
    assert lines(all_at_once, each) == 27


def test_choices_within_a_total_follow_the_policy() -> None:
    def called(nerve: int) -> Rule[str]:
        both: str = yield total(duel, [(nerve,), (nerve,)], add, "")
        return both

    last = Enumerator(lambda choice: choice.options[-1])
    assert last(called, 2) == Chance({"sparespare": 1, "sparehit": 2, "hitspare": 2, "hithit": 4})


def worn(steps: int) -> Rule[int]:
    """A unit of so many steps loses one on a 1 or 2; one without steps stays so."""
    if steps == 0:
        return 0
    lost: int = yield Roll("loss", LOSS)
    return steps - lost


def worn_three_times(steps: int) -> Rule[int]:
    for _ in range(3):
        steps = yield Call(worn, steps)
    return steps


def test_round_after_round_is_the_same_rule_run_on_its_result() -> None:
    def ask() -> Rule[int]:
        left: int = yield again(worn, 3, 2)
        return left

    chance = Enumerator()(ask)
    # By hand, a third each time: none lost 8/27, one 12/27, two or more 7/27.
    assert chance == Chance({2: 8, 1: 12, 0: 7}) == Enumerator()(worn_three_times, 2)
    assert lines(ask) == lines(worn_three_times, 2)


def test_rounds_of_nothing_leave_a_state_as_it_is() -> None:
    def ask() -> Rule[int]:
        left: int = yield again(worn, 0, 2)
        return left

    assert Enumerator()(ask) == Chance.certain(2)


def test_chances_spread_until_nothing_follows() -> None:
    """From a to b by 1 in 3, else to c; from b to d by 1 in 4, else to c: 2/3 and 1/3 of 3/4 come to c."""
    steps = {"a": Chance({"b": 1, "c": 2}), "b": Chance({"d": 1, "c": 3})}
    assert spread(Chance.certain("a"), steps.get) == Chance({"c": 11, "d": 1})
    assert spread(Chance.certain("a"), steps.get, times=1) == Chance({"b": 1, "c": 2})
