# SPDX-License-Identifier: Apache-2.0
"""Where players are told of their turn, in SQL for both stores: SQLite takes it as it is, PostgreSQL with %s for each question mark."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from msgspec.structs import astuple

from grognard.play.board import Side
from grognard.server.kept_notices import Browser, Mailbox, NoticeData
from grognard.server.store import read_seat

# A browser belongs to a person or to the key of a seat, which may open several tables.
NOTICES = """
CREATE TABLE own_keys (
    name text PRIMARY KEY,
    body {blob} NOT NULL
);
CREATE TABLE browsers (
    owner {blob} NOT NULL,
    endpoint text NOT NULL,
    p256dh {blob} NOT NULL,
    auth {blob} NOT NULL,
    PRIMARY KEY (owner, endpoint)
);
CREATE INDEX browsers_by_endpoint ON browsers (endpoint);
CREATE TABLE mailboxes (
    person {blob} PRIMARY KEY REFERENCES people (hash) ON UPDATE CASCADE ON DELETE CASCADE,
    address text NOT NULL,
    token text NOT NULL UNIQUE,
    asked {real} NOT NULL,
    confirmed {boolean} NOT NULL
);
"""
SUBSCRIBE = """
INSERT INTO browsers VALUES (?, ?, ?, ?)
ON CONFLICT (owner, endpoint) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth
"""
BROWSERS = """
SELECT sides, endpoint, p256dh, auth FROM seats JOIN browsers ON owner = seats.hash WHERE table_id = ?
UNION
SELECT sides, endpoint, p256dh, auth FROM places
JOIN seats ON seats.table_id = places.table_id AND seats.hash = places.seat
JOIN browsers ON owner = places.person WHERE places.table_id = ?
ORDER BY endpoint
"""
MAILBOX = "SELECT person, address, token, asked, confirmed FROM mailboxes"
ASK_MAILBOX = """
INSERT INTO mailboxes VALUES (?, ?, ?, ?, ?) ON CONFLICT (person) DO UPDATE SET
address = excluded.address, token = excluded.token, asked = excluded.asked, confirmed = excluded.confirmed
"""
CAN_CONFIRM = "SELECT 1 FROM mailboxes WHERE token = ? AND (confirmed OR asked >= ?)"
CONFIRM = "UPDATE mailboxes SET confirmed = (1 = 1) WHERE token = ?"
MAILBOXES = """
SELECT sides, mailboxes.person, address, token, asked, confirmed FROM places
JOIN seats ON seats.table_id = places.table_id AND seats.hash = places.seat
JOIN mailboxes ON mailboxes.person = places.person WHERE places.table_id = ? AND confirmed
ORDER BY address
"""
# A person may have come while the people were copied.
FILLED = "INSERT INTO mailboxes SELECT ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM people WHERE hash = ?)"
# The browsers of a person belong to the hash of the person's secret.
RENEW_BROWSERS = "UPDATE browsers SET owner = ? WHERE owner = ?"
FORGET_BROWSERS = "DELETE FROM browsers WHERE owner = ?"


class KeptNotices(ABC):
    """The part of a store that knows where players are told of their turn."""

    @abstractmethod
    def _do(self, statement: str, *values: Any) -> None:
        """Commit a statement."""

    @abstractmethod
    def _find(self, statement: str, *values: Any) -> list[Any]:
        """Return what a statement finds."""

    def own_key(self, name: str, fresh: bytes) -> bytes:
        """Return the server's own key of a name; if there is none, store the fresh one and return that."""
        asked = "SELECT body FROM own_keys WHERE name = ?"
        if not self._find(asked, name):
            self._do("INSERT INTO own_keys VALUES (?, ?) ON CONFLICT (name) DO NOTHING", name, fresh)
        key: bytes = self._find(asked, name)[0][0]
        return key

    def subscribe(self, owner: bytes, browser: Browser, most: int) -> bool:
        """Add a browser of an owner, or replace its keys; return False if the owner has as many already."""
        others = "SELECT 1 FROM browsers WHERE owner = ? AND endpoint <> ?"
        if len(self._find(others, owner, browser.endpoint)) >= most:
            return False
        self._do(SUBSCRIBE, owner, *astuple(browser))
        return True

    def unsubscribe(self, owner: bytes, endpoint: str) -> None:
        """Remove a browser of an owner."""
        self._do("DELETE FROM browsers WHERE owner = ? AND endpoint = ?", owner, endpoint)

    def drop_browser(self, endpoint: str) -> None:
        """Remove a browser from all its owners: it takes no messages any more."""
        self._do("DELETE FROM browsers WHERE endpoint = ?", endpoint)

    def browsers_at(self, table: str) -> list[tuple[tuple[Side, ...], Browser]]:
        """Return the browsers of the players at a table, each with the sides that its owner plays."""
        return [(_sides(sides), Browser(*found)) for sides, *found in self._find(BROWSERS, table, table)]

    def mailbox(self, person: bytes) -> Mailbox | None:
        """Return the mail address of a person, confirmed or not."""
        found = self._find(f"{MAILBOX} WHERE person = ?", person)
        return _mailbox(found[0]) if found else None

    def ask_mailbox(self, mailbox: Mailbox) -> None:
        """Store the mail address of a person, in place of an earlier one."""
        self._do(ASK_MAILBOX, *astuple(mailbox))

    def confirm_mailbox(self, token: str, asked_since: float) -> bool:
        """Confirm the address with a token, if it was asked for since then or is confirmed already; return whether it is confirmed."""
        if not self._find(CAN_CONFIRM, token, asked_since):
            return False
        self._do(CONFIRM, token)
        return True

    def drop_mailbox(self, person: bytes) -> None:
        """Delete the mail address of a person."""
        self._do("DELETE FROM mailboxes WHERE person = ?", person)

    def stop_mailbox(self, token: str) -> None:
        """Delete the mail address with a token."""
        self._do("DELETE FROM mailboxes WHERE token = ?", token)

    def mailboxes_at(self, table: str) -> list[tuple[tuple[Side, ...], Mailbox]]:
        """Return the confirmed mail addresses of the players at a table, each with the sides that its owner plays."""
        return [(_sides(sides), _mailbox(found)) for sides, *found in self._find(MAILBOXES, table)]

    def every_notice(self) -> NoticeData:
        """Return all that is stored for notices."""
        browsers = self._find("SELECT owner, endpoint, p256dh, auth FROM browsers ORDER BY owner, endpoint")
        return NoticeData(
            tuple(map(tuple, self._find("SELECT name, body FROM own_keys ORDER BY name"))),
            tuple((owner, Browser(*found)) for owner, *found in browsers),
            tuple(map(_mailbox, self._find(f"{MAILBOX} ORDER BY person"))),
        )


def fill_notices(do: Callable[..., object], kept: NoticeData) -> None:
    """Store all that another store has for notices, with a function that takes a statement and its values."""
    for key in kept.keys:
        do("INSERT INTO own_keys VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET body = excluded.body", *key)
    for owner, browser in kept.browsers:
        do("INSERT INTO browsers VALUES (?, ?, ?, ?)", owner, *astuple(browser))
    for mailbox in kept.mailboxes:
        do(FILLED, *astuple(mailbox), mailbox.person)


def _sides(sides: str) -> tuple[Side, ...]:
    return read_seat(b"", sides).sides


def _mailbox(found: Any) -> Mailbox:
    person, address, token, asked, confirmed = found
    return Mailbox(person, address, token, asked, bool(confirmed))
