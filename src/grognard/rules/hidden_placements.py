# SPDX-License-Identifier: Apache-2.0
"""In how many ways hidden units that are not in the hex asked about may be in others, given what is known of these.

`hidden_deals` has what may stand in the hex itself.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import comb, prod
from operator import add, sub
from typing import Any

import msgspec

from grognard.hexes import HexId
from grognard.rules.knowledge import Knowledge, less_one

# The hexes in which a unit may be, if it is not in the hex asked about; None for any.
Places = frozenset[HexId] | None
# What units of a category share: points and kind where they matter, whether they may still wait, their own number if
# they give support from some of these hexes, and the hexes they may be in.
Category = tuple[int, str, bool, int, Places]
ANY = -1
Numbers = tuple[int, ...]
# A part of the map that can hold the same supporters and units, and the ways to share so many units among its hexes.
Part = tuple[tuple[bool, ...], tuple[bool, ...], list[int]]


class Limits(msgspec.Struct, frozen=True, cache_hash=True):
    """What is known of the unknown units in a hex: the possible numbers, and their points and kinds if reported."""

    least: int
    most: int
    points: int | None = None
    kinds: tuple[str, ...] | None = None

    @property
    def is_plain(self) -> bool:
        """Whether only their number is limited."""
        return self.points is None and self.kinds is None

    def less(self, points: int, kind: str) -> "Limits | None":
        """Return what is left of the limits after one more unit is there; None if it cannot be."""
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
        """Whether no more units need be there."""
        return not self.least and not self.points and not self.kinds


def limits_of(knowledge: Knowledge, hex_id: HexId, room: int, kind: Callable[[int], str]) -> Limits:
    """Return the limits on the units in a hex that have not been seen one by one; it has `room` for so many in all.

    `kind` returns the kind of a unit by its number.
    """
    report, seen = knowledge.of(hex_id), knowledge.seen_at(hex_id)
    least, most = 0 if seen else 1, room - len(seen)
    if report is None:
        return Limits(least, most)
    if report.units is not None:
        least = most = report.units - len(seen)
    points = None if report.points is None else report.points - sum(sighting.points for sighting in seen)
    kinds = report.kinds
    for sighting in seen if kinds is not None else ():
        kinds = less_one(kinds or (), kind(sighting.unit))
    return Limits(least, most, points, kinds)


class Hidden(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that may be in several places: `unit` is what is known of it, and `points` its strength.

    If it is not in the hex asked about, it is in one of its `places`, or still off the map if it `may_wait`. Units
    of a `group` support each other: a unit in the hex adds its `support`, and one in a hex that is `near` adds what
    it `gives`.
    """

    unit: Any
    number: int
    points: int
    kind: str
    group: str
    may_wait: bool
    support: int = 0
    gives: int = 0
    near: frozenset[HexId] = frozenset()
    places: Places = None
    may_be_here: bool = True


def _ways_to_share(limits: Sequence[Limits], units: int) -> list[int]:
    """Count the ways to distribute so many distinct units among hexes with limits on their number."""
    ways = [1] + [0] * units
    for hex_limits in limits:
        ways = [
            sum(
                comb(total, here) * ways[total - here]
                for here in range(hex_limits.least, min(hex_limits.most, total) + 1)
            )
            for total in range(units + 1)
        ]
    return ways


def _up_to(numbers: Iterable[int]) -> Iterator[Numbers]:
    """Yield all tuples of numbers that are at most the given ones."""
    return product(*(range(number + 1) for number in numbers))


def _distributed(
    ours: Mapping[Numbers, int], theirs: Sequence[int], room: Sequence[bool]
) -> dict[Numbers, int]:
    """Count the ways to distribute distinct units over one more part of the map, which has room for some of them."""
    return {
        total: sum(
            prod(map(comb, total, some)) * theirs[sum(some)] * ours[tuple(map(sub, total, some))]
            for some in _up_to(number if fits else 0 for number, fits in zip(total, room, strict=True))
        )
        for total in ours
    }


class OtherHexes:
    """In how many ways the units that are not in the hex asked about may be in the others, or wait.

    Units that the limits of those hexes do not distinguish form a category; so many of each are in the hex asked
    about.
    """

    def __init__(self, hidden: Sequence[Hidden], limits: Mapping[HexId, Limits]) -> None:
        self.hidden = {unit.number: unit for unit in hidden}
        self.strict = {at: limit for at, limit in limits.items() if not limit.is_plain}
        self.plain = {at: limit for at, limit in limits.items() if limit.is_plain}
        self.by_kind = any(limit.kinds is not None for limit in self.strict.values())
        self.size = Counter(map(self.category, hidden))
        categories = list(self.size)
        self.index = {unit.number: categories.index(self.category(unit)) for unit in hidden}
        # How many units share the same possible places.
        self.bound = Counter(unit.places for unit in hidden)
        self.cache: dict[tuple[Numbers, frozenset[int]], int] = {}
        self.filled: dict[frozenset[int], dict[Numbers, int]] = {}
        self.shares: dict[tuple[int, ...], dict[Numbers, int]] = {}

    def category(self, unit: Hidden) -> Category:
        """Return what distinguishes a unit: points and kind where they matter, whether it may wait, its places."""
        if all(limit.less(unit.points, unit.kind) is None for limit in self.strict.values()):
            return 0, "", unit.may_wait, ANY, unit.places
        own = unit.number if unit.near else ANY
        return unit.points, unit.kind if self.by_kind else "", unit.may_wait, own, unit.places

    def ways(self, here: Numbers, near: frozenset[int]) -> int:
        """Return the ways of the others if so many units of each category are here, and some supporters near."""
        if (here, near) not in self.cache:
            left = [size - gone for size, gone in zip(self.size.values(), here, strict=True)]
            self.cache[here, near] = sum(
                ways * prod(map(comb, left, filled)) * self._shared(left, filled, near)
                for filled, ways in self._filled(near).items()
            )
        return self.cache[here, near]

    def _shared(self, left: Sequence[int], filled: Numbers, near: frozenset[int]) -> int:
        """Count the ways of the units that are neither here nor in a hex with strict limits; any number of those that may wait do."""
        rest = {(may_wait, places): 0 for may_wait in (False, True) for places in self.bound}
        for (_, _, may_wait, _, places), count, gone in zip(self.size, left, filled, strict=True):
            rest[may_wait, places] += count - gone
        aid = []
        for number in sorted(near):
            _, _, may_wait, own, places = self.category(self.hidden[number])
            if own == ANY or not filled[self.index[number]]:
                aid.append(number)
                rest[may_wait, places] -= 1
        if min(rest.values()) < 0:
            return 0
        there, idle = ([rest[may_wait, places] for places in self.bound] for may_wait in (False, True))
        shares = self._shares(tuple(aid))
        return sum(
            prod(map(comb, idle, some)) * shares[tuple(map(add, there, some))] for some in _up_to(idle)
        )

    def _shares(self, aid: tuple[int, ...]) -> dict[Numbers, int]:
        """Count the ways to share so many units among hexes without strict limits, with supporters in near hexes."""
        if aid not in self.shares:
            parts = self._parts(aid)
            total = dict.fromkeys(_up_to(self.bound.values()), 0)
            for spread in product(range(len(parts)), repeat=len(aid)):
                if all(parts[part][0][place] for place, part in enumerate(spread)):
                    shared = {numbers: int(not any(numbers)) for numbers in total}
                    for part, (_, room, ways) in enumerate(parts):
                        shared = _distributed(shared, ways[spread.count(part) :], room)
                    total = {numbers: total[numbers] + shared[numbers] for numbers in total}
            self.shares[aid] = total
        return self.shares[aid]

    def _parts(self, aid: tuple[int, ...]) -> list[Part]:
        """Return the hexes without strict limits, grouped by the supporters and units that they can hold."""
        parts: dict[tuple[tuple[bool, ...], tuple[bool, ...]], list[Limits]] = defaultdict(list)
        for at, limits in self.plain.items():
            near = tuple(at in self.hidden[one].near for one in aid)
            room = tuple(places is None or at in places for places in self.bound)
            parts[near, room].append(limits)
        most = len(self.hidden) + len(aid)
        return [(near, room, _ways_to_share(limits, most)) for (near, room), limits in parts.items()]

    def _filled(self, near: frozenset[int]) -> dict[Numbers, int]:
        """Return the numbers of each category that fill the hexes with strict limits, and in how many ways."""
        if near not in self.filled:
            counts: dict[Numbers, int] = {(0,) * len(self.size): 1}
            for at, limits in self.strict.items():
                away = frozenset(number for number in near if at not in self.hidden[number].near)
                extended: dict[Numbers, int] = {}
                for more in self._fillings(at, limits, away):
                    for filled, ways in counts.items():
                        total = tuple(map(sum, zip(filled, more, strict=True)))
                        extended[total] = extended.get(total, 0) + ways * prod(map(comb, total, more))
                counts = extended
            self.filled[near] = counts
        return self.filled[near]

    def _fillings(self, at: HexId, limits: Limits, away: frozenset[int]) -> list[Numbers]:
        """Return the numbers of each category that together meet the limits of a hex, in which some units are not."""
        fillings: list[tuple[Limits, Numbers]] = [(limits, ())]
        for (points, kind, _, own, places), size in self.size.items():
            barred = own in away or (places is not None and at not in places)
            extended = []
            for left, numbers in fillings:
                remaining: Limits | None = left
                for count in range(1 if barred else size + 1):
                    if remaining is None:
                        break
                    extended.append((remaining, (*numbers, count)))
                    remaining = remaining.less(points, kind) if points else None
            fillings = extended
        return [numbers for left, numbers in fillings if left.are_met]
