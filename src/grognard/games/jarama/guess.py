"""What may stand in a hex that is not seen through: for programs an average force, for players every one it may be."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, floor
from typing import Any

import msgspec

from grognard.games.jarama import stacks
from grognard.games.jarama.field import Field
from grognard.games.jarama.knowledge import less_one
from grognard.games.jarama.position import HIDDEN
from grognard.games.jarama.scenario import Unit
from grognard.games.jarama.stacks import ordinal
from grognard.games.jarama.terms import Side, enemy
from grognard.games.jarama.units import factor_left
from grognard.hexes import HexId


def unlocated(field: Field, side: Side) -> list[Unit]:
    """Return a side's units that may be anywhere."""
    at = field.position.at
    return [unit for unit in field.scenario.by_side[side] if at[unit.number] == HIDDEN]


def stand_ins(field: Field, hex_id: HexId) -> tuple[stacks.Unit, ...]:
    """Return average units in the place of those in a hex that are not known: so many as there are, or may be."""
    side = field.holder(hex_id)
    assert side is not None  # noqa: S101 - only a hex that is held is not seen through
    hidden = unlocated(field, side)
    if not hidden:
        return ()
    known = field.position.knows(enemy(side))
    report, seen = known.of(hex_id), len(known.seen_at(hex_id))
    if report is not None and report.units is not None:
        count = report.units - seen
    else:
        unseen = [at for at in field.position.holds(side) if not known.is_whole(at)]
        count = max(_half_up(len(hidden), len(unseen)), 0 if seen else 1)
    count = min(count, len(hidden), field.scenario.stacking - seen)
    return tuple(_average(tuple(hidden), place) for place in range(1, count + 1))


@lru_cache(maxsize=4096)
def _average(units: tuple[Unit, ...], place: int) -> stacks.Unit:
    def mean(name: str) -> int:
        return _half_up(sum(getattr(unit, name) for unit in units), len(units))

    factor, points, effectiveness = mean("factor"), max(mean("points"), 1), mean("effectiveness")
    return stacks.Unit(
        factor=factor,
        points=points,
        effectiveness=effectiveness,
        at_points=mean("at_points"),
        written=f"{factor}/{points}/{effectiveness}",
        told=f"{ordinal(place)} unknown counter",
    )


def _half_up(total: int, count: int) -> int:
    return floor(Fraction(total, count) + Fraction(1, 2))


# Every way the units may be spread


class Limits(msgspec.Struct, frozen=True):
    """What is known of the units in a hex that are not: how many there may be, their points and kinds if reported."""

    least: int
    most: int
    points: int | None = None
    kinds: tuple[str, ...] | None = None

    @property
    def is_plain(self) -> bool:
        """Say whether only their number is limited."""
        return self.points is None and self.kinds is None

    def less(self, points: int, kind: str) -> "Limits | None":
        """Return what is left of the limits when one more unit is there; none where it cannot be."""
        if not self.most or (self.points is not None and points > self.points):
            return None
        kinds = self.kinds
        if kinds is not None:
            if kind not in kinds:
                return None
            kinds = less_one(kinds, kind)
        left = None if self.points is None else self.points - points
        return Limits(max(self.least - 1, 0), self.most - 1, left, kinds)

    @property
    def are_met(self) -> bool:
        """Say whether nobody more need be there."""
        return not self.least and not self.points and not self.kinds


# What a battle makes of the units in a hex: their factors, AT points, and whose effectiveness counts.
Sum = tuple[int, int, tuple[int, int]]


class Spread(msgspec.Struct, frozen=True):
    """One kind of force that may stand in a hex: in how many ways, and units that would be such a one."""

    ways: int
    units: tuple[stacks.Unit, ...]


def spreads(field: Field, hex_id: HexId, factor: Callable[[stacks.Unit], int]) -> list[Spread]:
    """Return every kind of force that may stand in a hex with those who are known, each with its number of ways.

    A way is where every unit of the side is that is not known: in a hex that is not seen through, as many to each as
    are known to be there, else at least one and no more than a hex holds; or, once due, still off the map. All ways are
    equally likely. Forces that are alike in factors, AT points and effectiveness are one kind.
    """
    side = field.holder(hex_id)
    assert side is not None  # noqa: S101 - only a hex that is held is not seen through
    limits = {
        at: limits_of(field, side, at)
        for at in sorted(field.position.holds(side))
        if not field.position.knows(enemy(side)).is_whole(at)
    }
    here = limits.pop(hex_id)
    plain = [each for each in limits.values() if each.is_plain]
    strict = tuple(each for each in limits.values() if not each.is_plain)
    deal = _Deal(field, factor, _ways_to_share(plain, len(unlocated(field, side))))
    return deal.out(unlocated(field, side), here, strict)


def limits_of(field: Field, side: Side, hex_id: HexId) -> Limits:
    """Return what is known of the units in a hex that are not known one by one."""
    known = field.position.knows(enemy(side))
    report, seen = known.of(hex_id), known.seen_at(hex_id)
    most = field.scenario.stacking - len(seen)
    if report is None:
        return Limits(0 if seen else 1, most)
    least = 0 if seen else 1
    if report.units is not None:
        least = most = report.units - len(seen)
    points = None if report.points is None else report.points - sum(each.points for each in seen)
    kinds = report.kinds
    for each in seen if kinds is not None else ():
        kinds = less_one(kinds or (), field.scenario.units[each.unit].kind)
    return Limits(least, most, points, kinds)


def _ways_to_share(limits: Sequence[Limits], units: int) -> list[int]:
    """Count the ways to share so many units, each different, among hexes with limits on their number."""
    ways = [1] + [0] * units
    for each in limits:
        ways = [
            sum(
                comb(total, here) * ways[total - here]
                for here in range(each.least, min(each.most, total) + 1)
            )
            for total in range(units + 1)
        ]
    return ways


class _Deal:
    """Deals units out one after another: to the hex asked about, to hexes with strict limits, to the others, or to none."""

    def __init__(self, field: Field, factor: Callable[[stacks.Unit], int], shares: list[int]) -> None:
        self.field, self.factor, self.shares = field, factor, shares
        self.average = field.card.ruled("effectiveness-units") == "average"

    def out(self, units: Sequence[Unit], here: Limits, strict: tuple[Limits, ...]) -> list[Spread]:
        """Return every kind of force that may be in the hex asked about."""
        nothing: Sum = (0, 0, (0, 0))
        dealt: dict[Any, Spread] = {(nothing, here, strict, 0): Spread(1, ())}
        for unit in units:
            found: dict[Any, Spread] = {}
            for state, spread in dealt.items():
                for then, more in self._each_way(state, unit):
                    was = found.get(then)
                    ways = spread.ways + (was.ways if was else 0)
                    found[then] = Spread(ways, was.units if was else (*spread.units, *more))
            dealt = found
        weighed: dict[Sum, Spread] = {}
        for (total, left, others, shared), spread in dealt.items():
            ways = spread.ways * self.shares[shared]
            if ways and left.are_met and all(each.are_met for each in others):
                was = weighed.get(total)
                weighed[total] = Spread(ways + (was.ways if was else 0), was.units if was else spread.units)
        return list(weighed.values())

    def _each_way(self, state: Any, unit: Unit) -> Iterator[tuple[Any, tuple[stacks.Unit, ...]]]:
        """Run through where a unit may go, and what is then left."""
        total, here, strict, shared = state
        counter = thought(self.field, unit)
        if (left := here.less(counter.points, unit.kind)) is not None:
            yield (self._added(total, counter), left, strict, shared), (counter,)
        for at, each in enumerate(strict):
            if (left := each.less(counter.points, unit.kind)) is not None:
                yield (total, here, (*strict[:at], left, *strict[at + 1 :]), shared), ()
        yield (total, here, strict, shared + 1), ()
        if unit.at is None:
            yield (total, here, strict, shared), ()

    def _added(self, total: Sum, unit: stacks.Unit) -> Sum:
        """Add a unit to a force: of the effectiveness the largest unit's counts, or all are added up for the average."""
        factors, at_points, (most, best) = total
        if self.average:
            lead = most + 1, best + unit.effectiveness
        else:
            lead = max((most, best), (unit.points, unit.effectiveness))
        return factors + self.factor(unit), at_points + unit.at_points, lead


def thought(field: Field, unit: Unit) -> stacks.Unit:
    """Return a unit that may be anywhere as the charts know it: with the points it had when last seen, and in no state.

    Nobody loses points unseen, so they are the points it has.
    """
    known = field.position.knows(enemy(unit.side)).sightings
    points = next((each.points for each in known if each.unit == unit.number), unit.points)
    factor = factor_left(unit, points, field.card)
    return stacks.Unit(
        factor=factor,
        points=points,
        effectiveness=unit.effectiveness,
        at_points=unit.at_points,
        mech=unit.is_mech,
        written=f"{factor}/{points}/{unit.effectiveness}",
        told=field.theatre.called[unit.number],
    )
