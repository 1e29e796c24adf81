# SPDX-License-Identifier: Apache-2.0
"""Following other processes: events that another server added to a table are applied here one by one."""

import logging
from typing import TYPE_CHECKING

from grognard.charts.errors import GrognardError
from grognard.server.record import EVENT, Answered, Event, Joined, Lost, Ordered, Revealed, Rolled, Undone
from grognard.server.store import Row
from grognard.server.table_state import TableState, check_roll, stepped

if TYPE_CHECKING:
    from grognard.server.live_table import LiveTable

LOG = logging.getLogger(__name__)


def catch_up(live: "LiveTable") -> None:
    """Bring a table in memory up to its store, and notify its followers."""
    # Usually there is nothing new, and the table's lock is not needed.
    if live.store.since(live.id, live.moment.seq):
        with live.lock:
            take_up(live)


def catch_up_beside(live: "LiveTable") -> None:
    """Bring what is beside the game up to the store: what was said at another server, and who sits where."""
    live.talk.catch_up()
    sitters = live.store.sitting(live.id)
    if sitters != live.sitters:
        live.sitters = sitters
        live.talk.changed()


def take_up(live: "LiveTable") -> None:
    """Do the same while holding the table's lock. If an event comes out otherwise here, the table is marked to be read again."""
    rows = live.store.since(live.id, live.moment.seq)
    moments, events = [live.moment], []
    try:
        with live.carrying_out:
            for row in rows:
                events.append(EVENT.decode(row.body))
                moments.append(_followed(live, moments[-1], events[-1], row))
    except Exception:
        LOG.info("table %s is read anew", live.id, exc_info=True)
        live.broken = True
    else:
        live.events += events
        live.bodies += [row.body for row in rows]
        live.hashes += [then.hash for then in moments[1:]]
        live.done |= {row.command: row.seq for row in rows if row.command}
        live.key = live.key_at(moments[-1])
        live.moment = moments[-1]
        if live.clock is not None:
            live.clock.take(live.store.stood(live.id))
    live.tell_of_it()


def _followed(live: "LiveTable", now: TableState, event: Event, row: Row) -> TableState:
    """Return the moment after an event that another process worked out."""
    table = now.table
    match event:
        case Ordered():
            table = table.give(live.parse(event.order))
        case Answered():
            table = table.choose(live.option(now, event.option))
        case Rolled():
            check_roll(event, live.key_at(now), now.rolls + 1, now.hash, live.id)
            table = table.roll(event.faces)
        case Undone(why="", agreed=agreed):
            # What all agreed to take back, the rules would let nobody take back alone.
            table = table.after_orders(len(table.log.entries) - 1) if agreed else table.undo()
        case Joined() | Revealed() | Lost():
            pass
        case _:
            raise GrognardError(f"event {row.seq} of table {live.id} is not followed")
    then, made = stepped(now, event, table)
    if (made.seq, made.body) != (row.seq, row.body):
        raise GrognardError(f"event {row.seq} of table {live.id} came out otherwise here")
    return then
