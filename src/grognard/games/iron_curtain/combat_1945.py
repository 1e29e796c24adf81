# SPDX-License-Identifier: Apache-2.0
"""The 1945 table: two dice, one column for the odds, steps that the owner takes, and r for a retreat."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.games.iron_curtain.attack import place_on_table
from grognard.games.iron_curtain.stacks import Stack, Stacks, Unit, Units, Words, parse_stacks, parse_units
from grognard.games.iron_curtain.terms import CARD, Side, Terrain, enemy
from grognard.games.iron_curtain.terrain import terrain_effect
from grognard.procedures.procedure import Line, ToldSheet
from grognard.procedures.reading import column
from grognard.rules.card import Card
from grognard.rules.step_outcomes import Outcome
from grognard.rules.step_units import UnitLosses, alike_together, shared_out
from grognard.umpire import Question, Reading, Roll, Rule, choose

TABLE = "crt-1945"
OWNERS = Line("who loses steps", "its owner says", "ruling step-losses-1945")


class Combat1945(Question[str], frozen=True, tag="combat-1945"):
    """The result of an attack; in no-retreat terrain the r of a result has no effect."""

    no_retreat: bool


class StepLosses(Question[Words], frozen=True):
    """Which units lose so many steps."""

    steps: int


class Combat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One attack on one hex, 1945."""

    attackers: Stacks
    defenders: Units
    side: Annotated[Side, Meta(description="who attacks")] = "WP"
    terrain: Annotated[Terrain, Meta(description="the hex attacked")] = "open"
    defenders_oos: Annotated[bool, Meta(description="the defender's stack is out of supply")] = False


class CombatSheet(ToldSheet, frozen=True):
    """What one attack rolls on: nothing if it is `automatic`; and in `told` the column and modifier in words."""

    side: Side
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    reading: Reading[str] | None
    automatic: str
    no_retreat: bool
    card: Card


@lru_cache(maxsize=4096)
def worksheet(combat: Combat, card: Card = CARD) -> CombatSheet:
    """Work out odds, column, shift and the one modifier; refuse what the card forbids."""
    stacks = parse_stacks(combat.attackers)
    defenders = parse_units(combat.defenders, "defending units")
    return sheet_of(
        stacks, defenders, combat.terrain, card, side=combat.side, defenders_oos=combat.defenders_oos
    )


@lru_cache(maxsize=4096)
def sheet_of(  # noqa: PLR0913 - what the card asks
    stacks: tuple[Stack, ...],
    defenders: tuple[Unit, ...],
    terrain: Terrain,
    card: Card,
    *,
    side: Side,
    defenders_oos: bool,
) -> CombatSheet:
    """Work out an attack of stacks on units, whether written at the desk or on a map."""
    ground = terrain_effect(terrain, stacks, card)
    place = place_on_table(TABLE, stacks, defenders, ground, card)
    chart = card.chart(TABLE)
    rolled = place.index is not None
    supply = supply_line(stacks, card, defenders_oos=defenders_oos)
    modifier = int(supply.value)
    told = place.told + (f", dice {modifier:+d}" if modifier and rolled else "")
    return CombatSheet(
        (*place.lines, *((supply,) if rolled else ()), *ground.bars_retreat, OWNERS),
        told + (", no retreat" if ground.no_retreat else ""),
        side,
        alike_together(unit for stack in stacks for unit in stack.units),
        alike_together(defenders),
        column(chart, place.label, modifier) if rolled else None,
        "" if rolled else chart.column_axes[0].file.below,
        ground.no_retreat,
        card,
    )


def supply_line(stacks: Sequence[Stack], card: Card, *, defenders_oos: bool) -> Line:
    """DRM: the one modifier whose line is true in both columns; 0 if no line is."""
    without = [stack.out_of_supply for stack in stacks]
    chart = card.chart("drm-1945")
    for label in chart.row_axis.labels:
        defender, attacker = chart[label, "defender"].text, chart[label, "attacker"].text
        if _is_true(chart.does(defender), [defenders_oos]) and _is_true(chart.does(attacker), without):
            clamped = ", ruling drm-clamp" if int(label) else ""
            told = f"defender OOS {defender}, attackers OOS {attacker}"
            return Line("dice modifier", label, f"drm-1945: {told}{clamped}", modifier=True)
    return Line("dice modifier", "0", "drm-1945: no line is true in both columns", modifier=True)


def _is_true(does: Mapping[str, int], without: Sequence[bool]) -> bool:
    """DRM: say whether an entry is true of stacks, of which some or all are `without` supply."""
    facts = {"oos": any(without), "in_supply": not all(without)}
    return all(facts[fact] == bool(is_so) for fact, is_so in does.items())


def combat(sheet: CombatSheet, now: object = None) -> Rule[Outcome]:
    """1945 CRT: roll for the result; each owner takes his losses, and on r the survivors retreat. On a map `now` is the position."""
    result: str = sheet.automatic
    if sheet.reading:
        result = yield Roll(Combat1945(sheet.no_retreat), sheet.reading)
    does = sheet.card.chart(TABLE).does(result)
    card, lost = sheet.card, does.get("defender_loses", 0)
    attackers = yield from step_losses(card, sheet.side, sheet.attackers, does.get("attacker_loses", 0), now)
    defenders = yield from step_losses(card, enemy(sheet.side), sheet.defenders, lost, now)
    destroyed = _gone(sheet.defenders, defenders)
    hexes = 0 if destroyed or sheet.no_retreat else does.get("defender_retreats", 0)
    advance = (destroyed or hexes > 0) and not _gone(sheet.attackers, attackers)
    return Outcome(attackers, defenders, hexes, advance, result)


def _gone(units: Sequence[Unit], losses: UnitLosses) -> bool:
    return sum(loss.eliminated for loss in losses) == len(units)


def step_losses(
    card: Card, side: Side, units: tuple[Unit, ...], steps: int, now: object = None
) -> Rule[UnitLosses]:
    """Ruling step-losses-1945: the owner says which units lose the steps; he is not asked if there is only one way."""
    ways = shared_out(units, steps, spread=card.ruled("step-losses-1945") == "spread")
    picked = yield from choose(side, StepLosses(steps), tuple(ways), now)
    return ways[picked]
