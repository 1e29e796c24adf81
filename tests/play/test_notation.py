# SPDX-License-Identifier: Apache-2.0
"""Orders as a person types them: every order prints as a text that parses to the same order."""

from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import every_scenario, moments_of, opened

from grognard.charts.errors import GrognardError
from grognard.games.jarama.orders import Bomb, Pass
from grognard.games.panzerblitz.orders import SelectiveFire
from grognard.play.notation import is_order_of, order_text, parse_order, read_order, usage
from grognard.play.step_checks import CheckedStep
from grognard.rules.orders import Arrive, Attack, EndPhase, Move

# An order as a game has it, and as a person types it.
WRITTEN: list[tuple[str, msgspec.Struct, str]] = [
    ("seelowe/hythe", Arrive("17id", "2312"), "17id arrives 2312"),
    ("seelowe/hythe", Attack(("17id", "35id"), "2411"), "17id, 35id attack 2411"),
    ("seelowe/hythe", Attack(("17id",), "2411"), "17id attacks 2411"),
    ("panzerblitz/stepanovo", Move("t1", "1509"), "t1 moves 1509"),
    (
        "panzerblitz/stepanovo",
        SelectiveFire(("p1", "p2"), "1509", "t1"),
        "p1, p2 selective-fire 1509 t1",
    ),
    ("panzerblitz/stepanovo", EndPhase(), "end"),
    ("jarama/pindoque", Bomb(("he51",), "2515"), "he51 bombs 2515"),
    ("jarama/pindoque", Bomb(("he51",), "2515", "bridge"), "he51 bombs 2515 at=bridge"),
    ("jarama/pindoque", Pass(), "pass"),
]


@pytest.mark.parametrize(("name", "order", "text"), WRITTEN, ids=[text for _, _, text in WRITTEN])
def test_an_order_is_written_and_read(name: str, order: msgspec.Struct, text: str) -> None:
    assert order_text(order) == text
    assert parse_order(opened(name).order, text) == order
    assert read_order(opened(name).order, order) is order


@pytest.mark.parametrize(
    "text",
    [
        "17id,35id attack 2411",
        "  17id , 35id   attack 2411 ",
        "17id 35id attacks 2411",
        '"17id", 35id attack "2411"',
        "17id, 35id attack target=2411",
    ],
)
def test_what_is_meant_is_read_however_it_is_spaced(text: str) -> None:
    assert parse_order(opened("seelowe/hythe").order, text) == Attack(("17id", "35id"), "2411")


WRONG = [
    ("", "'' does not say what to do; say who, then one of "),
    ("17id 2312", "does not say what to do; say who, then one of "),
    ("17id arives 2312", "does not say what to do; for arrives write UNIT arrive TO"),
    ("17id arrives", "'17id arrives' does not say to; write it as UNIT arrive TO"),
    ("arrives 2312", "does not say who; write it as UNIT arrive TO"),
    ("17id, 35id arrive 2312", "names more than one unit; write it as UNIT arrive TO"),
    ("attack 2411", "does not say who; write it as UNIT, UNIT attack TARGET"),
    ("17id attacks 2411 2412", "has a word too many, 2412; write it as UNIT, UNIT attack TARGET"),
    ("17id attacks 2411 with=tanks", "has no part 'with'; write it as UNIT, UNIT attack TARGET"),
    ("17id attacks 2411 target=2412", "says target twice; write it as UNIT, UNIT attack TARGET"),
    ("17id ends", "names a unit, and this order is given to no unit; write it as end"),
    ("end now", "has a word too many, now; write it as end"),
]


@pytest.mark.parametrize(("text", "says"), WRONG, ids=[text for text, _ in WRONG])
def test_what_cannot_be_read_is_refused_with_what_would_be_right(text: str, says: str) -> None:
    with pytest.raises(GrognardError) as refused:
        parse_order(opened("seelowe/hythe").order, text)
    said = str(refused.value)
    assert said.startswith(repr(text))
    assert says in said
    assert "\n" not in said


def test_a_word_that_must_be_one_of_a_few_is_refused_with_those() -> None:
    with pytest.raises(
        GrognardError, match=r"has 'house' for at, which is one of units, road, railroad, bri"
    ):
        parse_order(opened("jarama/pindoque").order, "he51 bombs 2515 at=house")


def test_what_is_no_order_of_the_game_is_refused() -> None:
    seelowe, jarama = opened("seelowe/hythe").order, opened("jarama/pindoque").order
    for strange in (Pass(), None, 7, Arrive):
        assert not is_order_of(strange, seelowe)
        with pytest.raises(GrognardError, match="is no order of this game; say who, then one of "):
            read_order(seelowe, strange)
    assert is_order_of(Pass(), jarama)


def test_how_an_order_is_written_is_told() -> None:
    assert usage(Bomb) == "UNIT, UNIT bomb TARGET [at=units|road|railroad|bridge]"
    assert usage(EndPhase) == "end"


# Whatever an order may hold


class Everything(msgspec.Struct, frozen=True, tag="carry"):
    """An order with a part of every kind."""

    units: tuple[str, ...]
    to: str
    times: int
    by: tuple[str, ...]
    word: Literal["a", "b"] = "a"
    quick: bool = False
    said: str = ""


ids = st.text(min_size=1).filter(lambda text: text not in ("carry", "carries"))
orders = st.builds(
    Everything,
    units=st.lists(ids, min_size=1, max_size=3).map(tuple),
    to=st.text(),
    times=st.integers(-(2**60), 2**60),
    by=st.lists(st.text(min_size=1).filter(lambda text: "," not in text), min_size=1).map(tuple),
    word=st.sampled_from(["a", "b"]),
    quick=st.booleans(),
    said=st.text(),
)


@given(orders)
def test_whatever_an_order_holds_is_read_as_it_was_written(order: Everything) -> None:
    assert parse_order(Everything, order_text(order)) == order


def test_what_holds_a_blank_a_comma_or_a_quote_stands_in_quotes() -> None:
    order = Everything(("1st Guards",), 'Hill "A"', 3, ("x", "y"), said="so, so")
    assert order_text(order) == '"1st Guards" carries "Hill \\"A\\"" 3 "x,y" said="so, so"'


def test_a_number_that_is_none_is_refused() -> None:
    with pytest.raises(
        GrognardError, match=r"cannot be read \(Expected `int`.*; write it as UNIT, UNIT carry TO"
    ):
        parse_order(Everything, "x carries 2312 often y")


# Every order of every game


@every_scenario
def test_every_order_that_is_offered_is_read_as_it_was_written(name: str) -> None:
    """A few orders of a few actors, in positions from all over a random game."""
    game: Any = opened(name)
    tables = [table for table in moments_of(name, 1) if table.in_hand is None]
    kinds = set()
    for table in tables[:: max(1, len(tables) // 40)]:
        for order in CheckedStep(table, table).sampled(actors=6):
            text = order_text(order)
            assert parse_order(game.order, text) == order, text
            kinds.add(type(order))
    assert len(kinds) > 2
