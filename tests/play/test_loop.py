# SPDX-License-Identifier: Apache-2.0
"""The one loop: dice are thrown where they are asked for, and whoever must act decides."""

from random import Random
from typing import Any

import msgspec
import pytest
from race import Mark, Position, Race, Rest, Run, Scout

from grognard.play.log import Header
from grognard.play.loop import Dice, acted, acts, is_over, next_act, rolls
from grognard.play.table import Table, begin
from grognard.procedures.procedure import NotAllowed
from grognard.umpire import Choose, Roll

HEADER = Header(game="race", scenario="sprint")


@pytest.fixture
def table() -> Table[Position]:
    return begin(Race(), HEADER)


def sixes(roll: Roll[Any]) -> list[int]:
    return [6] * roll.read.dice.count


def never(_: object) -> Any:
    pytest.fail("nobody has to be asked")


def runs(_: Table[Any]) -> msgspec.Struct:
    return Run()


def test_a_game_is_played_to_its_end_act_by_act(table: Table[Position]) -> None:
    """With sixes Red is at 12 after his second run: four acts of Red's and two of Blue's."""
    played = list(acts(table, runs, sixes))
    assert [(each.position.red, each.position.blue) for each in played] == [
        (0, 0), (6, 0), (6, 0), (6, 6), (6, 6), (12, 6),
    ]  # fmt: skip
    assert [is_over(each) for each in played] == [False] * 5 + [True]
    assert list(acts(played[-1], never, never)) == []
    assert table == begin(Race(), HEADER)


def test_a_game_can_be_gone_on_with_in_the_midst_of_an_order(table: Table[Position]) -> None:
    running = table.give(Run())
    assert next(acts(running, never, sixes)).position.red == 6


def test_what_comes_next_is_an_order_faces_or_an_option(table: Table[Position]) -> None:
    assert next_act(table, runs, never) == Run()
    assert next_act(table.give(Run()), never, sixes) == (6,)
    asked: list[Table[Any]] = []

    def leave(now: Table[Any]) -> str:
        asked.append(now)
        return "yes"

    resting = table.give(Rest())
    assert next_act(resting, leave, never) == "yes"
    assert asked == [resting]


def test_what_came_next_is_done_or_refused(table: Table[Position]) -> None:
    assert acted(table, Run()) == table.give(Run())
    assert acted(table.give(Run()), (4,)) == table.give(Run()).roll([4])
    assert acted(table.give(Rest()), "no") == table.give(Rest()).choose("no")
    with pytest.raises(NotAllowed, match=r"roll 1d6 1\.1 run takes 1d6, not 7"):
        acted(table.give(Run()), (7,))
    with pytest.raises(NotAllowed, match="'perhaps' is no option"):
        acted(table.give(Rest()), "perhaps")


def test_dice_are_thrown_for_as_long_as_they_are_asked_for(table: Table[Position]) -> None:
    assert [each.position.red for each in rolls(table.give(Run()), sixes)] == [6]
    assert list(rolls(table, never)) == []
    assert list(rolls(table.give(Rest()), never)) == []


def test_dice_of_one_seed_fall_the_same() -> None:
    table = begin(Race(), HEADER).give(Scout())
    ask = table.asked
    assert isinstance(ask, Roll)
    thrown = [[dice(ask) for _ in range(20)] for dice in (Dice(7), Dice(7), Dice(Random(7)), Dice(8))]
    assert thrown[0] == thrown[1] == thrown[2] != thrown[3]
    assert {face for (face,) in thrown[0]} == {1, 2, 3, 4, 5, 6}
    assert Dice().random.random() != Dice().random.random()


# The rule of an order runs once


class Counted(Race):
    """A race that counts how often the rule of an order is begun."""

    def __init__(self) -> None:
        self.begun: list[msgspec.Struct] = []

    def carry_out(self, position: Position, order: msgspec.Struct) -> Any:
        self.begun.append(order)
        return super().carry_out(position, order)


def look(table: Table[Any]) -> None:
    """Look at everything there is to be seen of a table."""
    for _ in range(3):
        _ = table.asked, table.in_hand, table.question, table.to_act, table.standing, table.undoable
        table.seen_by("Red")


def test_the_rule_of_an_order_runs_once_however_often_somebody_looks() -> None:
    game = Counted()
    table = begin(game, HEADER).give(Run())
    look(table)
    after = table.roll([3])
    look(after)
    assert game.begun == [Run()]
    assert (after.position.red, after.asked) == (3, None)


def test_who_goes_on_twice_from_one_question_has_two_games() -> None:
    """The rule can be gone on with once; the second time it is run again from the start."""
    game = Counted()
    asked = begin(game, HEADER).give(Mark()).give(Rest())
    yes, no, again = asked.choose("yes"), asked.choose("no"), asked.choose("yes")
    assert isinstance(asked.asked, Choose)
    assert (yes.position.side, no.position.side) == ("Red", "Blue")
    assert yes == again
    assert yes != no
    assert game.begun == [Mark(), Rest(), Rest(), Rest()]
    assert yes.give(Mark()).position.marks == 1
    assert no.position.marks == 0
