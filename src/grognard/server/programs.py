# SPDX-License-Identifier: Apache-2.0
"""Programs at the tables: when it is a program's turn it thinks, in threads of its own, and acts as a person would."""

import hmac
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from grognard.play.board import Side
from grognard.play.game import every_order
from grognard.play.visibility import as_seen
from grognard.server.dice_state import PERSON
from grognard.server.errors import NotKept, Refused, Stale
from grognard.server.jobs import Think, thinking
from grognard.server.live_table import LiveTable
from grognard.server.seats import Seat
from grognard.server.standing import STANDING
from grognard.server.store import Store, Turns
from grognard.server.table_state import TableState
from grognard.server.workers import Asker, Work
from grognard.umpire import Choose

# How many programs think at the same time; kept low so that people need not wait.
THINKERS = 2
# Seconds after which turns in hand are renewed, a store that failed is tried again, and a turn that failed is.
HOLD, AGAIN, LATER = 4.0, 1.0, 60.0
LOG = logging.getLogger(__name__)


class Programs:
    """Plays the sides that no person plays. Jobs of thinking are done by `work`."""

    def __init__(self, store: Store, work: Work, pace: float, find: Callable[[str], LiveTable]) -> None:
        self._store = store
        self._work = work
        self._pace = pace
        self._find = find
        self._lock = threading.Lock()
        self._thinkers = ThreadPoolExecutor(THINKERS, "program")
        self._holding = ThreadPoolExecutor(1, "holding turns")
        self._thinking: set[str] = set()
        self._closing = False
        self._ending = threading.Event()

    def start(self) -> None:
        """Begin to take turns, if processes share them."""
        if self._store.turns is not None:
            self._holding.submit(self._hold, self._store.turns)
            for _ in range(THINKERS):
                self._thinkers.submit(self._take_turns, self._store.turns)

    @property
    def count(self) -> int:
        """The number of programs that think here, or are about to."""
        return len(self._thinking)

    def thinks(self, table: str) -> bool:
        """Return whether a program is thinking at a table."""
        return table in self._thinking

    def resume(self) -> None:
        """Let programs play on at all tables where it was their move when the server ended."""
        if self._store.turns is None:
            self._thinkers.submit(self._resume)

    def _resume(self) -> None:
        for table in self._store.unfinished():
            if self._closing:
                return
            if self._waits_for_person(table):
                continue
            try:
                self._find(table)
            except Refused:
                LOG.warning("table %s stays closed", table)

    def _waits_for_person(self, table: str) -> bool:
        """Return whether a table is known to wait for a person: of thousands most do, and need not be opened for that."""
        stood = self._store.stood(table)
        if stood is None:
            return False
        standing = STANDING.decode(stood.body)
        return standing.seats.get(standing.to_act or "") == PERSON

    def play_on(self, live: LiveTable) -> None:
        """Start a program's thinking, if it is a program's turn, without waiting for it."""
        if not live.record.programs or self._store.turns is not None:
            return
        with self._lock:
            if self._closing or live.broken or live.id in self._thinking:
                return
            if live.program(live.moment) is None:
                return
            self._thinking.add(live.id)
            self._thinkers.submit(self._turn, live)

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
        watched = live.followed
        timer = threading.Timer(self._pace if watched else 0, self._next, (live,))
        timer.daemon = True
        timer.start()

    def _next(self, live: LiveTable) -> None:
        self._thinking.discard(live.id)
        try:
            # A table that broke is read again, or was while its program was thinking.
            self.play_on(self._find(live.id))
        except Refused as error:
            LOG.warning("the program at table %s waits: %s", live.id, error)

    def _act(self, live: LiveTable) -> None:
        now = live.moment
        program, side = live.program(now), now.to_act
        if program is None or side is None or self._closing:
            return
        # Its choices follow from the table's key, so that a restart changes nothing.
        seed = hmac.digest(live.key, b"program" + now.seq.to_bytes(8, "big"), "sha256")
        seat = Seat(b"program " + side.encode(), (side,))
        try:
            _submit(live, seat, now, self._thought(thinking(live.opened, now.table, program, seed)))
        except Refused:
            raise
        except Exception:
            if self._is_closing():
                return
            # A defect of the program, which must not hold the game up.
            LOG.exception("the program at table %s failed; the first act it may do is done", live.id)
            _submit(live, seat, now, msgspec.to_builtins(_first(now, side)))

    def _is_closing(self) -> bool:
        """Return whether the tables are being closed, perhaps by another thread."""
        return self._closing

    def _thought(self, job: Think) -> Any:
        """Return what a program does, as plain data."""
        try:
            return msgspec.json.decode(self._work.submit(job, Asker()).result())
        except Refused as error:
            raise RuntimeError(f"it came to no decision: {error}") from error

    # Turns that processes share

    def _take_turns(self, turns: Turns) -> None:
        """Play one turn after another until closed."""
        while not self._is_closing():
            try:
                seen = turns.told
                table = turns.take(self._pace)
                if table is None:
                    turns.wait(seen, self._pace)
                else:
                    self._take_turn(turns, table)
            except Exception:
                LOG.exception("turns of programs cannot be taken")
                self._ending.wait(AGAIN)

    def _take_turn(self, turns: Turns, table: str) -> None:
        self._thinking.add(table)
        try:
            live = self._find(table)
            if live.program(live.moment) is None:
                turns.drop(table)
            else:
                self._act(live)
                # If it has acted, its next turn is a new row, or none: this releases only one that it has not played.
                turns.let_go(table)
        except Stale:
            turns.let_go(table)
        except Exception as error:
            LOG.exception("the program at table %s failed", table)
            turns.let_go(table, AGAIN if isinstance(error, NotKept) else LATER)
        finally:
            self._thinking.discard(table)

    def _hold(self, turns: Turns) -> None:
        """Renew the turns that are being played."""
        while not self._ending.wait(HOLD):
            try:
                turns.renew(self._thinking.copy())
            except NotKept as error:
                LOG.warning("turns are not held: %s", error)

    def close(self) -> None:
        """Stop, after the thinking in hand has ended."""
        with self._lock:
            self._closing = True
        self._ending.set()
        self._work.close()
        if self._store.turns is not None:
            self._store.turns.tell()
        for threads in (self._thinkers, self._holding):
            threads.shutdown(wait=True, cancel_futures=True)


def _submit(live: LiveTable, seat: Seat, now: TableState, thought: Any) -> None:
    command = str(now.seq)
    if now.asked is None:
        live.order(seat, now.seq, command, thought)
    else:
        live.answer(seat, now.seq, command, thought)


def _first(now: TableState, side: Side) -> Any:
    """Return the first thing a side may do."""
    if isinstance(now.asked, Choose):
        return now.asked.options[0]
    return next(every_order(now.table.game, as_seen(now.table.position, side)))
