# SPDX-License-Identifier: Apache-2.0
"""A sample of what `make long ONLY=fuzz` sends, and each thing it has found."""

import asyncio
import json
from pathlib import Path

import pytest
from clients import Client, Player
from fuzzing import Answer, Fuzz, handed, is_one_sentence
from hostile import Fuzzed, Sound

from grognard.server.errors import Refused

HOST = (b"host", b"127.0.0.1")


def test_some_hundred_hostile_requests_change_nothing_and_break_nothing(tmp_path: Path) -> None:
    with Fuzz(tmp_path, 7) as fuzz:
        fuzz.run(200)
    assert not fuzz.faults
    assert fuzz.acts > 5
    assert len(fuzz.statuses) > 8


def test_a_server_that_changes_what_it_refuses_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Fuzz(tmp_path, 8) as fuzz:
        tables = type(fuzz.tables)
        make = tables.make

        def made_and_refused(*args: object) -> object:
            make(*args)  # type: ignore[arg-type]
            raise Refused(422, "no\\nsuch thing")

        monkeypatch.setattr(tables, "make", made_and_refused)
        body = {"game": "seelowe", "scenario": "hythe"}
        fuzz.check(fuzz.spoiler.request(Sound("POST", ["api", "tables"], [], "", body), 0))
        assert [fault for fault in fuzz.faults if "changed something" in fault]
        monkeypatch.setattr(tables, "make", lambda *_: 1 / 0)
        fuzz.check(fuzz.spoiler.request(Sound("POST", ["api", "tables"], [], "", body), 0))
        assert [fault for fault in fuzz.faults if "answered 500" in fault]
        assert [fault for fault in fuzz.faults if "ZeroDivisionError" in fault]


@pytest.mark.parametrize("port", [":99999", ":abc", ":-1", ":0"])
def test_a_host_with_a_port_that_is_none_is_refused(client: Client, port: str) -> None:
    refused = client.get("/api/games", headers={"host": f"127.0.0.1{port}"})
    assert refused.status_code == 421


def test_what_is_refused_is_told_in_one_line(client: Client) -> None:
    refused = client.get("/api/%0D%0Aset-cookie:%20a=b%E2%80%A8")
    assert refused.status_code == 404
    assert is_one_sentence(Answer(404, "application/json", refused.content))
    assert refused.json()["detail"].isprintable()


def test_half_a_body_is_no_fault_of_the_server(
    client: Client, players: tuple[Player, ...], caplog: pytest.LogCaptureFixture
) -> None:
    red = players[0]
    body = json.dumps({"expect": 0, "command": "a", "order": {"type": "end"}}).encode()
    headers = [HOST, (b"authorization", f"Bearer {red.key}".encode()), (b"content-type", b"application/json")]
    made = Fuzzed("POST", f"{red.path}/orders".encode(), headers, body[:30], cut=True)
    answer = asyncio.run(handed(client.app, made))
    assert answer.status == 400
    assert not caplog.records
    assert red.view()["seq"] == 0


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("TRACE", "/api/games", "GET, OPTIONS"),
        ("POST", "/api/games/seelowe/opening", "GET, OPTIONS"),
        ("DELETE", "/api/tables", "OPTIONS, POST"),
        ("PUT", "/api/tables/x/orders", "OPTIONS, POST"),
        ("POST", "/nowhere", "GET, OPTIONS"),
    ],
)
def test_what_an_address_does_not_take_is_told_with_what_it_takes(
    client: Client, method: str, path: str, allow: str
) -> None:
    refused = client.request(method, path)
    assert (refused.status_code, refused.headers["allow"]) == (405, allow)
    assert refused.json()["detail"] == f"{path} does not take {method}"
