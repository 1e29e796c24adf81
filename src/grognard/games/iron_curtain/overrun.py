# SPDX-License-Identifier: Apache-2.0
"""Overrun: one stack attacks on the move, on the table of its period, and enters the hex that it empties."""

from fractions import Fraction
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from grognard.charts.chart import Cell
from grognard.charts.labels import number, parse_number
from grognard.games.iron_curtain import combat
from grognard.games.iron_curtain.combat import CombatSheet
from grognard.games.iron_curtain.stacks import Stack, Unit, Units, Words, parse_stacks, parse_units
from grognard.games.iron_curtain.terms import CARD, Mobility, Period, Road, Side, Terrain, plain
from grognard.games.iron_curtain.terrain import check_crossing, ignores
from grognard.procedures.procedure import Line, NotAllowed
from grognard.rules.card import Card

# Ruling overrun-cost: the most that the hex and its hexside may cost.
MOST = 2


class Overrun(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One overrun of one hex by one stack."""

    attackers: Annotated[
        Words,
        Meta(
            description="the stack that overruns, from the top: 12/2+8/2; behind it :river or another hexside it crosses, :oos if out of supply; air6/2 is air-mobile"
        ),
    ]
    defenders: Units
    period: Annotated[Period, Meta(description="whose table is used")] = "1962-1989"
    side: Annotated[Side, Meta(description="who overruns")] = "WP"
    terrain: Annotated[Terrain, Meta(description="the hex overrun")] = "open"
    mobility: Annotated[Mobility, Meta(description="how the stack moves; mech if any of it does")] = "mech"
    along: Annotated[Road, Meta(description="the road or railroad it goes along into the hex")] = "none"
    defenders_oos: Annotated[bool, Meta(description="1945: the defender's stack is out of supply")] = False


class Way(msgspec.Struct, frozen=True):
    """How a stack enters the hex that it overruns.

    On a map it may go beside a secondary road's bridge, and by a road that is `dated`: its date decides what it counts as.
    """

    terrain: Terrain
    mobility: Mobility
    along: Road
    beside_bridge: bool = False
    dated: bool = False


@lru_cache(maxsize=4096)
def worksheet(overrun: Overrun, card: Card = CARD) -> CombatSheet:
    """Ruling overrun: the worksheet of an attack in this period, and what it costs to go there."""
    if len(overrun.attackers) > 1:
        raise NotAllowed("one stack overruns; write its units as 12/2+8/2 (ruling overrun)")
    (stack,) = parse_stacks(overrun.attackers)
    if stack.road:
        raise NotAllowed("say along which road or railroad the stack overruns, and leave out :road")
    if overrun.defenders_oos and overrun.period != "1945":
        raise NotAllowed(
            f"the defender's supply counts on the table of 1945 alone (drm-1945); leave --defenders-oos out in {overrun.period} (ruling oos-1962)"
        )
    defenders = parse_units(overrun.defenders, "defending units")
    way = Way(overrun.terrain, overrun.mobility, overrun.along)
    return sheet_of(
        stack, defenders, way, card,
        period=overrun.period, side=overrun.side, defenders_oos=overrun.defenders_oos,
    )  # fmt: skip


@lru_cache(maxsize=4096)
def sheet_of(  # noqa: PLR0913 - what the card asks
    stack: Stack,
    defenders: tuple[Unit, ...],
    way: Way,
    card: Card,
    *,
    period: Period,
    side: Side,
    defenders_oos: bool,
) -> CombatSheet:
    """Work out an overrun, whether written at the desk or on a map."""
    check_supply(stack, period, card)
    # Along a road it is the road that crosses the hexside.
    stack = replace(stack, road=stack.hexside is not None and way.along != "none")
    paid = Line(
        "MP, before an enemy zone", number(cost(stack, way, card)), ", ".join(_sources(stack, way, card))
    )
    sheet = combat.sheet_of(
        period, (stack,), defenders, way.terrain, card, side=side, defenders_oos=defenders_oos
    )
    table = Line("overrun on the table of", period, "ruling overrun, ruling overrun-entry")
    return replace(sheet, lines=(table, paid, *sheet.lines))


def check_supply(stack: Stack, period: Period, card: Card) -> None:
    """Ruling oos-1962: refuse an overrun by units out of supply."""
    if stack.out_of_supply and not overruns_without_supply(period, card):
        raise NotAllowed("units out of supply may not overrun in 1962-1989 (ruling oos-1962)")


def overruns_without_supply(period: Period, card: Card) -> bool:
    """Ruling oos-1962: return whether units out of supply may overrun and exploit all the same."""
    return period == "1945" or card.ruled("oos-1962") == "slowed"


@lru_cache(maxsize=4096)
def cost(stack: Stack, way: Way, card: Card) -> Fraction:
    """Rulings overrun-cost, overrun-extra: the MP an overrun takes, enemy zones apart; refuse one that costs too much."""
    check_crossing(stack, card)
    if way.along != "none":
        _check_road(way, stack, card)
    elif way.beside_bridge and card.ruled("bridge-overrun") == "never":
        raise NotAllowed("a stack does not overrun across a secondary road bridge (ruling bridge-overrun)")
    entry_cost = sum((parse_number(cell.reads) for cell in _cells(stack, way, card)), Fraction(0))
    if entry_cost > MOST:
        raise NotAllowed(
            f"an overrun goes into a hex that costs {MOST} MP or less, and this one costs {number(entry_cost)} (ruling overrun-cost)"
        )
    return entry_cost + Fraction(card.ruled("overrun-extra") == "one")


def _cells(stack: Stack, way: Way, card: Card) -> list[Cell]:
    """TEC, rulings road-cost, rr-movement: the cell of the road, or else those of the hex and the hexside."""
    tec = card.chart("tec")
    if way.along != "none":
        return [tec[plain(way.along), "any"]]
    cells = [tec[plain(way.terrain), way.mobility]]
    if stack.hexside and not all(ignores(unit, stack.hexside, card) for unit in stack.units):
        cells.append(tec[plain(stack.hexside), "any"])
    return cells


def _sources(stack: Stack, way: Way, card: Card) -> list[str]:
    rows = ", ".join(cell.row for cell in _cells(stack, way, card))
    rulings = ["overrun-cost" if way.along == "none" else "road-cost", "overrun-extra"]
    if way.beside_bridge:
        rulings.append("bridge-overrun")
    if way.dated:
        rulings.append("primary-date")
    return [f"tec: {rows}", *(f"ruling {ruling}" for ruling in rulings)]


def _check_road(way: Way, stack: Stack, card: Card) -> None:
    if way.along == "railroad" and card.ruled("rr-movement") == "strategic":
        raise NotAllowed("only strategic movement goes by railroad (ruling rr-movement)")
    if way.along == "secondary-road" and stack.hexside:
        tec = card.chart("tec")
        row = tec["Secondary Road Bridge", "any"].row
        note = next(note.text for note in tec.sheet.file.notes if note.mark == "[1]").removesuffix(".")
        dated = ", ruling primary-date" if way.dated else ""
        raise NotAllowed(f"{note} (tec: {row}, note [1]{dated})")
