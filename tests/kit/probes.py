# SPDX-License-Identifier: Apache-2.0
"""What a side asks in a world and in its twins alike, and what its enemy does there."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from rooms import Room
from twins import FEW, Plain, drawn_orders

from grognard.play.canonical import canonical
from grognard.play.game import reveals_units
from grognard.play.invalid_orders import invalid_orders
from grognard.play.log import Entry, Log, plain
from grognard.play.step_checks import CheckedStep
from grognard.play.table import Table
from grognard.play.visibility import as_seen

# What nobody could mean by an order, and what nobody is asked.
MALFORMED: tuple[dict[str, Any], ...] = ({}, {"type": "nonsense"}, {"type": "move", "unit": 7})
NO_OPTION = ("nobody at all", 0, ["0000"])
# How many orders of the enemy are drawn in each world.
ENEMY = 1


class Probe(msgspec.Struct, frozen=True):
    """What a side asks in a world and in all its twins alike."""

    orders: tuple[Plain, ...]
    pieces: tuple[str, ...]
    hexes: tuple[str, ...]
    seed: int


def probe(room: Room, rng: Random) -> Probe:
    """Draw what is asked from what the side sees."""
    seen = as_seen(room.position, room.side)
    pieces = room.game.view.pieces(seen)
    hexes = [each.at for each in pieces]
    orders = [plain(each) for each in (*drawn_orders(room.game, seen, rng), *_strange(room, seen, rng))]
    return Probe(
        (*orders, rng.choice(MALFORMED)),
        tuple(each.id for each in rng.sample(pieces, min(FEW, len(pieces)))),
        tuple(rng.sample(hexes, min(FEW, len(hexes)))),
        rng.randrange(1000),
    )


def _strange(room: Room, seen: Any, rng: Random) -> list[Any]:
    """Draw orders that were offered once, altered ones and nonsense."""
    past = [
        each for then in room.scene.past for each in drawn_orders(room.game, as_seen(then, room.side), rng, 1)
    ]
    log = Log(room.live.record.header, tuple(Entry(order) for order in past))
    table = Table(room.game, log, (seen,))
    drawn = [*past, *invalid_orders(CheckedStep(table, table, "-", rng.randrange(1000)))]
    return rng.sample(drawn, min(FEW, len(drawn)))


def alike(one: Room, other: Room, rng: Random) -> Iterator[tuple[Plain, Plain]]:
    """Find orders of the enemy, one in each world, that look the same to the side: it sees the same change, of one kind.

    One that opens the same in both worlds is the same order in both, or one that must look the same.
    """
    mover = one.mover
    if mover in (None, one.side):
        return
    if one.allowed is not None:
        yield one.allowed, _instead(other, one.allowed, rng)
        return
    rooms = one, other
    orders = [plain(each) for room in rooms for each in drawn_orders(room.game, room.position, rng, ENEMY)]
    first = {key: order for order in orders if (key := _looks(one, order, mover))}
    for order in orders:
        key = _looks(other, order, mover)
        if key in first:
            yield first[key], order


def _instead(room: Room, order: Plain, rng: Random) -> Plain:
    """Return an order that must look the same, where it may be given; or the order itself."""
    found = plain(room.rooms.fog.instead(room.game, room.position, room.live.parse(order), rng))
    room.fresh()
    return order if room.order(found, room.mover)[0] else found


def _looks(room: Room, order: Plain, mover: str) -> bytes:
    """Return how an order of the enemy looks to a side; nothing where it is refused, or lays open who has a part in it.

    Nor where dice are rolled: they hang on the order, and no two orders roll the same.
    """
    room.fresh()
    rolls = room.live.moment.rolls
    parsed = room.live.parse(order)
    if reveals_units(room.game, parsed) or room.order(order, mover)[0] or room.live.moment.rolls != rolls:
        return b""
    kind = room.rooms.fog.kind(room.game, room.position, parsed, room.side)
    return canonical(as_seen(room.live.moment.standing, room.side)) + kind.encode()
