# SPDX-License-Identifier: Apache-2.0
"""A morale check of a large stack, counted: how many units are eliminated, broken and pinned, and what becomes of each.

Four leaders and three squads make half a million ways, too many to list. But squads, half-squads and crews do not affect
each other: what becomes of one depends on which leader helps and on the leaders lost. So the leaders are worked
out together, check by check, and every other unit by itself for each of their outcomes. All checks are those of the
rule, and a test compares the two.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from operator import add

import msgspec

from grognard.games.asl_sk.morale_check import CheckSheet, Tally, help_drm, is_large, leaders_check
from grognard.games.asl_sk.stacks import HIGHEST_MORALE, Infantry
from grognard.games.asl_sk.unit_check import (
    LeaderLost,
    Losing,
    Member,
    Stack,
    Terms,
    check,
    due,
    joined,
    one_check,
)
from grognard.games.asl_sk.units import UnitType, unit_type
from grognard.procedures.procedure import Coarse
from grognard.umpire import Call, Chance, Enumerator, Rule, mixed, spread, together

# The numbers of eliminated, broken and pinned units share one integer, four bits each.
ELIMINATED, BROKEN, PINNED = 1, 1 << 4, 1 << 8


UnitFates = Callable[[Infantry, int, tuple[LeaderLost, ...]], Chance[Member]]


class LeaderEffect(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """The leaders of a stack, and their effect on the others: what is added to each DR, and the leaders lost."""

    leaders: Losing
    drms: tuple[int, ...]
    losses: tuple[LeaderLost, ...] = ()


class Counted(msgspec.Struct, frozen=True):
    """How many units of a stack suffer each fate, and what becomes of each by itself; like units are listed once."""

    counts: Chance[Tally]
    fates: tuple[tuple[Infantry, Chance[Member]], ...]


def coarse(sheet: CheckSheet) -> Coarse | None:
    """Count the units of a large stack by their fates, and give the fates of each."""
    if not is_large((*sheet.leaders, *sheet.others)):
        return None
    tallied = counted(sheet)
    return Coarse(tallied.counts, parts=tuple((unit.called, ends.map(str)) for unit, ends in tallied.fates))


@lru_cache(maxsize=64)
def counted(sheet: CheckSheet) -> Counted:
    """Count the units of a stack by their fates."""
    work_out = Enumerator()
    ended = leaders_ended(sheet, work_out)
    tallies: dict[tuple[tuple[int, ...], tuple[LeaderLost, ...]], Counter[int]] = {}
    for effect, weight in ended.weights():
        tallies.setdefault((effect.drms, effect.losses), Counter())[tally(effect.leaders.stack)] += weight
    unit_fates, counts = _unit_fates(sheet.terms, work_out), []
    # Units that affect no other have the same fates under the same losses.
    others_tallied = cache(lambda *terms: unit_fates(*terms).map(lambda member: tally((member,))))
    fates: dict[Infantry, list[tuple[Chance[Member], int]]] = {
        unit: [] for unit in (*sheet.leaders, *sheet.others)
    }
    for at, leader in enumerate(sheet.leaders):
        # Like leaders cannot be told apart: each is as likely to be either.
        fates[leader].append((ended.map(lambda effect, at=at: effect.leaders.stack[at]), 1))  # type: ignore[misc]
    for (drms, losses), ours in tallies.items():
        ends = [unit_fates(unit, drm, losses) for unit, drm in zip(sheet.others, drms, strict=True)]
        for unit, end in dict(zip(sheet.others, ends, strict=True)).items():
            fates[unit].append((end, ours.total()))
        others = (others_tallied(unit, drm, losses) for unit, drm in zip(sheet.others, drms, strict=True))
        counts.append((together((Chance(ours), *others), add, 0), ours.total()))
    return Counted(mixed(counts).map(_told), tuple((unit, mixed(ends)) for unit, ends in fates.items()))


def _unit_fates(terms: Terms, work_out: Enumerator) -> UnitFates:
    """Make a function that returns the fates of a unit that affects no other."""

    @cache
    def ends(unit: Infantry, drm: int, losses: tuple[LeaderLost, ...]) -> Chance[Member]:
        """Let the unit check by itself, and then for every leader lost."""
        if not losses:
            return work_out(check, unit.called, unit, drm, terms)
        before = ends(unit, drm, losses[:-1]).weights()
        return mixed((work_out(_only_check, member, losses[-1], terms), share) for member, share in before)

    return ends


def tally(stack: Stack) -> int:
    """Count units by their fates, all counts in one number."""
    return sum(ELIMINATED if member.unit is None else _marks(member.unit) for member in stack)


def _told(counts: int) -> Tally:
    return Tally(counts % BROKEN, counts % PINNED // BROKEN, counts // PINNED)


def _marks(unit: Infantry) -> int:
    return BROKEN if unit.broken else PINNED if unit.pinned else 0


def leaders_ended(sheet: CheckSheet, work_out: Enumerator) -> Chance[LeaderEffect]:
    """Return what becomes of the leaders of a stack, check by check, and what follows from that for the others."""
    terms, (least, most) = sheet.terms, _morales(sheet.others)

    def begun(end: tuple[Stack, tuple[Infantry, ...]]) -> LeaderEffect:
        drms = tuple(sheet.drm + help_drm(unit, end[1], terms.card) for unit in sheet.others)
        return LeaderEffect(due(Losing(end[0]), terms.card), drms)

    def following(effect: LeaderEffect) -> Chance[LeaderEffect] | None:
        loss, after = after_check(effect.leaders)
        if loss is None:
            return None
        # Above the others' morale all leaders are alike to them, and the loss of one no better than the least is no loss.
        seen = LeaderLost(loss.check, min(loss.morale, most + 1), loss.drm)
        losses = _in_order((*effect.losses, seen)) if loss.morale > least else effect.losses
        ends = {LeaderEffect(end, effect.drms, losses): weight for end, weight in after.weights()}
        return Chance.known(ends, after.total)

    @cache
    def after_check(losing: Losing) -> tuple[LeaderLost | None, Chance[Losing]]:
        if not losing.waiting:
            return None, Chance.certain(losing)
        loss, waiting = losing.waiting[0], losing.waiting[1:]
        after = together((one(member, loss) for member in losing.stack), joined, ())
        # Outcomes with the same checks still due are merged from here on.
        return loss, after.map(lambda stack: due(Losing(stack, waiting), terms.card))

    @cache
    def one(member: Member, loss: LeaderLost) -> Chance[Stack]:
        return work_out(one_check, member, loss, terms)

    start = work_out(leaders_check, sheet).map(begun)
    return start if terms.melee else spread(start, following)


def _in_order(losses: tuple[LeaderLost, ...]) -> tuple[LeaderLost, ...]:
    """Put task checks first, in one order: a broken unit makes none, and for any other the order of pins is the same."""
    return tuple(
        sorted(losses, key=lambda loss: (0, loss.morale, loss.drm) if loss.check == "LLTC" else (1,))
    )


def _morales(units: tuple[Infantry, ...]) -> tuple[int, int]:
    """Return the least and the highest morale that units may come to have."""
    levels = [level for unit in units for level in ([unit.level] if unit.level else _levels(unit.type))]
    return min(levels, default=HIGHEST_MORALE), max(levels, default=0)


def _levels(kind: UnitType) -> Iterator[int]:
    yield from (kind.morale, kind.back)
    for other in filter(None, (kind.half, kind.steps_to)):
        yield from _levels(unit_type(other))


def _only_check(member: Member, loss: LeaderLost, terms: Terms) -> Rule[Member]:
    (after,) = yield Call(one_check, member, loss, terms)
    return after  # type: ignore[no-any-return]
