# SPDX-License-Identifier: Apache-2.0
"""Worker processes: what they answer, and how a job ends that takes too much, fails, or is wanted no more."""

import asyncio
import multiprocessing
import os
import time
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from skirmish import SkirmishLibrary

from grognard.opponent import Program
from grognard.server.errors import Refused
from grognard.server.job_queue import JobQueue
from grognard.server.jobs import Reach, Think, pack
from grognard.server.opened_game import OpenedGame
from grognard.server.warming import warm_up
from grognard.server.workers import Asker, Budget, Here, Workers, _Worker, answered

OPENED = OpenedGame("skirmish", "open", "card", ())
START = pack(SkirmishLibrary().open_game("skirmish", "open", "card", {}).rules.start())


def never_ends(*_: Any) -> Any:
    while True:
        time.sleep(0.01)


def takes_all_memory(*_: Any) -> Any:
    return len(bytearray(2**30))


def fails(*_: Any) -> Any:
    raise KeyError("nobody thought of this")


class Heavy(SkirmishLibrary):
    """The skirmish, with programs that take more than they may."""

    programs: Mapping[str, Program] = {"endless": never_ends, "hungry": takes_all_memory, "broken": fails}


def thought(program: str) -> Think:
    return Think(opened=OPENED, position=START, program=program, seed=b"", pending=None)


REACH = Reach(opened=OPENED, position=START, piece="r1")


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    made = Workers(Heavy(), 1, Budget(seconds=0.6, megabytes=256, waiting=4, of_asker=2))
    made.submit(REACH, Asker()).result(60)
    yield made
    made.close()


def test_a_worker_answers_as_this_process_does(workers: Workers) -> None:
    here = Here(Heavy())
    assert workers.submit(REACH, Asker()).result(10) == here.submit(REACH, Asker()).result(10)
    here.close()


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        ("endless", "takes more than 0.6 seconds to work out"),
        ("hungry", "takes more than 256 MB to work out"),
    ],
)
def test_what_takes_too_much_is_refused_in_words(workers: Workers, program: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence) as refused:
        workers.submit(thought(program), Asker()).result(10)
    assert refused.value.status == 422
    assert workers.submit(REACH, Asker()).result(10)


def test_a_worker_that_is_killed_from_outside_is_not_said_to_have_taken_too_much() -> None:
    others = set(multiprocessing.active_children())
    made = Workers(SkirmishLibrary(), 1, Budget(seconds=30))
    made.submit(REACH, Asker()).result(60)
    (process,) = set(multiprocessing.active_children()) - others
    process.kill()
    process.join(10)
    with pytest.raises(Refused, match="ended unexpectedly; send this once more") as refused:
        made.submit(REACH, Asker()).result(10)
    assert refused.value.status == 503
    assert made.submit(REACH, Asker()).result(60)
    made.close()


def test_a_job_that_fails_is_a_defect_and_ends_no_worker(workers: Workers) -> None:
    with pytest.raises(RuntimeError, match="a worker failed"):
        workers.submit(thought("broken"), Asker()).result(10)
    assert workers.submit(REACH, Asker()).result(10)


def test_what_is_not_there_is_refused_as_over_http(workers: Workers) -> None:
    with pytest.raises(Refused, match="there is no piece 'x'") as refused:
        workers.submit(Reach(opened=OPENED, position=START, piece="x"), Asker()).result(10)
    assert refused.value.status == 404


def test_one_asker_may_wait_for_so_many_things_and_all_for_so_many(workers: Workers) -> None:
    waiting = [workers.submit(thought("endless"), Asker(address)) for address in ("a", "a", "b")]
    with pytest.raises(Refused, match="2 things are being worked out for your address") as refused:
        workers.submit(REACH, Asker("a"))
    assert refused.value.status == 429
    last = workers.submit(REACH, Asker("c"))
    with pytest.raises(Refused, match="too much is being worked out") as full:
        workers.submit(REACH, Asker("d"))
    assert full.value.status == 503
    assert last.result(10)
    assert all(done.exception() for done in waiting)


class Asked(msgspec.Struct, eq=False):
    name: str
    is_long: bool = False
    address: str = ""


def test_jobs_that_take_long_never_have_all_workers() -> None:
    """Eight saved games that one stranger had looked at kept everyone's odds waiting for minutes."""
    jobs = JobQueue[Asked](2)
    one, other, short = (
        Asked("one", is_long=True),
        Asked("other", is_long=True),
        Asked("short", is_long=False),
    )
    for job in (one, other, short):
        jobs.put(job)
    assert [jobs.take(), jobs.take()] == [one, short]
    jobs.done(short)
    jobs.put(short)
    # They come in their order otherwise.
    jobs.done(one)
    assert [jobs.take(), jobs.take()] == [other, short]
    jobs.done(other)
    jobs.close()
    assert jobs.take() is None
    # A worker that is alone does everything.
    alone = JobQueue[Asked](1)
    alone.put(one)
    assert alone.take() is one


def test_addresses_take_turns_at_the_workers() -> None:
    """Somebody who asks for one thing waits for one of each stranger's, and not for all they have asked for."""
    jobs = JobQueue[Asked](1)
    for address in "ab":
        for number in range(4):
            jobs.put(Asked(f"{address}{number}", address=address))
    begun = []
    for _ in range(9):
        job = jobs.take()
        assert job is not None
        begun.append(job.name)
        jobs.done(job)
        if len(begun) == 3:
            jobs.put(Asked("c0", address="c"))
    assert begun == ["a0", "b0", "a1", "c0", "b1", "a2", "b2", "a3", "b3"]


def test_a_job_that_is_cancelled_ends_no_worker() -> None:
    """Neither one that has begun nor one that waits: the thread that hands jobs on goes on."""
    made = Workers(Heavy(), 1, Budget(seconds=3))
    made.submit(REACH, Asker()).result(60)
    under_way = made.submit(thought("endless"), Asker())
    time.sleep(0.5)
    waits = made.submit(REACH, Asker())
    assert waits.cancel()
    assert not under_way.cancel()
    assert made.submit(REACH, Asker()).result(60)
    made.close()


def test_what_nobody_waits_for_any_more_is_given_up() -> None:
    """Long before its time is over: the next job does not wait for it."""
    made = Workers(Heavy(), 1, Budget(seconds=60))
    asker = Asker()
    given_up = made.submit(thought("endless"), asker)
    time.sleep(0.2)
    asker.left = True
    began = time.monotonic()
    assert made.submit(REACH, Asker()).result(20)
    assert time.monotonic() - began < 15
    with pytest.raises(Refused, match="has left"):
        given_up.result(1)
    made.close()


def test_a_request_whose_client_leaves_is_given_up() -> None:
    made = Workers(Heavy(), 1, Budget(seconds=60))

    async def leaves_soon() -> None:
        await asyncio.sleep(0.2)

    with pytest.raises(Refused, match="has left"):
        asyncio.run(answered(made, thought("endless"), "", leaves_soon))
    assert made.submit(REACH, Asker()).result(20)
    made.close()


def test_workers_that_are_still_being_made_hold_nobody_up() -> None:
    """Whoever ends a server in its first seconds does not wait until it is ready."""
    made = Workers(Heavy(), 2, Budget())
    waiting = made.submit(REACH, Asker())
    began = time.monotonic()
    made.close()
    assert time.monotonic() - began < 5
    assert not waiting.cancelled()


@pytest.mark.filterwarnings("error")
def test_a_job_that_is_turned_away_leaves_nothing_in_the_log() -> None:
    """It was never begun to be watched for, and Python said so in the log."""
    made = Workers(Heavy(), 1, Budget(waiting=0))

    async def leaves() -> None:
        await asyncio.sleep(60)

    with pytest.raises(Refused, match="too much is being worked out"):
        asyncio.run(answered(made, REACH, "", leaves))
    made.close()


def test_a_worker_that_outlives_its_server_while_it_loads_the_games_ends_without_a_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It printed a traceback when the folder it was started in was gone by then."""

    class Broken(SkirmishLibrary):
        looked = 0

        def scenario_names(self, game: str) -> tuple[str, ...]:
            del game
            self.looked += 1
            raise FileNotFoundError

    library = Broken()
    warm_up(library)
    assert library.looked == 1
    parents = iter((5, 1))
    monkeypatch.setattr(os, "getppid", lambda: next(parents))
    with pytest.raises(SystemExit):
        warm_up(library)
    assert library.looked == 1


def test_a_worker_that_could_not_be_started_is_started_with_the_first_job(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its thread ended, and whoever asked waited for ever."""
    begins = _Worker.__init__
    tried: list[int] = []

    def fails_at_first(self: Any, *given: Any) -> None:
        tried.append(1)
        if len(tried) == 1:
            raise RuntimeError("the system is busy")
        begins(self, *given)

    monkeypatch.setattr(_Worker, "__init__", fails_at_first)
    found = Workers(SkirmishLibrary(), 1, Budget())
    try:
        assert found.submit(REACH, Asker()).result(60)
    finally:
        found.close()
    assert len(tried) == 2
    assert "a worker could not be started" in caplog.text
