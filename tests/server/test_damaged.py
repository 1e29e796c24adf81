# SPDX-License-Identifier: Apache-2.0
"""A table that was damaged on the disk is saved as far as it is whole, and its first bad event is named."""

from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest
from clients import Client, Player
from executing import execute
from litestar.testing import TestClient
from msgspec.structs import replace
from skirmish import SkirmishLibrary
from test_saves_loaded import check
from test_tables import play_out

from grognard.server.app import make_app, served
from grognard.server.page import Page
from grognard.server.proof import prove
from grognard.server.record import EVENT, Rolled
from grognard.server.save_table import DAMAGED, LOST, SEALED
from grognard.server.store import Row, StoredTable, open_store
from grognard.server.tables import Tables
from grognard.server.whole_part import WholePart, whole_part


def opened(where: str | Path) -> tuple[Tables, Client]:
    tables = Tables(open_store(where), SkirmishLibrary(), pace=0)
    app = served(make_app(tables, Page(Path(__file__).parent / "no page")))
    return tables, TestClient(app, base_url="http://127.0.0.1")


def played(where: str | Path, scenario: str = "open", acts: int = 40) -> tuple[StoredTable, dict[str, Any]]:
    """Play a game with some rolls; return what is stored of it, and its keys."""
    tables, client = opened(where)
    with client:
        new = {"dice": "server", "game": "skirmish", "scenario": scenario}
        made = client.post("/api/tables", json=new).json()
        red, blue = (Player(client, made["table"], key) for key in made["seats"].values())
        play_out(red, blue, seed=5, acts=acts)
        kept = tables.store.load(made["table"])
    assert kept is not None
    return kept, made


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> StoredTable:
    """A game with some rolls: how many depends on the dice."""
    while True:
        kept, _ = played(tmp_path_factory.mktemp("game"))
        if len(rolls(kept)) > 6 and not {then - one for one, then in pairwise(rolls(kept))} & {1}:
            return kept


def rolls(kept: StoredTable) -> list[int]:
    return [row.seq for row in kept.rows if isinstance(EVENT.decode(row.body), Rolled)]


def other(row: Row, what: int, seq: int = 0) -> Row:
    """Return an event that can still be read, and is not the one that was written."""
    return Row(seq or row.seq, row.body.replace(b"{", b'{"x":%d,' % what, 1))


def changed_after(game: StoredTable, number: int) -> tuple[StoredTable, WholePart]:
    """Change the event after some roll so that the next roll does not follow from it, as one in six would by chance."""
    at, then = rolls(game)[number : number + 2]
    for what in count():
        rows = tuple(other(row, what) if row.seq == at + 1 else row for row in game.rows)
        found = whole_part(replace(game, rows=rows))
        assert found is not None
        if found.last == then:
            return replace(game, rows=rows), found
    raise AssertionError


def test_a_change_that_can_be_read_lies_between_rolls_that_prove_and_one_that_does_not_follow(
    game: StoredTable,
) -> None:
    """One roll of a die follows by chance in one of six cases; four of them hardly ever do."""
    _, found = changed_after(game, 5)
    seqs = rolls(game)
    assert (found.first, found.last, found.kept.rows) == (seqs[2], seqs[6], game.rows[: seqs[2] - 1])
    assert found.told == f"one of the events {seqs[2]} to {seqs[6]} is not as it was written"
    _, early = changed_after(game, 1)
    assert (early.first, early.last, early.kept.rows) == (1, seqs[2], ())


def test_a_change_after_the_last_roll_and_events_that_are_gone_show_in_no_roll(game: StoredTable) -> None:
    seqs = rolls(game)
    for rows in ((*game.rows[: seqs[5]], other(game.rows[0], 0, seqs[5] + 1)), game.rows[: seqs[5]]):
        found = whole_part(replace(game, rows=rows))
        assert found is not None
        assert (found.first, found.last, len(found.kept.rows)) == (seqs[2], len(rows), seqs[2] - 1)


def test_an_event_that_cannot_be_read_or_is_gone_is_the_first_bad_one(game: StoredTable) -> None:
    spoilt = tuple(replace(row, body=b"\0" * 9) if row.seq == 5 else row for row in game.rows)
    gone = tuple(row for row in game.rows if row.seq != 5)
    for rows in (spoilt, gone):
        found = whole_part(replace(game, rows=rows))
        assert found is not None
        assert (found.told, found.kept.rows) == ("event 5 is not as it was written", game.rows[:4])


def test_without_its_record_or_secret_nothing_of_a_table_is_whole(game: StoredTable) -> None:
    assert whole_part(replace(game, record=game.record[:-9])) is None
    assert whole_part(replace(game, secret=bytes(32))) is None


def test_what_is_whole_of_a_damaged_table_is_saved_and_goes_on_elsewhere(where: str | Path) -> None:
    """It was refused, and the whole game was lost unless there was a copy of all tables."""
    kept, made = played(where)
    at = len(kept.rows) - 5
    store = open_store(where)
    execute(store, "DELETE FROM events WHERE seq = %s", at)
    store.close()
    _, client = opened(where)
    with client:
        red, stranger = (Player(client, kept.table, key) for key in (made["seats"]["Red"], "none"))
        told = f"{DAMAGED}: event {at} is not as it was written, and the {at - 1} before can still be saved"
        assert (red.get().status_code, red.get().json()) == (410, {"detail": told})
        saved = red.get("/log")
        assert saved.status_code == 200
        assert (
            f'filename="skirmish-{kept.table}-first-{at - 1}.jsonl"' in saved.headers["content-disposition"]
        )
        proof = prove(saved.content)
        assert proof is not None
        assert proof.faults == ()
        assert saved.content.splitlines()[1:-1] == [row.body for row in kept.rows[: at - 1]]
        assert check(client, saved.content).json()["orders"] > 2
        assert (stranger.get().status_code, stranger.get("/log").status_code) == (401, 401)


def test_of_a_damaged_table_that_hides_something_each_side_saves_what_it_has_seen(tmp_path: Path) -> None:
    kept, made = played(tmp_path, "hidden", 20)
    at = len(kept.rows) - 2
    store = open_store(tmp_path)
    execute(store, "UPDATE events SET body = %s WHERE seq = %s", b"{}", at)
    store.close()
    _, client = opened(tmp_path)
    with client:
        for side, plan in (("Red", "south"), ("Blue", "north")):
            player = Player(client, kept.table, made["seats"][side])
            shown = player.get()
            assert shown.json()["detail"] == f"{DAMAGED}; {SEALED}"
            saved = player.get("/log")
            assert saved.status_code == 200
            assert f'"side":"{side}"' in saved.text
            assert plan not in saved.text


def test_a_table_whose_record_is_spoilt_is_said_to_be_lost(tmp_path: Path) -> None:
    kept, made = played(tmp_path)
    store = open_store(tmp_path)
    execute(store, "UPDATE tables SET secret = %s", bytes(32))
    execute(store, "UPDATE events SET body = %s WHERE seq = 1", b"{}")
    store.close()
    _, client = opened(tmp_path)
    with client:
        red = Player(client, kept.table, made["seats"]["Red"])
        for path in ("", "/log"):
            assert (red.get(path).status_code, red.get(path).json()) == (410, {"detail": LOST})
