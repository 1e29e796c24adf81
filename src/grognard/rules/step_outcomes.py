# SPDX-License-Identifier: Apache-2.0
"""Outcomes of a battle in steps lost and hexes of retreat, in figures and in words."""

from collections.abc import Callable

import msgspec

from grognard.charts.plurals import counted
from grognard.procedures.procedure import Event
from grognard.rules.step_units import UnitLosses, tell_losses


class Outcome(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """Who loses what, how many hexes the defender retreats, and whether the attacker may advance into the hex.

    `result` is what the table prints; empty if it rolls for everything.
    """

    attackers_lose: UnitLosses
    defenders_lose: UnitLosses
    retreats: int
    advance: bool
    result: str = ""


def tell(outcome: Outcome, advance: str = "attacker may advance") -> str:
    """Say an outcome in words; `advance` says what the attacker may do, or does."""
    parts = []
    if outcome.attackers_lose:
        parts.append(f"attacker: {tell_losses(outcome.attackers_lose)}")
    if outcome.defenders_lose:
        parts.append(f"defender: {tell_losses(outcome.defenders_lose)}")
    if outcome.retreats:
        parts.append(f"defender retreats {counted(outcome.retreats, 'hex', 'hexes')}")
    if outcome.advance:
        parts.append(advance)
    text = "; ".join(parts) or "no effect"
    return f"{outcome.result}: {text}" if outcome.result else text


# What is told of a battle before all its outcomes.
EVENTS = (
    Event("the attacker can take the hex", "you can take the hex", lambda outcome: outcome.advance),
    Event(
        "the defender loses a step or more",
        "the enemy loses a step or more",
        lambda outcome: bool(outcome.defenders_lose),
    ),
    Event(
        "the attacker loses a step or more",
        "you lose a step or more",
        lambda outcome: bool(outcome.attackers_lose),
        good=False,
    ),
)


def parts_of(advance: str) -> tuple[tuple[str, Callable[[Outcome], str]], ...]:
    """Return the parts of an outcome whose chances are shown separately, each with a function for its value."""
    return (
        ("steps the attacker loses", lambda outcome: _steps(outcome.attackers_lose)),
        ("steps the defender loses", lambda outcome: _steps(outcome.defenders_lose)),
        ("hexes the defender retreats", lambda outcome: str(outcome.retreats)),
        (advance, lambda outcome: "yes" if outcome.advance else "no"),
    )


def _steps(losses: UnitLosses) -> str:
    return str(sum(loss.steps for loss in losses))
