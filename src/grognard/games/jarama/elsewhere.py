"""In how many ways the units that are not in the hex asked about may be in others."""

from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import product
from math import comb, prod

import msgspec

from grognard.games.jarama import stacks
from grognard.games.jarama.knowledge import less_one
from grognard.hexes import HexId

# Units that other hexes do not tell apart: by points and kind where they matter, whether they may still wait, and by
# their own numbers who is looked for in some of these hexes.
Group = tuple[int, str, bool, int]
ANY = -1
Numbers = tuple[int, ...]


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

    A battery has `shells` that are in its factor where it defends itself; it `fires` so many points from hexes `near`.
    An armored train is in one of its `places`, if it is not in the hex asked about.
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
    places: frozenset[HexId] | None = None
    may_be_here: bool = True

    @property
    def where(self) -> frozenset[HexId]:
        """The hexes it is looked for in: where it must be, or where it fires from."""
        return self.near if self.places is None else self.places


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


def _together(ours: Sequence[int], theirs: Sequence[int]) -> list[int]:
    """Count the ways to share units, each different, between two parts of the map."""
    return [
        sum(comb(total, some) * ours[some] * theirs[total - some] for some in range(total + 1))
        for total in range(min(len(ours), len(theirs)))
    ]


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
        self.bound = [each.number for each in counters if each.places is not None]
        self.known: dict[tuple[Numbers, frozenset[int]], int] = {}
        self.filled: dict[frozenset[int], dict[Numbers, int]] = {}
        self.shares: dict[tuple[int, ...], list[int]] = {}

    def group(self, counter: Counter) -> Group:
        """Return by what a unit is told from others: its points and kind where they matter, and whether it may wait."""
        points, kind = counter.unit.points, counter.kind
        if all(each.less(points, kind) is None for each in self.strict.values()):
            return 0, "", counter.may_wait, ANY if counter.places is None else counter.number
        own = counter.number if counter.where else ANY
        return points, kind if self.by_kind else "", counter.may_wait, own

    def ways(self, here: Numbers, near: frozenset[int]) -> int:
        """Return the ways of the others when so many units of each group are here, and some batteries in reach."""
        near |= {number for number in self.bound if not here[self.place[number]]}
        if (here, near) not in self.known:
            left = [size - gone for size, gone in zip(self.size.values(), here, strict=True)]
            self.known[here, near] = sum(
                ways * prod(map(comb, left, filled)) * self._shared(left, filled, near)
                for filled, ways in self._filled(near).items()
            )
        return self.known[here, near]

    def _shared(self, left: Sequence[int], filled: Numbers, near: frozenset[int]) -> int:
        """Share out who is neither here nor in a hex with strict limits; of those that may wait, any number."""
        rest = {False: 0, True: 0}
        for (_, _, may_wait, _), count, gone in zip(self.size, left, filled, strict=True):
            rest[may_wait] += count - gone
        guns = []
        for number in sorted(near):
            group = self.group(self.counters[number])
            if group[-1] == ANY or not filled[self.place[number]]:
                guns.append(number)
                rest[group[2]] -= 1
        if min(rest.values()) < 0:
            return 0
        idle, shares = rest[True], self._shares(tuple(guns))
        return sum(comb(idle, some) * shares[rest[False] + some] for some in range(idle + 1))

    def _shares(self, guns: tuple[int, ...]) -> list[int]:
        """Count the ways to share so many units among hexes without strict limits, with batteries where they reach."""
        if guns not in self.shares:
            parts: dict[tuple[bool, ...], list[Limits]] = defaultdict(list)
            for at, limits in self.plain.items():
                parts[tuple(at in self.counters[gun].where for gun in guns)].append(limits)
            most = len(self.counters)
            ways = {part: _ways_to_share(limits, most + len(guns)) for part, limits in parts.items()}
            total = [0] * (most + 1)
            for spread in product(ways, repeat=len(guns)):
                if all(part[place] for place, part in enumerate(spread)):
                    found = [1] + [0] * most
                    for part, shared in ways.items():
                        first = spread.count(part)
                        found = _together(found, shared[first : first + most + 1])
                    total = [one + other for one, other in zip(total, found, strict=True)]
            self.shares[guns] = total
        return self.shares[guns]

    def _filled(self, near: frozenset[int]) -> dict[Numbers, int]:
        """Return the numbers of each group that fill the hexes with strict limits, and in how many ways so many do."""
        if near not in self.filled:
            found: dict[Numbers, int] = {(0,) * len(self.size): 1}
            for at, limits in self.strict.items():
                away = frozenset(number for number in near if at not in self.counters[number].where)
                then: dict[Numbers, int] = {}
                for more in self._fillings(limits, away):
                    for filled, ways in found.items():
                        total = tuple(map(sum, zip(filled, more, strict=True)))
                        then[total] = then.get(total, 0) + ways * prod(map(comb, total, more))
                found = then
            self.filled[near] = found
        return self.filled[near]

    def _fillings(self, limits: Limits, away: frozenset[int]) -> list[Numbers]:
        """Return the numbers of each group that together meet the limits of a hex, where some are not."""
        found: list[tuple[Limits, Numbers]] = [(limits, ())]
        for (points, kind, _, own), size in self.size.items():
            then = []
            for left, numbers in found:
                some: Limits | None = left
                for count in range(1 if own in away else size + 1):
                    if some is None:
                        break
                    then.append((some, (*numbers, count)))
                    some = some.less(points, kind) if points else None
            found = then
        return [numbers for left, numbers in found if left.are_met]
