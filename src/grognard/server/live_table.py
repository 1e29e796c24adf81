# SPDX-License-Identifier: Apache-2.0
"""A table in memory. Every act is worked out, stored on disk, and only then shown.

Each table has one lock, and its holder acts alone.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter, itemgetter
from typing import Any

from msgspec.structs import replace

from grognard.play.board import Side
from grognard.play.game import BoardGame
from grognard.play.history import CurrentRules
from grognard.play.log import frozen, plain
from grognard.play.narrate import narrate_at
from grognard.play.table import Table
from grognard.procedures.procedure import NotAllowed
from grognard.server.act_limit import ActLimit
from grognard.server.acting import acting_side, plays, refuse_watcher, wait_for_dice
from grognard.server.clock import Clocks
from grognard.server.errors import Refused, Stale
from grognard.server.following import take_up
from grognard.server.jobs import parse_order
from grognard.server.library import Scenario
from grognard.server.opened_game import OpenedGame
from grognard.server.read_table import ReadTable
from grognard.server.record import EVENT, Answered, Event, Ordered, Rolled, Undone, encode
from grognard.server.seat_numbers import unseen_by
from grognard.server.seated import Seated
from grognard.server.seats import Seat, key_hash, replay_key
from grognard.server.standing import stood
from grognard.server.store import Row, Stood, Store, StoredTable
from grognard.server.table_clock import TableClock
from grognard.server.table_state import (
    TableState,
    last_mover,
    rolled,
    stepped,
    withdrawing,
    written,
)
from grognard.server.talk import Talk
from grognard.umpire import Choose, Roll

LOG = logging.getLogger(__name__)


class LiveTable(ReadTable, Seated):
    """One table being played."""

    def __init__(  # noqa: PLR0913, PLR0917 - all the parts of a table
        self,
        store: Store,
        kept: StoredTable,
        game: BoardGame[Any],
        opened: OpenedGame,
        scenario: Scenario,
        present: CurrentRules,
        time: Callable[[], float],
    ) -> None:
        ReadTable.__init__(self, kept, game, scenario, present)
        Seated.__init__(self, store, kept)
        self.opened = opened
        self.parse = partial(parse_order, game)
        self.done = {row.command: row.seq for row in kept.rows if row.command}
        self.after: list[Callable[[LiveTable], None]] = []
        # Called with each act that this process has kept, and the moment before it; not with those of other servers.
        self.on_kept: Callable[[LiveTable, TableState], None] | None = None
        self.lock = threading.Lock()
        self.act_limit = ActLimit()
        # Set when the disk failed: memory may differ from what is stored, and the table is read again.
        self.broken = False
        self.key = self.key_at(self.moment)
        # Views of the present moment, and as they are written.
        self.views: dict[tuple[Side, ...], Any] = {}
        self.written: dict[tuple[Side, ...], Any] = {}
        # What the dice of each entry were worth, once the game is over.
        self.lucks: dict[int, Any] = {}
        self.talk = Talk(store, kept.table, kept.remarks)
        self.clock: TableClock | None = None
        if self.record.clock is not None:
            self.clock = TableClock(self.record.clock, self.record, self.talk, time)
            self.clock.take(kept.stood)
        self.step = _stepped_unseen if self.hides else stepped

    @property
    def followed(self) -> bool:
        """Whether anyone follows this table; the programs always do."""
        return len(self.after) > 1

    def program(self, now: TableState) -> str | None:
        """Return the program that must act; None if a person must act, or the dice wait for one."""
        if now.dice.missing or isinstance(now.asked, Roll):
            return None
        return self.record.programs.get(now.to_act or "")

    def withdraw(self) -> None:
        """Withdraw the order in hand if opening the table showed that it no longer fits the rules."""
        if self.reopened.withdrawn and not self.moment.lost:
            with self.lock:
                self.keep(self.moment, [withdrawing(self.moment, self.reopened.withdrawn)], None)
            # Lists of tables have the side that was asked.
            self.store.stand(self.id, self.stood())

    def seat_of(self, key: bytes) -> Seat | None:
        """Return the seat that a key with this hash opens now; once the game is over, the key of its replay opens one to watch."""
        if self.moment.over and key == key_hash(replay_key(self.secret)):
            return Seat(key, ())
        return super().seat_of(key)

    def ready(self) -> TableState:
        """Return the table as it stands, to the holder of its lock who is about to add to it."""
        if self.broken:
            raise Refused(503, "this table is being read from the disk again; send this once more")
        return self.moment

    # Acts

    def order(self, seat: Seat, expect: int, command: str, order: dict[str, Any]) -> int:
        """Give an order for the side to move, and make the rolls it asks for; return the number of the last event."""

        def action(now: TableState) -> list[tuple[TableState, Row]]:
            side = acting_side(now, seat)
            self.act_limit.check(self.events, seat.sides)
            table = now.table.give(self.parse(order))
            entry = table.log.entries[-1]
            return [self.step(now, Ordered(side, plain(entry.order), entry.warned), table)]

        def same(event: Event) -> bool:
            return isinstance(event, Ordered) and event.order == plain(self.parse(order))

        return self.act(seat, expect, command, action, same)

    def answer(self, seat: Seat, expect: int, command: str, option: Any) -> int:
        """Answer the open question of a side."""

        def action(now: TableState) -> list[tuple[TableState, Row]]:
            side, asked = acting_side(now, seat), now.asked
            if not isinstance(asked, Choose):
                raise NotAllowed("no decision is asked for")
            self.act_limit.check(self.events, seat.sides)
            chosen = self.option(now, option)
            return [self.step(now, Answered(side, written(asked), chosen), now.table.choose(chosen))]

        def same(event: Event) -> bool:
            return isinstance(event, Answered) and encode(event.option) == encode(option)

        return self.act(seat, expect, command, action, same)

    def undo(self, seat: Seat, expect: int, command: str) -> int:
        """Take the last act back."""

        def action(now: TableState) -> list[tuple[TableState, Row]]:
            if now.lost:
                raise NotAllowed("the game is over")
            wait_for_dice(now)
            side = last_mover(now)
            # Whether the act can be taken back would tell whether its side saw something by it.
            if side is not None and side not in seat.sides:
                raise Refused(403, f"the last act was {side}'s to take back, {plays(seat)}")
            self.act_limit.check(self.events, seat.sides)
            return [self.step(now, Undone(side or ""), now.table.undo())]

        return self.act(seat, expect, command, action, lambda event: isinstance(event, Undone))

    def option(self, now: TableState, given: Any) -> Any:
        """Return the option that an answer in JSON means: JSON has lists where options have tuples."""
        for option in now.asked.options if isinstance(now.asked, Choose) else ():
            if encode(option) == encode(given):
                return option
        return frozen(given)

    def act(
        self,
        seat: Seat,
        expect: int,
        command: str,
        action: Callable[[TableState], list[tuple[TableState, Row]]],
        same: Callable[[Event], bool],
    ) -> int:
        """Do an act once: the same act sent again under its id is acknowledged again, another is refused."""
        if not seat.sides:
            refuse_watcher(seat)
        named = seat.command_id(command)
        with self.lock:
            now = self.ready()
            if named in self.done:
                if not same(self._act_of(self.done[named])):
                    raise Refused(
                        409, f"another act was done under the id {command!r}; give each act its own"
                    )
                return self.done[named]
            if expect != now.seq:
                raise Stale(expect, now.seq)
            with self.carrying_out:
                steps = self.with_rolls(action(now))
                if self.carrying_out.free:
                    self._rehearse(steps[-1][0])
            try:
                self.keep(now, steps, named)
            except Stale:
                # Sent to two servers, it may have been done by the other.
                if named not in self.done:
                    raise
            seq = self.done[named]
        self.tell_of_it()
        return seq

    def _act_of(self, seq: int) -> Event:
        """Return the act that led to an event: its rolls come after it."""
        return next(event for event in reversed(self.events[:seq]) if not isinstance(event, Rolled))

    def tell_of_it(self) -> None:
        """Notify the followers of the table that something happened, even if one of them fails."""
        for hear in list(self.after):
            try:
                hear(self)
            except Exception:
                LOG.exception("a follower of table %s could not be told", self.id)

    def _rehearse(self, then: TableState) -> None:
        """Check that what free play has led to can be told and shown, before it is final."""
        if then.table.log.entries:
            narrate_at(then.table, len(then.table.log.entries) - 1)
            shown = self.shown(then.standing)
            _ = shown.status, shown.pieces, shown.battles, shown.why_idle

    def with_rolls(self, steps: list[tuple[TableState, Row]]) -> list[tuple[TableState, Row]]:
        """Make all rolls asked for, each an event of its own; one that waits for a seat's link stays open."""
        while isinstance(asked := (now := steps[-1][0]).asked, Roll) and now.dice.awaited is None:
            event = rolled(self.key, now.rolls + 1, written(asked), asked.read.dice, now.hash)
            steps.append(stepped(now, event, now.table.roll(event.faces)))
        return steps

    def stood(self, clocks: Clocks | None = None, then: TableState | None = None) -> Stood:
        """Return how the table stands, or will with these clocks or at this moment, for lists of tables."""
        if clocks is None and self.clock is not None:
            clocks = self.clock.clocks
        return stood(self.record, self.game, self.scenario.title, then or self.moment, clocks)

    def keep(self, now: TableState, steps: Sequence[tuple[TableState, Row]], command: str | None) -> None:
        """Commit and sync; only then does it count."""
        then = steps[-1][0]
        to_act = then.to_act
        rows = [*map(itemgetter(1), steps)]
        clocks = None if self.clock is None else self.clock.after(now, then)
        rows[-1] = replace(rows[-1], command=command, at=None if clocks is None else clocks.at)
        try:
            turn = bool(self.record.programs) and self.program(then) is not None
            # Lists of tables show whose act is awaited.
            stands = self.stood(clocks, then) if clocks or now.to_act != to_act else None
            self.store.append(self.id, now.seq, rows, over=to_act is None, turn=turn, stood=stands)
        except Stale:
            take_up(self)
            raise
        except Exception:
            self.broken = True
            # Streams end, and their clients come back to the table as it is stored.
            self.tell_of_it()
            raise
        self.hashes += map(attrgetter("hash"), map(itemgetter(0), steps))
        bodies = [row.body for row in rows]
        self.bodies += bodies
        self.events += map(EVENT.decode, bodies)
        if command is not None:
            self.done[command] = then.seq
        self.moment = then
        if self.clock and clocks:
            self.clock.put(clocks)
        if self.on_kept is not None:
            self.on_kept(self, now)


def _stepped_unseen(
    now: TableState, event: Ordered | Answered | Undone, table: Table[Any]
) -> tuple[TableState, Row]:
    """Return the moment after an act, noting which sides cannot see it."""
    return stepped(now, replace(event, unseen=unseen_by(now, table, event.side)), table)
