# SPDX-License-Identifier: Apache-2.0
"""What is kept in a database: synced, shared, told of; and what is said of one that cannot be reached."""

import queue
import sys
import time
from typing import Any

import psycopg
import pytest

from grognard.charts.errors import GrognardError
from grognard.server import postgres_store
from grognard.server.errors import NotKept
from grognard.server.postgres_store import PostgresStore
from grognard.server.store import Row, StoredTable, open_store

TABLE = StoredTable("t", b"{}", b"secret", (), ())


def end_connections(database: str) -> None:
    """End every other connection to the tests' databases of this schema, as a restart would."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE application_name = current_setting('application_name') AND pid <> pg_backend_pid()"
        )


def test_every_commit_is_synced_to_the_disk_whatever_the_database_is_set_to(database: str) -> None:
    loose = database + "%20-csynchronous_commit%3Doff"
    with psycopg.connect(loose) as connection:
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("off",)
    store = PostgresStore(loose)
    with store._connected() as connection:
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)
    store.close()


def test_another_store_is_told_which_table_has_moved_on(database: str) -> None:
    one, other, heard = PostgresStore(database), PostgresStore(database), queue.Queue[str]()
    one.create(TABLE)
    other.listen(heard.put)
    assert heard.get(timeout=10) == ""
    one.append("t", 0, [Row(1, b"a")], over=False)
    # Other tests tell each other of theirs.
    while heard.get(timeout=10) != "t":
        pass
    other.append("t", 1, [Row(2, b"b")], over=False)
    one.append("t", 2, [Row(3, b"c")], over=False)
    assert one.since("t", 1) == (Row(2, b"b"), Row(3, b"c"))
    one.close()
    other.close()


def test_a_store_that_is_closed_before_it_listens_ends_at_once(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What tells the listening thread to end has come before it listens; it must not wait for what never comes again."""
    connect = psycopg.connect
    store = PostgresStore(database)

    def late(*given: Any, **named: Any) -> Any:
        connection = connect(*given, **named)
        assert store._closing.wait(20)
        time.sleep(0.5)
        return connection

    monkeypatch.setattr("grognard.server.postgres_store.psycopg.connect", late)
    store.listen(lambda _: None)
    began = time.monotonic()
    store.close()
    assert time.monotonic() - began < postgres_store.PATIENCE


def test_a_database_that_was_away_is_used_and_heard_again(database: str) -> None:
    mine = f"{database}&application_name={database[-12:]}"
    store, heard = PostgresStore(mine), queue.Queue[str]()
    store.create(TABLE)
    store.listen(heard.put)
    assert heard.get(timeout=10) == ""
    end_connections(mine)
    store.append("t", 0, [Row(1, b"a")], over=False)
    while heard.get(timeout=10) != "":
        pass
    assert store.since("t", 0) == (Row(1, b"a"),)
    store.close()


def test_an_act_that_the_database_went_away_from_is_not_kept_and_may_be_sent_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = f"{database}&application_name={database[-12:]}"
    store = PostgresStore(mine)
    store.create(TABLE)
    with monkeypatch.context() as away:
        away.setattr(postgres_store, "_insert", lambda *_: end_connections(mine))
        with pytest.raises(NotKept, match="cannot be reached; send this once more"):
            store.append("t", 0, [Row(1, b"a")], over=False)
    assert store.since("t", 0) == ()
    store.append("t", 0, [Row(1, b"a")], over=False)
    store.close()


@pytest.mark.parametrize(
    ("address", "told"),
    [
        (
            "postgresql://me:hidden@127.0.0.1:1/games",
            "cannot keep tables in the database games of PostgreSQL at 127.0.0.1: connection failed: ",
        ),
        ("postgresql://me:hidden@/games?nothing=2", "the address of the database cannot be read"),
    ],
)
def test_a_database_that_cannot_be_reached_is_said_in_a_sentence_without_its_password(
    address: str, told: str
) -> None:
    with pytest.raises(GrognardError) as error:
        open_store(address)
    assert str(error.value).startswith(told)
    assert "hidden" not in str(error.value)
    assert "\n" not in str(error.value)


def test_without_the_driver_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "grognard.server.postgres_store")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(GrognardError, match=r"pip install 'grognard\[postgres\]'"):
        open_store("postgresql://me@127.0.0.1/games")
