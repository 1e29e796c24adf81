# SPDX-License-Identifier: Apache-2.0
"""How much stronger a player is, and when that is sure: intervals hold as often as they say, on made-up players of known strength."""

from collections import Counter
from math import inf, sqrt
from random import Random

import pytest

from grognard.lab.batch.certainty import Certainty
from grognard.lab.batch.elo import elo, in_elo, mean_score, score_of

# The scores that a pair can have.
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)


def test_elo_and_score_are_each_others_inverse() -> None:
    for difference in (-400, -50, 0, 35, 191, 800):
        assert elo(score_of(difference)) == pytest.approx(difference)
    assert score_of(400) == pytest.approx(10 / 11)
    assert (elo(0), elo(1)) == (-inf, inf)


def test_with_many_pairs_the_interval_is_the_usual_one() -> None:
    pairs = {0.0: 100, 0.5: 500, 1.0: 400}
    estimate = mean_score(pairs)
    variance = sum((score - 0.65) ** 2 * count for score, count in pairs.items()) / 1000
    assert estimate.value == pytest.approx(0.65)
    assert estimate.high - estimate.low == pytest.approx(2 * 1.96 * sqrt(variance / 1000), rel=0.01)


def test_a_player_who_won_all_games_is_stronger_by_a_finite_number_at_least() -> None:
    few, many = in_elo(mean_score({1.0: 5})), in_elo(mean_score({1.0: 50}))
    assert few.value == few.high == many.high == inf
    assert 100 < few.low < many.low < 1000


def test_mirrored_games_are_no_proof_at_once() -> None:
    """Pairs that are all halved tell that players are equal the more surely the more there are."""
    few, many = mean_score({0.5: 4}), mean_score({0.5: 400})
    assert few.low < 0.4
    assert few.high > 0.6
    assert 0.49 < many.low < many.value == 0.5 < many.high < 0.51


# Pairs of made-up players: how likely each score is, from 0 to 1 in quarters.
PLAYERS = {
    "equal": (0.15, 0.2, 0.3, 0.2, 0.15),
    "lopsided": (0.0, 0.02, 0.08, 0.2, 0.7),
    "one side always wins": (0.01, 0.03, 0.9, 0.04, 0.02),
    "coin": (0.5, 0.0, 0.0, 0.0, 0.5),
}


@pytest.mark.parametrize("chances", PLAYERS.values(), ids=PLAYERS)
@pytest.mark.parametrize("pairs", [20, 100])
def test_the_interval_holds_in_95_of_100_matches(chances: tuple[float, ...], pairs: int) -> None:
    rng, true = Random(7), sum(score * chance for score, chance in zip(SCORES, chances, strict=True))
    matches = 2000
    hits = 0
    for _ in range(matches):
        estimate = mean_score(Counter(rng.choices(SCORES, chances, k=pairs)))
        hits += estimate.low <= true <= estimate.high
    assert hits / matches > 0.93


def outcome(chances: tuple[float, ...], margin: float, most: int, rng: Random) -> tuple[str, int]:
    certainty = Certainty(margin)
    for score in rng.choices(SCORES, chances, k=most):
        if answer := certainty.add(score):
            return answer, certainty.pairs
    return "", most


def test_equal_players_are_seldom_called_unequal_though_one_looks_after_every_pair() -> None:
    rng = Random(3)
    answers = Counter(outcome(PLAYERS["equal"], 0.5, 200, rng)[0] for _ in range(100))
    assert answers["a"] + answers["b"] <= 5


def test_what_is_sure_is_found_soon_where_it_is_plain() -> None:
    rng = Random(5)
    answer, pairs = outcome(PLAYERS["lopsided"], 50, 500, rng)
    assert answer == "a"
    assert pairs < 30
    assert outcome(tuple(reversed(PLAYERS["lopsided"])), 50, 500, rng)[0] == "b"
    assert outcome(PLAYERS["one side always wins"], 50, 500, rng)[0] == "even"


def test_nothing_is_sure_after_a_few_pairs() -> None:
    certainty = Certainty(50)
    assert certainty.answer == ""
    assert [certainty.add(1.0) for _ in range(5)] == [""] * 5
    assert certainty.interval.low < 0.5 < certainty.interval.high
