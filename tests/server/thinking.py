# SPDX-License-Identifier: Apache-2.0
"""Twenty programs think while people play: how much longer people wait for the acknowledgement of an act.

    python tests/server/thinking.py 60

The server keeps its tables in a PostgreSQL and leaves programs to a `grognard work` beside it. People play alone first, and then
while so many turns of programs wait or are being thought about at every moment.
"""

import asyncio
import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import psycopg
from clients import Served
from worst import LOAD, SAMPLE, waits

import grognard

PROGRAMS = 20
# What programs play: the long games; the one that weighs every order thinks longest.
LONG = (
    "jarama/jarama",
    "panzerblitz/kurgan",
    "iron-curtain/hannover-1983",
    "seelowe/sealion",
    "asl-sk/tanks",
)
# Seconds between two looks at how many turns there are.
LOOK = 0.5


class Play(msgspec.Struct, frozen=True):
    """How long people play, at how many tables; how many programs think, which, and in how many processes. Less is a sample."""

    seconds: float
    tables: int = 20
    count: int = PROGRAMS
    program: str = "greedy"
    games: tuple[str, ...] = LONG
    workers: int = 2


class Thought(msgspec.Struct, frozen=True):
    """How long people waited, in milliseconds, alone and while programs thought; how much the programs did meanwhile.

    `fewest` is the smallest number of turns that waited or were thought about at any look.
    """

    alone: tuple[float, float]
    beside: tuple[float, float]
    acts: int
    events: int
    fewest: int

    @property
    def added(self) -> float:
        """How many milliseconds programs add to the p99 of people."""
        return self.beside[1] - self.alone[1]

    def __str__(self) -> str:
        return (
            f"acknowledged in p50 {self.alone[0]:.0f}, p99 {self.alone[1]:.0f} ms alone, p50 {self.beside[0]:.0f}, p99 {self.beside[1]:.0f} ms "
            f"beside programs, {self.added:+.0f} ms at p99 ({self.acts} acts); at least {self.fewest} programs were to act, and did {self.events} events"
        )


class Thinkers:
    """Tables at which programs play one another."""

    def __init__(self, address: str, play: Play) -> None:
        self.client = LOAD["Client"](address)
        self.play = play
        self.tables: list[str] = []
        self.fewest = play.count

    async def turns(self) -> int:
        """Return how many turns wait or are thought about."""
        _, health = await self.client.ask("GET", "/api/health")
        found: int = health["turns"]
        return found

    async def fill(self) -> None:
        """Make tables until there are as many turns as there should be."""
        for _ in range(self.play.count - await self.turns()):
            name = self.play.games[len(self.tables) % len(self.play.games)]
            game, _, scenario = name.partition("/")
            seats = dict.fromkeys(grognard.open(name).sides, self.play.program)
            new = {"game": game, "scenario": scenario, "seats": seats}
            status, made = await self.client.ask("POST", "/api/tables", body=new)
            assert status == 201, made
            self.tables.append(made["table"])

    async def keep_on(self) -> None:
        """See to it that programs never have too little to do."""
        while True:
            # One that has just acted has its next turn with the same act; a game that is over has none.
            self.fewest = min(self.fewest, await self.turns())
            await self.fill()
            await asyncio.sleep(LOOK)


@contextmanager
def at_work(database: str, workers: int) -> Iterator[None]:
    """Let programs think in processes of their own."""
    command = [sys.executable, "-m", "grognard", "work", "--store", database, "--workers", str(workers)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.terminate()


def done_by(database: str, tables: list[str]) -> int:
    """Return how many events there are at tables."""
    with psycopg.connect(database) as connection:
        row: Any = connection.execute(
            "SELECT count(*) FROM events WHERE table_id = ANY(%s)", (tables,)
        ).fetchone()
    found: int = row[0]
    return found


async def _measure(address: str, database: str, play: Play) -> Thought:
    alone = await LOAD["play"]([address], play.tables, 1.0, play.seconds) if play.seconds > SAMPLE else []
    thinkers = Thinkers(address, play)
    await thinkers.fill()
    with at_work(database, play.workers):
        await _at_work(database, thinkers)
        keeping = asyncio.create_task(thinkers.keep_on())
        beside = await LOAD["play"]([address], play.tables, 1.0, play.seconds)
        keeping.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await keeping
    acts = sum(len(game.waits) for game in beside)
    return Thought(waits(alone), waits(beside), acts, done_by(database, thinkers.tables), thinkers.fewest)


async def _at_work(database: str, thinkers: Thinkers) -> None:
    """Wait until programs have begun to play."""
    until = time.monotonic() + 60
    while not done_by(database, thinkers.tables):
        assert time.monotonic() < until, "the programs do not play"
        await asyncio.sleep(0.1)


def think_beside(folder: Path, database: str, play: Play) -> tuple[Thought, str]:
    """Play at a server of its own on a database; return what was measured, and its log."""
    options = (
        "--no-programs",
        "--requests",
        "0",
        "--tables",
        "0",
        "--acts",
        "0",
        "--workers",
        str(play.workers),
    )
    with Served(folder / "data", "--store", database, *options) as server:
        return asyncio.run(_measure(server.address, database, play)), server.log()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary, LOAD["database"]() as there:
        thought, log = think_beside(Path(temporary), there, Play(float(sys.argv[1])))
    sys.stdout.write(f"{thought}\n{log}")
