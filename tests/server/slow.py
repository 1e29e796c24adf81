# SPDX-License-Identifier: Apache-2.0
"""Thousands of slow connections: half headers, half bodies, drops, answers that nobody reads. They must be gone soon, while people play.

python tests/server/slow.py 2000
"""

import asyncio
import contextlib
import socket
import sys
import tempfile
import time
from pathlib import Path

import msgspec
from clients import Served
from worst import LOAD, waits

# All come from this machine, which may be that of a proxy: of its connections only the sum is limited.
HALVES = (
    b"",
    b"GET / HTT",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
    b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 20,
)
# This one goes on, a byte at a time.
DROP = 2
ESTABLISHED = 1


class Gone(msgspec.Struct, frozen=True):
    """How many connections there were, how many were closed, after how long the last; how people fared, in milliseconds."""

    connections: int
    closed: int
    seconds: float
    waited: tuple[float, float]
    acts: int

    def __str__(self) -> str:
        return (
            f"{self.closed} of {self.connections} slow connections gone, the last {self.seconds:.1f} s after it came; "
            f"acts acknowledged meanwhile in p50 {self.waited[0]:.0f}, p99 {self.waited[1]:.0f} ms ({self.acts} acts)"
        )


async def dawdle(address: str, number: int, until: float) -> float:
    """Send half a request, or read no answer; return after how long the connection was closed, 0 where it was not."""
    host, port = address.removeprefix("http://").split(":")
    # They count as addresses of their own, behind a proxy.
    address_of = b"Host: 127.0.0.1\r\nX-Forwarded-For: 10.0.%d.%d\r\n" % divmod(number, 250)
    half = HALVES[number % len(HALVES)].replace(b"Host: 127.0.0.1\r\n", address_of)
    loop = asyncio.get_running_loop()
    with contextlib.closing(socket.socket()) as connection:
        connection.setblocking(False)  # noqa: FBT003 - the only way to say it
        # What is sent to one who reads nothing soon fills so small a buffer.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        await loop.sock_connect(connection, (host, int(port)))
        began = time.monotonic()
        with contextlib.suppress(ConnectionError):
            await loop.sock_sendall(connection, half)
        while time.monotonic() < until:
            await asyncio.sleep(0.25)
            if connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != ESTABLISHED:
                return time.monotonic() - began
            if number % len(HALVES) == DROP:
                with contextlib.suppress(ConnectionError):
                    await loop.sock_sendall(connection, b"X")
    return 0.0


async def _measure(address: str, count: int, seconds: float) -> Gone:
    play = asyncio.create_task(LOAD["play"]([address], 5, 1.0, seconds))
    await asyncio.sleep(3)
    until = time.monotonic() + seconds
    slow = []
    for number in range(count):
        slow.append(asyncio.create_task(dawdle(address, number, until)))
        # As fast as they are let in, and not all in one moment of this process.
        await asyncio.sleep(0 if number % 50 else 0.02)
    lasted = await asyncio.gather(*slow)
    games = await play
    acts = sum(len(game.waits) for game in games)
    return Gone(count, sum(each > 0 for each in lasted), max(lasted), waits(games), acts)


def be_slow(folder: Path, count: int, seconds: float = 40) -> tuple[Gone, str]:
    """Hold so many slow connections to a server of its own; return what became of them, and its log."""
    with Served(folder / "data") as server:
        return asyncio.run(_measure(server.address, count, seconds)), server.log()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        gone, log = be_slow(Path(temporary), int(sys.argv[1]))
    sys.stdout.write(f"{gone}\n{log}")
