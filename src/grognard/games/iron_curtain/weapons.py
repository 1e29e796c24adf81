# SPDX-License-Identifier: Apache-2.0
"""Nuclear and chemical weapons: a die for each unit struck, and for each that enters the hex afterwards."""

from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.games.iron_curtain.stacks import Unit, Units, Words, parse_units
from grognard.games.iron_curtain.terms import CARD, Side
from grognard.procedures.procedure import Line, ToldSheet
from grognard.procedures.reading import column, faces_of
from grognard.rules.card import Card
from grognard.rules.step_units import NOTHING, UnitLosses, merged, told_apart
from grognard.umpire import Call, Question, Reading, Roll, Rule, total

# More steps than any unit has.
EVERY_STEP = 99
Entering = Annotated[Words, Meta(description="the units that enter the hex: 12/2,6,air4/2")]


class WeaponEffect(Question[str], frozen=True):
    """What a weapon does to a unit that is struck, or that enters a contaminated hex; on a map that hex is named."""

    weapon: str
    unit: str
    entered: str = ""


class NuclearStrike(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One nuclear strike on one hex."""

    targets: Units


class NuclearEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that enter a hex after a nuclear strike."""

    units: Entering


class ChemicalStrike(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One chemical strike on one hex."""

    targets: Units


class ChemicalEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that enter a hex after a chemical strike."""

    units: Entering
    side: Annotated[Side, Meta(description="whose units they are")]


class WeaponOutcome(msgspec.Struct, frozen=True):
    """Who loses what."""

    lose: UnitLosses


class WeaponSheet(ToldSheet, frozen=True):
    """What every unit rolls on, and `told` the column."""

    rolls: Call[UnitLosses]


Situation = NuclearStrike | NuclearEntry | ChemicalStrike | ChemicalEntry


@lru_cache(maxsize=4096)
def worksheet(situation: Situation, card: Card = CARD) -> WeaponSheet:
    """Nuclear and Chemical Weapons Tables: Strike, and Entry, in the chemical one of either side."""
    table = "nuclear" if isinstance(situation, NuclearStrike | NuclearEntry) else "chemical"
    if isinstance(situation, NuclearStrike | ChemicalStrike):
        return sheet_of(table, "Strike", parse_units(situation.targets, "units struck"), card)
    label = f"Entry: {situation.side}" if isinstance(situation, ChemicalEntry) else "Entry"
    return sheet_of(table, label, parse_units(situation.units, "units that enter"), card)


def sheet_of(table: str, label: str, units: tuple[Unit, ...], card: Card, entered: str = "") -> WeaponSheet:
    """Ruling weapon-rolls: each unit rolls in this column; on a map the contaminated hex that is `entered` is named."""
    chart = card.chart(table)
    reading = column(chart, label)
    steps = {
        code: EVERY_STEP if chart.does(code).get("eliminates") else chart.does(code).get("steps", 0)
        for code, _ in reading.branches
    }
    (rolling,), coarse = told_apart(units, results=len(reading.branches))
    lines = [
        Line(f"{card_rows} on {label}", code, f"{table}: {chart.means(code)}")
        for code, card_rows in faces_of(reading).items()
    ]
    dice = Line("dice", str(len(units)), "one for each unit, ruling weapon-rolls")
    fates = tuple(steps.items())
    rolls = total(fate, [(reading, fates, unit, table, entered) for unit in rolling], merged, NOTHING)
    return WeaponSheet((*lines, dice, *coarse), f"column {label}", rolls)


def fate(
    reading: Reading[str], steps: tuple[tuple[str, int], ...], unit: Unit, weapon: str, entered: str
) -> Rule[UnitLosses]:
    """Step: apply step losses to the rolling unit; Elim: eliminate it."""
    result: str = yield Roll(WeaponEffect(weapon, unit.code, entered), reading)
    lost = dict(steps)[result]
    return (unit.loss(lost),) if lost else ()


def weapon(sheet: WeaponSheet) -> Rule[WeaponOutcome]:
    """Ruling weapon-rolls: roll for each unit."""
    lost: UnitLosses = yield sheet.rolls
    return WeaponOutcome(lost)
