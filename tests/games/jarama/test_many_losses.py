# SPDX-License-Identifier: Apache-2.0
"""Losses that are too many to be named: counted in one sweep, and held against the rule itself."""

import json
import subprocess
from collections.abc import Callable
from fractions import Fraction
from random import Random
from time import process_time

import pytest
from test_jarama_told import asked

from grognard.games.jarama.loss_counts import GONE, HURT, UNTOUCHED, LossCounts, losses_counted
from grognard.games.jarama.random_loss import Row, assign_losses, loss_table, ways_to_lose
from grognard.games.jarama.stacks import DEFENDING, parse_units
from grognard.play.preview import preview
from grognard.registry import Card
from grognard.umpire import Chance, odds

Here = Callable[..., subprocess.CompletedProcess[str]]
OWNER, OPPONENT = Card("jarama"), Card("jarama", "card", (("random-loss-any", "opponent"),))


def by_the_rule(
    units: list[int], points: int, card: Card
) -> tuple[Chance[tuple[int, int]], list[Chance[str]]]:
    """Run the rule through every way, and count."""
    words = tuple(f"{at}/{has}/5" for at, has in enumerate(units, 1))
    row = Row(parse_units(words, "units", DEFENDING), "Republican", card)
    chance = odds(assign_losses, row, points)

    def fate(at: int) -> Chance[str]:
        return chance.map(lambda lost: UNTOUCHED if not lost[at] else GONE if lost[at] == units[at] else HURT)

    counts = chance.map(lambda lost: (sum(map(bool, lost)), sum(map(int.__eq__, lost, units))))
    return counts, list(map(fate, range(len(units))))


def same(found: LossCounts, units: list[int], points: int, card: Card) -> bool:
    counts, fates = by_the_rule(units, points, card)
    return found.counts == counts and list(found.fates) == fates


@pytest.mark.parametrize("card", [OWNER, OPPONENT], ids=["owner", "opponent"])
@pytest.mark.parametrize("seed", range(40))
def test_the_sweep_counts_what_the_rule_does(seed: int, card: Card) -> None:
    """Rows of one to seven units with one to five points; rows of three and four ask for any unit."""
    random = Random(seed)
    units = [random.randint(1, 5) for _ in range(random.randint(1, 7))]
    points = random.randint(1, 6)
    assert same(losses_counted(units, points, loss_table(card)), units, points, card), (units, points)


@pytest.mark.parametrize("units", [[1] * 10, [1, 2] * 5, [9, 1, 1, 1, 1, 1, 1, 1, 1, 1]])
def test_rows_that_shrink_to_any_unit(units: list[int]) -> None:
    """Ten units of one point and ten lost leave nobody; one of nine is alone in the end."""
    assert same(losses_counted(units, 8, loss_table(OWNER)), units, 8, OWNER)


def test_ten_units_and_ten_points_by_hand() -> None:
    """Every roll hits one of ten alike. All ten units: 10! of 10^10. One unit alone takes all ten: 10 of 10^10, and is gone.

    A unit is untouched if ten rolls miss it, 9/10 each; it is gone if all ten hit it.
    """
    found = losses_counted([10] * 10, 10, loss_table(OWNER))
    assert found.counts[10, 0] == Fraction(3_628_800, 10**10)
    assert found.counts[1, 1] == Fraction(10, 10**10)
    # Two units: 45 pairs, each of the ten rolls on one of the two, but not all of them on the same.
    assert found.counts[2, 0] == Fraction(45 * (2**10 - 2), 10**10)
    for fate in found.fates:
        assert fate[UNTOUCHED] == Fraction(9**10, 10**10)
        assert fate[GONE] == Fraction(1, 10**10)


def test_the_ways_are_counted_before_they_are_run_through() -> None:
    """Ten units with ten points each and ten lost: so many as ten balls in ten boxes, 19 over 9."""
    assert ways_to_lose([10] * 10, 10) == 92_378
    # Two points of three units, the first with one: 002 011 020 101 110.
    assert ways_to_lose([1, 2, 9], 2) == 5
    assert ways_to_lose([1, 1], 9) == 1
    assert ways_to_lose([2, 3, 1, 4], 3) == len(odds(assign_losses, row_of([2, 3, 1, 4]), 3))


def row_of(units: list[int]) -> Row:
    return Row(
        parse_units(tuple(f"{at}/{has}/5" for at, has in enumerate(units)), "units", DEFENDING),
        "Republican",
        OWNER,
    )


@pytest.mark.parametrize("points", [3, 4, 5, 10])
def test_ten_units_and_ten_points_are_weighed_within_a_tenth_of_a_second(points: int) -> None:
    words = ",".join(f"{at}/{points}/5" for at in range(1, 11))
    found, sheet = asked(f"random-loss units={words} points=10")
    taken = []
    for _ in range(3):
        begun = process_time()
        shown = preview("jarama", found, sheet)
        taken.append(process_time() - begun)
        assert sum(each.chance for each in shown.outcomes) == 1
    assert min(taken) < 0.1


def test_what_is_not_named_is_said(here: Here) -> None:
    words = ",".join(f"{at}/10/5" for at in range(1, 11))
    typed = ("odds", "jarama", "random-loss", "--units", words, "--points", "10")
    said = " ".join(here(*typed).stdout.split())
    assert "more outcomes than can be named 92378 units are counted, and not named" in said
    assert "1 unit eliminated ▏ 0.0% 1/1000000000" in said
    assert "7 units lose points" in said
    found = json.loads(here(*typed, "--format", "json").stdout)
    assert found["outcomes"][0].keys() == {"units", "eliminated", "probability", "decimal"}
    assert sum(Fraction(each["probability"]) for each in found["outcomes"]) == 1
    assert [part["name"] for part in found["parts"]][:3] == [
        "units that lose points",
        "units eliminated",
        "1/10/5",
    ]


def test_whom_any_unit_is_taken_to_be_is_said(here: Here) -> None:
    """Six units of two points and the table may come to rows of four; with ten of ten it never does."""
    few = "9/2/5,8/2/5,7/2/5,6/9/5,5/9/5,4/9/5,3/9/5"
    said = " ".join(here("odds", "jarama", "random-loss", "--units", few, "--points", "10").stdout.split())
    granted = "taken for granted: Republican any unit of the Republican side loses a point: one with most points left"
    assert granted in said
    many = ",".join(f"{at}/10/5" for at in range(1, 11))
    said = here("odds", "jarama", "random-loss", "--units", many, "--points", "10").stdout
    assert "taken for granted" not in said


def test_a_few_outcomes_are_still_named(here: Here) -> None:
    said = here("odds", "jarama", "random-loss", "--units", "5/2/5,4/3/5", "--points", "2").stdout
    assert "4/3/5 loses 2 points" in said
    assert "more outcomes" not in said


def test_losses_that_are_counted_can_be_compared(here: Here) -> None:
    words = ",".join(f"{at}/10/5" for at in range(1, 11))
    done = here("compare", "jarama", "random-loss", "--units", words, "--points", "10", "--and", "points=9")
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 unit eliminated" in done.stdout
    assert "1 unit loses points" in done.stdout
