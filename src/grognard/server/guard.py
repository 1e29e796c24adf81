# SPDX-License-Identifier: Apache-2.0
"""Who is let in: by which name the server was reached, where the page is from, what is sent, and how often.

It stands before all routes. A request that it turns away is answered with one sentence and has changed nothing.
"""

import math
import re
import socket
import time
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from ipaddress import ip_address
from urllib.parse import unquote_to_bytes, urlsplit

import msgspec
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import (
    ASGIApp,
    HTTPResponseBodyEvent,
    HTTPResponseStartEvent,
    Message,
    Receive,
    Scope,
    Send,
)

from grognard.charts.plurals import counted
from grognard.server.addresses import counted_as
from grognard.server.errors import in_one_line
from grognard.server.lanes import CLIENT, Client

# The most addresses remembered, to bound memory; the one not seen for longest is forgotten.
ADDRESSES = 100_000
JSON = "application/json"
SAFE = ("GET", "HEAD", "OPTIONS")
TABLES = "/api/tables"
# Taking a name stores something, too, and a mail is sent to an address.
NAMES, MAIL = "/api/me", "/api/me/mail"
LOADED = "/api/saves/tables"
SLASHES = re.compile("//+")
# Headers of which a request has one; it would not be clear which of several counts, to a proxy as little as here.
ONCE = (b"host", b"origin", b"authorization", b"content-type", b"last-event-id")


class Guard(msgspec.Struct, frozen=True):
    """The names the server may be reached by, besides its addresses, and how much one address may ask of it.

    `requests` counts those of a minute, `tables` those made in an hour, `acts` what one seat sends to its table in a minute;
    0 means no limit. A new address or seat has its full allowance.
    """

    names: tuple[str, ...] = ()
    requests: int = 0
    tables: int = 0
    acts: int = 0


class Turned(msgspec.Struct, frozen=True):
    """A request that is turned away: the status, and the sentence that says why."""

    status: int
    sentence: str


class Allowance:
    """How much each address has left of an allowance that refills with time."""

    def __init__(
        self,
        most: int,
        seconds: int,
        clock: Callable[[], float] = time.monotonic,
        name: str = "requests",
        says: str = "your address has asked for its {} requests in a minute",
    ) -> None:
        self.most = most
        self.seconds = seconds
        self.name = name
        self.says = says
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> tuple[int, int]:
        """Take one; return how many are left after it, -1 if there was none, and the seconds until there is one more."""
        now, rate = self._clock(), self.most / self.seconds
        left, since = self._left.pop(address, (float(self.most), now))
        left = min(self.most, left + (now - since) * rate)
        taken = left >= 1
        self._left[address] = (left - taken, now)
        if len(self._left) > ADDRESSES:
            self._left.popitem(last=False)
        return (int(left) - 1 if taken else -1), math.ceil((1 - left % 1) / rate)


def guarded(app: ASGIApp, guard: Guard, clock: Callable[[], float] = time.monotonic) -> ASGIApp:
    """Turn away requests that may not come in, before reading their bodies."""
    own = _own_names(guard)
    requests = Allowance(guard.requests, 60, clock) if guard.requests else None
    says = "your address has asked for its {} new tables in an hour"
    tables = Allowance(guard.tables, 3600, clock, "tables", says) if guard.tables else None
    says = "this seat has sent its {} acts in a minute"
    acts = Allowance(guard.acts, 60, clock, "acts", says) if guard.acts else None

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        # Litestar takes several slashes for one, and no limit may be evaded by them.
        scope["path"] = SLASHES.sub("/", scope["path"])
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        client = scope["client"]
        address = counted_as(client[0]) if client else ""
        CLIENT.set(Client(address, scope.setdefault("state", {}), scope["method"] in SAFE))
        turned, limit = _often(requests, address)
        turned = (
            turned
            or _repeated(scope)
            or _strange(headers.get(b"host", ""), own)
            or _unreadable(scope)
            or (None if scope["method"] in SAFE else _foreign(headers))
        )
        if turned is None and scope["method"] == "POST" and _makes_a_table(scope["path"]):
            turned, limit = _often(tables, address)
        elif turned is None and scope["method"] == "POST" and _acts_at_a_table(scope["path"]):
            turned, limit = _often(acts, _seat(scope["path"], headers))
        if turned is None:
            await app(scope, receive, _saying(limit, send))
        else:
            await _answer(turned, _saying(limit, send))

    return wrapped


def _makes_a_table(path: str) -> bool:
    """Return whether an address makes a table: a new one, a copy of another, or one that goes on from a saved game."""
    words = path.strip("/").split("/")
    return path.rstrip("/") in (TABLES, LOADED, NAMES, MAIL) or (
        path.startswith(f"{TABLES}/") and words[-1] in ("copy", "rematch")
    )


def _acts_at_a_table(path: str) -> bool:
    """Return whether something is done at a table at an address; odds have limits of their own."""
    words = path.strip("/").split("/")
    return len(words) > len(TABLES.split("/")) and path.startswith(f"{TABLES}/") and words[-1] != "preview"


def _seat(path: str, headers: dict[bytes, str]) -> str:
    """Return what stands for a seat: the table with the key. So only a player with the key can use up what the seat may send."""
    key = headers.get(b"authorization", "").partition(" ")[2].strip()
    named = f"{path.strip('/').split('/')[2]} {key}"
    return sha256(named.encode()).hexdigest()


def _often(allowance: "Allowance | None", whose: str) -> tuple[Turned | None, dict[str, str]]:
    """Take one from the allowance of an address or a seat; return why it may not, and the headers that say how much it has left."""
    if allowance is None:
        return None, {}
    left, wait = allowance.take(whose)
    limit = {
        "ratelimit-policy": f'"{allowance.name}";q={allowance.most};w={allowance.seconds}',
        "ratelimit": f'"{allowance.name}";r={max(left, 0)};t={wait}',
    }
    if left >= 0:
        return None, limit
    again = f"one more in {counted(wait, 'second')}"
    return Turned(429, f"{allowance.says.format(allowance.most)}; {again}"), {
        **limit,
        "retry-after": str(wait),
    }


def _saying(headers: dict[str, str], send: Send) -> Send:
    """Add headers to an answer."""
    if not headers:
        return send

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            answer = MutableScopeHeaders.from_message(message)
            for name, value in headers.items():
                answer[name] = value
        await send(message)

    return sending


def _repeated(scope: Scope) -> Turned | None:
    """Refuse a request with two of a header of which it may have one."""
    names = [name.lower() for name, _ in scope["headers"]]
    twice = next((name.decode() for name in ONCE if names.count(name) > 1), "")
    return Turned(400, f"the header {twice} is sent more than once; send it once") if twice else None


# By which name


def _own_names(guard: Guard) -> frozenset[str]:
    machine = socket.gethostname().lower()
    return frozenset({"localhost", machine, f"{machine}.local", *(name.lower() for name in guard.names)})


def _strange(host: str, own: frozenset[str]) -> Turned | None:
    """Refuse a name that is not the server's: a page from elsewhere can have its own name resolve to this machine.

    A plain address needs no name, and cannot be made to resolve elsewhere.
    """
    name = _name(host)
    if name in own or name.endswith(".localhost") or _is_address(name):
        return None
    shown = host[:100] or "no name at all"
    return Turned(421, f"this server is not called {shown}; the operator can add the name with --name")


def _name(host: str) -> str:
    """Return the name or address in a Host header, without the port; empty if it has neither."""
    try:
        read = urlsplit(f"//{host}")
        return "" if read.port == 0 else (read.hostname or "").rstrip(".")
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


# From where, and what


def _foreign(headers: dict[bytes, str]) -> Turned | None:
    """Refuse what a page of another server sends: a browser says where a page is from."""
    origin = headers.get(b"origin")
    if origin is None:
        return None
    if origin.partition("://")[2].lower() == headers[b"host"].lower():
        return None
    return Turned(
        403, f"a page from {origin[:100]} may not act here; open the board at this server's own address"
    )


def _unreadable(scope: Scope) -> Turned | None:
    """Refuse an address whose percent-decoded bytes are not UTF-8."""
    whole = (scope.get("raw_path") or b"") + b"?" + scope.get("query_string", b"")
    try:
        path = unquote_to_bytes(whole).decode()
    except UnicodeDecodeError:
        return Turned(400, "the address is not UTF-8 text")
    return Turned(400, "the address holds a zero byte") if "\0" in path else None


async def _answer(turned: Turned, send: Send) -> None:
    said = msgspec.json.encode({"detail": in_one_line(turned.sentence)})
    headers = [(b"content-type", JSON.encode()), (b"content-length", str(len(said)).encode())]
    start: HTTPResponseStartEvent = {
        "type": "http.response.start",
        "status": turned.status,
        "headers": headers,
    }
    body: HTTPResponseBodyEvent = {"type": "http.response.body", "body": said, "more_body": False}
    await send(start)
    await send(body)
