# SPDX-License-Identifier: Apache-2.0
"""Several servers on one database: whichever is asked, a table is one, and nothing is lost with a server that dies."""

import asyncio
import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from clients import Player, Running
from killing import Witness
from sharing import Shared, play_shared
from skirmish import SkirmishLibrary
from test_running import Stream, sit

from grognard.play.game import every_order
from grognard.play.log import plain
from grognard.server.errors import Stale
from grognard.server.events import Streams
from grognard.server.joining import join
from grognard.server.live_table import LiveTable
from grognard.server.new_table import Made, NewTable
from grognard.server.seat_view import SeatView
from grognard.server.seats import Seat
from grognard.server.store import open_store
from grognard.server.tables import Tables
from grognard.umpire import Choose

Pair = tuple[Tables, Tables]
WALK = {"type": "walk", "piece": "r1", "to": "0301"}
END = {"type": "end"}


@pytest.fixture
def pair(database: str) -> Iterator[Pair]:
    """The tables of two servers, in one process."""
    one, other = (Tables(open_store(database), SkirmishLibrary(), pace=0) for _ in range(2))
    yield one, other
    one.close()
    other.close()


def at_both(pair: Pair, dice: Any = "server", *, hotseat: bool = True) -> tuple[Made, LiveTable, LiveTable]:
    """Make a table, and find it by both."""
    made = pair[0].make(NewTable(game="skirmish", scenario="open", dice=dice, hotseat=hotseat))
    one, other = (tables.find(made.table) for tables in pair)
    return made, one, other


def act(live: LiveTable, seat: Seat, rng: random.Random) -> None:
    """Answer, take back or order something."""
    now, command = live.moment, str(rng.random())
    if isinstance(now.asked, Choose):
        live.answer(seat, now.seq, command, rng.choice(now.asked.options))
    elif now.table.undoable and rng.random() < 0.2:
        live.undo(seat, now.seq, command)
    else:
        orders = list(every_order(live.game, now.table.position))
        # Who may strike does.
        strikes = [order for order in orders if "Strike" in type(order).__name__]
        live.order(seat, now.seq, command, plain(rng.choice(strikes or orders)))


def test_what_one_server_does_the_other_takes_up_event_by_event(pair: Pair) -> None:
    made, *lives = at_both(pair)
    seat, rng = lives[0].seat(made.seats["Red"] or ""), random.Random(3)
    while (now := pair[0].find(made.table).moment).to_act and now.seq < 200:
        at = rng.randrange(2)
        live = pair[at].find(made.table)
        assert live is lives[at], "it is not read anew"
        act(live, seat, rng)
    one, other = (tables.find(made.table) for tables in pair)
    assert one.moment.rolls
    assert (one.events, one.hashes, one.done, one.key) == (other.events, other.hashes, other.done, other.key)
    assert one.moment.table.log == other.moment.table.log
    read = pair[0]._load(made.table)
    assert SeatView(one, seat).view() == SeatView(other, seat).view() == SeatView(read, seat).view()


def test_who_acts_upon_what_another_server_has_moved_on_is_late_and_sees_it(pair: Pair) -> None:
    made, one, other = at_both(pair)
    seat = one.seat(made.seats["Red"] or "")
    one.order(seat, 0, "one", WALK)
    heard: list[int] = []
    other.after.append(lambda live: heard.append(live.moment.seq))
    with pytest.raises(Stale) as stale:
        other.order(seat, 0, "other", END)
    assert (stale.value.seq, other.moment.seq, heard[0]) == (1, 1, 1)
    assert other.order(seat, 1, "other", END) == 2
    assert not other.broken


def test_a_command_sent_to_two_servers_is_done_once(pair: Pair) -> None:
    made, one, other = at_both(pair)
    seat = one.seat(made.seats["Red"] or "")
    with ThreadPoolExecutor(2) as pool:
        done = [pool.submit(live.order, seat, 0, "the same", WALK) for live in (one, other)]
        assert [each.result(20) for each in done] == [1, 1]
    assert [len(tables.find(made.table).events) for tables in pair] == [1, 1]


def test_two_who_join_at_two_servers_have_both_joined(pair: Pair) -> None:
    made, one, other = at_both(pair, "players", hotseat=False)
    red, blue = (one.seat(made.seats[side] or "") for side in ("Red", "Blue"))
    with ThreadPoolExecutor(2) as pool:
        done = [
            pool.submit(join, live, seat, nonce * 32)
            for live, seat, nonce in ((one, red, "a1"), (other, blue, "b2"))
        ]
        assert sorted(each.result(20) for each in done) == [1, 2]
    one, other = (tables.find(made.table) for tables in pair)
    assert one.moment.dice == other.moment.dice
    assert one.key == other.key
    assert not one.moment.dice.missing
    other.order(red, 2, "c", WALK)


def test_what_cannot_be_followed_is_read_anew(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server with other rules works another outcome out than the one that is kept."""
    made, one, other = at_both(pair)
    seat = one.seat(made.seats["Red"] or "")
    end = other.parse(END)
    monkeypatch.setattr(other, "parse", lambda _: end)
    one.order(seat, 0, "c", WALK)
    again = pair[1].find(made.table)
    assert other.broken
    assert again is not other
    assert SeatView(again, seat).view() == SeatView(one, seat).view()


def test_a_stream_begins_with_what_was_told_before_it_was_opened(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, one, other = at_both(pair)
    seat = one.seat(made.seats["Red"] or "")
    seat_view = SeatView(other, seat)
    # It is told of a table that nobody follows here yet.
    monkeypatch.setattr(pair[1], "_moved", lambda _: None)
    one.order(seat, 0, "c", WALK)
    assert other.moment.seq == 0

    async def first() -> bytes:
        return await anext(aiter(Streams().of(seat_view, None)))

    assert asyncio.run(first()).startswith(b"id: 1\n")


# Processes of their own


@pytest.fixture
def servers(database: str) -> Iterator[tuple[Running, Running]]:
    found = Running(database), Running(database)
    yield found
    for server in found:
        if server.process.poll() is None:
            server.stop()


def elsewhere(player: Player, server: Running) -> Player:
    """Return the same seat at another server."""
    return Player(server.client, player.table, player.key)


def test_who_follows_a_table_at_one_server_hears_what_is_done_at_another(
    servers: tuple[Running, Running],
) -> None:
    player = sit(servers[0])
    other = elsewhere(player, servers[1])
    stream = Stream(other)
    assert stream.next()[0] == 0
    for seq in range(1, 6):
        player.end()
        told, view = stream.next()
        assert told == seq == other.view()["seq"]
        assert view == other.view()
    stream.close()


@pytest.mark.parametrize("dice", ["players", "each-roll"])
def test_two_play_at_two_servers_with_dice_of_their_own(servers: tuple[Running, Running], dice: str) -> None:
    body = {"game": "skirmish", "scenario": "open", "dice": dice}
    made = servers[0].client.post("/api/tables", json=body).json()
    red, blue = (
        Shared(Player(server.client, made["table"], made["seats"][side]), shares=dice == "each-roll")
        for side, server in zip(("Red", "Blue"), servers, strict=True)
    )
    for seat in (red, blue):
        assert seat.join().status_code == 200
    views = play_shared(red, blue, seed=4, acts=40)
    assert views[-1]["seq"] > 20
    assert red.player.view()["log"] == blue.player.view()["log"]


def test_a_server_that_dies_takes_nothing_with_it(servers: tuple[Running, Running]) -> None:
    """Two play at one table through two servers; one of them is killed, and the table goes on at the other."""
    player = sit(servers[0])
    witnesses, stop = [Witness({}, seed) for seed in (1, 2)], threading.Event()
    for witness in witnesses:
        witness.table, witness.key = player.table, player.key
    threads = [
        threading.Thread(target=witness.play, args=(server.client.base_url, stop))
        for witness, server in zip(witnesses, servers, strict=True)
    ]
    for thread in threads:
        thread.start()
    while min(witness.total for witness in witnesses) < 8 and not any(each.wrong for each in witnesses):
        stop.wait(0.01)
    servers[0].kill()
    threads[0].join(20)
    before = witnesses[1].total
    while witnesses[1].total < before + 5 and not witnesses[1].wrong:
        stop.wait(0.01)
    stop.set()
    threads[1].join(20)
    for witness in witnesses:
        witness.check(servers[1].client)
