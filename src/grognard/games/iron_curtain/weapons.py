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
from grognard.rules.step_units import NOTHING, UnitLosses, distinguished, merged
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


class StrikeOutcome(msgspec.Struct, frozen=True):
    """What a strike, or entering a contaminated hex, did: which units lose how many steps."""

    lose: UnitLosses


class WeaponSheet(ToldSheet, frozen=True):
    """What every unit rolls on, and the column in `told`."""

    rolls: Call[UnitLosses]


Situation = NuclearStrike | NuclearEntry | ChemicalStrike | ChemicalEntry


@lru_cache(maxsize=4096)
def worksheet(situation: Situation, card: Card = CARD) -> WeaponSheet:
    """Nuclear and Chemical Weapons Tables: the column Strike, or Entry, of which the chemical table has one for each side."""
    table = "nuclear" if isinstance(situation, NuclearStrike | NuclearEntry) else "chemical"
    if isinstance(situation, NuclearStrike | ChemicalStrike):
        return sheet_of(table, "Strike", parse_units(situation.targets, "units struck"), card)
    label = f"Entry: {situation.side}" if isinstance(situation, ChemicalEntry) else "Entry"
    return sheet_of(table, label, parse_units(situation.units, "units that enter"), card)


def entry_column(table: str, side: str) -> str:
    """Return the column that units of a side roll in on entry: the chemical table has one for each side."""
    return "Entry" if table == "nuclear" else f"Entry: {side}"


def sheet_of(table: str, label: str, units: tuple[Unit, ...], card: Card, entered: str = "") -> WeaponSheet:
    """Ruling weapon-rolls: each unit rolls in this column; on a map the contaminated hex that is `entered` is named."""
    chart = card.chart(table)
    reading = column(chart, label)
    steps = {
        code: EVERY_STEP if chart.does(code).get("eliminates") else chart.does(code).get("steps", 0)
        for code, _ in reading.branches
    }
    (rolling,), notes = distinguished(units, results=len(reading.branches))
    lines = [
        Line(f"{faces} on {label}", code, f"{table}: {chart.means(code)}")
        for code, faces in faces_of(reading).items()
    ]
    dice = Line("dice", str(len(units)), "one for each unit, ruling weapon-rolls")
    steps_by_code = tuple(steps.items())
    rolls = total(
        weapon_loss, [(reading, steps_by_code, unit, table, entered) for unit in rolling], merged, NOTHING
    )
    return WeaponSheet((*lines, dice, *notes), f"column {label}", rolls)


def weapon_loss(
    reading: Reading[str], steps: tuple[tuple[str, int], ...], unit: Unit, weapon: str, entered: str
) -> Rule[UnitLosses]:
    """Step: apply step losses to the rolling unit; Elim: eliminate it."""
    result: str = yield Roll(WeaponEffect(weapon, unit.code, entered), reading)
    lost = dict(steps)[result]
    return (unit.loss(lost),) if lost else ()


def weapon(sheet: WeaponSheet) -> Rule[StrikeOutcome]:
    """Ruling weapon-rolls: roll for each unit."""
    lost: UnitLosses = yield sheet.rolls
    return StrikeOutcome(lost)
