# SPDX-License-Identifier: Apache-2.0
"""What can be attacked later in a turn, and what would have to be ended first."""

import grognard
from grognard.play.ahead import Ahead, ahead
from grognard.registry.games import open_game


def looked(scenario: str, target: str, *orders: str) -> Ahead:
    """Give orders, and look ahead at a hex."""
    table = grognard.open(scenario)
    for order in orders:
        table = table.push(order)
    game, _, name = scenario.partition("/")
    return ahead(open_game(game, name), table.position, target)


def test_two_phases_end_before_a_division_that_has_landed_can_attack() -> None:
    found = looked("seelowe/hythe", "2411", "17id arrives 2312")
    assert found == Ahead(("movement", "air attack"), "Attack on Folkestone 2411")


def test_what_can_be_attacked_now_needs_no_end_of_a_phase() -> None:
    found = looked("seelowe/hythe", "2411", "17id arrives 2312", "end", "end")
    assert found == Ahead((), "Attack on Folkestone 2411")


def test_nobody_looks_past_the_end_of_his_turn_or_at_what_nobody_can_reach() -> None:
    assert looked("seelowe/hythe", "2411") == Ahead()
    assert looked("seelowe/hythe", "2610", "17id arrives 2312") == Ahead()
    assert looked("iron-curtain/elbe-1945", "nowhere") == Ahead()
