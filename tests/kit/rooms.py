# SPDX-License-Identifier: Apache-2.0
"""Tables of a server on which any position can be put: one world, and then its twins."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from fog import NOTHING_OPEN, Side
from kit import parts
from twins import FOGS, Plain, Scene, Twin

from grognard.charts.errors import GrognardError
from grognard.play.game import BoardGame, reveals_units
from grognard.play.log import Entry, Log, plain
from grognard.play.table import Table
from grognard.server.app import make_app, served
from grognard.server.clock import Clock, Clocks
from grognard.server.errors import Refused
from grognard.server.events import Streams
from grognard.server.jobs import Doing, Job
from grognard.server.library import Shipped
from grognard.server.live_table import LiveTable
from grognard.server.looking_back import LookBack
from grognard.server.new_table import Made, NewTable
from grognard.server.page import Page
from grognard.server.paragraphs import paragraph_of
from grognard.server.record import Answered, Event, Notes, Ordered, Rolled, encode, noted
from grognard.server.schema import schema
from grognard.server.seat_view import SeatView
from grognard.server.seats import Seat
from grognard.server.sqlite_store import SqliteStore
from grognard.server.store import StoredTable
from grognard.server.table_clock import TableClock
from grognard.server.table_state import TableState, known_to_all
from grognard.server.table_view import TableView
from grognard.server.tables import Tables
from grognard.server.talk import Talk
from grognard.server.workers import Asker, Here
from grognard.umpire import Roll, Run

# What time it is in all worlds.
NOON = 1000.0


class NoStore:
    """Keeps nothing: what is done in one world is done again in the other."""

    shared = False

    def append(self, *_: object, **__: object) -> None:
        """Forget it."""

    remark = append

    def load(self, table: str) -> StoredTable:
        """Return a table of which nothing is kept."""
        return StoredTable(table, b"{}", b"", (), ())


class FirstFrame(Streams):
    """Streams that end after what they send at once, so that a request for one comes back."""

    async def of(self, eyes: SeatView, last: int | None, beat: float = 0.0) -> Any:
        """Send the first frame, or the first sign of life."""
        frames = super().of(eyes, last, beat)
        yield await anext(frames)
        await frames.aclose()  # type: ignore[attr-defined]  # it is a generator


class WorkOf(Here):
    """Does jobs of a server here. The past of its tables is looked at on them: no events have led to what lies there."""

    def __init__(self, tables: Tables, lives: Iterable[LiveTable]) -> None:
        super().__init__(tables.library)
        self._lives = {live.id: live for live in lives}

    def submit(self, job: Job, asker: Asker) -> "Future[bytes]":
        """Do a job."""
        if isinstance(job, LookBack):
            done = Future[bytes]()
            eyes = TableView(self._lives[job.table.table], Seat(b"", job.sides))
            done.set_result(msgspec.json.encode(eyes.past(job.number)))
            return done
        return super().submit(job, asker)


class Rooms:
    """A strict and a free table of the server, on which any position can be put."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder
        game, scenario = parts(name)
        self.fog = FOGS[game]
        self.tables = Tables(SqliteStore(folder / "data"), Shipped(), pace=0)
        # Clocks show what is told them: the same in both worlds, and so must be what is made of it.
        self.tables.time.now = lambda: NOON  # type: ignore[method-assign]
        asked = {
            free: NewTable(dice="server", game=game, scenario=scenario, free=free, clock=Clock(minutes=1))
            for free in (False, True)
        }
        self.made = {free: self.tables.make(new) for free, new in asked.items()}
        self.lives = {free: self.tables.find(made.table) for free, made in self.made.items()}
        for live in self.lives.values():
            no_store: Any = NoStore()
            live.store = no_store
            # What it is over is not compared: nobody can tell a head from another without the secret. When it changes is.
            live.head = partial(_head_of, live)  # type: ignore[method-assign]
        self.doing = Doing(self.tables.library)
        self.app: Any = served(
            make_app(self.tables, Page(folder), FirstFrame(), WorkOf(self.tables, self.lives.values()))
        )
        self.loop = asyncio.new_event_loop()

    def close(self) -> None:
        """End the server."""
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()
        self.tables.close()

    def routes(self) -> set[str]:
        """Return every route of the server, as its interface tells them."""
        paths = msgspec.json.decode(schema())["paths"]
        return {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}

    def asked(self, method: str, path: str, key: str, body: Any) -> list[Any]:
        """Send a request; return the status, every header and the body."""
        return self.loop.run_until_complete(_answered(self.app, method, path, key, encode(body)))

    def of(self, scene: Scene, twin: Twin | None = None) -> "Room":
        """Return a world as its side finds it, or a twin of it."""
        return Room(self, scene, twin)


async def _answered(app: Any, method: str, path: str, key: str, body: bytes) -> list[Any]:
    """Speak to the application as a server does, without a line between: requests are many."""
    path, _, query = path.partition("?")
    headers = {"host": "localhost", "authorization": f"Bearer {key}", "content-type": "application/json"}
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("test", 1), "server": ("test", 80), "state": {}, "extensions": {},
    }  # fmt: skip
    sent: list[Any] = []
    waiting: list[Any] = [
        {"type": "http.request", "body": body if method == "POST" else b"", "more_body": False}
    ]
    ended = asyncio.Event()

    async def receive() -> Any:
        if waiting:
            return waiting.pop()
        await ended.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)
        if message["type"] == "http.response.body":
            ended.set()  # whoever follows a stream goes after its first frame

    await app(scope, receive, send)
    named = sorted((name.decode(), value.decode()) for name, value in sent[0]["headers"])
    return [sent[0]["status"], named, b"".join(each.get("body", b"") for each in sent[1:]).decode()]


class Room:
    """One world as its side finds it: a table with the position on it, and the side's seat.

    `allowed` may be given in this world and in its twin, for it opens the same in both, by `unless` if the dice show
    nothing; `enemy` are orders of the enemy
    that look to the side as his orders in the twin do.
    """

    def __init__(self, rooms: Rooms, scene: Scene, twin: Twin | None) -> None:
        self.rooms = rooms
        self.scene = scene
        self.side = scene.side
        self.position: Any = twin.other if twin else scene.one
        self.allowed: Plain | None = None
        self.unless = False
        self.enemy: tuple[Plain, ...] = ()
        self.live: LiveTable = rooms.lives[scene.free]
        self.made: Made = rooms.made[scene.free]
        self.game: Any = self.live.game
        self.eyes = SeatView(self.live, self.seat(scene.side))

    def worked(self, ask: Callable[..., Job], *about: Any) -> Any:
        """Have what the seat asks for worked out."""
        return self.rooms.doing.answer(ask(*about))

    @property
    def mover(self) -> Side:
        """The side whose order is awaited; none while one is in hand."""
        side: Side = None if self.scene.entry else self.game.rules.to_move(self.position)
        return side

    def opens_nothing(self, order: Plain) -> bool:
        """Say whether an order opens nothing that is not the same in both worlds."""
        parsed, opens = self.live.parse(order), self.rooms.fog.opens
        if opens is None:
            return not reveals_units(self.game, parsed)
        try:
            return order == self.allowed or opens(self.game, self.position, parsed, self.side) == NOTHING_OPEN
        except GrognardError:
            return True  # it names what there is not, and is refused

    def seat(self, side: Side) -> Seat:
        """Return the seat of a side, or of a watcher; its key opens the table."""
        seat = Seat(b"seat of " + str(side).encode(), () if side is None else (side,))
        return self.live.seats.setdefault(seat.hash, seat)

    @property
    def key(self) -> str:
        """The key of the side's seat."""
        return self.made.watch if self.side is None else self.made.seats[self.side] or ""

    def has_shown(self) -> bool:
        """Say whether something was shown that need not be the same in both worlds: the end of the game shows all."""
        now = self.live.moment
        if now.over:
            return True
        entries, fog = now.table.log.entries, self.rooms.fog
        may = bool(entries) and (self.unless or fog.opens is None)
        return may and fog.showed(self.game, self.position, entries[-1], now.standing)

    def fresh(self) -> Table[Any]:
        """Put the position on the table as if nothing had been done with it yet."""
        entry, live = self.scene.entry, self.live
        events = list(_events(self.game, self.position, entry))
        notes: Notes = ()
        for seq, event in enumerate(events, 1):
            notes = noted(notes, event, seq, b"")
        table: Table[Any] = Table(self.game, Log(live.record.header), (self.position,))
        if entry is not None:
            table = table.replayed(entry)
        rolls = sum(isinstance(event, Rolled) for event in events)
        live.moment = TableState(table, len(events), rolls, b"", notes)
        live.events, live.bodies, live.done = events, [*map(encode, events)], {}
        # Other dice in every scene, and the same in every run: what a seed shows once it shows again.
        live.key = sha256(str(self.scene).encode()).digest()
        live.talk = Talk(live.store, live.id, ())
        live.clock = TableClock(Clock(minutes=1), live.record, live.talk, lambda: NOON)
        # So that some have time left, and some have not.
        left = dict.fromkeys(self.game.sides, float(len(events) % 2))
        live.clock.put(Clocks(left, live.moment.to_act, NOON))
        live.views.clear()
        live.told.clear()
        live.counted.clear()
        return table

    def order(self, order: dict[str, Any], side: Side) -> list[Any]:
        """Give an order through the server; return what is answered."""
        now = self.live.moment.seq
        return said(self.live.order, self.seat(side), now, f"order {now}", order)

    def answer(self, option: Any, side: Side) -> list[Any]:
        """Answer a question through the server; return what is answered."""
        now = self.live.moment.seq
        return said(self.live.answer, self.seat(side), now, f"answer {now}", option)

    def undo(self, side: Side) -> list[Any]:
        """Take the last act back through the server; return what is answered."""
        now = self.live.moment.seq
        return said(self.live.undo, self.seat(side), now, f"undo {now}")


def _head_of(live: LiveTable, now: TableState) -> str:
    """Return how many events every seat may know of, in the place of the hash of them."""
    return str(known_to_all(live.events[: now.seq], now.to_act) if live.hides else now.seq)


def _events(game: BoardGame[Any], position: Any, entry: Entry | None) -> Iterator[Event]:
    """Return the events of an order in hand."""
    if entry is None:
        return
    yield Ordered(game.rules.to_move(position) or "", plain(entry.order), entry.warned)
    heard = Run(partial(game.rules.carry_out, position, entry.order)).over(entry.answers).heard
    rolls = 0
    for answer, asked in zip(entry.answers, heard, strict=True):
        question = answer.question if isinstance(answer.question, str) else plain(answer.question)
        if isinstance(asked.ask, Roll):
            rolls += 1
            yield Rolled(rolls, question, answer.given, answer.dice)
        else:
            yield Answered(asked.ask.side, question, answer.given)


def said(tell: Callable[..., Any], *asked: Any) -> list[Any]:
    """Return what somebody is told: an answer, or the status, the sentence and the paragraph by which he is refused."""
    try:
        return ["", tell(*asked)]
    except Refused as error:
        return [str(error.status), str(error), error.paragraph]
    except GrognardError as error:
        return [type(error).__name__, str(error), paragraph_of(error)]
    except Exception:  # noqa: BLE001 - over HTTP it is one sentence, the same for all of them
        return ["500", ""]
