# SPDX-License-Identifier: Apache-2.0
"""Players who have closed the page are told of their turn in their browsers, by a push service that looks at every message."""

import secrets
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from clients import Client, Player
from executing import execute
from litestar.testing import TestClient
from reaching import PushService, Subscribed
from skirmish import SkirmishLibrary
from test_people import Somebody, made
from test_tables import until

from grognard.server import notices as notices_module
from grognard.server.app import make_app, served
from grognard.server.kept_notices import Browser, Mailbox
from grognard.server.notices import Notices, NoticeSettings, Pace, notice_settings
from grognard.server.outside import Outside
from grognard.server.page import Page
from grognard.server.store import Store, open_store
from grognard.server.tables import Tables
from grognard.server.turn_news import all_listeners

AT_ONCE = Pace(browser=0, mail=0, again=(0.05, 0.05, 0.05))


@pytest.fixture
def service() -> Iterator[PushService]:
    found = PushService()
    yield found
    found.close()


class Serve:
    """Serves a store, with notices."""

    store: Store

    def __init__(self, where: str | Path, no_page: Path) -> None:
        self._where, self._page = where, Page(no_page)
        self._clients = list[Client]()

    def __call__(self, service: PushService | None = None, pace: Pace = AT_ONCE, **how: Any) -> Client:
        self.store = open_store(self._where)
        settings = NoticeSettings(**{"push": True} | how)
        notices = Notices(self.store, settings, pace=pace, outside=Outside(loopback=True))
        tables = Tables(self.store, SkirmishLibrary(), pace=0, turns=notices.kept)
        app = served(make_app(tables, self._page, notices=notices))
        client = TestClient(app, base_url="http://127.0.0.1")
        self._clients.append(client.__enter__())
        if service is not None:
            service.public_key = client.get("/api/notices").json()["push"]
        return client

    def close(self) -> None:
        for client in self._clients:
            client.__exit__()


@pytest.fixture
def serve(where: str | Path, tmp_path: Path) -> Iterator[Serve]:
    found = Serve(where, tmp_path / "no page")
    yield found
    found.close()


def turns(client: Client, table: dict[str, Any]) -> tuple[Player, Player]:
    red, blue = (Player(client, table["table"], table["seats"][side]) for side in ("Red", "Blue"))
    return red, blue


def test_a_person_and_a_seat_are_told_that_the_turn_is_theirs(service: PushService, serve: Serve) -> None:
    client = serve(service)
    anna, table = Somebody(client, "Anna"), made(client)
    red, blue = turns(client, table)
    anna.sit(table, "Blue")
    for name in ("desk", "phone"):
        assert anna.post("/browsers", service.browser(name).told).status_code == 201
    assert red.post("/browsers", service.browser("other").told).status_code == 201
    red.walk("r1", "0301")
    red.end()
    told = service.all(2)
    assert set(told) == {"desk", "phone"}
    assert (
        told["desk"] == told["phone"] == {"table": table["table"], "title": "Skirmish, open", "side": "Blue"}
    )
    blue.end()
    assert service.next() == ("other", {**told["desk"], "side": "Red"})
    for _ in range(4):
        red.end()
        blue.end()
        service.all(3)
    red.end()
    service.all(2)
    blue.end()
    # The end is told to all of them.
    assert [each["side"] for each in service.all(3).values()] == ["", "", ""]
    assert service.taken.empty()


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
def test_the_opponent_of_a_player_who_resigns_is_told(service: PushService, serve: Serve) -> None:
    client = serve(service)
    red, blue = turns(client, made(client, dice="players"))
    red.post("/browsers", service.browser("red").told)
    # Before anybody has acted, and before Red has joined.
    blue.post("/resign", {"command": "x"})
    assert service.next() == ("red", {"table": red.table, "title": "Skirmish, open", "side": ""})


def test_what_is_sent_holds_no_key(service: PushService, serve: Serve) -> None:
    client = serve(service)
    anna, table = Somebody(client, "Anna"), made(client)
    red, _ = turns(client, table)
    anna.sit(table, "Blue")
    anna.post("/browsers", service.browser("desk").told)
    red.end()
    _, read, headers = service.taken.get(timeout=10)
    keys = [anna.secret, table["watch"], table["maker"], *table["seats"].values(), "Anna"]
    assert not [key for key in keys if key in str(read) + str(headers)]
    # The service does not learn which table it is.
    assert table["table"] not in str(headers)


def test_nobody_is_told_in_vain(service: PushService, serve: Serve) -> None:
    """Not a player of both sides, nor of a program's turn, nor twice in one browser."""
    client = serve(service)
    anna = Somebody(client, "Anna")
    anna.post("/browsers", service.browser("desk").told)
    alone = made(client, hotseat=True)
    anna.sit(alone, "Red")
    Player(client, alone["table"], alone["seats"]["Red"]).end()
    against = made(client, seats={"Blue": "random"})
    anna.sit(against, "Red")
    red = Player(client, against["table"], against["seats"]["Red"])
    red.post("/browsers", service.browsers["/to/desk"].told)
    red.end()
    assert service.next()[1] == {"table": against["table"], "title": "Skirmish, open", "side": "Red"}
    assert service.taken.empty()


def test_the_first_turn_begins_when_the_last_has_joined(service: PushService, serve: Serve) -> None:
    client = serve(service)
    table = made(client, dice="players")
    red, blue = turns(client, table)
    red.post("/browsers", service.browser("desk").told)
    red.join()
    assert service.asked == []
    blue.join()
    assert service.next()[1]["side"] == "Red"


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(service: PushService, serve: Serve, status: int) -> None:
    client = serve(service)
    anna, table = Somebody(client, "Anna"), made(client)
    red, blue = turns(client, table)
    anna.sit(table, "Blue")
    gone = service.browser("gone").told
    for each in (anna.post, blue.post):
        each("/browsers", gone)
    anna.post("/browsers", service.browser("desk").told)
    service.answer("gone", status)
    red.end()
    assert service.next()[0] == "desk"
    until(lambda: len(execute(serve.store, "SELECT * FROM browsers")) == 1)
    blue.end()
    red.end()
    assert service.next()[0] == "desk"
    assert service.asked.count("/to/gone") == 1


def test_what_fails_is_tried_again_a_few_times(service: PushService, serve: Serve) -> None:
    client = serve(service)
    anna, table = Somebody(client, "Anna"), made(client)
    red, _ = turns(client, table)
    anna.sit(table, "Blue")
    anna.post("/browsers", service.browser("desk").told)
    service.answer("desk", 503, 429)
    red.end()
    assert service.next()[1]["side"] == "Blue"
    assert len(service.asked) == 3


def test_what_fails_ever_on_is_given_up_and_what_is_no_more_true_is_not_told(
    service: PushService, serve: Serve
) -> None:
    client = serve(service)
    anna, table = Somebody(client, "Anna"), made(client)
    red, blue = turns(client, table)
    anna.sit(table, "Blue")
    anna.post("/browsers", service.browser("desk").told)
    service.answer("desk", *[500] * 3)
    red.end()
    until(lambda: len(service.asked) == 3)
    blue.end()
    # It is left alone for a while; by the end of that it is told what then is true.
    red.end()
    assert service.next()[1]["side"] == "Blue"
    assert len(service.asked) == 4
    assert len(execute(serve.store, "SELECT * FROM browsers")) == 1


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
def test_a_notice_is_held_back_for_a_while_and_then_says_what_is_true(
    service: PushService, serve: Serve
) -> None:
    client = serve(service, pace=Pace(browser=1.0))
    table = made(client)
    red, blue = turns(client, table)
    blue.post("/browsers", service.browser("blue").told)
    red.post("/browsers", service.browser("red").told)
    for _ in range(2):
        red.end()
        blue.end()
    red.end()
    assert set(service.all(2)) == {"blue", "red"}
    # It is Blue's turn: he is told once more, and Red, who was told meanwhile, is not.
    assert service.next()[0] == "blue"
    assert len(service.asked) == 3


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
def test_acts_do_not_wait_for_a_push_service_that_hangs(
    service: PushService, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = threading.Event()
    monkeypatch.setattr(service, "_answer", lambda *_: (ends.wait(20), (201, {}))[1])
    client = serve(service)
    table = made(client)
    red, blue = turns(client, table)
    blue.post("/browsers", service.browser("blue").told)
    red.end()
    until(lambda: len(service.asked) == 1)
    blue.end()
    assert red.view()["to_act"] == "Red"
    # Nor does the end of the server.
    ends.set()


def test_a_browser_that_leaves_gets_no_more_notices(service: PushService, serve: Serve) -> None:
    client = serve(service)
    anna, table = Somebody(client, "Anna"), made(client)
    red, blue = turns(client, table)
    anna.sit(table, "Blue")
    desk = service.browser("desk")
    for each in (anna.post, blue.post):
        each("/browsers", desk.told)
        assert each("/browsers/leave", {"endpoint": desk.endpoint}).status_code == 201
    phone = service.browser("phone")
    anna.post("/browsers", phone.told)
    old, anna_secret = anna.secret, secrets.token_urlsafe(32)
    anna.post("/secret", {"secret": anna_secret})
    assert anna.post("/browsers", desk.told).status_code == 401, old
    anna.secret = anna_secret
    red.end()
    # Another secret takes one's browsers along.
    assert service.next()[0] == "phone"
    anna.post("/mail/leave", {})
    assert anna.post("/forget", {}).status_code == 201
    blue.end()
    red.end()
    assert red.view()["to_act"] == "Blue"
    assert execute(serve.store, "SELECT * FROM browsers") == []
    assert service.asked == ["/to/phone"]


def test_a_link_made_anew_and_a_rematch(service: PushService, serve: Serve) -> None:
    """A browser belongs to the key of a seat: another key ends that, and a table of the same keys tells it, too."""
    client = serve(service)
    table = made(client)
    red, blue = turns(client, table)
    blue.post("/browsers", service.browser("blue").told)
    again = Player(client, red.post("/rematch", {"command": "x"}).json()["table"], red.key)
    again.end()
    assert service.next()[1]["table"] == again.table
    Player(client, table["table"], table["maker"]).post("/links", {"side": "Blue"})
    red.end()
    assert red.view()["to_act"] == "Blue"
    assert len(service.asked) == 1


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
def test_what_is_no_browser_is_refused_in_a_sentence(service: PushService, serve: Serve) -> None:
    client = serve(service)
    anna, table = Somebody(client, "Anna"), made(client)
    sound = service.browser("desk").told
    for wrong, status in (
        ({"endpoint": "https://10.0.0.1/push"}, 422),
        ({"endpoint": "http://push.example.org/push"}, 422),
        ({"endpoint": "https://router/push"}, 422),
        ({"endpoint": "a\0b"}, 400),
        ({"p256dh": "AAAA"}, 422),
        ({"auth": "AAAA"}, 422),
        ({"auth": 7}, 400),
        ({"more": 1}, 400),
    ):
        refused = anna.post("/browsers", sound | wrong)
        assert (refused.status_code, bool(refused.json()["detail"])) == (status, True), wrong
    watcher = Player(client, table["table"], table["watch"])
    assert watcher.post("/browsers", sound).status_code == 403
    assert Somebody(client).post("/browsers", sound).status_code == 401
    for number in range(10):
        assert anna.post("/browsers", service.browser(str(number)).told).status_code == 201
    assert anna.post("/browsers", service.browser("0").told).status_code == 201, "by other keys"
    refused = anna.post("/browsers", service.browser("10").told)
    assert refused.json()["detail"] == "10 browsers are notified already; switch notices off in one of them"
    assert refused.status_code == 409


def test_the_key_is_made_once_and_by_all_servers_of_a_store(
    where: str | Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def key_of(store: Store) -> str:
        found = Notices(store, NoticeSettings(push=True))
        key = found.public_key
        found.close()
        return key

    one = open_store(where)
    first = key_of(one)
    assert len(first) == 87
    other = open_store(where) if one.shared else one
    assert key_of(other) == first
    other.close()
    one.close()
    again = open_store(where)
    assert key_of(again) == first
    # Where what it takes is not installed nothing is offered.
    monkeypatch.setattr(notices_module, "find_spec", lambda _: None)
    assert key_of(again) == ""
    again.close()


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
def test_a_server_that_sends_nothing_says_so(serve: Serve, service: PushService) -> None:
    client = serve(push=False)
    assert client.get("/api/notices").json() == {"push": "", "mail": False}
    anna = Somebody(client, "Anna")
    assert anna.post("/browsers", service.browser("desk").told).status_code == 409
    assert anna.post("/mail", {"address": "anna@example.org"}).status_code == 409
    assert anna.client.get("/api/me/mail", headers={"Authorization": f"Bearer {anna.secret}"}).json() == {
        "address": "",
        "confirmed": False,
    }


def test_where_links_lead() -> None:
    assert notice_settings((), "127.0.0.1", 8000, push=True, mailer=None) == NoticeSettings(
        push=True, site="http://127.0.0.1:8000"
    )
    named = notice_settings(("board.example.org", "other"), "0.0.0.0", 8000, push=False, mailer=None)  # noqa: S104
    assert (named.site, named.contact) == ("https://board.example.org",) * 2
    assert all_listeners(None) is None


@pytest.mark.parametrize("where", ["postgres"], indirect=True)
def test_servers_that_share_a_store_tell_each_turn_once(service: PushService, serve: Serve) -> None:
    one, other = serve(service), serve(service)
    table = made(one)
    red, blue = turns(one, table)[0], turns(other, table)[1]
    blue.post("/browsers", service.browser("blue").told)
    for _ in range(3):
        red.end()
        assert service.next()[0] == "blue"
        blue.end()
    assert service.taken.empty()
    assert len(service.asked) == 3


def test_the_command_says_what_is_missing(
    here: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def run(_: str, taken: socket.socket, store: Store, *__: Any) -> None:
        taken.close()
        store.close()

    monkeypatch.setattr(sys.modules["grognard.cli.serve"], "run", run)
    monkeypatch.setattr(notices_module, "find_spec", lambda _: None)
    command = ("serve", "--port", "0", "--data", str(tmp_path))
    assert here(*command).stdout.endswith("-m pip install 'grognard[push]'\n")
    assert here(*command, "--no-push").stdout == ""
    faulty = here(*command, "--mail", "smtp://me:secret@mail.example.org")
    assert (faulty.returncode, "secret" in faulty.stderr) == (2, False)
    assert "--mail takes the address of a mail server" in faulty.stderr
    everywhere = here(*command, "--host", "0.0.0.0", "--mail", "smtp://mail.example.org?from=a@b.org")  # noqa: S104
    assert "--mail needs a --name of this server" in everywhere.stderr


def test_what_is_kept_for_notices(where: str | Path) -> None:
    store = open_store(where)
    store.name_person(b"anna", "Anna")
    one, other = Browser("https://a.example/1", b"k", b"s"), Browser("https://a.example/2", b"k", b"s")
    assert store.subscribe(b"anna", one, 1)
    assert store.subscribe(b"anna", Browser(one.endpoint, b"l", b"t"), 1)
    assert not store.subscribe(b"anna", other, 1)
    assert store.own_key("a", b"first") == store.own_key("a", b"second") == b"first"
    mailbox = Mailbox(b"anna", "anna@example.org", "token", 100.5)
    store.ask_mailbox(mailbox)
    assert store.mailbox(b"anna") == mailbox
    assert not store.confirm_mailbox("token", 101.0)
    assert not store.confirm_mailbox("another", 0.0)
    assert store.confirm_mailbox("token", 100.0)
    assert store.confirm_mailbox("token", 101.0), "it may be sent again"
    store.renew_person(b"anna", b"new")
    kept = store.every_notice()
    assert kept.browsers == ((b"new", Browser(one.endpoint, b"l", b"t")),)
    assert kept.mailboxes == (Mailbox(b"new", "anna@example.org", "token", 100.5, confirmed=True),)
    assert kept.keys == (("a", b"first"),)
    store.drop_browser(one.endpoint)
    store.forget_person(b"new")
    assert (store.every_notice().browsers, store.every_notice().mailboxes) == ((), ())
    store.close()


def test_nobody_can_remove_the_browser_of_another_person(service: PushService, serve: Serve) -> None:
    client = serve(service)
    anna, ben, table = Somebody(client, "Anna"), Somebody(client, "Ben"), made(client)
    anna.sit(table, "Blue")
    desk: Subscribed = service.browser("desk")
    anna.post("/browsers", desk.told)
    ben.post("/browsers/leave", {"endpoint": desk.endpoint})
    turns(client, table)[0].end()
    assert service.next()[0] == "desk"
