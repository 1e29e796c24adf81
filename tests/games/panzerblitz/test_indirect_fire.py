# SPDX-License-Identifier: Apache-2.0
"""Indirect fire, ruling indirect-fire: a mortar that does not see its target, and a command post that does.

From 2708 Pear Copse hides the road at 3206, which 3208 sees. The 120mm mortar, 15 M 20, has 15 against a T-34/85, 10.
"""

import pytest
from steppe import Board

from grognard.games.panzerblitz.fire import Fire as AtTheDesk
from grognard.games.panzerblitz.fire import worksheet
from grognard.games.panzerblitz.orders import Fire
from grognard.procedures.procedure import NotAllowed
from grognard.registry import Card
from grognard.rules.orders import EndPhase, Resolve

ON = Card("panzerblitz", "card", (("indirect-fire", "command-posts"),))


def observed(**units: str) -> Board:
    return Board(indirect_fire="command-posts").set_up("German", "fire", **units)


def test_as_played_who_fires_must_see() -> None:
    board = Board().set_up("German", "fire", m2="2708", cp="3208", t1="3206", p1="3208")
    assert board.refuses(Fire(("m2",), "3206")) == (
        "Werfer 2 cannot see 3206: blocked by the green side between 3006 and 3007: "
        "TET ground to ground, ALL, touched in a tie by ruling sight-line"
    )


def test_a_command_post_sees_for_the_mortars() -> None:
    board = observed(m2="2708", cp="3208", t1="3206")
    assert board.odds(Fire(("m2",), "3206")) == ("1-1", "0")
    board.give(Fire(("m2",), "3206"), EndPhase(), Resolve(("m2",), "3206")).rolls(2)
    assert board.is_dispersed("t1")


def test_not_for_guns_and_tanks() -> None:
    board = observed(m2="2708", p1="2708", cp="3208", t1="3206")
    assert board.refuses(Fire(("p1",), "3206")).endswith(
        "Panther does not fire indirectly: mortars and self-propelled artillery do (ruling indirect-fire)"
    )


def test_it_must_be_unloaded_and_in_order() -> None:
    said = "nor does a command post (ruling indirect-fire)"
    board = observed(m2="2708", l1="3208", cp="on l1", t1="3206", p1="3208")
    assert board.refuses(Fire(("m2",), "3206")).endswith(said)
    board = observed(m2="2708", cp="3208", t1="3206", p1="3208").mark("dispersed", "cp")
    assert board.refuses(Fire(("m2",), "3206")).endswith(said)
    board = observed(m2="2708", cp="2708", t1="3206", p1="3208")
    assert board.refuses(Fire(("m2",), "3206")).endswith(said)


def test_in_woods_it_must_see_the_spotter() -> None:
    """A company in Pear Copse, 3106; next to it on the road, 3206, rifles that the command post at 3208 sees."""
    board = observed(m2="2708", cp="3208", r1="3206", i1="3106")
    assert board.odds(Fire(("m2",), "3106")) == ("1-2", "+1")
    assert (
        board.mark("dispersed", "r1")
        .refuses(Fire(("m2",), "3106"))
        .endswith("nor does a command post (ruling indirect-fire)")
    )


def test_height_does_not_halve_it() -> None:
    """Against a company, 16, on the crest of the kurgan, 2714: 15 from 2411, which sees nothing; 7 from 2505."""
    board = observed(m2="2411", cp="2614", i1="2714")
    assert board.odds(Fire(("m2",), "2714")) == ("1-2", "0")
    board = observed(m2="2505", cp="2614", i1="2714")
    assert board.odds(Fire(("m2",), "2714")) == ("1-3", "0")


@pytest.mark.parametrize(
    ("attacker", "card", "said"),
    [
        ("81mm@9:indirect", None, "81mm mortar must see what it fires at (ruling indirect-fire)"),
        ("wespe@16:indirect", ON, "Wespe fires indirectly only beyond half range (ruling indirect-fire)"),
        ("panther@9:indirect", ON, "Panther does not fire indirectly: mortars and self-propelled artillery do (ruling indirect-fire)"),
    ],
)  # fmt: skip
def test_at_the_desk_it_is_refused(attacker: str, card: Card | None, said: str) -> None:
    with pytest.raises(NotAllowed) as error:
        worksheet(AtTheDesk((attacker,), ("t34-85",), seen=False), card or Card("panzerblitz"))
    assert str(error.value) == said


def test_at_the_desk_nobody_else_need_see() -> None:
    """A Wespe, 40 H 32, beyond 16 hexes against armor on a slope: half of 40, and not halved again."""
    sheet = worksheet(AtTheDesk(("wespe@17:indirect",), ("t34-85",), elevation="slope", seen=False), ON)
    assert [(line.what, line.value, line.source) for line in sheet.lines[1:2]] == [
        ("Wespe at 17", "20", "wec: H, armored far: Half AF; not halved by ruling indirect-fire")
    ]
