# SPDX-License-Identifier: Apache-2.0
"""The 1962-1989 table: a loss roll for each attacking stack and each defending unit, then one for retreat."""

from collections.abc import Sequence
from functools import cache, lru_cache
from operator import add
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.charts.chart import Chart
from grognard.charts.labels import Dice, Span
from grognard.games.iron_curtain.attack import place_on_table
from grognard.games.iron_curtain.stacks import Stack, Stacks, Unit, Units, parse_stacks, parse_units
from grognard.games.iron_curtain.terms import CARD, Terrain
from grognard.games.iron_curtain.terrain import terrain_effect
from grognard.procedures.procedure import Line, ToldSheet
from grognard.procedures.reading import faces_of
from grognard.rules.card import Card
from grognard.rules.step_outcomes import Outcome
from grognard.rules.step_units import NOTHING, UnitLosses, distinguished
from grognard.umpire import Call, Question, Reading, Roll, Rule, total

TABLE = "crt-1962"
LOSS, NO_LOSS, AGAIN = "loss", "no loss", "roll again"


class UnitLoss(Question[str], frozen=True):
    """Whether a unit loses a step; `again` marks the second roll."""

    unit: str
    again: bool = False


class RetreatRoll(Question[str], frozen=True):
    """How far the survivors retreat."""


class Combat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One attack on one hex, 1962 to 1989."""

    attackers: Stacks
    defenders: Units
    terrain: Annotated[Terrain, Meta(description="the hex attacked")] = "open"


class LossRoll(msgspec.Struct, frozen=True, cache_hash=True):
    """What a loss roll means, and what a second roll means if the first is rolled again."""

    first: Reading[str]
    again: Reading[str] | None = None


class CombatSheet(ToldSheet, frozen=True):
    """What one attack rolls on: for attackers, for defenders, for retreat; and in `told` the row in words.

    A side whose units all have one step is destroyed by so many losses; the number is -1 if any has more.
    """

    attackers: Call[UnitLosses]
    defenders: Call[UnitLosses]
    retreat: Roll[str] | None
    destroys_attackers: int
    destroys_defenders: int


@lru_cache(maxsize=4096)
def worksheet(combat: Combat, card: Card = CARD) -> CombatSheet:
    """Work out odds, row and shift, and what is rolled; refuse what the card forbids."""
    stacks = parse_stacks(combat.attackers)
    return sheet_of(stacks, parse_units(combat.defenders, "defending units"), combat.terrain, card)


@lru_cache(maxsize=4096)
def sheet_of(
    stacks: tuple[Stack, ...], defenders: tuple[Unit, ...], terrain: Terrain, card: Card
) -> CombatSheet:
    """Work out an attack of stacks on units, whether written at the desk or on a map."""
    ground = terrain_effect(terrain, stacks, card)
    place = place_on_table(TABLE, stacks, defenders, ground, card)
    chart, row = card.chart(TABLE), place.label
    ways_of_retreat = len(chart.sheet.file.cells.across)
    (tops, units), notes = distinguished([stack.top for stack in stacks], defenders, ways=ways_of_retreat)
    supplied = not any(stack.out_of_supply for stack in stacks)
    high = any(len(stack.units) > 1 for stack in stacks)
    lines = (
        *place.lines,
        *(() if supplied else (Line("attackers out of supply", "no effect", "ruling oos-1962"),)),
        _loss_line("each attacking stack loses", chart, row, "Attacker", "top-unit" if high else ""),
        _loss_line("each defending unit loses", chart, row, "Defender"),
        *(ground.bars_retreat or (_retreat_line(chart, row),)),
        *notes,
    )
    return CombatSheet(
        lines,
        place.told + (", no retreat" if ground.no_retreat else ""),
        _losses(chart, row, "Attacker", tops),
        _losses(chart, row, "Defender", units),
        None if ground.no_retreat else Roll(RetreatRoll(), retreats(chart, row)),
        # Only the top unit of a stack of several can be lost, so such attackers are never all destroyed.
        -1 if high else _losses_to_destroy(tops),
        _losses_to_destroy(defenders),
    )


def _losses_to_destroy(units: Sequence[Unit]) -> int:
    return len(units) if all(unit.steps == 1 for unit in units) else -1


def _loss_line(what: str, chart: Chart, row: str, column: str, ruling: str = "") -> Line:
    """Name the cell, the ruling behind its heading if that is not printed, and another ruling."""
    heading = chart.doubts.get(("", column))
    rulings = [name for name in (heading.ruling if heading else "", ruling) if name]
    source = ", ruling ".join([f"{TABLE}: {row}, {column}", *rulings])
    return Line(what, f"on {chart[row, column].text}", source)


def _retreat_line(chart: Chart, row: str) -> Line:
    told = ", ".join(f"{label.lower()} on {on}" for label, on in faces_of(retreats(chart, row)).items())
    return Line("retreat of those left", told, f"{TABLE}: {row}, ruling retreat-survivors")


def _losses(chart: Chart, row: str, column: str, units: tuple[Unit, ...]) -> Call[UnitLosses]:
    rolls = loss_rolls(chart, row, column)
    return total(loss, [(rolls, unit) for unit in units], add, NOTHING)


@lru_cache(maxsize=4096)
def loss_rolls(chart: Chart, row: str, column: str) -> LossRoll:
    """Read a cell such as 4-6; or (1-3), for which the card says what is rolled again."""
    text = chart[row, column].reads
    if does := chart.does(text):
        first = {face: AGAIN if face == does["again"] else NO_LOSS for face in _die(chart).totals}
        second = Span(does["loss_from"], does["loss_to"])
        return LossRoll(Reading(_die(chart), first), _within(chart, second))
    return LossRoll(_within(chart, Span.parse(text)))


def _within(chart: Chart, hit: Span) -> Reading[str]:
    return Reading(_die(chart), {face: LOSS if face in hit else NO_LOSS for face in _die(chart).totals})


@lru_cache(maxsize=4096)
def retreats(chart: Chart, row: str) -> Reading[str]:
    """Read how one row divides up the retreat die."""
    return Reading(_die(chart), {face: chart.roll(row, face).column for face in _die(chart).totals})


@cache
def retreat_hexes(heading: str) -> int:
    """Return how many hexes a heading of the retreat roll stands for."""
    return CARD.chart(TABLE).does(heading)["defender_retreats"]


def _die(chart: Chart) -> Dice:
    return Dice.parse(chart.sheet.file.cells.dice)


def loss(rolls: LossRoll, unit: Unit) -> Rule[UnitLosses]:
    """Results: a roll in the range is a step loss to the rolling unit; (1-3) means that a 1 is rolled again."""
    result: str = yield Roll(UnitLoss(unit.code), rolls.first)
    if result == AGAIN and rolls.again:
        result = yield Roll(UnitLoss(unit.code, again=True), rolls.again)
    return (unit.loss(1),) if result == LOSS else ()


def combat(sheet: CombatSheet) -> Rule[Outcome]:
    """1962-1989 CRT: roll for each attacking stack, each defending unit, and once for the retreat of the survivors."""
    attackers: UnitLosses = yield sheet.attackers
    defenders: UnitLosses = yield sheet.defenders
    destroyed = len(defenders) == sheet.destroys_defenders
    hexes = 0
    # Ruling retreat-survivors: there is no retreat roll for a destroyed stack.
    if sheet.retreat and not destroyed:
        hexes = retreat_hexes((yield sheet.retreat))
    advance = (destroyed or hexes > 0) and len(attackers) != sheet.destroys_attackers
    return Outcome(attackers, defenders, hexes, advance)
