"""A morale check of a large stack, counted: how many units are eliminated, broken and pinned, and what becomes of each.

Four leaders and three squads come to half a million ways, too many to name. But squads, half-squads and crews bear on
nobody: what becomes of one follows from who of the leaders helps and from the leaders lost. So the leaders are gone
through together, check by check, and every other unit by itself for each of their ends. All checks are those of the
rule, and a test holds the two equal.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from operator import add

import msgspec

from grognard.games.asl_sk.leader_loss import Losing, Loss, Stack, due, everybody, one_check
from grognard.games.asl_sk.morale_check import CheckSheet, Tally, helped, is_large, leaders_check
from grognard.games.asl_sk.stacks import HIGHEST_MORALE, Unit
from grognard.games.asl_sk.unit_check import Member, Terms, check
from grognard.games.asl_sk.units import UnitType, unit_type
from grognard.procedures.procedure import Coarse
from grognard.umpire import Call, Chance, Enumerator, Rule, mixed, spread, together

# So many of each are counted in one number, four bits each.
ELIMINATED, BROKEN, PINNED = 1, 1 << 4, 1 << 8


class Led(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """The leaders of a stack, and what they come to for the others: what is added to each DR, and the leaders lost."""

    leaders: Losing
    drms: tuple[int, ...]
    losses: tuple[Loss, ...] = ()


class Counted(msgspec.Struct, frozen=True):
    """How many units of a stack come to what, and what becomes of each by itself; units alike are told once."""

    counts: Chance[Tally]
    fates: tuple[tuple[Unit, Chance[Member]], ...]


def coarse(sheet: CheckSheet) -> Coarse | None:
    """Count the units of a large stack by what becomes of them, and say of each what becomes of it."""
    if not is_large((*sheet.leaders, *sheet.others)):
        return None
    found = counted(sheet)
    return Coarse(found.counts, parts=tuple((unit.called, ends.map(str)) for unit, ends in found.fates))


@lru_cache(maxsize=64)
def counted(sheet: CheckSheet) -> Counted:
    """Count the units of a stack by what becomes of them."""
    work_out = Enumerator()
    ended = leaders_ended(sheet, work_out)
    tallies: dict[tuple[tuple[int, ...], tuple[Loss, ...]], Counter[int]] = {}
    for led, weight in ended.weights():
        tallies.setdefault((led.drms, led.losses), Counter())[tally(led.leaders.stack)] += weight

    @cache
    def alone(unit: Unit, drm: int, losses: tuple[Loss, ...]) -> Chance[Member]:
        """Return what becomes of a unit that bears on nobody: it checks by itself, and then for every leader lost."""
        if not losses:
            return work_out(check, unit.called, unit, drm, sheet.terms)
        before = alone(unit, drm, losses[:-1])
        return mixed(
            (work_out(_only_check, member, losses[-1], sheet.terms), share)
            for member, share in before.weights()
        )

    counts = []
    fates: dict[Unit, list[tuple[Chance[Member], int]]] = {
        unit: [] for unit in (*sheet.leaders, *sheet.others)
    }
    for at, leader in enumerate(sheet.leaders):
        # Of leaders alike nobody knows which is which: each is as likely to be either.
        fates[leader].append((ended.map(lambda led, at=at: led.leaders.stack[at]), 1))  # type: ignore[misc]
    for (drms, losses), ours in tallies.items():
        ends = [alone(unit, drm, losses) for unit, drm in zip(sheet.others, drms, strict=True)]
        for unit, end in dict(zip(sheet.others, ends, strict=True)).items():
            fates[unit].append((end, ours.total()))
        others = (end.map(lambda member: tally((member,))) for end in ends)
        counts.append((together((Chance(ours), *others), add, 0), ours.total()))
    return Counted(mixed(counts).map(_told), tuple((unit, mixed(ends)) for unit, ends in fates.items()))


def tally(stack: Stack) -> int:
    """Count units by what has become of them, all counts in one number."""
    return sum(ELIMINATED if member.unit is None else _marks(member.unit) for member in stack)


def _told(counts: int) -> Tally:
    return Tally(counts % BROKEN, counts % PINNED // BROKEN, counts // PINNED)


def _marks(unit: Unit) -> int:
    return BROKEN if unit.broken else PINNED if unit.pinned else 0


def leaders_ended(sheet: CheckSheet, work_out: Enumerator) -> Chance[Led]:
    """Return what becomes of the leaders of a stack, check by check, and what follows from that for the others."""
    terms, (least, most) = sheet.terms, _morales(sheet.others)

    def begun(end: tuple[Stack, tuple[Unit, ...]]) -> Led:
        drms = tuple(sheet.drm + helped(unit, end[1], terms.card) for unit in sheet.others)
        return Led(Losing(end[0]), drms)

    def following(led: Led) -> Chance[Led] | None:
        loss, after = after_check(led.leaders)
        if loss is None:
            return None
        # To the others a leader above them all is as good as any, and one no better than the least is no loss.
        seen = Loss(loss.check, min(loss.morale, most + 1), loss.drm)
        losses = _in_order((*led.losses, seen)) if loss.morale > least else led.losses
        ends = {Led(end, led.drms, losses): weight for end, weight in after.weights()}
        return Chance.known(ends, after.total)

    @cache
    def after_check(losing: Losing) -> tuple[Loss | None, Chance[Losing]]:
        now = due(losing, terms.card)
        if not now.waiting:
            return None, Chance.certain(now)
        after = work_out(everybody(now, terms).rule, *everybody(now, terms).arguments)
        return now.waiting[0], after.map(lambda stack: Losing(stack, now.waiting[1:]))

    start = work_out(leaders_check, sheet).map(begun)
    return start if terms.melee else spread(start, following)


def _in_order(losses: tuple[Loss, ...]) -> tuple[Loss, ...]:
    """Put task checks first, in one order: a unit that breaks makes none, and to one that does not a pin is the same."""
    return tuple(
        sorted(losses, key=lambda each: (0, each.morale, each.drm) if each.check == "LLTC" else (1,))
    )


def _morales(units: tuple[Unit, ...]) -> tuple[int, int]:
    """Return the least and the highest morale that units may come to have."""
    found = [level for unit in units for level in ([unit.level] if unit.level else _levels(unit.type))]
    return min(found, default=HIGHEST_MORALE), max(found, default=0)


def _levels(kind: UnitType) -> Iterator[int]:
    yield from (kind.morale, kind.back)
    for other in filter(None, (kind.half, kind.steps_to)):
        yield from _levels(unit_type(other))


def _only_check(member: Member, loss: Loss, terms: Terms) -> Rule[Member]:
    (after,) = yield Call(one_check, member, loss, terms)
    return after  # type: ignore[no-any-return]
