# SPDX-License-Identifier: Apache-2.0
"""Air strike: one die against the success value of the terrain in the period."""

from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.charts.labels import parse_number
from grognard.games.iron_curtain.stacks import Unit, Units, parse_units
from grognard.games.iron_curtain.terms import CARD, Period, Side, Terrain, plain
from grognard.games.iron_curtain.weapons import StrikeOutcome
from grognard.procedures.procedure import Line, ToldSheet
from grognard.rules.card import Card
from grognard.umpire import D6, Question, Reading, Roll, Rule, choose

COLUMNS: dict[Period, str] = {"1962-1989": "air 1962", "1945": "air 1945"}
HIT, MISS = "success", "no effect"


class AirStrikeRoll(Question[str], frozen=True, tag="air-strike"):
    """Whether an air strike succeeds."""


class UnitStruck(Question[str], frozen=True):
    """Which unit loses a step."""


class AirStrike(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One air strike on one hex."""

    targets: Units
    terrain: Annotated[Terrain, Meta(description="the hex struck")] = "open"
    period: Annotated[Period, Meta(description="which success value counts")] = "1962-1989"
    side: Annotated[Side, Meta(description="who strikes")] = "WP"


class AirSheet(ToldSheet, frozen=True):
    """What one air strike rolls on, the units it may hit, and in `told` the value it needs."""

    side: Side
    units: tuple[Unit, ...]
    reading: Reading[str]


@lru_cache(maxsize=4096)
def worksheet(strike: AirStrike, card: Card = CARD) -> AirSheet:
    """TEC: find the success value, and the unit that is hit."""
    units = parse_units(strike.targets, "units struck")
    return sheet_of(units, strike.terrain, strike.period, strike.side, card)


def sheet_of(units: tuple[Unit, ...], terrain: Terrain, period: Period, side: Side, card: Card) -> AirSheet:
    """Work out a strike on units, whether written at the desk or on a map."""
    cell = card.chart("tec")[plain(terrain), COLUMNS[period]]
    value = int(parse_number(cell.reads))
    picks = card.ruled("air-strike-effect") == "attacker-picks"
    # One of each kind is enough to pick from.
    hit = tuple(dict.fromkeys(units)) if picks else units[:1]
    whom = "a unit that the attacker picks" if picks else units[0].called
    lines = (
        Line(
            "success value", f"{value} or more", f"tec: {cell.row}, {cell.column}, ruling air-strike-success"
        ),
        Line("one step loss to", whom, "ruling air-strike-effect"),
    )
    reading = Reading(D6, {face: HIT if face >= value else MISS for face in D6.totals})
    return AirSheet(lines, f"needs {value}", side, hit, reading)


def air_strike(sheet: AirSheet) -> Rule[StrikeOutcome]:
    """Rulings air-strike-success, air-strike-effect: on the value or more one unit loses a step."""
    result: str = yield Roll(AirStrikeRoll(), sheet.reading)
    if result == MISS:
        return StrikeOutcome(())
    names = {unit.called: unit for unit in sheet.units}
    struck = yield from choose(sheet.side, UnitStruck(), tuple(names))
    return StrikeOutcome((names[struck].loss(1),))
