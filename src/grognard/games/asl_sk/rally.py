"""Rally (ruling rally): the DR by which a broken unit comes into order again."""

from functools import lru_cache

import msgspec

from grognard.games.asl_sk import rolls
from grognard.games.asl_sk.labels import label
from grognard.games.asl_sk.losses import DEAD, Loss, leadership, morale, reduction
from grognard.games.asl_sk.stacks import Unit as Infantry
from grognard.games.asl_sk.terms import TWELVE, signed
from grognard.procedures.procedure import Line, Procedure, Worksheet
from grognard.registry import Card
from grognard.umpire import TWO_D6, Reading, Roll, Rule

DM, IN_COVER = 4, -1
RALLIED, STAYS, FATE = "rallies", "stays broken", "original 12"


class RallySheet(Worksheet, frozen=True):
    """Who tries to rally, by which DR, and `told` in words."""

    told: str
    unit: Infantry
    reading: Reading[str]
    card: Card


class Rallied(msgspec.Struct, frozen=True):
    """What became of a unit that tried to rally: it rallied, stays broken, or is reduced, wounded or eliminated."""

    becomes: str


@lru_cache(maxsize=4096)
def rally_sheet(unit: Infantry, leader: Infantry | None, cover: str, card: Card) -> RallySheet:
    """Work a try to rally out: who leads, and in what cover."""
    lines = []
    if leader:
        lines.append(Line(f"{leader.called} leads", signed(leadership(leader, card)), "ruling rally"))
    lines += [Line("DM", signed(DM), "ruling rally")] if unit.dm else []
    lines += [Line(f"in {cover}", signed(IN_COVER), "ruling rally")] if cover else []
    drm, level = sum(int(line.value) for line in lines), morale(unit, card)
    why = "units, ruling broken-morale" + (", ruling wound-effect" if unit.wounded else "")
    first = Line(f"morale of {unit.called}", str(level), why)
    last = Line("an Original 12", "casualty reduction", "ruling rally")
    meanings = {dr: FATE if dr == TWELVE else RALLIED if dr + drm <= level else STAYS for dr in TWO_D6.totals}
    told = f"DR {signed(drm)}, {level} or less rallies"
    return RallySheet((first, *lines, last), told, unit, Reading(TWO_D6, meanings), card)


def rally(sheet: RallySheet) -> Rule[Rallied]:
    """Roll for a unit that tries to rally; an Original 12 reduces it."""
    fate: str = yield Roll(rolls.Rally(sheet.unit.called), sheet.reading)
    if fate != FATE:
        return Rallied(fate)
    loss: Loss = yield from reduction(sheet.unit, sheet.card)
    return Rallied(loss.becomes)


def tell(outcome: Rallied) -> str:
    """Say in words what became of a unit."""
    words = {"reduced": "is reduced", "wounded": "is wounded", DEAD: "is eliminated"}
    return words.get(outcome.becomes, outcome.becomes)


PROCEDURE = Procedure("rally", "Rally", RallySheet, rally_sheet, rally, tell, label=label)
