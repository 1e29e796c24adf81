# SPDX-License-Identifier: Apache-2.0
"""Acts that come while the disk is busy are kept in one commit. One that is refused takes no other with it; a failure, all."""

import os
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grognard.server.errors import NotKept, Stale
from grognard.server.group_commit import CommitRequest, GroupCommit
from grognard.server.seats import Seat, key_hash
from grognard.server.sqlite_store import SqliteStore
from grognard.server.store import Row, StoredTable

TABLES = ("a", "b", "c", "d", "e")
Act = tuple[str, int, Row]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "data")
    for table in TABLES:
        store.create(StoredTable(table, b"{}", b"secret", (Seat(key_hash(f"k{table}"), ("Red",)),), ()))
    store.append("a", 0, [Row(1, b"first", "done")], over=False)
    yield store
    store.close()


def append(store: SqliteStore, table: str, expected: int, row: Row) -> str:
    try:
        store.append(table, expected, [row], over=False)
    except (Stale, NotKept) as error:
        return type(error).__name__
    return "kept"


def at_once(store: SqliteStore, acts: Sequence[Act]) -> list[str]:
    """Have acts come, one after the other, while the store is busy; return what each was told."""
    with ThreadPoolExecutor(len(acts)) as threads:
        told = []
        with store._lock:
            for number, act in enumerate(acts, 1):
                told.append(threads.submit(append, store, *act))
                until = time.monotonic() + 10
                while len(store._commits._waiting) < number and time.monotonic() < until:
                    time.sleep(0.001)
        return [each.result(timeout=10) for each in told]


def bodies(store: SqliteStore) -> dict[str, list[bytes]]:
    kept = {table: store.load(table) for table in TABLES}
    return {table: [row.body for row in each.rows] for table, each in kept.items() if each and each.rows}


def counted(store: SqliteStore) -> int:
    count = store._connection.execute("SELECT count FROM acts").get
    assert isinstance(count, int)
    return count


def test_those_who_wait_share_one_commit(store: SqliteStore) -> None:
    commits: list[int] = []

    def commit() -> bool:
        commits.append(1)
        return False

    store._connection.set_commit_hook(commit)
    before = counted(store)
    # Two come too late, by the number and by the id of the act; one is for no table; three are sound.
    acts: list[Act] = [
        ("a", 0, Row(1, b"late")),
        ("b", 0, Row(1, b"b")),
        ("a", 1, Row(2, b"again", "done")),
        ("nowhere", 0, Row(1, b"x")),
        ("c", 0, Row(1, b"c")),
        ("d", 0, Row(1, b"d")),
    ]
    assert at_once(store, acts) == ["Stale", "kept", "NotKept", "NotKept", "kept", "kept"]
    assert len(commits) == 1
    assert bodies(store) == {"a": [b"first"], "b": [b"b"], "c": [b"c"], "d": [b"d"]}
    assert store._witness.acts == counted(store) == before + 3


def test_of_acts_that_the_disk_has_no_room_for_none_is_kept(store: SqliteStore) -> None:
    """SQLite gives the whole transaction up where the disk is full, and would keep by itself what comes after."""
    before = counted(store)
    pages = store._connection.pragma("page_count")
    store._connection.pragma("max_page_count", pages + 2)
    acts: list[Act] = [("b", 0, Row(1, b"b")), ("c", 0, Row(1, b"c" * 50_000)), ("d", 0, Row(1, b"d"))]
    assert at_once(store, acts) == ["NotKept", "NotKept", "NotKept"]
    assert bodies(store) == {"a": [b"first"]}
    assert store._witness.acts == counted(store) == before
    store._connection.pragma("max_page_count", 2**30)
    assert at_once(store, acts) == ["kept", "kept", "kept"]
    assert counted(store) == before + 3


def test_an_act_that_is_kept_is_acknowledged_though_its_witness_fails(
    store: SqliteStore, caplog: pytest.LogCaptureFixture
) -> None:
    os.close(store._witness._file)
    store._witness._file = os.open(os.devnull, os.O_RDONLY)
    assert append(store, "b", 0, Row(1, b"b")) == "kept"
    assert bodies(store)["b"] == [b"b"]
    assert "event 1 of table b" in caplog.text


def test_nothing_is_taken_for_kept_that_was_broken_off() -> None:
    """Whatever ends the thread that keeps for all, the others hear of it."""
    began, broken_off = threading.Barrier(2), []

    def keep_all(requests: Sequence[CommitRequest[int]]) -> None:
        if len(requests) > 1:
            raise SystemExit(3)

    lock = threading.Lock()
    commits = GroupCommit(lock, keep_all)

    def keep(number: int) -> None:
        began.wait()
        try:
            commits.keep(number)
        except SystemExit:
            broken_off.append(number)

    threads = [threading.Thread(target=keep, args=(number,)) for number in (1, 2)]
    with lock:
        for thread in threads:
            thread.start()
        until = time.monotonic() + 10
        while len(commits._waiting) < len(threads) and time.monotonic() < until:
            time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert sorted(broken_off) == [1, 2]
