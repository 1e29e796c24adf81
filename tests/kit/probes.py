"""What a side asks in both worlds of a pair alike, and what its enemy does there."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from rooms import Room

from grognard.play.canonical import canonical
from grognard.play.drawn import Orders
from grognard.play.game import lays_open
from grognard.play.log import Entry, Log, plain
from grognard.play.moment import Moment as Step
from grognard.play.seen import as_seen
from grognard.play.strange import strange_orders
from grognard.play.table import Table

# What nobody could mean by an order, and what nobody is asked.
MALFORMED: tuple[dict[str, Any], ...] = ({}, {"type": "nonsense"}, {"type": "move", "unit": 7})
NO_OPTION = ("nobody at all", 0, ["0000"])
# How many orders are drawn of each sort, and pieces and hexes looked at.
FEW, ENEMY = 3, 1


class Probe(msgspec.Struct, frozen=True):
    """What a side asks in both worlds alike, and what its enemy does there: an order in each that look the same to it."""

    orders: tuple[dict[str, Any], ...]
    pieces: tuple[str, ...]
    hexes: tuple[str, ...]
    enemy: tuple[tuple[dict[str, Any], dict[str, Any]], ...]
    seed: int


def probe(rooms: tuple[Room, Room], rng: Random) -> Probe:
    """Draw what is asked from what the side sees; and orders of its enemy from what is."""
    room = rooms[0]
    game, side = room.game, room.side
    seen = as_seen(room.position, side)
    pieces = game.pieces(seen)
    hexes = [each.at for each in pieces]
    orders = [plain(each) for each in (*_drawn(game, seen, rng), *_strange(room, seen, rng))]
    return Probe(
        (*orders, rng.choice(MALFORMED)),
        tuple(each.id for each in rng.sample(pieces, min(FEW, len(pieces)))),
        tuple(rng.sample(hexes, min(FEW, len(hexes)))),
        tuple(_alike(rooms, rng)),
        rng.randrange(1000),
    )


def _drawn(game: Any, position: Any, rng: Random, count: int = FEW) -> list[Any]:
    """Draw some of the orders that are offered."""
    actors = game.actors(position)
    found = [game.orders(position, each) for each in rng.sample(actors, min(count, len(actors)))]
    fights = [each for each in actors if each in {battle.target for battle in game.battles(position)}]
    found += [game.orders(position, rng.choice(fights))] if fights else []
    drawn = [each.draw(rng) if isinstance(each, Orders) else next(iter(each), None) for each in found]
    return [order for order in drawn if order is not None]


def _strange(room: Room, seen: Any, rng: Random) -> list[Any]:
    """Draw orders that were offered once, altered ones and nonsense."""
    past = [each for then in room.pair.past for each in _drawn(room.game, as_seen(then, room.side), rng, 1)]
    log = Log(room.live.record.header, tuple(Entry(plain(order)) for order in past))
    table = Table(room.game, log, (seen,))
    drawn = [*past, *strange_orders(Step(table, table, "-", rng.randrange(1000)))]
    return rng.sample(drawn, min(FEW, len(drawn)))


def _alike(rooms: tuple[Room, Room], rng: Random) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Find orders of the enemy, one in each world, that look the same to the side: it sees the same change, of one kind."""
    one, other = rooms
    mover = one.game.to_move(one.position)
    if mover in (None, one.side) or one.pair.entry is not None:
        return
    orders = [plain(each) for room in rooms for each in _drawn(room.game, room.position, rng, ENEMY)]
    first = {key: order for order in orders if (key := _looks(one, order, mover))}
    for order in orders:
        key = _looks(other, order, mover)
        if key in first:
            yield first[key], order


def _looks(room: Room, order: dict[str, Any], mover: str) -> bytes:
    """Return how an order of the enemy looks to a side; nothing where it is refused, or lays open who has a part in it."""
    room.fresh()
    parsed = room.live.parse(order)
    if lays_open(room.game, parsed) or room.order(order, mover)[0]:
        return b""
    kind = room.rooms.fog.kind(room.game, room.position, parsed, room.side)
    return canonical(as_seen(room.live.moment.standing, room.side)) + kind.encode()
