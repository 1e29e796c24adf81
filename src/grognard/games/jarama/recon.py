# SPDX-License-Identifier: Apache-2.0
"""What both Reconnaissance Tables have in common: a result read by its words, and the counters that are shown."""

import re
from functools import lru_cache
from typing import Literal

import msgspec

from grognard.charts.plurals import counted
from grognard.games.jarama import combat
from grognard.games.jarama.combat import Outcome
from grognard.games.jarama.stacks import Words
from grognard.games.jarama.terms import Side
from grognard.procedures.procedure import Event, Line, citing
from grognard.procedures.reading import faces_of
from grognard.registry import Card
from grognard.umpire import D10, Choose, Question, Reading, Rule

# What the results say, in the card's words.
SHOWN = re.compile(r"(?:reverse sides|fronts) of (?P<part>50%|all)")

Seen = Literal["nothing", "50%", "all"]


class CounterShown(Question[str], frozen=True, omit_defaults=True):
    """Which of so many counters is shown, to an aircraft or a patrol; on a map, in which hex."""

    side: Side
    to: Literal["air", "ground"]
    of: int
    target: str = ""


class Report(msgspec.Struct, frozen=True):
    """What one result tells: the number of units and points, types, states, and how many counters are shown."""

    strength: bool
    types: bool
    states: bool
    shows: Seen
    failed: bool


def read_report(text: str) -> Report:
    """Read a result of either table by its words."""
    shown = SHOWN.search(text)
    return Report(
        strength=text.startswith("Number of units"),
        types="types of units" in text,
        states="as well as their state" in text,
        shows="nothing" if not shown else "50%" if shown["part"] == "50%" else "all",
        failed="failed" in text or "No effect" in text,
    )


def half(units: int) -> int:
    """Return 50% of the counters; half a counter is rounded up."""
    return (units + 1) // 2


@lru_cache(maxsize=64)
def reports(table: str, card: Card) -> Reading[str]:
    """Read the die of a table by its words."""
    chart = card.chart(table)
    return Reading(D10, {face: chart[face].reads for face in D10.totals})


def report_lines(table: str, units: int | None, card: Card) -> list[Line]:
    """Say what each result tells of so many units; `units` is None if their number is not known.

    The source is the column: a row is read when the die has come up.
    """
    chart = card.chart(table)
    column = chart.column_axes[0].labels[0].removesuffix(":")
    lines = []
    for text, faces in faces_of(reports(table, card)).items():
        cells = [row[0] for row in chart.cells if row[0].reads == text]
        ruling = citing(*dict.fromkeys(cell.ruling for cell in cells))
        says = tell_report(read_report(text), units)
        lines.append(Line(f"{faces} on 1d10", says, f"{table}: {column}{ruling}", table=table))
    return lines


def tell_report(report: Report, units: int | None) -> str:
    """Say in words what a result tells of so many units; `units` is None if their number is not known."""
    if report.failed:
        return "nothing"
    parts = ["number of units, Troop points"] if report.strength else []
    parts += ["types"] if report.types else []
    if report.shows != "nothing" and units is None:
        parts.append(f"{'half of the' if report.shows == '50%' else 'all'} counters shown")
    elif report.shows != "nothing" and units is not None:
        seen = half(units) if report.shows == "50%" else units
        parts.append(f"{seen} of {counted(units, 'counter')} shown")
    return ", ".join([*parts, *(["their states"] if report.states else [])])


def show(asked: CounterShown, names: Words, many: int, now: object = None) -> Rule[Words]:
    """Let somebody choose which counters are shown, one after another; nobody is asked where all of them are."""
    shown: list[str] = []
    while len(shown) < many < len(names):
        left = tuple(name for name in names if name not in shown)
        shown.append((yield Choose(asked.side, asked, left, now)))
    return tuple(name for name in names if many >= len(names) or name in shown)


class ReconOutcome(msgspec.Struct, frozen=True):
    """What is learned, and which counters are shown."""

    report: Report
    units: int
    shown: Words
    counterattack: Outcome | None = None


def learned(result: str, asked: CounterShown, names: Words, now: object = None) -> Rule[ReconOutcome]:
    """Say what a result tells, and ask which counters it shows; `now` is the position shown to the player who chooses."""
    report = read_report(result)
    many = {"nothing": 0, "50%": half(len(names)), "all": len(names)}[report.shows]
    shown = yield from show(asked, names, many, now)
    return ReconOutcome(report, len(names), shown)


def tell(outcome: ReconOutcome) -> str:
    """Say in words what an outcome is."""
    said = learning(outcome)
    if outcome.shown and len(outcome.shown) < outcome.units:
        said = f"{said}: {', '.join(outcome.shown)}"
    return f"{said}; counterattack {combat.tell(outcome.counterattack)}" if outcome.counterattack else said


# What is told first of a reconnaissance.
EVENTS = (
    Event("something is learned", "you learn something", lambda outcome: not outcome.report.failed),
    Event(
        "the scouts are attacked",
        "your scouts are attacked",
        lambda outcome: outcome.counterattack is not None,
        good=False,
    ),
)


def learning(outcome: ReconOutcome) -> str:
    """Say in words what is learned."""
    return "failed" if outcome.report.failed else tell_report(outcome.report, outcome.units)
