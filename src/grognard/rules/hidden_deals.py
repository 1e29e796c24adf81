# SPDX-License-Identifier: Apache-2.0
"""Every kind of force that may stand in a hex that is not seen through, with the number of ways in which it may.

A way is where every hidden unit of a side is, so that it agrees with all that is known: in a hex that is not seen through, as
many to each as are known to be there, else at least one and no more than a hex holds; or, once due, still off the map.
All ways are equally likely. Forces of which a game makes the same are one kind. Units may support others of their group
from hexes near the one asked about, as batteries do.
"""

import sys
from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from grognard.hexes import HexId
from grognard.rules.hidden_placements import Elsewhere, Hidden, Limits, Numbers

T = TypeVar("T")
Key = TypeVar("Key")
# How many forces are told apart in detail.
MOST = 10_000
# In the midst of dealing: what stands in the hex, what is left of its limits, how many of each category are there, and
# who gives support from other hexes.
State = tuple[T, Limits, Numbers, frozenset[int]]


class Spread(msgspec.Struct, frozen=True):
    """One kind of force that may stand in a hex: in how many ways, units that would be one, and what support it has."""

    ways: int
    units: tuple[Any, ...]
    support: int = 0


class Spreads(msgspec.Struct, frozen=True):
    """Every kind of force that may stand in a hex, and what was left out of account because they are too many.

    So many `units` may be there; `by_zones` if all are where they were set up. `by_number` if of other hexes only numbers
    were reckoned with; `by_itself` if no support from them.
    """

    kinds: list[Spread]
    units: int
    by_zones: bool = False
    by_number: bool = False
    by_itself: bool = False


class Target(msgspec.Struct, frozen=True):
    """The hex asked about: its limits, the groups known to be there, and what known units would give to other groups."""

    at: HexId
    limits: Limits
    present: frozenset[str]
    support: Mapping[str, int]


class Force(Generic[T]):
    """What a game makes of the units in a hex."""

    nobody: T

    def with_unit(self, total: T, unit: Hidden, *, in_order: bool) -> T:
        """Add a unit to a force; `in_order` if all are dealt out as they were given, not group by group."""
        raise NotImplementedError

    def with_support(self, total: T, points: int) -> T:
        """Add support from elsewhere to a force."""
        raise NotImplementedError

    def kind(self, total: T) -> Hashable:
        """Return what tells a force from others, once all are dealt out."""
        return total


def dealt(
    hidden: Sequence[Hidden], limits: Mapping[HexId, Limits], target: Target, force: Force[T]
) -> Spreads:
    """Deal units out to the hex asked about and to others with their limits, in as much detail as can be.

    If there are too many forces, of other hexes only the numbers of units that were reported are reckoned with; if there
    are still too many, no support from them either.
    """
    # The others must be left enough.
    spare = len(hidden) - sum(limit.least for limit in limits.values())
    here = replace(target.limits, most=max(0, min(target.limits.most, spare)))
    target = replace(target, limits=here)
    units = sum(unit.may_be_here for unit in hidden)
    numbers = {at: Limits(limit.least, limit.most) for at, limit in limits.items()}
    strict = limits != numbers
    for others, by_number in ((limits, False), (numbers, True)) if strict else ((limits, False),):
        kinds = Deal(hidden, others, target, force).out(MOST)
        if kinds is not None:
            return Spreads(kinds, units, by_number=by_number)
    quiet = [replace(unit, near=frozenset()) for unit in hidden]
    kinds = Deal(quiet, numbers, target, force).out(sys.maxsize)
    by_itself = any(unit.near for unit in hidden)
    return Spreads(kinds or [], units, by_number=strict, by_itself=by_itself)


def dealt_in_zones(
    hidden: Sequence[Hidden],
    limits: Mapping[HexId, Limits],
    target: Target,
    force: Force[T],
    zones: Mapping[str, frozenset[HexId]],
) -> Spreads:
    """Deal units out that still stand in the zones of their groups; or anywhere, if that cannot be.

    The zones have the hexes that are held. Others count only if they share units with the one asked about: a zone has both,
    or one that has hexes in common with it.
    """
    hexes = _sharing(target.at, zones.values())
    around = {at: limit for at, limit in limits.items() if at in hexes}
    others = frozenset(around)
    zoned = [
        replace(
            unit,
            places=(others if unit.places is None else unit.places) & zones[unit.group],
            may_be_here=unit.may_be_here and target.at in zones[unit.group],
        )
        for unit in hidden
        if zones[unit.group] & hexes
    ]
    spreads = dealt(zoned, around, target, force)
    return replace(spreads, by_zones=True) if spreads.kinds else dealt(hidden, limits, target, force)


def _sharing(hex_id: HexId, zones: Collection[frozenset[HexId]]) -> frozenset[HexId]:
    """Return the hexes of all zones that are linked with a hex, by hexes they have in common."""
    hexes: frozenset[HexId] = frozenset()
    more = frozenset({hex_id})
    while more != hexes:
        hexes = more
        more = hexes.union(*(zone for zone in zones if zone & hexes))
    return hexes


class Deal(Generic[T]):
    """Deals units out one after another, to the hex asked about or elsewhere, group by group."""

    def __init__(
        self, hidden: Sequence[Hidden], others: Mapping[HexId, Limits], target: Target, force: Force[T]
    ) -> None:
        self.elsewhere = Elsewhere(hidden, others)
        self.target = target
        self.force = force
        self.groups: dict[str, list[Hidden]] = defaultdict(list)
        aided = {unit.group for unit in hidden if unit.near or target.support.get(unit.group)}
        for unit in hidden:
            # Groups that get no support are dealt out as if they were one.
            self.groups[unit.group if unit.group in aided else ""].append(unit)

    def out(self, most: int) -> list[Spread] | None:
        """Return every kind of force that may be in the hex asked about; None if there are more than `most`.

        There never are where of other hexes only numbers of units are reckoned with.
        """
        aid = any(unit.near for units in self.groups.values() for unit in units)
        most = most if aid or self.elsewhere.strict else sys.maxsize
        no_numbers = (0,) * len(self.elsewhere.size)
        first: State[T] = self.force.nobody, self.target.limits, no_numbers, frozenset()
        dealt_out: dict[State[T], Spread] = {first: Spread(1, ())}
        for name in self.groups:
            more = self._with_group(dealt_out, name, most)
            if more is None:
                return None
            dealt_out = more
        return self._weighed(dealt_out)

    def _with_group(
        self, dealt_so_far: Mapping[State[T], Spread], name: str, most: int
    ) -> dict[State[T], Spread] | None:
        """Deal a group out: any of it in the hex brings support to it, from wherever it is near."""
        units, given = self.groups[name], self.target.support.get(name, 0)
        matters = bool(given) or any(unit.near for unit in units)
        begun = name in self.target.present
        # Besides, whether any of the group is in the hex, and who of it that could support it from elsewhere.
        spreads: dict[tuple[State[T], bool, frozenset[int]], Spread] = {
            (state, begun, frozenset()): spread for state, spread in dealt_so_far.items()
        }
        for unit in units:
            for (state, present, here), spread in list(spreads.items()):
                then = self._with_unit(state, unit)
                if then is not None:
                    key = then, present or matters, here | {unit.number} if unit.near else here
                    _add(spreads, key, spread, (unit.unit,), unit.support)
            if len(spreads) > most:
                return None
        result: dict[State[T], Spread] = {}
        for (state, present, here), spread in spreads.items():
            away = [unit for unit in units if unit.near and unit.number not in here]
            if present:
                aided = replace(spread, support=spread.support + given)
                self._supported(result, self._more(state, given), aided, away)
            else:
                _add(result, state, spread)
        return result

    def _supported(
        self, result: dict[State[T], Spread], state: State[T], spread: Spread, away: Sequence[Hidden]
    ) -> None:
        """Let each unit of a group that is elsewhere be near the hex, or not.

        The ways in which it is not near are all ways less those in which it is.
        """
        if not away:
            _add(result, state, spread)
            return
        unit, rest = away[0], away[1:]
        near = (*state[:3], state[3] | {unit.number})
        self._supported(result, state, spread, rest)
        self._supported(result, near, replace(spread, ways=-spread.ways), rest)
        aided = replace(spread, support=spread.support + unit.gives)
        self._supported(result, self._more(near, unit.gives), aided, rest)

    def _more(self, state: State[T], points: int) -> State[T]:
        return self.force.with_support(state[0], points), *state[1:]

    def _with_unit(self, state: State[T], unit: Hidden) -> State[T] | None:
        """Put one more unit in the hex; None if it cannot be there."""
        total, left, numbers, near = state
        less = left.less(unit.points, unit.kind)
        if less is None or not unit.may_be_here:
            return None
        at = self.elsewhere.index[unit.number]
        more = (*numbers[:at], numbers[at] + 1, *numbers[at + 1 :])
        return self.force.with_unit(total, unit, in_order=len(self.groups) == 1), less, more, near

    def _weighed(self, every: Mapping[State[T], Spread]) -> list[Spread]:
        """Return the kinds of force that meet the limits of the hex, each with all the ways of the others."""
        weighed: dict[Hashable, Spread] = {}
        for (total, left, numbers, near), spread in every.items():
            ways = spread.ways * self.elsewhere.ways(numbers, near) if left.are_met else 0
            if ways:
                _add(weighed, self.force.kind(total), replace(spread, ways=ways))
        return [spread for spread in weighed.values() if spread.ways]


def _add(
    spreads: dict[Key, Spread], key: Key, spread: Spread, units: tuple[Any, ...] = (), points: int = 0
) -> None:
    """Add the ways of a force to those of its kind, with one of them to stand for all."""
    was = spreads.get(key)
    if was is not None:
        spreads[key] = replace(was, ways=was.ways + spread.ways)
    else:
        spreads[key] = Spread(spread.ways, (*spread.units, *units), spread.support + points)
