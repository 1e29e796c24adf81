# SPDX-License-Identifier: Apache-2.0
"""Samples of what `make long ONLY="worst thinking"` has in full and measures: the dearest requests at once, and programs that think."""

import asyncio
import gc
import time
from pathlib import Path

import pytest
from thinking import Play, think_beside
from worst import LOAD, ask_the_worst

from grognard.server import events
from grognard.server.events import Streams
from grognard.server.new_table import NewTable
from grognard.server.seat_view import SeatView
from grognard.server.tables import Tables

# Whoever makes the load leaves his connections as they are; what is told of that belongs here, and to no test after this one.
load = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)


@load
def test_people_play_on_while_others_ask_for_the_dearest_things(tmp_path: Path) -> None:
    """How long they wait is not held here: others may be at work on the machine."""
    measured, log = ask_the_worst(tmp_path, 1, tables=2, every=0.2)
    gc.collect()
    assert measured.acts > 1
    assert measured.asked
    assert max(measured.asked) < 500
    assert measured.free_after < 15
    assert measured.megabytes < 1500
    assert not log


@load
def test_people_play_on_while_programs_think_elsewhere(database: str, tmp_path: Path) -> None:
    """How long they wait is not held here either."""
    sample = Play(1, tables=1, count=4, program="random", games=("seelowe/sealion",), workers=0)
    thought, log = think_beside(tmp_path, database, sample)
    gc.collect()
    assert thought.acts > 0
    assert thought.events > 0
    assert thought.fewest > 2
    assert not log


def test_whoever_makes_the_load_goes_on_when_a_stream_is_cut() -> None:
    """A server cuts streams that are not read for some seconds; the load then waited for a view that never came."""
    head = b"HTTP/1.1 200 OK\r\n\r\n"
    sent: list[int] = []

    async def cut(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        sent.append(len(sent))
        writer.write(head + b'data: {"seq": %d}\n' % sent[-1])
        await writer.drain()
        writer.close()

    async def followed() -> int:
        async with await asyncio.start_server(cut, "127.0.0.1", 0) as server:
            host, port = server.sockets[0].getsockname()
            game = LOAD["Played"](f"http://{host}:{port}", 0)
            game.path, game.keys = "/t", {"Red": ""}
            following = asyncio.create_task(game.follow("Red"))
            while game.views.get("Red", {}).get("seq", 0) < 1:
                await asyncio.wait_for(game.fresh.wait(), 10)
                game.fresh.clear()
            following.cancel()
            return len(sent)

    assert asyncio.run(followed()) > 1


def test_a_stream_sends_so_much_a_second_and_then_the_newest_view(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred pages that followed a game of thousands of orders were sent its whole view with each of its acts, and all others waited."""
    made = tables.make(NewTable(game="skirmish", scenario="open", dice="server", hotseat=True))
    live = tables.find(made.table)
    seat = live.seat(made.seats["Red"] or "")
    _, written = SeatView(live, seat).written()
    assert SeatView(live, seat).written()[1] is written
    monkeypatch.setattr(events, "PACE", len(written) / 0.5)

    async def follow() -> list[bytes]:
        stream = aiter(Streams().of(SeatView(live, seat), None))
        first = await anext(stream)
        for number in range(3):
            live.order(seat, live.moment.seq, f"{number}", {"type": "end"})
        began = time.monotonic()
        second = await anext(stream)
        assert time.monotonic() - began > 0.3
        await stream.aclose()  # type: ignore[attr-defined]  # it is a generator
        return [first, second]

    assert [frame.partition(b"\n")[0] for frame in asyncio.run(follow())] == [b"id: 0", b"id: 3"]
    tables.close()
