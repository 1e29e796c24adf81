# SPDX-License-Identifier: Apache-2.0
"""A table as it is read from its store: its events, what they led to, and what was worked out of them to be shown."""

from collections import deque
from typing import Any

import msgspec

from grognard.play.board import Side
from grognard.play.board_view import BoardView
from grognard.play.game import BoardGame
from grognard.play.history import CurrentRules
from grognard.server.carrying_out import CarryingOut
from grognard.server.dice import head
from grognard.server.errors import Refused
from grognard.server.library import Scenario, hides
from grognard.server.record import Record
from grognard.server.seat_numbers import counts
from grognard.server.store import StoredTable
from grognard.server.table_state import TableState, earlier, event_hashes, folded, known_to_all

# The most positions whose display is remembered: the present one and the one before it, for each viewer.
LATELY = 8


class ReadTable:
    """A table as it can be looked at."""

    def __init__(
        self, kept: StoredTable, game: BoardGame[Any], scenario: Scenario, present: CurrentRules
    ) -> None:
        self.id = kept.table
        self.game = game
        self.scenario = scenario
        self.present = present
        self.written_record = kept.record
        self.record = msgspec.json.decode(kept.record, type=Record)
        self.secret = kept.secret
        self.carrying_out = CarryingOut(free=self.record.header.free)
        past = folded(game, self.record, kept, present)
        self.events, self.moment, self.reopened = past.events, past.moment, past.reopened
        # As they are stored, for processes that look back at the table.
        self.bodies = [row.body for row in kept.rows]
        self.hashes = event_hashes(kept)
        self.hides = hides(game)
        # Log entries as told to each viewer.
        self.told: dict[tuple[int, tuple[Side, ...] | None], Any] = {}
        self.counted: dict[tuple[Side, ...], list[int]] = {}
        self._shown: deque[BoardView] = deque(maxlen=LATELY)

    @property
    def sealed(self) -> str:
        """Say why neither a copy nor the log is given out: the game hides something and is not over. Empty if they are."""
        if not self.hides or self.moment.over:
            return ""
        return "a copy or the log would show what this game hides before it is over"

    def key_at(self, now: TableState) -> bytes:
        """Return the key of the dice at a moment: it depends on what the joined seats have added."""
        return now.dice.key(self.secret, self.record.header.rules)

    def head(self, now: TableState) -> str:
        """Return what is shown of the chain of events at a moment, as of the last that every seat may know of."""
        count = known_to_all(self.events[: now.seq], now.to_act) if self.hides else now.seq
        return head(self.secret, self.hashes[count])

    def past(self, seq: int) -> TableState:
        """Return the table as it was after an event."""
        now = self.moment
        if not 0 <= seq <= now.seq:
            raise Refused(422, f"this table has events from 0 to {now.seq}, not {seq}")
        return earlier(now, self.record, self.events[:seq], self.present)

    def shown(self, position: Any) -> BoardView:
        """Return a position as it is shown, reusing what was worked out for the last few."""
        for lately in tuple(self._shown):
            if lately.position is position:
                return lately
        shown = BoardView(self.game, position)
        self._shown.append(shown)
        return shown

    def numbers(self, sides: tuple[Side, ...]) -> list[int]:
        """Return the number of each event, from 0 for none, as a seat that plays these sides counts them."""
        known = self.counted.get(sides, [0])
        if fresh := self.events[len(known) - 1 :]:
            known = self.counted[sides] = known + counts(fresh, sides, known[-1])
        return known
