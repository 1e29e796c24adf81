# SPDX-License-Identifier: Apache-2.0
"""Saving a table, even one that cannot go on: the save is what the store holds, and no game needs to be opened for it."""

import logging

import msgspec

from grognard.server.errors import Closed, Refused
from grognard.server.library import game_of, hides
from grognard.server.record import Record
from grognard.server.saved_log import saved_log
from grognard.server.seat_view import SeatView
from grognard.server.seats import key_hash
from grognard.server.store import StoredTable
from grognard.server.tables import Tables

LOG = logging.getLogger(__name__)
SEALED = "a save would show what this game hides before it is over; it stays as it is kept"


def save_table(tables: Tables, table: str, key: str) -> tuple[str, bytes]:
    """Return the game of a table and its save, given one of its keys."""
    try:
        live = tables.find(table)
    except Closed:
        return _save_closed(tables, table, key)
    return live.record.header.game, SeatView(live, live.seat(key)).save()


def _save_closed(tables: Tables, table: str, key: str) -> tuple[str, bytes]:
    kept = tables.store.load(table)
    if kept is None:
        raise Refused(404, f"there is no table {table!r}")
    record = opened_record(kept, key)
    over = table not in tables.store.unfinished()
    if not over and (record.hides or (record.hides is None and _hides(tables, record))):
        raise Refused(403, SEALED)
    return record.header.game, saved_log(kept, over=over)


def opened_record(kept: StoredTable, key: str) -> Record:
    """Return the record of a table, given one of its keys."""
    if key_hash(key) not in {seat.hash for seat in kept.seats}:
        raise Refused(401, "this key does not open this table")
    return msgspec.json.decode(kept.record, type=Record)


def _hides(tables: Tables, record: Record) -> bool:
    """Return whether a game hides something, if its record is too old to say so; a game that cannot be opened is assumed to."""
    header = record.header
    try:
        return hides(game_of(header, tables.library))
    except Exception:
        LOG.exception("%s/%s cannot be opened", header.game, header.scenario)
        return True
