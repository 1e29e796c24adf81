# SPDX-License-Identifier: Apache-2.0
"""Whose turn it is, told to an address of whoever runs the server."""

import json
import queue
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from clients import Client, Player
from litestar.testing import TestClient
from skirmish import SkirmishLibrary

from grognard.charts.errors import GrognardError
from grognard.server.app import make_app, served
from grognard.server.page import Page
from grognard.server.store import open_store
from grognard.server.tables import Tables
from grognard.server.webhook import TurnTold, Webhook, checked_address


class Receiver:
    """A server that keeps what is posted to it."""

    def __init__(self, status: int = 204, location: str = "") -> None:
        self.posted: queue.Queue[Any] = queue.Queue()
        posted = self.posted

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                posted.put((self.path, self.headers["content-type"], json.loads(body)))
                self.send_response(status)
                if location:
                    self.send_header("location", location)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/turns?secret=1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def next(self) -> Any:
        return self.posted.get(timeout=10)

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    yield made
    made.close()


def telling(where: str | Path, webhook: Webhook, tmp_path: Path) -> TestClient[Any]:
    tables = Tables(open_store(where), SkirmishLibrary(), pace=0, turns=webhook.kept)
    return TestClient(served(make_app(tables, Page(tmp_path / "no page"))), base_url="http://127.0.0.1")


def seated(client: Client, **seats: str) -> tuple[str, dict[str, Any]]:
    new = {"dice": "server", "game": "skirmish", "scenario": "open", "seats": seats}
    made = client.post("/api/tables", json=new).json()
    return made["table"], made["seats"]


def test_a_turn_that_passes_is_told_in_both_stores(
    where: str | Path, receiver: Receiver, tmp_path: Path
) -> None:
    webhook = Webhook(receiver.address)
    with telling(where, webhook, tmp_path) as client:
        table, keys = seated(client)
        red, blue = (Player(client, table, keys[side]) for side in ("Red", "Blue"))
        # An act after which it is still one's own turn is nobody's news.
        red.walk("r1", "0301")
        red.end()
        path, kind, told = receiver.next()
        assert (path, kind) == ("/turns?secret=1", "application/json")
        assert told == {
            "event": "turn",
            "table": table,
            "title": "Skirmish, open",
            "side": "Blue",
            "turn": 1,
            "phase": "turn",
            "says": "Skirmish, open: Blue to act",
        }
        assert not any(key in json.dumps(told) for key in keys.values())
        blue.end()
        assert receiver.next()[2]["side"] == "Red"
        for _ in range(5):
            red.end()
            blue.end()
        events = [receiver.next()[2] for _ in range(10)]
        assert [each["event"] for each in events[-2:]] == ["turn", "over"]
        assert events[-1]["says"] == "Skirmish, open: it is over"
    webhook.close()


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
def test_nobody_is_told_of_the_turn_of_a_program(
    where: str | Path, receiver: Receiver, tmp_path: Path
) -> None:
    webhook = Webhook(receiver.address)
    with telling(where, webhook, tmp_path) as client:
        table, keys = seated(client, Blue="random")
        Player(client, table, keys["Red"]).end()
        assert receiver.next()[2]["side"] == "Red"
    webhook.close()


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
def test_acts_do_not_wait_for_an_address_that_is_away_or_leads_elsewhere(
    where: str | Path, receiver: Receiver, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    leads = Receiver(302, receiver.address)
    webhook = Webhook(leads.address)
    with telling(where, webhook, tmp_path) as client:
        table, keys = seated(client)
        red, blue = (Player(client, table, keys[side]) for side in ("Red", "Blue"))
        red.end()
        assert leads.next()[2]["side"] == "Blue"
        leads.close()
        blue.end()
        red.end()
        assert red.view()["to_act"] == "Blue"
    webhook.close()
    webhook._thread.join(20)
    # It is not led elsewhere, and what it is called by is in no log.
    assert receiver.posted.empty()
    assert "127.0.0.1 could not be told of table" in caplog.text
    assert "secret" not in caplog.text


def test_an_address_that_does_not_speak_http_is_told_the_next_turn_all_the_same() -> None:
    """The first answer that was not HTTP ended the thread that posts, and no turn was told any more."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        webhook = Webhook(f"http://127.0.0.1:{listening.getsockname()[1]}/turns")
        for _ in range(2):
            webhook._waiting.put(TurnTold("turn", "1", "Skirmish", "Red", 1, "turn", "Red to act"))
            listening.settimeout(10)
            connection, _ = listening.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(b"220 mail.example.org\r\n")
    webhook.close()


@pytest.mark.parametrize(
    "address",
    [
        "",
        "example.org",
        "file:///etc/passwd",
        "ftp://example.org",
        "https://",
        "https://[1",
        "https://a.org/b c",
    ],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(GrognardError, match="--webhook takes an address"):
        checked_address(address)


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
def test_a_game_that_is_given_up_before_anyone_acted_is_told_as_over(
    where: str | Path, receiver: Receiver, tmp_path: Path
) -> None:
    webhook = Webhook(receiver.address)
    with telling(where, webhook, tmp_path) as client:
        table, keys = seated(client)
        Player(client, table, keys["Blue"]).post("/resign", {"command": "x"})
        told = receiver.next()[2]
        assert (told["event"], told["says"]) == ("over", "Skirmish, open: The Blue side has resigned")
    webhook.close()
