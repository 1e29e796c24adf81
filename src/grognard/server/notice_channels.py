# SPDX-License-Identifier: Apache-2.0
"""The two ways to tell players of their turn when the page is closed: messages to browsers, and mails."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import cached_property, partial
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException
from typing import TYPE_CHECKING

import msgspec

from grognard.server.background import in_thread
from grognard.server.guard import Allowance
from grognard.server.kept_notices import Browser, Mailbox
from grognard.server.mail import Letters, Mailer
from grognard.server.outside import NotOutside, Outside
from grognard.server.store import Store
from grognard.server.turn_news import News

if TYPE_CHECKING:
    from email.message import EmailMessage

    from grognard.server.web_push import Signer

LOG = logging.getLogger(__name__)
# The server's key to sign with, as its store has it.
KEY = "push"
# Seconds that a push service stores a message for a browser that is not running.
KEPT = 3 * 24 * 3600
# The longest title of a table that is told.
TITLE = 200
GONE = (404, 410)
# Mails to one address in a day, and seconds between two warnings in the log.
MAILS, QUIET = 40, 3600.0
DAY = 24 * 3600
# Posts and mails that are sent at once.
POSTS, HANDED = 100, 2


class Recipient(msgspec.Struct, frozen=True):
    """A recipient: its name, the seconds between two notices of one table, and the function that sends one.

    The function returns None if the notice was sent or cannot be sent at all; else the least seconds to wait before another attempt.
    """

    name: str
    gap: float
    send: Callable[[News], Awaitable[float | None]]


class RareWarnings:
    """Warns in the log of failures, at most once in an hour."""

    def __init__(self) -> None:
        self._said = -QUIET

    def warn(self, what: str, *values: object) -> None:
        """Log a warning, unless there was one not long ago."""
        if time.monotonic() - self._said >= QUIET:
            self._said = time.monotonic()
            LOG.warning(what, *values)


class BrowserChannel:
    """Sends messages to browsers through their push services."""

    def __init__(self, store: Store, outside: Outside, contact: str, gap: float) -> None:
        self._store = store
        self.outside = outside
        self._contact = contact
        self._gap = gap
        self._room = asyncio.Semaphore(POSTS)
        self._warnings = RareWarnings()

    @cached_property
    def signer(self) -> "Signer":
        """The signer with the server's own key, which is made when it is first needed."""
        from grognard.server.web_push import Signer, new_private_key  # noqa: PLC0415 - servers may do without

        return Signer(self._store.own_key(KEY, new_private_key()), self._contact)

    def recipient(self, browser: Browser) -> Recipient:
        """Return a browser as a recipient."""
        return Recipient(browser.endpoint, self._gap, partial(self._tell, browser))

    async def _tell(self, browser: Browser, news: News) -> float | None:
        from grognard.server.web_push import encrypted  # noqa: PLC0415 - likewise

        said = {"table": news.table, "title": news.title[:TITLE], "side": news.side or ""}
        headers = {
            "authorization": self.signer.header(browser.endpoint),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(KEPT),
            "topic": self.signer.topic(news.table),
        }
        try:
            body = encrypted(msgspec.json.encode(said), browser)
            async with self._room:
                answer = await self.outside.post(browser.endpoint, headers, body)
        except NotOutside:
            self._store.drop_browser(browser.endpoint)
            return None
        except OSError as error:
            self._warnings.warn("a push service is away: %s", error)
            return 0
        if answer.status in GONE:
            self._store.drop_browser(browser.endpoint)
            return None
        if answer.status >= 300:
            self._warnings.warn("a push service does not take a message: it answers %s", answer.status)
        return float(answer.wait) if answer.status == 429 or answer.status >= 500 else None


class MailChannel:
    """Sends mails through the mail server that the operator has named."""

    def __init__(self, mailer: Mailer, site: str, gap: float) -> None:
        self._mailer = mailer
        self._letters = Letters(mailer.sender, site)
        self._gap = gap
        self._allowed = Allowance(MAILS, DAY)
        self._room = asyncio.Semaphore(HANDED)
        self._warnings = RareWarnings()

    def recipient(self, mailbox: Mailbox) -> Recipient:
        """Return a mail address as a recipient."""
        return Recipient(mailbox.token, self._gap, partial(self._tell, mailbox))

    async def _tell(self, mailbox: Mailbox, news: News) -> float | None:
        if self._allowed.take(mailbox.address.lower())[0] < 0:
            return None
        letter = self._letters.turn(mailbox.address, mailbox.token, news.table, news.title, news.side or "")
        return await self._send(letter)

    async def ask(self, mailbox: Mailbox) -> float | None:
        """Send the mail that asks for the confirmation of an address."""
        return await self._send(self._letters.confirmation(mailbox.address, mailbox.token))

    async def _send(self, letter: "EmailMessage") -> float | None:
        try:
            async with self._room:
                await in_thread(partial(self._mailer.send, letter))
        except (OSError, SMTPException) as error:
            # The text of the answer may repeat the address.
            why = "".join(map(str, _codes(error))) or type(error).__name__
            self._warnings.warn("a mail could not be handed to %s: %s", self._mailer.host, why)
            return None if any(code >= 500 for code in _codes(error)) else 0
        return None


def _codes(error: Exception) -> list[int]:
    """Return the codes that a mail server answered with."""
    if isinstance(error, SMTPRecipientsRefused):
        return [code for code, _ in error.recipients.values()]
    return [error.smtp_code] if isinstance(error, SMTPResponseException) else []
