# SPDX-License-Identifier: Apache-2.0
"""The past of a table: worked out by workers within a budget, as each seat may see it, while acts go on."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import pytest
from clients import Client, Player
from litestar.testing import TestClient
from skirmish import Skirmish, SkirmishLibrary
from test_tables import play_out

from grognard.server.app import make_app, served
from grognard.server.errors import Refused
from grognard.server.jobs import Doing
from grognard.server.library import Scenario
from grognard.server.looking_back import LONG, CopyAt, Events, LookBack, LookingBack
from grognard.server.page import Page
from grognard.server.seat_view import SeatView
from grognard.server.sqlite_store import SqliteStore
from grognard.server.tables import Tables
from grognard.server.workers import Asker, Budget, Here, Work, Workers

Players = tuple[Player, Player, Player]


class SlowToRead(SkirmishLibrary):
    """The skirmish, which takes for ever to look up in any other process than the server's."""

    def __init__(self) -> None:
        self.server = os.getpid()

    def scenario(self, game: str, name: str) -> Scenario:
        while os.getpid() != self.server:
            pass
        return super().scenario(game, name)


class Noting(Here):
    """Does jobs here, and notes them."""

    jobs: list[Any]

    def submit(self, job: Any, asker: Asker) -> Any:
        self.jobs.append(job)
        return super().submit(job, asker)


@contextmanager
def serving(tables: Tables, work: Work, folder: Path) -> Iterator[Client]:
    with TestClient(
        served(make_app(tables, Page(folder / "no page"), work=work)), base_url="http://127.0.0.1"
    ) as client:
        yield client


def sat(client: Client, scenario: str = "open") -> Players:
    made = client.post(
        "/api/tables", json={"dice": "server", "game": "skirmish", "scenario": scenario}
    ).json()
    red, blue, watcher = (
        Player(client, made["table"], key) for key in (*made["seats"].values(), made["watch"])
    )
    return red, blue, watcher


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return Tables(SqliteStore(tmp_path / "data"), SkirmishLibrary(), pace=0)


def job_of(tables: Tables, player: Player, number: int) -> LookBack:
    live = tables.find(player.table)
    return SeatView(live, live.seat(player.key)).look_back(number)


def test_the_past_and_copies_of_it_are_worked_out_by_workers(tables: Tables, tmp_path: Path) -> None:
    """They were worked out in a thread of the server, which had no budget."""
    work = Noting(tables.library)
    work.jobs = []
    with serving(tables, work, tmp_path) as client:
        red, blue, _ = sat(client)
        red.walk("r1", "0101")
        red.walk("r2", "0501")
        assert red.get("?at=1").json()["log"][0]["lines"] == ["r1 walks to 0101"]
        copied = red.post("/copy", {"at": 1}).json()
        assert [type(job) for job in work.jobs] == [LookBack, CopyAt]
        again = Player(client, copied["table"], copied["seats"]["Blue"]).view()
        assert [line["lines"] for line in again["log"]] == [["r1 walks to 0101"]]
        # What cannot be answered is no work for anyone.
        assert blue.get("?at=3").json() == {"detail": "this table has events from 0 to 2, not 3"}
        assert red.post("/copy", {"at": 3}).json() == {"detail": "this table has events from 0 to 2, not 3"}
        assert len(work.jobs) == 2


@pytest.mark.parametrize("scenario", ["open", "hidden"])
def test_another_process_sees_the_past_as_each_seat_may(
    scenario: str, tables: Tables, tmp_path: Path
) -> None:
    with serving(tables, Here(tables.library), tmp_path) as client:
        players = sat(client, scenario)
        red, blue, _ = players
        red.walk("r1", "0101")
        red.act("/undo")
        play_out(red, blue, seed=3, acts=12)
        live = tables.find(red.table)
        elsewhere = Doing(SkirmishLibrary())
        for player in players:
            eyes = SeatView(live, live.seat(player.key))
            for number in range(eyes.number(live.moment.seq) + 1):
                told = elsewhere.encoded(job_of(tables, player, number))
                assert told[1:] == msgspec.json.encode(eyes.past(number))


def test_a_past_that_takes_too_long_is_refused_in_words_while_acts_go_on(tmp_path: Path) -> None:
    library = SlowToRead()
    slow = Tables(SqliteStore(tmp_path / "data"), library, pace=0)
    work = Workers(library, 1, Budget(seconds=1))
    with serving(slow, work, tmp_path) as client:
        red, _, watcher = sat(client)
        red.walk("r1", "0101")
        answers: list[Any] = []
        asking = Thread(target=lambda: answers.append(watcher.get("?at=0")))
        asking.start()
        assert red.walk("r2", "0501") == 2
        assert not answers
        asking.join(180)
    assert answers[0].status_code == 422
    said = "this takes more than 1 seconds to work out, which is all that this server gives it"
    assert answers[0].json() == {"detail": said}


def test_one_address_looks_back_so_often_at_once_and_asks_for_odds_beside(
    tables: Tables, tmp_path: Path
) -> None:
    with serving(tables, Here(tables.library), tmp_path) as client:
        red, *_ = sat(client)
        red.walk("r1", "0101")
        look = job_of(tables, red, 0)
        live = tables.find(red.table)
        odds = SeatView(live, live.seat(red.key)).reach("r1")
        work = Workers(SkirmishLibrary(), 1, Budget(views_of_asker=2, of_asker=1))
        waiting = [work.submit(job, Asker("a")) for job in (look, look, odds)]
        for job, most in ((look, 2), (odds, 1)):
            with pytest.raises(Refused, match=f"^{most} things are being worked out for your address"):
                work.submit(job, Asker("a"))
        assert all(done.result(180) for done in waiting)
        work.close()


def test_a_process_reads_a_table_again_only_if_it_went_on(tables: Tables, tmp_path: Path) -> None:
    with serving(tables, Here(tables.library), tmp_path) as client:
        red, *_ = sat(client)
        red.walk("r1", "0101")
        past = LookingBack(SkirmishLibrary())
        first = job_of(tables, red, 0)
        past.answer(first, Skirmish())
        read = past._read[red.table]
        past.answer(job_of(tables, red, 1), Skirmish())
        assert past._read[red.table] is read
        red.walk("r2", "0501")
        past.answer(job_of(tables, red, 2), Skirmish())
        again = past._read[red.table]
        assert again is not read
        # What was told of it need not be told anew.
        assert again.told is read.told
        others = [sat(client)[0] for _ in range(3)]
        for other in others:
            past.answer(job_of(tables, other, 0), Skirmish())
        assert list(past._read) == [other.table for other in others[1:]]


def test_looks_at_long_games_leave_a_worker_for_others() -> None:
    long, short = (Events("t", b"", b"", (b"",) * count, b"") for count in (LONG + 1, LONG))
    assert (long.is_long, short.is_long) == (True, False)
