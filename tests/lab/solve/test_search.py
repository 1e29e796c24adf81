# SPDX-License-Identifier: Apache-2.0
"""Backward induction on games so small that their values are plain: dice, answers, positions that repeat, what is hidden."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from toy import Go, Here, Toy

from grognard.charts.errors import GrognardError
from grognard.front import Game
from grognard.lab.solve.best_play import BestPlay
from grognard.lab.solve.cycles import Cyclic
from grognard.lab.solve.search import Hidden, Search, TooLarge, key_of
from grognard.lab.solve.solution import load_solution, solve
from grognard.play.log import Header
from grognard.play.table import Table, begin

WIN, LOSS, DRAW = "white wins", "black wins", "draw"
# White wins by four faces of six, and loses by two.
GOOD = ("roll", (WIN, WIN, WIN, WIN, LOSS, LOSS))


def solved(game: Any, most: int = 100) -> Search:
    search = Search(game, most)
    search.run(game.start())
    return search


def value(game: Any, at: str = "start") -> tuple[Fraction, str]:
    found = solved(game).solved[key_of(type(game.start())(at))]
    return found.value, found.best


def test_a_side_takes_the_best_of_what_the_dice_may_do() -> None:
    game = Toy({"start": ("White", {"sure": DRAW, "dare": GOOD, "lose": LOSS})})
    assert value(game) == (Fraction(1, 3), "go dare")


def test_the_other_side_takes_the_worst() -> None:
    game = Toy({"start": ("Black", {"sure": DRAW, "dare": GOOD})})
    assert value(game) == (Fraction(0), "go sure")


def test_an_answer_is_given_by_the_side_that_is_asked_when_the_die_has_fallen() -> None:
    asked = (
        "roll",
        ((("Black"), {"yield": WIN, "hold": DRAW}), *[("White", {"yes": WIN, "no": LOSS})] * 2, *[LOSS] * 3),
    )
    # One face a draw, two faces a victory, three a defeat.
    assert value(Toy({"start": ("White", {"roll": asked})})) == (Fraction(-1, 6), "go roll")


def test_the_value_of_a_position_is_worked_out_once_however_it_is_come_to() -> None:
    graph = {f"{at}": ("White", {"a": f"{at + 1}", "b": f"{at + 1}"}) for at in range(60)}
    game = Toy({"start": ("White", {"go": "0"}), **graph, "60": ("Black", {"end": GOOD})})
    search = solved(game)
    assert (search.looked_at, len(search.solved)) == (62, 64)


def test_a_side_that_can_go_round_in_circles_gains_nothing_by_it() -> None:
    game = Toy(
        {
            "start": ("White", {"turn": "turned", "poor": LOSS}),
            "turned": ("White", {"back": "start", "on": "third", "fair": DRAW}),
            "third": ("White", {"back": "start", "dare": GOOD}),
        }
    )
    # Each leads to each, so that all are worth the best way out; and each best order leads nearer to it.
    assert [value(game, at) for at in ("start", "turned", "third")] == [
        (Fraction(1, 3), "go turn"),
        (Fraction(1, 3), "go on"),
        (Fraction(1, 3), "go dare"),
    ]


def test_an_order_that_changes_nothing_is_no_way_out() -> None:
    game = Toy({"start": ("Black", {"stay": "start", "ask": ("Black", {"stay": "start", "give up": WIN})})})
    assert value(game) == (Fraction(1), "go ask")


@pytest.mark.parametrize(
    ("graph", "says"),
    [
        ({"start": ("White", {"again": ("roll", (WIN, *["start"] * 5)), "no": LOSS})}, "by the dice"),
        ({"start": ("White", {"on": "b", "no": LOSS}), "b": ("Black", {"back": "start"})}, "both sides move"),
        ({"start": ("White", {"on": ("Black", {"back": "start", "so": LOSS})})}, "by the dice"),
        ({"start": ("White", {"stay": "start"})}, "nothing leads out"),
    ],
)
def test_positions_that_repeat_otherwise_are_refused(graph: Any, says: str) -> None:
    with pytest.raises(Cyclic, match=says):
        solved(Toy(graph))


def test_there_are_no_more_positions_than_are_allowed() -> None:
    endless = {str(at): ("White", {"on": str(at + 1)}) for at in range(1000)}
    with pytest.raises(TooLarge, match="more than 50 positions"):
        solved(Toy({"start": ("White", {"go": "0"}), **endless}), 50)


def test_a_side_must_know_where_it_stands() -> None:
    told_apart = Toy({"start": ("White", {"a": Here("white wins", 1), "b": Here("black wins", 2)})}, Here)
    assert value(told_apart)[1] == "go a"
    secret = Toy(
        {"start": ("White", {"a": Here("next", 1), "b": Here("next", 2)}), "next": ("Black", {"c": DRAW})},
        Here,
    )
    with pytest.raises(Hidden, match="White side sees too little"):
        solved(secret)


def test_an_order_that_the_enemy_does_not_notice_is_refused() -> None:
    """Black could not tell whether White has turned, which decides what comes of guessing."""
    unnoticed = Toy({"start": ("White", {"turn": Here("start", 1), "wait": "black wins"})}, Here)
    with pytest.raises(Hidden, match="Black side sees too little"):
        solved(unnoticed)


def test_verdicts_that_name_no_winner_are_refused() -> None:
    with pytest.raises(GrognardError, match="do not say who has won"):
        solved(Toy({"start": ("White", {"end": "untold"})}))


def test_best_play_does_not_go_round_where_an_answer_leads_back() -> None:
    """Each first option is worth as much as the other, since it leads to where the other can still be taken."""
    back = {"stay": "start", "on": ("White", {"back": "turned", "win": WIN})}
    graph: Any = {
        "start": ("White", {"turn": "turned"}),
        "turned": ("White", {"back": "start", "ask": ("White", back)}),
    }
    toy: Any = Toy(graph)
    table: Table[Any] = begin(toy, Header(game="toy", scenario="round", rules="r"))
    game = Game(table)
    solution = solve(game)
    assert BestPlay(solution, game).shares().won == 1
    assert BestPlay(solution, game).line() == ["go turn", "go ask"]
    # Step by step, too.
    asked = Game(table.give(Go("turn")).give(Go("ask")))
    assert solution.best(asked) == "on"
    asked = asked.choose("on")
    assert solution.best(asked) == "win"
    # In the midst of another order than the best the first will do: it leads back to where the best one is given.
    assert dict(solution.values(asked)) == {"back": 1, "win": 1}


def test_the_options_that_lead_out_are_kept_in_the_file(tmp_path: Path) -> None:
    toy: Any = Toy({"start": ("White", {"ask": ("White", {"stay": "start", "go": WIN})})})
    game = Game(begin(toy, Header(game="toy", scenario="round", rules="r")))
    solve(game, file=tmp_path / "table")
    assert BestPlay(load_solution(tmp_path / "table"), game).shares().won == 1
