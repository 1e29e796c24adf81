# SPDX-License-Identifier: Apache-2.0
"""Notices for players who have closed the page: messages to their browsers and mails when it is their turn.

Acts never wait for them. A notice holds no key and nothing that a game hides, only the title of the table and whose turn it is. After a
notice a recipient gets none about the same table for a while; then another, if it is the recipient's turn by then.
"""

import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Sequence
from importlib.util import find_spec
from ipaddress import ip_address

import msgspec

from grognard.charts.errors import GrognardError
from grognard.charts.plurals import counted
from grognard.play.board import Side
from grognard.server.background import Background
from grognard.server.errors import Refused
from grognard.server.guard import Allowance
from grognard.server.kept_notices import Mailbox
from grognard.server.live_table import LiveTable
from grognard.server.mail import Mailer, is_address
from grognard.server.notice_channels import DAY, BrowserChannel, MailChannel, Recipient
from grognard.server.outside import NotOutside, Outside
from grognard.server.store import Store
from grognard.server.table_state import TableState
from grognard.server.turn_news import News, news

LOG = logging.getLogger(__name__)
# Tables, and recipients at tables, that are remembered.
TABLES, PEOPLE = 10_000, 50_000
# Browsers of one person or seat; mails that ask for a confirmation: to one address in a day, and to all in an hour.
BROWSERS, ASKED, ASKS = 10, 3, 100
HOUR = 3600
# The longest time that a push service can ask the server to wait.
LONGEST = 3600.0
NO_PUSH = "this server sends no notices to browsers"
NO_MAIL = "this server sends no mails"


class Pace(msgspec.Struct, frozen=True):
    """Seconds between two messages and between two mails about one table, and before each further attempt after a failure."""

    browser: float = 30.0
    mail: float = 600.0
    again: tuple[float, ...] = (60.0, 300.0, 3600.0)


class NoticeSettings(msgspec.Struct, frozen=True):
    """What the operator has set: messages to browsers, mails, where the links in mails lead, and the operator's own address."""

    push: bool = False
    mailer: Mailer | None = None
    site: str = ""
    contact: str = ""


def check_links(mailer: Mailer, names: Sequence[str], host: str) -> None:
    """Refuse to send mails if it is not known where their links should lead."""
    if not names and not mailer.links and _is_anywhere(host):
        raise GrognardError("--mail needs a --name of this server, to which the links in mails lead")


def notice_settings(
    names: Sequence[str], host: str, port: int, *, push: bool, mailer: Mailer | None
) -> NoticeSettings:
    """Return what follows from the names of a server and the address at which it listens."""
    shown = f"[{host}]" if ":" in host else host
    site = f"https://{names[0]}" if names else f"http://{shown}:{port}"
    if mailer is not None:
        site = mailer.links or site
    contact = f"mailto:{mailer.sender}" if mailer else f"https://{names[0]}" if names else ""
    return NoticeSettings(push, mailer, site, contact)


def _is_anywhere(host: str) -> bool:
    """Return whether this stands for all addresses of a machine."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def _inbox(address: str) -> str:
    """Return what stands for the mailbox of an address: many mail servers ignore what follows a + in a name."""
    name, _, host = address.lower().partition("@")
    return f"{name.partition('+')[0]}@{host}"


class _LastNotice(msgspec.Struct, frozen=True):
    """The last event that a recipient was told of, and until when the recipient gets no other notice."""

    seq: int
    until: float


class _Failing(msgspec.Struct, frozen=True):
    """The failures in a row with a recipient, and until when there is no other attempt."""

    times: int
    until: float


def can_push() -> bool:
    """Return whether the package that encrypts messages is installed."""
    return find_spec("cryptography") is not None


class Notices:
    """Sends notices, and takes the wishes of those who want them."""

    def __init__(
        self,
        store: Store,
        settings: NoticeSettings | None = None,
        *,
        pace: Pace | None = None,
        outside: Outside | None = None,
    ) -> None:
        settings, self._pace = settings or NoticeSettings(), pace or Pace()
        self.store = store
        self.browsers: BrowserChannel | None = None
        self.mailboxes: MailChannel | None = None
        if settings.push and can_push():
            self.browsers = BrowserChannel(store, outside or Outside(), settings.contact, self._pace.browser)
        if settings.mailer is not None:
            self.mailboxes = MailChannel(settings.mailer, settings.site, self._pace.mail)
        self._background = Background("notices") if self.browsers or self.mailboxes else None
        self._latest: OrderedDict[str, News] = OrderedDict()
        self._told: OrderedDict[tuple[str, str], _LastNotice] = OrderedDict()
        self._failing: OrderedDict[str, _Failing] = OrderedDict()
        # When the latest news of tables is sent again.
        self._due: dict[str, float] = {}
        self._asked, self._asks = Allowance(ASKED, DAY), Allowance(ASKS, HOUR)

    @property
    def public_key(self) -> str:
        """The key that browsers subscribe with; empty if no messages are sent to browsers."""
        return self.browsers.signer.public_key if self.browsers else ""

    def close(self) -> None:
        """Send nothing more; what is being sent is cancelled."""
        if self._background is not None:
            self._background.close()

    # Wishes

    def subscribe(self, owner: bytes, endpoint: str, p256dh: str, auth: str) -> None:
        """Add a browser to those of a person or a seat."""
        if self.browsers is None:
            raise Refused(409, NO_PUSH)
        from grognard.server.web_push import browser_of  # noqa: PLC0415 - servers may do without

        try:
            self.browsers.outside.check(endpoint)
            browser = browser_of(endpoint, p256dh, auth)
        except NotOutside as error:
            raise Refused(422, str(error)) from error
        except ValueError as error:
            raise Refused(
                422, "messages cannot be encrypted for this browser: its keys are not valid"
            ) from error
        if not self.store.subscribe(owner, browser, BROWSERS):
            raise Refused(
                409,
                f"{counted(BROWSERS, 'browser is', 'browsers are')} notified already; switch notices off in one of them",
            )

    def ask(self, person: bytes, address: str) -> None:
        """Store the mail address of a person, and send the mail that asks for its confirmation."""
        if self.mailboxes is None or self._background is None:
            raise Refused(409, NO_MAIL)
        if not is_address(address):
            raise Refused(422, "this is no mail address such as name@example.org")
        known = self.store.mailbox(person)
        if known is not None and known.confirmed and known.address == address:
            return
        if self._asked.take(_inbox(address))[0] < 0:
            raise Refused(429, f"this address was asked {ASKED} times today; try again tomorrow")
        if self._asks.take("")[0] < 0:
            raise Refused(429, "too many addresses were asked just now; try again in an hour")
        mailbox = Mailbox(person, address, secrets.token_urlsafe(32), time.time())
        self.store.ask_mailbox(mailbox)
        self._background.start(self._ask(self.mailboxes, mailbox))

    async def _ask(self, mailboxes: MailChannel, mailbox: Mailbox) -> None:
        await mailboxes.ask(mailbox)

    def confirm(self, token: str) -> None:
        """Confirm the address that a token was mailed to."""
        if not self.store.confirm_mailbox(token, time.time() - DAY):
            raise Refused(404, "this link is not valid any more; ask for another on the page You")

    # Notices

    def kept(self, live: LiveTable, before: TableState) -> None:
        """Take note of an act that was stored."""
        new = news(live, before)
        if new is not None and self._background is not None:
            self._background.start(self._hear(new))

    async def _hear(self, new: News) -> None:
        self._latest[new.table] = new
        self._latest.move_to_end(new.table)
        if len(self._latest) > TABLES:
            self._latest.popitem(last=False)
        self._tell(new)

    def _tell(self, new: News) -> None:
        """Send news to all recipients who have not had it."""
        if new.program or not (new.side or new.over):
            return
        try:
            recipients = self._at(new.table)
        except Refused as error:
            LOG.warning("the recipients of notices at table %s could not be read: %s", new.table, error)
            return
        for sides, recipient in recipients:
            # A player of several sides needs no notice of passing the turn to another of them.
            if len(sides) == 1 if new.over else new.side in sides and new.before not in sides:
                self._tell_one(recipient, new)

    def _at(self, table: str) -> list[tuple[tuple[Side, ...], Recipient]]:
        """Return the recipients at a table, each with the sides that the player plays."""
        recipients: list[tuple[tuple[Side, ...], Recipient]] = []
        if self.browsers:
            known = self.store.browsers_at(table)
            recipients += [(sides, self.browsers.recipient(browser)) for sides, browser in known]
        if self.mailboxes:
            named = self.store.mailboxes_at(table)
            recipients += [(sides, self.mailboxes.recipient(mailbox)) for sides, mailbox in named]
        return recipients

    def _tell_one(self, recipient: Recipient, new: News) -> None:
        if self._background is None:
            return
        key, now = (recipient.name, new.table), self._background.now()
        told = self._told.get(key, _LastNotice(-1, 0))
        if told.seq == new.seq:
            return
        until = max(told.until, self._failing.get(recipient.name, _Failing(0, 0)).until)
        if until > now:
            self._look_again(new.table, until)
            return
        self._told[key] = _LastNotice(new.seq, now + recipient.gap)
        self._told.move_to_end(key)
        if len(self._told) > PEOPLE:
            self._told.popitem(last=False)
        self._background.start(self._send(recipient, new))

    async def _send(self, recipient: Recipient, new: News) -> None:
        wait = await recipient.send(new)
        if wait is None:
            self._failing.pop(recipient.name, None)
            return
        again = self._pace.again
        times = self._failing.get(recipient.name, _Failing(0, 0)).times + 1
        pause = max(again[min(times, len(again)) - 1], min(wait, LONGEST))
        until = self._background.now() + pause if self._background else pause
        self._failing[recipient.name] = _Failing(times, until)
        if len(self._failing) > PEOPLE:
            self._failing.popitem(last=False)
        if times < len(again):
            self._told.pop((recipient.name, new.table), None)
            self._look_again(new.table, until)

    def _look_again(self, table: str, at: float) -> None:
        """Send the latest news of a table at a later time."""
        if self._background is None or self._due.get(table, at + 1) <= at:
            return
        self._due[table] = at

        def look() -> None:
            if self._due.get(table) == at:
                del self._due[table]
                if table in self._latest:
                    self._tell(self._latest[table])

        self._background.later(at - self._background.now(), look)
