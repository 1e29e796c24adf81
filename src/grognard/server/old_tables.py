# SPDX-License-Identifier: Apache-2.0
"""Old tables, for an operator: how many there are, moved into an archive, or deleted."""

import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.server.kept_people import Person
from grognard.server.old_tables_sql import Played
from grognard.server.sqlite_store import FILE, SqliteStore
from grognard.server.store import Damaged, Store, StoredTable

DAY = 86_400


class Old(msgspec.Struct, frozen=True):
    """The tables of a store that were not played for some days; how many there are `of` in all, and of how many it is not known."""

    tables: tuple[Played, ...]
    of: int
    undated: int


def old_tables(store: Store, days: float, *, finished: bool = False, undated: bool = False) -> Old:
    """Return the tables that were not played for so many days; `finished` only those whose game is over.

    With `undated` those of which it is not known are among them.
    """
    every, before = store.played(), time.time() - days * DAY
    return Old(
        tuple(
            each
            for each in every
            if (undated if each.at is None else each.at < before) and (each.over or not finished)
        ),
        len(every),
        sum(each.at is None for each in every),
    )


def archive(store: Store, old: Sequence[Played], path: Path) -> int:
    """Move tables into a new file like a folder's `tables.sqlite`, where the same links open them; return how many.

    They are read there again and compared before they are deleted. One that is damaged, or was played on meanwhile, stays.
    """
    if path.exists():
        raise GrognardError(f"{path} is there already; name a new file")
    written: list[StoredTable] = []
    try:
        # Only its owner can read it, like everything made in it.
        with tempfile.TemporaryDirectory(dir=path.parent) as beside:
            copy = SqliteStore(Path(beside))
            try:
                found = {each.table: each for each in old}
                copy.fill(_noting(_read(store, old), written), _people(store, found.keys()))
                _compare(copy, written)
            finally:
                copy.close()
            (Path(beside) / FILE).rename(path)
    except OSError as error:
        raise GrognardError(f"cannot write {path}: {(error.strerror or '').lower()}") from error
    # What was written, and no more, may be deleted.
    return sum(
        store.take_out(replace(found[kept.table], events=len(kept.rows), remarks=len(kept.remarks)))
        for kept in written
    )


def _read(store: Store, old: Sequence[Played]) -> Iterator[tuple[StoredTable, bool]]:
    for each in old:
        try:
            kept = store.load(each.table)
        except Damaged:
            continue
        if kept is not None:
            yield kept, each.over


def _noting(
    tables: Iterator[tuple[StoredTable, bool]], written: list[StoredTable]
) -> Iterator[tuple[StoredTable, bool]]:
    for kept, over in tables:
        written.append(kept)
        yield kept, over


def _people(store: Store, tables: Collection[str]) -> Iterator[Person]:
    """Yield those who sit at some of the tables, with their places there."""
    for person in store.every_person():
        places = tuple(place for place in person.places if place[0] in tables)
        if places:
            yield replace(person, places=places)


def _compare(copy: Store, written: Sequence[StoredTable]) -> None:
    """Check that tables were written as they are stored; the order of their seats does not matter."""
    for kept in written:
        there = copy.load(kept.table)
        if (
            there is None
            or replace(there, seats=()) != replace(kept, seats=())
            or set(there.seats) != set(kept.seats)
        ):
            raise GrognardError(
                f"table {kept.table} is not what it was once it is written down; nothing was moved"
            )
