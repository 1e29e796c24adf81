# SPDX-License-Identifier: Apache-2.0
"""Another game for the same players: nobody needs a word or a link, for the keys they have open it."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from clients import Client, Player

from grognard.server.rematch import set_up_again
from grognard.server.seat_view import SeatView
from grognard.server.tables import Tables

Players = tuple[Player, Player, Player]


def again(player: Player, command: str = "again", *, swap: bool = False) -> Any:
    return player.post("/rematch", {"command": command, "swap": swap})


@pytest.mark.parametrize("swap", [False, True])
def test_the_same_keys_open_the_same_game_again(client: Client, *, swap: bool) -> None:
    body = {"game": "skirmish", "scenario": "open", "dice": "each-roll", "free": True}
    made = client.post("/api/tables", json=body).json()
    red, blue, watcher = (
        Player(client, made["table"], key)
        for key in (made["seats"]["Red"], made["seats"]["Blue"], made["watch"])
    )
    done = again(red, swap=swap)
    assert done.status_code == 201, done.text
    table = done.json()["table"]
    assert blue.get("/talk").json()["rematch"] == {"table": table, "swapped": swap}
    # Whoever comes second is led to the same.
    assert again(blue, swap=not swap).json()["table"] == again(red).json()["table"] == table
    assert again(watcher).status_code == 403
    then = {key: Player(client, table, key).view() for key in (red.key, blue.key, watcher.key)}
    you = [["Blue"], ["Red"], []] if swap else [["Red"], ["Blue"], []]
    assert [view["you"] for view in then.values()] == you
    one = then[red.key]
    assert (one["scenario"], one["dice"]["tier"], one["free"], one["seq"]) == ("open", "each-roll", True, 0)
    # A link of one table that is made anew leaves the other as it is.
    Player(client, made["table"], made["maker"]).post("/links", {"side": "Red"})
    assert red.get().status_code == 401
    assert Player(client, table, red.key).get().status_code == 200


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
def test_both_may_ask_for_it_at_once(
    players: Players, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two tables were made, and of one of them nobody knew."""
    live = tables.find(players[0].table)
    both, take_in = threading.Barrier(2), tables.take_in

    def slowly(*made: Any) -> None:
        with suppress(threading.BrokenBarrierError):
            both.wait(0.3)
        take_in(*made)

    monkeypatch.setattr(tables, "take_in", slowly)

    def ask(player: Player) -> str:
        return set_up_again(tables, SeatView(live, live.seat(player.key)), "again", swap=False)

    with ThreadPoolExecutor(2) as threads:
        assert len(set(threads.map(ask, players[:2]))) == 1
    assert len(players[0].get("/talk").json()["remarks"]) == 1
    assert len(tables.store.unfinished()) == 2


def test_against_a_program_one_may_play_the_other_side(client: Client) -> None:
    body = {"game": "skirmish", "scenario": "open", "seats": {"Blue": "random"}}
    made = client.post("/api/tables", json=body).json()
    red = Player(client, made["table"], made["seats"]["Red"])
    then = Player(client, again(red, swap=True).json()["table"], red.key).view()
    assert (then["you"], then["programs"], then["dice"]["joins"]) == (["Blue"], {"Red": "random"}, ["Blue"])


@pytest.mark.parametrize(
    "body", [{}, {"command": ""}, {"command": "x", "swap": "perhaps"}, {"command": "x", "with": "y"}]
)
def test_what_is_no_request_is_refused(players: tuple[Player, Player, Player], body: Any) -> None:
    assert players[0].post("/rematch", body).status_code == 400
