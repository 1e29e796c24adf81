# SPDX-License-Identifier: Apache-2.0
"""What both Reconnaissance Tables have in common: what a result tells, and the counters that are shown."""

from functools import cache, lru_cache
from typing import Literal

import msgspec

from grognard.charts.plurals import counted
from grognard.games.jarama import combat
from grognard.games.jarama.combat import Outcome
from grognard.games.jarama.stacks import Words
from grognard.games.jarama.terms import CARD, Side
from grognard.procedures.procedure import Event, Line, citing
from grognard.procedures.reading import faces_of
from grognard.registry import Card
from grognard.umpire import D10, Choose, Question, Reading, Rule

# The percentage of all counters.
ALL = 100


class CounterShown(Question[str], frozen=True, omit_defaults=True):
    """Which of so many counters is shown, to an aircraft or a patrol; on a map, in which hex."""

    side: Side
    to: Literal["air", "ground"]
    of: int
    target: str = ""


class Report(msgspec.Struct, frozen=True):
    """What one result reveals, as its table says: number of units and points, types, states, and the percentage shown."""

    strength: int = 0
    types: int = 0
    states: int = 0
    shows: int = 0
    fails: int = 0

    def seen(self, units: int) -> int:
        """Return how many counters are shown of so many; half a counter is rounded up."""
        return -(-units * self.shows // 100)


@cache
def report_of(table: str, result: str) -> Report:
    """Return what a result of a table tells."""
    return msgspec.convert(CARD.chart(table).does(result), Report)


@lru_cache(maxsize=64)
def reports(table: str, card: Card) -> Reading[str]:
    """Read the die of a table by its words."""
    chart = card.chart(table)
    return Reading(D10, {face: chart[face].reads for face in D10.totals})


def report_lines(table: str, units: int | None, card: Card) -> list[Line]:
    """Say what each result reveals of so many units; `units` is None if their number is not known.

    The source is the column: a row is read when the die is rolled.
    """
    chart = card.chart(table)
    column = chart.column_axes[0].labels[0].removesuffix(":")
    lines = []
    for text, faces in faces_of(reports(table, card)).items():
        cells = [row[0] for row in chart.cells if row[0].reads == text]
        ruling = citing(*dict.fromkeys(cell.ruling for cell in cells))
        says = tell_report(report_of(table, text), units)
        lines.append(Line(f"{faces} on 1d10", says, f"{table}: {column}{ruling}", table=table))
    return lines


def tell_report(report: Report, units: int | None) -> str:
    """Put into words what a result reveals of so many units; `units` is None if their number is not known."""
    if report.fails:
        return "nothing"
    parts = ["number of units, Troop points"] if report.strength else []
    parts += ["types"] if report.types else []
    if report.shows and units is None:
        parts.append(f"{'all' if report.shows == ALL else 'half of the'} counters shown")
    elif report.shows and units is not None:
        parts.append(f"{report.seen(units)} of {counted(units, 'counter')} shown")
    return ", ".join([*parts, *(["their states"] if report.states else [])])


def show(question: CounterShown, names: Words, many: int, now: object = None) -> Rule[Words]:
    """Let a player choose which counters are shown, one after another; nothing is asked if all are."""
    shown: list[str] = []
    while len(shown) < many < len(names):
        left = tuple(name for name in names if name not in shown)
        shown.append((yield Choose(question.side, question, left, now)))
    return tuple(name for name in names if many >= len(names) or name in shown)


class ReconOutcome(msgspec.Struct, frozen=True):
    """What is learned, and which counters are shown."""

    report: Report
    units: int
    shown: Words
    counterattack: Outcome | None = None


def resolve(report: Report, question: CounterShown, names: Words, now: object = None) -> Rule[ReconOutcome]:
    """Ask which counters a report shows; `now` is the position shown to the player who chooses."""
    shown = yield from show(question, names, report.seen(len(names)), now)
    return ReconOutcome(report, len(names), shown)


def tell(outcome: ReconOutcome) -> str:
    """Put an outcome into words."""
    said = learning(outcome)
    if outcome.shown and len(outcome.shown) < outcome.units:
        said = f"{said}: {', '.join(outcome.shown)}"
    return f"{said}; counterattack {combat.tell(outcome.counterattack)}" if outcome.counterattack else said


# What is told first of a reconnaissance.
EVENTS = (
    Event("something is learned", "you learn something", lambda outcome: not outcome.report.fails),
    Event(
        "the scouts are attacked", "your scouts are attacked",
        lambda outcome: outcome.counterattack is not None, good=False,
    ),
)  # fmt: skip


def learning(outcome: ReconOutcome) -> str:
    """Put into words what is learned."""
    return "failed" if outcome.report.fails else tell_report(outcome.report, outcome.units)
