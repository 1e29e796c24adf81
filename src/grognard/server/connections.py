# SPDX-License-Identifier: Apache-2.0
"""Connections: how many may be open, and how long one may take to send a request or to read an answer.

A client that sends half a request and waits holds a connection, and enough of them would block a server.
"""

import asyncio
import contextlib
import socket
import struct
from collections import Counter
from ipaddress import ip_address
from typing import Any, ClassVar

import h11
import msgspec
from msgspec.structs import replace
from uvicorn.protocols.http.h11_impl import H11Protocol

from grognard.server.addresses import counted_as
from grognard.server.lanes import LEFT

# Files that a server needs open besides its connections.
OWN_FILES = 128
# Bytes of an answer that a client must read in the time allowed.
LEAST = 8 * 1024
AT_ONCE = struct.pack("ii", 1, 0)
ARRIVED = (h11.DONE, h11.MUST_CLOSE, h11.CLOSED)


class Limits(msgspec.Struct, frozen=True):
    """The most connections, in all and from one address; seconds for a request to arrive, and for part of an answer to be read.

    `unread` is how many bytes of answers may wait in memory for all clients to read them.
    `proxies` are the addresses of proxies on other machines, which are trusted to say whose requests they pass on.
    """

    connections: int = 4000
    of_address: int = 250
    request: float = 10.0
    answer: float = 8.0
    unread: int = 256 * 2**20
    proxies: tuple[str, ...] = ()

    def within_files(self) -> "Limits":
        """Return these limits with no more connections than this process may open files; its own limit is raised to the system's."""
        with contextlib.suppress(ImportError):
            import resource  # noqa: PLC0415 - not every system has it

            _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
            if most != resource.RLIM_INFINITY:
                return replace(self, connections=min(self.connections, most - OWN_FILES))
        return self


class LimitedProtocol(H11Protocol):
    """HTTP/1.1 within limits. Each server has a subclass of its own, with its limits and its count of connections."""

    limits: ClassVar[Limits]
    of_address: ClassVar[Counter[str]]
    # Those whose clients have answers to read, in the order in which they began to wait for that.
    waiting: ClassVar[dict["LimitedProtocol", None]]
    _late: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _from = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, unless there are too many."""
        super().connection_made(transport)
        self._from = counted_as(self.client[0]) if self.client else ""
        self.of_address[self._from] += 1
        many = self.of_address[self._from] > self.limits.of_address and not _is_proxy(
            self.client[0] if self.client else "", self.limits.proxies
        )
        if many or len(self.connections) > self.limits.connections:
            self.cut()
        else:
            self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection; what it asked for need not be worked out any more."""
        if self.scope is not None:
            self.scope["state"][LEFT] = True
        self._stop()
        self.resume_writing()
        self.of_address[self._from] -= 1
        if not self.of_address[self._from]:
            del self.of_address[self._from]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in part of a request; its time runs until all of it has arrived."""
        super().data_received(data)
        if self.conn.their_state in ARRIVED or self.transport.is_closing():
            self._stop()
        elif self._late is None:
            self._expect()

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP with a sentence, like any error. If an answer has already begun, cut the connection."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.cut()
            return
        body = msgspec.json.encode({"detail": f"this is no request of HTTP/1.1 that can be read: {msg}"})
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def on_response_complete(self) -> None:
        """Wait for another request, whose time runs from its first byte."""
        super().on_response_complete()
        if self.conn.their_state in ARRIVED:
            self._stop()

    def pause_writing(self) -> None:
        """Start waiting for the client to read an answer."""
        super().pause_writing()
        if self._unread is None:
            self.waiting[self] = None
            self._watch()
        self._make_room()

    def _make_room(self) -> None:
        """If too much waits to be read, cut the connections that have waited longest; a client that reads is not among them."""
        unread = {each: each.transport.get_write_buffer_size() for each in self.waiting}
        over = sum(unread.values()) - self.limits.unread
        for each, size in unread.items():
            if over <= 0:
                return
            over -= size
            each.cut()

    def _watch(self) -> None:
        left = self.transport.get_write_buffer_size()
        self._unread = self.loop.call_later(self.limits.answer, self._look, left)

    def _look(self, before: int) -> None:
        """Cut a connection that has read next to nothing since the last look; a slow line may go on."""
        if before - self.transport.get_write_buffer_size() < LEAST:
            self.cut()
        else:
            self._watch()

    def resume_writing(self) -> None:
        """Go on: the client has read what was sent."""
        super().resume_writing()
        self.waiting.pop(self, None)
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _expect(self) -> None:
        self._late = self.loop.call_later(self.limits.request, self.cut)

    def cut(self) -> None:
        """Close a connection at once, and have the system drop unsent data, which it would otherwise keep for minutes."""
        connection = self.transport.get_extra_info("socket")
        if connection is not None:
            with contextlib.suppress(OSError):
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        self.transport.abort()

    def _stop(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def protocol(limits: Limits) -> type[LimitedProtocol]:
    """Return a protocol class with these limits."""
    return type(
        "Limited", (LimitedProtocol,), {"limits": limits, "of_address": Counter[str](), "waiting": {}}
    )


def _is_proxy(address: str, proxies: tuple[str, ...]) -> bool:
    """Return whether an address may be that of a proxy before the server, which many clients share: this machine's or a known one."""
    try:
        return ip_address(address).is_loopback or address in proxies
    except ValueError:
        return False


def settings(limits: Limits) -> dict[str, Any]:
    """Return the settings to run the server with."""
    return {
        "forwarded_allow_ips": ["127.0.0.1", "::1", *limits.proxies],
        "http": protocol(limits),
        "ws": "none",
        "timeout_keep_alive": 5,
        "h11_max_incomplete_event_size": 16 * 1024,
    }
