# SPDX-License-Identifier: Apache-2.0
"""What is kept so that players who have closed the page learn that it is their turn: their browsers, and their mail addresses."""

from typing import Protocol

import msgspec

from grognard.play.board import Side


class Browser(msgspec.Struct, frozen=True):
    """A browser that takes messages: its address at a push service, and what messages to it are encrypted with."""

    endpoint: str
    p256dh: bytes
    auth: bytes


class Mailbox(msgspec.Struct, frozen=True):
    """The mail address of a person, by the hash of his secret. Whoever reads the mail confirms it by the token, or ends it.

    `asked` is when he was asked to, in seconds since 1970.
    """

    person: bytes
    address: str
    token: str
    asked: float
    confirmed: bool = False


class NoticeData(msgspec.Struct, frozen=True):
    """All of it: the server's own keys by their names, browsers with the hash of whoever is told there, and mail addresses."""

    keys: tuple[tuple[str, bytes], ...] = ()
    browsers: tuple[tuple[bytes, Browser], ...] = ()
    mailboxes: tuple[Mailbox, ...] = ()


NO_NOTICE_DATA = NoticeData()


class NoticeStore(Protocol):
    """The part of a store that knows whom to tell, and where. A browser has an owner: a person or a seat, by a hash."""

    def own_key(self, name: str, fresh: bytes) -> bytes:
        """Return the server's own key of a name; if there is none yet, the fresh one is kept as that."""

    def subscribe(self, owner: bytes, browser: Browser, most: int) -> bool:
        """Tell an owner in one more browser, or in one of his by other keys; False if he has so many already."""

    def unsubscribe(self, owner: bytes, endpoint: str) -> None:
        """Tell him there no more."""

    def drop_browser(self, endpoint: str) -> None:
        """Tell nobody there any more: it takes nothing."""

    def browsers_at(self, table: str) -> list[tuple[tuple[Side, ...], Browser]]:
        """Return the browsers of those who sit at a table, each with the sides he plays."""

    def mailbox(self, person: bytes) -> Mailbox | None:
        """Return the mail address of a person, confirmed or not."""

    def ask_mailbox(self, mailbox: Mailbox) -> None:
        """Keep a person's mail address in place of any that he had."""

    def confirm_mailbox(self, token: str, asked_since: float) -> bool:
        """Note that an address was confirmed, unless that was asked for too long ago; whether it is now."""

    def drop_mailbox(self, person: bytes) -> None:
        """Keep no mail address of a person."""

    def stop_mailbox(self, token: str) -> None:
        """Keep no mail address that has this token."""

    def mailboxes_at(self, table: str) -> list[tuple[tuple[Side, ...], Mailbox]]:
        """Return the confirmed addresses of those who sit at a table, each with the sides he plays."""

    def every_notice(self) -> NoticeData:
        """Return all that is kept for notices."""
