# SPDX-License-Identifier: Apache-2.0
"""Ask a server for the dearest things there are, fifty at once and from several addresses, while people play.

    python tests/server/worst.py 60

What counts is how long people wait for the acknowledgement of an act, with the attackers and without; how much memory the server and
its workers come to; and how soon everything is free when the attackers have left.
"""

import asyncio
import contextlib
import json
import os
import random
import runpy
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
from clients import Served

LOAD = runpy.run_path(str(Path(__file__).parents[2] / "bench" / "load.py"))
ATTACKERS, ADDRESSES = 50, 10
# A run of so few seconds is a sample, and not measured against people who play alone.
SAMPLE = 2.0
ODDS = "/api/games/{}/procedures/{}/odds"
SQUADS, LEADERS = ("g-467", "g-548", "g-247", "g-447"), ("g-9-1", "g-8-0", "g-8-1", "g-9-2")
TROOPS, DIVISIONS = ("5/4/4", "6/3/5", "3/2/4", "8/6/5"), ("10/3", "12/2", "8/2", "6/2", "3/2", "3", "1")


def dear(rng: random.Random) -> tuple[str, dict[str, str]]:
    """Return odds that are among the dearest, hardly ever the same twice: what was worked out before is cheap."""
    stack = [*rng.choices(SQUADS, k=rng.choice((3, 4))), *rng.choices(LEADERS, k=rng.choice((3, 4)))]
    troops = [",".join(rng.choices(TROOPS[: rng.choice((2, 4))], k=8)) for _ in range(2)]
    divisions = [",".join(rng.choices(DIVISIONS, k=rng.choice((4, 6, 12)))) for _ in range(2)]
    game, procedure, situation = rng.choice(
        [
            ("asl-sk", "morale-check", {"units": ",".join(stack), "check": str(rng.randrange(4)), "elr": str(rng.randrange(5))}),
            ("asl-sk", "close-combat-round", {"attackers": ",".join(stack[:3]), "defenders": "r-447,r-447,r-9-1", "rounds": "2"}),
            ("jarama", "combat", {"attackers": troops[0], "defenders": troops[1], "terrain": "city"}),
            ("jarama", "ground-recon", {"scouts": troops[0], "units": troops[1], "terrain": "clear"}),
            ("jarama", "random-loss", {"units": troops[0], "points": "10", "side": "Republican"}),
            ("iron-curtain", "combat-1962", {"attackers": divisions[0], "defenders": divisions[1]}),
            ("iron-curtain", "nuclear-strike", {"targets": ",".join(rng.choices(("3/2", "12/2", "10/3"), k=18))}),
        ]
    )  # fmt: skip
    return ODDS.format(game, procedure), situation


# Games that two programs have played far when the attackers come for their past.
LONG = (("asl-sk", "night"), ("panzerblitz", "stepanovo"), ("seelowe", "hythe"))


class Measured(msgspec.Struct, frozen=True):
    """How long people waited, in milliseconds, alone and under attack; what the attackers were answered; what it took."""

    alone: tuple[float, float]
    attacked: tuple[float, float]
    acts: int
    asked: dict[int, int]
    megabytes: int
    free_after: float

    def __str__(self) -> str:
        return (
            f"acknowledged in p50 {self.alone[0]:.0f}, p99 {self.alone[1]:.0f} ms alone, p50 {self.attacked[0]:.0f}, p99 {self.attacked[1]:.0f} ms "
            f"under attack ({self.acts} acts); attackers were answered {self.asked}; {self.megabytes} MB in all; free after {self.free_after:.1f} s"
        )


class Attackers:
    """Fifty who ask without pause for what is dear."""

    def __init__(self, address: str, seed: int) -> None:
        self.address = address
        self.rng = random.Random(seed)
        self.asked: Counter[int] = Counter()
        self.wanted: list[tuple[str, str, str, Any]] = []

    async def prepare(self, seconds: float) -> None:
        """Have programs play long games, whose past and whose threats are then asked for."""
        client, made = LOAD["Client"](self.address), []
        for game, scenario in LONG:
            status, told = await client.ask("POST", "/api/tables", body={"game": game, "scenario": scenario})
            sides = list(told["seats"])
            new = {"game": game, "scenario": scenario, "seats": dict.fromkeys(sides, "random")}
            status, told = await client.ask("POST", "/api/tables", body=new)
            assert status == 201, told
            made.append((f"/api/tables/{told['table']}", told["watch"], sides))
        await asyncio.sleep(seconds)
        for path, key, sides in made:
            _, view = await client.ask("GET", path, key)
            self.wanted += [
                ("GET", f"{path}?at={at}", key, None)
                for at in range(0, view["seq"], max(1, view["seq"] // 20))
            ]
            self.wanted += [
                ("GET", f"{path}/threat?side={sides[0]}", key, None),
                ("POST", f"{path}/copy", key, {"at": view["seq"] // 2}),
            ]
            self.wanted += [("GET", f"{path}/log", key, None), ("GET", f"{path}/sight?hex=0510", key, None)]

    async def attack(self, seconds: float) -> None:
        """Ask for so many seconds, in a process of its own: who makes the load must not keep the people waiting."""
        given = msgspec.json.encode([self.address, seconds, self.wanted])
        command = [sys.executable, __file__, "attack"]
        process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        told, _ = await process.communicate(given)
        self.asked.update({int(status): count for status, count in msgspec.json.decode(told).items()})

    async def ask(self, seconds: float) -> None:
        """Ask for so many seconds."""
        until = time.monotonic() + seconds
        await asyncio.gather(*(self._ask(number, until) for number in range(ATTACKERS)))

    def _some(self) -> tuple[str, str, str, Any]:
        """Choose odds, something laid over the map or something of the past, each as often as the others."""
        kind = self.rng.choice(("/odds", "/odds", "/threat", "/sight", "at="))
        if kind == "/odds":
            path, situation = dear(self.rng)
            return "POST", path, "", {"situation": situation}
        return self.rng.choice(
            [each for each in self.wanted if kind in each[1] or (kind == "at=" and "/tables/" in each[1])]
        )

    async def _ask(self, number: int, until: float) -> None:
        host, port = self.address.removeprefix("http://").split(":")
        while time.monotonic() < until:
            method, path, key, body = self._some()
            data = b"" if body is None else json.dumps(body).encode()
            head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nAccept-Encoding: gzip\r\nX-Forwarded-For: 10.0.0.{number % ADDRESSES}\r\n"
            head += f"Authorization: Bearer {key}\r\n" if key else ""
            head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n" if data else ""
            reader, writer = await asyncio.open_connection(host, int(port), limit=2**22)
            try:
                writer.write(head.encode() + b"\r\n" + data)
                # Some leave before they are answered.
                line = await asyncio.wait_for(reader.readline(), self.rng.choice((0.3, 30, 30)))
                status = int(line.split()[1])
                self.asked[status] += 1
                await reader.read()
                # Who is told to wait would ask for nothing dear by asking again at once.
                await asyncio.sleep(0.5 if status == 429 else 0)
            except (TimeoutError, ConnectionError, IndexError):
                self.asked[0] += 1
            finally:
                writer.close()


def memory(process: int) -> int:
    """Return the megabytes that a process and those it has begun take, of their own."""
    found, waiting = 0, [process]
    while waiting:
        each = waiting.pop()
        with contextlib.suppress(OSError):
            found += int(Path(f"/proc/{each}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
            for task in Path(f"/proc/{each}/task").iterdir():
                waiting += map(int, (task / "children").read_text().split())
    return found // 2**20


def waits(games: list[Any]) -> tuple[float, float]:
    """Return how long people waited, in milliseconds: most of them, and one in a hundred."""
    found = sorted(wait * 1000 for game in games for wait in game.waits) or [0.0]
    return found[len(found) // 2], found[min(len(found) - 1, int(len(found) * 0.99))]


async def _measure(server: Served, seconds: float, tables: int, every: float, seed: int) -> Measured:
    attackers = Attackers(server.address, seed)
    await attackers.prepare(min(10.0, seconds))
    alone = await LOAD["play"]([server.address], tables, every, seconds) if seconds > SAMPLE else []
    lasts = seconds + min(4, seconds)
    until, peak = time.monotonic() + lasts, 0
    attack = asyncio.create_task(attackers.attack(lasts))

    async def look() -> None:
        nonlocal peak
        while time.monotonic() < until:
            peak = max(peak, memory(server.process.pid))
            await asyncio.sleep(0.5)

    played, *_ = await asyncio.gather(LOAD["play"]([server.address], tables, every, seconds), attack, look())
    left = time.monotonic()
    client = LOAD["Client"](server.address)
    while True:
        began = time.monotonic()
        status, _ = await client.ask(
            "POST",
            ODDS.format("asl-sk", "morale-check"),
            body={"situation": {"units": "g-467", "check": "1"}},
        )
        if status == 200 and time.monotonic() - began < 0.5:
            break
        if time.monotonic() - left > 60:
            break
    acts = sum(len(game.waits) for game in played)
    return Measured(
        waits(alone),
        waits(played),
        acts,
        dict(sorted(attackers.asked.items())),
        peak,
        time.monotonic() - left,
    )


def ask_the_worst(
    folder: Path, seconds: float, tables: int = 20, every: float = 1.0, seed: int = 1
) -> tuple[Measured, str]:
    """Attack a server of its own; return what was measured, and its log."""
    with Served(folder / "data") as server:
        return asyncio.run(_measure(server, seconds, tables, every, seed)), server.log()


def main(words: list[str]) -> str:
    """Measure for so many seconds, or be the attackers."""
    if words == ["attack"]:
        address, seconds, wanted = msgspec.json.decode(sys.stdin.buffer.read())
        attackers = Attackers(address, 1)
        attackers.wanted = wanted
        asyncio.run(attackers.ask(seconds))
        return json.dumps(attackers.asked)
    with tempfile.TemporaryDirectory() as temporary:
        measured, log = ask_the_worst(Path(temporary), float(words[0]))
    return f"{measured}\n{log}"


if __name__ == "__main__":
    sys.stdout.write(main(sys.argv[1:]))
