"""All tables of a server: made, found, copied, and played on by programs where it is a program's move."""

import hmac
import logging
import secrets
import threading
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any
from weakref import WeakValueDictionary

import apsw
import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError, NoSuch
from grognard.opponent import Program, decision
from grognard.play.board import Side
from grognard.play.game import BoardGame, every_order
from grognard.play.visibility import as_seen
from grognard.registry import names
from grognard.server.dice import SECRET, commitment
from grognard.server.errors import Refused, Stale
from grognard.server.library import Library
from grognard.server.live_table import LiveTable
from grognard.server.moment import Moment, copied
from grognard.server.record import Copied, Record, ServedHeader, encode
from grognard.server.seats import Seat, key_hash, new_key
from grognard.server.store import Row, Store, StoredTable
from grognard.umpire import Choose

PERSON = "person"
# Tables kept in memory; others are read again when somebody comes back to them.
ROOM = 256
# Programs that think at the same time, so that people need not wait for them.
THINKERS = 2
LOG = logging.getLogger(__name__)


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table is to be: who sits where, and whether one key plays every person's side."""

    game: str
    scenario: str
    profile: str = "card"
    rulings: dict[str, str] = {}
    free: bool = False
    seats: dict[str, str] = {}
    hotseat: bool = False


class Made(msgspec.Struct, frozen=True):
    """A table that was made: the key of each side, none for a program's, and the key to watch."""

    table: str
    seats: dict[Side, str | None]
    watch: str


class Tables:
    """The tables of one store."""

    def __init__(self, store: Store, library: Library, pace: float = 0.1) -> None:
        """Let programs wait `pace` seconds between two acts while somebody watches, so that each is seen."""
        self.store = store
        self.library = library
        self.pace = pace
        self._live: dict[str, LiveTable] = {}
        # Every table that anybody still holds, also one that was let go: none is ever read beside itself.
        self._held: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        self._lock = threading.Lock()
        # A lock for each table that is being read, gone when nobody reads it any more.
        self._reading: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()
        self._thinkers = ThreadPoolExecutor(THINKERS, "program")
        self._thinking: set[str] = set()
        self._closing = False

    # Made and found

    def make(self, new: NewTable) -> Made:
        """Make a table."""
        header = self._header(new)
        game = self._game(header)
        seated = {side: new.seats.get(side, PERSON) for side in game.sides}
        for side in new.seats:
            if side not in seated:
                raise NoSuch("side", side, game.sides)
        for who in seated.values():
            if who not in (PERSON, *self.library.programs):
                raise NoSuch("player", who, (PERSON, *self.library.programs))
        programs = {side: who for side, who in seated.items() if who != PERSON}
        return self._create(Record(replace(header, seats=seated), programs), game, hotseat=new.hotseat)

    def copy(self, live: LiveTable, at: int | None) -> Made:
        """Make a table that begins as another stands, or stood; one key plays all sides of it."""
        if live.sealed:
            raise Refused(403, live.sealed)
        then = live.moment if at is None else live.past(at)
        persons = dict.fromkeys(live.game.sides, PERSON)
        header = replace(
            live.record.header, seats=persons, table=_new_id(), copy_of=live.id, copied_at=then.seq
        )
        return self._create(Record(header), live.game, hotseat=True, begins=copied(then))

    def _header(self, new: NewTable) -> ServedHeader:
        return ServedHeader(
            game=new.game,
            scenario=new.scenario,
            profile=new.profile,
            switched=new.rulings,
            rulings=self.library.rulings_in_force(new.game, new.profile, new.rulings),
            rules=self.library.rules(new.game),
            free=new.free,
            table=_new_id(),
            commitment="",
        )

    def _game(self, header: ServedHeader) -> BoardGame[Any]:
        rulings = self.library.rulings_of(header)
        return self.library.open_game(header.game, header.scenario, header.profile, rulings)

    def _create(
        self, record: Record, game: BoardGame[Any], *, hotseat: bool, begins: list[Copied] | None = None
    ) -> Made:
        table, secret = record.header.table, secrets.token_bytes(SECRET)
        header = replace(record.header, commitment=commitment(table, secret))
        shared = new_key()
        persons = [side for side in game.sides if side not in record.programs]
        keys = {side: shared if hotseat else new_key() for side in persons}
        watch = new_key()
        seats = [
            Seat(key_hash(key), tuple(s for s in persons if keys[s] == key)) for key in set(keys.values())
        ]
        rows = [Row(at, encode(event)) for at, event in enumerate(begins or (), 1)]
        body = encode(replace(record, header=header))
        kept = StoredTable(table, body, secret, (*seats, Seat(key_hash(watch), ())), tuple(rows))
        live = LiveTable(self.store, kept, game, self.library.scenario(header.game, header.scenario))
        self.store.create(kept)
        self._remember(live)
        self.play_on(live)
        return Made(table, {side: keys.get(side) for side in game.sides}, watch)

    def find(self, table: str) -> LiveTable:
        """Return a table by its name, from the disk if it is not in memory."""
        live = self._in_memory(table)
        if live is not None:
            return live
        with self._lock:
            alone = self._reading.setdefault(table, threading.Lock())
        # Whoever comes second waits, and finds what the first has read: a table is in memory once.
        with alone:
            live = self._in_memory(table)
            if live is not None:
                return live
            live = self._load(table)
            self._remember(live)
        self.play_on(live)
        return live

    def _in_memory(self, table: str) -> LiveTable | None:
        live = self._held.get(table)
        return None if live is None or live.broken else live

    def _load(self, table: str) -> LiveTable:
        kept = self.store.load(table)
        if kept is None:
            raise Refused(404, f"there is no table {table!r}")
        header = msgspec.json.decode(kept.record, type=Record).header
        try:
            return LiveTable(
                self.store, kept, self._game(header), self.library.scenario(header.game, header.scenario)
            )
        except (GrognardError, msgspec.ValidationError) as error:
            LOG.exception("table %s cannot be opened", table)
            told = f"this table was played under other rules and cannot go on under these: {error}"
            raise Refused(410, told) from error

    def _remember(self, live: LiveTable) -> None:
        """Keep a table in memory, and let go of one that nobody follows."""
        live.after.append(self.play_on)
        with self._lock:
            self._held[live.id] = self._live[live.id] = live
            if len(self._live) > ROOM:
                self._let_go(keep=live)

    def _let_go(self, keep: LiveTable) -> None:
        for name, live in list(self._live.items()):
            # One who follows a table is one more to be told of its acts.
            if live is not keep and len(live.after) == 1 and name not in self._thinking:
                del self._live[name]
                return

    # Programs

    def warm_up(self) -> None:
        """Load what the first search of a map would wait for, before somebody does."""
        self._thinkers.submit(self._warm_up)

    def _warm_up(self) -> None:
        for name in names():
            for scenario in self.library.scenario_names(name)[:1]:
                game = self.library.open_game(name, scenario, "card", {})
                start = game.rules.start()
                if "supply" in game.view.lenses:
                    game.view.supply(start)
                game.view.threat(start, game.sides[0])
                game.view.reach(start, game.view.pieces(start)[0].id)

    def resume(self) -> None:
        """Let programs play on wherever it was their move when the server ended."""
        self._thinkers.submit(self._resume)

    def _resume(self) -> None:
        for table in self.store.unfinished():
            if self._closing:
                return
            try:
                self.find(table)
            except Refused:
                LOG.warning("table %s stays closed", table)

    def play_on(self, live: LiveTable) -> None:
        """Let a program act, where it is a program's to act, without waiting for it."""
        if not live.record.programs:
            return
        with self._lock:
            if self._closing or live.broken or live.id in self._thinking:
                return
            if self._program(live.moment, live) is None:
                return
            self._thinking.add(live.id)
        self._thinkers.submit(self._turn, live)

    def _program(self, now: Moment, live: LiveTable) -> Program | None:
        return self.library.programs.get(live.record.programs.get(now.to_act or "", ""))

    def _turn(self, live: LiveTable) -> None:
        """Think, act, and see who is next."""
        try:
            self._act(live)
        except Stale:
            pass
        except Exception:
            LOG.exception("the program at table %s failed", live.id)
            self._thinking.discard(live.id)
            if live.broken:
                self._next(live)
            return
        watched = len(live.after) > 1
        timer = threading.Timer(self.pace if watched else 0, self._next, (live,))
        timer.daemon = True
        timer.start()

    def _next(self, live: LiveTable) -> None:
        self._thinking.discard(live.id)
        # One that broke may have been read again while its program was thinking.
        self.play_on(self._held.get(live.id, live))

    def _act(self, live: LiveTable) -> None:
        now = live.moment
        program, side = self._program(now, live), now.to_act
        if program is None or side is None or self._closing:
            return
        # Its choices follow from the table's key, so that a restart changes nothing.
        rng = Random(hmac.digest(live.key, b"program" + now.seq.to_bytes(8, "big"), "sha256"))  # noqa: S311
        seat = Seat(b"program " + side.encode(), (side,))
        try:
            _submit(live, seat, now, decision(program, now.table, rng))
        except (Refused, apsw.Error):
            raise
        except Exception:
            # A defect of the program, which must not hold the game up.
            LOG.exception("the program at table %s failed; the first act it may do is done", live.id)
            _submit(live, seat, now, _first(now, side))

    def close(self) -> None:
        """Let programs end their thought, and the store go."""
        self._closing = True
        self._thinkers.shutdown(wait=True, cancel_futures=True)
        self.store.close()


def _submit(live: LiveTable, seat: Seat, now: Moment, found: Any) -> None:
    command = str(now.seq)
    if now.asked is None:
        live.order(seat, now.seq, command, msgspec.to_builtins(found))
    else:
        live.answer(seat, now.seq, command, found)


def _first(now: Moment, side: Side) -> Any:
    """Return the first thing a side may do."""
    if isinstance(now.asked, Choose):
        return now.asked.options[0]
    return next(every_order(now.table.game, as_seen(now.table.position, side)))


def _new_id() -> str:
    return secrets.token_hex(8)
