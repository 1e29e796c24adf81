# SPDX-License-Identifier: Apache-2.0
"""Victory Determination Table: how many more VP's one side has than the other."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.jarama.terms import CARD, SIDES, Side
from grognard.procedures.procedure import Line, NotAllowed, ToldSheet, citing
from grognard.registry import Card
from grognard.umpire import Rule

TABLE = "victory"


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The VP's at the end of a game."""

    nationalist: Annotated[int, Meta(description="the Nationalist side's VP's")]
    republican: Annotated[int, Meta(description="the Republican side's VP's")]


class VictoryOutcome(msgspec.Struct, frozen=True):
    """The line of the table, and the victor; None in a draw."""

    result: str
    side: Side | None


class VictorySheet(ToldSheet, frozen=True):
    """The verdict; no die is rolled."""

    outcome: VictoryOutcome


@lru_cache(maxsize=4096)
def worksheet(victory: Victory, card: Card = CARD) -> VictorySheet:
    """Victory Determination Table: compare VP's."""
    ours, theirs = victory.nationalist, victory.republican
    if ours < 0 or theirs < 0:
        raise NotAllowed("VP's are numbers from 0 up")
    ahead: Side | None = "Nationalist" if ours > theirs else "Republican" if theirs > ours else None
    more, less = max(ours, theirs), min(ours, theirs)
    lead = lead_in_percent(more, less)
    result = verdict(lead, card)
    cell = card.chart(TABLE)[result]
    percent = "all the VP's" if lead is None else f"{floor(lead * 10) / 10:g}% more"
    ruling = "victory-against-nothing" if lead is None else "victory-between" if lead % 1 else ""
    source = f"{TABLE}: {cell.row}, {cell.text}{citing(ruling)}"
    lines = (
        Line("VP's", f"{ours} to {theirs}", "Nationalist to Republican"),
        Line("lead", percent, "of the opponent's VP's"),
        Line("verdict", result, source),
    )
    is_draw = card.chart(TABLE).does(cell.text).get("draw")
    outcome = VictoryOutcome(result, None if is_draw else ahead)
    return VictorySheet(lines, f"{ours} to {theirs}: {percent}", outcome)


def lead_in_percent(more: int, less: int) -> Fraction | None:
    """Return how many per cent more one side has; None if the other has nothing at all."""
    if not less:
        return None if more else Fraction(0)
    return Fraction(100 * (more - less), less)


def verdict(lead: Fraction | None, card: Card) -> str:
    """Rulings victory-between and victory-against-nothing: find the line of the table."""
    chart = card.chart(TABLE)
    limits = {line: chart.does(chart[line].text).get("up_to") for line in chart.row_axis.labels}
    beyond = next(line for line, limit in limits.items() if limit is None)
    if lead is None:
        return beyond
    if card.ruled("victory-between") == "whole":
        lead = Fraction(floor(lead))
    return min(
        ((limit, line) for line, limit in limits.items() if limit is not None and lead <= limit),
        default=(0, beyond),
    )[1]


def victory(sheet: VictorySheet) -> Rule[VictoryOutcome]:
    """Return the winner, without a die."""
    yield from ()
    return sheet.outcome


def verdict_on(victory: Victory, card: Card) -> str:
    """Return the verdict in words."""
    return tell(worksheet(victory, card).outcome)


def needed(victory: Victory, card: Card) -> Iterator[str]:
    """Say how many VP's more for a side would give another verdict."""
    given, enough = verdict_on(victory, card), 2 * (victory.nationalist + victory.republican) + 2
    for side in SIDES:
        name = side.lower()
        for more in range(1, enough + 1):
            then = verdict_on(replace(victory, **{name: getattr(victory, name) + more}), card)
            if then != given:
                yield f"{counted(more, 'point')} more for the {side} side: {then}."
                break


def tell(outcome: VictoryOutcome) -> str:
    """Put an outcome into words."""
    return f"{outcome.side} {outcome.result}" if outcome.side else outcome.result
