# SPDX-License-Identifier: Apache-2.0
"""Every ruling makes a difference and every question is asked, each in a short game that is kept; see `kept.py`."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from held import HELD, why_not_held
from kept import (
    KEPT,
    asking,
    kept_log,
    other_options,
    pair,
    parted,
    question_path,
    ruling_path,
    set_up,
    tried,
)
from kit import GAMES, fail_with, playthrough
from questions import UNASKED, asked_in, kinds

from grognard.opponent.fuzz import first_failure
from grognard.play.invariants import roll_pairs, shown_otherwise
from grognard.play.log import Entry, Log, parse_log, print_log
from grognard.play.preview import recorded_previews
from grognard.play.table import Table
from grognard.play.verify import verify
from grognard.registry.games import scenario_names

every_game = pytest.mark.parametrize("game", GAMES)
OPTIONS = [(game, *each) for game in GAMES for each in other_options(game)]
SHOWN = [each for each in OPTIONS if f"{each[1]}={each[2]}" not in HELD.get(each[0], {})]
ASKED = [(game, name) for game in GAMES for name in kinds(game) if name not in UNASKED.get(game, {})]
KEEP = "python tests/kit/keep_games.py"


# Rulings


@pytest.mark.parametrize(("game", "ruling", "option"), SHOWN)
def test_a_ruling_makes_another_game_of_it_and_breaks_nothing(
    game: str, ruling: str, option: str, tmp_path: Path
) -> None:
    path = ruling_path(game, ruling, option)
    assert path.exists(), (
        f"no game shows what {ruling}={option} changes: `{KEEP} {game}` finds and keeps one; "
        "where it finds none, name the test that holds it in tests/kit/held.py"
    )
    log = kept_log(path)
    assert log.header.switched in ({}, {ruling: option})
    check(log, tmp_path)
    tables = pair(game, log.header.scenario, ruling, option)
    assert len(parted(tables, log.entries) or ()) == len(log.entries), (
        f"{ruling}={option} no longer changes the game that is kept for it: `{KEEP} {game}` looks for another"
    )


def check(log: Log, folder: Path) -> None:
    """See that a kept game is legal to its end, and breaks nothing on the way."""
    table: Any = set_up(log.header.game, log.header.scenario, log.header.switched)
    _, faults = verify(table.game, parse_log(print_log(log)))
    assert faults == []
    failure = first_failure(table.game, log)
    if failure:
        fail_with(failure, folder)


@pytest.mark.parametrize(("game", "switched"), [(game, switched) for game in HELD for switched in HELD[game]])
def test_a_ruling_that_is_too_rare_for_random_play_is_held_by_a_test(game: str, switched: str) -> None:
    ruling, _, option = switched.partition("=")
    assert (ruling, option) in other_options(game), f"{game} has no such ruling"
    assert why_not_held(said_by_the_test(game, switched), HELD[game][switched]) == ""
    assert not ruling_path(game, ruling, option).exists(), "a game shows it: it need not be excused"


def said_by_the_test(game: str, switched: str) -> tuple[str, ...]:
    """Return what a test says that holds a ruling: examples as it is switched, others its name and, of several, its option."""
    ruling, _, option = switched.partition("=")
    if "::" not in HELD[game][switched]:
        return (switched,)
    others = [each for each, _ in other_options(game) if each == ruling]
    return (ruling, option) if len(others) > 1 else (ruling,)


def test_a_test_that_holds_nothing_is_found_out() -> None:
    told = "games/seelowe/combat.txt"
    mine = "kit/test_kept_games.py"
    assert why_not_held(("x", "y"), "games/none.py::test_it") == "there is no file tests/games/none.py"
    assert why_not_held(("x=y",), told) == f"tests/{told} does not mention x=y"
    assert why_not_held(("x", "y"), f"{mine}::test_it") == f"there is no test test_it in tests/{mine}"
    said = why_not_held(("no-ruling", "no-option"), f"{mine}::test_every_kept_game_is_kept_for_something")
    assert said.endswith("does not mention no-ruling and no-option")


# Questions


@every_game
def test_the_questions_of_a_game_are_listed(game: str) -> None:
    assert kinds(game), "list the questions that this game can ask: its game has them as `questions`"


@pytest.mark.parametrize(("game", "name"), ASKED)
def test_a_question_is_asked_and_breaks_nothing(game: str, name: str, tmp_path: Path) -> None:
    path = question_path(game, name)
    assert path.exists(), f"no game asks {name} in {game}: `{KEEP} {game}` finds and keeps one"
    log = kept_log(path)
    check(log, tmp_path)
    start = set_up(game, log.header.scenario, log.header.switched)
    assert len(asking(start, log.entries, name) or ()) == len(log.entries), (
        f"the game that is kept for it no longer asks {name}: `{KEEP} {game}` looks for another"
    )


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in UNASKED for name in UNASKED[game]])
def test_a_question_that_no_scenario_comes_to_is_asked_by_a_test(game: str, name: str) -> None:
    assert name in kinds(game), f"{game} has no such question"
    holder, says = UNASKED[game][name]
    assert why_not_held((says,), holder) == ""
    assert not question_path(game, name).exists(), "a game asks it: it need not be excused"


@every_game
def test_nothing_is_asked_that_is_not_listed(game: str) -> None:
    """In no kept game and no playthrough."""
    asked = {each for table, entry in orders(played(game)) for each in asked_in(table, entry)}
    assert asked - set(kinds(game)) == set()


# Chances

# Kinds of orders that may roll and show no chances before, each with the reason.
UNSHOWN = {
    "jarama": {
        "EndPhase": "what is rolled as a phase ends, initiative and recovery, no side has ordered",
        "Pass": "what is rolled after it, initiative and recovery, no side has ordered",
    },
    "iron-curtain": {
        "MoveTogether": "a march rolls only where it enters contaminated hexes, which the map shows"
    },
}


@every_game
def test_every_kind_of_order_that_rolls_is_held_against_what_it_showed(game: str) -> None:
    """Every kind that rolls in a kept game or a playthrough is compared, or excused with a reason."""
    rolls: set[str] = set()
    compared: set[str] = set()
    for table, entry in orders(played(game)):
        kind = type(entry.order).__name__
        if kind not in compared and any(answer.rolled for answer in entry.answers):
            rolls.add(kind)
            if compares(table, entry.order):
                compared.add(kind)
    excused = UNSHOWN.get(game, {}).keys()
    assert rolls, "no kept game of it rolls"
    assert rolls - compared == excused


def compares(table: Table[Any], order: Any) -> bool:
    """Say whether a roll of an order can be held against what is shown of it."""
    board: Any = table.game
    with recorded_previews() as previews:
        shown = board.view.preview(table.position, order)
    if shown is None or not previews:
        return False
    assert list(shown_otherwise(shown, previews[-1])) == [], order
    return any(True for _ in roll_pairs(board, table.position, order, previews[-1]))


def played(game: str) -> list[Path]:
    """Return the kept games and playthroughs of a game."""
    playthroughs = (playthrough(f"{game}/{scenario}", "jsonl") for scenario in scenario_names(game))
    return [*(KEPT / game).rglob("*.jsonl"), *playthroughs]


def orders(paths: Iterable[Path]) -> Iterator[tuple[Table[Any], Entry]]:
    """Run through the orders of kept games with the tables they were given at."""
    for path in paths:
        log = kept_log(path)
        table: Table[Any] | None = set_up(log.header.game, log.header.scenario, log.header.switched)
        for entry in log.entries:
            assert table is not None
            yield table, entry
            table = tried(table, entry)


# All of them


def test_every_kept_game_is_kept_for_something() -> None:
    wanted = {ruling_path(*each) for each in OPTIONS} | {question_path(*each) for each in ASKED}
    assert set(KEPT.rglob("*.jsonl")) - wanted == set()
