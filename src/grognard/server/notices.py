# SPDX-License-Identifier: Apache-2.0
"""Tells players who have closed the page that it is their turn: in the browsers, and at the mail addresses, that they have named.

Acts never wait for it. What is told holds no key and nothing that a game hides: the table's title, and whose turn it is. Nobody is
told of a table again before a while has passed; then he is, if it is his turn by then.
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
from grognard.server.moment import Moment
from grognard.server.outside import NotOutside, Outside
from grognard.server.store import Store
from grognard.server.telling import DAY, To, ToBrowsers, ToMailboxes
from grognard.server.turn_told import News, news

LOG = logging.getLogger(__name__)
# Tables, and people at them, that are remembered.
TABLES, PEOPLE = 10_000, 50_000
# The most browsers of one person or seat; how often one address is asked in a day, and all of them in an hour.
BROWSERS, ASKED, ASKS = 10, 3, 100
HOUR = 3600
# The longest that a push service may have itself waited for.
LONGEST = 3600.0
NO_PUSH = "this server sends no notices to browsers"
NO_MAIL = "this server sends no mails"


class Pace(msgspec.Struct, frozen=True):
    """Seconds between two messages and between two mails about one table, and before what failed is tried again; then it is given up."""

    browser: float = 30.0
    mail: float = 600.0
    again: tuple[float, ...] = (60.0, 300.0, 3600.0)


class Telling(msgspec.Struct, frozen=True):
    """What the operator wants: messages to browsers, mails, where links in them lead, and where he is reached."""

    push: bool = False
    mailer: Mailer | None = None
    site: str = ""
    contact: str = ""


def telling(names: Sequence[str], host: str, port: int, *, push: bool, mailer: Mailer | None) -> Telling:
    """Return how a server tells of turns that has such names and listens at an address."""
    shown = f"[{host}]" if ":" in host else host
    site = f"https://{names[0]}" if names else f"http://{shown}:{port}"
    if mailer is not None:
        site = mailer.links or site
        if not names and not mailer.links and _is_anywhere(host):
            raise GrognardError("--mail needs a --name of this server, to which the links in mails lead")
    contact = f"mailto:{mailer.sender}" if mailer else f"https://{names[0]}" if names else ""
    return Telling(push, mailer, site, contact)


def _is_anywhere(host: str) -> bool:
    """Return whether a server that listens there listens at all addresses of its machine, and so is called by none."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


class _Told(msgspec.Struct, frozen=True):
    """The last event of which somebody was told, and until when he is left alone."""

    seq: int
    until: float


class _Failing(msgspec.Struct, frozen=True):
    """How often somebody could not be told in a row, and until when that is not tried again."""

    times: int
    until: float


def can_push() -> bool:
    """Return whether what messages are encrypted with is installed."""
    return find_spec("cryptography") is not None


class Notices:
    """Who is told of turns, and how."""

    def __init__(
        self,
        store: Store,
        telling: Telling | None = None,
        *,
        pace: Pace | None = None,
        outside: Outside | None = None,
    ) -> None:
        telling, self._pace = telling or Telling(), pace or Pace()
        self.store = store
        self.browsers: ToBrowsers | None = None
        self.mailboxes: ToMailboxes | None = None
        if telling.push and can_push():
            self.browsers = ToBrowsers(store, outside or Outside(), telling.contact, self._pace.browser)
        if telling.mailer is not None:
            self.mailboxes = ToMailboxes(telling.mailer, telling.site, self._pace.mail)
        self._background = Background("notices") if self.browsers or self.mailboxes else None
        self._latest: OrderedDict[str, News] = OrderedDict()
        self._told: OrderedDict[tuple[str, str], _Told] = OrderedDict()
        self._failing: OrderedDict[str, _Failing] = OrderedDict()
        # When tables are looked at again.
        self._due: dict[str, float] = {}
        self._asked, self._asks = Allowance(ASKED, DAY), Allowance(ASKS, HOUR)

    @property
    def public_key(self) -> str:
        """What a browser subscribes with; empty if nothing is sent to browsers."""
        return self.browsers.signer.public_key if self.browsers else ""

    def close(self) -> None:
        """Tell nobody any more; what is under way is broken off."""
        if self._background is not None:
            self._background.close()

    # What people ask for

    def subscribe(self, owner: bytes, endpoint: str, p256dh: str, auth: str) -> None:
        """Tell a person or a seat in a browser."""
        if self.browsers is None:
            raise Refused(409, NO_PUSH)
        from grognard.server.web_push import browser_of  # noqa: PLC0415 - servers may do without

        try:
            self.browsers.outside.check(endpoint)
            browser = browser_of(endpoint, p256dh, auth)
        except NotOutside as error:
            raise Refused(422, str(error)) from error
        except ValueError as error:
            raise Refused(422, "messages cannot be encrypted for this browser: its keys are none") from error
        if not self.store.subscribe(owner, browser, BROWSERS):
            raise Refused(
                409, f"{counted(BROWSERS, 'browser is', 'browsers are')} told already; switch it off in one"
            )

    def ask(self, person: bytes, address: str) -> None:
        """Keep a person's mail address, and ask there whether mails are welcome."""
        if self.mailboxes is None or self._background is None:
            raise Refused(409, NO_MAIL)
        if not is_address(address):
            raise Refused(422, "this is no mail address such as name@example.org")
        known = self.store.mailbox(person)
        if known is not None and known.confirmed and known.address == address:
            return
        if self._asked.take(address.lower())[0] < 0:
            raise Refused(429, f"this address was asked {ASKED} times today; try again tomorrow")
        if self._asks.take("")[0] < 0:
            raise Refused(429, "too many addresses were asked just now; try again in an hour")
        mailbox = Mailbox(person, address, secrets.token_urlsafe(32), time.time())
        self.store.ask_mailbox(mailbox)
        self._background.start(self._ask(self.mailboxes, mailbox))

    async def _ask(self, mailboxes: ToMailboxes, mailbox: Mailbox) -> None:
        await mailboxes.ask(mailbox)

    def confirm(self, token: str) -> None:
        """Send mails to an address whose reader agrees."""
        if not self.store.confirm_mailbox(token, time.time() - DAY):
            raise Refused(404, "this link holds no more; ask for another under You")

    # What happens at tables

    def kept(self, live: LiveTable, before: Moment) -> None:
        """Take note of an act that was kept."""
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
        """Tell whoever is to be told, and has not been."""
        if new.program or not (new.side or new.over):
            return
        try:
            found = self._at(new.table)
        except Refused as error:
            LOG.warning("whom to tell of table %s could not be read: %s", new.table, error)
            return
        for sides, to in found:
            # Whoever plays several sides sees for himself.
            if len(sides) == 1 if new.over else new.side in sides and new.before not in sides:
                self._tell_one(to, new)

    def _at(self, table: str) -> list[tuple[tuple[Side, ...], To]]:
        """Return whoever is told of a table, each with the sides he plays."""
        found: list[tuple[tuple[Side, ...], To]] = []
        if self.browsers:
            found += [(sides, self.browsers.to(each)) for sides, each in self.store.browsers_at(table)]
        if self.mailboxes:
            found += [(sides, self.mailboxes.to(each)) for sides, each in self.store.mailboxes_at(table)]
        return found

    def _tell_one(self, to: To, new: News) -> None:
        if self._background is None:
            return
        key, now = (to.name, new.table), self._background.now()
        told = self._told.get(key, _Told(-1, 0))
        if told.seq == new.seq:
            return
        until = max(told.until, self._failing.get(to.name, _Failing(0, 0)).until)
        if until > now:
            self._look_again(new.table, until)
            return
        self._told[key] = _Told(new.seq, now + to.gap)
        self._told.move_to_end(key)
        if len(self._told) > PEOPLE:
            self._told.popitem(last=False)
        self._background.start(self._send(to, new))

    async def _send(self, to: To, new: News) -> None:
        wait = await to.tell(new)
        if wait is None:
            self._failing.pop(to.name, None)
            return
        again = self._pace.again
        times = self._failing.get(to.name, _Failing(0, 0)).times + 1
        pause = max(again[min(times, len(again)) - 1], min(wait, LONGEST))
        until = self._background.now() + pause if self._background else pause
        self._failing[to.name] = _Failing(times, until)
        if len(self._failing) > PEOPLE:
            self._failing.popitem(last=False)
        if times < len(again):
            self._told.pop((to.name, new.table), None)
            self._look_again(new.table, until)

    def _look_again(self, table: str, at: float) -> None:
        """Tell what is the news of a table then."""
        if self._background is None or self._due.get(table, at + 1) <= at:
            return
        self._due[table] = at

        def look() -> None:
            if self._due.get(table) == at:
                del self._due[table]
                if table in self._latest:
                    self._tell(self._latest[table])

        self._background.later(at - self._background.now(), look)
