# SPDX-License-Identifier: Apache-2.0
"""Every question of the rules, by its kind and fields: its label in the log, and its sentence for whoever is asked."""

from typing import Any, get_args

import pytest
from heath import Board

from grognard.games.iron_curtain.air_strike import AirStrikeRoll, UnitStruck
from grognard.games.iron_curtain.combat_1945 import Combat1945, StepLosses
from grognard.games.iron_curtain.combat_1962 import RetreatRoll, UnitLoss
from grognard.games.iron_curtain.weapons import WeaponEffect
from grognard.registry.games import procedure
from grognard.rules.advance import Advance
from grognard.rules.orders import Attack
from grognard.rules.overstacking import TooMany
from grognard.rules.stack_retreat import RetreatTo, ZoneLoss
from grognard.umpire import Choose, Question

# Dice need no sentence: nobody is asked. 0703 is Celle.
SAID: list[tuple[Question[Any], str, str]] = [
    (AirStrikeRoll(), "air strike", ""),
    (UnitStruck(), "unit struck", "It hits: which unit loses a step?"),
    (Combat1945(no_retreat=False), "1945 combat", ""),
    (Combat1945(no_retreat=True), "1945 combat, no retreat", ""),
    (StepLosses(2), "1945 step losses", "Steps lost: 2. Who loses them?"),
    (UnitLoss("n1"), "loss of 1st Armoured", ""),
    (UnitLoss("n1", again=True), "loss of 1st Armoured, again", ""),
    (RetreatRoll(), "retreat", ""),
    (WeaponEffect("nuclear", "n1"), "for 1st Armoured", ""),
    (WeaponEffect("chemical", "n1", "0505"), "for 1st Armoured, chemical contamination in 0505", ""),
    (RetreatTo("n1", "0703"), "retreat of 1st Armoured from 0703", "Where does 1st Armoured in Celle 0703 retreat to?"),
    (RetreatTo("", "0505"), "retreat of the stack from 0505", "Where does the stack in 0505 retreat to?"),
    (ZoneLoss("0703"), "step lost to the zone of control in 0703", "The retreat into the enemy zone of control in 0703 costs a step: who loses it?"),
    (Advance("0703"), "advance into 0703", "The enemy is gone: who advances into Celle 0703?"),
    (TooMany("0703"), "unit too many in 0703", "Celle 0703 holds too many: who is eliminated?"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "label", "sentence"), SAID)
def test_a_question_has_its_label_and_its_sentence(
    question: Question[Any], label: str, sentence: str
) -> None:
    board = Board().set_up("NATO", "combat", n1="0405", w1="0505")
    assert board.game.text.label(question) == label
    if sentence:
        order = Attack(("n1",), "0505")
        assert board.game.text.ask(board.position, order, Choose("NATO", question, ())) == sentence


def test_no_question_is_left_out() -> None:
    assert {type(question) for question, _, _ in SAID} == set(get_args(Board().game.questions))


@pytest.mark.parametrize(
    ("name", "question", "label"),
    [
        ("combat-1962", UnitLoss("12/2"), "loss of 12/2"),
        ("combat-1962", UnitLoss("/2", again=True), "loss of unit of 2 steps, again"),
        ("nuclear-strike", WeaponEffect("nuclear", "air6/2"), "for air6/2"),
        ("overrun", StepLosses(1), "1945 step losses"),
    ],
)
def test_at_the_desk_units_are_called_as_they_are_written(
    name: str, question: Question[Any], label: str
) -> None:
    assert procedure("iron-curtain", name).label(question) == label
