# SPDX-License-Identifier: Apache-2.0
"""Send a server what it should never be sent, and see that it stays as it was.

    python tests/server/fuzzing.py 2000 [SEED]

Every route, of tables of every game, with sound and spoiled requests, most of them handed to the application and some over a real
connection. No answer may be a 500, nothing may stand in the log, whoever is refused is told so in one sentence, and nothing that is
refused changes any table.
"""

import asyncio
import contextlib
import logging
import random
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Self
from urllib.parse import unquote

import h11
import msgspec
import uvicorn
from hostile import Fuzzed, Sound, Spoiler
from litestar.types import ASGIApp

from grognard.play.game import every_order
from grognard.play.log import plain
from grognard.registry import map_names, names
from grognard.registry.games import procedures, scenario_names
from grognard.server.app import make_app, routes, served
from grognard.server.connections import Limits, settings
from grognard.server.dice import Tier
from grognard.server.jobs import Fortune
from grognard.server.library import Shipped
from grognard.server.live_table import LiveTable
from grognard.server.new_table import NewTable
from grognard.server.openapi import full_description
from grognard.server.seat_view import SeatView
from grognard.server.serve import listen
from grognard.server.store import open_store
from grognard.server.tables import Tables
from grognard.server.workers import Asker, Budget, Workers
from grognard.umpire import Choose

# Where the players have a part in the dice nobody acts before all have sat down; so most tables have the server's.
TIERS: tuple[Tier, ...] = ("server", "server", "players", "each-roll")
# How often a request to resign is sound.
RESIGNS = 0.02
# Of so many requests one goes over a real connection.
OVER_A_LINE = 10
# A request that takes longer is written down as a fault: nothing a stranger sends may hold a thread for long.
LONGEST = 6.0
GAMES = (
    ("asl-sk", "night"), ("iron-curtain", "elbe-1945"), ("jarama", None), ("panzerblitz", "stepanovo"), ("seelowe", "hythe"),
)  # fmt: skip


BESIDE = ("seats", "remarks", "people", "places", "browsers", "mailboxes")


class Answer(msgspec.Struct):
    """What came back."""

    status: int
    kind: str
    body: bytes


class Seated(msgspec.Struct):
    """A table with the keys that open it."""

    live: LiveTable
    keys: list[str]

    @property
    def key(self) -> str:
        return self.keys[0]


class Heard(logging.Handler):
    """Remembers what is written to the log."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))


class Fuzz:
    """A server of its own, and what it was asked."""

    def __init__(self, folder: Path, seed: int, budget: Budget | None = None) -> None:
        self.rng = random.Random(seed)
        self.loop = asyncio.new_event_loop()
        self.library = Shipped()
        self.store = open_store(folder)
        self.tables = Tables(self.store, self.library, pace=0)
        self.work = Workers(self.library, 1, budget or Budget(seconds=2))
        app = make_app(self.tables, work=self.work)
        told = full_description(routes().openapi_schema.to_schema())
        self.paths: dict[str, Any] = told["paths"]
        self.schemas: dict[str, Any] = told["components"]["schemas"]
        self.app = served(app)
        self.seated = [
            self._seat(game, scenario, free=free) for game, scenario in GAMES for free in (False, True)
        ]
        keys = [key for each in self.seated for key in each.keys]
        self.spoiler = Spoiler(self.rng, keys, [*names(), *(each.live.id for each in self.seated), *keys])
        self.statuses: Counter[int] = Counter()
        self.faults: list[str] = []
        self.slowest = (0.0, "")
        self.acts = 0
        self.heard = Heard()

    def __enter__(self) -> Self:
        # What the first worker takes to start is nobody's fault.
        self.work.submit(Fortune(self.seated[0].live.opened, ()), Asker()).result()
        logging.getLogger().addHandler(self.heard)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger().removeHandler(self.heard)
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()
        self.work.close()
        self.tables.close()

    def _seat(self, game: str, scenario: str | None, *, free: bool) -> Seated:
        scenario = scenario or scenario_names(game)[0]
        hotseat = self.rng.random() < 0.5
        made = self.tables.make(
            NewTable(game=game, scenario=scenario, hotseat=hotseat, free=free, dice=self.rng.choice(TIERS))
        )
        keys = [*dict.fromkeys(key for key in made.seats.values() if key), made.watch]
        return Seated(self.tables.find(made.table), keys)

    # Sound requests

    def sound(self) -> Sound:
        """Ask for something sound at any route."""
        path = self.rng.choice(list(self.paths))
        method = self.rng.choice(list(self.paths[path]))
        if path.startswith("/api/tables"):
            # What can be done at a table is asked more often than what is told of games.
            path = self.rng.choice([path, "/api/tables/{table_id}/orders", "/api/tables/{table_id}/answers"])
            method = next(iter(self.paths[path]))
        told = self.paths[path][method]
        at = self.rng.choice(self.seated)
        game = self.rng.choice([*names(), "nothing"])
        values = self._values(at, game)
        self.spoiler.words = self._words(at)
        words = [values.get(word.strip("{}"), word) for word in path.strip("/").split("/")]
        wanted = [each for each in told.get("parameters", ()) if each["in"] == "query"]
        query = [
            (each["name"], values.get(each["name"], "x"))
            for each in wanted
            if each.get("required") or self.rng.random() < 0.3
        ]
        body = self._body(path, told, at) if "requestBody" in told else None
        return Sound(method.upper(), words, query, at.keys[self.rng.choice((0, 0, 0, -1))], body)

    def _words(self, at: Seated) -> list[str]:
        pieces = at.live.shown(at.live.moment.standing).pieces
        hexes = [f"{self.rng.randrange(1, 30):02}{self.rng.randrange(1, 30):02}" for _ in range(5)]
        return [*(piece.id for piece in pieces), *(piece.at for piece in pieces), *hexes, *at.live.game.sides]

    def _values(self, at: Seated, game: str) -> dict[str, str]:
        """Return a sound value for every name in an address."""
        pieces = [piece.id for piece in at.live.shown(at.live.moment.standing).pieces]
        about = next((each for each in self._told if each["name"] == game), None)
        return {
            "table_id": at.live.id,
            "name": game,
            "chart": self.rng.choice([each["name"] for each in about["charts"]])
            if about and about["charts"]
            else "crt",
            "map_name": self.rng.choice([*(map_names(game) if about else ()), "kent"])
            + self.rng.choice(("", ".svg")),
            "wanted": self.rng.choice([each.name for each in procedures(game)] or ["combat"])
            if about
            else "combat",
            "theme": self.rng.choice(("light", "dark")),
            "profile": self.rng.choice(("card", "errata")),
            "rulings": "",
            "at": str(self.rng.randrange(at.live.moment.seq + 1)),
            "piece": self.rng.choice(pieces or ["x"]),
            "side": self.rng.choice(at.live.game.sides),
            "hex": f"{self.rng.randrange(1, 30):02}{self.rng.randrange(1, 30):02}",
        }

    @property
    def _told(self) -> list[dict[str, Any]]:
        if not hasattr(self, "_known"):
            answer = self.ask(Fuzzed("GET", b"/api/games", [(b"host", b"127.0.0.1")]))
            self._known: list[dict[str, Any]] = msgspec.json.decode(answer.body)
        return self._known

    def _body(self, path: str, told: dict[str, Any], at: Seated) -> Any:
        now = at.live.moment
        seat = SeatView(at.live, at.live.seat(at.key))
        act: dict[str, Any] = {"expect": seat.number(now.seq), "command": self._command(200)}
        asked = now.asked
        match path.rpartition("/")[2]:
            case "orders" | "preview" as kind:
                found = (
                    list(islice(every_order(now.table.game, now.table.position), 60)) if not now.over else []
                )
                order = plain(self.rng.choice(found)) if found else {"type": "end"}
                return {"order": order} if kind == "preview" else {**act, "order": order}
            case "answers":
                option = plain(self.rng.choice(asked.options)) if isinstance(asked, Choose) else 1
                return {**act, "option": option}
            case "undo":
                return act
            case "join":
                return {"nonce": self.rng.randbytes(32).hex()}
            case "reveal":
                return {"link": self.rng.randbytes(32).hex()}
            case "resign":
                # At a table that is over there is little to ask for.
                return {"command": act["command"] if self.rng.random() < RESIGNS else ""}
            case "copy":
                return {"at": self.rng.choice((None, 0, now.seq))}
            case "tables":
                game = self.rng.choice(GAMES)[0]
                return {
                    "game": game,
                    "scenario": self.rng.choice(scenario_names(game)),
                    "free": self.rng.random() < 0.2,
                }
            case "odds":
                return {
                    "situation": {"attack": "10", "defence": "5", "units": "1,2"},
                    "profile": "card",
                    "rulings": {},
                }
        # A route that is not known here: something of the shape it describes.
        return self._of(told["requestBody"]["content"]["application/json"]["schema"])

    def _command(self, many: int) -> str:
        """Return an id for an act, one of so many: at times it was used for another."""
        return str(self.rng.randrange(many))

    def _of(self, schema: dict[str, Any]) -> Any:
        if "$ref" in schema:
            return self._of(self.schemas[schema["$ref"].rpartition("/")[2]])
        for several in ("oneOf", "anyOf"):
            if several in schema:
                return self._of(self.rng.choice(schema[several]))
        if "enum" in schema:
            return self.rng.choice(schema["enum"])
        match schema.get("type"):
            case "object":
                return {
                    name: self._command(5) if name == "command" else self._of(each)
                    for name, each in schema.get("properties", {}).items()
                }
            case "array":
                return [self._of(schema.get("items", {}))]
            case "integer" | "number":
                return schema.get("minimum", 0)
            case "boolean":
                return True
            case "null":
                return None
        return "ab" * max(1, schema.get("minLength", 1) // 2)

    # Sent

    def heads(self) -> dict[str, Any]:
        """Return how every table stands on the disk, and how many there are; and how much there is beside the tables."""
        connection = self.store._connection  # type: ignore[attr-defined, unused-ignore]
        heads = dict(connection.execute("SELECT id, head FROM tables"))
        return {
            **heads,
            "events": connection.execute("SELECT count(*) FROM events").get,
            "acts": connection.execute("SELECT count FROM acts").get,
            **{
                name: connection.execute(f"SELECT count(*) FROM {name}").get  # noqa: S608 - our own names
                for name in BESIDE
            },
        }

    def run(self, count: int) -> None:
        """Send so many requests."""
        with self.listening() as address:
            for number in range(count):
                spoils = self.rng.choice((0, 1, 1, 1, 2, 2, 3))
                made = self.spoiler.request(self.sound(), spoils)
                self.check(made, address if number % OVER_A_LINE == 0 else None)
                if len(self.faults) > 20:
                    return

    def check(self, made: Fuzzed, address: tuple[str, int] | None = None) -> None:
        """Send a request, and say what is wrong with what came of it."""
        before, began = self.heads(), time.monotonic()
        self.heard.said.clear()
        answer = over_a_line(address, made) if address else self.ask(made)
        took = time.monotonic() - began
        self.slowest = max(self.slowest, (took, str(made)))
        wrong = list(self._wrong(made, answer, before))
        if took > LONGEST:
            wrong.append(f"it took {took:.1f} s")
        wrong += [f"the log has: {said}" for said in self.heard.said]
        self.faults += [f"{each}; to {made}" for each in wrong]
        if answer:
            self.statuses[answer.status] += 1

    def _wrong(self, made: Fuzzed, answer: Answer | None, before: dict[str, Any]) -> Iterator[str]:
        if answer is None:
            if not made.cut:
                yield "no answer came"
            if self.heads() != before:
                yield "something was changed by half a request"
            return
        if answer.status >= 500 and answer.status != 503:
            yield f"it was answered {answer.status} {answer.body[:300]!r}"
        if answer.status >= 400:
            if self.heads() != before:
                yield f"it was refused with {answer.status}, and changed something"
            if made.method != "HEAD" and not is_one_sentence(answer):
                yield f"it was refused with {answer.status} and no sentence: {answer.kind} {answer.body[:300]!r}"
        elif self.heads() != before:
            self.acts += 1

    def ask(self, made: Fuzzed) -> Answer:
        """Hand a request to the application."""
        return self.loop.run_until_complete(handed(self.app, made))

    @contextlib.contextmanager
    def listening(self) -> Iterator[tuple[str, int]]:
        """Serve the same application over a real connection."""
        taken = listen("127.0.0.1", 0)
        config = uvicorn.Config(
            self.app, log_level="error", lifespan="off", access_log=False, **settings(Limits(request=2))
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]})
        thread.start()
        try:
            host, port = taken.getsockname()
            yield host, port
        finally:
            server.should_exit = True
            thread.join(20)


def is_one_sentence(answer: Answer) -> bool:
    """Say whether an answer is JSON with one sentence in `detail`."""
    try:
        told = msgspec.json.decode(answer.body)
    except msgspec.DecodeError:
        return False
    if (
        not answer.kind.startswith("application/json")
        or not isinstance(told, dict)
        or not told.keys() <= {"detail", "seq", "paragraph"}
    ):
        return False
    said = told.get("detail")
    return isinstance(said, str) and 0 < len(said) <= 600 and "\n" not in said and "Traceback" not in said


async def handed(app: ASGIApp, made: Fuzzed) -> Answer:
    """Hand a request to an application, as a server would that read it from a line; leave a stream after its first part."""
    raw, _, query = made.target.partition(b"?")
    scope: Any = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 5), "scheme": "http", "method": made.method, "root_path": "", "path": unquote(raw.decode("ascii")),
        "raw_path": raw, "query_string": query, "headers": list(made.headers), "state": {},
    }  # fmt: skip
    left, sent = asyncio.Event(), False
    answer = Answer(0, "", b"")

    async def receive() -> Any:
        nonlocal sent
        if not sent:
            sent = True
            return {"type": "http.request", "body": made.body, "more_body": made.cut}
        if not made.cut:
            await left.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            answer.status = message["status"]
            answer.kind = dict(message["headers"]).get(b"content-type", b"").decode("latin-1")
        elif message["type"] == "http.response.body":
            answer.body += message.get("body", b"")
            if answer.kind.startswith("text/event-stream") or not message.get("more_body"):
                left.set()

    await app(scope, receive, send)
    return answer


def over_a_line(address: tuple[str, int], made: Fuzzed) -> Answer | None:
    """Send a request over a connection of its own; None where it was closed without an answer."""
    line = b"%b %b HTTP/1.1\r\n" % (made.method.encode(), made.target)
    length = len(made.body) + (20 if made.cut else 0)
    headers = [each for each in made.headers if each[0] != b"transfer-encoding"]
    if length:
        headers.append((b"content-length", str(length).encode()))
    head = line + b"".join(b"%b: %b\r\n" % each for each in headers) + b"\r\n"
    reading = h11.Connection(h11.CLIENT)
    answer = Answer(0, "", b"")
    with (
        contextlib.closing(socket.create_connection(address, timeout=30)) as connection,
        contextlib.suppress(ConnectionError, h11.RemoteProtocolError),
    ):
        connection.sendall(head + made.body)
        if made.cut:
            connection.shutdown(socket.SHUT_WR)
        reading.send(
            h11.Request(
                method=made.method if made.method in ("HEAD", "CONNECT") else "GET",
                target="/",
                headers=[("host", "x")],
            )
        )
        reading.send(h11.EndOfMessage())
        while True:
            event = reading.next_event()
            if event is h11.NEED_DATA:
                reading.receive_data(connection.recv(65536))
            elif isinstance(event, h11.Response):
                answer.status = event.status_code
                answer.kind = (
                    dict(event.headers.raw_items())
                    .get(b"content-type", dict(event.headers).get(b"content-type", b""))
                    .decode("latin-1")
                )
                if answer.kind.startswith("text/event-stream"):
                    break
            elif isinstance(event, h11.Data):
                answer.body += bytes(event.data)
            elif not isinstance(event, h11.InformationalResponse):
                break
    return answer if answer.status else None


def fuzz_server(folder: Path, seed: int, count: int) -> Fuzz:
    """Send so many requests to a server of its own."""
    with Fuzz(folder, seed) as fuzz:
        fuzz.run(count)
    return fuzz


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        asked, given = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
        start = time.monotonic()
        ran = fuzz_server(Path(temporary), given, asked)
        told = f"{sum(ran.statuses.values())} answers {sorted(ran.statuses.items())}, {ran.acts} acts, slowest {ran.slowest}"
        sys.stdout.write("\n".join([*ran.faults, told, f"{time.monotonic() - start:.0f} s\n"]))
