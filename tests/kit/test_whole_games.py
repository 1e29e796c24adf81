"""Whole games of every scenario, with every invariant held after every step."""

import random
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from kit import (
    GRAND,
    TEACHING,
    begun,
    every_game,
    every_scenario,
    fail_with,
    fighting,
    fighting_well,
    headed,
    moments_of,
    opened,
    parts,
)

from grognard.games import rulings
from grognard.games.playing import header, open_game
from grognard.opponent import Program, greedy, random_play, self_play
from grognard.opponent.fuzz import fuzz, play_out
from grognard.play.canonical import canonical, fingerprint
from grognard.play.invariants import EVERY_STEP
from grognard.play.log import Entry
from grognard.play.moment import Checks
from grognard.play.seen import labels
from grognard.play.table import Table, begin
from grognard.umpire import Choose

# No sequence of play has more phases a turn.
PHASES = 40
# How many games are played at most until a ruling makes a difference, or every question was asked.
SEEDS = 40
MANY_SEEDS = 80


def play(name: str, program: Program, seed: int, folder: Path, checks: Checks = EVERY_STEP) -> None:
    played = fuzz(opened(name), headed(name), program, seed, checks)
    if played.failure:
        fail_with(played.failure, folder)
    assert opened(name).status(played.table.position).verdict


@pytest.mark.parametrize("seed", range(6))
@every_scenario
def test_random_play_breaks_nothing(name: str, seed: int, tmp_path: Path) -> None:
    play(name, random_play, seed, tmp_path)


@pytest.mark.parametrize("seed", range(10, 16))
@every_game
def test_random_play_with_every_check_at_every_step_breaks_nothing(
    name: str, seed: int, tmp_path: Path
) -> None:
    play(name, random_play, seed, tmp_path, EVERY_STEP.all_always)


# Rulings on what units that are moved by lot hardly ever come to. Tests of their own hold them to a difference.
RARE = {
    "iron-curtain": {
        *("odds-above-4-1", "shift-below-1-3", "tec-slips", "no-retreat-hexsides", "nuclear-entry-6"),
        *("oos-1962", "step-losses-1945", "ocean-attack", "supply-zone", "sea-line-attack", "mixed-crossing"),
        "reinforcement-stacking",
    },
    "jarama": {
        *("tec-note-b", "reduction-figures", "demoralization-slip", "losses-plus", "losses-beyond"),
        *("crt-7-1-at-5", "armor-superiority-side", "random-loss-any", "reduction-combined", "tec-combat"),
        *("artillery-support", "support-terrain", "attackers-row", "victory-between", "victory-more"),
        *("supply-line", "contact", "stand-still", "artillery-capacity", "armored-train"),
        *("air-recon-half", "mech-modifiers"),
    },
    "panzerblitz": {
        *("crt-below-minus-1", "swamp-defense", "mixed-stack", "elevation-exceptions", "slope-to-hilltop"),
        *("dispersed-stack", "spa-overrun", "shift-from-below", "overruns-a-hex", "cavalry-swamp"),
        *("one-hex-move", "blocks-in-stacks", "tank-riders", "fort-wreck", "half-range", "dd-memory"),
    },
    # Of the first three only the words of a chart change, which play does not read.
    "asl-sk": {
        *("wound-signs", "squad-note-3", "leadership-once", "leader-loss-plus", "natural-12-first"),
        *(
            "odds-arithmetic",
            "ambush-afv",
            "smc-once",
            "original-12-v-afv",
            "broken-in-group",
            "leadership-in-close-combat",
            "random-selection",
        ),
    },
}


OTHER_RULINGS = [
    (name, ruling, option)
    for grand, teaching in zip(GRAND, TEACHING, strict=True)
    for ruling, file in rulings(parts(grand)[0]).items()
    for name in (teaching if ruling in RARE.get(parts(grand)[0], ()) else grand,)
    for option in file.options
    if option != file.card
]


@pytest.mark.parametrize(("name", "ruling", "option"), OTHER_RULINGS)
def test_play_under_another_ruling_breaks_nothing(
    name: str, ruling: str, option: str, tmp_path: Path
) -> None:
    """Of several games the first is played that the ruling makes another than the card does; a short one, if it is rare."""
    switched = {ruling: option}
    game, head = open_game(*parts(name), switched=switched), header(*parts(name), switched=switched)
    seeds = (
        seed for seed in range(SEEDS) if fought(begin(game, head), seed) != fought_under_the_card(name, seed)
    )
    seed = 0 if ruling in RARE.get(parts(name)[0], ()) else next(seeds, None)
    assert seed is not None, f"in {SEEDS} games it made no difference that {ruling} is {option}"
    played = fuzz(game, head, fighting, seed)
    if played.failure:
        fail_with(played.failure, tmp_path)


def fought(table: Table[Any], seed: int) -> tuple[Entry, ...]:
    """The orders and answers of a fighting game, with nothing checked."""
    return play_out(table, fighting, Random(seed), Checks({})).table.log.entries


@cache
def fought_under_the_card(name: str, seed: int) -> tuple[Entry, ...]:
    return fought(begun(name), seed)


# Every question that the rules of a game can ask, and the rulings without which some are never asked.
QUESTIONS = {
    "panzerblitz": (
        {},
        (
            r"roll 1d6 fire at .+",
            r"roll 1d6 overrun of .+",
            r"roll 1d6 close assault on .+",
        ),
    ),
    "jarama": (
        {},
        (
            r"roll 1d10 antiair fire.*",
            r"roll 1d10 bombardment",
            r"roll 1d10 (air|ground) reconnaissance",
            r"roll 1d10 \w+ initiative",
            r"roll 1d10 \w+ recovery",
            r"roll 1d10 effectiveness difference",
            r"roll 1d10 combat",
            r"roll 1d10 \w+ \d\w\w Troop point",
            r"roll 1d10 demoralization of .+",
            r"\w+ counter shown",
            r"\w+ after the failed reconnaissance",
            r"\w+ any unit of the \w+ side loses a point",
            r"\w+ effectiveness number that counts",
            r"\w+ retreat of .+ from \d+",
            r"\w+ point lost to the zone of control in \d+",
            r"\w+ advance into \d+",
        ),
    ),
    "iron-curtain": (
        {"air-strike-effect": "attacker-picks"},
        (
            r"roll 1d6 air strike",
            r"roll 2d6 1945 combat",
            r"roll 2d6 1945 combat, no retreat",
            r"\w+ unit struck",
            r"\w+ 1945 step losses",
            r"\w+ retreat of .+ from \d+",
            r"\w+ step lost to the zone of control in \d+",
            r"\w+ advance into \d+",
        ),
    ),
    "seelowe": (
        {"city-ignores": "also-br", "disrupted": "one-unit"},
        (
            r"roll 1d6 8.8 combat",
            r"roll 1d6 10.6 air attack",
            r"roll 1d6 10.7 air attack",
            r"\w+ which unit is disrupted",
            r"\w+ 8.81 exchange",
            r"\w+ 8.81 which (unit|\d+ units) of strength \d+ to lose",
            r"\w+ 13.0 Ar in a city",
            r"\w+ 13.0 Br in a city",
            r"\w+ 13.0 Dr in a city",
            r"\w+ retreat of .+",
            r"\w+ who gives way to .+ in \d+",
            r"\w+ advance into \d+",
        ),
    ),
    "asl-sk": (
        {},
        (
            r"roll 2d6 rally of .+",
            r"roll 2d6 morale check of .+",
            r"roll 2d6 LLTC of .+",
            r"roll 2d6 LLMC of .+",
            r"roll 1d6 wound of .+",
            r"roll 1d6 ambush, the (Russian|German|American) side",
            r"roll 2d6 close combat, .+",
            r"roll 1d6 leader creation, .+",
            r"roll 1d\d random selection of .+",
        ),
    ),
}


@every_game
def test_every_question_of_the_rules_is_asked_and_breaks_nothing(name: str, tmp_path: Path) -> None:
    assert parts(name)[0] in QUESTIONS, "list the questions that the rules of this game can ask"
    switched, kinds = QUESTIONS[parts(name)[0]]
    game, head = open_game(*parts(name), switched=switched), header(*parts(name), switched=switched)
    left = set(kinds)
    for seed in range(MANY_SEEDS):
        # Units that hold together come to some questions, units that stray to others.
        played = fuzz(game, head, (fighting_well, fighting)[seed % 2], seed)
        if played.failure:
            fail_with(played.failure, tmp_path)
        for asked in {answer.asks for entry in played.table.log.entries for answer in entry.answers}:
            kind = next((each for each in kinds if re.fullmatch(each, asked)), None)
            assert kind, f"{asked!r} is not in the list of questions"
            left.discard(kind)
        if not left:
            return
    pytest.fail(f"in {MANY_SEEDS} games nobody was asked: {', '.join(sorted(left))}")


@pytest.mark.parametrize("seed", range(3))
@every_game
def test_greedy_play_breaks_nothing(name: str, seed: int, tmp_path: Path) -> None:
    play(name, greedy, seed, tmp_path)


@every_scenario
def test_who_passes_always_comes_to_the_end(name: str) -> None:
    """From the start and from the midst of a game: passing every phase ends it, within so many steps a turn.

    Where a phase may not be ended before something is done, the first thing is done.
    """
    tables = [table for table in moments_of(name, 1) if table.in_hand is None]
    game = opened(name)
    for position in (tables[0].position, tables[len(tables) // 2].position):
        bound = PHASES * game.status(position).turns
        for _ in range(bound):
            if game.to_move(position) is None:
                break
            table = begun(name)
            actors = game.actors(position)
            actor = "" if "" in actors else actors[0]
            table = type(table)(game, table.log, (position,)).give(next(iter(game.orders(position, actor))))
            assert actor or not isinstance(table.asked, Choose), "the end of a phase asks nobody"
            while table.in_hand is not None:
                table = next(self_play(table, random_play, Random(0)))
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
def test_every_word_said_of_a_piece_is_one_that_the_game_has(name: str) -> None:
    game = opened(name)
    said = {
        state
        for table in moments_of(name, 1)
        for piece in game.pieces(table.position)
        for state in piece.states
    }
    assert "moved" in said
    assert {state for state in said if not state.startswith("on ")} <= set(game.states)


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
