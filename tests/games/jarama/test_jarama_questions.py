# SPDX-License-Identifier: Apache-2.0
"""What the rules of Jarama ask, by kind and fields, and the words that are made of it."""

from typing import Any, get_args

import msgspec
import pytest
from river import Board

from grognard.games.jarama.air_recon import AirReconnaissance
from grognard.games.jarama.anti_air import AntiairFire
from grognard.games.jarama.bombardment import BombardmentResult
from grognard.games.jarama.combat import CombatResult
from grognard.games.jarama.demoralization import MoraleTest
from grognard.games.jarama.effectiveness import EffectivenessDifference, EffectivenessNumber
from grognard.games.jarama.ground_recon import Counterattack, GroundReconnaissance
from grognard.games.jarama.random_loss import AnyUnit, TroopPoint
from grognard.games.jarama.recon import CounterShown
from grognard.games.jarama.retreat import Retreat, ZonePoint
from grognard.games.jarama.sequence import Initiative, Recovery
from grognard.rules.advance import Advance
from grognard.rules.orders import EndPhase
from grognard.umpire import Choose, Question

ROLLS: list[tuple[Question[Any], str]] = [
    (CombatResult(), "combat"),
    (CombatResult(-1), "combat, -1 to the die"),
    (
        CombatResult(2, ("marty", "12at"), ("1-2", "1-1"), (5, 6)),
        "combat, André Marty Battalion and 45 mm Anti-tank Guns counterattack at 1-2 or 1-1, effectiveness 5 to 6, +2 to the die",
    ),
    (EffectivenessDifference(), "effectiveness difference"),
    (AntiairFire(), "antiair fire"),
    (AntiairFire("defence"), "antiair fire on the defence's aircraft"),
    (BombardmentResult(), "bombardment"),
    (AirReconnaissance(), "air reconnaissance"),
    (GroundReconnaissance(), "ground reconnaissance"),
    (TroopPoint("Republican", 3), "Republican 3rd Troop point"),
    (MoraleTest(), "demoralization"),
    (MoraleTest("Garibaldi Battalion"), "demoralization of Garibaldi Battalion"),
    (Initiative("Nationalist", 0), "Nationalist initiative"),
    (Recovery("Republican"), "Republican recovery"),
]
CHOICES: list[tuple[Question[Any], str, str]] = [
    (
        EffectivenessNumber("Republican"),
        "effectiveness number that counts",
        "The largest Republican units differ in effectiveness: which number counts for the die?",
    ),
    (
        CounterShown("Republican", "air", 3, "2515"),
        "counter shown",
        "Which counter is shown to the flight? The others stay hidden from it.",
    ),
    (
        Counterattack("Republican"),
        "after the failed reconnaissance",
        "The patrol has failed: do those in the hex attack it at once?",
    ),
    (
        AnyUnit("Republican"),
        "any unit of the Republican side loses a point",
        "The roll leaves the choice to the Republican side: which of its units loses a Troop point?",
    ),
    (Retreat("2515"), "retreat of the force from 2515", "Where does the force in 2515 retreat to?"),
    (
        Retreat("2515", "Garibaldi Battalion"),
        "retreat of Garibaldi Battalion from 2515",
        "Where does Garibaldi Battalion in 2515 retreat to?",
    ),
    (
        ZonePoint("2415"),
        "point lost to the zone of control in 2415",
        "The retreat into the enemy zone of control in 2415 costs a Troop point: who loses it?",
    ),
    (Advance("2515"), "advance into 2515", "The enemy is gone: who advances into 2515?"),
]


@pytest.mark.parametrize(("question", "label"), ROLLS)
def test_a_roll_is_named(question: Question[Any], label: str) -> None:
    assert Board().game.text.label(question) == label


@pytest.mark.parametrize(("question", "label", "sentence"), CHOICES)
def test_a_decision_is_named_and_asked_for(question: Question[Any], label: str, sentence: str) -> None:
    board = Board()
    choice = Choose("Republican", question, ("one", "other"))
    assert board.game.text.label(question) == label
    assert board.game.text.ask(board.position, EndPhase(), choice) == sentence


def test_every_kind_of_question_has_its_words() -> None:
    kinds = set(get_args(Board().game.questions))
    assert {type(question) for question, *_ in (*ROLLS, *CHOICES)} == kinds


@pytest.mark.parametrize("question", [question for question, *_ in (*ROLLS, *CHOICES)])
def test_a_question_is_read_back_from_a_save(question: Question[Any]) -> None:
    questions = Board().game.questions
    assert msgspec.json.decode(msgspec.json.encode(question), type=questions) == question
