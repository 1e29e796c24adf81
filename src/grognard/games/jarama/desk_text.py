# SPDX-License-Identifier: Apache-2.0
"""The questions of the card's procedures in a few words, as transcripts and the log name them."""

from collections.abc import Callable, Mapping
from typing import Any

from grognard.charts.plurals import ordinal
from grognard.games.jarama.air_recon import AirReconnaissance
from grognard.games.jarama.anti_air import AntiairFire
from grognard.games.jarama.bombardment import BombardmentResult
from grognard.games.jarama.combat import CombatResult
from grognard.games.jarama.demoralization import MoraleTest
from grognard.games.jarama.effectiveness import EffectivenessDifference, EffectivenessNumber
from grognard.games.jarama.ground_recon import Counterattack, GroundReconnaissance
from grognard.games.jarama.random_loss import AnyUnit, TroopPoint
from grognard.games.jarama.recon import CounterShown
from grognard.umpire import Question, in_words

Labels = Mapping[type[Question[Any]], Callable[[Any], str]]
LABELS: Labels = {
    CombatResult: lambda _: "combat",
    EffectivenessNumber: lambda _: "effectiveness number that counts",
    EffectivenessDifference: lambda _: "effectiveness difference",
    AntiairFire: lambda asked: (
        "antiair fire" if asked.on == "mission" else f"antiair fire on the {asked.on}'s aircraft"
    ),
    BombardmentResult: lambda _: "bombardment",
    AirReconnaissance: lambda _: "air reconnaissance",
    GroundReconnaissance: lambda _: "ground reconnaissance",
    CounterShown: lambda _: "counter shown",
    Counterattack: lambda _: "after the failed reconnaissance",
    TroopPoint: lambda asked: f"{asked.side} {ordinal(asked.number)} Troop point",
    AnyUnit: lambda asked: f"any unit of the {asked.side} side loses a point",
    MoraleTest: lambda asked: f"demoralization of {asked.unit}" if asked.unit else "demoralization",
}


def label(question: Question[Any] | str, labels: Labels = LABELS) -> str:
    """Name a question; one without a label, by its kind and fields."""
    named = None if isinstance(question, str) else labels.get(type(question))
    return named(question) if named else in_words(question)
