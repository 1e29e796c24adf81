# SPDX-License-Identifier: Apache-2.0
"""Who is at a table, and when he was there last: nothing else is told."""

import asyncio
from pathlib import Path
from typing import Any

from skirmish import SkirmishLibrary

from grognard.server.events import Streams
from grognard.server.new_table import NewTable
from grognard.server.presence import Presence
from grognard.server.seat_view import SeatView
from grognard.server.seats import Seat
from grognard.server.store import open_store
from grognard.server.tables import Tables


def test_a_seat_is_here_while_one_of_its_pages_is() -> None:
    now = 0.0
    presence, red = Presence(lambda: now), Seat(b"r", ("Red",))
    assert presence.told("t", red).minutes is None
    with presence.at("t", red):
        with presence.at("t", red):
            pass
        assert presence.told("t", red).here
    now = 59
    assert (presence.told("t", red).here, presence.told("t", red).minutes) == (False, 0)
    now = 310
    assert presence.told("t", red).minutes == 5
    assert presence.told("t", Seat(b"new key", ("Red",))).minutes is None
    assert presence.told("another table", red).minutes is None


def test_who_follows_a_table_hears_at_once_who_comes_and_goes(tmp_path: Path) -> None:
    tables = Tables(open_store(tmp_path), SkirmishLibrary(), pace=0)
    try:
        asyncio.run(_came_and_went(tables))
    finally:
        tables.close()


async def _came_and_went(tables: Tables) -> None:
    table = tables.make(NewTable(game="skirmish", scenario="open", dice="server"))
    live, streams = tables.find(table.table), Streams()

    def follow(key: str | None) -> Any:
        return streams.of(SeatView(live, live.seat(key or "")), None)

    red, watcher, blue, again = map(follow, (table.seats["Red"], table.watch, *[table.seats["Blue"]] * 2))
    assert b"data: " in await anext(red)
    # Whoever only watches, and a second page of the same seat, is news to nobody.
    await anext(watcher)
    await anext(blue)
    assert await anext(red) == await anext(watcher) == b"event: presence\n\n"
    await anext(again)
    await again.aclose()
    heard = asyncio.ensure_future(anext(red))
    await asyncio.sleep(0)
    assert not heard.done()
    await blue.aclose()
    assert await asyncio.wait_for(heard, 20) == b"event: presence\n\n"
    assert streams.presence.told(live.id, live.seat(table.seats["Blue"] or "")).minutes == 0
    for stream in (red, watcher):
        await stream.aclose()
    assert streams.count == 0
