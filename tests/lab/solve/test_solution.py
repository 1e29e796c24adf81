# SPDX-License-Identifier: Apache-2.0
"""A solution: looked up in the midst of games, kept in a file, gone on with, and what programs give away by it."""

from fractions import Fraction
from pathlib import Path

import pytest
from smallest import solution

import grognard
from grognard.charts.errors import GrognardError
from grognard.lab.solve.best_play import BestPlay
from grognard.lab.solve.search import Search
from grognard.lab.solve.solution import Solution, load_solution, solve
from grognard.lab.solve.trial import trial

NAME = "seelowe/sandgate"
ATTACK = "17id, 35id attack 0302"


@pytest.fixture
def solved() -> Solution:
    return solution()


class BrokenOff(Exception):
    """The search is broken off."""


def break_off(search: Search) -> None:
    if len(search.solved) > 300:
        raise BrokenOff


def test_along_a_game_the_value_is_what_the_next_step_makes_of_it(solved: Solution) -> None:
    """The best of the decisions, and the mean of the dice: at every moment, in the midst of orders too."""
    for seed in range(6):
        begun = grognard.open(NAME)
        for game in (begun, *begun.acts(dict.fromkeys(begun.sides, "random"), seed=seed)):
            if game.is_over:
                assert solved.value(game) == {"German": 1, "": 0, "British": -1}[game.status.winner or ""]
                assert (solved.best(game), solved.values(game)) == (None, [])
            elif game.side is None:
                faces = [solved.value(game.roll(face)) for face in range(1, 7)]
                assert solved.value(game) == sum(faces, Fraction(0)) / 6
                assert solved.best(game) is None
            else:
                best, values = solved.best(game), dict(solved.values(game))
                pick = max if game.side == "German" else min
                assert solved.value(game) == pick(values.values()) == values[best]
                losses = {decision: solved.loss(game, decision) for decision in values}
                assert losses[best] == 0 <= min(losses.values())
                assert losses == {each: abs(value - solved.value(game)) for each, value in values.items()}


def test_what_is_asked_wrongly_is_refused_in_one_sentence(solved: Solution) -> None:
    begun = grognard.open(NAME)
    attacked = begun.push("end").push(ATTACK)
    with pytest.raises(GrognardError, match="seelowe/sandgate was solved, and this is seelowe/hythe"):
        solved.value(grognard.open("seelowe/hythe"))
    with pytest.raises(GrognardError, match="there is no side 'Dutch'"):
        solved.value(begun, "Dutch")
    with pytest.raises(GrognardError, match="nobody decides now"):
        solved.loss(attacked, "end")
    with pytest.raises(GrognardError, match="is no answer to"):
        solved.loss(attacked.roll(1), "run")
    with pytest.raises(GrognardError, match="movement"):
        solved.loss(begun, ATTACK)
    with pytest.raises(GrognardError, match="an order is being carried out"):
        solve(attacked)
    strange = grognard.open(NAME, free=True).push("17id moves 0401")
    with pytest.raises(GrognardError, match="is not among those that were solved"):
        solved.value(strange)


def test_other_rulings_are_another_game(solved: Solution) -> None:
    """Under these a city's garrison may ignore that both sides retreat."""
    other = grognard.open(NAME, rulings={"city-ignores": "also-br"})
    with pytest.raises(GrognardError, match="under other rules or rulings"):
        solved.value(other)


def test_a_game_is_solved_from_where_it_stands(solved: Solution) -> None:
    game = grognard.open(NAME).push("end").push(ATTACK).roll(1).choose("ignore").push("end")
    here = solve(game)
    assert here.value(game) == solved.value(game) == Fraction(-7, 9)
    assert here.positions < solved.positions


def test_a_search_that_is_broken_off_goes_on_from_its_file(solved: Solution, tmp_path: Path) -> None:
    game, file = grognard.open(NAME), tmp_path / "table"
    with pytest.raises(BrokenOff):
        solve(game, file=file, report=break_off)
    part = load_solution(file)
    assert 200 < part.positions < solved.positions
    looked = []
    whole = solve(game, file=file, report=lambda search: looked.append(search.looked_at))
    assert max(looked) <= solved.positions - part.positions
    ours = {key: each for key, each in solved.solved.items() if each.side}
    assert {key: each for key, each in whole.solved.items() if each.side} == ours
    assert dict(load_solution(file).solved) == ours
    assert load_solution(str(file)).value(game) == Fraction(8, 27)


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    game, file = grognard.open(NAME).push("end").push("end"), tmp_path / "table"
    solve(game, file=file)
    with pytest.raises(GrognardError, match="under other rules or rulings"):
        solve(grognard.open(NAME), file=file)
    with pytest.raises(GrognardError, match="has the positions of seelowe/sandgate, not of seelowe/hythe"):
        solve(grognard.open("seelowe/hythe"), file=file)
    (tmp_path / "text").write_text("not a table " * 100, encoding="utf-8")
    with pytest.raises(GrognardError, match="is no file of solved positions"):
        load_solution(tmp_path / "text")
    with pytest.raises(GrognardError, match="there is no file"):
        load_solution(tmp_path / "missing")


def test_best_play_on_both_sides_comes_to_the_value(solved: Solution) -> None:
    game = grognard.open(NAME)
    play = BestPlay(solved, game)
    shares = play.shares()
    assert shares.won + shares.drawn + shares.lost == 1
    assert shares.won - shares.lost == solved.value(game)
    assert play.line() == ["end", ATTACK]


@pytest.mark.parametrize(
    ("program", "side"), [("random", "German"), ("random", "British"), ("greedy", "British")]
)
def test_what_a_program_gives_away_is_what_it_falls_short_of_the_value_by(
    solved: Solution, program: str, side: str
) -> None:
    """So the table never does worse than its value against it. Four standard errors are allowed."""
    game, count = grognard.open(NAME), 40
    tried = trial(solved, game, program, side, range(count))
    value = float(solved.value(game, side))
    error = 4 * (tried.result_error**2 + tried.loss_error**2) ** 0.5
    assert abs(tried.result + tried.loss - value) <= error
    assert tried.loss >= 0
    assert (tried.mistakes > 0) == (tried.loss > 0)
    if program == "random":
        assert tried.loss > 4 * tried.loss_error
