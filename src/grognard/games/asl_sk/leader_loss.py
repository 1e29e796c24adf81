"""Notes 2 and 3 of the attack DR table: the checks that the loss of a leader causes in his hex, and those that they cause."""

from functools import cache, lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from grognard.games.asl_sk import rolls
from grognard.games.asl_sk.losses import leadership, morale
from grognard.games.asl_sk.stacks import Unit
from grognard.games.asl_sk.unit_check import Member, Terms, check
from grognard.registry import Card
from grognard.umpire import TWO_D6, Call, Reading, Roll, Rule, total

Stack = tuple[Member, ...]


class Loss(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A leader who broke or died: the check it is, his morale as he then was, and what is added to the DR."""

    check: Literal["LLTC", "LLMC"]
    morale: int
    drm: int


def added(leader: Unit, card: Card) -> int:
    """Any negative leadership is added; ruling leader-loss-plus: a +1 leader adds nothing, or takes 1 off."""
    reverse = -leadership(leader, card)
    return reverse if card.ruled("leader-loss-plus") == "reversed" else max(0, reverse)


class Losing(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A stack, and the checks for leaders lost in it that wait."""

    stack: Stack
    waiting: tuple[Loss, ...] = ()


@lru_cache(maxsize=16384)
def due(now: Losing, card: Card) -> Losing:
    """Return the stack with the checks that are due, which are then noted: those lost last wait behind the others.

    Ruling leader-lost-twice: one who breaks and dies later causes a check each time, or the first time alone.
    """
    each_time = card.ruled("leader-lost-twice") == "each"
    waiting, after = list(now.waiting), []
    for member in now.stack:
        spent = member.spent
        if member.event and member.last is not None and (each_time or not spent):
            kind: Literal["LLTC", "LLMC"] = "LLTC" if member.event == "broke" else "LLMC"
            waiting.append(Loss(kind, morale(member.last, card), added(member.last, card)))
            spent = not each_time
        after.append(replace(member, event="", last=None, spent=spent))
    return Losing(tuple(after), tuple(waiting))


def next_check(now: Losing, terms: Terms) -> Rule[Losing]:
    """Make the check for the leader who was lost first, if there is one to make."""
    now = due(now, terms.card)
    if not now.waiting:
        return now
    after: Stack = yield everybody(now, terms)
    return Losing(after, now.waiting[1:])


def everybody(now: Losing, terms: Terms) -> Call[Stack]:
    """Ask what becomes of a stack by the first check that is due."""
    return total(one_check, [(member, now.waiting[0], terms) for member in now.stack], joined, ())


def one_check(member: Member, loss: Loss, terms: Terms) -> Rule[Stack]:
    """Let one unit check for a leader lost, if it must."""
    unit = member.unit
    if unit is None or not _must_check(unit, loss, terms.card):
        return (member,)
    if loss.check == "LLTC":
        reading = task_reading(morale(unit, terms.card), loss.drm)
        passed: bool = (yield Roll(rolls.LeaderLossTaskCheck(member.was), reading)) == "passed"
        return (member if passed else replace(member, unit=replace(unit, pinned=True)),)
    # It is made outside fire: nobody goes under DM by standing it.
    outside = replace(terms, fired_upon=False, asks=rolls.LeaderLossMoraleCheck)
    after: Member = yield Call(check, member.was, unit, loss.drm, outside)
    return (replace(after, spent=member.spent),)


def _must_check(unit: Unit, loss: Loss, card: Card) -> bool:
    """Units of lesser morale: for a task check those in Good Order and not yet pinned, else the broken too."""
    if loss.check == "LLTC" and (unit.broken or unit.pinned):
        return False
    return morale(unit, card) < loss.morale


@cache
def task_reading(level: int, drm: int) -> Reading[str]:
    """A pin task check: above the morale the unit is pinned."""
    return Reading(TWO_D6, {dr: "passed" if dr + drm <= level else "pinned" for dr in TWO_D6.totals})


def joined(sofar: Stack, more: Stack) -> Stack:
    """Add one unit to a stack; those that were alike in one order, so that the same ends are one."""
    at = len(sofar)
    while at and sofar[at - 1].was == more[0].was and _key(sofar[at - 1]) > _key(more[0]):
        at -= 1
    return (*sofar[:at], *more, *sofar[at:])


def _key(member: Member) -> str:
    return member.unit.written if member.unit else ""
