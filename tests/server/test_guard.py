# SPDX-License-Identifier: Apache-2.0
"""What a stranger, or a page from elsewhere, may not do: each of these stopped or misled a server once."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clients import Client, Player
from litestar.testing import TestClient
from skirmish import SkirmishLibrary

from grognard.server.addresses import counted_as
from grognard.server.app import make_app, served
from grognard.server.guard import Allowance, Guard, guarded
from grognard.server.page import Page
from grognard.server.sqlite_store import SqliteStore
from grognard.server.tables import Tables

Players = tuple[Player, Player, Player]
NEW = {"dice": "server", "game": "skirmish", "scenario": "open"}


# Where a request comes from


def test_a_machine_is_reached_by_its_addresses(client: Client) -> None:
    for host in (
        "localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.1.7", "board.localhost:80",
    ):  # fmt: skip
        assert client.get("/api/games", headers={"host": host}).status_code == 200, host


def test_a_name_that_is_not_its_own_is_refused(client: Client) -> None:
    """A page from elsewhere could have its name led to the visitor's own machine, and would then be taken for ours."""
    for host in (
        "evil.example", "evil.example:8000", "localhost.evil.example", "", "127.0.0.1.evil.example",
    ):  # fmt: skip
        refused = client.get("/api/games", headers={"host": host})
        assert refused.status_code == 421, host
        assert "--name" in refused.json()["detail"]


def test_a_server_is_reached_by_the_names_it_was_given(tmp_path: Path) -> None:
    tables = Tables(SqliteStore(tmp_path / "data"), SkirmishLibrary(), pace=0)
    app = served(make_app(tables, Page(tmp_path / "no page")), Guard(names=("board.club.example",)))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        assert client.get("/api/games", headers={"host": "Board.Club.example:443"}).status_code == 200
        assert client.get("/api/games", headers={"host": "club.example"}).status_code == 421


def test_a_page_from_elsewhere_changes_nothing(client: Client) -> None:
    for origin in ("http://127.0.0.1", "https://127.0.0.1"):
        assert client.post("/api/tables", json=NEW, headers={"origin": origin}).status_code == 201
    for origin in ("http://127.0.0.1:81", "http://evil.example", "null", "http://[", "file://"):
        sent = client.post("/api/tables", json=NEW, headers={"origin": origin})
        assert (sent.status_code, origin in sent.json()["detail"]) == (403, True)


def test_a_body_is_taken_as_json_alone(client: Client) -> None:
    """A form of another page sends these without asking its visitor's browser first."""
    for kind in (
        "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "application/jsonp",
    ):  # fmt: skip
        sent = client.post("/api/tables", content=json.dumps(NEW), headers={"content-type": kind})
        assert sent.status_code == 415, kind
        assert "application/json" in sent.json()["detail"]


def test_json_is_json_however_it_is_spelled(client: Client) -> None:
    for kind in ("application/json", "application/json; charset=utf-8", "Application/JSON"):
        sent = client.post("/api/tables", content=json.dumps(NEW), headers={"content-type": kind})
        assert sent.status_code == 201, kind


# What cannot be read


MALFORMED = [
    b'{"game": "skirmish", "scenario": "\xff\xfe"}',
    b"\xff",
    b'{"game": "skirmish", "scenario": "open", "seats": {"\xc3": "x"}}',
    b'{"game": "skirmish", "scenario": "open", "free": ' + b"9" * 5000 + b"}",
    b'{"game": ' + b"9" * 5000 + b"}",
    b"[" * 60000,
]


def test_what_cannot_be_read_is_refused_when_a_table_is_made(client: Client) -> None:
    for body in MALFORMED:
        sent = client.post("/api/tables", content=body, headers={"content-type": "application/json"})
        assert 400 <= sent.status_code < 500, body[:80]
        assert sent.json()["detail"], body[:80]


ACTS = [
    b'{"expect": 0, "command": "a", "order": {"type": "\xff"}}',
    b'{"expect": 0, "command": "\xed\xa0\x80", "order": {"type": "end"}}',
    b'{"expect": 0, "command": "a", "order": {"type": "end", "x": ' + b"9" * 5000 + b"}}",
    b'{"expect": ' + b"9" * 5000 + b', "command": "a", "order": {"type": "end"}}',
    b'{"expect": 0, "command": "a", "option": ' + b"1" * 5000 + b"}",
    b'{"expect": 0, "command": "a", "option": ' + b"1" * 4000 + b"}",
    b'{"expect": 0, "command": "a", "order": {"type": "end", "x": ' + b"-" + b"9" * 4000 + b"}}",
    b'{"expect": 0, "command": "a", "option": 1e999}',
]


@pytest.mark.parametrize("path", ["/orders", "/answers", "/undo", "/preview", "/copy"])
def test_what_cannot_be_read_changes_no_table(players: Players, path: str) -> None:
    red = players[0]
    before = red.view()["seq"]
    headers = {**red.headers, "content-type": "application/json"}
    for body in ACTS:
        sent = red.client.post(red.path + path, content=body, headers=headers)
        assert 400 <= sent.status_code < 500, (body[:80], sent.text)
        assert red.view()["seq"] == before, body[:80]


UNREADABLE = [
    "/api/games/%ff/charts/crt", "/api/tables/%c3%28", "/api/games?x=%ff", "/api/tables/x?at=" + "9" * 5000,
    "/%ff", "/api/tables/%00", "/api/games/seelowe/charts/%ed%a0%80", "/api/tables/x/reach?piece=%ff",
]  # fmt: skip


def test_an_address_that_cannot_be_read_is_refused(client: Client) -> None:
    for path in UNREADABLE:
        sent = client.get(path)
        is_refused = 400 <= sent.status_code < 500 or (
            sent.status_code == 503 and not path.startswith("/api")
        )
        assert is_refused, (path, sent.text)


def test_a_table_is_asked_for_no_event_of_thousands_of_digits(players: Players) -> None:
    assert players[0].get("?at=" + "9" * 5000).status_code in (400, 422)
    far = players[0].get("?at=" + "9" * 4000)
    assert (far.status_code, len(far.json()["detail"]) < 160) == (422, True)


@pytest.mark.parametrize(
    ("twos", "name"),
    [
        ([(b"origin", b"http://evil.example"), (b"origin", b"http://localhost")], "origin"),
        ([(b"origin", b"http://localhost"), (b"Origin", b"http://localhost")], "origin"),
        ([(b"host", b"localhost")], "host"),
        ([(b"authorization", b"Bearer a"), (b"authorization", b"Bearer b")], "authorization"),
        ([(b"content-type", b"text/plain"), (b"content-type", b"application/json")], "content-type"),
        ([(b"cookie", b"a"), (b"cookie", b"b"), (b"origin", b"http://localhost")], ""),
    ],
)
def test_a_header_that_decides_something_is_sent_once(twos: list[tuple[bytes, bytes]], name: str) -> None:
    """The last of two counted, and a proxy before the server may go by the first."""
    sent: list[Any] = []

    async def fine(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def note(message: Any) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), *twos]
    scope: Any = {"type": "http", "method": "POST", "path": "/api/tables", "headers": headers, "client": None}
    asyncio.run(guarded(fine, Guard())(scope, None, note))  # type: ignore[arg-type]  # nothing is received
    assert sent[0]["status"] == (400 if name else 200)
    said = {"detail": f"the header {name} is sent more than once; send it once"}
    assert [json.loads(each["body"]) for each in sent[1:]] == ([said] if name else [])


# One id, one act


def test_an_id_used_again_for_another_act_is_refused(players: Players) -> None:
    """Sent again after a lost connection the same act is done once; another act under its id was never done."""
    red = players[0]
    first = red.order({"type": "walk", "piece": "r1", "to": "0301"}, command="one")
    assert first.status_code == 200, first.text
    again = red.order({"type": "walk", "piece": "r1", "to": "0301"}, expect=0, command="one")
    assert again.json() == first.json()
    other = red.order({"type": "end"}, expect=0, command="one")
    assert other.status_code == 409
    assert "one" in other.json()["detail"]
    assert red.view()["seq"] == first.json()["seq"]


# How often


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Client]:
    """A server that takes few requests from an address, at a moment that does not pass."""
    tables = Tables(SqliteStore(tmp_path / "data"), SkirmishLibrary(), pace=0)
    guard = Guard(requests=20, tables=2)
    app = guarded(make_app(tables, Page(tmp_path / "no page")), guard, lambda: 0.0)
    with TestClient(app, base_url="http://127.0.0.1") as found:
        yield found


def test_an_address_asks_so_often_and_no_more(strict: Client) -> None:
    answers = [strict.get("/api/games") for _ in range(21)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429]
    assert answers[0].headers["ratelimit"].startswith('"requests";r=19;t=')
    assert answers[0].headers["ratelimit-policy"] == '"requests";q=20;w=60'
    assert answers[-1].headers["retry-after"] == "3"
    assert (
        answers[-1].json()["detail"]
        == "your address has asked for its 20 requests in a minute; one more in 3 seconds"
    )


def test_an_address_makes_so_many_tables_and_no_more(strict: Client) -> None:
    answers = [strict.post("/api/tables", json=NEW) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert "its 2 new tables in an hour" in answers[-1].json()["detail"]
    assert answers[-1].headers["content-length"] == str(len(answers[-1].content))


@pytest.mark.parametrize("path", ["/api//tables", "//api/tables", "/api/tables//"])
def test_several_slashes_for_one_evade_no_limit(strict: Client, path: str) -> None:
    answers = [strict.post(f"http://127.0.0.1{path}", json=NEW) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]


def test_a_copy_is_one_more_table(strict: Client) -> None:
    """An address could make 3,000 in a minute by copying one."""
    made = strict.post("/api/tables", json={**NEW, "hotseat": True}).json()
    player = Player(strict, made["table"], made["seats"]["Red"])
    assert [player.post("/copy", {}).status_code for _ in range(2)] == [201, 429]


def test_a_seat_acts_so_often_and_no_more_and_nobody_else_uses_that_up(tmp_path: Path) -> None:
    tables = Tables(SqliteStore(tmp_path / "data"), SkirmishLibrary(), pace=0)
    app = guarded(make_app(tables, Page(tmp_path / "no page")), Guard(acts=3), lambda: 0.0)
    with TestClient(app, base_url="http://127.0.0.1") as client:
        made = client.post("/api/tables", json=NEW).json()
        red, blue, stranger = (
            Player(client, made["table"], key) for key in (made["seats"]["Red"], made["seats"]["Blue"], "x")
        )
        assert [stranger.act("/undo", 0).status_code for _ in range(4)] == [401, 401, 401, 429]
        assert [red.act("/undo", 0).status_code for _ in range(3)] == [422] * 3
        refused = red.order({"type": "end"}, 0)
        assert refused.status_code == 429
        assert refused.json()["detail"] == "this seat has sent its 3 acts in a minute; one more in 20 seconds"
        assert refused.headers["ratelimit-policy"] == '"acts";q=3;w=60'
        # The same key, spelled in another way.
        red.headers = {"Authorization": f"BEARER  {red.key} "}
        assert red.act("/undo", 0).status_code == 429
        assert red.post("/preview", {"order": {"type": "end"}}).status_code != 429
        assert (red.view()["seq"], blue.act("/undo", 0).status_code) == (0, 422)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:10.0.0.1", "10.0.0.1", True),
        ("10.0.0.1", "10.0.0.2", False),
        ("::1", "::2", False),
        ("no address", "another", False),
    ],
)
def test_whoever_has_a_network_of_addresses_counts_as_one(one: str, other: str, *, same: bool) -> None:
    """One person has 2**64 addresses of IPv6, and would have had as many allowances."""
    assert (counted_as(one) == counted_as(other)) is same
    answered: list[int] = []

    async def fine(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def note(message: Any) -> None:
        answered.extend([message["status"]] if "status" in message else [])

    app = guarded(fine, Guard(requests=1), lambda: 0.0)
    for address in (one, other):
        scope: Any = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"localhost")]}
        asyncio.run(app({**scope, "client": (address, 5)}, None, note))  # type: ignore[arg-type]  # nothing is received
    assert answered == [200, 429 if same else 200]


def test_what_an_address_may_ask_fills_up_again() -> None:
    """Of 60 in a minute one comes back in each second, and never more than 60 lie ready."""
    now = [0.0]
    allowance = Allowance(60, 60, lambda: now[0])
    assert [allowance.take("a")[0] for _ in range(61)] == [*range(59, -1, -1), -1]
    assert allowance.take("b")[0] == 59
    now[0] = 2.5
    assert [allowance.take("a")[0] for _ in range(3)] == [1, 0, -1]
    now[0] = 1000
    assert allowance.take("a")[0] == 59
