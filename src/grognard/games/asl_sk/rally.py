# SPDX-License-Identifier: Apache-2.0
"""The DRs of one unit against its morale on a map: rally (ruling rally), and PAATC before men close with an AFV (ruling paatc)."""

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from grognard.games.asl_sk import rolls
from grognard.games.asl_sk.losses import DEAD, Loss, best_leader, leadership, morale, reduction
from grognard.games.asl_sk.stacks import Infantry, is_inexperienced
from grognard.games.asl_sk.terms import TWELVE
from grognard.games.asl_sk.unit_check import task_reading
from grognard.procedures.procedure import Event, Line, Procedure, Worksheet, signed
from grognard.registry import Card
from grognard.umpire import TWO_D6, Reading, Roll, Rule

DM, IN_COVER, PAATC_PENALTY = 4, -1, 1
RALLIED, STAYS, FATE = "rallies", "stays broken", "original 12"
PASSED, PINNED = "passed", "pinned"
# What became of a unit, in words.
RALLY_WORDS = {"reduced": "is reduced", "wounded": "is wounded", DEAD: "is eliminated"}
PAATC_WORDS = {PASSED: "passes and advances", PINNED: "is pinned"}


class UnitSheet(Worksheet, frozen=True):
    """The unit that rolls, its DR, and `told` in words."""

    told: str
    unit: Infantry
    reading: Reading[str]
    card: Card


class UnitResult(msgspec.Struct, frozen=True):
    """What became of a unit: it rallied, stays broken, or is reduced, wounded or eliminated; it passed, or is pinned."""

    becomes: str


def _modifiers(
    leader: Infantry | None, card: Card, source: str, others: Iterable[tuple[bool, str, int]]
) -> tuple[list[Line], int]:
    """Return the lines of the leader and of what else counts, and their sum."""
    lines = [Line(f"{leader.called} leads", signed(leadership(leader, card)), source)] if leader else []
    lines += [Line(what, signed(drm), source) for counts, what, drm in others if counts]
    return lines, sum(int(line.value) for line in lines)


def willing(leader: Infantry | None, card: Card) -> Infantry | None:
    """Ruling hindering-leader: return a leader who leads units that can do without him; one with +1 need not."""
    hinders = leader is not None and leadership(leader, card) > 0
    return None if hinders and card.ruled("hindering-leader") == "optional" else leader


@lru_cache(maxsize=4096)
def rally_sheet(unit: Infantry, leader: Infantry | None, cover: str, card: Card) -> UnitSheet:
    """Ruling rally: work out a rally attempt: its leader, and its cover."""
    others = ((unit.dm, "DM", DM), (bool(cover), f"in {cover}", IN_COVER))
    leader = willing(leader, card) if unit.is_smc else leader
    (lines, drm), level = _modifiers(leader, card, "ruling rally", others), morale(unit, card)
    why = "units, ruling broken-morale" + (", ruling wound-effect" if unit.wounded else "")
    first = Line(f"morale of {unit.called}", str(level), why)
    last = Line("an Original 12", "casualty reduction", "ruling rally")
    meanings = {dr: FATE if dr == TWELVE else RALLIED if dr + drm <= level else STAYS for dr in TWO_D6.totals}
    told = f"DR {signed(drm)}, {level} or less rallies"
    return UnitSheet((first, *lines, last), told, unit, Reading(TWO_D6, meanings), card)


def rally(sheet: UnitSheet) -> Rule[UnitResult]:
    """Ruling rally: roll for a unit that tries to rally; an Original 12 reduces it."""
    fate: str = yield Roll(rolls.Rally(sheet.unit.called), sheet.reading)
    if fate != FATE:
        return UnitResult(fate)
    loss: Loss = yield from reduction(sheet.unit, sheet.card)
    return UnitResult(loss.becomes)


@lru_cache(maxsize=4096)
def paatc_sheet(unit: Infantry, mates: tuple[Infantry, ...], card: Card) -> UnitSheet:
    """Ruling paatc: work out the check that men take before they advance on an AFV; a leader among their mates helps."""
    leader = willing(best_leader(mates, card), card)
    others = [(adds_to_paatc(unit, mates), "inexperienced, Italian or a minor", PAATC_PENALTY)]
    (lines, drm), level = _modifiers(leader, card, "ruling paatc", others), morale(unit, card)
    first = Line(f"morale of {unit.called}", str(level), "units")
    told = f"PAATC: DR {signed(drm)}, {level} or less passes"
    return UnitSheet((first, *lines), told, unit, task_reading(level, drm), card)


def adds_to_paatc(unit: Infantry, mates: tuple[Infantry, ...]) -> bool:
    """Ruling paatc: return whether a unit adds 1: it is inexperienced, Italian, or of an Allied Minor's last step, below which is none."""
    minor = unit.type.nation == "Allied Minor" and not unit.type.steps_to
    return is_inexperienced(unit, mates) or unit.type.nation == "Italian" or minor


def task_check(sheet: UnitSheet) -> Rule[UnitResult]:
    """Ruling paatc: roll the check of men who advance on an AFV."""
    return UnitResult((yield Roll(rolls.PreAfvAdvanceTaskCheck(sheet.unit.called), sheet.reading)))


RALLY_EVENTS = (
    Event("the unit rallies", "your unit rallies", lambda ended: ended.becomes == RALLIED),
    Event(
        "it is reduced, wounded or lost", "it is reduced, wounded or lost",
        lambda ended: ended.becomes in RALLY_WORDS, good=False,
    ),
)  # fmt: skip
PAATC_EVENTS = (
    Event("the unit passes and advances", "your unit advances", lambda ended: ended.becomes == PASSED),
    Event("it is pinned", "it is pinned", lambda ended: ended.becomes == PINNED, good=False),
)
RALLY = Procedure(
    "rally", "Rally", UnitSheet, rally_sheet, rally, lambda ended: RALLY_WORDS.get(ended.becomes, ended.becomes),
    label=rolls.label, events=RALLY_EVENTS,
)  # fmt: skip
PAATC = Procedure(
    "paatc", "PAATC", UnitSheet, paatc_sheet, task_check, lambda ended: PAATC_WORDS[ended.becomes], label=rolls.label,
    events=PAATC_EVENTS,
)  # fmt: skip
