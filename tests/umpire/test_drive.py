# SPDX-License-Identifier: Apache-2.0
"""A rule played, recorded, replayed, paused and counted."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from grognard.charts.errors import GrognardError
from grognard.charts.labels import Dice
from grognard.umpire import (
    D6,
    Answer,
    Call,
    Chance,
    Choose,
    Done,
    Open,
    Question,
    Reading,
    Roll,
    Rule,
    best,
    choose,
    lines,
    odds,
    pause,
    play,
    replay,
    rest,
    worst,
)
from grognard.umpire.drive import DiceSource, OffRecord
from grognard.umpire.search import TooManyLines

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


def rolls(*faces: int) -> DiceSource:
    source = iter(faces)

    def throw(dice: Dice, why: Question[Any] | str) -> tuple[int, ...]:
        del why
        return tuple(next(source) for _ in range(dice.count))

    return throw


def last(choice: Choose[Any]) -> Any:
    return choice.options[-1]


PLAYERS = {"German": last, "British": last}


def test_play_records_every_question_with_its_answer() -> None:
    result, record = play(combat(), rolls(4), PLAYERS)
    assert result == ("Dr", "0407")
    assert record == [Answer("roll 1d6 8.8 combat", (4,)), Answer("German retreat", "0407")]


@pytest.mark.parametrize("face", range(1, 7))
def test_a_record_replays_to_the_same_result(face: int) -> None:
    result, record = play(combat(), rolls(face), PLAYERS)
    assert replay(combat(), record) == result


def test_a_rule_pauses_at_the_open_question() -> None:
    _, record = play(combat(), rolls(1), PLAYERS)
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
        replay(combat(), wrong)
    _, record = play(combat(), rolls(6), PLAYERS)
    with pytest.raises(OffRecord, match=r"answers 'more', but the rule asks nothing more"):
        replay(combat(), [*record, Answer("more", 1)])
    with pytest.raises(OffRecord, match=r"the record ends where the rule asks 'roll 1d6 8.8 combat'"):
        replay(combat(), [])


def test_a_player_may_not_invent_an_option() -> None:
    with pytest.raises(GrognardError, match=r"German retreat: '9999' is no option; there are 0406, 0407"):
        play(combat(), rolls(5), {"German": lambda _: "9999"})


def test_options_nobody_looks_at_are_never_built() -> None:
    built: list[str] = []

    def options() -> Iterator[str]:
        built.append("built")
        yield "only"

    def rule() -> Rule[str]:
        picked: str = yield Choose("German", "pick", options)
        return picked

    assert replay(rule(), [Answer("German pick", "only")]) == "only"
    assert built == []
    assert isinstance(pause(rule(), []), Open)
    assert built == []
    assert play(rule(), rolls(), PLAYERS)[0] == "only"
    assert built == ["built"]


def test_lines_counts_the_ways_through() -> None:
    """Ar, Dr and Ex have two each, De one."""
    assert lines(combat) == 7


def test_best_and_worst_choices() -> None:
    """German likes to keep the 6-4: worth 1 if the 5-4 is lost in an exchange; a retreat to 0406 is worth 1 to him."""

    def worth(outcome: tuple[str, str]) -> Fraction | int:
        return int(outcome[1] in ("5-4", "0406"))

    good = best(combat, side="German", value=worth)
    assert good == Chance({("Ar", "0407"): 2, ("Ex", "5-4"): 1, ("Dr", "0406"): 2, ("De", ""): 1})
    bad = worst(combat, side="German", value=worth)
    assert bad == Chance({("Ar", "0406"): 2, ("Ex", "6-4"): 1, ("Dr", "0407"): 2, ("De", ""): 1})
    with pytest.raises(TooManyLines, match="more than 3 positions"):
        best(combat, side="German", value=worth, room=3)


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
