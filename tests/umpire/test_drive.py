# SPDX-License-Identifier: Apache-2.0
"""A rule driven, recorded, replayed, paused and counted."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from played import played, replayed

from grognard.charts.labels import Dice
from grognard.umpire import (
    D6,
    Answer,
    Call,
    Chance,
    Choose,
    Done,
    Open,
    Reading,
    Roll,
    Rule,
    choose,
    lines,
    odds,
    pause,
    rest,
)
from grognard.umpire.drive import OffRecord

CRT = Reading(D6, {1: "Ar", 2: "Ar", 3: "Ex", 4: "Dr", 5: "Dr", 6: "De"})


def retreat(side: str) -> Rule[str]:
    hex_: str = yield Choose(side, "retreat", ("0406", "0407"))
    return hex_


def combat() -> Rule[tuple[str, str]]:
    """A small battle: the opponent retreats the loser; an exchange is settled by the attacker."""
    match (yield Roll("8.8 combat", CRT)):
        case "Ar":
            return "Ar", (yield Call(retreat, "British"))
        case "Dr":
            return "Dr", (yield Call(retreat, "German"))
        case "Ex":
            return "Ex", (yield Choose("German", "8.81 exchange", ("5-4", "6-4")))
    return "De", ""


def rolls(*faces: int) -> Callable[[Dice], tuple[int, ...]]:
    source = iter(faces)

    def throw(dice: Dice) -> tuple[int, ...]:
        return tuple(next(source) for _ in range(dice.count))

    return throw


def last(choice: Choose[Any]) -> Any:
    return choice.options[-1]


PLAYERS = {"German": last, "British": last}


def test_play_records_every_question_with_its_answer() -> None:
    result, record = played(combat(), rolls(4), PLAYERS)
    assert result == ("Dr", "0407")
    assert record == [Answer("roll 1d6 8.8 combat", (4,)), Answer("German retreat", "0407")]


@pytest.mark.parametrize("face", range(1, 7))
def test_a_record_replays_to_the_same_result(face: int) -> None:
    result, record = played(combat(), rolls(face), PLAYERS)
    assert replayed(combat(), record) == result


def test_a_rule_pauses_at_the_open_question() -> None:
    _, record = played(combat(), rolls(1), PLAYERS)
    first = pause(combat(), [])
    assert isinstance(first, Open)
    assert first.ask.question == "roll 1d6 8.8 combat"
    second = pause(combat(), record[:1])
    assert isinstance(second, Open)
    assert isinstance(second.ask, Choose)
    assert (second.ask.side, second.ask.options) == ("British", ("0406", "0407"))
    assert pause(combat(), record) == Done(("Ar", "0407"))


def test_another_question_is_an_error_that_names_both() -> None:
    wrong = [Answer("roll 1d6 10.6 air attack", (4,))]
    with pytest.raises(
        OffRecord, match=r"answers 'roll 1d6 10.6 air attack', but the rule asks 'roll 1d6 8.8 combat'"
    ):
        replayed(combat(), wrong)
    _, record = played(combat(), rolls(6), PLAYERS)
    with pytest.raises(OffRecord, match=r"answers 'more', but the rule asks nothing more"):
        replayed(combat(), [*record, Answer("more", 1)])


def test_options_nobody_looks_at_are_never_built() -> None:
    built: list[str] = []

    def options() -> Iterator[str]:
        built.append("built")
        yield "only"

    def rule() -> Rule[str]:
        picked: str = yield Choose("German", "pick", options)
        return picked

    assert replayed(rule(), [Answer("German pick", "only")]) == "only"
    assert built == []
    assert isinstance(pause(rule(), []), Open)
    assert built == []
    assert played(rule(), rolls(), PLAYERS)[0] == "only"
    assert built == ["built"]


def test_lines_counts_the_ways_through() -> None:
    """Ar, Dr and Ex have two each, De one."""
    assert lines(combat) == 7


# Questions that are none, and what is left of a rule


def give_way(side: str, hexes: tuple[str, ...]) -> Rule[str]:
    return (yield from choose(side, "retreat", hexes))


def test_a_question_with_one_option_is_not_asked() -> None:
    assert pause(give_way("German", ("0406",)), ()) == Done("0406")
    asked = pause(give_way("German", ("0406", "0407")), ())
    assert isinstance(asked, Open)
    assert asked.ask.question == "German retreat"


def test_what_is_left_of_a_rule_is_a_rule() -> None:
    """After a 4 the Germans are asked, in the rule that is called; after their answer nothing is left to ask."""
    rolled = Answer("roll 1d6 8.8 combat", (4,))
    left = pause(rest(combat(), [rolled]), ())
    assert isinstance(left, Open)
    assert left.ask.question == "German retreat"
    assert pause(rest(combat(), [rolled, Answer("German retreat", "0407")]), ()) == Done(("Dr", "0407"))
    assert odds(lambda: rest(combat(), [rolled])) == Chance.certain(("Dr", "0406"))
    with pytest.raises(OffRecord, match=r"answers 'German retreat', but the rule asks 'roll 1d6 8.8 combat'"):
        pause(rest(combat(), [Answer("German retreat", "0407")]), ())
    with pytest.raises(OffRecord, match="with '0999', but there are 0406, 0407"):
        pause(rest(combat(), [rolled, Answer("German retreat", "0999")]), ())
