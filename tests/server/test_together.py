# SPDX-License-Identifier: Apache-2.0
"""Acts that come while the disk is busy are kept in one go, each by itself: one that fails takes no other with it."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grognard.server.errors import NotKept, Stale
from grognard.server.seats import Seat, key_hash
from grognard.server.sqlite_store import SqliteStore
from grognard.server.store import Row, StoredTable

TABLES = ("a", "b", "c", "d", "e")


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


def test_those_who_wait_share_one_commit(store: SqliteStore) -> None:
    commits: list[int] = []

    def count() -> bool:
        commits.append(1)
        return False

    with ThreadPoolExecutor(len(TABLES)) as threads:
        with store._lock:
            store._connection.set_commit_hook(count)
            # Two come too late, by the number and by the id of the act; three are sound.
            acts = [
                ("a", 0, Row(1, b"late")),
                ("a", 1, Row(2, b"again", "done")),
                ("b", 0, Row(1, b"b")),
                ("c", 0, Row(1, b"c")),
                ("d", 0, Row(1, b"d")),
            ]
            told = [threads.submit(append, store, *act) for act in acts]
            until = time.monotonic() + 10
            while len(store._appending._waiting) < len(acts) and time.monotonic() < until:
                time.sleep(0.001)
        outcomes = [each.result(timeout=10) for each in told]
    assert outcomes == ["Stale", "NotKept", "kept", "kept", "kept"]
    assert len(commits) == 1
    kept = {table: store.load(table) for table in TABLES}
    bodies = {table: [row.body for row in each.rows] for table, each in kept.items() if each}
    assert bodies == {"a": [b"first"], "b": [b"b"], "c": [b"c"], "d": [b"d"], "e": []}


def test_acts_are_counted_though_they_share_a_commit(store: SqliteStore) -> None:
    before = store._witness.acts
    threads = [threading.Thread(target=append, args=(store, table, 0, Row(1, b"x"))) for table in TABLES[1:]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store._witness.acts == before + len(threads)
    assert store._connection.execute("SELECT count FROM acts").get == before + len(threads)
