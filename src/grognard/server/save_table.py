# SPDX-License-Identifier: Apache-2.0
"""Saving a table, even one that cannot go on: the save is what the store holds, and no game needs to be opened for it.

Of a table that was damaged on the disk it is what is whole. If a game hides something and is not over, a seat gets what it has seen.
"""

import logging

import msgspec

from grognard.play.board import Side
from grognard.server.errors import Closed, Refused
from grognard.server.library import game_of, hides
from grognard.server.record import Record
from grognard.server.saved_log import saved_log
from grognard.server.seat_view import SeatView
from grognard.server.seated import Seated
from grognard.server.seats import key_hash, replay_key
from grognard.server.seen_part import seen_part
from grognard.server.store import Damaged, StoredTable
from grognard.server.tables import Tables
from grognard.server.whole_part import WholePart, whole_part

LOG = logging.getLogger(__name__)
SEALED = (
    "a save would show what this game hides before it is over, so it has what your side has seen, and nobody "
    "can go on from it"
)
DAMAGED = "this table was damaged on the disk"
LOST = f"{DAMAGED}, and nothing of it is whole; put a copy of the tables in place"


class Save(msgspec.Struct, frozen=True):
    """A save, and how its file may be called."""

    name: str
    data: bytes


class _ClosedTable(msgspec.Struct, frozen=True):
    """A table that cannot be opened, as far as what is stored is whole, and the sides of the seat that asks for it."""

    kept: StoredTable
    record: Record
    over: bool
    sealed: bool
    sides: tuple[Side, ...]
    damage: WholePart | None


def save_table(tables: Tables, table: str, key: str) -> Save:
    """Return the save of a table, given one of its keys."""
    try:
        live = tables.find(table)
    except Closed:
        return _save_closed(tables, _closed_table(tables, table, key))
    return Save(f"{live.record.header.game}-{table}", SeatView(live, live.seat(key)).save())


def closed_told(tables: Tables, table: str, key: str, closed: Closed) -> Refused:
    """Return what a player is told of a table that cannot be opened: why, and what can be saved of it. Nobody else is told."""
    found = _closed_table(tables, table, key)
    if found.damage is None:
        saved = SEALED if found.sealed else "it stays as it is kept, and can still be saved"
        return Refused(closed.status, f"{closed}; {saved}")
    # The number of an event would tell how many orders the enemy gave.
    what = f"{DAMAGED}: {found.damage.told}, and the {len(found.kept.rows)} before can still be saved"
    return Refused(closed.status, f"{DAMAGED}; {SEALED}" if found.sealed else what)


def _save_closed(tables: Tables, found: _ClosedTable) -> Save:
    name = f"{found.record.header.game}-{found.kept.table}"
    if found.sealed:
        return Save(f"{name}-seen", seen_part(found.kept, found.record, found.sides, tables.library))
    if found.damage is not None:
        name = f"{name}-first-{len(found.kept.rows)}"
    return Save(name, saved_log(found.kept, over=found.over))


def _closed_table(tables: Tables, table: str, key: str) -> _ClosedTable:
    """Return a table that cannot be opened, given a key that opens it otherwise: of a seat, a person or its replay."""
    damage: WholePart | None = None
    try:
        kept = tables.store.load(table)
    except Damaged as damaged:
        kept, damage = damaged.kept, whole_part(damaged.kept)
        if damage is None:
            Seated(tables.store, kept).seat(key)
            raise Refused(410, LOST) from damaged
        kept = damage.kept
    if kept is None:
        raise Refused(404, f"there is no table {table!r}")
    over = table not in tables.store.unfinished()
    sides: tuple[Side, ...] = ()
    if not (over and key_hash(key) == key_hash(replay_key(kept.secret))):
        sides = Seated(tables.store, kept).seat(key).sides
    record = msgspec.json.decode(kept.record, type=Record)
    sealed = not over and (record.hides or (record.hides is None and _hides(tables, record)))
    return _ClosedTable(kept, record, over, sealed, sides, damage)


def _hides(tables: Tables, record: Record) -> bool:
    """Return whether a game hides something, if its record is too old to say so; a game that cannot be opened is assumed to."""
    header = record.header
    try:
        return hides(game_of(header, tables.library))
    except Exception:
        LOG.exception("%s/%s cannot be opened", header.game, header.scenario)
        return True
