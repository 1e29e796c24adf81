# SPDX-License-Identifier: Apache-2.0
"""In a lane the addresses take turns: whoever asks for much waits for himself, and nobody for those who have left."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

import pytest
from clients import Client as Caller

from grognard.server import lanes
from grognard.server.errors import Refused
from grognard.server.lanes import CLIENT, LEFT, Client, FairQueue, Lane


@pytest.fixture
def lane() -> Iterator[tuple[Lane, threading.Event]]:
    """A lane of one thread that is busy until an event is set."""
    lane, free, begun = Lane(1, "test"), threading.Event(), threading.Event()

    def busy() -> None:
        begun.set()
        free.wait(20)

    lane.submit(busy)
    assert begun.wait(10)
    yield lane, free
    free.set()
    lane.shutdown()


@contextmanager
def asked_by(client: Client) -> Iterator[None]:
    token = CLIENT.set(client)
    yield
    CLIENT.reset(token)


def test_addresses_take_turns(lane: tuple[Lane, threading.Event]) -> None:
    """With 200 looks at the past of a long game under way, nobody else could open a table for many seconds."""
    there, free = lane
    done: list[str] = []
    for address, count in (("a", 4), ("b", 2), ("c", 1)):
        with asked_by(Client(address)):
            for number in range(count):
                there.submit(done.append, f"{address}{number}")
    free.set()
    there.shutdown()
    assert done == ["a0", "b0", "c0", "a1", "b1", "a2", "a3"]


def test_what_a_client_that_has_left_wanted_to_see_is_dropped_and_what_it_did_is_done(
    lane: tuple[Lane, threading.Event],
) -> None:
    there, free = lane
    done: list[str] = []
    state: dict[str, Any] = {}
    with asked_by(Client("a", state, looks=True)):
        looked: Future[None] = there.submit(done.append, "looked")
    with asked_by(Client("a", state)):
        acted = there.submit(done.append, "acted")
    state[LEFT] = True
    free.set()
    with pytest.raises(Refused, match="has left"):
        looked.result(10)
    acted.result(10)
    assert done == ["acted"]


def test_errors_come_back_and_end_no_thread() -> None:
    there = Lane(1, "test")
    with pytest.raises(ZeroDivisionError):
        there.submit(lambda: 1 / 0).result(10)
    assert there.submit(lambda: 1).result(10) == 1
    there.shutdown()


def test_so_many_wait_and_no_more() -> None:
    turns = FairQueue[int](of_address=2, waiting=3)
    turns.put("a", 1)
    turns.put("a", 2)
    with pytest.raises(Refused, match="2 requests of your address wait already") as refused:
        turns.put("a", 3)
    assert refused.value.status == 429
    turns.put("b", 4)
    with pytest.raises(Refused, match="too many requests wait") as full:
        turns.put("c", 5)
    assert full.value.status == 503
    assert [turns.take() for _ in range(3)] == [1, 4, 2]
    turns.put("a", 6)
    assert turns.take() == 6


def test_every_request_says_whose_it_is(client: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those that the framework hands to a thread by itself."""
    seen: list[Client] = []
    put = FairQueue.put

    def noting(self: FairQueue[Any], address: str, what: Any) -> None:
        seen.append(CLIENT.get())
        put(self, address, what)

    monkeypatch.setattr(lanes.FairQueue, "put", noting)
    client.get("/api/games")
    client.post("/api/tables", json={"game": "skirmish", "scenario": "open"})
    assert [(each.address != "", each.looks) for each in seen] == [(True, True), (True, False)]
