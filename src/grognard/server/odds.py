# SPDX-License-Identifier: Apache-2.0
"""Odds as they are sent: exact chances as texts, and as decimals for display."""

import msgspec

from grognard.play.best_group import Better
from grognard.play.board import Preview
from grognard.registry import game as about
from grognard.registry import is_known
from grognard.server.worksheet_sources import LineShown, line_shown


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


class HeadlineShown(msgspec.Struct, frozen=True):
    """Something that is asked first, in words that follow "that": how likely it is, and whether it is good for the side that acts."""

    says: str
    chance: str
    decimal: float
    good: bool | None


class Odds(msgspec.Struct, frozen=True):
    """What would be rolled on, line by line, and every outcome. Both are empty if nothing is rolled.

    `parts` sum up outcomes that are too many to list; `told` is what is rolled on, in a few words, and
    `headline` what a player asks first, summed up from the outcomes.
    """

    game: str
    procedure: str
    lines: tuple[LineShown, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    assumes: tuple[str, ...] = ()
    parts: tuple[OddsPart, ...] = ()
    told: str = ""
    headline: tuple[HeadlineShown, ...] = ()


class ChangeShown(msgspec.Struct, frozen=True):
    """How likely something is with the whole group, and with the smaller one."""

    says: str
    was: float
    becomes: float


class Hint(msgspec.Struct, frozen=True):
    """The units that an attack is better without, none if `without` is empty. `was` and `becomes` are what is rolled on."""

    without: tuple[str, ...] = ()
    was: str = ""
    becomes: str = ""
    changes: tuple[ChangeShown, ...] = ()


def hint_shown(better: Better | None) -> Hint:
    """Return a hint as it is sent."""
    if better is None:
        return Hint()
    changes = (
        ChangeShown(change.says, float(change.was), float(change.becomes)) for change in better.changes
    )
    return Hint(better.without, better.was, better.becomes, tuple(changes))


def odds_shown(preview: Preview | None, game: str) -> Odds:
    """Return a preview in the form in which it is sent."""
    if preview is None:
        return Odds(game, "")
    charts = about(preview.game).charts if is_known(preview.game) else ()
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
        tuple(line_shown(line, charts) for line in preview.lines),
        tuple(outcomes),
        preview.assumes,
        tuple(parts),
        preview.told,
        tuple(
            HeadlineShown(head.says, str(head.chance), float(head.chance), head.good)
            for head in preview.headline
        ),
    )
