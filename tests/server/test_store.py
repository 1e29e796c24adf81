# SPDX-License-Identifier: Apache-2.0
"""What is kept, in a folder or in a database: events in order, all of an act or nothing."""

import threading
from pathlib import Path

import pytest
from executing import execute

from grognard.charts.errors import GrognardError
from grognard.server.errors import NotKept, Refused, Stale
from grognard.server.kept_notices import Browser
from grognard.server.kept_people import Person, Place, Sitter
from grognard.server.seats import Seat, key_hash
from grognard.server.store import Remark, Row, Stood, StoodAt, Store, StoredTable, open_store

TABLE = StoredTable("t", b"{}", b"secret", (Seat(key_hash("k"), ("Red",)), Seat(key_hash("w"), ())), ())


@pytest.fixture
def store(where: str | Path) -> Store:
    store = open_store(where)
    store.create(TABLE)
    return store


def rows(store: Store) -> tuple[Row, ...]:
    kept = store.load("t")
    assert kept is not None
    return kept.rows


def test_what_is_appended_is_there_after_opening_anew(store: Store, where: str | Path) -> None:
    written = (Row(1, b"a"), Row(2, b"b\0\xff", "command"))
    store.append("t", 0, written, over=False)
    store.close()
    again = open_store(where)
    assert rows(again) == written
    kept = again.load("t")
    assert kept is not None
    assert kept.secret == TABLE.secret
    assert {seat.hash: seat for seat in kept.seats} == {seat.hash: seat for seat in TABLE.seats}
    assert again.load("u") is None
    assert (again.since("t", 0), again.since("t", 1), again.since("t", 2)) == (written, written[1:], ())
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
    with pytest.raises(NotKept, match="so it was not done"):
        store.append("t", 1, [Row(2, b"b"), Row(3, b"c", "command")], over=True)
    assert rows(store) == (Row(1, b"a", "command"),)
    assert store.unfinished() == ["t"]
    store.append("t", 1, [Row(2, b"b")], over=True)
    assert store.unfinished() == []
    store.close()


def test_a_key_is_replaced(store: Store, where: str | Path) -> None:
    maker = Seat(key_hash("m"), (), maker=True)
    store.create(StoredTable("u", b"{}", b"secret", (*TABLE.seats, maker), ()))
    store.replace_key("u", Seat(key_hash("new"), ("Red",)))
    store.replace_key("u", Seat(key_hash("look"), ()))
    store.close()
    again = open_store(where)
    kept, other = again.load("u"), again.load("t")
    assert kept is not None
    assert set(kept.seats) == {Seat(key_hash("new"), ("Red",)), Seat(key_hash("look"), ()), maker}
    assert other is not None
    assert set(other.seats) == set(TABLE.seats)
    assert again.seat("u", key_hash("new")) == Seat(key_hash("new"), ("Red",))
    assert again.seat("u", key_hash("m")) == maker
    assert again.seat("u", key_hash("k")) is again.seat("v", key_hash("new")) is None
    again.close()


def test_a_table_is_made_once(store: Store) -> None:
    with pytest.raises(NotKept, match="so it was not done"):
        store.create(TABLE)
    assert store.unfinished() == ["t"]
    store.close()


def test_of_many_who_append_at_once_one_does(store: Store) -> None:
    for seq in range(5):
        came: list[bool] = []

        def append(came: list[bool] = came, seq: int = seq) -> None:
            try:
                store.append("t", seq, [Row(seq + 1, b"a")], over=False)
            except Stale:
                came.append(False)
            else:
                came.append(True)

        threads = [threading.Thread(target=append) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(came) == [False] * 5 + [True]
    assert [row.seq for row in rows(store)] == [1, 2, 3, 4, 5]
    store.close()


def test_an_event_that_changed_on_the_disk_closes_its_table_in_words(store: Store, where: str | Path) -> None:
    store.append("t", 0, [Row(1, b"one thing")], over=False)
    store.create(StoredTable("u", b"{}", b"secret", (), (Row(1, b"another"),)))
    execute(store, "UPDATE events SET body = %s WHERE table_id = 't'", b"one thong")
    store.close()
    again = open_store(where)
    with pytest.raises(Refused, match="what is kept of table t was damaged on the disk"):
        again.load("t")
    assert again.load("u") is not None
    again.close()


def test_a_store_of_another_version_is_refused(store: Store, database: str, where: str | Path) -> None:
    execute(store, "PRAGMA user_version = 9" if where != database else "UPDATE grognard SET version = 9")
    store.close()
    with pytest.raises(GrognardError, match="is of version 9"):
        open_store(where)


def test_what_is_said_is_kept_beside_the_events_in_its_own_order(store: Store, where: str | Path) -> None:
    store.append("t", 0, [Row(1, b"a", at=3.5)], over=False)
    said = (Remark(1, 1_700_000_000.25, b"hello\xff", "command"), Remark(2, 1_700_000_001.0, b"again"))
    for each in said:
        store.remark("t", each)
    with pytest.raises(Stale):
        store.remark("t", Remark(2, 1.0, b"too late"))
    with pytest.raises(NotKept):
        store.remark("t", Remark(3, 1.0, b"twice", "command"))
    store.close()
    again = open_store(where)
    kept = again.load("t")
    assert kept is not None
    assert kept.remarks == again.remarks("t") == said
    assert (again.remarks("t", 1), again.remarks("t", 2), again.remarks("u")) == (said[1:], (), ())
    assert kept.rows == (Row(1, b"a", at=3.5),)
    again.close()


def test_the_time_that_a_store_was_served_passes_over_when_it_was_not(
    store: Store, where: str | Path
) -> None:
    assert store.served(1000.0, 100) == 0
    assert store.served(1060.0, 100) == 60
    store.close()
    again = open_store(where)
    assert again.served(1090.0, 100) == 90
    assert again.served(50_000.0, 100) == 90
    assert again.served(49_999.0, 100) == 90
    assert again.served(50_001.0, 100) == 91
    # A clock that was set back goes on from where it was set to.
    assert again.served(1000.0, 100) == 91
    assert again.served(1010.0, 100) == 101
    again.close()


def test_a_clock_that_leapt_ahead_and_was_set_right_again_goes_on_counting(store: Store) -> None:
    for now in (1000.0, 1060.0, 90_000.0):
        assert store.served(now, 100) == (now > 1000) * 60
    assert store.served(1070.0, 100) == 60
    assert store.served(1090.0, 100) == 80


# What stores of the version before do not have, and of those before that.
NEW = ("DROP TABLE mailboxes", "DROP TABLE browsers", "DROP TABLE own_keys")
OLD = (*NEW, "DROP TABLE standings", "DROP TABLE places", "DROP TABLE people")
OLDER = (*OLD, "DROP TABLE remarks", "DROP TABLE served", "ALTER TABLE events DROP COLUMN at")
VERSIONS = {"sqlite": "PRAGMA user_version = {}", "postgres": "UPDATE grognard SET version = {}"}


@pytest.mark.parametrize(("steps", "back"), [(NEW, 1), (OLD, 2), (OLDER, 3)])
def test_a_store_of_an_older_version_is_brought_up_to_date(
    store: Store, database: str, where: str | Path, steps: tuple[str, ...], back: int
) -> None:
    store.append("t", 0, [Row(1, b"a", "command")], over=False)
    kind, now = ("postgres", 4) if where == database else ("sqlite", 5)
    for step in (*steps, VERSIONS[kind].format(now - back)):
        execute(store, step)
    store.close()
    again = open_store(where)
    assert rows(again) == (Row(1, b"a", "command"),)
    again.append("t", 1, [Row(2, b"b", at=2.0)], over=False)
    again.remark("t", Remark(1, 1.0, b"hello"))
    assert (again.remarks("t"), rows(again)[-1]) == ((Remark(1, 1.0, b"hello"),), Row(2, b"b", at=2.0))
    again.stand("t", Stood(b"{}", clocked=True))
    again.name_person(b"anna", "Anna")
    again.sit(b"anna", "t", key_hash("k"))
    assert again.places(b"anna") == [Place("t", ("Red",), b"{}")]
    assert again.subscribe(b"anna", Browser("https://push.example.org/1", b"k", b"s"), 1)
    assert again.own_key("push", b"key") == b"key"
    again.close()


def test_how_a_table_stands_is_written_with_the_act_that_led_there(store: Store, where: str | Path) -> None:
    assert (store.stood("t"), store.has_clocks()) == (None, False)
    store.append("t", 0, [Row(1, b"a")], over=False, stood=Stood(b"one", clocked=True))
    store.append("t", 1, [Row(2, b"b")], over=False)
    with pytest.raises(Stale):
        store.append("t", 1, [Row(2, b"c")], over=False, stood=Stood(b"none of it"))
    store.close()
    again = open_store(where)
    kept = again.load("t")
    assert kept is not None
    assert kept.stood == again.stood("t") == Stood(b"one", clocked=True)
    assert again.has_clocks()
    again.stand("t", Stood(b"two"))
    assert (again.stood("t"), again.has_clocks()) == (Stood(b"two"), False)
    again.close()


def test_a_table_may_stand_otherwise_by_what_is_said_unless_somebody_acted_meanwhile(store: Store) -> None:
    store.append("t", 0, [Row(1, b"a")], over=False, stood=Stood(b"one"))
    with pytest.raises(Stale):
        store.remark("t", Remark(1, 1.0, b"mine"), StoodAt(0, Stood(b"two")))
    assert (store.remarks("t"), store.stood("t")) == ((), Stood(b"one"))
    store.remark("t", Remark(1, 1.0, b"mine"), StoodAt(1, Stood(b"two", clocked=True)))
    assert (store.stood("t"), store.has_clocks()) == (Stood(b"two", clocked=True), True)
    store.close()


def test_people_have_their_places_until_they_leave_or_the_link_is_another(
    store: Store, where: str | Path
) -> None:
    assert (store.person(b"anna"), store.places(b"anna"), store.sitting("t")) == (None, [], ())
    for name in ("anna", "Anna"):
        store.name_person(b"anna", name)
    store.name_person(b"ben", "Ben")
    store.sit(b"anna", "t", key_hash("w"))
    store.sit(b"anna", "t", key_hash("k"))
    store.sit(b"ben", "t", key_hash("w"))
    with pytest.raises(NotKept):
        store.sit(b"nobody", "t", key_hash("k"))
    store.close()
    again = open_store(where)
    assert again.person(b"anna") == "Anna"
    assert again.sitting("t") == (
        Sitter(b"anna", key_hash("k"), "Anna", ("Red",)),
        Sitter(b"ben", key_hash("w"), "Ben"),
    )
    again.renew_person(b"anna", b"new")
    assert (again.person(b"anna"), again.places(b"anna")) == (None, [])
    assert again.places(b"new") == [Place("t", ("Red",), None)]
    assert list(again.every_person())[1] == Person(b"new", "Anna", (("t", key_hash("k")),))
    again.replace_key("t", Seat(key_hash("another"), ("Red",)))
    assert (again.places(b"new"), [each.name for each in again.sitting("t")]) == ([], ["Ben"])
    again.leave(b"ben", "t")
    again.forget_person(b"new")
    assert (again.sitting("t"), list(again.every_person())) == ((), [Person(b"ben", "Ben")])
    again.close()
