"""Every door by which a side at a table learns something, as one table: a name, and what comes through it.

A door is opened in one world and then in its twin; what comes through must be equal to the byte. `DOORS` has them all,
and `UNTOLD` names the routes of the server and the methods of a game that tell nobody anything that is hidden, with the
reason. A route or a method that is in neither fails the tests: somebody has to judge it.
"""

import asyncio
import io
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Literal

import msgspec
from kit import parts
from msgspec.structs import replace
from rich.console import Console
from twins import FOGS, Pair, Side

from grognard.charts.errors import GrognardError
from grognard.cli.orders import Orders as Terminal
from grognard.cli.session import Session
from grognard.opponent import PROGRAMS, decision
from grognard.play.canonical import canonical
from grognard.play.drawn import Orders
from grognard.play.game import lays_open
from grognard.play.log import Entry, Log, plain
from grognard.play.moment import Moment as Step
from grognard.play.seen import as_seen
from grognard.play.strange import strange_orders
from grognard.play.table import Table
from grognard.server.app import make_app, served
from grognard.server.errors import Refused
from grognard.server.events import Streams
from grognard.server.library import Shipped
from grognard.server.live import Live
from grognard.server.moment import Moment
from grognard.server.page import Page
from grognard.server.record import Answered, Event, Notes, Ordered, Record, Rolled, encode, noted
from grognard.server.schema import schema
from grognard.server.seats import Seat
from grognard.server.store import Store
from grognard.server.tables import Made, NewTable, Tables
from grognard.server.views import Eyes

# What nobody could mean by an order, and what nobody is asked.
MALFORMED: tuple[dict[str, Any], ...] = ({}, {"type": "nonsense"}, {"type": "move", "unit": 7})
NO_OPTION = ("nobody at all", 0, ["0000"])
# How many orders are drawn of each sort, and pieces and hexes looked at.
FEW, ENEMY = 3, 1


# What is typed at a terminal, the log first: it can be read at any time.
LOOKING = ["log", "status", "units", "map", "supply", "sight {hex}", "attack", "reach {piece}", "do {piece}"]

# What tells nobody anything that is hidden: routes of the server, what a game does, what can be typed; and why.
UNTOLD: dict[str, str] = {
    "GET /api/games": "told of no table",
    "GET /api/games/{name}/charts/{chart}": "told of no table",
    "GET /api/games/{name}/maps/{map_name}": "told of no table",
    "GET /api/games/{name}/procedures/{wanted}": "told of no table",
    "POST /api/games/{name}/procedures/{wanted}/odds": "the desk: what is weighed was typed by whoever asks",
    "POST /api/tables": "a table that nobody has sat down at",
    "sides": "the same in every position",
    "order": "the same in every position",
    "lenses": "the same in every position",
    "states": "the same in every position",
    "start": "everybody may read the scenario",
    "faults": "for tests; nobody is told",
    "step_faults": "for tests; nobody is told",
    "move": "gives an order, as door `orders` does",
    "land": "gives an order, as door `orders` does",
    "end": "gives an order, as door `phase end` does",
    "undo": "takes an order back, as door `orders` does",
    "save": "copies a file that whoever sits at the terminal has anyway",
    "help": "the same in every position",
    "quit": "tells where the file is",
}


# A table in one world


class NoStore:
    """Keeps nothing: what is done in one world is done again in the other."""

    def append(self, *_: object, **__: object) -> None:
        """Forget it."""


class FirstFrame(Streams):
    """Streams that end after what they send at once, so that a request for one comes back."""

    async def of(self, eyes: Eyes, last: int | None, beat: float = 0.0) -> Any:
        """Send the first frame, or the first sign of life."""
        frames = super().of(eyes, last, beat)
        yield await anext(frames)
        await frames.aclose()  # type: ignore[attr-defined]  # it is a generator


class Rooms:
    """A strict and a free table of the server, on which any position can be put."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder
        game, scenario = parts(name)
        self.fog = FOGS[game]
        self.tables = Tables(Store(folder / "data"), Shipped(), pace=0)
        asked = {free: NewTable(game=game, scenario=scenario, free=free) for free in (False, True)}
        self.made = {free: self.tables.make(new) for free, new in asked.items()}
        self.lives = {free: self.tables.find(made.table) for free, made in self.made.items()}
        for live in self.lives.values():
            no_store: Any = NoStore()
            live.store = no_store
        self.app: Any = served(make_app(self.tables, Page(folder), FirstFrame()))
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

    def both(self, pair: Pair) -> tuple["Room", "Room"]:
        """Return a pair of worlds as the side finds them."""
        return Room(self, pair, 0), Room(self, pair, 1)


async def _answered(app: Any, method: str, path: str, key: str, body: bytes) -> list[Any]:
    """Speak to the application as a server does, without a line between: requests are many."""
    path, _, query = path.partition("?")
    headers = {"host": "test", "authorization": f"Bearer {key}", "content-type": "application/json"}
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
    """One world of a pair as its side finds it: a table with the position on it, and the side's seat."""

    def __init__(self, rooms: Rooms, pair: Pair, which: int) -> None:
        self.rooms = rooms
        self.pair = pair
        self.which = which
        self.side = pair.side
        self.position: Any = (pair.one, pair.other)[which]
        self.live: Live = rooms.lives[pair.free]
        self.made: Made = rooms.made[pair.free]
        self.game: Any = self.live.game
        self.eyes = Eyes(self.live, self.seat(pair.side))

    def seat(self, side: Side) -> Seat:
        """Return the seat of a side, or of a watcher."""
        return Seat(b"seat of " + str(side).encode(), () if side is None else (side,))

    @property
    def key(self) -> str:
        """The key of the side's seat."""
        return self.made.watch if self.side is None else self.made.seats[self.side] or ""

    def fresh(self) -> Table[Any]:
        """Put the position on the table as if nothing had been done with it yet."""
        entry, live = self.pair.entry, self.live
        entries = () if entry is None else (entry,)
        events = list(_events(entry, self.game.to_move(self.position)))
        notes: Notes = ()
        for seq, event in enumerate(events, 1):
            notes = noted(notes, event, seq, b"")
        table: Table[Any] = Table(self.game, Log(live.record.header, entries), (self.position,))
        rolls = sum(isinstance(event, Rolled) for event in events)
        live.moment = Moment(table, table.asked, len(events), rolls, b"", notes)
        live.events, live.done = events, {}
        live.views.clear()
        live.told.clear()
        return table

    def order(self, order: dict[str, Any], side: Side) -> list[Any]:
        """Give an order through the server; return what is answered."""
        now = self.live.moment.seq
        return said(self.live.order, self.seat(side), now, f"order {now}", order)

    def undo(self, side: Side) -> list[Any]:
        """Take the last act back through the server; return what is answered."""
        now = self.live.moment.seq
        return said(self.live.undo, self.seat(side), now, f"undo {now}")


def _events(entry: Entry | None, side: Side) -> Iterator[Event]:
    """Return the events of an order in hand."""
    if entry is None:
        return
    yield Ordered(side or "", entry.order, entry.warned)
    rolls = 0
    for answer in entry.answers:
        if answer.question.startswith("roll "):
            rolls += 1
            yield Rolled(rolls, answer.question, answer.given)
        else:
            yield Answered(answer.question.split()[0], answer.question, answer.given)


def said(tell: Callable[..., Any], *asked: Any) -> list[Any]:
    """Return what somebody is told: an answer, or the status and the sentence by which he is refused."""
    try:
        return ["", tell(*asked)]
    except Refused as error:
        return [str(error.status), str(error)]
    except GrognardError as error:
        return [type(error).__name__, str(error)]
    except Exception:  # noqa: BLE001 - over HTTP it is one sentence, the same for all of them
        return ["500", ""]


# What is asked in both worlds


class Probe(msgspec.Struct, frozen=True):
    """What a side asks in both worlds alike, and what its enemy does there: an order in each that look the same to it."""

    orders: tuple[dict[str, Any], ...]
    pieces: tuple[str, ...]
    hexes: tuple[str, ...]
    enemy: tuple[tuple[dict[str, Any], dict[str, Any]], ...]
    seed: int


def probe(rooms: tuple[Room, Room], rng: Random) -> Probe:
    """Draw what is asked from what the side sees; and orders of its enemy from what is."""
    room = rooms[0]
    game, side = room.game, room.side
    seen = as_seen(room.position, side)
    pieces = game.pieces(seen)
    hexes = [each.at for each in pieces]
    orders = [plain(each) for each in (*_drawn(game, seen, rng), *_strange(room, seen, rng))]
    return Probe(
        (*orders, rng.choice(MALFORMED)),
        tuple(each.id for each in rng.sample(pieces, min(FEW, len(pieces)))),
        tuple(rng.sample(hexes, min(FEW, len(hexes)))),
        tuple(_alike(rooms, rng)),
        rng.randrange(1000),
    )


def _drawn(game: Any, position: Any, rng: Random, count: int = FEW) -> list[Any]:
    """Draw some of the orders that are offered."""
    actors = game.actors(position)
    found = [game.orders(position, each) for each in rng.sample(actors, min(count, len(actors)))]
    fights = [each for each in actors if each in {battle.target for battle in game.battles(position)}]
    found += [game.orders(position, rng.choice(fights))] if fights else []
    drawn = [each.draw(rng) if isinstance(each, Orders) else next(iter(each), None) for each in found]
    return [order for order in drawn if order is not None]


def _strange(room: Room, seen: Any, rng: Random) -> list[Any]:
    """Draw orders that were offered once, altered ones and nonsense."""
    past = [each for then in room.pair.past for each in _drawn(room.game, as_seen(then, room.side), rng, 1)]
    log = Log(room.live.record.header, tuple(Entry(plain(order)) for order in past))
    table = Table(room.game, log, (seen,))
    drawn = [*past, *strange_orders(Step(table, table, "-", rng.randrange(1000)))]
    return rng.sample(drawn, min(FEW, len(drawn)))


def _alike(rooms: tuple[Room, Room], rng: Random) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Find orders of the enemy, one in each world, that look the same to the side: it sees the same change, of one kind."""
    one, other = rooms
    mover = one.game.to_move(one.position)
    if mover in (None, one.side) or one.pair.entry is not None:
        return
    orders = [plain(each) for room in rooms for each in _drawn(room.game, room.position, rng, ENEMY)]
    first = {key: order for order in orders if (key := _looks(one, order, mover))}
    for order in orders:
        key = _looks(other, order, mover)
        if key in first:
            yield first[key], order


def _looks(room: Room, order: dict[str, Any], mover: str) -> bytes:
    """Return how an order of the enemy looks to a side; nothing where it is refused, or lays open who has a part in it."""
    room.fresh()
    parsed = room.live.parse(order)
    if lays_open(room.game, parsed) or room.order(order, mover)[0]:
        return b""
    kind = room.rooms.fog.kind(room.game, room.position, parsed, room.side)
    return canonical(as_seen(room.live.moment.standing, room.side)) + kind.encode()


# The doors


def seen(room: Room, _: Probe) -> Any:
    """Let the position itself be seen: everything else is made from it."""
    return canonical(as_seen(room.position, room.side)).decode()


def view(room: Room, _: Probe) -> Any:
    """Look at the table: pieces, status, counts, offers, whose turn, the question, the log, numbers of events and rolls."""
    return room.eyes.view()


def past(room: Room, _: Probe) -> Any:
    """Look at the table as it stood after every event."""
    return [said(room.eyes.past, seq) for seq in range(-1, room.live.moment.seq + 2)]


def reach(room: Room, asks: Probe) -> Any:
    """Ask where pieces can go, one's own and the enemy's, seen and unseen."""
    return [said(room.eyes.reach, each) for each in (*asks.pieces, "nobody")]


def supply(room: Room, _: Probe) -> Any:
    """Lay supply over the map."""
    return said(room.eyes.supply)


def threat(room: Room, _: Probe) -> Any:
    """Lay over the map what each side could attack."""
    return [said(room.eyes.threat, side) for side in (*room.game.sides, "nobody")]


def sight(room: Room, asks: Probe) -> Any:
    """Ask what is seen from hexes."""
    return [said(room.eyes.sight, each) for each in asks.hexes]


def preview(room: Room, asks: Probe) -> Any:
    """Ask for the odds of orders: one's own, the enemy's, impossible and malformed ones."""
    return [said(room.eyes.preview, order) for order in asks.orders]


def orders(room: Room, asks: Probe) -> Any:
    """Give orders, offered or not: refusals, and what follows from those that lay nothing open, and from taking them back.

    What an order lays open is not compared; but what can be taken back must have shown nothing.
    """
    return [_given(room, order, room.side) for order in asks.orders]


def _given(room: Room, order: dict[str, Any], side: Side) -> Any:
    room.fresh()
    answer = room.order(order, side)
    if answer[0]:
        return answer
    after = room.eyes.view()
    if lays_open(room.game, room.live.parse(order)) and not after.undoable:
        return "opened"
    return [answer, after, room.eyes.past(0), room.undo(side), room.eyes.view()]


def phase_end(room: Room, _: Probe) -> Any:
    """Let whoever is to move end his phase: which phase and whose follows, and what is told of it."""
    mover = room.game.to_move(room.position)
    if mover is None or room.pair.entry is not None:
        return None
    ends = room.game.orders(room.position, "")
    return [_given(room, plain(each), mover) for each in ends]


def enemy_orders(room: Room, asks: Probe) -> Any:
    """Let the enemy give orders that look the same: what is told, how many events and rolls there are, who may undo."""
    mover = room.game.to_move(room.position)
    found = []
    for alike in asks.enemy:
        room.fresh()
        found.append([room.order(alike[room.which], mover), room.undo(room.side), room.eyes.view()])
        found.append([room.eyes.past(0), room.undo(mover), room.eyes.view()])
    return found


def answers(room: Room, _: Probe) -> Any:
    """Answer what one is or is not asked, with what is no option."""
    seat, seq = room.seat(room.side), room.live.moment.seq
    return [said(room.live.answer, seat, seq, "answer", each) for each in NO_OPTION]


def undo(room: Room, _: Probe) -> Any:
    """Take back what was done last, one's own or not; and then what there is to see."""
    return [room.undo(room.side), room.eyes.view()]


def programs(room: Room, asks: Probe) -> Any:
    """Let `random` decide for the side by one seed: what it does follows from what it is given."""
    return _decided(room, asks, "random")


def greedy(room: Room, asks: Probe) -> Any:
    """Let `greedy` decide for the side."""
    return _decided(room, asks, "greedy")


def _decided(room: Room, asks: Probe, name: str) -> Any:
    now = room.live.moment
    if now.to_act != room.side or room.side is None:
        return None
    return said(decision, PROGRAMS[name], now.table, now.asked, Random(asks.seed))


def bot(room: Room, _: Probe) -> Any:
    """Let a program of the server sit at the side's place: the event that it makes."""
    live, before, after = room.live, room.live.record, room.live.after
    if live.moment.to_act != room.side or room.side is None:
        return None
    live.record, live.after = (
        Record(before.header, {room.side: "random"}),
        [],
    )  # one act, and no other follows
    try:
        room.rooms.tables._act(live)
    finally:
        live.record, live.after = before, after
    return live.events[len(list(_events(room.pair.entry, room.side))) :][:1]


def copy(room: Room, _: Probe) -> Any:
    """Copy the table to try things on; where that is let, the position that the copy begins with."""

    return [said(_laid_open, room, room.rooms.tables.copy, room.live, at) for at in (None, 0)]


def save(room: Room, _: Probe) -> Any:
    """Save the log while the game is on; where that is let, the position that it leads to."""
    return said(_laid_open, room, room.eyes.save)


def _laid_open(room: Room, take: Callable[..., Any], *asked: Any) -> str:
    """Return what somebody has who takes a copy or a log: the tables of these rooms have no past to play again."""
    take(*asked)
    return canonical(room.live.moment.standing).decode()


def stream(room: Room, _: Probe) -> Any:
    """Follow the table: every frame with its number, while the side to move ends its phase and takes it back."""
    return room.rooms.loop.run_until_complete(_frames(room))


async def _frames(room: Room) -> list[str]:
    frames = Streams().of(room.eyes, None, 0.0)
    found = [(await anext(frames)).decode()]
    mover = room.game.to_move(room.position)
    if mover is not None and room.pair.entry is None:
        room.order(plain(next(iter(room.game.orders(room.position, "")))), mover)
        await asyncio.sleep(0)
        found += [(await anext(frames)).decode() for _ in range(2)]
    await frames.aclose()  # type: ignore[attr-defined]  # it is a generator
    again = Streams().of(room.eyes, room.live.moment.seq, 0.0)
    found.append((await anext(again)).decode())
    await again.aclose()  # type: ignore[attr-defined]  # it is a generator
    return found


def terminal(room: Room, asks: Probe) -> Any:
    """Sit at a terminal against a program: what can be asked there, and what it tells of the enemy's last order."""
    mover = room.game.to_move(room.position)
    if room.side is None or mover is None:
        return None
    room.fresh()
    for alike in asks.enemy[:1]:
        room.order(alike[room.which], mover)
    table = room.live.moment.table
    seats = {side: "person" if side == room.side else "random" for side in room.game.sides}
    table = replace(table, log=replace(table.log, header=replace(table.log.header, seats=seats)))
    heard = io.StringIO()
    session = Session(table, room.rooms.folder / "log", Console(file=heard, width=200))
    session.told_orders = 0
    session.tell_news()
    session.head()
    # Whoever is not to act reads what is told, and is asked nothing.
    lines = LOOKING if table.to_act == room.side else LOOKING[:1]
    lines = [line.format(hex=asks.hexes[0], piece=asks.pieces[0]) for line in lines]
    return [[said(Terminal(session).obey, line) for line in lines], heard.getvalue()]


# Over HTTP: the status, every header, and the body

Request = tuple[Literal["GET", "POST"], str, Any]
TABLE = "/api/tables/{table_id}"
ROUTES: dict[tuple[str, str], Callable[[Room, Probe], list[Request]]] = {
    ("GET", TABLE): lambda room, _: [
        ("GET", at, None) for at in ("", "?at=0", f"?at={room.live.moment.seq + 1}", "?at=x")
    ],
    ("GET", f"{TABLE}/reach"): lambda _, asks: [
        ("GET", f"/reach?piece={each}", None) for each in (*asks.pieces, "nobody")
    ],
    ("GET", f"{TABLE}/supply"): lambda *_: [("GET", "/supply", None)],
    ("GET", f"{TABLE}/threat"): lambda room, _: [
        ("GET", f"/threat?side={each}", None) for each in (*room.game.sides, "nobody")
    ],
    ("GET", f"{TABLE}/sight"): lambda _, asks: [("GET", f"/sight?hex={each}", None) for each in asks.hexes],
    ("GET", f"{TABLE}/log"): lambda *_: [("GET", "/log", None)],
    ("GET", f"{TABLE}/events"): lambda *_: [("GET", "/events", None)],
    ("POST", f"{TABLE}/preview"): lambda _, asks: [
        ("POST", "/preview", {"order": each}) for each in asks.orders
    ],
    ("POST", f"{TABLE}/orders"): lambda room, asks: [
        ("POST", "/orders", _act(room, at, order=each)) for at, each in enumerate(_quiet(room, asks))
    ],
    ("POST", f"{TABLE}/answers"): lambda room, _: [
        ("POST", "/answers", _act(room, at, option=each)) for at, each in enumerate(NO_OPTION)
    ],
    ("POST", f"{TABLE}/undo"): lambda room, _: [
        ("POST", "/undo", _act(room, 0)),
        ("POST", "/undo", {"expect": 999, "command": "late"}),
    ],
    ("POST", f"{TABLE}/copy"): lambda *_: [("POST", "/copy", {}), ("POST", "/copy", {"at": 0})],
}


def _act(room: Room, number: int, **what: Any) -> dict[str, Any]:
    return {"expect": room.live.moment.seq, "command": f"command {number}", **what}


def _quiet(room: Room, asks: Probe) -> list[dict[str, Any]]:
    """Return the orders that lay nothing open, and those that are none."""
    parsed = [said(room.live.parse, each) for each in asks.orders]
    return [
        order
        for order, (wrong, found) in zip(asks.orders, parsed, strict=True)
        if wrong or not lays_open(room.game, found)
    ]


def over_http(route: tuple[str, str]) -> Callable[[Room, Probe], Any]:
    """Return the door that one route is."""

    def door(room: Room, asks: Probe) -> Any:
        found = []
        for method, path, body in ROUTES[route](room, asks):
            room.fresh()
            found.append(room.rooms.asked(method, f"/api/tables/{room.live.id}{path}", room.key, body))
        return found

    return door


class Door(msgspec.Struct, frozen=True):
    """What comes through a door, and at one in how many pairs it is opened unless all are."""

    opens: Callable[[Room, Probe], Any]
    every: int = 1


DOORS: dict[str, Door] = {
    "seen": Door(seen),
    "view": Door(view),
    "past": Door(past, 2),
    "reach": Door(reach, 8),
    "supply": Door(supply, 8),
    "threat": Door(threat, 25),
    "sight": Door(sight, 2),
    "preview": Door(preview, 4),
    "orders": Door(orders, 3),
    "phase end": Door(phase_end, 3),
    "enemy orders": Door(enemy_orders),
    "answers": Door(answers),
    "undo": Door(undo),
    "random": Door(programs),
    "greedy": Door(greedy, 25),
    "bot": Door(bot, 4),
    "copy": Door(copy),
    "save": Door(save),
    "stream": Door(stream, 10),
    "terminal": Door(terminal, 25),
    **{f"{method} {path.removeprefix(TABLE) or '/'}": Door(over_http((method, path)), 25) for method, path in ROUTES},
}  # fmt: skip


# What was told in one world and in the other


class Leak(msgspec.Struct, frozen=True):
    """A door through which two worlds are told apart, and where they first differ."""

    door: str
    pair: str
    one: str
    other: str

    def __str__(self) -> str:
        return f"through {self.door!r}, {self.pair} tells\n  {self.one}\nfrom\n  {self.other}"


def leaks(
    rooms: Rooms, pair: Pair, names: tuple[str, ...] = (), *, every_door: bool = False
) -> Iterator[Leak]:
    """Open doors in both worlds of a pair, and run through those by which they differ.

    Without names those are opened whose lot it is; with `every_door`, all.
    """
    both = rooms.both(pair)
    asks = probe(both, _lots(pair))
    for name in names or (tuple(DOORS) if every_door else opened_by(pair)):
        one, other = (_through(DOORS[name], room, asks) for room in both)
        if one != other:
            yield Leak(name, str(pair), *_apart(one.decode(), other.decode()))


def opened_by(pair: Pair) -> tuple[str, ...]:
    """Return the doors whose lot it is to be opened with a pair."""
    rng = _lots(pair)
    return tuple(name for name, door in DOORS.items() if not rng.randrange(door.every))


def _lots(pair: Pair) -> Random:
    return Random(f"{pair.seed} {pair.step} {pair.side}")


def _through(door: Door, room: Room, asks: Probe) -> bytes:
    """Open a door, and return what comes through it, with whatever the server wrote into its own log meanwhile."""
    with listening() as records:
        room.fresh()
        found = encode(door.opens(room, asks))
    return found + encode(records)


@contextmanager
def listening() -> Iterator[list[str]]:
    """Hear what the server writes into its log: whoever runs it may be a player."""
    records: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: records.append(  # type: ignore[method-assign]
        f"{record.getMessage()} {record.exc_info[1] if record.exc_info else ''}"
    )
    logger = logging.getLogger("grognard")
    logger.addHandler(handler)
    try:
        yield records
    finally:
        logger.removeHandler(handler)


def _apart(one: str, other: str, around: int = 60) -> tuple[str, str]:
    """Return where two texts first differ."""
    shared = range(min(len(one), len(other)))
    at = next((each for each in shared if one[each] != other[each]), len(shared))
    return tuple(each[max(at - around, 0) : at + around] for each in (one, other))  # type: ignore[return-value]
