"""Overrun: one stack attacks on the move, on the table of its period, and enters the hex that it empties."""

from fractions import Fraction
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from grognard.charts.labels import number, parse_number
from grognard.games import Card
from grognard.games.iron_curtain import attack, combat_1945, combat_1962
from grognard.games.iron_curtain.attack import LOST, Outcome
from grognard.games.iron_curtain.stacks import Stack, Units, Words, parse_stack, parse_stacks
from grognard.games.iron_curtain.terms import CARD, Mobility, Period, Road, Side, Terrain, plain
from grognard.games.iron_curtain.terrain import check_crossing, ignores
from grognard.rules.procedure import Line, NotAllowed, Procedure
from grognard.umpire import Rule

# Ruling overrun-cost: the most that the hex and its hexside may cost.
MOST = 2
CombatSheet = combat_1962.CombatSheet | combat_1945.CombatSheet


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


@lru_cache(maxsize=4096)
def worksheet(overrun: Overrun, card: Card = CARD) -> CombatSheet:
    """Ruling overrun: the worksheet of an attack in this period, and what it costs to go there."""
    if len(overrun.attackers) > 1:
        raise NotAllowed("one stack overruns; write its units as 12/2+8/2 (ruling overrun)")
    (stack,) = parse_stacks(overrun.attackers)
    if stack.road:
        raise NotAllowed("say along which road or railroad the stack overruns, and leave out :road")
    slowed = overrun.period == "1945" or card.ruled("oos-1962") == "slowed"
    if stack.out_of_supply and not slowed:
        raise NotAllowed("units out of supply may not overrun in 1962-1989 (ruling oos-1962)")
    if overrun.along != "none" and stack.hexside:
        # Along a road it is the road that crosses the hexside.
        overrun = replace(overrun, attackers=(f"{overrun.attackers[0]}:road",))
    cost = _cost(overrun, parse_stack(overrun.attackers[0]), card)
    sheet = _attack(overrun, card)
    table = Line("overrun on the table of", overrun.period, "ruling overrun, ruling overrun-entry")
    return replace(sheet, lines=(table, cost, *sheet.lines))


def _attack(overrun: Overrun, card: Card) -> CombatSheet:
    if overrun.period == "1945":
        return combat_1945.worksheet(
            combat_1945.Combat(
                overrun.attackers, overrun.defenders, overrun.side, overrun.terrain, overrun.defenders_oos
            ),
            card,
        )
    return combat_1962.worksheet(
        combat_1962.Combat(overrun.attackers, overrun.defenders, overrun.terrain), card
    )


def _cost(overrun: Overrun, stack: Stack, card: Card) -> Line:
    """TEC, rulings overrun-cost, road-cost, rr-movement: what the way into the hex costs; refuse what is too dear."""
    check_crossing(stack, card)
    tec = card.chart("tec")
    if overrun.along == "none":
        ways = [tec[plain(overrun.terrain), overrun.mobility]]
        if stack.hexside and not all(ignores(unit, stack.hexside, card) for unit in stack.units):
            ways.append(tec[plain(stack.hexside), "any"])
        ruling = "overrun-cost"
    else:
        _check_road(overrun, stack, card)
        ways, ruling = [tec[plain(overrun.along), "any"]], "road-cost"
    cost = sum((parse_number(cell.reads) for cell in ways), Fraction(0))
    if cost > MOST:
        raise NotAllowed(
            f"an overrun goes into a hex that costs {MOST} MP or less, and this one costs {number(cost)} (ruling overrun-cost)"
        )
    extra = card.ruled("overrun-extra") == "one"
    rows = ", ".join(cell.row for cell in ways)
    paid = number(cost + Fraction(extra))
    return Line("MP, before an enemy zone", paid, f"tec: {rows}, ruling {ruling}, ruling overrun-extra")


def _check_road(overrun: Overrun, stack: Stack, card: Card) -> None:
    if overrun.along == "railroad" and card.ruled("rr-movement") == "strategic":
        raise NotAllowed("only strategic movement goes by railroad (ruling rr-movement)")
    if overrun.along == "secondary-road" and stack.hexside:
        tec = card.chart("tec")
        row = tec["Secondary Road Bridge", "any"].row
        note = next(each.text for each in tec.sheet.file.notes if each.mark == "[1]").removesuffix(".")
        raise NotAllowed(f"{note} (tec: {row}, note [1])")


def overrun(sheet: CombatSheet) -> Rule[Outcome]:
    """Ruling overrun: resolve it as an attack of its period."""
    if isinstance(sheet, combat_1962.CombatSheet):
        return combat_1962.combat(sheet)
    return combat_1945.combat(sheet)


def tell(outcome: Outcome) -> str:
    """Say in words what an outcome is. Ruling overrun-entry: a hex that is empty is entered."""
    return attack.tell(outcome, "attacker enters the hex")


PARTS = (*LOST, ("the attacker enters the hex", lambda outcome: "yes" if outcome.advance else "no"))
PROCEDURE = Procedure("overrun", "Overrun", Overrun, worksheet, overrun, tell, PARTS)
