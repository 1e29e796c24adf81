# SPDX-License-Identifier: Apache-2.0
"""Demoralization Table: a roll for each unit that lost as many Troop points as its effectiveness can bear."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.charts.errors import OffChart
from grognard.charts.plurals import counted
from grognard.games.jarama.random_loss import Lost, Row
from grognard.games.jarama.stacks import ChartUnit
from grognard.games.jarama.terms import CARD, why_no_effectiveness
from grognard.procedures.procedure import Event, Line, NotAllowed, ToldSheet, citing
from grognard.procedures.reading import faces_of
from grognard.registry import Card
from grognard.umpire import D10, Question, Reading, Roll, Rule

TABLE = "demoralization"
NO_EFFECT = "NE"
MOST = 99
FURTHER = "retreats one additional hex"


class MoraleTest(Question[str], frozen=True, omit_defaults=True):
    """The roll of a unit on the table; at the desk it may have no name."""

    unit: str = ""


class Fate(msgspec.Struct, frozen=True, cache_hash=True):
    """What becomes of one unit: the points it loses, whether that eliminates it, its morale, and further hexes of retreat."""

    unit: str
    loses: int
    eliminated: bool
    demoralised: bool = False
    retreats: int = 0


Fates = tuple[Fate, ...]


@lru_cache(maxsize=4096)
def test_reading(effectiveness: int, losses: int, card: Card) -> Reading[str] | None:
    """Demoralization Table: find what a unit rolls on; None if it lost fewer points than its column asks for."""
    chart = card.chart(TABLE)
    try:
        return Reading(D10, {face: chart.roll(effectiveness, losses, face).text for face in D10.totals})
    except OffChart:
        return None


def test_morale(row: Row, lost: Lost) -> Rule[Fates]:
    """Demoralization Table: test each unit that lost enough, in order; return what becomes of those that lost anything."""
    fates = []
    for unit, losses in zip(row.units, lost, strict=True):
        if not losses:
            continue
        reading = test_reading(unit.effectiveness, losses, row.card) if losses < unit.points else None
        result = NO_EFFECT
        if reading:
            result = yield Roll(MoraleTest(unit.called), reading)
        fates.append(fate(unit, losses, result, row.card))
    return tuple(fates)


def fate(unit: ChartUnit, losses: int, result: str, card: Card) -> Fate:
    """Demoralization Table: return what a result does to a unit.

    Ruling second-demoralization: one that was demoralised before loses half of what it has left.
    """
    demoralised = demoralises(result)
    hexes = 1 if demoralised and card.ruled("demoralized-retreat") == "one-hex" else 0
    hexes += card.chart(TABLE).does(result).get("retreat", 0)
    if demoralised and unit.demoralised:
        losses += (unit.points - losses + 1) // 2
    gone = losses >= unit.points
    return Fate(unit.called, losses, gone, demoralised and not gone, 0 if gone else hexes)


def demoralises(result: str) -> bool:
    """Demoralization Table: return whether a result demoralises the unit."""
    return bool(CARD.chart(TABLE).does(result).get("demoralises"))


def tell_fates(fates: Fates) -> str:
    """Put into words what becomes of units."""
    return ", ".join(map(_fate_text, fates))


def _fate_text(fate: Fate) -> str:
    if fate.eliminated:
        return f"{fate.unit} eliminated"
    parts = [f"loses {counted(fate.loses, 'point')}"] if fate.loses else []
    parts += ["is demoralised"] if fate.demoralised else []
    parts += [FURTHER] if fate.retreats else []
    return f"{fate.unit} {' and '.join(filter(None, [', '.join(parts[:-1]), parts[-1]]))}"


def points(fates: Fates) -> int:
    """Add up the points that units lose."""
    return sum(fate.loses for fate in fates)


def morale_lines(units: Iterable[ChartUnit], card: Card) -> list[Line]:
    """Say for each effectiveness from how many losses a unit tests, and on what; and what a second D does."""
    row = tuple(units)
    lines = [
        line
        for effectiveness, most in sorted(_most_points(row).items())
        for line in _tests(effectiveness, most - 1, card)
    ]
    demoralised_before = [unit.called for unit in row if unit.demoralised and unit.points > 1]
    if demoralised_before:
        what = f"{', '.join(demoralised_before)} demoralised again"
        lines.append(Line(what, "loses half its points left", f"{TABLE}: D, ruling second-demoralization"))
    return lines


def _tests(effectiveness: int, most: int, card: Card) -> Iterator[Line]:
    """Yield the columns on which a surviving unit tests that loses up to so many points."""
    tested = [losses for losses in range(1, most + 1) if test_reading(effectiveness, losses, card)]
    cells = {losses: card.chart(TABLE)[effectiveness, losses] for losses in tested}
    for first in tested:
        cell = cells[first]
        if first - 1 in cells and cells[first - 1].column == cell.column:
            continue
        # By ruling losses-beyond a column may be for one number of losses alone.
        goes_on = first == most or first + 1 in cells
        said = counted(first, "loss", "losses")
        what = f"effectiveness {effectiveness} tests {'from' if goes_on else 'with exactly'} {said}"
        source = citing(*rulings(effectiveness, first, card))
        yield Line(what, cell.reads, f"{TABLE}: {cell.column}{source}")


def _most_points(units: Iterable[ChartUnit]) -> dict[int, int]:
    """Return the most points that a unit of each effectiveness has."""
    most: dict[int, int] = {}
    for unit in units:
        most[unit.effectiveness] = max(most.get(unit.effectiveness, 0), unit.points)
    return most


def rulings(effectiveness: int, losses: int, card: Card) -> Sequence[str]:
    """Return the rulings that found the column for so many losses."""
    chart = card.chart(TABLE)
    heads = chart.column_axes
    place = heads[0].find(effectiveness)
    among = tuple(index for index, label in enumerate(heads[0].labels) if label == place.label)
    return (*place.rulings, *heads[1].find(losses, among).rulings)


# As a procedure of its own


class Demoralization(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One unit after its losses."""

    effectiveness: Annotated[int, Meta(description="the unit's effectiveness number")]
    losses: Annotated[int, Meta(description="Troop points it lost in this combat or bombardment")]


class MoraleOutcome(msgspec.Struct, frozen=True):
    """The result as the card prints it, whether the unit is demoralised, and its further hexes of retreat."""

    result: str
    demoralised: bool
    retreats: int


class MoraleSheet(ToldSheet, frozen=True):
    """What one unit rolls on, None if it lost too little."""

    reading: Reading[str] | None
    card: Card


@lru_cache(maxsize=4096)
def worksheet(unit: Demoralization, card: Card = CARD) -> MoraleSheet:
    """Demoralization Table: find the column for an effectiveness number and losses."""
    if reason := why_no_effectiveness(unit.effectiveness):
        raise NotAllowed(reason)
    if not 0 <= unit.losses <= MOST:
        raise NotAllowed(f"losses are a number from 0 to {MOST}, not {unit.losses}")
    reading = test_reading(unit.effectiveness, unit.losses, card)
    if reading is None:
        why = f"{TABLE}: effectiveness {unit.effectiveness}, {counted(unit.losses, 'loss', 'losses')}"
        line = Line("no test", "too few losses", f"{why}, ruling losses-plus, ruling losses-beyond")
        return MoraleSheet((line,), "no test", None, card)
    cell = card.chart(TABLE)[unit.effectiveness, unit.losses]
    source = citing(*rulings(unit.effectiveness, unit.losses, card))
    retreat = ", ruling demoralized-retreat"
    lines = [
        Line(
            f"{faces} on 1d10", code, f"{TABLE}: {cell.column}{source}{retreat if demoralises(code) else ''}"
        )
        for code, faces in faces_of(reading).items()
    ]
    return MoraleSheet(tuple(lines), f"column {cell.column}", reading, card)


def demoralization(sheet: MoraleSheet) -> Rule[MoraleOutcome]:
    """Demoralization Table: test one unit."""
    result = NO_EFFECT
    if sheet.reading:
        result = yield Roll(MoraleTest(), sheet.reading)
    # The points of the unit do not matter here: it has enough left to test.
    tested = fate(ChartUnit(1, MOST, 0), 0, result, sheet.card)
    return MoraleOutcome(result, tested.demoralised, tested.retreats)


EVENTS = (
    Event("the unit is demoralised", "your unit is demoralised", lambda end: end.demoralised, good=False),
    Event("it retreats further", "it retreats further", lambda end: end.retreats > 0, good=False),
)


def tell(outcome: MoraleOutcome) -> str:
    """Put an outcome into words."""
    parts = ["demoralised"] if outcome.demoralised else []
    parts += [FURTHER] if outcome.retreats else []
    return f"{outcome.result}: {' and '.join(parts) or 'no effect'}"
