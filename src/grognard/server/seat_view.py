# SPDX-License-Identifier: Apache-2.0
"""What a seat may see of a table, made from the position as its side sees it and from nothing else."""

from collections.abc import Callable
from typing import Any

import msgspec

from grognard.play.board import Side
from grognard.play.game import Lens
from grognard.server.errors import Refused, Stale
from grognard.server.guided import GuideShown, guide_of, guided
from grognard.server.jobs import Improve, LookAhead, Preview, Reach, Sight, Supply, Threat, pack
from grognard.server.live_table import LiveTable
from grognard.server.looking_back import CopyAt, Events, LookBack
from grognard.server.saved_log import saved_log
from grognard.server.seats import Seat
from grognard.server.table_view import TableView
from grognard.server.view_data import View


class SeatView(TableView):
    """A seat at a table: everything that may be shown to it."""

    live: LiveTable

    def __init__(self, live: LiveTable, seat: Seat, key: bytes = b"") -> None:
        """Look at a table from a seat, which was opened by a key with this hash; by its own if none is named."""
        super().__init__(live, seat)
        self.key = key or seat.hash

    # The whole table

    def view(self) -> View:
        """Return the table as it stands; worked out once for each moment and seat."""
        now = self.live.moment
        kept: tuple[int, View] | None = self.live.views.get(self.seat.sides)
        if kept is None or kept[0] != now.seq:
            kept = now.seq, self.view_at(now, self.looking(now), present=True)
            self.live.views[self.seat.sides] = kept
        return kept[1]

    def written(self) -> tuple[int, bytes]:
        """Return the number of the last event and the table as JSON; written once for all that follow it from such a seat."""
        view = self.view()
        kept: tuple[View, bytes] | None = self.live.written.get(self.seat.sides)
        if kept is None or kept[0] is not view:
            kept = self.live.written[self.seat.sides] = (view, msgspec.json.encode(view))
        return view.seq, kept[1]

    def order(self, expect: int, command: str, order: dict[str, Any]) -> int:
        """Give an order upon the table as it stands after an event; return the number of the last event then."""
        return self._acted(expect, lambda at: self.live.order(self.seat, at, command, order))

    def answer(self, expect: int, command: str, option: Any) -> int:
        """Answer the question that is open after an event; return the number of the last event then."""
        return self._acted(expect, lambda at: self.live.answer(self.seat, at, command, option))

    def undo(self, expect: int, command: str) -> int:
        """Take back the act that ended with an event; return the number of the last event then."""
        return self._acted(expect, lambda at: self.live.undo(self.seat, at, command))

    def _acted(self, expect: int, act: Callable[[int], int]) -> int:
        try:
            return self.number(act(self.event(expect)))
        except Stale as error:
            raise Stale(expect, self.number(error.seq)) from error

    def guide(self) -> GuideShown:
        """Return the guided first turn, and how far this seat's side has come with it."""
        now, side = self.live.moment, guide_of(self.live).side
        if side not in self.seat.sides:
            raise Refused(403, f"the guided first turn is for the {side} side")
        return guided(self.live, now, self.position(now))

    def save(self) -> bytes:
        """Return the log as it is saved; refused while the game hides something."""
        if self.live.sealed:
            raise Refused(403, self.live.sealed)
        with self.live.lock:
            kept, over = self.live.store.load(self.live.id), self.live.moment.over
        if kept is None:
            raise Refused(404, f"there is no table {self.live.id!r}")
        return saved_log(kept, over=over)

    # Jobs for this seat

    def reach(self, piece: str) -> Reach:
        """Return the job that asks where a piece can go."""
        return Reach(**self._on_map(), piece=piece)

    def supply(self) -> Supply:
        """Return the job that asks for the supply of every piece."""
        self._check_lens("supply")
        return Supply(**self._on_map())

    def threat(self, side: Side) -> Threat:
        """Return the job that asks what a side could attack."""
        if side not in self.game.sides:
            raise Refused(422, f"there is no side {side!r}; there are {' and '.join(self.game.sides)}")
        self._check_lens("threat")
        return Threat(**self._on_map(), side=side)

    def sight(self, hex_name: str) -> Sight:
        """Return the job that asks what is seen from a hex."""
        self._check_lens("sight")
        return Sight(**self._on_map(), hex=hex_name)

    def preview(self, order: dict[str, Any]) -> Preview:
        """Return the job that asks what an order would roll on, and for every outcome; an illegal order is refused."""
        return Preview(**self._on_map(), order=order, free=self.live.record.header.free)

    def hint(self, order: dict[str, Any]) -> Improve:
        """Ask who of the units of an order had better stay out of it."""
        return Improve(**self._on_map(), order=order, free=self.live.record.header.free)

    def ahead(self, hex_name: str) -> LookAhead:
        """Return the job that asks whether this seat can attack a hex later in its turn."""
        now = self.live.moment
        if now.asked is not None or now.to_act not in self.seat.sides:
            raise Refused(403, "only the side to act can look ahead in its turn")
        return LookAhead(**self._on_map(), hex=hex_name, free=self.live.record.header.free)

    def look_back(self, number: int) -> LookBack:
        """Return the job that asks for the table as it stood after an event."""
        self.check_number(number)
        return LookBack(**self._of_table(), sides=self.seat.sides, number=number, notice=self.notice)

    def copy_at(self, seq: int | None) -> CopyAt:
        """Return the job that asks what a copy begins with that is made after an event; by default after the last."""
        live, now = self.live, self.live.moment
        if live.sealed:
            raise Refused(403, live.sealed)
        self.check_number(now.seq if seq is None else seq)
        return CopyAt(**self._of_table(), seq=now.seq if seq is None else seq)

    def _of_table(self) -> dict[str, Any]:
        live, now = self.live, self.live.moment
        events = Events(live.id, live.written_record, live.secret, tuple(live.bodies[: now.seq]), now.hash)
        return {"opened": live.opened, "table": events}

    def _on_map(self) -> dict[str, Any]:
        return {"opened": self.live.opened, "position": pack(self.position(self.live.moment))}

    def _check_lens(self, lens: Lens) -> None:
        if lens not in self.game.view.lenses:
            raise Refused(
                404, f"this game has no view of {lens}; it has {' and '.join(self.game.view.lenses)}"
            )
