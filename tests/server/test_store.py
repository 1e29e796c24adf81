"""What is kept: events in order, all of an act or nothing, and one server to a folder."""

import stat
from pathlib import Path

import apsw
import pytest

from grognard.charts.errors import GrognardError
from grognard.server.errors import Stale
from grognard.server.seats import Seat, key_hash
from grognard.server.store import Row, Store, StoredTable, back_up, check_sqlite

TABLE = StoredTable("t", b"{}", b"secret", (Seat(key_hash("k"), ("Red",)),), ())


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "data")
    store.create(TABLE)
    return store


def rows(store: Store) -> tuple[Row, ...]:
    kept = store.load("t")
    assert kept is not None
    return kept.rows


def test_what_is_appended_is_there_after_opening_anew(store: Store, tmp_path: Path) -> None:
    written = (Row(1, b"a"), Row(2, b"b", "command"))
    store.append("t", 0, written, over=False)
    store.close()
    again = Store(tmp_path / "data")
    assert rows(again) == written
    kept = again.load("t")
    assert kept is not None
    assert (kept.secret, kept.seats) == (TABLE.secret, TABLE.seats)
    assert again.load("u") is None
    again.close()


def test_an_append_after_another_event_than_the_last_writes_nothing(store: Store) -> None:
    store.append("t", 0, [Row(1, b"a")], over=False)
    with pytest.raises(Stale) as stale:
        store.append("t", 0, [Row(1, b"b")], over=False)
    assert stale.value.seq == 1
    assert rows(store) == (Row(1, b"a"),)
    store.close()


def test_an_act_of_several_events_is_kept_whole_or_not_at_all(store: Store) -> None:
    store.append("t", 0, [Row(1, b"a", "command")], over=False)
    with pytest.raises(apsw.ConstraintError):
        store.append("t", 1, [Row(2, b"b"), Row(3, b"c", "command")], over=True)
    assert rows(store) == (Row(1, b"a", "command"),)
    assert store.unfinished() == ["t"]
    store.append("t", 1, [Row(2, b"b")], over=True)
    assert store.unfinished() == []
    store.close()


def test_every_commit_is_synced_to_the_disk(store: Store) -> None:
    full = 2
    assert store._connection.pragma("synchronous") == full
    assert store._connection.pragma("journal_mode") == "wal"
    store.close()


def test_two_servers_cannot_share_a_folder(store: Store, tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match="another server is using"):
        Store(tmp_path / "data")
    store.close()
    Store(tmp_path / "data").close()


def test_what_is_kept_is_its_owners_alone(store: Store, tmp_path: Path) -> None:
    store.append("t", 0, [Row(1, b"a")], over=False)
    back_up(tmp_path / "data", tmp_path / "copy")
    kept = [tmp_path / "copy", *(tmp_path / "data").glob("tables.sqlite*")]
    assert len(kept) == 4
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


def test_a_file_of_another_version_or_kind_is_refused(store: Store, tmp_path: Path) -> None:
    store._connection.pragma("user_version", 9)
    store.close()
    with pytest.raises(GrognardError, match="is of version 9"):
        Store(tmp_path / "data")
    other = tmp_path / "other"
    other.mkdir()
    (other / "tables.sqlite").write_text("This is no file of tables, but a letter to a friend. " * 20)
    with pytest.raises(GrognardError, match="cannot open"):
        Store(other)
    (tmp_path / "file").write_text("")
    with pytest.raises(GrognardError, match="cannot keep data in"):
        Store(tmp_path / "file")


def test_a_backup_made_while_a_server_runs_is_a_store_of_its_own(store: Store, tmp_path: Path) -> None:
    store.append("t", 0, [Row(1, b"a")], over=False)
    copy = tmp_path / "copy" / "tables.sqlite"
    copy.parent.mkdir()
    back_up(tmp_path / "data", copy)
    with pytest.raises(GrognardError, match="is there already"):
        back_up(tmp_path / "data", copy)
    with pytest.raises(GrognardError, match="cannot copy"):
        back_up(tmp_path / "nowhere", tmp_path / "new")
    store.close()
    again = Store(copy.parent)
    assert rows(again) == (Row(1, b"a"),)
    again.close()
