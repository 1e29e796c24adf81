# SPDX-License-Identifier: Apache-2.0
"""Turns of programs that several processes share: each is played once, and those of one that died by another."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from clients import HERE, Player, Running
from executing import execute
from skirmish import SkirmishLibrary
from test_running import sit
from test_tables import until

from grognard.server.new_table import NewTable
from grognard.server.postgres_store import PostgresStore
from grognard.server.postgres_turns import LEASE
from grognard.server.store import Row, StoredTable
from grognard.server.tables import Tables

PROGRAMS = {"Red": "random", "Blue": "random"}


@pytest.fixture
def stores(database: str) -> Iterator[tuple[PostgresStore, PostgresStore]]:
    one, other = PostgresStore(database), PostgresStore(database)
    for table in ("a", "b"):
        one.create(StoredTable(table, b"{}", b"", (), ()), turn=True)
    one.create(StoredTable("c", b"{}", b"", (), ()))
    yield one, other
    one.close()
    other.close()


def test_a_turn_is_taken_by_one_the_longest_waiting_first(
    stores: tuple[PostgresStore, PostgresStore],
) -> None:
    one, other = (store.turns for store in stores)
    assert (one.take(0), other.take(0), one.take(0), one.count()) == ("a", "b", None, 2)
    other.let_go("a")
    assert one.take(0) is None, "it is not another's to let go"
    one.let_go("a")
    assert other.take(0) == "a"
    other.drop("a")
    assert (one.take(0), one.count()) == (None, 1)


def test_an_act_ends_a_turn_and_may_begin_another(stores: tuple[PostgresStore, PostgresStore]) -> None:
    one, other = stores
    assert one.turns.take(0) == "a"
    one.append("a", 0, [Row(1, b"x")], over=False, turn=True)
    assert [other.turns.take(0), other.turns.take(0)] == ["b", "a"]
    other.append("a", 1, [Row(2, b"y")], over=False)
    other.append("b", 0, [Row(1, b"y")], over=True)
    assert one.turns.count() == 0


def test_a_turn_waits_until_its_pace(stores: tuple[PostgresStore, PostgresStore]) -> None:
    turns = stores[0].turns
    assert turns.take(30) is None
    begun = time.monotonic()
    turns.wait(turns.told, 0.3)
    assert time.monotonic() - begun < 5


def let_pass(store: PostgresStore, seconds: float) -> None:
    """Let the turns be older by so many seconds, as if nobody had done anything meanwhile."""
    older = "UPDATE turns SET since = since - make_interval(secs => %s), until = until - make_interval(secs => %s)"
    execute(store, older, seconds, seconds)


def test_a_turn_that_is_not_held_is_taken_by_another(stores: tuple[PostgresStore, PostgresStore]) -> None:
    one, other = (store.turns for store in stores)
    other.drop(other.take(0) or "")
    assert one.take(0) == "b"
    for _ in range(4):
        let_pass(stores[0], LEASE / 2)
        one.renew({"b"})
        assert other.take(0) is None
    let_pass(stores[0], LEASE + 1)
    assert other.take(0) == "b"
    one.renew({"b"})
    one.drop("b")
    assert other.count() == 1, "it is no longer one's own"


def test_a_turn_from_before_the_clock_was_set_back_is_taken(
    stores: tuple[PostgresStore, PostgresStore],
) -> None:
    """Programs would else have waited for as long as the clock was set back."""
    one, other = (store.turns for store in stores)
    assert (one.take(0), one.take(0)) == ("a", "b")
    ahead = "UPDATE turns SET since = since + interval '1 hour', until = until + interval '1 hour' WHERE table_id = 'a'"
    execute(stores[0], ahead)
    assert (other.take(0.5), other.take(0.5)) == ("a", None)


def test_two_servers_play_the_turns_of_programs_each_once(database: str) -> None:
    pair = [Tables(PostgresStore(database), SkirmishLibrary(), pace=0) for _ in range(2)]
    made = [
        pair[at % 2].make(NewTable(game="skirmish", scenario="open", seats=PROGRAMS)).table for at in range(4)
    ]
    for table in made:
        until(lambda table=table: pair[0].find(table).moment.over)  # type: ignore[misc]
    assert pair[0].store.unfinished() == []
    turns = pair[0].store.turns
    assert turns is not None
    until(lambda: turns.count() == 0)
    for tables in pair:
        tables.close()


def test_a_server_may_leave_programs_to_others(database: str) -> None:
    idle = Tables(PostgresStore(database), SkirmishLibrary(), pace=0, programs=False)
    made = idle.make(NewTable(game="skirmish", scenario="open", seats=PROGRAMS))
    time.sleep(0.3)
    assert idle.find(made.table).moment.seq == 0
    busy = Tables(PostgresStore(database), SkirmishLibrary(), pace=0)
    until(lambda: idle.find(made.table).moment.over)
    busy.close()
    idle.close()


@contextmanager
def at_work(database: str) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, str(HERE / "serving.py"), database, "work"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "at work\n"
        try:
            yield process
        finally:
            process.kill()


def wait_for_red(player: Player) -> None:
    """Wait for the program to have ended its turn."""
    for _ in range(1000):
        if player.view()["to_act"] in ("Red", None):
            return
        time.sleep(0.02)
    raise AssertionError("the program does not play")


def test_when_a_worker_dies_another_goes_on(database: str) -> None:
    server = Running(database, "without")
    player = sit(server, seats={"Blue": "random"})
    try:
        with at_work(database) as first:
            player.end()
            wait_for_red(player)
            player.end()
            first.kill()
        with at_work(database) as second:
            wait_for_red(player)
            player.end()
            wait_for_red(player)
            second.terminate()
            assert second.wait(20) == 0
    finally:
        server.stop()
