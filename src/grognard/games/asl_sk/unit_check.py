# SPDX-License-Identifier: Apache-2.0
"""Starter Kit Attack DR Results: one unit's morale check, by the cell of its DR.

Notes 2 and 3 of the table: the checks caused by the loss of a leader in his hex, and those that they cause in turn.
"""

from functools import cache, lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from grognard.games.asl_sk import rolls
from grognard.games.asl_sk.losses import Loss, after_reduction, attack_dr_row, leadership, morale, reduction
from grognard.games.asl_sk.stacks import Infantry, becoming
from grognard.games.asl_sk.terms import TWELVE
from grognard.registry import Card
from grognard.umpire import TWO_D6, AnyRule, Call, Reading, Roll, Rule, total

Column = Literal["passed", "equal", "failed", "failed by more than elr", "original 12"]
Event = Literal["", "broke", "died"]


class Effects(msgspec.Struct, frozen=True):
    """What a cell of the table does, as the table says."""

    elr: int = 0
    pins: int = 0
    breaks: int = 0
    reduces: int = 0
    eliminates: int = 0
    dm: int = 0
    possible_dm: int = 0


class Terms(msgspec.Struct, frozen=True, cache_hash=True):
    """The terms of a check: the ELR, whether fire caused it, the card, which check it is, whether in a Melee."""

    elr: int
    fired_upon: bool
    card: Card
    asks: type[rolls.MoraleCheck | rolls.LeaderLossMoraleCheck] = rolls.MoraleCheck
    melee: bool = False


class Member(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """One unit of the stack: its former name, what it is now, None if eliminated.

    `event` is the loss of a leader still to be checked for, `last` the leader as he then was; `spent` means that he has
    caused his check. `hit` means that he must roll for his wound.
    """

    was: str
    unit: Infantry | None
    event: Event = ""
    last: Infantry | None = None
    spent: bool = False
    hit: bool = False

    def __str__(self) -> str:
        if self.unit is None:
            return "eliminated"
        if self.hit:
            return f"{self.unit.written}, casualty reduction"
        # On a map a unit keeps its name whatever becomes of it.
        return "no effect" if self.unit.called == self.was and not self.unit.told else self.unit.written


@lru_cache(maxsize=4096)
def effects(card: Card, row: str, column: Column) -> Effects:
    """Return what a cell of the table does."""
    chart = card.chart("attack-dr")
    return msgspec.convert(chart.does(chart[row, column].text), Effects)


@lru_cache(maxsize=16384)
def check_reading(level: int, drm: int, elr: int, card: Card) -> Reading[Column]:
    """attack-dr, ruling natural-12-first: find the column of a DR by a unit's morale, modifiers and ELR."""

    def column(dr: int) -> Column:
        margin = dr + drm - level
        if dr == TWELVE and (margin > 0 or card.ruled("natural-12-first") == "always"):
            return "original 12"
        if margin <= 0:
            return "equal" if margin == 0 else "passed"
        return "failed" if margin <= elr else "failed by more than elr"

    return Reading(TWO_D6, {dr: column(dr) for dr in TWO_D6.totals})


@lru_cache(maxsize=8192)
def check_ends(was: str, unit: Infantry, drm: int, terms: Terms) -> Reading[Member]:
    """attack-dr: what becomes of a unit by each DR, up to the dr for a leader's wound."""
    reading = check_reading(morale(unit, terms.card), drm, terms.elr, terms.card)
    ends = {column: _end(was, unit, drm, terms, column) for column, _ in reading.branches}
    return Reading(TWO_D6, {dr: ends[column] for dr, column in reading.meanings.items()})


def _end(was: str, unit: Infantry, drm: int, terms: Terms, column: Column) -> Member:
    """Do what the cell of a unit's row says, ELR first (ruling elr-order)."""
    does = effects(terms.card, attack_dr_row(unit), column)
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
    hit = bool(does.reduces) and unit.is_smc
    return Member(
        was, unit, "broke" if does.breaks and unit.is_smc else "", unit if unit.is_smc else None, hit=hit
    )


def check(was: str, unit: Infantry, drm: int, terms: Terms) -> AnyRule[Member]:
    """attack-dr: make one unit's morale check, and do what the cell of its row says."""
    roll = Roll(terms.asks(was), check_ends(was, unit, drm, terms))
    return _smc_check(roll, terms.card) if unit.is_smc else roll


def _smc_check(roll: Roll[Member], card: Card) -> Rule[Member]:
    """attack-dr, CASUALTY REDUCE: a leader who is reduced rolls for his wound."""
    member: Member = yield roll
    if not member.hit or member.unit is None:
        return member
    loss: Loss = yield from reduction(replace(member.unit, told=member.was), card)
    left = after_reduction(member.unit, loss.becomes)
    return lost(member.was, member.unit) if left is None else replace(member, unit=left, last=left, hit=False)


def stepped_down(unit: Infantry) -> Infantry:
    """Note 1: replace a unit by the next of its chain; crews, green, conscripts and underlined morale have no step."""
    underlined = unit.underlined or unit.type.underlined
    return unit if underlined or not unit.type.steps_to else becoming(unit, unit.type.steps_to)


def lost(was: str, unit: Infantry) -> Member:
    """Return a unit that is lost; a leader as he was, for the check that his loss causes."""
    return Member(was, None, "died" if unit.is_smc else "", unit if unit.is_smc else None)


# The loss of a leader

Stack = tuple[Member, ...]


class LeaderLost(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A leader who broke or died: the check this causes, his morale as he then was, and what is added to the DR."""

    check: Literal["LLTC", "LLMC"]
    morale: int
    drm: int


def leader_loss_drm(leader: Infantry, card: Card) -> int:
    """Notes 2 and 3: any negative leadership is added; ruling leader-loss-plus: a +1 leader adds nothing, or subtracts 1."""
    reverse = -leadership(leader, card)
    return reverse if card.ruled("leader-loss-plus") == "reversed" else max(0, reverse)


class Losing(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A stack, and the checks still to be made for leaders lost in it."""

    stack: Stack
    waiting: tuple[LeaderLost, ...] = ()


@lru_cache(maxsize=16384)
def due(now: Losing, card: Card) -> Losing:
    """Return the stack with its due checks recorded: those for leaders lost last come after the others.

    Ruling leader-lost-twice: one who breaks and dies later causes a check each time, or only the first time.
    """
    each_time = card.ruled("leader-lost-twice") == "each"
    waiting, after = list(now.waiting), []
    for member in now.stack:
        spent = member.spent
        if member.event and member.last is not None and (each_time or not spent):
            kind: Literal["LLTC", "LLMC"] = "LLTC" if member.event == "broke" else "LLMC"
            waiting.append(LeaderLost(kind, morale(member.last, card), leader_loss_drm(member.last, card)))
            spent = not each_time
        after.append(replace(member, event="", last=None, spent=spent))
    return Losing(tuple(after), tuple(waiting))


def next_check(now: Losing, terms: Terms) -> Rule[Losing]:
    """Make the check for the leader who was lost first, if there is one to make."""
    now = due(now, terms.card)
    if not now.waiting:
        return now
    after: Stack = yield check_stack(now, terms)
    return Losing(after, now.waiting[1:])


def check_stack(now: Losing, terms: Terms) -> Call[Stack]:
    """Ask what the first due check does to a stack."""
    return total(one_check, [(member, now.waiting[0], terms) for member in now.stack], joined, ())


def one_check(member: Member, loss: LeaderLost, terms: Terms) -> Rule[Stack]:
    """Notes 2 and 3: let one unit check for a leader lost, if it must."""
    unit = member.unit
    if unit is None or not _must_check(unit, loss, terms.card):
        return (member,)
    if loss.check == "LLTC":
        reading = task_reading(morale(unit, terms.card), loss.drm)
        passed: bool = (yield Roll(rolls.LeaderLossTaskCheck(member.was), reading)) == "passed"
        return (member if passed else replace(member, unit=replace(unit, pinned=True)),)
    # It is made outside fire: no unit goes under DM by passing it.
    outside = replace(terms, fired_upon=False, asks=rolls.LeaderLossMoraleCheck)
    after: Member = yield Call(check, member.was, unit, loss.drm, outside)
    return (replace(after, spent=member.spent),)


def _must_check(unit: Infantry, loss: LeaderLost, card: Card) -> bool:
    """Notes 2 and 3: units of lesser morale check: for a task check only Good Order units not yet pinned, else broken ones too."""
    if loss.check == "LLTC" and (unit.broken or unit.pinned):
        return False
    return morale(unit, card) < loss.morale


@cache
def task_reading(level: int, drm: int) -> Reading[str]:
    """Note 2: a pin task check; above its morale the unit is pinned."""
    return Reading(TWO_D6, {dr: "passed" if dr + drm <= level else "pinned" for dr in TWO_D6.totals})


def joined(sofar: Stack, more: Stack) -> Stack:
    """Add one unit to a stack; like units in one order, so that equal ends are one."""
    at = len(sofar)
    while at and sofar[at - 1].was == more[0].was and _key(sofar[at - 1]) > _key(more[0]):
        at -= 1
    return (*sofar[:at], *more, *sofar[at:])


def _key(member: Member) -> str:
    return member.unit.written if member.unit else ""
