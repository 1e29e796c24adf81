# SPDX-License-Identifier: Apache-2.0
"""Whole games of every scenario, with every invariant held after every step: one of each kind. `make long` plays thousands."""

import gc
import random
from pathlib import Path
from random import Random

import msgspec
import pytest
from kit import (
    EXERCISES,
    TEACHING,
    begun,
    every_game,
    every_scenario,
    fail_with,
    fighting,
    headed,
    moments_of,
    opened,
)

from grognard.charts.errors import GrognardError
from grognard.opponent import Program, greedy, random_play, self_play
from grognard.opponent.fuzz import fuzz
from grognard.play.canonical import canonical, fingerprint
from grognard.play.invariants import EVERY_STEP
from grognard.play.step_checks import Checks
from grognard.play.visibility import labels
from grognard.umpire import Choose

# Where `greedy` plays a game within a second or two.
QUICK = ("seelowe/hythe", "asl-sk/night")
# No sequence of play has more phases a turn.
PHASES = 40


def play(name: str, program: Program, seed: int, folder: Path, checks: Checks = EVERY_STEP) -> None:
    played = fuzz(opened(name), headed(name), program, seed, checks)
    if played.failure:
        fail_with(played.failure, folder)
    assert opened(name).view.status(played.table.position).verdict


@every_scenario
def test_random_play_breaks_nothing(name: str, tmp_path: Path) -> None:
    play(name, random_play, 0, tmp_path)


@every_game
def test_random_play_with_every_check_at_every_step_breaks_nothing(name: str, tmp_path: Path) -> None:
    play(name, random_play, 10, tmp_path, EVERY_STEP.all_always)


@every_game
def test_no_refusal_keeps_the_position_that_led_to_it(name: str) -> None:
    """An error that its own frames refer to keeps all their boards until the collector of garbage comes round."""
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        for _ in self_play(begun(name), random_play, Random(3)):
            pass
        gc.collect()
        kept = [str(each) for each in gc.garbage if isinstance(each, GrognardError)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
    assert not kept


@every_game
def test_fighting_breaks_nothing(name: str, tmp_path: Path) -> None:
    play(name, fighting, 0, tmp_path)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.long) for name in TEACHING]
)
def test_greedy_play_breaks_nothing(name: str, tmp_path: Path) -> None:
    play(name, greedy, 0, tmp_path)


@every_scenario
def test_who_passes_always_comes_to_the_end(name: str) -> None:
    """From the start and from the midst of a game: passing every phase ends it, within so many steps a turn.

    Where a phase may not be ended before something is done, the first thing is done.
    """
    tables = [table for table in moments_of(name, 1) if table.in_hand is None]
    game = opened(name)
    for position in (tables[0].position, tables[len(tables) // 2].position):
        bound = PHASES * game.view.status(position).turns
        for _ in range(bound):
            if game.rules.to_move(position) is None:
                break
            table = begun(name)
            actors = game.rules.actors(position)
            actor = "" if "" in actors else actors[0]
            table = type(table)(game, table.log, (position,)).give(
                next(iter(game.rules.orders(position, actor)))
            )
            assert actor or not isinstance(table.asked, Choose), "the end of a phase asks nobody"
            while table.in_hand is not None:
                table = next(self_play(table, random_play, Random(0)))
            position = table.position  # noqa: PLW2901 - the walk goes on
        assert game.rules.to_move(position) is None


@every_scenario
def test_the_past_is_never_changed(name: str) -> None:
    tables = moments_of(name, 2)
    before = [fingerprint(position) for position in tables[-1].positions]
    for table in tables[::7]:
        game = opened(name)
        list(game.view.pieces(table.position))
        game.view.supply(table.position)
        game.view.battles(table.position)
        game.view.threat(table.position, game.sides[0])
    assert [fingerprint(position) for position in tables[-1].positions] == before


@every_scenario
def test_every_word_said_of_a_piece_is_one_that_the_game_has(name: str) -> None:
    game = opened(name)
    said = {
        state
        for table in moments_of(name, 1)
        for piece in game.view.pieces(table.position)
        for state in piece.states
    }
    # At random nobody may move in the one turn of an exercise.
    assert "moved" in said or name in EXERCISES
    assert {state for state in said if not state.startswith("on ")} <= {each.id for each in game.view.states}


@every_scenario
def test_equal_positions_are_equal_bytes_and_different_ones_are_not(name: str) -> None:
    positions = moments_of(name, 1)[-1].positions
    written = [canonical(position) for position in positions]
    for one, its in zip(positions[:-1], written, strict=False):
        for other, bytes_ in ((positions[-1], written[-1]), (positions[0], written[0])):
            assert (one == other) == (its == bytes_)


@every_scenario
def test_rules_draw_no_lots_of_their_own(name: str) -> None:
    state = random.getstate()
    moments_of.__wrapped__(name, 3, 60)
    assert random.getstate() == state


@every_scenario
def test_every_field_of_a_position_says_who_may_see_it(name: str) -> None:
    kind: type[msgspec.Struct] = type(opened(name).rules.start())
    unlabelled = [field for field, who in labels(kind).items() if who is None]
    assert not unlabelled, f"say who may see {', '.join(unlabelled)}"


def test_there_is_a_game_to_try() -> None:
    assert "seelowe/hythe" in TEACHING
