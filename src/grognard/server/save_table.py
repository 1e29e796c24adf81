# SPDX-License-Identifier: Apache-2.0
"""Saving a table, even one that cannot go on: the save is what the store holds, and no game needs to be opened for it."""

import logging

import msgspec

from grognard.server.errors import Closed, Refused
from grognard.server.library import game_of, hides
from grognard.server.record import Record
from grognard.server.saved_log import saved_log
from grognard.server.seat_view import SeatView
from grognard.server.seated import Seated
from grognard.server.seats import key_hash, replay_key
from grognard.server.store import StoredTable
from grognard.server.tables import Tables

LOG = logging.getLogger(__name__)
SEALED = "a save would show what this game hides before it is over; it stays as it is kept"


class _ClosedTable(msgspec.Struct, frozen=True):
    """A table that cannot be opened, as it is stored."""

    kept: StoredTable
    record: Record
    over: bool
    sealed: bool


def save_table(tables: Tables, table: str, key: str) -> tuple[str, bytes]:
    """Return the game of a table and its save, given one of its keys."""
    try:
        live = tables.find(table)
    except Closed:
        return _save_closed(_closed_table(tables, table, key))
    return live.record.header.game, SeatView(live, live.seat(key)).save()


def closed_told(tables: Tables, table: str, key: str, closed: Closed) -> Refused:
    """Return what a player is told of a table that cannot be opened: why, and whether it can be saved. Nobody else is told."""
    found = _closed_table(tables, table, key)
    return Refused(
        closed.status,
        f"{closed}; {SEALED if found.sealed else 'it stays as it is kept, and can still be saved'}",
    )


def _save_closed(found: _ClosedTable) -> tuple[str, bytes]:
    if found.sealed:
        raise Refused(403, SEALED)
    return found.record.header.game, saved_log(found.kept, over=found.over)


def _closed_table(tables: Tables, table: str, key: str) -> _ClosedTable:
    """Return a table that cannot be opened, given a key that opens it otherwise: of a seat, a person or its replay."""
    kept = tables.store.load(table)
    if kept is None:
        raise Refused(404, f"there is no table {table!r}")
    over = table not in tables.store.unfinished()
    if not (over and key_hash(key) == key_hash(replay_key(kept.secret))):
        Seated(tables.store, kept).seat(key)
    record = msgspec.json.decode(kept.record, type=Record)
    sealed = not over and (record.hides or (record.hides is None and _hides(tables, record)))
    return _ClosedTable(kept, record, over, sealed)


def _hides(tables: Tables, record: Record) -> bool:
    """Return whether a game hides something, if its record is too old to say so; a game that cannot be opened is assumed to."""
    header = record.header
    try:
        return hides(game_of(header, tables.library))
    except Exception:
        LOG.exception("%s/%s cannot be opened", header.game, header.scenario)
        return True
