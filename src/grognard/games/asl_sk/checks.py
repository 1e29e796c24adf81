"""Starter Kit Attack DR Results: one unit's morale check, by the cell its DR falls in."""

import re
from functools import cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from grognard.games import Card
from grognard.games.asl_sk.harm import Loss, morale, reduced, reduction, state
from grognard.games.asl_sk.stacks import Unit, becoming
from grognard.umpire import TWO_D6, Reading, Roll, Rule

TWELVE = 12
Column = Literal["passed", "equal", "failed", "failed by more than elr", "original 12"]
Event = Literal["", "broke", "died"]


class Effects(msgspec.Struct, frozen=True):
    """What a cell of the table does, word by word of its print."""

    elr: bool
    pins: bool
    breaks: bool
    reduces: bool
    eliminates: bool
    dm: bool
    possible_dm: bool


class Terms(msgspec.Struct, frozen=True, cache_hash=True):
    """What a check is made under: the ELR, whether fire caused it, and the card."""

    elr: int
    fired_upon: bool
    card: Card


class Member(msgspec.Struct, frozen=True, cache_hash=True):
    """One unit of the stack: what it was called, what it is now, nothing if eliminated.

    `event` is the loss of a leader that is still to be checked for, `last` the leader as he then was; `spent` he has
    caused his check.
    """

    was: str
    unit: Unit | None
    event: Event = ""
    last: Unit | None = None
    spent: bool = False


@cache
def effects(card: Card, row: str, column: Column) -> Effects:
    """Read what a cell of the table says."""
    text = card.chart("attack-dr")[row, column].text
    possible = "Possible DM" in text
    return Effects(
        elr="Possible ELR" in text,
        pins="PIN" in text,
        breaks="Break and DM" in text,
        reduces="Casualty Reduce" in text,
        eliminates=text.startswith("Eliminate"),
        dm=bool(re.search(r"\bDM\b", text)) and not possible,
        possible_dm=possible,
    )


@cache
def check_reading(level: int, drm: int, elr: int, card: Card) -> Reading[Column]:
    """What a DR means to a unit of this morale, with these modifiers and this ELR."""

    def column(dr: int) -> Column:
        margin = dr + drm - level
        if dr == TWELVE and (margin > 0 or card.ruled("natural-12-first") == "always"):
            return "original 12"
        if margin <= 0:
            return "equal" if margin == 0 else "passed"
        return "failed" if margin <= elr else "failed by more than elr"

    return Reading(TWO_D6, {dr: column(dr) for dr in TWO_D6.totals})


def check(was: str, unit: Unit, drm: int, terms: Terms) -> Rule[Member]:
    """Make one unit's morale check, and do what the cell of its row says."""
    level = morale(unit, terms.card)
    column: Column = yield Roll(f"morale check of {was}", check_reading(level, drm, terms.elr, terms.card))
    does = effects(terms.card, state(unit), column)
    beyond = column == "failed by more than elr" or TWELVE + drm - level > terms.elr
    if does.elr and beyond:
        unit = stepped_down(unit)
    if does.eliminates:
        return _lost(was, unit)
    if does.reduces:
        loss: Loss = yield from reduction(unit, terms.card)
        left = reduced(unit, loss.becomes)
        if left is None:
            return _lost(was, unit)
        unit = left
    if does.breaks:
        broken = replace(unit, broken=True, dm=True, pinned=False, cx=False)
        return Member(was, broken, "broke" if unit.is_smc else "", broken)
    if does.pins:
        return Member(was, replace(unit, pinned=True))
    return Member(was, replace(unit, dm=True) if does.dm or (does.possible_dm and terms.fired_upon) else unit)


def stepped_down(unit: Unit) -> Unit:
    """Note 1: replace a unit by the next of its chain; crews, green, conscripts and underlined morale have no step."""
    underlined = unit.underlined or unit.type.underlined
    return unit if underlined or not unit.type.steps_to else becoming(unit, unit.type.steps_to)


def _lost(was: str, unit: Unit) -> Member:
    return Member(was, None, "died" if unit.is_smc else "", unit if unit.is_smc else None)
