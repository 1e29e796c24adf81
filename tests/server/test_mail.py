# SPDX-License-Identifier: Apache-2.0
"""Mails to players who want them, by a mail server that the tests start: confirmed first, and ended by one click."""

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import AuthResult
from clients import Client
from executing import execute
from reaching import MailSink, certificate
from test_notices import Serve, serve, turns
from test_people import Somebody, made
from test_tables import until

from grognard.charts.errors import GrognardError
from grognard.server.mail import Letters, Mailer, is_address, parse_mailer
from grognard.server.notices import Pace, check_links, notice_settings

__all__ = ["serve"]
SITE = "https://board.example.org"


@pytest.fixture
def sink() -> Iterator[MailSink]:
    found = MailSink()
    yield found
    found.close()


def sending(sink: MailSink) -> dict[str, Any]:
    mailer = parse_mailer(f"smtp://127.0.0.1:{sink.port}?from=board@example.org")
    return {"push": False, "mailer": mailer, "site": SITE}


def link(letter: EmailMessage, what: str) -> str:
    """Return what a link in a mail ends with."""
    found = re.search(rf"{re.escape(SITE)}/mail/{what}/(\S+)$", letter.get_content(), re.MULTILINE)
    assert found, letter
    return found[1]


def mail_of(person: Somebody) -> Any:
    return person.client.get("/api/me/mail", headers={"Authorization": f"Bearer {person.secret}"}).json()


def test_an_address_is_confirmed_told_of_turns_and_ended(sink: MailSink, serve: Serve) -> None:
    client = serve(**sending(sink))
    assert client.get("/api/notices").json() == {"push": "", "mail": True}
    anna, table = Somebody(client, "Anna"), made(client)
    red, blue = turns(client, table)
    anna.sit(table, "Blue")
    assert anna.post("/mail", {"address": "anna@example.org"}).json() == {
        "address": "anna@example.org",
        "confirmed": False,
    }
    asked = sink.next()
    assert (asked["To"], asked["From"]) == ("anna@example.org", "board@example.org")
    assert "Anna" not in asked.as_string()
    # Nothing is sent before it is confirmed.
    red.end()
    blue.end()
    token = link(asked, "confirm")
    assert client.post("/api/mail/confirm", json={"token": "another"}).status_code == 404
    assert client.post("/api/mail/confirm", json={"token": token}).status_code == 201
    assert mail_of(anna) == {"address": "anna@example.org", "confirmed": True}
    red.end()
    letter = sink.next()
    assert letter["Subject"] == "Skirmish, open: your turn"
    text = letter.get_content()
    assert f"It is your turn (Blue).\n\n{SITE}/t/{table['table']}\n" in text
    assert not [
        key for key in (anna.secret, table["watch"], *table["seats"].values()) if key in letter.as_string()
    ]
    # One click of a mail program, which posts a form.
    stop = str(letter["List-Unsubscribe"]).strip("<>").removeprefix(SITE)
    assert stop == f"/mail/stop/{link(letter, 'stop')}"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    # The page, which is not built here, is at both links.
    assert client.get(stop).status_code == client.get(stop.replace("stop", "confirm")).status_code == 503
    assert client.post(stop.replace("stop", "confirm"), data={}).status_code == 404
    assert client.post(stop, data={"List-Unsubscribe": "One-Click"}).status_code == 201
    assert mail_of(anna) == {"address": "", "confirmed": False}
    blue.end()
    red.end()
    assert red.view()["to_act"] == "Blue"
    assert sink.taken.empty()
    assert execute(serve.store, "SELECT * FROM mailboxes") == []


def test_the_end_of_a_game_is_told_and_the_link_in_the_page_ends_mails(sink: MailSink, serve: Serve) -> None:
    client = serve(**sending(sink))
    anna, table = Somebody(client, "Anna"), made(client)
    red, blue = turns(client, table)
    anna.sit(table, "Blue")
    anna.post("/mail", {"address": "anna@example.org"})
    client.post("/api/mail/confirm", json={"token": link(sink.next(), "confirm")})
    for _ in range(6):
        red.end()
        blue.end()
    letters = [sink.next() for _ in range(7)]
    told = sorted(str(each["Subject"]).partition(": ")[2] for each in letters)
    assert told == ["the game is over"] + 6 * ["your turn"]
    assert client.post("/api/mail/stop", json={"token": link(letters[0], "stop")}).status_code == 201
    assert mail_of(anna)["address"] == ""


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
def test_a_table_sends_one_mail_in_some_minutes(sink: MailSink, serve: Serve) -> None:
    client = serve(**sending(sink), pace=Pace(mail=1.0))
    anna, table = Somebody(client, "Anna"), made(client)
    red, blue = turns(client, table)
    anna.sit(table, "Blue")
    anna.post("/mail", {"address": "anna@example.org"})
    client.post("/api/mail/confirm", json={"token": link(sink.next(), "confirm")})
    for _ in range(3):
        red.end()
        blue.end()
    assert sink.next()["Subject"] == "Skirmish, open: your turn"
    assert sink.taken.empty()
    red.end()
    assert sink.next()["Subject"] == "Skirmish, open: your turn"


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
def test_what_is_asked_of_an_address_is_limited(sink: MailSink, serve: Serve) -> None:
    client = serve(**sending(sink))
    for name, address in (("Anna", "Anna"), ("Ben", "anna"), ("Carl", "Anna+carl")):
        assert Somebody(client, name).post("/mail", {"address": f"{address}@example.org"}).status_code == 201
    refused = Somebody(client, "Dora").post("/mail", {"address": "anna@example.org"})
    assert refused.status_code == 429
    assert refused.json()["detail"] == "this address was asked 3 times today; try again tomorrow"
    for number in range(97):
        assert Somebody(client, "x").post("/mail", {"address": f"{number}@example.org"}).status_code == 201
    assert Somebody(client, "x").post("/mail", {"address": "last@example.org"}).status_code == 429


def test_a_confirmation_holds_for_a_day_and_forgetting_ends_it(sink: MailSink, serve: Serve) -> None:
    client = serve(**sending(sink))
    anna = Somebody(client, "Anna")
    anna.post("/mail", {"address": "anna@example.org"})
    token = link(sink.next(), "confirm")
    execute(serve.store, "UPDATE mailboxes SET asked = asked - 90000")
    assert client.post("/api/mail/confirm", json={"token": token}).status_code == 404
    anna.post("/mail", {"address": "anna@example.org"})
    token = link(sink.next(), "confirm")
    assert anna.post("/mail/leave", {}).status_code == 201
    assert client.post("/api/mail/confirm", json={"token": token}).status_code == 404
    anna.post("/mail", {"address": "anna@example.org"})
    token = link(sink.next(), "confirm")
    anna.post("/forget", {})
    assert client.post("/api/mail/confirm", json={"token": token}).status_code == 404
    assert execute(serve.store, "SELECT * FROM mailboxes") == []


def test_what_a_mail_server_does_not_take_just_now_is_sent_again(sink: MailSink, serve: Serve) -> None:
    client = serve(**sending(sink))
    anna, table = Somebody(client, "Anna"), made(client)
    red, blue = turns(client, table)
    anna.sit(table, "Blue")
    anna.post("/mail", {"address": "anna@example.org"})
    client.post("/api/mail/confirm", json={"token": link(sink.next(), "confirm")})
    sink.answers = ["451 later", "421 later still"]
    red.end()
    assert sink.next()["Subject"] == "Skirmish, open: your turn"
    sink.answers = ["550 nobody of that name"]
    blue.end()
    red.end()
    until(lambda: not sink.answers)
    blue.end()
    red.end()
    assert sink.next()["Subject"] == "Skirmish, open: your turn"
    assert sink.taken.empty()


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
def test_a_mail_server_that_is_away_holds_up_nothing(
    sink: MailSink, serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    client = serve(**sending(sink))
    anna = Somebody(client, "Anna")
    sink.close()
    assert anna.post("/mail", {"address": "anna@example.org"}).status_code == 201
    until(lambda: "a mail could not be handed to 127.0.0.1" in caplog.text)
    assert "anna@" not in caplog.text


def test_mails_go_over_tls_with_a_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    context, path = certificate(tmp_path, "localhost")
    monkeypatch.setenv("SSL_CERT_FILE", str(path))

    def known(*asked: Any) -> AuthResult:
        data = asked[-1]
        return AuthResult(success=(data.login, data.password) == (b"me", b"p@ss word"))

    sink = MailSink(tls_context=context, require_starttls=True, authenticator=known, auth_required=True)
    letter = Letters("board@example.org", SITE).turn("anna@example.org", "t", "table", "Title", "Red")
    try:
        read = parse_mailer(f"smtp://me:p%40ss%20word@localhost:{sink.port}?from=board@example.org")
        sender = Mailer(read.host, read.port, "starttls", read.user, read.password, read.sender)
        sender.send(letter)
        assert sink.next()["To"] == "anna@example.org"
        # A server with a faulty certificate gets neither password nor mail.
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "nothing"))
        with pytest.raises(OSError, match="certificate"):
            sender.send(letter)
    finally:
        sink.close()


def test_a_server_elsewhere_that_offers_no_encryption_gets_nothing(sink: MailSink) -> None:
    letter = Letters("board@example.org", SITE).confirmation("anna@example.org", "t")
    with pytest.raises(Exception, match="STARTTLS"):
        Mailer("127.0.0.1", sink.port, "starttls", "me", "secret", "board@example.org").send(letter)
    assert sink.taken.empty()


@pytest.mark.parametrize(
    ("address", "tls"),
    [
        ("smtp://mail.example.org?from=a@b.org", ("starttls", 587)),
        ("smtps://me:pass@mail.example.org?from=a@b.org", ("at once", 465)),
        ("smtp://localhost:25?from=a@b.org", ("none", 25)),
        ("smtp://[::1]:25?from=a@b.org", ("none", 25)),
        ("smtp://mail.example.org:25?from=a@b.org&tls=no", ("none", 25)),
    ],
)
def test_how_a_mail_server_is_reached(address: str, tls: tuple[str, int]) -> None:
    read = parse_mailer(address)
    assert (read.tls, read.port) == tls


@pytest.mark.parametrize(
    "address",
    [
        "", "mail.example.org", "smtp://mail.example.org", "http://mail.example.org?from=a@b.org", "smtp://?from=a@b.org",
        "smtp://mail.example.org?from=nobody", "smtp://mail.example.org:99999?from=a@b.org", "smtp://mail.example.org/x?from=a@b.org",
        "smtp://mail.example.org?from=a@b.org&to=c@d.org", "smtp://me:secret@mail.example.org?from=a@b.org%0d%0aBcc:x@y.org",
    ],
)  # fmt: skip
def test_what_is_no_mail_server_is_refused_without_a_word_of_its_password(address: str) -> None:
    with pytest.raises(GrognardError, match="--mail takes the address of a mail server") as refused:
        parse_mailer(address)
    assert "secret" not in str(refused.value)


def test_where_links_in_mails_lead() -> None:
    mailer = parse_mailer("smtp://localhost?from=a@b.org")
    assert notice_settings(("board.example.org",), "127.0.0.1", 80, push=False, mailer=mailer).site == SITE
    assert notice_settings((), "127.0.0.1", 8000, push=False, mailer=mailer).site == "http://127.0.0.1:8000"
    with pytest.raises(GrognardError, match="needs a --name"):
        check_links(mailer, (), "0.0.0.0")  # noqa: S104
    check_links(mailer, ("board.example.org",), "::")
    check_links(mailer, (), "localhost")
    mailer = parse_mailer("smtp://localhost?from=a@b.org&links=http://mybox.local:8000")
    found = notice_settings((), "0.0.0.0", 8000, push=True, mailer=mailer)  # noqa: S104
    assert (found.site, found.contact) == ("http://mybox.local:8000", "mailto:a@b.org")
    with pytest.raises(GrognardError, match="links= of --mail"):
        parse_mailer("smtp://localhost?from=a@b.org&links=javascript:alert(1)")


@pytest.mark.parametrize(
    ("text", "one"),
    [
        ("anna@example.org", True), ("anna.k+games@mail.example.co.uk", True), ("o'brien@example.org", True),
        ("", False), ("anna", False), ("anna@", False), ("@example.org", False), ("anna@localhost", False), ("anna@10.0.0.1", False),
        ("anna@example.org\r\nBcc: ben@example.org", False), ("anna@example.org,ben@example.org", False),
        ("Anna <anna@example.org>", False), ("an na@example.org", False), ('"anna"@example.org', False), ("änna@example.org", False),
        ("anna@exämple.org", False), ("a" * 65 + "@example.org", False), ("a@" + "b" * 250 + ".org", False), ("anna@example.org ", False),
        (".anna@example.org", False), ("anna..k@example.org", False), ("anna@-example.org", False), ("anna@example.org\n", False),
    ],
)  # fmt: skip
def test_what_is_a_mail_address(text: str, *, one: bool) -> None:
    assert is_address(text) is one


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
def test_what_is_no_address_is_refused_in_a_sentence(sink: MailSink, serve: Serve) -> None:
    client: Client = serve(**sending(sink))
    anna = Somebody(client, "Anna")
    for wrong, status in (("anna@example.org\r\nBcc: x@y.org", 422), ("", 400), (7, 400), ("a" * 301, 400)):
        refused = anna.post("/mail", {"address": wrong})
        assert (refused.status_code, bool(refused.json()["detail"])) == (status, True)
    assert Somebody(client).post("/mail", {"address": "a@b.org"}).status_code == 401
    assert sink.taken.empty()


def test_a_title_cannot_add_a_header() -> None:
    letter = Letters("board@example.org", SITE).turn(
        "a@b.org", "t", "x", "A title\r\nBcc: ben@example.org", "Red\n\nx"
    )
    assert letter["Bcc"] is None
    assert letter["Subject"] == "A title\N{REPLACEMENT CHARACTER} Bcc: ben@example.org: your turn"
