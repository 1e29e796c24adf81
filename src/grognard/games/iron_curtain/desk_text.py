# SPDX-License-Identifier: Apache-2.0
"""The chart procedures in plain words: their questions, and their outcomes."""

from collections.abc import Callable
from functools import partial
from typing import Any

from grognard.games.iron_curtain.air_strike import AirStrikeRoll, UnitStruck
from grognard.games.iron_curtain.combat_1945 import Combat1945, StepLosses
from grognard.games.iron_curtain.combat_1962 import RetreatRoll, UnitLoss
from grognard.games.iron_curtain.weapons import StrikeOutcome, WeaponEffect
from grognard.procedures.procedure import Event
from grognard.rules.step_outcomes import parts_of, tell
from grognard.rules.step_units import by_steps, tell_losses
from grognard.umpire import Question, in_words

# Questions


def called(code: str) -> str:
    """Name a unit in a question at the desk: as it is written there, `/2` by its steps."""
    return by_steps(int(code[1:])) if code[0] == "/" else code


def label(question: Question[Any] | str, called: Callable[[str], str] = called) -> str:
    """Name a question of a procedure in a few words; on a map units are called by their names."""
    match question:
        case Combat1945(no_retreat):
            return "1945 combat, no retreat" if no_retreat else "1945 combat"
        case StepLosses():
            return "1945 step losses"
        case UnitLoss(unit, again):
            return f"loss of {called(unit)}{', again' if again else ''}"
        case RetreatRoll():
            return "retreat"
        case WeaponEffect(weapon, unit, entered):
            where = f", {weapon} contamination in {entered}" if entered else ""
            return f"for {called(unit)}{where}"
        case AirStrikeRoll():
            return "air strike"
        case UnitStruck():
            return "unit struck"
    return in_words(question)


# Outcomes


# Ruling overrun-entry: a hex that an overrun empties is entered.
tell_overrun = partial(tell, advance="attacker enters the hex")


def tell_strike(outcome: StrikeOutcome) -> str:
    """Put the outcome of a strike, or of entering a contaminated hex, into words."""
    return tell_losses(outcome.lose) or "no effect"


# What is told first of a strike, and of entering a contaminated hex.
STRUCK = (
    Event("those struck lose a step or more", "the enemy loses a step or more", lambda struck: bool(struck.lose)),
    Event(
        "a unit is eliminated", "an enemy unit is eliminated",
        lambda struck: any(loss.eliminated for loss in struck.lose),
    ),
)  # fmt: skip
ENTERED = (
    Event("those who enter lose a step or more", "you lose a step or more", lambda end: bool(end.lose), good=False),
)  # fmt: skip
ATTACK_PARTS = parts_of("the attacker may advance")
OVERRUN_PARTS = parts_of("the attacker enters the hex")
