# SPDX-License-Identifier: Apache-2.0
"""A game that was made from docs/game-from-data.md alone, by chapters and parameters that the other games of data do not use."""

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import grognard as library
from grognard.opponent import greedy, random_play
from grognard.opponent.fuzz import play_out
from grognard.opponent.programs import Program
from grognard.procedures.forms import fill
from grognard.registry import Card, game_name
from grognard.registry.games import procedure

SALT_ROAD = Path(__file__).parent / "saltroad"


@pytest.fixture(scope="module")
def wells() -> library.Game:
    return library.open(SALT_ROAD)


@pytest.mark.parametrize("program", [random_play, greedy])
def test_a_program_plays_it_to_its_end_under_every_invariant(wells: library.Game, program: Program) -> None:
    played = play_out(wells.table, program, Random(7))
    assert played.failure is None
    assert played.table.position.over


def test_guns_add_to_two_dice_in_a_column_of_the_attack_strength() -> None:
    """4 and 4 are in 7-9. With the guns' 1 a total of 2 or 3 is A1, 4 or 5 B1, 6 or 7 nothing, 8 or 9 DX, and D1 from 10 on."""
    name = game_name(str(SALT_ROAD))
    combat = procedure(name, "combat")
    asked = fill(combat.situation, {"attackers": "4,4", "defenders": "4", "guns": "yes"})
    weighed = combat.weigh(combat.worksheet(asked, Card(name)))
    ways = {combat.tell(outcome).partition(":")[0]: chance for outcome, chance in weighed.chance.items()}
    assert ways == {
        "A1": Fraction(3, 36),
        "B1": Fraction(7, 36),
        "-": Fraction(11, 36),
        "DX": Fraction(9, 36),
        "D1": Fraction(6, 36),
    }


def test_no_unit_goes_from_zone_to_zone_and_a_road_costs_a_half(wells: library.Game) -> None:
    """Old Guard, in 0403, goes to First Well beside Black Guard by road, and not on to 0504, which is beside it, too."""
    beside = wells.push("a3 moves 0503")
    assert beside.view("Amber").reach("a3").allowed == "2.5 MP"
    assert "0504" not in beside.view("Amber").reach("a3").steps


def test_a_hex_holds_points(wells: library.Game) -> None:
    """A company counts 2 and a squadron 1, of 3 in a hex; a battery counts 1 more than there is room for."""
    full = wells.push("a1 moves 0403")
    assert full.why_illegal("a4 moves 0403") == "0403 is full: 3 stacking points to a hex"
