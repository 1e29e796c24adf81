# SPDX-License-Identifier: Apache-2.0
"""Every kind of force that may stand in a hex that is not seen through, with the number of ways in which it may.

A way places every hidden unit of a side in agreement with all that is known: in each hex that is not seen through,
as many units as are known to be there, or else at least one and no more than a hex holds; or, if it is due, still
off the map. All ways are equally likely. Forces that a game treats alike are one kind. Units may support others of
their group from hexes near the one asked about, as batteries do.
"""

import sys
from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from grognard.hexes import HexId
from grognard.rules.hidden_placements import Hidden, Limits, Numbers, OtherHexes

T = TypeVar("T")
Key = TypeVar("Key")
# The most forces that are kept apart in detail.
MOST = 10_000
# A state of dealing: the force in the hex, what is left of its limits, how many units of each category are there, and
# which units support it from other hexes.
State = tuple[T, Limits, Numbers, frozenset[int]]


class PossibleForce(msgspec.Struct, frozen=True):
    """One kind of force that may stand in a hex: in how many ways, an example of its units, and its support."""

    ways: int
    units: tuple[Any, ...]
    support: int = 0


class PossibleForces(msgspec.Struct, frozen=True):
    """Every kind of force that may stand in a hex, and what was disregarded because there are too many.

    At most `units` may be there. `by_zones` is set if all are where they were set up; `by_number` if only the
    numbers of units in other hexes were considered; `by_itself` if no support from them was.
    """

    kinds: list[PossibleForce]
    units: int
    by_zones: bool = False
    by_number: bool = False
    by_itself: bool = False


class Target(msgspec.Struct, frozen=True):
    """The hex asked about: its limits, the groups known to be there, and the support that known units would give to other groups."""

    at: HexId
    limits: Limits
    present: frozenset[str]
    support: Mapping[str, int]


class Force(Generic[T]):
    """How a game sums up the units in a hex."""

    empty: T

    def with_unit(self, total: T, unit: Hidden, *, in_order: bool) -> T:
        """Add a unit to a force; `in_order` if units are dealt in their given sequence, not group by group."""
        raise NotImplementedError

    def with_support(self, total: T, points: int) -> T:
        """Add support from elsewhere to a force."""
        raise NotImplementedError

    def kind(self, total: T) -> Hashable:
        """Return what distinguishes a force from others, once all units are dealt."""
        return total


def deal_out(
    hidden: Sequence[Hidden], limits: Mapping[HexId, Limits], target: Target, force: Force[T]
) -> PossibleForces:
    """Deal units to the hex asked about and to others with their limits, in as much detail as possible.

    If there are too many forces, only the reported numbers of units in other hexes are considered; if there are
    still too many, no support from them either.
    """
    # Enough units must be left for the other hexes.
    spare = len(hidden) - sum(limit.least for limit in limits.values())
    here = replace(target.limits, most=max(0, min(target.limits.most, spare)))
    target = replace(target, limits=here)
    units = sum(unit.may_be_here for unit in hidden)
    numbers = {at: Limits(limit.least, limit.most) for at, limit in limits.items()}
    strict = limits != numbers
    for others, by_number in ((limits, False), (numbers, True)) if strict else ((limits, False),):
        kinds = Deal(hidden, others, target, force).out(MOST)
        if kinds is not None:
            return PossibleForces(kinds, units, by_number=by_number)
    quiet = [replace(unit, near=frozenset()) for unit in hidden]
    kinds = Deal(quiet, numbers, target, force).out(sys.maxsize)
    by_itself = any(unit.near for unit in hidden)
    return PossibleForces(kinds or [], units, by_number=strict, by_itself=by_itself)


def deal_out_in_zones(
    hidden: Sequence[Hidden],
    limits: Mapping[HexId, Limits],
    target: Target,
    force: Force[T],
    zones: Mapping[str, frozenset[HexId]],
) -> PossibleForces:
    """Deal units that still stand in the zones of their groups; or anywhere, if that is impossible.

    The zones contain the hexes that are held. Other hexes count only if they share units with the one asked about:
    if a zone contains both, or zones that overlap link them.
    """
    hexes = _sharing(target.at, zones.values())
    around = {at: limit for at, limit in limits.items() if at in hexes}
    others = frozenset(around)
    zoned = [
        replace(
            unit,
            places=(others if unit.places is None else unit.places) & zones[unit.group],
            near=unit.near & zones[unit.group],
            may_be_here=unit.may_be_here and target.at in zones[unit.group],
        )
        for unit in hidden
        if zones[unit.group] & hexes
    ]
    spreads = deal_out(zoned, around, target, force)
    return replace(spreads, by_zones=True) if spreads.kinds else deal_out(hidden, limits, target, force)


def _sharing(hex_id: HexId, zones: Collection[frozenset[HexId]]) -> frozenset[HexId]:
    """Return the hexes of all zones that are linked with a hex by overlapping."""
    hexes: frozenset[HexId] = frozenset()
    more = frozenset({hex_id})
    while more != hexes:
        hexes = more
        more = hexes.union(*(zone for zone in zones if zone & hexes))
    return hexes


class Deal(Generic[T]):
    """Deals units one after another, to the hex asked about or elsewhere, group by group."""

    def __init__(
        self, hidden: Sequence[Hidden], others: Mapping[HexId, Limits], target: Target, force: Force[T]
    ) -> None:
        self.elsewhere = OtherHexes(hidden, others)
        self.target = target
        self.force = force
        self.groups: dict[str, list[Hidden]] = defaultdict(list)
        aided = {unit.group for unit in hidden if unit.near or target.support.get(unit.group)}
        for unit in hidden:
            # Groups without support are dealt as if they were one.
            self.groups[unit.group if unit.group in aided else ""].append(unit)

    def out(self, most: int) -> list[PossibleForce] | None:
        """Return every kind of force that may be in the hex asked about; None if there are more than `most`.

        There are never too many if only the numbers of units in other hexes are considered.
        """
        has_support = any(unit.near for units in self.groups.values() for unit in units)
        most = most if has_support or self.elsewhere.strict else sys.maxsize
        no_numbers = (0,) * len(self.elsewhere.size)
        first: State[T] = self.force.empty, self.target.limits, no_numbers, frozenset()
        forces: dict[State[T], PossibleForce] = {first: PossibleForce(1, ())}
        for name in self.groups:
            extended = self._with_group(forces, name, most)
            if extended is None:
                return None
            forces = extended
        return self._weighed(forces)

    def _with_group(
        self, dealt_so_far: Mapping[State[T], PossibleForce], name: str, most: int
    ) -> dict[State[T], PossibleForce] | None:
        """Deal a group: any of its units in the hex bring support to it from those that are near."""
        units, given = self.groups[name], self.target.support.get(name, 0)
        matters = bool(given) or any(unit.near for unit in units)
        begun = name in self.target.present
        # Each state also has whether any of the group is in the hex, and which of those in it could support from elsewhere.
        spreads: dict[tuple[State[T], bool, frozenset[int]], PossibleForce] = {
            (state, begun, frozenset()): spread for state, spread in dealt_so_far.items()
        }
        for unit in units:
            for (state, present, here), spread in list(spreads.items()):
                next_state = self._with_unit(state, unit)
                if next_state is not None:
                    key = next_state, present or matters, here | {unit.number} if unit.near else here
                    _add(spreads, key, spread, (unit.unit,), unit.support)
            if len(spreads) > most:
                return None
        result: dict[State[T], PossibleForce] = {}
        for (state, present, here), spread in spreads.items():
            away = [unit for unit in units if unit.near and unit.number not in here]
            if present:
                aided = replace(spread, support=spread.support + given)
                self._supported(result, self._more(state, given), aided, away)
            else:
                _add(result, state, spread)
        return result

    def _supported(
        self,
        result: dict[State[T], PossibleForce],
        state: State[T],
        spread: PossibleForce,
        away: Sequence[Hidden],
    ) -> None:
        """Let each unit of a group that is elsewhere be near the hex, or not.

        The ways in which it is not near are all ways minus those in which it is.
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
        remaining = left.less(unit.points, unit.kind)
        if remaining is None or not unit.may_be_here:
            return None
        at = self.elsewhere.index[unit.number]
        counts = (*numbers[:at], numbers[at] + 1, *numbers[at + 1 :])
        return self.force.with_unit(total, unit, in_order=len(self.groups) == 1), remaining, counts, near

    def _weighed(self, forces: Mapping[State[T], PossibleForce]) -> list[PossibleForce]:
        """Return the kinds of force that meet the limits of the hex, each with all ways of placing the other units."""
        weighed: dict[Hashable, PossibleForce] = {}
        for (total, left, numbers, near), spread in forces.items():
            ways = spread.ways * self.elsewhere.ways(numbers, near) if left.are_met else 0
            if ways:
                _add(weighed, self.force.kind(total), replace(spread, ways=ways))
        return [spread for spread in weighed.values() if spread.ways]


def _add(
    spreads: dict[Key, PossibleForce],
    key: Key,
    spread: PossibleForce,
    units: tuple[Any, ...] = (),
    points: int = 0,
) -> None:
    """Add the ways of a force to those of its kind, of which one example is kept."""
    was = spreads.get(key)
    if was is not None:
        spreads[key] = replace(was, ways=was.ways + spread.ways)
    else:
        spreads[key] = PossibleForce(spread.ways, (*spread.units, *units), spread.support + points)
