# SPDX-License-Identifier: Apache-2.0
"""The stream of a table: its view now, and again after every event, for as long as a client listens.

That a person has come or gone is said beside it, by an event named `presence` without data: who is there can be asked.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import aclosing, contextmanager, suppress
from itertools import chain

import msgspec

from grognard.server.beside import beside
from grognard.server.errors import NotKept
from grognard.server.following import catch_up, catch_up_beside
from grognard.server.live_table import LiveTable
from grognard.server.presence import Presence
from grognard.server.seat_view import SeatView

HEARTBEAT = 15.0
# Bytes a second of views that one stream sends: after a long game's view, the acts of some moments are shown by one.
PACE = 2**20


class Streams:
    """All open streams, so that they can be ended when the server ends."""

    def __init__(self) -> None:
        self._open: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self.presence = Presence()
        self._closing = False

    @property
    def count(self) -> int:
        """The number of open streams."""
        return sum(map(len, self._open.values()))

    def close(self) -> None:
        """End every stream; to be called in the thread of the event loop."""
        self._closing = True
        for changed in chain.from_iterable(self._open.values()):
            changed.set()

    async def of(
        self, seat_view: SeatView, last: int | None, beat: float = HEARTBEAT
    ) -> AsyncIterator[bytes]:
        """Send the view whenever it is newer than the last one sent; a comment shows that the line is alive.

        A slow client misses the views between, and gets the newest.
        """
        with self._at(seat_view):
            async with aclosing(self._of(seat_view, last, beat)) as parts:
                async for part in parts:
                    yield part

    @contextmanager
    def _at(self, seat_view: SeatView) -> Iterator[None]:
        """Note that a person is at a seat for as long as this lasts, and wake the streams of the table as he comes and goes."""
        try:
            with self.presence.at(seat_view.live.id, seat_view.seat):
                self._wake(seat_view.live)
                yield
        finally:
            self._wake(seat_view.live)

    def _wake(self, live: LiveTable) -> None:
        for changed in self._open.get(live.id, ()):
            changed.set()

    async def _of(self, seat_view: SeatView, last: int | None, beat: float) -> AsyncGenerator[bytes, None]:
        live, sent, changed = seat_view.live, last, asyncio.Event()
        # What is beside the game is told at first only if there is anything.
        heard, said, ready = 0, None, 0.0
        hear = _waker(asyncio.get_running_loop(), changed)
        live.after.append(hear)
        self._open[live.id].add(changed)
        here = self.presence.here(live)
        try:
            # Events that this seat cannot see must not delay the sign of life either.
            quiet = time.monotonic()
            if live.store.shared:
                # Events of another server from before the table was followed here have not been announced.
                with suppress(NotKept):
                    await asyncio.to_thread(catch_up, live)
                    await asyncio.to_thread(catch_up_beside, live)
            while not (self._closing or live.broken):
                changed.clear()
                if not await self._opens(seat_view):
                    return
                if seat_view.number(live.moment.seq) != sent:
                    early = ready - time.monotonic()
                    if early > 0 and await _within(early, changed):
                        continue
                    number, written = await asyncio.to_thread(seat_view.written)
                    sent, quiet = number, time.monotonic()
                    ready = quiet + len(written) / PACE
                    yield b"id: %d\ndata: %b\n\n" % (number, written)
                elif live.talk.version != heard:
                    heard, quiet = live.talk.version, time.monotonic()
                    told = await asyncio.to_thread(beside, seat_view, said)
                    said = told.said
                    yield b"event: beside\ndata: %b\n\n" % msgspec.json.encode(told)
                elif here != (now := self.presence.here(live)):
                    here = now
                    yield b"event: presence\n\n"
                elif not await _within(quiet + beat - time.monotonic(), changed):
                    quiet = time.monotonic()
                    yield b": still here\n\n"
        finally:
            live.after.remove(hear)
            self._close(live, changed)

    def _close(self, live: LiveTable, changed: asyncio.Event) -> None:
        self._open[live.id].discard(changed)
        if not self._open[live.id]:
            del self._open[live.id]

    @staticmethod
    async def _opens(seat_view: SeatView) -> bool:
        """Return whether the key of a stream still opens its seat."""
        live, key = seat_view.live, seat_view.key
        if not live.store.shared:
            return live.seat_of(key) is not None
        return await asyncio.to_thread(live.seat_of, key) is not None


def _waker(loop: asyncio.AbstractEventLoop, changed: asyncio.Event) -> Callable[[LiveTable], None]:
    """Return a callback that wakes a stream from any thread when something has happened."""

    def hear(_: LiveTable) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(changed.set)

    return hear


async def _within(seconds: float, changed: asyncio.Event) -> bool:
    try:
        await asyncio.wait_for(changed.wait(), seconds)
    except TimeoutError:
        return False
    return True
