# SPDX-License-Identifier: Apache-2.0
"""What binds the dice of a table at some moment: which seats have joined, and the links they have revealed.

The protocol is written only here: the server follows it, and a saved game is checked against it event by event.
"""

from hashlib import sha256

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.play.board import Side
from grognard.server.dice import Tier, dice_key, why_no_number
from grognard.server.record import Copied, Event, Joined, Lost, Revealed, Rolled, ServedHeader, Undone

PERSON = "person"


class OutOfPlace(GrognardError):
    """An event that the dice protocol does not allow at its place."""


class SeatDice(msgspec.Struct, frozen=True):
    """What a seat adds to the dice: its nonce, the last link of its hash chain, and whether that is for the next roll."""

    sides: tuple[Side, ...]
    nonce: str
    link: str
    ready: bool = False


class DiceState(msgspec.Struct, frozen=True):
    """The tier, the sides that persons play in the order of the record, and the seats that have joined, in that order.

    `missing` are the sides whose seats have not joined: no act is allowed before they have. After a side
    has `lost` there are no more events.
    """

    tier: Tier = "server"
    persons: tuple[Side, ...] = ()
    seats: tuple[SeatDice, ...] = ()
    missing: tuple[Side, ...] = ()
    lost: bool = False

    @classmethod
    def of(cls, header: ServedHeader) -> "DiceState":
        """Return the state of a new table. The sides are in the order of their names' bytes."""
        persons = sorted((side for side, who in header.seats.items() if who == PERSON), key=str.encode)
        sides = () if header.dice == "server" else tuple(persons)
        return cls(header.dice, sides, missing=sides)

    @property
    def awaited(self) -> SeatDice | None:
        """The seat whose link the next roll waits for; seats reveal in their order."""
        if self.tier != "each-roll":
            return None
        return next((seat for seat in self.seats if not seat.ready), None)

    @property
    def ready(self) -> bool:
        """Whether a seat has revealed a link for a roll that has not been made yet."""
        return any(seat.ready for seat in self.seats)

    def key(self, secret: bytes, rules: str) -> bytes:
        """Return the key of all rolls; meaningless before every seat has joined."""
        by_side = {side: seat.nonce for seat in self.seats for side in seat.sides}
        nonces = b"".join(bytes.fromhex(by_side[side]) for side in self.persons if side in by_side)
        return dice_key(secret, rules, nonces)

    def after(self, event: Event) -> "DiceState":
        """Return the state after one more event; one that is not allowed now raises OutOfPlace."""
        if self.lost:
            raise OutOfPlace("it comes after the game was lost")
        if self.tier == "server" and not isinstance(event, Joined | Revealed | Lost):
            return self
        match event:
            case Lost():
                return replace(self._links_used(), lost=True)
            case Joined():
                return self._joined(event)
            case Revealed():
                return self._revealed(event)
            case Copied():
                return self
        if self.missing:
            raise OutOfPlace(f"it comes before {self.missing[0]} has joined")
        return self._acted(event)

    def _acted(self, event: Event) -> "DiceState":
        """Return the state after a roll, or an act of a player."""
        if isinstance(event, Rolled):
            if self.awaited is not None:
                raise OutOfPlace(f"it comes before {_named(self.awaited.sides)} has revealed a link for it")
            return self._links_used()
        if isinstance(event, Undone) and event.why:
            # The order is withdrawn because the rules have changed: the links revealed for its roll are used up.
            return self._links_used()
        if self.ready:
            raise OutOfPlace("it comes between the links that were revealed for a roll and the roll")
        return self

    def _links_used(self) -> "DiceState":
        return replace(self, seats=tuple(replace(seat, ready=False) for seat in self.seats))

    def _joined(self, event: Joined) -> "DiceState":
        if self.tier == "server":
            raise OutOfPlace("nobody joins where the dice are the server's alone")
        wanted = tuple(side for side in self.missing if side in event.sides)
        if not event.sides or event.sides != wanted:
            raise OutOfPlace(f"{_named(event.sides)} cannot join here")
        if wrong := why_no_number(event.nonce, "nonce"):
            raise OutOfPlace(wrong)
        if any(seat.nonce == event.nonce for seat in self.seats):
            raise OutOfPlace("another seat has joined with this very nonce")
        seats = (*self.seats, SeatDice(event.sides, event.nonce, event.nonce))
        return replace(
            self,
            seats=tuple(sorted(seats, key=lambda seat: self.persons.index(seat.sides[0]))),
            missing=tuple(side for side in self.missing if side not in event.sides),
        )

    def _revealed(self, event: Revealed) -> "DiceState":
        if self.tier != "each-roll":
            raise OutOfPlace("nobody reveals links where each roll is not shared")
        if self.missing:
            raise OutOfPlace(f"it comes before {self.missing[0]} has joined")
        seat = self.awaited
        if seat is None or seat.sides != event.sides:
            raise OutOfPlace(f"it is not for {_named(event.sides)} to reveal a link now")
        if wrong := why_no_number(event.link, "link") or why_no_link(seat, event.link):
            raise OutOfPlace(wrong)
        then = replace(seat, link=event.link, ready=True)
        return replace(self, seats=tuple(then if other is seat else other for other in self.seats))


def why_no_link(seat: SeatDice, link: str) -> str:
    """Say why a number is not the next link of a seat's hash chain; empty if it is."""
    before = sha256(bytes.fromhex(link)).hexdigest()
    if before == seat.link:
        return ""
    return f"its SHA-256 is {before[:12]}…, and the link before it is {seat.link[:12]}…"


def _named(sides: tuple[Side, ...]) -> str:
    return " and ".join(sides) or "nobody"
