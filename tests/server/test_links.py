# SPDX-License-Identifier: Apache-2.0
"""Only the maker of a table can replace lost links; the old ones open nothing."""

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest
from clients import Client, Player
from executing import execute
from skirmish import SkirmishLibrary

from grognard.server.errors import Refused
from grognard.server.events import Streams
from grognard.server.links import new_link
from grognard.server.new_table import NewTable
from grognard.server.seat_view import SeatView
from grognard.server.store import open_store
from grognard.server.tables import Tables

NEW = {"dice": "server", "game": "skirmish", "scenario": "open"}


def made(client: Client, **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = client.post("/api/tables", json=NEW | more).json()
    return found


def bearer(client: Client, table: dict[str, Any], key: str) -> Player:
    return Player(client, table["table"], key)


def anew(client: Client, table: dict[str, Any], side: str | None) -> str:
    done = bearer(client, table, table["maker"]).post("/links", {"side": side})
    assert done.status_code == 201, done.text
    key: str = done.json()["key"]
    return key


def test_a_lost_link_is_made_anew_and_the_old_one_dies(client: Client) -> None:
    table = made(client)
    key = anew(client, table, "Blue")
    lost = bearer(client, table, table["seats"]["Blue"])
    assert lost.get().status_code == lost.get("/log").status_code == 401
    assert bearer(client, table, key).view()["you"] == ["Blue"]
    assert bearer(client, table, table["seats"]["Red"]).view()["you"] == ["Red"]
    again = anew(client, table, "Blue")
    assert bearer(client, table, key).get().status_code == 401
    assert bearer(client, table, again).view()["you"] == ["Blue"]


def test_the_new_one_is_kept(client: Client, where: Any) -> None:
    table = made(client)
    key, watch = anew(client, table, "Blue"), anew(client, table, None)
    client.__exit__()
    again = Tables(open_store(where), SkirmishLibrary(), pace=0)
    live = again.find(table["table"])
    assert live.seat(key).sides == ("Blue",)
    assert live.seat(watch).sides == ()
    assert live.seat(table["maker"]).maker
    for dead in (table["seats"]["Blue"], table["watch"]):
        with pytest.raises(Refused, match="does not open"):
            live.seat(dead)
    again.close()


def test_the_maker_only_watches(client: Client) -> None:
    table = made(client)
    maker = bearer(client, table, table["maker"])
    assert maker.view()["you"] == []
    assert maker.order({"type": "end"}).json()["detail"] == "this key is for watching; it plays no side"


@pytest.mark.parametrize("who", ["Red", "watch"])
def test_nobody_else_makes_links(client: Client, who: str) -> None:
    table = made(client)
    done = bearer(client, table, table["seats"].get(who) or table["watch"]).post("/links", {"side": "Blue"})
    assert (done.status_code, done.json()["detail"]) == (
        403,
        "only the maker of the table can make links anew, with the key that came with it",
    )
    assert bearer(client, table, table["seats"]["Blue"]).view()["you"] == ["Blue"]


def test_a_table_of_an_older_server_has_no_maker(client: Client, tables: Tables) -> None:
    table = made(client)
    execute(tables.store, "DELETE FROM seats WHERE sides = 'null'")
    live = tables.find(table["table"])
    live.seats = {key: seat for key, seat in live.seats.items() if not seat.maker}
    done = bearer(client, table, table["seats"]["Red"]).post("/links", {"side": "Blue"})
    assert done.status_code == 403
    assert done.json()["detail"].startswith("this table was made before makers had a key")


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ({"side": "Green"}, 422, "no side"),
        ({"side": "Blue"}, 422, "Blue is played by a program, which needs no link"),
        ({"side": 3}, 400, "side"),
        ({"of": "Red"}, 400, "of"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(client: Client, body: Any, status: int, says: str) -> None:
    table = made(client, seats={"Blue": "random"})
    done = bearer(client, table, table["maker"]).post("/links", body)
    assert done.status_code == status, done.text
    assert says in done.json()["detail"]


def test_at_a_shared_screen_one_new_link_serves_both(client: Client) -> None:
    table = made(client, hotseat=True)
    assert bearer(client, table, anew(client, table, "Blue")).view()["you"] == ["Red", "Blue"]
    assert bearer(client, table, table["seats"]["Red"]).get().status_code == 401


def test_whoever_follows_by_the_old_link_is_shut_out_at_once(tables: Tables) -> None:
    table = tables.make(NewTable(game="skirmish", scenario="open", dice="server"))
    live = tables.find(table.table)
    assert asyncio.run(_followed_until_replaced(live, table)) == 1
    tables.close()


async def _followed_until_replaced(live: Any, table: Any) -> int:
    stream: AsyncIterator[bytes] = Streams().of(SeatView(live, live.seat(table.seats["Blue"])), None)
    seen = 0
    async for _ in stream:
        seen += 1
        threading.Thread(target=new_link, args=(live, live.seat(table.maker), "Blue")).start()
    return seen


def test_another_server_knows_a_new_link_at_once(database: str) -> None:
    one, other = (Tables(open_store(database), SkirmishLibrary(), pace=0) for _ in range(2))
    table = one.make(NewTable(game="skirmish", scenario="open", dice="server"))
    here, there = one.find(table.table), other.find(table.table)
    assert there.seat(table.seats["Blue"] or "").sides == ("Blue",)
    seen = asyncio.run(_followed_elsewhere(here, there, table))
    assert seen == 1, "the stream at the other server has ended"
    with pytest.raises(Refused, match="does not open"):
        there.seat(table.seats["Blue"] or "")
    # A second one, by the server that has not made the first.
    key = new_link(there, there.seat(table.maker), "Blue")
    assert here.seat(key).sides == ("Blue",)
    one.close()
    other.close()


async def _followed_elsewhere(here: Any, there: Any, table: Any) -> int:
    seen = 0
    async for _ in Streams().of(SeatView(there, there.seat(table.seats["Blue"])), None):
        seen += 1
        await asyncio.to_thread(new_link, here, here.seat(table.maker), "Blue")
    return seen
