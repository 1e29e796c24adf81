# SPDX-License-Identifier: Apache-2.0
"""Posting to addresses that strangers name: only over HTTPS, only to hosts of the public network, and never on to anywhere else.

A name may lead to a host within the operator's own network, and may lead elsewhere each time it is asked for. So it is resolved once,
every address that it leads to must be public, and the connection goes to one of those, whose certificate must bear the name.
"""

import asyncio
import socket
import ssl
from functools import partial
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

import h11
import msgspec

from grognard.charts.errors import GrognardError
from grognard.server.background import in_thread

# Seconds that a post may take, and that each address of a host is tried for.
SECONDS, EACH = 10.0, 4.0
# The longest address.
LONGEST = 1000
HTTPS = 443
# What leads to addresses of the older internet: the address stands in its last bits.
TRANSLATED = ip_network("64:ff9b::/96")
# Of the newer internet this part is given to hosts; what else is public is for purposes of its own.
HOSTS = ip_network("2000::/3")
READ = 4096


class NotOutside(GrognardError):
    """An address that nothing is posted to."""


class Answered(msgspec.Struct, frozen=True):
    """What came back: the status, and for how many seconds to wait if that was said."""

    status: int
    wait: int = 0


def checked_endpoint(endpoint: str, *, loopback: bool = False) -> SplitResult:
    """Return an address in its parts if something can be posted there, as far as one can tell without asking where it leads."""
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
    if "." not in host or _address(host) is not None:
        raise NotOutside("a push service has a public name, and no bare address")
    return parts


def is_public(address: str) -> bool:
    """Return whether an address is one of the public network, and leads nowhere else."""
    known = _address(address)
    if isinstance(known, IPv6Address):
        inner = known.ipv4_mapped or known.sixtofour
        if known in TRANSLATED:
            inner = IPv4Address(int(known) & 0xFFFFFFFF)
        known = inner or (known if known in HOSTS else None)
    return known is not None and known.is_global and not known.is_multicast


class Outside:
    """The way to push services. With `loopback`, which is for tests, it leads to this machine, too."""

    def __init__(self, *, loopback: bool = False, context: ssl.SSLContext | None = None) -> None:
        self._loopback = loopback
        self._context = context or ssl.create_default_context()

    def check(self, endpoint: str) -> None:
        """Refuse an address to which nothing is ever posted."""
        checked_endpoint(endpoint, loopback=self._loopback)

    async def post(self, endpoint: str, headers: dict[str, str], body: bytes) -> Answered:
        """Post there; raise OSError if nothing came back in time, NotOutside if it leads to no public host."""
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
        """Return where a name leads; nowhere if any of it is not public."""
        found = await in_thread(partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM))
        addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
        inside = [each for each in addresses if not is_public(each)]
        if inside and not (self._loopback and all(ip_address(each).is_loopback for each in inside)):
            raise NotOutside(f"{host} leads to {inside[0]}, which is not public")
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
) -> Answered:
    """Send a request, and read no more of the answer than its head."""
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
    return Answered(event.status_code, int(wait) if wait.isascii() and wait.isdigit() else 0)
