# SPDX-License-Identifier: Apache-2.0
"""People who have a name here and carry their tables from device to device, by a secret that their browser made.

The server stores the hash of the secret, the name, and which seat of which table is theirs, by the hash of its key. At those tables
the secret opens the seat; a link that was made anew ends that.
"""

import re
from operator import attrgetter

import msgspec

from grognard.play.board import Side
from grognard.server.clock import readings
from grognard.server.dice_state import PERSON
from grognard.server.errors import Refused
from grognard.server.kept_people import Place
from grognard.server.seats import key_hash
from grognard.server.standing import STANDING, Standing
from grognard.server.store import Store
from grognard.server.tables import Tables

# The longest name, and the most tables that are kept for one person.
LONGEST, MOST = 40, 200
SECRET = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)


class Other(msgspec.Struct, frozen=True):
    """Who plays another side: a name, if one was told, or a program."""

    side: Side
    name: str = ""
    program: str = ""


class MyTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table where a person sits: whether it waits for that person, since when (in seconds since 1970), and the result if it is over.

    `left` is how many seconds are left to the side whose clock runs, if one does.
    """

    table: str
    title: str
    sides: tuple[Side, ...]
    others: tuple[Other, ...]
    waits: bool
    to_act: Side | None
    since: float
    turn: int
    turns: int
    verdict: str
    left: float | None = None


class Me(msgspec.Struct, frozen=True):
    """A name, and the tables that go with it: those that wait for their player first, those that are over last."""

    name: str
    tables: tuple[MyTable, ...]


def me(tables: Tables, secret: str) -> Me:
    """Return the name and the tables of the person with a secret."""
    store, key = tables.store, known_key(tables.store, secret)
    known = [_my_table(tables, place, key) for place in store.places(key)]
    mine = sorted(filter(None, known), key=attrgetter("since"), reverse=True)
    mine.sort(key=lambda table: (bool(table.verdict), not table.waits))
    return Me(store.person(key) or "", tuple(mine))


def name_me(tables: Tables, secret: str, name: str) -> None:
    """Give the person with a secret a name; the person may be new."""
    _check_secret(secret)
    plain = " ".join(name.split())
    if not plain or not plain.isprintable() or len(plain) > LONGEST:
        raise Refused(422, f"a name has from 1 to {LONGEST} letters that can be shown")
    key = key_hash(secret)
    tables.store.name_person(key, plain)
    _tell(tables, key)


def renew_me(tables: Tables, secret: str, new: str) -> None:
    """Replace the secret of a person; the old one opens nothing any more. Sent again, it has no effect."""
    _check_secret(new)
    then = key_hash(new)
    is_done = tables.store.person(then) is not None
    if is_done and tables.store.person(key_hash(secret)) is None:
        return
    key = known_key(tables.store, secret)
    if is_done:
        raise Refused(409, "this secret is in use already; make another")
    tables.store.renew_person(key, then)
    _tell(tables, then)


def forget_me(tables: Tables, secret: str) -> None:
    """Forget a name and which tables went with it; the links of these tables open them as before."""
    key = known_key(tables.store, secret)
    places = tables.store.places(key)
    tables.store.forget_person(key)
    for place in places:
        _refresh(tables, place.table)


def sit(tables: Tables, secret: str, table: str, seat_key: str) -> None:
    """Note that a seat belongs to a person, who must have its key."""
    store, key = tables.store, known_key(tables.store, secret)
    live = tables.find(table)
    seat = live.seat(seat_key)
    if not seat.sides:
        raise Refused(403, "this key is for watching; nobody sits there")
    there = {place.table for place in store.places(key)}
    if table not in there and len(there) >= MOST:
        raise Refused(409, f"{MOST} tables are kept for one person; take some off your list")
    if any(sitter.person == key and sitter.seat == seat.hash for sitter in live.sitters):
        return
    if store.stood(table) is None:
        # It was made before this was written down.
        store.stand(table, live.stood())
    store.sit(key, table, seat.hash)
    _refresh(tables, table)


def leave(tables: Tables, secret: str, table: str) -> None:
    """Take a table off a person's list; its link opens it as before."""
    tables.store.leave(known_key(tables.store, secret), table)
    _refresh(tables, table)


def known_key(store: Store, secret: str) -> bytes:
    """Return the hash that the person with a secret is known by; an unknown secret is refused."""
    key = key_hash(secret)
    if store.person(key) is None:
        raise Refused(401, "no person is known here by this secret, or none any more")
    return key


def _check_secret(secret: str) -> None:
    if not SECRET.fullmatch(secret):
        raise Refused(422, "a secret is 32 random bytes, written as 43 letters, digits, - and _")


def _tell(tables: Tables, key: bytes) -> None:
    for place in tables.store.places(key):
        _refresh(tables, place.table)


def _refresh(tables: Tables, table: str) -> None:
    """Let those who are at a table know who sits there now."""
    live = tables.at_hand(table)
    if live is not None:
        live.sitters = tables.store.sitting(table)
        live.talk.changed()
        live.tell_of_it()


def _my_table(tables: Tables, place: Place, key: bytes) -> MyTable | None:
    if place.standing is None:
        return None
    standing = STANDING.decode(place.standing)
    clocks = standing.clocks
    return MyTable(
        table=place.table,
        title=standing.title,
        sides=place.sides,
        others=_others(tables.store, place, standing, key),
        waits=standing.to_act in place.sides,
        to_act=standing.to_act,
        since=standing.since,
        turn=standing.turn,
        turns=standing.turns,
        verdict=standing.verdict,
        left=readings(clocks, tables.time.now())[clocks.side] if clocks and clocks.side else None,
    )


def _others(store: Store, place: Place, standing: Standing, key: bytes) -> tuple[Other, ...]:
    names = {
        side: sitter.name
        for sitter in store.sitting(place.table)
        if sitter.person != key
        for side in sitter.sides
    }
    return tuple(
        Other(side, names.get(side, ""), "" if who == PERSON else who)
        for side, who in standing.seats.items()
        if side not in place.sides
    )
