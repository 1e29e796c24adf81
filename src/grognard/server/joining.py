# SPDX-License-Identifier: Apache-2.0
"""How a person's seat takes part in the dice: it joins with a nonce, and reveals links if each roll is shared.

Both may be sent again after a lost connection: what was done is acknowledged once more.
"""

from collections.abc import Callable
from hashlib import sha256

from grognard.server.acting import refuse_watcher
from grognard.server.dice import why_no_number
from grognard.server.dice_state import OutOfPlace, SeatDice, why_no_link
from grognard.server.errors import Refused, Stale
from grognard.server.live_table import LiveTable
from grognard.server.record import Joined, Revealed
from grognard.server.seats import Seat
from grognard.server.table_state import TableState, stepped
from grognard.umpire import Roll

TRIES = 5


def join(live: LiveTable, seat: Seat, nonce: str) -> int:
    """Let a seat join with its nonce; return the number of the event."""
    return retried(lambda: _join(live, seat, nonce))


def reveal(live: LiveTable, seat: Seat, link: str) -> int:
    """Take the next link of a seat's hash chain for the open roll, and roll if it was the last to wait for."""
    return retried(lambda: _reveal(live, seat, link))


def retried(act: Callable[[], int]) -> int:
    """Retry an act if another server was quicker: these acts do not name the event that they follow."""
    for _ in range(TRIES):
        try:
            return act()
        except Stale:
            continue
    return act()


def _join(live: LiveTable, seat: Seat, nonce: str) -> int:
    with live.lock:
        now = _ready(live, seat, nonce, "nonce")
        if now.dice.tier == "server":
            raise Refused(409, "the dice of this table are the server's alone, and take no nonces")
        joined = _of(now, seat)
        if joined is not None:
            if joined.nonce != nonce:
                raise Refused(409, f"{_named(joined)} has joined with another nonce; a seat joins once")
            return _event_of(live, Joined(joined.sides, nonce))
        sides = tuple(side for side in now.dice.missing if side in seat.sides)
        try:
            steps = [stepped(now, Joined(sides, nonce), now.table)]
        except OutOfPlace as error:
            raise Refused(422, str(error)) from error
        live.keep(now, steps, None)
        live.key = live.key_at(live.moment)
        seq = live.moment.seq
    live.tell_of_it()
    return seq


def _reveal(live: LiveTable, seat: Seat, link: str) -> int:
    with live.lock:
        now = _ready(live, seat, link, "link")
        mine = _of(now, seat)
        if now.dice.tier != "each-roll":
            raise Refused(409, "the rolls of this table take no links")
        if mine is None:
            raise Refused(409, "this seat has not joined, and its links depend on the nonce it joins with")
        if mine.link == link and mine.nonce != link:
            return _event_of(live, Revealed(mine.sides, link))
        awaited = now.dice.awaited
        if now.dice.missing or not isinstance(now.asked, Roll) or awaited is None or mine.ready:
            raise Refused(409, f"no roll waits for a link of {_named(mine)}")
        if awaited is not mine:
            raise Refused(409, f"the roll waits for the link of {_named(awaited)} first")
        if wrong := why_no_link(mine, link):
            raise Refused(422, f"this is not the next link: {wrong}")
        with live.carrying_out:
            steps = live.with_rolls([stepped(now, Revealed(mine.sides, link), now.table)])
        live.keep(now, steps, None)
        seq = live.moment.seq
    live.tell_of_it()
    return seq


def links(seed: bytes, count: int) -> list[bytes]:
    """Return a hash chain from its top, the nonce, down to the seed: each is the SHA-256 of the one after it."""
    chain = [seed]
    for _ in range(count):
        chain.append(sha256(chain[-1]).digest())
    return chain[::-1]


def _ready(live: LiveTable, seat: Seat, number: str, what: str) -> TableState:
    """Return the table as it stands, if the seat plays and the number is well-formed; refuse otherwise."""
    refuse_watcher(seat)
    if wrong := why_no_number(number, what):
        raise Refused(422, wrong)
    return live.ready()


def _of(now: TableState, seat: Seat) -> SeatDice | None:
    return next((joined for joined in now.dice.seats if set(joined.sides) & set(seat.sides)), None)


def _event_of(live: LiveTable, event: Joined | Revealed) -> int:
    return live.events.index(event) + 1


def _named(seat: SeatDice) -> str:
    return " and ".join(seat.sides)
