# SPDX-License-Identifier: Apache-2.0
"""Who may act at a table: whether it is the seat's turn, and whether the dice are ready."""

from grognard.play.board import Side
from grognard.procedures.procedure import NotAllowed
from grognard.server.errors import Refused
from grognard.server.seats import Seat
from grognard.server.table_state import TableState
from grognard.umpire import Roll


def refuse_watcher(seat: Seat) -> None:
    """Refuse an act from a seat that only watches."""
    if not seat.sides:
        raise Refused(403, "this key is for watching; it plays no side")


def acting_side(now: TableState, seat: Seat) -> Side:
    """Return the side that must act, if the seat plays it."""
    side = now.to_act
    if side is None:
        raise NotAllowed("the game is over")
    if now.dice.missing or isinstance(now.asked, Roll):
        wait_for_dice(now)
    if side not in seat.sides:
        raise Refused(403, f"it is for {side} to act, {plays(seat)}")
    return side


def wait_for_dice(now: TableState) -> None:
    """Refuse an act before all seats have joined, and while a roll waits for a seat's link."""
    if now.dice.missing:
        missing = " and ".join(now.dice.missing)
        raise Refused(409, f"the dice wait for {missing} to join; nobody acts before that")
    if isinstance(now.asked, Roll) and now.dice.awaited is not None:
        waits = " and ".join(now.dice.awaited.sides)
        raise Refused(409, f"a roll waits for the link of {waits}; nobody acts before it has fallen")


def plays(seat: Seat) -> str:
    """Say which sides a key plays, to end a refusal with."""
    return f"and this key plays {' and '.join(seat.sides)}"
