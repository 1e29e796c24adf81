"""Starter Kit Attack DR Results: one unit's morale check, by the cell its DR falls in."""

import re
from functools import cache, lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from grognard.games.asl_sk import rolls
from grognard.games.asl_sk.losses import Loss, morale, reduced, reduction, state
from grognard.games.asl_sk.stacks import Unit, becoming
from grognard.games.asl_sk.terms import TWELVE
from grognard.registry import Card
from grognard.umpire import TWO_D6, AnyRule, Reading, Roll, Rule

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
    """What a check is made under: the ELR, whether fire caused it, the card, which check it is, whether in a Melee."""

    elr: int
    fired_upon: bool
    card: Card
    asks: type[rolls.MoraleCheck | rolls.LeaderLossMoraleCheck] = rolls.MoraleCheck
    melee: bool = False


class Member(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """One unit of the stack: what it was called, what it is now, nothing if eliminated.

    `event` is the loss of a leader that is still to be checked for, `last` the leader as he then was; `spent` he has
    caused his check. `hit` he must roll for his wound.
    """

    was: str
    unit: Unit | None
    event: Event = ""
    last: Unit | None = None
    spent: bool = False
    hit: bool = False

    def __str__(self) -> str:
        if self.unit is None:
            return "eliminated"
        if self.hit:
            return f"{self.unit.written}, casualty reduction"
        # On a map a unit keeps its name whatever becomes of it.
        return "no effect" if self.unit.called == self.was and not self.unit.told else self.unit.written


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


@lru_cache(maxsize=8192)
def check_ends(was: str, unit: Unit, drm: int, terms: Terms) -> Reading[Member]:
    """What becomes of a unit by each DR, up to the dr for a leader's wound."""
    reading = check_reading(morale(unit, terms.card), drm, terms.elr, terms.card)
    ends = {column: _end(was, unit, drm, terms, column) for column, _ in reading.branches}
    return Reading(TWO_D6, {dr: ends[column] for dr, column in reading.meanings.items()})


def _end(was: str, unit: Unit, drm: int, terms: Terms, column: Column) -> Member:
    """Do what the cell of a unit's row says, ELR first (ruling elr-order)."""
    does = effects(terms.card, state(unit), column)
    beyond = column == "failed by more than elr" or TWELVE + drm - morale(unit, terms.card) > terms.elr
    if does.elr and beyond:
        unit = stepped_down(unit)
    if does.eliminates or (does.reduces and not unit.is_smc and not unit.type.half):
        return lost(was, unit)
    if does.reduces and not unit.is_smc:
        unit = becoming(unit, unit.type.half)
    if does.breaks:
        unit = replace(unit, broken=True, dm=True, pinned=False, cx=False)
    elif does.pins:
        unit = replace(unit, pinned=True)
    elif does.dm or (does.possible_dm and terms.fired_upon):
        unit = replace(unit, dm=True)
    hit = does.reduces and unit.is_smc
    return Member(
        was, unit, "broke" if does.breaks and unit.is_smc else "", unit if unit.is_smc else None, hit=hit
    )


def check(was: str, unit: Unit, drm: int, terms: Terms) -> AnyRule[Member]:
    """Make one unit's morale check, and do what the cell of its row says."""
    roll = Roll(terms.asks(was), check_ends(was, unit, drm, terms))
    return _smc_check(roll, terms.card) if unit.is_smc else roll


def _smc_check(roll: Roll[Member], card: Card) -> Rule[Member]:
    """A leader who is reduced rolls for his wound."""
    member: Member = yield roll
    if not member.hit or member.unit is None:
        return member
    loss: Loss = yield from reduction(replace(member.unit, told=member.was), card)
    left = reduced(member.unit, loss.becomes)
    return lost(member.was, member.unit) if left is None else replace(member, unit=left, last=left, hit=False)


def stepped_down(unit: Unit) -> Unit:
    """Note 1: replace a unit by the next of its chain; crews, green, conscripts and underlined morale have no step."""
    underlined = unit.underlined or unit.type.underlined
    return unit if underlined or not unit.type.steps_to else becoming(unit, unit.type.steps_to)


def lost(was: str, unit: Unit) -> Member:
    """Return a unit that is no more; a leader as he was, for the check that his loss causes."""
    return Member(was, None, "died" if unit.is_smc else "", unit if unit.is_smc else None)
