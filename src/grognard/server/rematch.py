# SPDX-License-Identifier: Apache-2.0
"""Another game for the same players: the same scenario, rulings and dice, with the sides kept or swapped.

The keys of a table open its rematch, too, so that nobody must be sent a link; of a table there is one rematch.
"""

from typing import Any

from msgspec.structs import replace

from grognard.play.board import Side
from grognard.server.live_table import LiveTable
from grognard.server.new_table import NewTable, begun, new_record
from grognard.server.seat_view import SeatView
from grognard.server.seats import Seat
from grognard.server.tables import Tables
from grognard.server.talk import Rematched


def set_up_again(tables: Tables, seat_view: SeatView, command: str, *, swap: bool) -> str:
    """Make the rematch of a table, unless it has been made; return the name of its table."""
    live, seat = seat_view.live, seat_view.seat
    live.talk.done(seat, command, lambda word: isinstance(word, Rematched))
    # Both players may ask for it at once.
    with live.lock:
        made = live.talk.all_of(Rematched)
        if not made:
            then = Rematched(seat.sides, _make(tables, live, swap=swap), swap)
            live.talk.speak(seat, command, then, done=True)
            made = live.talk.all_of(Rematched)
            _seat_people(tables, live, made[0].table)
    live.tell_of_it()
    return made[0].table


def _make(tables: Tables, live: LiveTable, *, swap: bool) -> str:
    """Make a table as another was made, with the same seats."""
    goes_to = _swapped(live.game.sides) if swap else {side: side for side in live.game.sides}
    header, programs = live.record.header, live.record.programs
    new = NewTable(
        game=header.game,
        scenario=header.scenario,
        profile=header.profile,
        rulings=header.switched,
        free=header.free,
        seats={goes_to[side]: who for side, who in programs.items()},
        dice=header.dice,
        clock=live.record.clock,
    )
    record, game = new_record(new, tables.library)
    seats = tuple(_moved(seat, goes_to, game) for seat in live.seats.values())
    tables.take_in(begun(record, game, seats, ()), record, game)
    return record.header.table


def _swapped(sides: tuple[Side, ...]) -> dict[Side, Side]:
    """Return which side each goes over to: with two sides the other one."""
    return dict(zip(sides, (*sides[1:], sides[0]), strict=True))


def _moved(seat: Seat, goes_to: dict[Side, Side], game: Any) -> Seat:
    then = {goes_to[side] for side in seat.sides}
    return replace(seat, sides=tuple(side for side in game.sides if side in then))


def _seat_people(tables: Tables, live: LiveTable, table: str) -> None:
    """Let those who sit at a table sit at its rematch."""
    for sitter in live.sitters:
        tables.store.sit(sitter.person, table, sitter.seat)
    then = tables.find(table)
    then.sitters = tables.store.sitting(table)
    then.talk.changed()
