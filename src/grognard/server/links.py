# SPDX-License-Identifier: Apache-2.0
"""A lost link is replaced by the maker of the table; the old one opens nothing from then on."""

from msgspec.structs import replace

from grognard.charts.errors import NoSuch
from grognard.play.board import Side
from grognard.server.errors import Refused
from grognard.server.live_table import LiveTable
from grognard.server.seats import Seat, key_hash, new_key


def new_link(live: LiveTable, maker: Seat, side: Side | None) -> str:
    """Return a new key for the seat that plays a side, or to watch; streams opened with the old key are shut out."""
    _check_maker(live, maker)
    key = new_key()
    with live.lock:
        seat = replace(_seat(live, side), hash=key_hash(key))
        live.store.replace_key(live.id, seat)
        live.reseat(seat)
    live.tell_of_it()
    return key


def _check_maker(live: LiveTable, seat: Seat) -> None:
    if seat.maker:
        return
    if not any(other.maker for other in live.seats.values()):
        raise Refused(403, "this table was made before makers had a key, and its links cannot be made anew")
    raise Refused(403, "only the maker of the table can make links anew, with the key that came with it")


def _seat(live: LiveTable, side: Side | None) -> Seat:
    if side is not None and side not in live.game.sides:
        raise NoSuch("side", side, live.game.sides)
    for seat in live.seats.values():
        if not seat.maker and (side in seat.sides if side is not None else not seat.sides):
            return seat
    raise Refused(422, f"{side} is played by a program, which needs no link")
