"""In how many ways the units that are not in the hex asked about may be in others."""

from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import comb, prod
from operator import add, sub

import msgspec

from grognard.games.jarama import stacks
from grognard.hexes import HexId
from grognard.rules.knowledge import less_one

# The hexes a unit must be in one of, if it is not in the hex asked about; none where it may be in any.
Places = frozenset[HexId] | None
# Units that other hexes do not tell apart: by points and kind where they matter, whether they may still wait, by their
# own numbers who fires from some of these hexes, and in which they may be.
Group = tuple[int, str, bool, int, Places]
ANY = -1
Numbers = tuple[int, ...]
# A part of the map with room for the same batteries and units, and the ways to share so many units among its hexes.
Part = tuple[tuple[bool, ...], tuple[bool, ...], list[int]]


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


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that may be anywhere: as the charts know it, what it counts where it defends, and how it can be dealt out.

    It is in one of its `places`, if it is not in the hex asked about: on rails, or where it was set up. A battery has
    `shells` that are in its factor where it defends itself; it `fires` so many points from those that are `near`.
    """

    unit: stacks.Unit
    number: int
    factor: int
    kind: str
    formation: str
    may_wait: bool
    shells: int = 0
    fires: int = 0
    near: frozenset[HexId] = frozenset()
    places: Places = None
    may_be_here: bool = True


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


def _up_to(numbers: Iterable[int]) -> Iterator[Numbers]:
    """Run through all numbers that are no more than some."""
    return product(*(range(each + 1) for each in numbers))


def _together(ours: Mapping[Numbers, int], theirs: Sequence[int], room: Sequence[bool]) -> dict[Numbers, int]:
    """Count the ways to share units, each different, with one more part of the map, which has room for some of them."""
    return {
        total: sum(
            prod(map(comb, total, some)) * theirs[sum(some)] * ours[tuple(map(sub, total, some))]
            for some in _up_to(number if fits else 0 for number, fits in zip(total, room, strict=True))
        )
        for total in ours
    }


class Elsewhere:
    """In how many ways all who are not in the hex asked about may be in the others, or wait.

    Units that the limits of those hexes do not tell apart are one group; so many of each are in the hex asked about.
    """

    def __init__(self, counters: Sequence[Counter], limits: Mapping[HexId, Limits]) -> None:
        self.counters = {each.number: each for each in counters}
        self.strict = {at: each for at, each in limits.items() if not each.is_plain}
        self.plain = {at: each for at, each in limits.items() if each.is_plain}
        self.by_kind = any(each.kinds is not None for each in self.strict.values())
        self.size = Tally(map(self.group, counters))
        groups = list(self.size)
        self.place = {each.number: groups.index(self.group(each)) for each in counters}
        # The units that may be in the same places, and how many they are.
        self.bound = Tally(each.places for each in counters)
        self.known: dict[tuple[Numbers, frozenset[int]], int] = {}
        self.filled: dict[frozenset[int], dict[Numbers, int]] = {}
        self.shares: dict[tuple[int, ...], dict[Numbers, int]] = {}

    def group(self, counter: Counter) -> Group:
        """Return by what a unit is told from others: points and kind where they matter, whether it may wait, its places."""
        points, kind = counter.unit.points, counter.kind
        if all(each.less(points, kind) is None for each in self.strict.values()):
            return 0, "", counter.may_wait, ANY, counter.places
        own = counter.number if counter.near else ANY
        return points, kind if self.by_kind else "", counter.may_wait, own, counter.places

    def ways(self, here: Numbers, near: frozenset[int]) -> int:
        """Return the ways of the others when so many units of each group are here, and some batteries in reach."""
        if (here, near) not in self.known:
            left = [size - gone for size, gone in zip(self.size.values(), here, strict=True)]
            self.known[here, near] = sum(
                ways * prod(map(comb, left, filled)) * self._shared(left, filled, near)
                for filled, ways in self._filled(near).items()
            )
        return self.known[here, near]

    def _shared(self, left: Sequence[int], filled: Numbers, near: frozenset[int]) -> int:
        """Share out who is neither here nor in a hex with strict limits; of those that may wait, any number."""
        rest = {(may_wait, places): 0 for may_wait in (False, True) for places in self.bound}
        for (_, _, may_wait, _, places), count, gone in zip(self.size, left, filled, strict=True):
            rest[may_wait, places] += count - gone
        guns = []
        for number in sorted(near):
            _, _, may_wait, own, places = self.group(self.counters[number])
            if own == ANY or not filled[self.place[number]]:
                guns.append(number)
                rest[may_wait, places] -= 1
        if min(rest.values()) < 0:
            return 0
        there, idle = ([rest[may_wait, places] for places in self.bound] for may_wait in (False, True))
        shares = self._shares(tuple(guns))
        return sum(
            prod(map(comb, idle, some)) * shares[tuple(map(add, there, some))] for some in _up_to(idle)
        )

    def _shares(self, guns: tuple[int, ...]) -> dict[Numbers, int]:
        """Count the ways to share so many units among hexes without strict limits, with batteries where they reach."""
        if guns not in self.shares:
            parts = self._parts(guns)
            total = dict.fromkeys(_up_to(self.bound.values()), 0)
            for spread in product(range(len(parts)), repeat=len(guns)):
                if all(parts[part][0][place] for place, part in enumerate(spread)):
                    found = {numbers: int(not any(numbers)) for numbers in total}
                    for part, (_, room, ways) in enumerate(parts):
                        found = _together(found, ways[spread.count(part) :], room)
                    total = {numbers: total[numbers] + found[numbers] for numbers in total}
            self.shares[guns] = total
        return self.shares[guns]

    def _parts(self, guns: tuple[int, ...]) -> list[Part]:
        """Return the hexes without strict limits, those together that have room for the same batteries and units."""
        parts: dict[tuple[tuple[bool, ...], tuple[bool, ...]], list[Limits]] = defaultdict(list)
        for at, limits in self.plain.items():
            fire = tuple(at in self.counters[gun].near for gun in guns)
            room = tuple(places is None or at in places for places in self.bound)
            parts[fire, room].append(limits)
        most = len(self.counters) + len(guns)
        return [(fire, room, _ways_to_share(limits, most)) for (fire, room), limits in parts.items()]

    def _filled(self, near: frozenset[int]) -> dict[Numbers, int]:
        """Return the numbers of each group that fill the hexes with strict limits, and in how many ways so many do."""
        if near not in self.filled:
            found: dict[Numbers, int] = {(0,) * len(self.size): 1}
            for at, limits in self.strict.items():
                away = frozenset(number for number in near if at not in self.counters[number].near)
                then: dict[Numbers, int] = {}
                for more in self._fillings(at, limits, away):
                    for filled, ways in found.items():
                        total = tuple(map(sum, zip(filled, more, strict=True)))
                        then[total] = then.get(total, 0) + ways * prod(map(comb, total, more))
                found = then
            self.filled[near] = found
        return self.filled[near]

    def _fillings(self, at: HexId, limits: Limits, away: frozenset[int]) -> list[Numbers]:
        """Return the numbers of each group that together meet the limits of a hex, where some are not."""
        found: list[tuple[Limits, Numbers]] = [(limits, ())]
        for (points, kind, _, own, places), size in self.size.items():
            barred = own in away or (places is not None and at not in places)
            then = []
            for left, numbers in found:
                some: Limits | None = left
                for count in range(1 if barred else size + 1):
                    if some is None:
                        break
                    then.append((some, (*numbers, count)))
                    some = some.less(points, kind) if points else None
            found = then
        return [numbers for left, numbers in found if left.are_met]
