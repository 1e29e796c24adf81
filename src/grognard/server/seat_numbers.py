# SPDX-License-Identifier: Apache-2.0
"""The numbers of events as a seat counts them: only those of which it sees something.

In a game that hides things, the number of an event would tell how many orders the enemy has given in secret, and which he
took back. So an event lists the sides that see nothing of it, and a seat does not count those. When the game is over
everything is revealed, and the numbers are those of the table.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from grognard.play.board import Side
from grognard.play.game import reveals_units
from grognard.play.table import Table
from grognard.play.visibility import as_seen
from grognard.server.record import Answered, Event, Ordered, Undone
from grognard.server.table_state import TableState
from grognard.umpire import Choose

WATCHER = ""


def unseen_by(now: TableState, table: Table[Any], actor: Side) -> tuple[Side, ...]:
    """Return the sides that see nothing of an act which led to a table, and `WATCHER` if a mere watcher sees nothing of it.

    Everyone sees whose turn it is, and what an order reveals, even if it is taken back.
    """
    game, asked, then = table.game, table.asked, table.standing
    to_act = asked.side if isinstance(asked, Choose) else game.rules.to_move(table.position)
    entries = max(now.table.log.entries, table.log.entries, key=len)
    if to_act != now.to_act or (entries and reveals_units(game, entries[-1].order)):
        return ()
    return tuple(
        side
        for side in (*game.sides, WATCHER)
        if side != actor and as_seen(now.standing, side or None) == as_seen(then, side or None)
    )


def counts(events: Sequence[Event], sides: tuple[Side, ...], before: int) -> list[int]:
    """Return the number of each event as a seat counts it, after one that has the number `before`."""
    looking = set(sides) or {WATCHER}
    return list(accumulate((_is_seen(event, looking) for event in events), initial=before))[1:]


def _is_seen(event: Event, looking: set[Side]) -> bool:
    return not (isinstance(event, Ordered | Answered | Undone) and looking <= set(event.unseen))


def last_of(numbers: Sequence[int], number: int) -> int:
    """Return the last event that a seat counts by a number; for a number beyond the last, the event after all."""
    return bisect_right(numbers, number) - 1 if number <= numbers[-1] else len(numbers)
