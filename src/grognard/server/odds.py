# SPDX-License-Identifier: Apache-2.0
"""Odds as they are sent: exact chances as texts, and as decimals for display."""

import msgspec

from grognard.play.board import Preview
from grognard.procedures.procedure import Line


class Outcome(msgspec.Struct, frozen=True):
    """One outcome and its chance: exactly, and as a decimal for display."""

    result: str
    says: str
    chance: str
    decimal: float


class Way(msgspec.Struct, frozen=True):
    """One way that a part of an outcome can go, and its chance."""

    says: str
    chance: str
    decimal: float


class OddsPart(msgspec.Struct, frozen=True):
    """One part of every outcome by itself, such as the steps the attacker loses."""

    name: str
    ways: tuple[Way, ...]


class Odds(msgspec.Struct, frozen=True):
    """What would be rolled on, line by line, and every outcome. Both are empty if nothing is rolled.

    `parts` sum up outcomes that are too many to list; `told` is what is rolled on, in a few words.
    """

    game: str
    procedure: str
    lines: tuple[Line, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    assumes: tuple[str, ...] = ()
    parts: tuple[OddsPart, ...] = ()
    told: str = ""


def odds_shown(preview: Preview | None, game: str) -> Odds:
    """Return a preview in the form in which it is sent."""
    if preview is None:
        return Odds(game, "")
    outcomes = (
        Outcome(outcome.result, outcome.says, str(outcome.chance), float(outcome.chance))
        for outcome in preview.outcomes
    )
    parts = (
        OddsPart(part.name, tuple(Way(says, str(chance), float(chance)) for says, chance in part.ways))
        for part in preview.parts
    )
    return Odds(
        preview.game,
        preview.procedure,
        preview.lines,
        tuple(outcomes),
        preview.assumes,
        tuple(parts),
        preview.told,
    )
