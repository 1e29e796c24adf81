# SPDX-License-Identifier: Apache-2.0
"""Another game for the same players: nobody needs a word or a link, for the keys they have open it."""

from typing import Any

import pytest
from clients import Client, Player


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
    assert (
        [view["you"] for view in then.values()] == [["Blue"], ["Red"], []]
        if swap
        else [["Red"], ["Blue"], []]
    )
    one = then[red.key]
    assert (one["scenario"], one["dice"]["tier"], one["free"], one["seq"]) == ("open", "each-roll", True, 0)
    # A link of one table that is made anew leaves the other as it is.
    Player(client, made["table"], made["maker"]).post("/links", {"side": "Red"})
    assert red.get().status_code == 401
    assert Player(client, table, red.key).get().status_code == 200


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
