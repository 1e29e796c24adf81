# SPDX-License-Identifier: Apache-2.0
"""What is whole of a table that was damaged on the disk: its events up to the first that is not as it was written.

Every roll follows from the secret and from all events before it. So rolls that still follow show that what comes before them is whole;
as many of them as could hardly all do so by chance.
"""

from collections.abc import Sequence

import msgspec

from grognard.charts.errors import GrognardError
from grognard.charts.labels import Dice
from grognard.server.dice import commitment
from grognard.server.dice_state import DiceState, OutOfPlace
from grognard.server.record import EVENT, Joined, Record, Rolled, first_hash, next_hash
from grognard.server.store import StoredTable
from grognard.server.table_state import check_roll

# Events count as whole if it is less likely than this that the rolls after them follow by chance.
CHANCE = 1e-3
# What reading a damaged event raises.
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, GrognardError, OutOfPlace, ValueError, TypeError)


class WholePart(msgspec.Struct, frozen=True):
    """A damaged table with the events that are whole; the first bad event is one from `first` to `last`."""

    kept: StoredTable
    first: int
    last: int

    @property
    def told(self) -> str:
        """The first bad event, in words."""
        if self.first == self.last:
            return f"event {self.first} is not as it was written"
        return f"one of the events {self.first} to {self.last} is not as it was written"


def whole_part(kept: StoredTable) -> WholePart | None:
    """Return what is whole of a table whose events are not those that were written; None if its record or secret is not."""
    try:
        record = msgspec.json.decode(kept.record, type=Record)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    if commitment(record.header.table, kept.secret) != record.header.commitment:
        return None
    first, last = _bad(kept, record)
    return WholePart(msgspec.structs.replace(kept, rows=kept.rows[: first - 1]), first, last)


def _bad(kept: StoredTable, record: Record) -> tuple[int, int]:
    """Return between which numbers the first bad event is: one number if it is missing or cannot be read."""
    chain, dice = first_hash(kept.record), DiceState.of(record.header)
    key = dice.key(kept.secret, record.header.rules)
    # The rolls that follow, by their events, with the chance that they would do so anyway.
    rolls: list[tuple[int, float]] = []
    for number, row in enumerate(kept.rows, 1):
        if row.seq != number:
            return number, number
        try:
            event = EVENT.decode(row.body)
            dice = dice.after(event)
        except UNREADABLE:
            return number, number
        if isinstance(event, Joined):
            key = dice.key(kept.secret, record.header.rules)
        if isinstance(event, Rolled):
            try:
                check_roll(event, key, len(rolls) + 1, chain, kept.table)
            except UNREADABLE:
                return _first_unproved(rolls), number
            thrown = Dice.parse(event.thrown)
            rolls.append((number, thrown.sides**-thrown.count))
        chain = next_hash(chain, row.body)
    first = _first_unproved(rolls)
    return first, max(first, len(kept.rows))


def _first_unproved(rolls: Sequence[tuple[int, float]]) -> int:
    """Return the first event that rolls do not prove to be whole: a roll proves what comes before it."""
    together = 1.0
    for number, chance in reversed(rolls):
        together *= chance
        if together <= CHANCE:
            return number
    return 1
