# SPDX-License-Identifier: Apache-2.0
"""The clocks of one table: whom they run for as its game goes on, and what they show.

They are stored with how the table stands (`standing.py`), in one transaction with the act that set them; time that was given is a
remark, and is added to what was stored before it.
"""

from collections.abc import Callable

from msgspec.structs import replace

from grognard.play.board import Side
from grognard.server.clock import Clock, Clocks, given, passed, readings
from grognard.server.record import Record
from grognard.server.standing import STANDING
from grognard.server.store import Stood
from grognard.server.table_state import TableState
from grognard.server.talk import Talk, TimeGiven
from grognard.umpire import Roll


class TableClock:
    """The clocks of a table. `time` tells the time that they go by."""

    def __init__(self, clock: Clock, record: Record, talk: Talk, time: Callable[[], float]) -> None:
        self.clock = clock
        self.time = time
        self._programs = record.programs
        self._talk = talk
        persons = [side for side in record.header.seats if side not in record.programs]
        self._stored = Clocks(dict.fromkeys(persons, clock.first))
        # Each page that opens the table is told how they stand.
        talk.changed()

    def take(self, stood: Stood | None) -> None:
        """Take the clocks as they were stored with how the table stands."""
        stored = None if stood is None else STANDING.decode(stood.body).clocks
        if stored is not None:
            self.put(stored)

    def put(self, clocks: Clocks) -> None:
        """Let the clocks stand so from now on."""
        self._stored = clocks
        self._talk.changed()

    @property
    def clocks(self) -> Clocks:
        """How they stand, with all time that was given since they were stored."""
        clocks = self._stored
        for spoken in self._talk.spoken[clocks.heard :]:
            if isinstance(word := spoken.word, TimeGiven):
                clocks = given(clocks, word.side, word.seconds, word.time)
        return replace(clocks, heard=len(self._talk.spoken))

    @property
    def runs(self) -> Side | None:
        """The side that one of them runs for."""
        return self._stored.side

    @property
    def left(self) -> dict[Side, float]:
        """The seconds that each side has left now."""
        return readings(self.clocks, self.time())

    def after(self, now: TableState, then: TableState) -> Clocks | None:
        """Return the clocks after an act; None if it changes nothing for them."""
        side = self._waited_for(then)
        if (side, now.to_act) == (self.runs, then.to_act):
            return None
        return passed(self.clock, self.clocks, (now.to_act, then.to_act), side, self.time())

    def _waited_for(self, now: TableState) -> Side | None:
        """Return the side whose player must act, or add to a roll, before the game goes on, as every seat may know."""
        if now.dice.missing:
            return None
        side, awaited = now.to_act, now.dice.awaited if isinstance(now.asked, Roll) else None
        if awaited is not None and side not in awaited.sides:
            side = awaited.sides[0]
        return None if side in self._programs else side
