# SPDX-License-Identifier: Apache-2.0
"""Who is at a table: whose page follows it now, and when each seat was last left. Each server keeps this in memory."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import attrgetter

import msgspec

from grognard.play.board import Side
from grognard.server.live_table import LiveTable
from grognard.server.seats import Seat

# The most seats remembered, to bound memory; the one left longest ago is forgotten.
SEATS = 100_000
MINUTE = 60


class Present(msgspec.Struct, frozen=True):
    """A person's seat: the sides it plays, whether its page is open, and if not the minutes since; None if it never was."""

    sides: tuple[Side, ...]
    here: bool
    minutes: int | None = None
    name: str = ""


class Presence:
    """Who is at which table, by the hashes of keys; to be used in the thread of the event loop."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        # The same key may open seats at several tables.
        self._here: Counter[tuple[str, bytes]] = Counter()
        self._left: OrderedDict[tuple[str, bytes], float] = OrderedDict()

    @contextmanager
    def at(self, table: str, seat: Seat) -> Iterator[None]:
        """Note that a seat is occupied, for as long as this context lasts."""
        key = table, seat.hash
        self._here[key] += 1
        try:
            yield
        finally:
            self._here[key] -= 1
            if not self._here[key]:
                del self._here[key]
            self._left[key] = self._clock()
            self._left.move_to_end(key)
            if len(self._left) > SEATS:
                self._left.popitem(last=False)

    def of(self, live: LiveTable) -> list[Present]:
        """Return the presence of each seat that a person plays, in whole minutes, as everyone may know it."""
        seats = sorted((seat for seat in live.seats.values() if seat.sides), key=attrgetter("sides"))
        names = live.names
        return [self.told(live.id, seat, names.get(seat.sides[0], "")) for seat in seats]

    def here(self, live: LiveTable) -> frozenset[tuple[Side, ...]]:
        """Return which seats have a page that is open."""
        return frozenset(
            seat.sides
            for seat in list(live.seats.values())
            if seat.sides and (live.id, seat.hash) in self._here
        )

    def told(self, table: str, seat: Seat, name: str = "") -> Present:
        """Return the presence of one seat."""
        key = table, seat.hash
        if self._here[key]:
            return Present(seat.sides, here=True, name=name)
        left = self._left.get(key)
        minutes = None if left is None else int(self._clock() - left) // MINUTE
        return Present(seat.sides, here=False, minutes=minutes, name=name)
