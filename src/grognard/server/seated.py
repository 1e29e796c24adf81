# SPDX-License-Identifier: Apache-2.0
"""Who sits at a table: the seats by the hashes of their keys, and the people who have told the server that a seat is theirs."""

from msgspec.structs import replace

from grognard.play.board import Side
from grognard.server.errors import Refused
from grognard.server.kept_people import Sitter
from grognard.server.seats import Seat, key_hash
from grognard.server.store import Store, StoredTable


class Seated:
    """The seats of one table. A seat opens to its key, and to the secret of a person who sits there."""

    def __init__(self, store: Store, kept: StoredTable) -> None:
        self.store = store
        self.id = kept.table
        self.seats = {seat.hash: seat for seat in kept.seats}
        self.sitters: tuple[Sitter, ...] = store.sitting(kept.table)

    @property
    def names(self) -> dict[Side, str]:
        """The names of those who have told one, by the sides they play."""
        named = [(self.seats.get(sitter.seat), sitter.name) for sitter in self.sitters]
        return {side: name for seat, name in named if seat is not None for side in seat.sides}

    def seat(self, key: str) -> Seat:
        """Return the seat that a key opens."""
        seat = self.seat_of(key_hash(key))
        if seat is None:
            raise Refused(401, "this key does not open this table")
        return seat

    def seat_of(self, key: bytes) -> Seat | None:
        """Return the seat that a key with this hash opens now: another server may have replaced a link."""
        if not self.store.shared:
            return self.seats.get(key) or self._of_person(key)
        seat = self.store.seat(self.id, key)
        if seat is None:
            self.sitters = self.store.sitting(self.id)
            place = next((sitter.seat for sitter in self.sitters if sitter.person == key), b"")
            seat = self.store.seat(self.id, place)
        if seat is not None and seat.hash not in self.seats:
            self.reseat(seat)
        return seat

    def _of_person(self, key: bytes) -> Seat | None:
        place = next((sitter.seat for sitter in self.sitters if sitter.person == key), b"")
        return self.seats.get(place)

    def reseat(self, seat: Seat) -> None:
        """Replace a seat's key by its new one."""
        others = [other for other in self.seats.values() if replace(other, hash=seat.hash) != seat]
        self.seats = {known.hash: known for known in (*others, seat)}
