# SPDX-License-Identifier: Apache-2.0
"""The exercises solved: what they are worth, that a solver without memory finds the same, and each step of docs/exact-play.md."""

from fractions import Fraction
from typing import Any

import pytest
from kit import opened
from smallest import solution

import grognard
from grognard.front import Game
from grognard.lab.solve.best_play import BestPlay
from grognard.lab.solve.search import Search, key_of
from grognard.lab.solve.solution import Solution, solve
from grognard.play.game import every_order
from grognard.umpire import Choose, Done, after

ATTACK = "17id, 35id attack 0302"


@pytest.fixture
def solved() -> Solution:
    return solution()


def by_brute_force(game: Any, position: Any, found: dict[bytes, Fraction]) -> Fraction:
    """Return a position's value from the rules alone, without remembering any; what is found on the way is noted for comparison."""
    side = game.rules.to_move(position)
    if side is None:
        winner = game.view.status(position).winner
        return Fraction((winner == game.sides[0]) - (winner == game.sides[1]))

    def worth(order: Any, answers: tuple[Any, ...]) -> Fraction:
        outcome = after(game.rules.carry_out(position, order), answers)
        if isinstance(outcome, Done):
            return by_brute_force(game, outcome.result, found)
        if isinstance(outcome.ask, Choose):
            values = [worth(order, (*answers, option)) for option in outcome.ask.options]
            return best(values, outcome.ask.side)
        read = outcome.ask.read
        return sum(
            (Fraction(weight, read.ways) * worth(order, (*answers, each)) for each, weight in read.branches),
            Fraction(0),
        )

    def best(values: list[Fraction], who: str) -> Fraction:
        return max(values) if who == game.sides[0] else min(values)

    value = best([worth(order, ()) for order in every_order(game, position)], side)
    assert found.setdefault(key_of(position), value) == value
    return value


def last_turn(game: Game) -> Game:
    """Pass until the last turn begins."""
    while game.status.turn < game.status.turns:
        game = game.push("end")
    return game


def test_a_solver_without_memory_finds_the_same_values(solved: Solution) -> None:
    """In all positions of the last turn that follow from the first being passed."""
    game, found = last_turn(grognard.open("seelowe/sandgate")), dict[bytes, Fraction]()
    assert by_brute_force(game.table.game, game.position, found) == solved.value(game) == 0
    assert len(found) > 100
    assert {key: solved.solved[key].value for key in found} == found


def test_the_smallest_exercise_is_worth_what_the_page_says(solved: Solution) -> None:
    game = grognard.open("seelowe/sandgate")
    assert solved.value(game) == Fraction(8, 27)
    assert solved.value(game, "British") == Fraction(-8, 27)
    assert solved.positions == 2142


def test_every_step_of_the_page_is_right(solved: Solution) -> None:
    begun = grognard.open("seelowe/sandgate").push("end")
    attacked = begun.push(ATTACK)
    # The attack at 4-1: the defender retreats or not, an exchange, or he is eliminated.
    assert [solved.value(attacked.roll(face)) for face in range(1, 7)] == [
        *[Fraction(-7, 9)] * 2,
        *[Fraction(2, 3)] * 2,
        *[Fraction(1)] * 2,
    ]
    held = attacked.roll(1).choose("ignore").push("end").push("35b moves 0302").push("end")
    replies = {held.order_text(order): value for order, value in solved.values(held)}
    assert replies["end"] == Fraction(-2, 3)
    assert replies["gar attacks 0202"] == replies["gar attacks 0201"] == Fraction(-7, 9)
    assert replies["gar, 35b attack 0202"] == replies["gar, 35b attack 0201"] == Fraction(-1, 2)
    # The garrison alone attacks at 1-2: Ar three times, Br twice, Dr once.
    fought = held.push("gar attacks 0202")
    assert [solved.value(fought.roll(face)) for face in range(1, 7)] == [
        *[Fraction(-2, 3)] * 3,
        *[Fraction(-5, 6)] * 2,
        Fraction(-1),
    ]
    assert {value for order, value in solved.values(begun)} == {
        Fraction(8, 27),
        Fraction(-23, 54),
        Fraction(-7, 9),
    }


def test_the_exercise_of_jarama_is_worth_what_its_tables_give() -> None:
    """14 across the brook are 7, against 1 + 1 and the gun's 1: 2-1, and one column less for the town is 1-1.

    In that column 7 to 10 cost the rearguard a Troop point and the battalion none: 5 points to 4, and 25% more is a victory (R1, with
    nowhere to go, costs more). 3 is A2D1, 5 to 4 + 2 times 2: a defeat. 4 to 6 are A1D1, 5 to 6, and 20% more is a draw; so is
    no effect. Whoever has the initiative, the gun is out of range, and nobody else can come: 4/10 - 1/10.
    """
    game = grognard.open("jarama/ermita")
    found = solve(game)
    assert (found.value(game), found.positions) == (Fraction(3, 10), 878)
    shares = BestPlay(found, game).shares()
    assert (shares.won, shares.drawn, shares.lost) == (Fraction(4, 10), Fraction(5, 10), Fraction(1, 10))
    begun = game.push("end").push("end").roll(9).roll(1)
    assert [(begun.order_text(order), value) for order, value in found.values(begun)] == [
        ('activate "Delgado\'s Column"', Fraction(3, 10)),
        ("pass", Fraction(0)),
    ]
    active = begun.push('activate "Delgado\'s Column"')
    attacked = active.push("tab moves 0105").push("end").push("tab attacks 0106")
    worth = [found.value(attacked.roll(face)) for face in range(1, 11)]
    assert worth == [0, 0, -1, 0, 0, 0, 1, 1, 1, 1]


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "value", "positions"),
    [
        ("panzerblitz/balka", Fraction(37, 243), 8189),
        ("iron-curtain/ahlden", Fraction(-32453, 139968), 22161),
        ("asl-sk/schuppen", Fraction(3360227, 7558272), 16044),
    ],
)
def test_the_other_exercises_are_worth_what_the_page_says(name: str, value: Fraction, positions: int) -> None:
    game = grognard.open(name)
    found = solve(game)
    assert (found.value(game), found.positions) == (value, positions)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "back"), [("panzerblitz/balka", 4), ("iron-curtain/ahlden", 4), ("asl-sk/schuppen", 2)]
)
def test_near_the_end_a_solver_without_memory_finds_the_same_values(name: str, back: int) -> None:
    """It works everything out again and again, and so comes only so many orders back."""
    rules = opened(name)
    search = Search(rules, 100_000)
    search.run(rules.rules.start())
    game = grognard.open(name)
    for seed in range(20):
        ends = [
            each for each in game.acts(dict.fromkeys(game.sides, "random"), seed=seed) if each.asked is None
        ]
        position = ends[-back].position
        found: dict[bytes, Fraction] = {}
        assert by_brute_force(rules, position, found) == search.solved[key_of(position)].value
