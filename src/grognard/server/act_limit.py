# SPDX-License-Identifier: Apache-2.0
"""How many acts a side may do at one table: many times what any game takes, so that nobody makes a table grow without end.

They are counted by side, so that nobody can use up what the opponent may do.
"""

from collections.abc import Sequence

from grognard.play.board import Side
from grognard.server.errors import Refused
from grognard.server.record import Answered, Event, Ordered, Undone

# A saved game of all of them can still be loaded.
MOST = 10_000


class ActLimit:
    """Counts the acts of each side at a table as they come."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._counted = 0
        self._acts: dict[Side, int] = {}

    def check(self, events: Sequence[Event], sides: Sequence[Side]) -> None:
        """Refuse another act of a seat whose sides have all done the most that they may; events are only ever added."""
        for event in events[self._counted :]:
            if isinstance(event, Ordered | Answered | Undone):
                self._acts[event.side] = self._acts.get(event.side, 0) + 1
        self._counted = len(events)
        for side in sides:
            if self._acts.get(side, 0) < self._most:
                return
        raise Refused(
            409,
            f"{' and '.join(sides)} did {self._most:,} acts at this table, which is all that it takes; "
            "save the game and go on from the save, or resign",
        )
