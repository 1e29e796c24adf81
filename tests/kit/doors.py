# SPDX-License-Identifier: Apache-2.0
"""Every door by which a side at a table learns something, as one table: a name, and what comes through it.

A door is opened in one world and then in its twin; what comes through must be equal to the byte. `DOORS` has them all,
and `UNTOLD` names the routes of the server and the methods of a game that tell nobody anything that is hidden, with the
reason. A route or a method that is in neither fails the tests: somebody has to judge it.
"""

import asyncio
import io
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
from fog import Side
from http_doors import ROUTES, TABLE, over_http
from msgspec.structs import replace
from probes import NO_OPTION, Probe, alike, probe
from rich.console import Console
from rooms import Room, Rooms, said
from twins import Plain, Scene, Twin

from grognard.cli.commands import Commands as Terminal
from grognard.cli.session import Session
from grognard.front import View
from grognard.lab.research.decisions import decision_of
from grognard.lab.research.moment import Moment, setting_of
from grognard.lab.research.observation import Observing
from grognard.lab.research.recall import information_text, observation_text
from grognard.opponent import PROGRAMS, decision
from grognard.play.canonical import canonical
from grognard.play.log import plain
from grognard.play.visibility import as_seen
from grognard.server.events import Streams
from grognard.server.record import Record, encode
from grognard.umpire import Choose

# How many of the orders that are offered are looked at.
MANY_ORDERS = 20
# How far the questions of an order are followed, and the doors at which the enemy gives orders.
QUESTIONS = 12
WITH_ENEMY = ("enemy orders", "terminal", "front", "research")

# What is typed at a terminal, the log first: it can be read at any time.
LOOKING = [
    "log", "status", "units", "enemy", "map", "supply", "sight {hex}", "attack", "reach {piece}", "do {piece}",
]  # fmt: skip

# What tells nobody anything that is hidden: routes of the server, what a game does, what can be typed; and why.
UNTOLD: dict[str, str] = {
    "GET /api/games": "told of no table",
    "GET /api/games/left-out": "told of no table",
    "GET /api/health": "told on the server's own machine alone",
    "GET /api/games/{name}/charts/{chart}": "told of no table",
    "GET /api/games/{name}/maps/{map_name}": "told of no table",
    "GET /api/games/{name}/opening": "everybody may read the scenario",
    "GET /api/games/{name}/opening.svg": "everybody may read the scenario",
    "GET /api/games/{name}/procedures/{wanted}": "told of no table",
    "GET /api/games/{name}/rules": "told of no table",
    "POST /api/games/{name}/procedures/{wanted}/odds": "the desk: what is weighed was typed by whoever asks",
    "POST /api/games/{name}/procedures/{wanted}/roll": "the desk: what is rolled was typed by whoever asks",
    "POST /api/saves": "what is looked at was sent by whoever asks",
    "POST /api/saves/tables": "a table that nobody has sat down at, from a save that was sent",
    "POST /api/tables": "a table that nobody has sat down at",
    "POST /api/tables/{table_id}/links": "a key for whoever made the table, who had them all",
    "POST /api/tables/{table_id}/rematch": "a table that nobody has sat down at, for the keys of this one",
    "GET /api/me": "whose act is awaited, the turn and the result, which every seat is told",
    "POST /api/me": "a name that somebody gives himself",
    "POST /api/me/secret": "a secret that somebody gives himself",
    "POST /api/me/forget": "told of no table",
    "POST /api/me/tables": "told of no table",
    "POST /api/me/tables/leave": "told of no table",
    "GET /api/notices": "told of no table",
    "POST /api/me/browsers": "told of no table; what is sent there is whose act is awaited, which every seat is told",
    "POST /api/me/browsers/leave": "told of no table",
    "GET /api/me/mail": "told of no table",
    "POST /api/me/mail": "told of no table; what is sent there is whose act is awaited, which every seat is told",
    "POST /api/me/mail/leave": "told of no table",
    "POST /api/mail/confirm": "told of no table",
    "POST /api/mail/stop": "told of no table",
    "POST /api/tables/{table_id}/browsers": "whether it was noted; what is sent there is whose act is awaited",
    "POST /api/tables/{table_id}/browsers/leave": "whether it was noted",
    "GET /api/tables/{table_id}/presence": "whose page is open; what he does there is not told",
    "sides": "the same in every position",
    "order": "the same in every position",
    "questions": "the same in every position",
    "lines": "the same in every position",
    "lenses": "the same in every position",
    "states": "the same in every position",
    "printed": "the same in every position",
    "sequence": "the same in every position",
    "marks": "the same in every position",
    "set_up": "the same in every position",
    "taking_turns": "the same in every position",
    "stacked": "the same in every position",
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


def seen(room: Room, _: Probe) -> Any:
    """Let the position itself be seen: everything else is made from it."""
    return canonical(as_seen(room.position, room.side)).decode()


def view(room: Room, _: Probe) -> Any:
    """Look at the table: pieces, status, counts, offers, whose turn, the question, the log, numbers of events and rolls."""
    return room.eyes.view()


def past(room: Room, _: Probe) -> Any:
    """Look at the table as it stood after every event."""
    return [said(room.eyes.past, seq) for seq in range(-1, room.eyes.number(room.live.moment.seq) + 2)]


def reach(room: Room, asks: Probe) -> Any:
    """Ask where pieces can go, one's own and the enemy's, seen and unseen."""
    return [said(room.worked, room.eyes.reach, each) for each in (*asks.pieces, "nobody")]


def supply(room: Room, _: Probe) -> Any:
    """Lay supply over the map."""
    return said(room.worked, room.eyes.supply)


def threat(room: Room, _: Probe) -> Any:
    """Lay over the map what each side could attack."""
    return [said(room.worked, room.eyes.threat, side) for side in (*room.game.sides, "nobody")]


def sight(room: Room, asks: Probe) -> Any:
    """Ask what is seen from hexes."""
    return [said(room.worked, room.eyes.sight, each) for each in asks.hexes]


def preview(room: Room, asks: Probe) -> Any:
    """Ask for the odds of orders: one's own, the enemy's, impossible and malformed ones."""
    return [said(room.worked, room.eyes.preview, order) for order in asks.orders]


def orders(room: Room, asks: Probe) -> Any:
    """Give orders, offered or not: refusals, and what follows from those that open nothing, or the same in both worlds.

    What else an order opens is not compared, but that it is carried out.
    """
    return [_given(room, order, room.side) for order in _tried(room, asks)]


def _tried(room: Room, asks: Probe) -> tuple[Plain, ...]:
    return (*asks.orders, room.allowed) if room.allowed and room.mover == room.side else asks.orders


def _given(room: Room, order: Plain, side: Side) -> Any:
    room.fresh()
    answer = room.order(order, side)
    if answer[0]:
        return answer
    if not room.opens_nothing(order):
        # What can be taken back must have shown nothing.
        return room.eyes.view() if room.eyes.view().undoable else "opened"
    found = _followed(room)
    return found if room.has_shown() else [answer, *found, room.undo(side), room.eyes.view()]


def _followed(room: Room) -> list[Any]:
    """Look at what follows from an order, question after question, each answered with the first option; then back.

    Where nothing is shown that need not be, the last option is taken: nobody fights, and nothing more is shown.
    """
    found: list[Any] = ["opened" if room.has_shown() else room.eyes.view()]
    while (
        isinstance(asked := room.live.moment.asked, Choose)
        and len(found) < QUESTIONS
        and not room.has_shown()
    ):
        found.append(room.answer(asked.options[-room.unless], asked.side))
        found.append("opened" if room.has_shown() else room.eyes.view())
    return found if room.has_shown() else [*found, room.eyes.past(0)]


def phase_end(room: Room, _: Probe) -> Any:
    """Let whoever is to move end his phase: which phase and whose follows, and what is told of it."""
    if room.mover is None:
        return None
    ends = room.game.rules.orders(room.position, "")
    return [_given(room, plain(each), room.mover) for each in ends]


def enemy_orders(room: Room, _: Probe) -> Any:
    """Let the enemy give orders that look the same: what is told, how many events and rolls there are, who may undo."""
    found = []
    for order in room.enemy:
        room.fresh()
        answer, undone, after = room.order(order, room.mover), room.undo(room.side), _followed(room)
        found.append(after if room.has_shown() else [answer, undone, *after])
        if room.live.moment.over:
            continue  # the end of the game lays all open
        # Whether the enemy can take it back hangs on what he has seen by it, which is his to know.
        if (room.allowed and not room.has_shown()) or room.rooms.fog.opens is None:
            found.append([room.undo(room.mover), room.eyes.view()])
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
    return said(decision, PROGRAMS[name], now.table, Random(asks.seed))


def bot(room: Room, _: Probe) -> Any:
    """Let a program of the server sit at the side's place: the event that it makes."""
    live, before, after = room.live, room.live.record, room.live.after
    if live.moment.to_act != room.side or room.side is None:
        return None
    first = live.moment.seq
    # One act, and no other follows.
    live.record, live.after = Record(before.header, {room.side: "random"}), []
    try:
        room.rooms.tables.programs._act(live)
    finally:
        live.record, live.after = before, after
    made: list[Any] = live.events[first : first + 1]
    # What came of it, and who saw nothing of it, is kept for nobody's eyes while the game is on.
    return [replace(event, came=None, unseen=()) for event in made]


def copy(room: Room, _: Probe) -> Any:
    """Copy the table to try things on; where that is let, the position that the copy begins with."""
    return [said(_laid_open, room, room.eyes.copy_at, at) for at in (None, 0)]


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
    end = plain(next(iter(room.game.rules.orders(room.position, "")))) if room.mover else None
    if end and room.opens_nothing(end):
        room.order(end, room.mover)
        await asyncio.sleep(0)
        sent = [(await anext(frames)).decode() for _ in range(2)]
        found += ["opened"] if room.has_shown() else sent
    await frames.aclose()  # type: ignore[attr-defined]  # it is a generator
    again = Streams().of(room.eyes, room.eyes.number(room.live.moment.seq), 0.0)
    found.append((await anext(again)).decode())
    await again.aclose()  # type: ignore[attr-defined]  # it is a generator
    return found


def terminal(room: Room, asks: Probe) -> Any:
    """Sit at a terminal against a program: what can be asked there, and what it tells of the enemy's last order."""
    if room.side is None or room.game.rules.to_move(room.position) is None:
        return None
    room.fresh()
    for order in room.enemy[:1]:
        room.order(order, room.mover)
    if room.live.moment.over:
        return None  # the end of the game lays all open
    table = room.live.moment.table
    seats = {side: "person" if side == room.side else "random" for side in room.game.sides}
    table = replace(table, log=replace(table.log, header=replace(table.log.header, seats=seats)))
    heard = io.StringIO()
    session = Session(table, room.rooms.folder / "log", Console(file=heard, width=200))
    session.told_orders = 0
    session.tell_news()
    session.show_heading()
    # Whoever is not to act reads what is told, and is asked nothing.
    lines = LOOKING if table.to_act == room.side else LOOKING[:1]
    lines = [line.format(hex=asks.hexes[0], piece=asks.pieces[0]) for line in lines]
    return [[said(Terminal(session).obey, line) for line in lines], heard.getvalue()]


# The view that a program in Python has, part by part


def _shown(position: Any) -> str:
    return canonical(position).decode()


def _order(view: View, order: Plain) -> Any:
    """Return an order as the game has it; what is none as it is."""
    try:
        return msgspec.convert(order, view._game.order)
    except msgspec.ValidationError:
        return repr(order)


def _of_each(ask: Callable[[View, Any], Any]) -> Callable[[View, Probe], Any]:
    """Ask something of every order that is tried."""
    return lambda view, asks: [said(ask, view, _order(view, order)) for order in asks.orders]


def _chances(view: View, order: Any) -> list[Any]:
    return [(outcome, str(chance)) for outcome, chance in view.odds(order).items()]


def _choice(view: View, _: Probe) -> Any:
    asked = view.asked
    return asked and [asked.asks, asked.options, "" if asked.now is None else _shown(asked.now)]


# Every part of a view, and what comes through it; a part that is not here fails the tests.
PARTS: dict[str, Callable[[View, Probe], Any]] = {
    "name": lambda view, _: view.name,
    "sides": lambda view, _: view.sides,
    "side": lambda view, _: view.side,
    "is_over": lambda view, _: view.is_over,
    "position": lambda view, _: _shown(view.position),
    "to_act": lambda view, _: view.to_act,
    "status": lambda view, _: view.status,
    "pieces": lambda view, _: view.pieces,
    "markers": lambda view, _: view.markers,
    "boxes": lambda view, _: view.boxes,
    "supply": lambda view, _: view.supply,
    "reach": lambda view, asks: [said(view.reach, each) for each in (*asks.pieces, "nobody")],
    "battles": lambda view, _: view.battles,
    "value": lambda view, _: said(getattr, view, "value"),
    "text": lambda view, _: view.text(),
    "legal_orders": lambda view, _: [view.legal_orders[:MANY_ORDERS], repr(view.legal_orders)],
    "parse": _of_each(View.parse),
    "order_text": _of_each(lambda view, order: view.order_text(view.parse(order))),
    "why_illegal": _of_each(View.why_illegal),
    "preview": _of_each(lambda view, order: repr(view.preview(order))),
    "odds": _of_each(_chances),
    "asked": _choice,
    "question": lambda view, _: view.question,
    "options": lambda view, _: view.options,
    "decide": lambda view, asks: said(view.decide, PROGRAMS["random"], Random(asks.seed)),
}


def front(room: Room, asks: Probe) -> Any:
    """Look at the side's view from Python: every part of it, and what it tells of an order of the enemy."""
    found = [_view_parts(room, asks)]
    for order in room.enemy[:1]:
        room.order(order, room.mover)
        found.append("opened" if room.has_shown() else _view_parts(room, asks))
    return found


def _view_parts(room: Room, asks: Probe) -> Any:
    if room.live.moment.over:
        return None  # the end of the game lays all open
    view = View(room.live.moment.table, room.side)
    return {"repr": repr(view), **{name: part(view, asks) for name, part in PARTS.items()}}


# What a researcher's agent observes


def research(room: Room, _: Probe) -> Any:
    """Observe the game as an agent: the arrays, what it may choose at first, and all that it knows; and again after the enemy's order."""
    found = [_observed(room)]
    for order in room.enemy[:1]:
        room.order(order, room.mover)
        found.append("opened" if room.has_shown() else _observed(room))
    return found


def _observed(room: Room) -> Any:
    table = room.live.moment.table
    if room.side is None or room.live.moment.over:
        return None  # the end of the game lays all open
    setting = setting_of(room.rooms.name)
    view = View(table, room.side)
    menu = decision_of(view, setting.numbering) if table.to_act == room.side else None
    moment = Moment(setting, table, menu, view)
    seen = OBSERVING.setdefault(setting.name, Observing(setting)).of(moment, room.side)
    arrays = {
        name: sha256(getattr(seen, name).tobytes()).hexdigest() for name in ("planes", "pieces", "game")
    }
    return [arrays, moment.actions, information_text(moment, room.side), observation_text(moment, room.side)]


OBSERVING: dict[str, Observing] = {}


# All of them


class Door(msgspec.Struct, frozen=True):
    """What comes through a door, and with one in how many pairs it is opened unless all are.

    `given` says that something is ordered there, which may be another order with another twin.
    """

    opens: Callable[[Room, Probe], Any]
    every: int = 1
    given: bool = False


DOORS: dict[str, Door] = {
    "seen": Door(seen),
    "view": Door(view),
    "past": Door(past, 2),
    "reach": Door(reach, 8),
    "supply": Door(supply, 8),
    "threat": Door(threat, 25),
    "sight": Door(sight, 2),
    "preview": Door(preview, 4),
    "orders": Door(orders, 3, given=True),
    "phase end": Door(phase_end, 3, given=True),
    "enemy orders": Door(enemy_orders, 2, given=True),
    "answers": Door(answers),
    "undo": Door(undo),
    "random": Door(programs),
    "greedy": Door(greedy, 25),
    "bot": Door(bot, 4),
    "copy": Door(copy),
    "save": Door(save),
    "stream": Door(stream, 10, given=True),
    "terminal": Door(terminal, 25, given=True),
    "front": Door(front, 4, given=True),
    "research": Door(research, 8, given=True),
    **{f"{method} {path.removeprefix(TABLE) or '/'}": Door(over_http((method, path)), 25, path.endswith("orders")) for method, path in ROUTES},
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
    rooms: Rooms,
    scene: Scene,
    names: tuple[str, ...] = (),
    *,
    every_door: bool = False,
    tally: Counter[str] | None = None,
) -> Iterator[Leak]:
    """Open doors in a world and in each of its twins, and run through those by which they differ.

    Without names those are opened whose lot it is; with `every_door`, all; the tally has how often each was. What comes
    through a door of the world itself is heard once.
    """
    heard: dict[bytes, bytes] = {}
    tally = Counter() if tally is None else tally
    asks = probe(rooms.of(scene), _lots(scene, -1))
    for at in range(len(scene.twins)):
        opened = names or (tuple(DOORS) if every_door else opened_by(scene, at))
        twin = drawn(rooms, scene, at)
        if twin.other is None:
            continue
        one, other = both(rooms, scene, at, twin, enemy=not set(WITH_ENEMY).isdisjoint(opened))
        tally.update(opened)
        for name in opened:
            door = DOORS[name]
            key = encode([name, (one.allowed, one.unless, one.enemy) if door.given else ()])
            if key not in heard:
                heard[key] = _through(door, one, asks)
            told = _through(door, other, asks)
            if heard[key] != told:
                yield Leak(name, _named(scene, at, twin), *_apart(heard[key].decode(), told.decode()))


def drawn(rooms: Rooms, scene: Scene, at: int) -> Twin:
    """Return a twin; where it hangs on the dice of an order, throw them in the world itself and draw it."""
    twin = scene.twins[at]
    if twin.other is not None or twin.order is None:
        return twin
    room, fog = rooms.of(scene), rooms.fog
    room.fresh()
    if room.order(twin.order, room.side)[0]:
        return twin
    rolls = {each.why: each.meaning for each in room.eyes.view().log[-1].rolls}
    keeps = fog.learns(room.game, room.position, room.live.parse(twin.order), rolls)
    if keeps is None:
        return twin
    other = fog.twin(room.game, room.position, room.side, _lots(scene, at), keeps)
    return replace(twin, other=None if other == room.position else other)


def both(rooms: Rooms, scene: Scene, at: int, twin: Twin, *, enemy: bool) -> tuple[Room, Room]:
    """Return a world and one of its twins; with orders of the enemy, if they are wanted, that look the same in both."""
    one, other = rooms.of(scene), rooms.of(scene, twin)
    for room in (one, other):
        room.allowed, room.unless = twin.order, twin.unless
    found = list(alike(one, other, _lots(scene, at))) if enemy else []
    one.enemy, other.enemy = tuple(each for each, _ in found), tuple(each for _, each in found)
    return one, other


def _named(scene: Scene, at: int, twin: Twin) -> str:
    return f"{scene}, twin {at}" + (f" for {twin.order}" if twin.order else "")


def opened_by(scene: Scene, at: int) -> tuple[str, ...]:
    """Return the doors whose lot it is to be opened with a twin."""
    rng = _lots(scene, at)
    return tuple(name for name, door in DOORS.items() if not rng.randrange(door.every))


def _lots(scene: Scene, at: int) -> Random:
    return Random(f"{scene.seed} {scene.step} {scene.side} {at}")


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
