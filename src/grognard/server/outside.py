# SPDX-License-Identifier: Apache-2.0
"""Posting to addresses that strangers supply: only over HTTPS, only to public hosts, and without following redirects.

A name may resolve to a host in the operator's own network, and to another host each time. So it is resolved once, every address it
resolves to must be public, and the connection goes to one of these, whose certificate must be for the name.
"""

import asyncio
import re
import socket
import ssl
from functools import partial
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

import h11
import msgspec

from grognard.charts.errors import GrognardError
from grognard.server.background import in_thread

# Seconds that a post may take, and a connection to each address of the host.
SECONDS, EACH = 10.0, 4.0
# The longest address.
LONGEST = 1000
HTTPS = 443
# IPv6 addresses that are translated to IPv4: the IPv4 address is their last 32 bits.
TRANSLATED = ip_network("64:ff9b::/96")
# The part of IPv6 that is assigned to hosts of the public network.
HOSTS = ip_network("2000::/3")
READ = 4096
# A name of the public network: labels of 1 to 63 letters, with points between them.
NAME = re.compile(r"(?=.{4,253}$)([a-z0-9_-]{1,63}\.)+[a-z0-9-]{2,63}", re.ASCII)
# Of the seconds that a service says to wait: more make no sense.
DIGITS = 10


class NotOutside(GrognardError):
    """An address that the server does not post to."""


class Answer(msgspec.Struct, frozen=True):
    """An answer: the status, and how many seconds it says to wait."""

    status: int
    wait: int = 0


def checked_endpoint(endpoint: str, *, loopback: bool = False) -> SplitResult:
    """Return the parts of an address; refuse one that cannot be posted to. The name is not resolved yet."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port or HTTPS
    except ValueError:
        raise NotOutside("this is no address of a push service") from None
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and len(endpoint) <= LONGEST
    if not plain or parts.username is not None or parts.fragment:
        raise NotOutside("this is no address of a push service")
    if loopback and parts.scheme in ("http", "https") and host in ("127.0.0.1", "localhost"):
        return parts
    if parts.scheme != "https" or port != HTTPS:
        raise NotOutside("a push service is reached at https:// and its usual port alone")
    if not NAME.fullmatch(host) or _address(host) is not None:
        raise NotOutside("a push service has a public name, and no bare address")
    return parts


def is_public(address: str) -> bool:
    """Return whether an address belongs to a public host; of an address that stands for another, whether that one does."""
    known = _address(address)
    if isinstance(known, IPv6Address):
        inner = known.ipv4_mapped or known.sixtofour
        if known in TRANSLATED:
            inner = IPv4Address(int(known) & 0xFFFFFFFF)
        known = inner or (known if known in HOSTS else None)
    return known is not None and known.is_global and not known.is_multicast


class Outside:
    """Posts to push services. With `loopback`, which is for tests, also to services on this machine."""

    def __init__(self, *, loopback: bool = False) -> None:
        self._loopback = loopback
        self._context = ssl.create_default_context()

    def check(self, endpoint: str) -> None:
        """Refuse an address that cannot be posted to."""
        checked_endpoint(endpoint, loopback=self._loopback)

    async def post(self, endpoint: str, headers: dict[str, str], body: bytes) -> Answer:
        """Post to an address; raise OSError if there is no answer in time, NotOutside if the host is not public."""
        parts = checked_endpoint(endpoint, loopback=self._loopback)
        try:
            async with asyncio.timeout(SECONDS):
                reader, writer = await self._connect(parts)
                try:
                    return await _exchange(reader, writer, parts, headers, body)
                finally:
                    writer.transport.abort()
        except h11.ProtocolError as error:
            raise ConnectionError(f"it does not speak HTTP: {error}") from error

    async def _connect(self, parts: SplitResult) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        host = parts.hostname or ""
        port = parts.port or HTTPS
        failure = OSError("it has no address")
        for address in await self._addresses(host, port):
            secure = parts.scheme == "https"
            try:
                async with asyncio.timeout(EACH):
                    return await asyncio.open_connection(
                        address,
                        port,
                        limit=READ,
                        ssl=self._context if secure else None,
                        server_hostname=host if secure else None,
                    )
            except OSError as error:
                failure = error
        raise failure

    async def _addresses(self, host: str, port: int) -> list[str]:
        """Resolve a name; refuse it if any of its addresses is not public."""
        hosts = await in_thread(partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM))
        addresses = list(dict.fromkeys(str(known[4][0]) for known in hosts))
        inside = [address for address in addresses if not is_public(address)]
        if inside and not (self._loopback and all(ip_address(address).is_loopback for address in inside)):
            raise NotOutside(f"{host} resolves to {inside[0]}, which is not public")
        return addresses


def _address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host.partition("%")[0])
    except ValueError:
        return None


async def _exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    parts: SplitResult,
    headers: dict[str, str],
    body: bytes,
) -> Answer:
    """Send a request, and read only the head of the answer."""
    line = h11.Connection(h11.CLIENT)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    named = {"host": parts.netloc, "content-length": str(len(body)), "connection": "close", **headers}
    for sent in (
        h11.Request(method="POST", target=target, headers=list(named.items())),
        h11.Data(data=body),
        h11.EndOfMessage(),
    ):
        writer.write(line.send(sent) or b"")
    await writer.drain()
    while not isinstance(event := line.next_event(), h11.Response):
        if event is h11.NEED_DATA:
            line.receive_data(await reader.read(READ))
        elif not isinstance(event, h11.InformationalResponse):
            raise ConnectionError("it ended the connection without an answer")
    wait = dict(event.headers).get(b"retry-after", b"").decode("latin-1")
    is_number = wait.isascii() and wait.isdigit() and len(wait) < DIGITS
    return Answer(event.status_code, int(wait) if is_number else 0)
