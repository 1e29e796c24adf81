# SPDX-License-Identifier: Apache-2.0
"""Connections of those who dawdle, in a real server with short patience: they end, and others are answered meanwhile."""

import asyncio
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress

import httpx
import pytest
import uvicorn
from litestar.types import Receive, Scope, Send
from slow import dawdle
from uvicorn.server import ServerState

from grognard.server.connections import Limits, _is_proxy, protocol, settings
from grognard.server.lanes import LEFT
from grognard.server.serve import listen

LIMITS = Limits(connections=60, request=0.5, answer=0.5)
LARGE = b"x" * 64 * 1024
# Set when a request has noted that its client has left.
NOTED = threading.Event()


async def answers(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer `/large` with 16 MB, `/whole` with as many in one piece, `/slow` after a second, `/left` once nobody waits, and all else at once."""
    if scope["type"] == "lifespan":  # type: ignore[comparison-overlap]
        return
    await receive()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    if scope["path"] == "/left":
        assert LEFT not in scope["state"]
        await receive()
        if LEFT in scope["state"]:
            NOTED.set()
    if scope["path"] == "/slow":
        await asyncio.sleep(1)
    if scope["path"] == "/whole":
        await send({"type": "http.response.body", "body": LARGE * 256, "more_body": True})
    for _ in range(256 if scope["path"] == "/large" else 1):
        await send({"type": "http.response.body", "body": LARGE, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


@pytest.fixture
def address() -> Iterator[tuple[str, int]]:
    with serving(LIMITS) as there:
        yield there


@contextmanager
def serving(limits: Limits) -> Iterator[tuple[str, int]]:
    taken = listen("127.0.0.1", 0)
    config = uvicorn.Config(answers, log_level="critical", lifespan="off", **settings(limits))
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]})
    thread.start()
    host, port = taken.getsockname()
    yield host, port
    server.should_exit = True
    thread.join(10)


def test_a_request_knows_when_its_client_has_left(address: tuple[str, int]) -> None:
    NOTED.clear()
    with closing(socket.create_connection(address)) as connection:
        connection.sendall(b"GET /left HTTP/1.1\r\nHost: a\r\n\r\n")
        assert b"200" in connection.recv(100)
        assert not NOTED.wait(0.1)
    assert NOTED.wait(10)


def ends_within(connection: socket.socket, seconds: float) -> bool:
    """Say whether the other end closes a connection, whatever it still sends first."""
    connection.settimeout(seconds)
    try:
        while connection.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionResetError:
        return True
    return True


HALVES = [
    b"",
    b"GET",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nhalf",
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
]


@pytest.mark.parametrize("half", HALVES, ids=["nothing", "a word", "headers", "a body", "chunks"])
def test_half_a_request_is_not_waited_for(address: tuple[str, int], half: bytes) -> None:
    with closing(socket.create_connection(address)) as connection:
        connection.sendall(half)
        assert ends_within(connection, 3)


def answered(address: tuple[str, int], *parts: bytes) -> bytes:
    """Send something, part by part, and return all that comes back."""
    came = b""
    with closing(socket.create_connection(address, timeout=5)) as connection, suppress(ConnectionError):
        for part in parts:
            connection.sendall(part)
            time.sleep(0.1)
        while part := connection.recv(65536):
            came += part
    return came


NO_HTTP = [
    b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
    b"hello\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET /\xff HTTP/1.1\r\n\r\n",
]


@pytest.mark.parametrize("sent", NO_HTTP)
def test_what_is_no_http_is_refused_in_a_sentence(address: tuple[str, int], sent: bytes) -> None:
    head, _, body = answered(address, sent).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert b"application/json" in head
    assert json.loads(body)["detail"].startswith("this is no request")


def test_garbage_behind_an_answer_ends_the_connection_without_a_word_in_the_log(
    address: tuple[str, int], caplog: pytest.LogCaptureFixture
) -> None:
    """It is answered before its body has come; then the body is none."""
    head = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n"
    assert answered(address, head, b"no chunk\r\n\r\n").startswith(b"HTTP/1.1 200 ")
    assert answered(address, head, b"0\r\n\r\nno request\r\n\r\n").startswith(b"HTTP/1.1 200 ")
    assert not caplog.records


def test_a_request_that_comes_in_drops_is_not_waited_for(address: tuple[str, int]) -> None:
    """One byte now and then: no pause is long, and yet it would never end."""
    with closing(socket.create_connection(address)) as connection:
        began = time.monotonic()
        try:
            for byte in b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 100:
                connection.sendall(bytes([byte]))
                time.sleep(0.05)
        except (BrokenPipeError, ConnectionResetError):
            pass
        assert time.monotonic() - began < 3


def test_an_answer_that_nobody_takes_is_given_up(address: tuple[str, int]) -> None:
    with closing(socket.socket()) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(address)
        connection.sendall(b"GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        time.sleep(1.5)
        received = 0
        connection.settimeout(3)
        try:
            while part := connection.recv(1 << 20):
                received += len(part)
        except ConnectionResetError:
            pass
        assert received < 16 * 1024 * 1024


def test_whoever_has_a_slow_line_gets_his_answer(address: tuple[str, int]) -> None:
    """Three times as long as an answer may lie there untaken, and a little is taken all the time."""
    with closing(socket.socket()) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(address)
        connection.sendall(b"GET /whole HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        connection.settimeout(3)
        received, began = 0, time.monotonic()
        while part := connection.recv(65536):
            received += len(part)
            if time.monotonic() < began + 3 * LIMITS.answer:
                time.sleep(0.02)
        assert received > 16 * 1024 * 1024


def read_whole(connection: socket.socket) -> int:
    """Read to the end, or until it is cut; return how much came."""
    received = 0
    connection.settimeout(20)
    with suppress(ConnectionError):
        while part := connection.recv(2**20):
            received += len(part)
    return received


def test_who_has_let_answers_wait_longest_is_cut_when_too_much_is_unread() -> None:
    """Whoever reads large answers byte by byte over many connections would fill the memory."""
    limits = Limits(answer=20, unread=40 * 2**20)
    with serving(limits) as there, ExitStack() as opened:
        lazy = [opened.enter_context(closing(socket.create_connection(there))) for _ in range(3)]
        for connection in lazy:
            connection.sendall(b"GET /whole HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            assert connection.recv(1000)
            # Its answer waits before the next one comes.
            time.sleep(0.3)
        assert [read_whole(connection) > 16 * 2**20 for connection in lazy] == [False, True, True]


def test_who_takes_his_time_over_a_connection_may(address: tuple[str, int]) -> None:
    """Several requests one after another, with pauses, and an answer that takes long: nothing is cut off."""
    with httpx.Client(base_url=f"http://{address[0]}:{address[1]}") as client:
        for path in ("/", "/slow", "/", "/large"):
            answer = client.get(path)
            assert (answer.status_code, answer.content[:1]) == (200, b"x")
            time.sleep(0.7)


def test_many_who_dawdle_are_all_gone(address: tuple[str, int]) -> None:
    """A sample of `make long ONLY=slow`."""

    async def dawdlers() -> list[float]:
        until, there = time.monotonic() + 10, f"http://{address[0]}:{address[1]}"
        return await asyncio.gather(*(dawdle(there, number, until) for number in range(24)))

    # Those whose small answers are all sent are let go as everybody is who asks for nothing more: after 5 seconds.
    assert all(0 < each < 9 for each in asyncio.run(dawdlers()))


def test_when_there_are_too_many_the_last_are_turned_away_and_room_comes_back() -> None:
    with serving(Limits(connections=10, request=2)) as address:
        idle = [socket.create_connection(address) for _ in range(10 + 20)]
        try:
            assert sum(ends_within(connection, 1) for connection in idle[-20:]) == 20
            assert all(ends_within(connection, 10) for connection in idle[:10])
            url = f"http://{address[0]}:{address[1]}/"
            assert httpx.get(url).status_code == 200
        finally:
            for connection in idle:
                connection.close()


def test_a_proxy_elsewhere_is_known_by_its_address() -> None:
    known = ("10.0.0.10",)
    assert [_is_proxy(each, known) for each in ("10.0.0.10", "127.0.0.1", "10.0.0.11", "")] == [
        True,
        True,
        False,
        False,
    ]
    assert settings(Limits(proxies=known))["forwarded_allow_ips"] == ["127.0.0.1", "::1", "10.0.0.10"]


class Made(asyncio.Transport):
    """A connection from an address, as far as it is looked at before anything is sent."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 5), "sockname": ("2001:db8:1::1", 80)})
        self.aborted = False

    def abort(self) -> None:
        self.aborted = True

    def is_closing(self) -> bool:
        return self.aborted


def test_connections_from_one_network_count_as_one_address() -> None:
    async def let_in(*addresses: str) -> list[bool]:
        made, state = protocol(Limits(of_address=1)), ServerState()
        transports = [Made(address) for address in addresses]
        for each in transports:
            made(uvicorn.Config(lambda *_: None, lifespan="off"), state, {}).connection_made(each)
        return [not each.aborted for each in transports]

    assert asyncio.run(let_in("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")) == [True, False, True]
    assert asyncio.run(let_in("127.0.0.1", "127.0.0.1", "::1", "::1")) == [True] * 4


LEAVES_ROOM = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))
from grognard.server.connections import Limits
sys.stdout.write(str(Limits().within_files().connections))
"""


def test_there_are_never_more_connections_than_the_system_allows_files() -> None:
    """A server that ran out of files said so in its log without end: 10 MB in as many seconds."""
    told = subprocess.run([sys.executable, "-c", LEAVES_ROOM], capture_output=True, text=True, check=True)
    assert told.stdout == "72"
