# SPDX-License-Identifier: Apache-2.0
"""What is kept in a folder: its owner's alone, one server's alone, and what a disk loses or spoils is noticed."""

import stat
from pathlib import Path

import pytest
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.server.errors import Refused
from grognard.server.seats import Seat, key_hash
from grognard.server.sqlite_store import SqliteStore, back_up, check_sqlite
from grognard.server.store import Row, StoredTable
from grognard.server.witness import Witness

TABLE = StoredTable("t", b"{}", b"secret", (Seat(key_hash("k"), ("Red",)),), ())


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    store = SqliteStore(tmp_path / "data")
    store.create(TABLE)
    return store


def rows(store: SqliteStore) -> tuple[Row, ...]:
    kept = store.load("t")
    assert kept is not None
    return kept.rows


def test_every_commit_is_synced_to_the_disk(store: SqliteStore) -> None:
    full = 2
    assert store._connection.pragma("synchronous") == full
    assert store._connection.pragma("journal_mode") == "wal"
    store.close()


def test_two_servers_cannot_share_a_folder(store: SqliteStore, tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match=r"another server is using .* --data or \$GROGNARD_DATA"):
        SqliteStore(tmp_path / "data")
    store.close()
    SqliteStore(tmp_path / "data").close()


def test_what_is_kept_is_its_owners_alone(store: SqliteStore, tmp_path: Path) -> None:
    store.append("t", 0, [Row(1, b"a")], over=False)
    back_up(tmp_path / "data", tmp_path / "copy")
    kept = [tmp_path / "copy", *(tmp_path / "data").iterdir()]
    assert {path.name for path in kept} >= {
        "copy",
        "tables.sqlite",
        "tables.sqlite-wal",
        "in-use",
        "last-act",
    }
    assert {stat.S_IMODE(path.stat().st_mode) for path in kept} == {0o600}
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    store.close()


@pytest.mark.parametrize("version", ["3.7.0", "3.51.2", "3.50.9"])
def test_a_sqlite_that_may_spoil_the_file_is_refused(version: str) -> None:
    with pytest.raises(GrognardError, match=r"needs 3\.51\.3 or newer"):
        check_sqlite(version)


@pytest.mark.parametrize("version", ["3.51.3", "3.54.1", "4.0"])
def test_a_sound_sqlite_is_taken(version: str) -> None:
    check_sqlite(version)


def test_a_file_of_another_version_or_kind_is_refused(store: SqliteStore, tmp_path: Path) -> None:
    store._connection.pragma("user_version", 9)
    store.close()
    with pytest.raises(GrognardError, match="is of version 9"):
        SqliteStore(tmp_path / "data")
    other = tmp_path / "other"
    other.mkdir()
    (other / "tables.sqlite").write_text("This is no file of tables, but a letter to a friend. " * 20)
    with pytest.raises(GrognardError, match="cannot open"):
        SqliteStore(other)
    (tmp_path / "file").write_text("")
    with pytest.raises(GrognardError, match="cannot keep data in"):
        SqliteStore(tmp_path / "file")


def test_a_backup_made_while_a_server_runs_is_a_store_of_its_own(store: SqliteStore, tmp_path: Path) -> None:
    store.append("t", 0, [Row(1, b"a")], over=False)
    copy = tmp_path / "copy" / "tables.sqlite"
    copy.parent.mkdir()
    back_up(tmp_path / "data", copy)
    with pytest.raises(GrognardError, match="is there already"):
        back_up(tmp_path / "data", copy)
    with pytest.raises(GrognardError, match="cannot copy"):
        back_up(tmp_path / "nowhere", tmp_path / "new")
    store.close()
    again = SqliteStore(copy.parent)
    assert rows(again) == (Row(1, b"a"),)
    again.close()


# What a disk loses or spoils


def cut(wal: bytes, frames: int) -> bytes:
    """Take frames from the end of a write-ahead file: 24 bytes and a page each."""
    page = int.from_bytes(wal[8:12], "big")
    return wal[: len(wal) - frames * (24 + page)]


def kept_after_a_crash(folder: Path, after: Path) -> Path:
    """Return the files as they lie on the disk while a server runs."""
    after.mkdir()
    for path in folder.iterdir():
        if path.name != "in-use":
            (after / path.name).write_bytes(path.read_bytes())
    return after


def test_a_cut_end_of_the_write_ahead_file_is_noticed_and_said(
    store: SqliteStore, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for seq in range(3):
        store.append("t", seq, [Row(seq + 1, b"a")], over=False)
    after = kept_after_a_crash(tmp_path / "data", tmp_path / "after")
    store.close()
    wal = after / "tables.sqlite-wal"
    wal.write_bytes(cut(wal.read_bytes(), 1))
    again = SqliteStore(after)
    assert len(rows(again)) == 2
    assert "has lost 1 act that was acknowledged, the last of them event 3 of table t" in caplog.text
    again.close()
    caplog.clear()
    SqliteStore(after).close()
    assert not caplog.text


def test_a_cut_at_any_place_of_the_write_ahead_file_is_noticed(
    store: SqliteStore, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """In its header, between and within frames, in the midst of an act and between two, and all of it gone."""
    for seq in range(3):
        store.append("t", seq, [Row(seq + 1, b"a" * 3000)], over=False)
    store.create(replace(TABLE, table="u"))
    before = kept_after_a_crash(tmp_path / "data", tmp_path / "before")
    store.close()
    wal = (before / "tables.sqlite-wal").read_bytes()
    frame = 24 + int.from_bytes(wal[8:12], "big")
    places = {
        0,
        1,
        16,
        31,
        32,
        *(at + into for at in range(32, len(wal), frame) for into in (0, 8, 24, 2000)),
    }
    for place in sorted({*places, len(wal) - 1}):
        after = kept_after_a_crash(before, tmp_path / f"cut at {place}")
        (after / "tables.sqlite-wal").write_bytes(wal[:place])
        caplog.clear()
        SqliteStore(after).close()
        assert "that were acknowledged" in caplog.text or "that was acknowledged" in caplog.text, place
        assert "the last of them the making of table u" in caplog.text


def test_of_two_acts_kept_at_once_the_later_is_the_last(tmp_path: Path) -> None:
    """They are noted in any order, and a cut that loses the later one alone would not be noticed."""
    witness = Witness(tmp_path)
    witness.note(2, "event 1 of table u")
    witness.note(1, "event 1 of table t")
    witness.close()
    again = Witness(tmp_path)
    assert (again.acts, again.last) == (2, "event 1 of table u")
    again.close()


def test_what_was_kept_before_a_crash_is_not_called_lost(
    store: SqliteStore, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The witness is written after the act: a crash between them leaves it behind."""
    store.append("t", 0, [Row(1, b"a")], over=False)
    witness = (tmp_path / "data" / "last-act").read_bytes()
    store.append("t", 1, [Row(2, b"b")], over=False)
    after = kept_after_a_crash(tmp_path / "data", tmp_path / "after")
    store.close()
    (after / "last-act").write_bytes(witness)
    again = SqliteStore(after)
    assert len(rows(again)) == 2
    assert not caplog.text
    again.close()


def test_a_spoiled_page_is_noticed_and_said(store: SqliteStore, tmp_path: Path) -> None:
    for seq in range(200):
        store.append("t", seq, [Row(seq + 1, b"a" * 100)], over=False)
    store.close()
    path = tmp_path / "data" / "tables.sqlite"
    spoiled = bytearray(path.read_bytes())
    spoiled[-4096:] = bytes(range(256)) * 16
    path.write_bytes(spoiled)
    with pytest.raises(GrognardError, match="is damaged"):
        SqliteStore(tmp_path / "data")


# What files of the fourth, third and second version do not have.
FOURTH = ("DROP TABLE mailboxes", "DROP TABLE browsers", "DROP TABLE own_keys")
THIRD = (*FOURTH, "DROP TABLE standings", "DROP TABLE places", "DROP TABLE people")
SECOND = (*THIRD, "DROP TABLE remarks", "DROP TABLE served", "ALTER TABLE events DROP COLUMN at")


def test_a_file_of_the_first_version_is_taken_up(store: SqliteStore, tmp_path: Path) -> None:
    store.append("t", 0, [Row(1, b"a")], over=False)
    for step in (
        "ALTER TABLE tables DROP COLUMN head",
        "DROP TABLE acts",
        *SECOND,
        "PRAGMA user_version = 1",
    ):
        store._connection.execute(step)
    store.close()
    (tmp_path / "data" / "last-act").unlink()
    again = SqliteStore(tmp_path / "data")
    assert rows(again) == (Row(1, b"a"),)
    again.append("t", 1, [Row(2, b"b")], over=False)
    assert rows(again) == (Row(1, b"a"), Row(2, b"b"))
    again._connection.execute("UPDATE events SET body = CAST('x' AS BLOB) WHERE seq = 1")
    with pytest.raises(Refused, match="was damaged"):
        again.load("t")
    again.close()
