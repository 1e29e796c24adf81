# SPDX-License-Identifier: Apache-2.0
"""What is said at a table: kept with it, read by all, plain text within limits, and no part of the game."""

import asyncio
from typing import Any

import pytest
from clients import Player
from skirmish import SkirmishLibrary

from grognard.server.errors import Refused
from grognard.server.events import Streams
from grognard.server.new_table import NewTable
from grognard.server.seat_view import SeatView
from grognard.server.store import open_store
from grognard.server.tables import Tables
from grognard.server.talk import A_MINUTE, MOST_SAID, Talk
from grognard.server.talking import say

NEW = NewTable(game="skirmish", scenario="open", dice="server")


def speak(player: Player, text: str, command: str = "") -> Any:
    return player.post("/talk", {"text": text, "command": command or text[:5]})


def texts(player: Player, after: str = "") -> list[tuple[list[str], str]]:
    told = player.get(f"/talk{after}").json()
    return [(each["sides"], each["text"]) for each in told["remarks"]]


def test_what_is_said_is_read_by_everyone_and_changes_nothing_of_the_game(
    players: tuple[Player, Player, Player], where: Any
) -> None:
    red, blue, watcher = players
    red.walk("r1", "0301")
    before, log = red.view(), red.get("/log").content
    assert speak(red, "  Hello <b>there</b>\n\n\n\n\u202eback\0  ").json() == {"number": 1}
    assert speak(blue, "Hello").json() == {"number": 2}
    said = [
        (["Red"], "Hello <b>there</b>\n\n\N{REPLACEMENT CHARACTER}back\N{REPLACEMENT CHARACTER}"),
        (["Blue"], "Hello"),
    ]
    for player in players:
        assert texts(player) == said
    assert texts(watcher, "?after=1") == said[1:]
    assert [watcher.get(f"/talk?after={number}").status_code for number in (-1, 10**9 + 1)] == [400, 400]
    assert (red.view(), red.get("/log").content) == (before, log)
    red.client.__exit__()
    again = Tables(open_store(where), SkirmishLibrary(), pace=0)
    assert [each.word.sides for each in again.find(red.table).talk.spoken] == [("Red",), ("Blue",)]
    again.close()


def test_a_remark_sent_twice_is_one(players: tuple[Player, Player, Player]) -> None:
    red, blue, _ = players
    assert [speak(red, "Hello", "one").json()["number"] for _ in range(2)] == [1, 1]
    # Another remark under its id would have been lost.
    assert (speak(red, "Hello?", "one").status_code, len(texts(blue))) == (409, 1)
    for path, body in (
        ("/takeback", {}), ("/takeback/answer", {"agrees": True}), ("/time", {}), ("/rematch", {}),
    ):  # fmt: skip
        assert red.post(path, {"command": "one", **body}).json()["detail"] == (
            "something else was sent under the id 'one'; give each its own"
        )
    # Another's id is his own.
    assert speak(blue, "Hello", "one").json() == {"number": 2}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"text": "", "command": "x"}, 400),
        ({"text": "x" * 501, "command": "x"}, 400),
        ({"text": " \n ", "command": "x"}, 422),
        ({"text": 3, "command": "x"}, 400),
        ({"text": "x"}, 400),
        ({"text": "x", "command": "zero \0"}, 400),
        ({"text": "x", "command": "x", "sides": ["Blue"]}, 400),
    ],
)
def test_what_is_no_remark_is_refused(players: tuple[Player, Player, Player], body: Any, status: int) -> None:
    """A zero byte in an id was answered by a database as if it could not be reached."""
    done = players[0].post("/talk", body)
    assert (done.status_code, texts(players[1])) == (status, []), done.text


def test_a_watcher_reads_and_says_nothing(players: tuple[Player, Player, Player]) -> None:
    done = speak(players[2], "Take the bridge!")
    assert (done.status_code, done.json()["detail"]) == (403, "this key is for watching; it plays no side")


def test_there_is_a_limit_to_what_is_said(players: tuple[Player, Player, Player], tables: Tables) -> None:
    red, blue, _ = players
    for number in range(A_MINUTE):
        assert speak(red, f"{number}").status_code == 201
    late = speak(red, "one too many")
    assert late.status_code == 429
    assert late.json()["detail"].startswith("that is more than 20 remarks in a minute; wait")
    assert speak(blue, "I have said nothing yet").status_code == 201
    talk: Talk = tables.find(red.table).talk
    talk.spoken += [talk.spoken[0]] * (MOST_SAID - len(talk.spoken))
    full = speak(blue, "and once more")
    assert full.json()["detail"] == "no more can be said at this table: it keeps 1000 remarks"


def test_whoever_follows_hears_it_at_once_and_a_quiet_table_says_nothing(tables: Tables) -> None:
    made = tables.make(NEW)
    live = tables.find(made.table)
    frames = asyncio.run(_heard(live, made.seats["Blue"] or "", made.seats["Red"] or ""))
    assert frames[0].startswith("id: 0\ndata: ")
    assert frames[1].startswith("event: beside\ndata: ")
    assert '"text":"Hello"' in frames[1]
    assert '"said":1' in frames[1]
    assert '"text":"Hello"' not in frames[2]
    assert '"text":"again"' in frames[2]
    tables.close()


async def _heard(live: Any, key: str, other: str) -> list[str]:
    frames = Streams().of(SeatView(live, live.seat(key)), None)
    found = [(await anext(frames)).decode()]
    for text in ("Hello", "again"):
        await asyncio.to_thread(say, live, live.seat(other), text, text)
        found.append((await anext(frames)).decode())
    await frames.aclose()  # type: ignore[attr-defined]  # it is a generator
    return found


def test_another_server_hears_it_and_goes_on_from_there(database: str) -> None:
    one, other = (Tables(open_store(database), SkirmishLibrary(), pace=0) for _ in range(2))
    made = one.make(NEW)
    here, there = one.find(made.table), other.find(made.table)
    red, blue = here.seat(made.seats["Red"] or ""), there.seat(made.seats["Blue"] or "")
    assert [say(here, red, "1", "Hello"), say(there, blue, "1", "Hello"), say(here, red, "2", "So")] == [
        1,
        2,
        3,
    ]
    assert say(there, red, "2", "So") == 3
    there.talk.catch_up()
    assert len(there.talk.spoken) == len(here.talk.spoken) == 3
    with pytest.raises(Refused, match="needs some text"):
        say(there, blue, "2", "\n")
    one.close()
    other.close()
