# SPDX-License-Identifier: Apache-2.0
"""Tables that nobody plays any more: counted, moved into an archive, deleted; the others stay as they are."""

import stat
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from executing import execute, place

from grognard.charts.errors import GrognardError
from grognard.server.kept_notices import Browser
from grognard.server.old_tables import archive, old_tables
from grognard.server.record import encode
from grognard.server.seats import Seat, key_hash
from grognard.server.sqlite_store import FILE, SqliteStore
from grognard.server.store import Remark, Row, Stood, Store, StoredTable, open_store

Command = Callable[..., subprocess.CompletedProcess[str]]
DAYS = 24 * 3600.0
BROWSER = Browser("https://push.example.org/1", b"key", b"secret")


def stood(days: float) -> Stood:
    """Return how a table stands that was played last so many days ago."""
    return Stood(encode({"since": time.time() - days * DAYS}))


def table(name: str, days: float | None, said: float | None = None) -> StoredTable:
    seats = (Seat(key_hash(f"red of {name}"), ("Red",)), Seat(key_hash(f"watch {name}"), ()))
    remarks = () if said is None else (Remark(1, time.time() - said * DAYS, b"a word"),)
    rows = (Row(1, b"a"), Row(2, b"b"))
    return StoredTable(name, b"{}", b"secret", seats, rows, remarks, None if days is None else stood(days))


@pytest.fixture
def store(where: str | Path) -> Store:
    """Tables that were played 100 and 10 days ago, one of them finished; one at which something was said; one of an older release."""
    store = open_store(where)
    for each in (
        table("old", 100),
        table("over", 100),
        table("young", 10),
        table("spoken", 100, said=3),
        table("undated", None),
    ):
        store.create(each)
    store.append("over", 2, [Row(3, b"c")], over=True)
    for person, tables in ((b"anna", ("old", "young")), (b"bert", ("young",))):
        store.name_person(person, person.decode())
        for name in tables:
            store.sit(person, name, key_hash(f"red of {name}"))
    for owner in ("red of old", "red of young"):
        store.subscribe(key_hash(owner), BROWSER, 1)
    return store


def all_of(store: Store) -> dict[str, Any]:
    return {
        kept.table: (
            kept.record,
            set(kept.seats),
            kept.rows,
            kept.remarks,
            kept.stood,
            over,
            store.sitting(kept.table),
        )
        for kept, over in store.every()
    }


def test_tables_are_old_if_nobody_moved_or_spoke_for_so_long(store: Store) -> None:
    found = old_tables(store, 90)
    assert [(each.table, each.over) for each in found.tables] == [("old", False), ("over", True)]
    assert (found.of, found.undated) == (5, 1)
    every = old_tables(store, 90, undated=True).tables
    assert [each.table for each in every] == ["old", "over", "undated"]
    assert [each.table for each in old_tables(store, 90, finished=True).tables] == ["over"]
    assert [each.table for each in old_tables(store, 5).tables] == ["old", "over", "young"]
    store.close()


def test_old_tables_move_into_an_archive_with_all_that_belongs_to_them(store: Store, tmp_path: Path) -> None:
    before, path = all_of(store), tmp_path / "archive" / FILE
    path.parent.mkdir()
    old = old_tables(store, 90).tables
    assert archive(store, old, path) == 2
    assert (stat.S_IMODE(path.stat().st_mode), [each.name for each in path.parent.iterdir()]) == (
        0o600,
        [FILE],
    )
    assert all_of(store) == {name: before[name] for name in ("spoken", "undated", "young")}
    assert store.load("old") is None
    assert (store.seat("old", key_hash("red of old")), store.unfinished()) == (
        None,
        ["spoken", "undated", "young"],
    )
    assert [owner for owner, _ in store.every_notice().browsers] == [key_hash("red of young")]
    with pytest.raises(GrognardError, match="is there already; name a new file"):
        archive(store, old, path)
    # It is a folder's file as any: served, the same links open it.
    archived = SqliteStore(path.parent)
    assert all_of(archived) == {name: before[name] for name in ("old", "over")}
    assert archived.person(b"bert") is None
    for each in (store, archived):
        each.close()


def test_a_table_that_is_played_on_meanwhile_or_damaged_stays(store: Store, tmp_path: Path) -> None:
    execute(store, "UPDATE events SET body = %s WHERE table_id = %s AND seq = 1", b"x", "over")
    old = old_tables(store, 90).tables
    assert archive(store, old, tmp_path / "archive.sqlite") == 1
    store.create(table("late", 100))
    (late,) = (each for each in store.played() if each.table == "late")
    store.append("late", 2, [Row(3, b"c")], over=False)
    assert not store.take_out(late)
    store.remark("young", Remark(1, 1.0, b"x"))
    assert {kept for kept, *_ in execute(store, "SELECT id FROM tables")} == {
        "late", "over", "spoken", "undated", "young",
    }  # fmt: skip
    store.close()


def test_the_command_counts_moves_and_deletes(store: Store, tmp_path: Path, here: Command) -> None:
    where = place(store)
    at = ("--data", str(where)) if isinstance(where, Path) else ("--store", where)
    if isinstance(where, Path):
        used = here("old-tables", "90", *at)
        assert (used.returncode, "another server is using" in used.stderr) == (2, True)
    store.close()
    counted = here("old-tables", "90", *at)
    said = (
        "At 2 of 5 tables nobody has played for 90 days: 1 finished, 1 not. Of 1 it is not known; they stay "
        "without --undated.\n"
    )
    assert (counted.returncode, counted.stdout, counted.stderr) == (0, said, "")
    moved = here("old-tables", "90", *at, "--finished", "--archive", str(tmp_path / "old.sqlite"))
    assert f"1 table was moved to {tmp_path / 'old.sqlite'}.\n" in moved.stdout
    deleted = here("old-tables", "90", *at, "--delete")
    assert deleted.stdout.endswith("1 table was deleted.\n")
    both = here("old-tables", "90", *at, "--delete", "--archive", "x")
    assert (both.returncode, "not both" in both.stderr) == (2, True)
    nowhere = here("old-tables", "90", "--data", str(tmp_path / "nowhere"))
    assert (nowhere.returncode, "there are no tables in" in nowhere.stderr) == (2, True)
    again = open_store(where)
    assert set(all_of(again)) == {"spoken", "undated", "young"}
    again.close()
