# SPDX-License-Identifier: Apache-2.0
"""What changes nothing, changes nothing: other ids, a unit far away, a stronger side."""

from itertools import pairwise
from typing import Any

import pytest
from channel import SEELOWE
from kit import opened, playthrough
from msgspec.structs import replace
from played import replayed

from grognard.hexes import HexId
from grognard.play.game import every_order
from grognard.play.log import Entry, load_log, plain
from grognard.play.places import is_on_map
from grognard.play.step_checks import convert
from grognard.play.table import Table, begin, replay_checked, resume
from grognard.procedures.procedure import NotAllowed
from grognard.registry import Card
from grognard.rules import worksheet as sheets
from grognard.rules.game import ChapterGame
from grognard.rules.orders import Move
from grognard.rules.position import Position
from grognard.rules.units import Unit
from grognard.rules.worksheet import CombatSheet
from grognard.umpire import Answer

SCENARIOS = ["hythe", "sealion"]
Combat: Any = SEELOWE.situation


def worksheet(battle: Any) -> CombatSheet:
    return sheets.worksheet(SEELOWE.printed, battle)


def recorded(scenario: str, most: int = 150) -> Table[Any]:
    log = load_log(playthrough(f"seelowe/{scenario}", "jsonl"))
    return resume(opened(f"seelowe/{scenario}"), replace(log, entries=log.entries[:most]))


def seelowe(table: Table[Any]) -> ChapterGame:
    assert isinstance(table.game, ChapterGame)
    return table.game


# Other ids


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_units_by_other_ids_play_the_same_game(scenario: str) -> None:
    """The ids turned round: what sorts first sorts last. Every position is the same, and so is every question."""
    table = recorded(scenario)
    game = seelowe(table)
    ids = {unit.id: f"u{len(game.scenario.units) - unit.number:03}" for unit in game.scenario.units}
    renamed = [replace(unit, id=ids[unit.id]) for unit in game.scenario.units]
    twin = ChapterGame(replace(game.scenario, units=tuple(renamed)), SEELOWE, game.card)
    again = begin(twin, table.log.header)
    for entry in table.log.entries:
        again = replay_checked(
            again, Entry(convert(game, _renamed(plain(entry.order), ids)), _answers(entry, ids))
        )
    assert again.positions == table.positions


def _answers(entry: Entry, ids: dict[str, str]) -> tuple[Answer, ...]:
    return tuple(Answer(answer.question, _renamed(answer.given, ids)) for answer in entry.answers)


def _renamed(value: Any, ids: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _renamed(each, ids) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_renamed(each, ids) for each in value)
    return ids.get(value, value)


# Moves in another order, and in legs


def test_a_move_in_two_legs_ends_as_a_move_at_once() -> None:
    table, legs = recorded("sealion"), 0
    game = seelowe(table)
    for position, entry in zip(table.positions, table.log.entries, strict=False):
        order = entry.order
        if not isinstance(order, Move):
            continue
        once = _done(game, position, order)
        for halt in game.view.reach(position, order.unit).steps[order.to].path[1:-1]:
            # A full hex may be passed but not stopped in.
            if not game.rules.why_illegal(position, Move(order.unit, halt)):
                legs += 1
                assert _done(game, _done(game, position, Move(order.unit, halt)), order) == once
    assert legs > 20


def test_moves_of_two_units_can_be_made_in_either_order() -> None:
    table, pairs = recorded("sealion"), 0
    game = seelowe(table)
    for at, (one, other) in enumerate(pairwise(table.log.entries)):
        first, second = one.order, other.order
        position = table.positions[at]
        if not (isinstance(first, Move) and isinstance(second, Move)) or first.unit == second.unit:
            continue
        if game.rules.why_illegal(position, second) or game.rules.why_illegal(
            _done(game, position, second), first
        ):
            continue  # one had to make room for the other
        pairs += 1
        assert _done(game, _done(game, position, second), first) == table.positions[at + 2]
    assert pairs > 5


def _done(game: ChapterGame, position: Position, order: Move) -> Position:
    assert not game.rules.why_illegal(position, order)
    found: Position = replayed(game.rules.carry_out(position, order), [])
    return found


# A unit far away

ALONE = 7


def far_hex(game: ChapterGame, positions: tuple[Position, ...]) -> HexId:
    """A hex of land that nobody comes near in any of the positions, and that nobody wants to hold."""
    scenario, grid = game.scenario, game.scenario.map.grid
    near = {at for position in positions for at in position.at if is_on_map(at)}
    return next(
        at
        for at in grid.hexes
        if not scenario.map.is_water(at)
        and at not in game.context.holdings
        and all(grid.distance(at, each) >= ALONE for each in near)
    )


@pytest.mark.parametrize("count", [20, 50])
def test_a_unit_far_away_changes_nothing_here(count: int) -> None:
    table = recorded("hythe", count)
    game, position = seelowe(table), table.position
    far = Unit(
        number=len(position.at), id="far", name="Far Away", side="British", kind="infantry", size="brigade",
        attack=3, defence=3, movement=3, at=far_hex(game, (position,)),
    )  # fmt: skip
    assert far.at is not None
    crowd = ChapterGame(replace(game.scenario, units=(*game.scenario.units, far)), SEELOWE, game.card)
    more = replace(
        position,
        at=(*position.at, far.at),
        spent=(*position.spent, 0),
        supply=(*position.supply, "supplied"),
    )
    assert not crowd.rules.faults(more)
    for unit in game.scenario.units:
        if is_on_map(position.at[unit.number]):
            here, there = (
                game.context.board(position).reach(unit, 3),
                crowd.context.board(more).reach(unit, 3),
            )
            assert dict(here) == dict(there)
            assert game.view.supply(position)[unit.id].path == crowd.view.supply(more)[unit.id].path
    assert set(every_order(game, position)) <= set(every_order(crowd, more))
    for entry in table.log.entries:
        order = entry.order
        assert game.rules.why_illegal(position, order) == crowd.rules.why_illegal(more, order)


# A stronger side


def column(attack: int, defence: int, **more: Any) -> int:
    """The column of the CRT an attack is rolled on, counted from the left; -1 where it is not permitted."""
    labels = Card("seelowe").chart("crt").column_axes[0].labels
    try:
        sheet = worksheet(Combat(attackers=(attack,), defenders=(defence,), **more))
    except NotAllowed:
        return -1
    return labels.index(next(line.value for line in sheet.lines if line.what.startswith("odds ")))


@pytest.mark.parametrize("supply", ["supplied", "isolated"])
def test_a_stronger_attacker_never_has_worse_odds(supply: str) -> None:
    for defence in range(1, 16):
        columns = [column(attack, defence, defence_supply=supply) for attack in range(1, 80)]
        assert columns == sorted(columns)
        assert columns[0] < columns[-1]


@pytest.mark.parametrize("supply", ["supplied", "isolated"])
def test_a_stronger_defender_never_suffers_better_odds(supply: str) -> None:
    for attack in range(1, 40):
        columns = [column(attack, defence, defence_supply=supply) for defence in range(1, 40)]
        assert columns == sorted(columns, reverse=True)


def test_strength_split_into_several_units_is_the_same_strength() -> None:
    whole, split = Combat((12,), (4,)), Combat((6, 3, 3), (2, 2))
    assert worksheet(whole).told == worksheet(split).told
    assert [line.value for line in worksheet(whole).lines] == [line.value for line in worksheet(split).lines]
