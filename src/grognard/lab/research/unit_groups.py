# SPDX-License-Identifier: Apache-2.0
"""Orders that differ only in their units: chosen unit by unit, so that no list of all groups is made.

Units are added in a fixed sequence, so each group is reached in one way. A unit is offered only if some legal group has it
together with those chosen before: no choice leads nowhere. To know that, groups are tried, all further units first; a search
ends after `TRIES` of them, and then counts as fruitless. A legal group could be lost by that alone.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, islice
from typing import Any

import msgspec

from grognard.play.order_sets import Combined, Groups

# How many groups one search tries.
TRIES = 2048
# Names of units, in the sequence of the candidates.
Names = tuple[str, ...]


class Listed:
    """Groups that were listed with their orders."""

    def __init__(self, orders: Iterable[msgspec.Struct]) -> None:
        self._orders: dict[frozenset[str], msgspec.Struct] = {}
        for order in orders:
            self._orders.setdefault(frozenset(units_of(order)), order)
        self.names = tuple(dict.fromkeys(name for order in self._orders.values() for name in units_of(order)))

    def order(self, group: frozenset[str]) -> msgspec.Struct | None:
        """Return the order to a group; None if it is not legal."""
        return self._orders.get(group)

    def has(self, chosen: frozenset[str], further: frozenset[str]) -> bool:
        """Return whether some legal group has all who are chosen, and beyond them only further ones."""
        return any(chosen <= group <= chosen | further for group in self._orders)


class Formed:
    """Groups of which each has its own check; units that are in every group come first."""

    def __init__(self, groups: Groups[Any]) -> None:
        self._groups = groups
        self._fixed = units_of(groups.make(()))
        named = ((units_of(groups.make((unit,))), unit) for unit in groups.units)
        self._units = {next(name for name in names if name not in self._fixed): unit for names, unit in named}
        self.names: Names = (*self._fixed, *self._units)
        self._known: dict[frozenset[str], msgspec.Struct | None] = {}

    def order(self, group: frozenset[str]) -> msgspec.Struct | None:
        """Return the order to a group; None if it is not legal."""
        if group not in self._known:
            self._known[group] = self._made(group)
        return self._known[group]

    def _made(self, group: frozenset[str]) -> msgspec.Struct | None:
        members = group.difference(self._fixed)
        if not members or len(members) + len(self._fixed) != len(group) or not members <= self._units.keys():
            return None
        order: msgspec.Struct = self._groups.make(
            tuple(unit for name, unit in self._units.items() if name in members)
        )
        return order if self._groups.allows(order) else None

    def has(self, chosen: frozenset[str], further: frozenset[str]) -> bool:
        """Return whether some legal group has all who are chosen, and beyond them only further ones; not beyond `TRIES`."""
        if not chosen <= set(self.names) or not set(self._fixed) <= chosen | further:
            return False
        core = chosen | set(self._fixed)
        free = [name for name in self._units if name in further and name not in core]
        # All of the others, none of them, then all but some, down to one.
        most = chain((len(free), 0), range(len(free) - 1, 0, -1)) if free else (0,)
        groups = chain.from_iterable(combinations(free, size) for size in most)
        return any(self.order(core.union(group)) is not None for group in islice(groups, TRIES))


class Family:
    """All orders that differ only in their units."""

    def __init__(self, sets: Iterable[Listed | Formed]) -> None:
        self._sets = tuple(sets)
        self.names: Names = tuple(dict.fromkeys(name for each in self._sets for name in each.names))

    def order(self, chosen: Names) -> msgspec.Struct | None:
        """Return the order to the units that are chosen; None if it is not legal."""
        group = frozenset(chosen)
        return next((order for each in self._sets if (order := each.order(group)) is not None), None)

    def further(self, chosen: Names) -> Iterator[str]:
        """Yield the units that may be chosen next, of those that come later in the sequence."""
        start = self.names.index(chosen[-1]) + 1 if chosen else 0
        for at in range(start, len(self.names)):
            group, later = frozenset((*chosen, self.names[at])), frozenset(self.names[at + 1 :])
            if any(each.has(group, later) for each in self._sets):
                yield self.names[at]


# An order without its units: its type, and its other fields.
Frame = tuple[type[msgspec.Struct], tuple[tuple[str, Any], ...]]


def frame_of(order: msgspec.Struct) -> Frame:
    """Return what an order says beside its units."""
    fields = type(order).__struct_fields__
    return type(order), tuple((name, getattr(order, name)) for name in fields if name != "units")


def units_of(order: msgspec.Struct) -> Names:
    """Return the units that an order names in a group; none if it goes to a single unit or to none."""
    return tuple(getattr(order, "units", ()))


def families(orders: Iterable[msgspec.Struct]) -> dict[Frame, Family]:
    """Return the orders of an actor by what they say beside their units."""
    listed: dict[Frame, list[msgspec.Struct]] = {}
    formed: dict[Frame, list[Formed]] = {}
    for each in _apart(orders):
        if isinstance(each, Groups):
            frame = frame_of(each.make(()))
            if frame in listed or _has_any(each):
                formed.setdefault(frame, []).append(Formed(each))
        else:
            for order in each:
                listed.setdefault(frame_of(order), []).append(order)
    return {
        frame: Family([*([Listed(listed[frame])] if frame in listed else ()), *formed.get(frame, ())])
        for frame in dict.fromkeys((*listed, *formed))
    }


def has_any(orders: Iterable[msgspec.Struct]) -> bool:
    """Return whether there is an order at all."""
    return any(
        _has_any(each) if isinstance(each, Groups) else next(iter(each), None) is not None
        for each in _apart(orders)
    )


def _has_any(groups: Groups[Any]) -> bool:
    made = Formed(groups)
    return made.has(frozenset(), frozenset(made.names))


def _apart(orders: Iterable[msgspec.Struct]) -> Iterator[Iterable[msgspec.Struct]]:
    """Take combined orders apart."""
    if isinstance(orders, Combined):
        for kind in orders.kinds:
            yield from _apart(kind)
    else:
        yield orders
