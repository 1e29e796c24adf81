"""Whole games of every scenario, with every invariant held after every step."""

import random
from pathlib import Path

import msgspec
import pytest
from kit import TEACHING, begun, every_game, every_scenario, fail_with, headed, moments_of, opened, parts

from grognard.games import rulings
from grognard.games.playing import header, open_game
from grognard.opponent.fuzz import fuzz
from grognard.play.canonical import canonical, fingerprint
from grognard.play.invariants import EVERY_STEP
from grognard.play.moment import Checks
from grognard.play.seen import labels

# No sequence of play has more phases a turn.
PHASES = 40


def play(name: str, program: str, seed: int, folder: Path, checks: Checks = EVERY_STEP) -> None:
    played = fuzz(opened(name), headed(name), program, seed, checks)
    if played.failure:
        fail_with(played.failure, folder)
    assert opened(name).status(played.table.position).verdict


@pytest.mark.parametrize("seed", range(6))
@every_scenario
def test_random_play_breaks_nothing(name: str, seed: int, tmp_path: Path) -> None:
    play(name, "random", seed, tmp_path)


@pytest.mark.parametrize("seed", range(10, 20))
@every_game
def test_random_play_with_every_check_at_every_step_breaks_nothing(
    name: str, seed: int, tmp_path: Path
) -> None:
    play(name, "random", seed, tmp_path, EVERY_STEP.all_always)


OTHER_RULINGS = [
    (name, ruling, option)
    for name in TEACHING
    for ruling, file in rulings(parts(name)[0]).items()
    for option in file.options
    if option != file.card
]


@pytest.mark.parametrize(("name", "ruling", "option"), OTHER_RULINGS)
def test_play_under_another_ruling_breaks_nothing(
    name: str, ruling: str, option: str, tmp_path: Path
) -> None:
    switched = {ruling: option}
    game = open_game(*parts(name), switched=switched)
    played = fuzz(game, header(*parts(name), switched=switched), "random", 8)
    if played.failure:
        fail_with(played.failure, tmp_path)


@pytest.mark.parametrize("seed", range(3))
@every_game
def test_greedy_play_breaks_nothing(name: str, seed: int, tmp_path: Path) -> None:
    play(name, "greedy", seed, tmp_path)


@every_scenario
def test_who_passes_always_comes_to_the_end(name: str) -> None:
    """From the start and from the midst of a game: passing every phase ends it, within so many steps a turn."""
    tables = [table for table in moments_of(name, 1) if table.in_hand is None]
    game = opened(name)
    for position in (tables[0].position, tables[len(tables) // 2].position):
        bound = PHASES * game.status(position).turns
        for _ in range(bound):
            if game.to_move(position) is None:
                break
            passing = next(offer for offer in game.offers(position) if not offer.actor)
            table = begun(name)
            table = type(table)(game, table.log, (position,)).give(next(iter(passing.orders())))
            assert table.in_hand is None, "the end of a phase asks nothing"
            position = table.position  # noqa: PLW2901 - the walk goes on
        assert game.to_move(position) is None


@every_scenario
def test_the_past_is_never_changed(name: str) -> None:
    tables = moments_of(name, 2)
    before = [fingerprint(position) for position in tables[-1].positions]
    for table in tables[::7]:
        game = opened(name)
        list(game.pieces(table.position))
        game.supply(table.position)
        game.battles(table.position)
        game.threat(table.position, game.sides[0])
    assert [fingerprint(position) for position in tables[-1].positions] == before


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
    kind: type[msgspec.Struct] = type(opened(name).start())
    unlabelled = [field for field, who in labels(kind).items() if who is None]
    assert not unlabelled, f"say who may see {', '.join(unlabelled)}"


def test_there_is_a_game_to_try() -> None:
    assert "seelowe/hythe" in TEACHING
