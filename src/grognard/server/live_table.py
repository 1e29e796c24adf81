"""A table in memory. Every act is worked out, kept on the disk, and only then shown.

One lock a table: whoever acts is alone.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.play.board import Side
from grognard.play.game import BoardGame, hides_orders
from grognard.play.log import frozen, plain
from grognard.play.narrate import told_at
from grognard.play.shown import Shown
from grognard.play.visibility import hides_something
from grognard.procedures.procedure import NotAllowed
from grognard.server.dice import dice_key
from grognard.server.errors import Refused, Stale
from grognard.server.library import Scenario
from grognard.server.moment import Moment, earlier, folded, last_mover, rolled, stepped, written
from grognard.server.record import EVENT, Answered, Ordered, Record, Undone, encode
from grognard.server.seats import Seat, key_hash
from grognard.server.store import Row, Store, StoredTable
from grognard.umpire import Choose, Roll

LOG = logging.getLogger(__name__)
# How many positions are remembered as they were shown: the present one and the one before it, to each who looks.
LATELY = 8


class CarryingOut:
    """What the rules stumble over is a defect; but not in free play, where they may be asked for what they have no answer to."""

    def __init__(self, *, free: bool) -> None:
        self.free = free

    def __enter__(self) -> None:
        """Begin to carry something out."""

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if self.free and isinstance(error, Exception) and not isinstance(error, GrognardError):
            raise NotAllowed("the rules cannot carry this out, not even in free play") from error


class LiveTable:
    """One table being played."""

    def __init__(self, store: Store, kept: StoredTable, game: BoardGame[Any], scenario: Scenario) -> None:
        self.store = store
        self.game = game
        self.scenario = scenario
        self.record = msgspec.json.decode(kept.record, type=Record)
        self.secret = kept.secret
        self.key = dice_key(kept.secret, self.record.header.rules)
        self.seats = {seat.hash: seat for seat in kept.seats}
        self.done = {row.command: row.seq for row in kept.rows if row.command}
        self.after: list[Callable[[LiveTable], None]] = []
        self.lock = threading.Lock()
        self.carrying_out = CarryingOut(free=self.record.header.free)
        # Set when the disk failed: what is in memory may not be what is kept, and is read again.
        self.broken = False
        self.events, self.moment = folded(game, self.record, kept, self.key)
        position: msgspec.Struct = self.moment.table.position
        self.hides = hides_something(type(position)) or hides_orders(game)
        # What views remember: those of the present moment, and entries of the log as told to whoever looks.
        self.views: dict[tuple[Side, ...], Any] = {}
        self.told: dict[tuple[int, tuple[Side, ...] | None], Any] = {}
        self._shown: deque[Shown] = deque(maxlen=LATELY)

    @property
    def id(self) -> str:
        """The table's name."""
        return self.record.header.table

    @property
    def sealed(self) -> str:
        """Say why neither a copy nor the log is given out: the game hides something and is not over."""
        if not self.hides or self.moment.over:
            return ""
        return "a copy or the log would show what this game hides before it is over"

    def seat(self, key: str) -> Seat:
        """Return the seat that a key opens."""
        found = self.seats.get(key_hash(key))
        if found is None:
            raise Refused(401, "this key does not open this table")
        return found

    def past(self, seq: int) -> Moment:
        """Return the table as it was after some event."""
        now = self.moment
        if not 0 <= seq <= now.seq:
            raise Refused(422, f"this table has events from 0 to {now.seq}, not {seq}")
        return earlier(now, self.events[:seq])

    def shown(self, position: Any) -> Shown:
        """Return a position as it is shown; of the last few, what was worked out is remembered."""
        for lately in tuple(self._shown):
            if lately.position is position:
                return lately
        shown = Shown(self.game, position)
        self._shown.append(shown)
        return shown

    # Acts

    def order(self, seat: Seat, expect: int, command: str, order: dict[str, Any]) -> int:
        """Give an order for the side to move, with all dice it asks for; return the number of the last event."""

        def deed(now: Moment) -> list[tuple[Moment, Row]]:
            side = _acting(now, seat)
            table = now.table.give(self.parse(order))
            entry = table.log.entries[-1]
            return [stepped(now, Ordered(side, plain(entry.order), entry.warned), table)]

        return self._act(seat, expect, command, deed)

    def answer(self, seat: Seat, expect: int, command: str, option: Any) -> int:
        """Decide what a side is asked."""

        def deed(now: Moment) -> list[tuple[Moment, Row]]:
            side, asked = _acting(now, seat), now.asked
            if not isinstance(asked, Choose):
                raise NotAllowed("no decision is asked for")
            found = _option(asked, option)
            return [stepped(now, Answered(side, written(asked), found), now.table.choose(found))]

        return self._act(seat, expect, command, deed)

    def undo(self, seat: Seat, expect: int, command: str) -> int:
        """Take the last act back."""

        def deed(now: Moment) -> list[tuple[Moment, Row]]:
            side = last_mover(now)
            # Whether he could take it back would tell whether he saw something by it.
            if side is not None and side not in seat.sides:
                raise Refused(403, f"the last act was {side}'s to take back, {_plays(seat)}")
            return [stepped(now, Undone(side or ""), now.table.undo())]

        return self._act(seat, expect, command, deed)

    def parse(self, order: dict[str, Any]) -> msgspec.Struct:
        """Read an order."""
        try:
            found: msgspec.Struct = msgspec.convert(order, self.game.order)
        except msgspec.ValidationError as error:
            raise NotAllowed(f"this is no order of the game: {error}") from error
        return found

    def _act(
        self, seat: Seat, expect: int, command: str, deed: Callable[[Moment], list[tuple[Moment, Row]]]
    ) -> int:
        if not seat.sides:
            raise Refused(403, "this key is for watching; it plays no side")
        # The ids are each seat's own.
        named = f"{seat.hash.hex()[:16]} {command}"
        with self.lock:
            if self.broken:
                raise Refused(503, "this table is being read from the disk again; send this once more")
            if named in self.done:
                return self.done[named]
            now = self.moment
            if expect != now.seq:
                raise Stale(expect, now.seq)
            with self.carrying_out:
                steps = self._rolled(deed(now))
                self._rehearse(steps[-1][0])
            self._keep(now, steps, named)
            seq = self.moment.seq
        self._tell_of_it()
        return seq

    def _tell_of_it(self) -> None:
        """Tell whoever follows the table that something happened. It has, even if one of them fails."""
        for hear in list(self.after):
            try:
                hear(self)
            except Exception:
                LOG.exception("somebody who follows table %s could not be told", self.id)

    def _rehearse(self, then: Moment) -> None:
        """See that what free play has come to can be told and shown, before it is so for good."""
        if self.record.header.free and then.table.log.entries:
            told_at(then.table, len(then.table.log.entries) - 1)
            shown = self.shown(then.standing)
            _ = shown.status, shown.pieces, shown.battles, shown.why_idle

    def _rolled(self, steps: list[tuple[Moment, Row]]) -> list[tuple[Moment, Row]]:
        """Roll whatever is asked for, each roll an event of its own."""
        while isinstance(asked := (now := steps[-1][0]).table.asked, Roll):
            dice = str(asked.read.dice)
            event = rolled(self.key, now.rolled + 1, written(asked), dice, now.hash)
            steps.append(stepped(now, event, now.table.roll(event.faces)))
        return steps

    def _keep(self, now: Moment, steps: Sequence[tuple[Moment, Row]], command: str) -> None:
        """Commit and sync; only then is it so."""
        then = steps[-1][0]
        rows = [row for _, row in steps]
        rows[-1] = replace(rows[-1], command=command)
        try:
            self.store.append(self.id, now.seq, rows, over=then.over)
        except Exception:
            self.broken = True
            # Their streams end, and they come back to the table as it is kept.
            self._tell_of_it()
            raise
        self.events += [EVENT.decode(row.body) for row in rows]
        self.done[command] = then.seq
        self.moment = then


def _acting(now: Moment, seat: Seat) -> Side:
    """Return the side that must act, if the seat plays it."""
    side = now.to_act
    if side is None:
        raise NotAllowed("the game is over")
    if side not in seat.sides:
        raise Refused(403, f"it is for {side} to act, {_plays(seat)}")
    return side


def _plays(seat: Seat) -> str:
    return f"and this key plays {' and '.join(seat.sides)}"


def _option(asked: Choose[Any], given: Any) -> Any:
    """Find the option that was meant: JSON knows lists alone."""
    for option in asked.options:
        if encode(option) == encode(given):
            return option
    return frozen(given)
