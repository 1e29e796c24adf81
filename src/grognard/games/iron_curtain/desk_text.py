"""The chart procedures in plain words: their questions, and their outcomes."""

from collections.abc import Callable
from typing import Any

from grognard.charts.plurals import counted
from grognard.games.iron_curtain.air_strike import AirOutcome, AirStrikeRoll, UnitStruck
from grognard.games.iron_curtain.attack import Outcome
from grognard.games.iron_curtain.combat_1945 import Combat1945, StepLosses
from grognard.games.iron_curtain.combat_1962 import RetreatRoll, UnitLoss
from grognard.games.iron_curtain.weapons import WeaponEffect, WeaponOutcome
from grognard.rules.step_units import Losses, by_steps, tell_losses
from grognard.umpire import Question, in_words

# Questions


def called(code: str) -> str:
    """Name a unit as questions have it, at the desk: as it is written there, `/2` by its steps."""
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


def tell_attack(outcome: Outcome, advance: str = "attacker may advance") -> str:
    """Say in words what the outcome of an attack is."""
    parts = []
    if outcome.attackers_lose:
        parts.append(f"attacker: {tell_losses(outcome.attackers_lose)}")
    if outcome.defenders_lose:
        parts.append(f"defender: {tell_losses(outcome.defenders_lose)}")
    if outcome.retreats:
        parts.append(f"defender retreats {counted(outcome.retreats, 'hex', 'hexes')}")
    if outcome.advance:
        parts.append(advance)
    said = "; ".join(parts) or "no effect"
    return f"{outcome.result}: {said}" if outcome.result else said


def tell_overrun(outcome: Outcome) -> str:
    """Say in words what the outcome of an overrun is. Ruling overrun-entry: a hex that is empty is entered."""
    return tell_attack(outcome, "attacker enters the hex")


def tell_strike(outcome: AirOutcome | WeaponOutcome) -> str:
    """Say in words what the outcome of a strike is, or of entering a contaminated hex."""
    return tell_losses(outcome.lose) or "no effect"


# Parts of outcomes


def _steps(losses: Losses) -> str:
    return str(sum(loss.steps for loss in losses))


def _parts(advance: str) -> tuple[tuple[str, Callable[[Outcome], str]], ...]:
    return (
        ("steps the attacker loses", lambda outcome: _steps(outcome.attackers_lose)),
        ("steps the defender loses", lambda outcome: _steps(outcome.defenders_lose)),
        ("hexes the defender retreats", lambda outcome: str(outcome.retreats)),
        (advance, lambda outcome: "yes" if outcome.advance else "no"),
    )


ATTACK_PARTS = _parts("the attacker may advance")
OVERRUN_PARTS = _parts("the attacker enters the hex")
