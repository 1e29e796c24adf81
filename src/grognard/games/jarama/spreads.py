"""Every way in which the units that are not known may be spread over the hexes that are not seen through."""

from collections import Counter as Tally
from collections.abc import Callable, Mapping, Sequence
from math import comb, prod

import msgspec
from msgspec.structs import replace

from grognard.games import Card
from grognard.games.jarama import stacks
from grognard.games.jarama.field import Field
from grognard.games.jarama.guess import thought, unlocated
from grognard.games.jarama.knowledge import less_one
from grognard.games.jarama.scenario import Unit
from grognard.games.jarama.terms import Side, enemy
from grognard.hexes import HexId


class Limits(msgspec.Struct, frozen=True, cache_hash=True):
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


# How many forces are told apart in detail.
MOST = 10_000
# What a battle makes of the units in a hex: their factors, AT points, how many there are, and their effectiveness: that
# of the largest, or all of it for the average.
Sum = tuple[int, int, int, int]
# Units that other hexes do not tell apart: by points and kind where they matter, and whether they may still wait.
Group = tuple[int, str, bool]
Numbers = tuple[int, ...]
# In the midst of dealing: what stands in the hex, what is left of its limits, and how many of each group are there.
State = tuple[Sum, Limits, Numbers]


class Counter(msgspec.Struct, frozen=True):
    """A unit that may be anywhere: as the charts know it, what it counts where it defends, and how it can be dealt out."""

    unit: stacks.Unit
    factor: int
    kind: str
    may_wait: bool


class Spread(msgspec.Struct, frozen=True):
    """One kind of force that may stand in a hex: in how many ways, and units that would be such a one."""

    ways: int
    units: tuple[stacks.Unit, ...]


class Spreads(msgspec.Struct, frozen=True):
    """Every kind of force that may stand in a hex; `by_number` if of other hexes only numbers were reckoned with."""

    kinds: list[Spread]
    by_number: bool = False


def spreads(
    field: Field,
    hex_id: HexId,
    factor: Callable[[stacks.Unit], int],
    known: Sequence[stacks.Unit],
    most_at: int,
) -> Spreads:
    """Return every kind of force that may stand in a hex with those who are known, each with its number of ways.

    A way is where every unit of the side is that is not known: in a hex that is not seen through, as many to each as
    are known to be there, else at least one and no more than a hex holds; or, once due, still off the map. All ways are
    equally likely. Forces that are alike in factors, AT points as far as they matter, and effectiveness are one kind.
    Where that are too many, only the numbers of units are reckoned with that were reported of other hexes.
    """
    side = field.holder(hex_id)
    assert side is not None  # noqa: S101 - only a hex that is held is not seen through
    limits = {
        at: limits_of(field, side, at)
        for at in sorted(field.position.holds(side))
        if not field.position.knows(enemy(side)).is_whole(at)
    }
    here = limits.pop(hex_id)
    counters = [_counter(field, unit, hex_id, factor) for unit in unlocated(field, side)]
    # The others must be left enough.
    spare = len(counters) - sum(each.least for each in limits.values())
    here = replace(here, most=max(0, min(here.most, spare)))
    others = list(limits.values())
    found = _Deal(counters, others, known, most_at, field.card).out(here)
    if found is not None:
        return Spreads(found)
    others = [Limits(each.least, each.most) for each in others]
    return Spreads(_Deal(counters, others, known, most_at, field.card).out(here) or [], by_number=True)


def _counter(field: Field, unit: Unit, hex_id: HexId, factor: Callable[[stacks.Unit], int]) -> Counter:
    found = thought(field, unit, hex_id)
    return Counter(found, factor(found), unit.kind, unit.at is None)


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


class _Elsewhere:
    """In how many ways all who are not in the hex asked about may be in the others, or wait.

    Units that the limits of those hexes do not tell apart are one group; so many of each are in the hex asked about.
    """

    def __init__(self, counters: Sequence[Counter], limits: Sequence[Limits]) -> None:
        self.strict = [each for each in limits if not each.is_plain]
        self.shares = _ways_to_share([each for each in limits if each.is_plain], len(counters))
        self.by_kind = any(each.kinds is not None for each in self.strict)
        self.size = Tally(map(self.group, counters))
        self.place = {group: place for place, group in enumerate(self.size)}
        self.filled = self._filled()
        self.known: dict[Numbers, int] = {}

    def group(self, counter: Counter) -> Group:
        """Return by what a unit is told from others: its points and kind where they matter, and whether it may wait."""
        points, kind = counter.unit.points, counter.kind
        if all(each.less(points, kind) is None for each in self.strict):
            return 0, "", counter.may_wait
        return points, kind if self.by_kind else "", counter.may_wait

    def ways(self, here: Numbers) -> int:
        """Return the ways of the others when so many units of each group are here."""
        if here not in self.known:
            left = [size - gone for size, gone in zip(self.size.values(), here, strict=True)]
            self.known[here] = sum(
                ways * prod(map(comb, left, filled)) * self._shared(left, filled)
                for filled, ways in self.filled.items()
            )
        return self.known[here]

    def _shared(self, left: Sequence[int], filled: Numbers) -> int:
        """Share out who is neither here nor in a hex with strict limits; of those that may wait, any number."""
        rest = {False: 0, True: 0}
        for (_, _, may_wait), count, gone in zip(self.size, left, filled, strict=True):
            rest[may_wait] += count - gone
        if min(rest.values()) < 0:
            return 0
        idle = rest[True]
        return sum(comb(idle, some) * self.shares[rest[False] + some] for some in range(idle + 1))

    def _filled(self) -> dict[Numbers, int]:
        """Return the numbers of each group that fill the hexes with strict limits, and in how many ways so many do."""
        found: dict[Numbers, int] = {(0,) * len(self.size): 1}
        for limits in self.strict:
            then: dict[Numbers, int] = {}
            for more in self._fillings(limits):
                for filled, ways in found.items():
                    total = tuple(map(sum, zip(filled, more, strict=True)))
                    then[total] = then.get(total, 0) + ways * prod(map(comb, total, more))
            found = then
        return found

    def _fillings(self, limits: Limits) -> list[Numbers]:
        """Return the numbers of each group that together meet the limits of a hex."""
        found: list[tuple[Limits, Numbers]] = [(limits, ())]
        for (points, kind, _), size in self.size.items():
            then = []
            for left, numbers in found:
                some: Limits | None = left
                for count in range(size + 1):
                    if some is None:
                        break
                    then.append((some, (*numbers, count)))
                    some = some.less(points, kind) if points else None
            found = then
        return [numbers for left, numbers in found if left.are_met]


class _Deal:
    """Deals units out one after another, to the hex asked about or elsewhere.

    The largest come first: whoever of them is the first in the hex is the one whose effectiveness counts.
    """

    def __init__(
        self,
        counters: Sequence[Counter],
        others: Sequence[Limits],
        known: Sequence[stacks.Unit],
        most_at: int,
        card: Card,
    ) -> None:
        self.counters = sorted(counters, key=lambda each: _size(each.unit), reverse=True)
        self.elsewhere = _Elsewhere(counters, others)
        self.most_at = most_at
        self.largest = max(map(_size, known), default=(0, 0))
        self.average = card.ruled("effectiveness-units") == "average"

    def out(self, here: Limits) -> list[Spread] | None:
        """Return every kind of force that may be in the hex asked about; none where that takes too long."""
        elsewhere = self.elsewhere
        dealt: dict[State, Spread] = {((0, 0, 0, 0), here, (0,) * len(elsewhere.size)): Spread(1, ())}
        for counter in self.counters:
            place = elsewhere.place[elsewhere.group(counter)]
            found = dict(dealt)
            for (total, left, numbers), spread in dealt.items():
                less = left.less(counter.unit.points, counter.kind)
                if less is not None:
                    more = (*numbers[:place], numbers[place] + 1, *numbers[place + 1 :])
                    then = self._added(total, counter), less, more
                    was = found.get(then)
                    ways = spread.ways + (was.ways if was else 0)
                    found[then] = Spread(ways, was.units if was else (*spread.units, counter.unit))
            dealt = found
            if elsewhere.strict and len(dealt) > MOST:
                return None
        return self._weighed(dealt)

    def _weighed(self, dealt: Mapping[State, Spread]) -> list[Spread]:
        """Return the kinds of force that meet the limits of the hex, each with all the ways of the others."""
        weighed: dict[Sum, Spread] = {}
        for (total, left, numbers), spread in dealt.items():
            ways = spread.ways * self.elsewhere.ways(numbers) if left.are_met else 0
            if ways:
                was = weighed.get(total)
                weighed[total] = Spread(ways + (was.ways if was else 0), was.units if was else spread.units)
        return list(weighed.values())

    def _added(self, total: Sum, counter: Counter) -> Sum:
        """Add a unit to a force: the first one's effectiveness counts, or all are added up for the average."""
        factors, at_points, count, number = total
        if self.average:
            count, number = count + 1, number + counter.unit.effectiveness
        elif not count:
            count, number = 1, max(self.largest, _size(counter.unit))[1]
        at_points = min(at_points + counter.unit.at_points, self.most_at)
        return factors + counter.factor, at_points, count, number


def _size(unit: stacks.Unit) -> tuple[int, int]:
    """Return what makes a unit the one whose effectiveness counts (ruling effectiveness-units)."""
    return unit.points, unit.effectiveness
