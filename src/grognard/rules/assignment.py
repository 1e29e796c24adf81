# SPDX-License-Identifier: Apache-2.0
"""The best assignment of attackers to targets, in groups. Attackers that are alike are only counted."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import product
from typing import Generic, TypeVar

import msgspec

H = TypeVar("H", bound=Hashable)
T = TypeVar("T")
Counts = tuple[int, ...]
# A group, and the target it is assigned to.
Assigned = tuple[tuple[H, ...], T]

# Counts of up to 31 are packed into one number, six bits each; the highest bit is a guard.
BITS = 6
GUARD = 1 << (BITS - 1)


def _packed(counts: Sequence[int]) -> int:
    return sum(count << (BITS * at) for at, count in enumerate(counts))


class _Chain(msgspec.Struct, frozen=True, gc=False):
    """The groups assigned so far: their total worth, the last target and its group, and the chain before."""

    worth: int
    target: int = 0
    group: int = 0
    before: "_Chain | None" = None


NONE_SET = _Chain(0)


class Assignment(Generic[H]):
    """Assigns groups of at least `least` and at most `most` attackers to one target after the other."""

    def __init__(self, own: Counter[H], least: int, most: int) -> None:
        self.kinds, counts = tuple(own), tuple(own.values())
        # The groups that may be assigned to one target: so many of each kind.
        groups = product(*(range(count + 1) for count in counts))
        self.groups = sorted((group for group in groups if least <= sum(group) <= most), key=sum)
        self.packed = [_packed(group) for group in self.groups]
        self.room = _packed(counts) | _packed([GUARD] * len(counts))
        self.guards = _packed([GUARD] * len(counts))
        self.further: dict[int, list[tuple[int, int]]] = {}

    def best(
        self, targets: Sequence[T], worth: Callable[[list[H], T], int]
    ) -> tuple[int, tuple[Assigned[H, T], ...]]:
        """Return the assignment to these targets that is worth most, and its worth; the first of several equal ones."""
        chains = {0: NONE_SET}
        for at, target in enumerate(targets):
            offers = [worth(self.members(group), target) for group in self.groups]
            extended = dict(chains)
            # The worths are kept separately, because this loop takes most of the time.
            worths = {used: chain.worth for used, chain in chains.items()}
            for used, chain in chains.items():
                before = chain.worth
                for group, used_then in self.reached(used):
                    gain = before + offers[group]
                    if gain > worths.get(used_then, -1):
                        worths[used_then] = gain
                        extended[used_then] = _Chain(gain, at, group, chain)
            chains = extended
        most = max(chains.values(), key=lambda chain: chain.worth)
        return most.worth, tuple(self.assigned(most, targets))

    def reached(self, used: int) -> list[tuple[int, int]]:
        """Return the groups that can still be assigned, each with what is then used; counts are packed into one number."""
        if used not in self.further:
            # A count that is too small borrows from the guard bit above it.
            room, guards = self.room - used, self.guards
            fitting = [
                (at, group) for at, group in enumerate(self.packed) if (room - group) & guards == guards
            ]
            self.further[used] = [(at, used + group) for at, group in fitting]
        return self.further[used]

    def members(self, group: Counts) -> list[H]:
        """Return the things of a group, given by the number of each kind."""
        return [kind for kind, count in zip(self.kinds, group, strict=True) for _ in range(count)]

    def assigned(self, chain: _Chain, targets: Sequence[T]) -> Iterator[Assigned[H, T]]:
        """Yield the groups of a chain with their targets, in sequence."""
        if chain.before is None:
            return
        yield from self.assigned(chain.before, targets)
        yield tuple(self.members(self.groups[chain.group])), targets[chain.target]
