# SPDX-License-Identifier: Apache-2.0
"""How a game ends before its rules end it: a player resigns, or claims the game when the opponent's time is up; and how time is given.

Either is an event, the last of the table. Only an opponent may end a game by time: no game ends by itself, and programs end none.
"""

from collections.abc import Callable

from msgspec.structs import replace

from grognard.play.board import Side
from grognard.procedures.procedure import NotAllowed
from grognard.server.acting import refuse_watcher
from grognard.server.clock import given, in_words
from grognard.server.errors import Refused
from grognard.server.joining import retried
from grognard.server.live_table import LiveTable
from grognard.server.record import Lost
from grognard.server.seats import Seat
from grognard.server.store import Row, StoodAt
from grognard.server.table_clock import TableClock
from grognard.server.table_state import TableState, stepped
from grognard.server.talk import TimeGiven


def resign(live: LiveTable, seat: Seat, command: str) -> int:
    """Give the game up; return the number of the event. A seat of several sides gives it up for the one to act."""
    return _lose(live, seat, command, lambda now: Lost(_side_of(now, seat), "resigned"))


def claim(live: LiveTable, seat: Seat, command: str) -> int:
    """End the game since the time of an opponent is up; return the number of the event."""

    def lost(now: TableState) -> Lost:
        clock, side = _opposing(live, now, seat)
        if (left := clock.left[side]) > 0:
            raise Refused(409, f"the {side} side has {in_words(left)} left")
        return Lost(side, "time")

    return _lose(live, seat, command, lost)


def give_time(live: LiveTable, seat: Seat, command: str) -> int:
    """Give the opponent who is waited for more time; return the number of the remark that says so."""
    again = live.talk.done(seat, command, lambda word: isinstance(word, TimeGiven))
    if again is not None:
        return again
    with live.lock:
        now = live.ready()
        clock, side = _opposing(live, now, seat)
        word = TimeGiven(seat.sides, side, clock.clock.gift, clock.time())

        def stands(number: int) -> StoodAt:
            clocks = given(clock.clocks, side, word.seconds, word.time)
            return StoodAt(now.seq, live.stood(replace(clocks, heard=number)))

        said = live.talk.speak(seat, command, word, stands)
    live.tell_of_it()
    return said


def _lose(live: LiveTable, seat: Seat, command: str, lost: Callable[[TableState], Lost]) -> int:
    def action(now: TableState) -> list[tuple[TableState, Row]]:
        if now.over:
            raise NotAllowed("the game is over")
        return [stepped(now, lost(now), now.table)]

    refuse_watcher(seat)
    live.talk.catch_up()
    return retried(lambda: live.act(seat, live.moment.seq, command, action, lambda e: isinstance(e, Lost)))


def _side_of(now: TableState, seat: Seat) -> Side:
    return now.to_act if now.to_act in seat.sides else seat.sides[0]


def _opposing(live: LiveTable, now: TableState, seat: Seat) -> tuple[TableClock, Side]:
    """Return the clocks of a table and the side that one runs for, if the seat plays against it."""
    clock = live.clock
    if clock is None:
        raise Refused(409, "this table has no clock")
    side = clock.runs
    if now.over or side is None:
        raise Refused(409, "no clock runs")
    if not opposes(seat, side):
        raise Refused(
            403, f"the clock runs for the {side} side; only an opponent may end the game by it, or give time"
        )
    return clock, side


def opposes(seat: Seat, side: Side | None) -> bool:
    """Return whether a seat plays against a side whose clock runs."""
    return side is not None and any(own != side for own in seat.sides)
