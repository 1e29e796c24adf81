# SPDX-License-Identifier: Apache-2.0
"""What is told of a game beyond its result agrees with the game itself, order by order."""

from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.lab.batch.detail import details
from grognard.lab.batch.opening import new_match, open_match
from grognard.lab.batch.playing import Played, play_game
from grognard.play.board import Piece
from grognard.play.log import Entry

# One with an air force and towns, one with stacks and announced fire.
SCENARIOS = ("seelowe/hythe", "panzerblitz/stepanovo")


@cache
def played(scenario: str) -> Played:
    match = new_match(scenario, ("random", "random"), games=4)
    return play_game(match, open_match(match), 2)


@cache
def told(scenario: str) -> dict[str, list[Any]]:
    return details([played(scenario)])


def pieces(game: Played, at: int) -> dict[str, Piece]:
    table: Any = game.game.table
    return {piece.id: piece for piece in table.game.view.pieces(table.positions[at])}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_losses_are_the_units_that_were_eliminated_by_some_order(scenario: str) -> None:
    game = played(scenario)
    count = len(game.game.table.positions)
    seen = [pieces(game, at) for at in range(count)]
    expected = {
        (unit, before[unit].at if before[unit].at.isdigit() else "")
        for before, after in pairwise(seen)
        for unit, piece in after.items()
        if piece.at == "eliminated" != before[unit].at
    }
    losses = told(scenario)["losses"]
    assert {(row.unit, row.hex) for row in losses} == expected
    assert len(losses) == len(expected) > 0


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_sides_stand_at_the_end_as_the_game_does(scenario: str) -> None:
    game, tables = played(scenario), told(scenario)
    last = [row for row in tables["turns"] if row.turn == game.row.turns]
    assert {row.side: row.points for row in last} == game.game.status.points
    standing = [piece for piece in pieces(game, -1).values() if piece.at.isdigit()]
    assert {row.side: row.units for row in last} == {
        side: sum(piece.side == side for piece in standing) for side in game.game.sides
    }
    units = [row for row in tables["units"] if row.turn == game.row.turns]
    assert {(row.unit, row.hex) for row in units} == {(piece.id, piece.at) for piece in standing}


def test_ground_that_counts_is_held_by_one_side_or_the_other() -> None:
    for row in told("seelowe/hythe")["turns"]:
        assert 0 <= row.ground <= 6
    by_turn: dict[int, int] = {}
    for row in told("seelowe/hythe")["turns"]:
        by_turn[row.turn] = by_turn.get(row.turn, 0) + row.ground
    assert set(by_turn.values()) == {6}


def rolled(game: Played) -> list[tuple[int, Entry]]:
    entries = enumerate(game.game.table.log.entries)
    return [(at, entry) for at, entry in entries if any(answer.rolled for answer in entry.answers)]


def test_attacks_are_told_with_their_column_and_what_came_of_them() -> None:
    game, attacks = played("panzerblitz/stepanovo"), told("panzerblitz/stepanovo")["attacks"]
    orders: list[Any] = [entry.order for _, entry in rolled(game)]
    assert [(row.kind, row.hex) for row in attacks] == [("resolve", order.target) for order in orders]
    assert {row.column for row in attacks} == {"1-1", "2-1", "3-1"}
    assert all(row.result for row in attacks)


def test_what_was_expected_and_luck_are_together_what_an_attack_changed() -> None:
    """Where nothing is decided between the rolls: by the evaluation that programs play by, as far as the side is ahead by it."""
    game = played("panzerblitz/stepanovo")
    table: Any = game.game.table
    for (at, _), row in zip(rolled(game), told("panzerblitz/stepanovo")["attacks"], strict=True):
        enemy = next(side for side in game.game.sides if side != row.side)

        def ahead(at: int, side: str = row.side, enemy: str = enemy) -> float:
            measure, position = table.game.evaluation.measure, table.positions[at]
            return float(measure(position, side) - measure(position, enemy)) / 2

        assert row.expected + row.luck == pytest.approx(ahead(at + 1) - ahead(at))


def test_detail_does_not_depend_on_what_was_told_before() -> None:
    alone: dict[str, list[Any]] = details([played("seelowe/hythe")])
    other = replace(played("seelowe/hythe"), row=replace(played("seelowe/hythe").row, game=7))
    both: dict[str, list[Any]] = details([other, played("seelowe/hythe")])
    for name, rows in alone.items():
        assert both[name][len(rows) :] == rows
        assert {row.game for row in both[name][: len(rows)]} <= {7}
