# SPDX-License-Identifier: Apache-2.0
"""What is stored to tell players who have closed the page that it is their turn: their browsers and their mail addresses."""

from typing import Protocol

import msgspec

from grognard.play.board import Side


class Browser(msgspec.Struct, frozen=True):
    """A browser that takes messages: its address at a push service, and the keys that messages to it are encrypted with."""

    endpoint: str
    p256dh: bytes
    auth: bytes


class Mailbox(msgspec.Struct, frozen=True):
    """The mail address of a person, who is known by a hash. The token in its mails confirms it, and removes it.

    `asked` is when the mail that asks for the confirmation was sent, in seconds since 1970.
    """

    person: bytes
    address: str
    token: str
    asked: float
    confirmed: bool = False


class NoticeData(msgspec.Struct, frozen=True):
    """All that is stored for notices: the server's own keys by name, browsers with the hashes of their owners, and mail addresses."""

    keys: tuple[tuple[str, bytes], ...] = ()
    browsers: tuple[tuple[bytes, Browser], ...] = ()
    mailboxes: tuple[Mailbox, ...] = ()


NO_NOTICE_DATA = NoticeData()


class NoticeStore(Protocol):
    """The part of a store that knows where players are told of their turn. The owner of a browser is a person or a seat, by a hash."""

    def own_key(self, name: str, fresh: bytes) -> bytes:
        """Return the server's own key of a name; if there is none, store the fresh one and return that."""

    def subscribe(self, owner: bytes, browser: Browser, most: int) -> bool:
        """Add a browser of an owner, or replace its keys; return False if the owner has as many already."""

    def unsubscribe(self, owner: bytes, endpoint: str) -> None:
        """Remove a browser of an owner."""

    def drop_browser(self, endpoint: str) -> None:
        """Remove a browser, from all its owners: it takes no messages any more."""

    def browsers_at(self, table: str) -> list[tuple[tuple[Side, ...], Browser]]:
        """Return the browsers of the players at a table, each with the sides that its owner plays."""

    def mailbox(self, person: bytes) -> Mailbox | None:
        """Return the mail address of a person, confirmed or not."""

    def ask_mailbox(self, mailbox: Mailbox) -> None:
        """Store the mail address of a person, in place of an earlier one."""

    def confirm_mailbox(self, token: str, asked_since: float) -> bool:
        """Confirm the address with a token, if it was asked for since then or is confirmed already; return whether it is confirmed."""

    def drop_mailbox(self, person: bytes) -> None:
        """Delete the mail address of a person."""

    def stop_mailbox(self, token: str) -> None:
        """Delete the mail address with a token."""

    def mailboxes_at(self, table: str) -> list[tuple[tuple[Side, ...], Mailbox]]:
        """Return the confirmed mail addresses of the players at a table, each with the sides that its owner plays."""

    def every_notice(self) -> NoticeData:
        """Return all that is stored for notices."""
