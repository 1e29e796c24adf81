"""13.0 Supply: how far a unit is from a source, and what cuts it off.

German: a path of 5 hexes or fewer is supplied, 6 to 10 unsupplied, more or none isolated. British: any path is
supplied, none isolated. A path may not pass enemy units or their zones of control.
"""

from collections.abc import Iterable

import msgspec

from grognard.games import Card
from grognard.games.seelowe.movement import Front
from grognard.games.seelowe.terms import CARD, Side, Supply
from grognard.hexes import HexId
from grognard.hexes.paths import Ints, Ways, supply_lengths, supply_marks, trace_supply

SUPPLIED = 5
UNSUPPLIED = 10


class State(msgspec.Struct, frozen=True):
    """A unit's supply: its state, the path it is traced by, or where it is cut."""

    supply: Supply
    path: tuple[HexId, ...] = ()
    cut: frozenset[HexId] = frozenset()


def supply_state(where: Ways, side: Side, unit: HexId, marks: Ints) -> State:
    """13.0 Judge one unit's supply. The marks are sources, and hexes blocked by enemy units and their zones."""
    traced = trace_supply(where, unit, marks)
    return State(judged(side, traced.length), traced.path, traced.cut)


def judged(side: Side, length: int | None) -> Supply:
    """13.0 Judge a supply path by its length; there may be none."""
    if length is None:
        return "isolated"
    if side == "British" or length <= SUPPLIED:
        return "supplied"
    return "unsupplied" if length <= UNSUPPLIED else "isolated"


def blocked(foes: Front, friends: frozenset[HexId], card: Card = CARD) -> frozenset[HexId]:
    """13.0 Return the hexes no supply path may pass: enemy units and their zones of control.

    By ruling a friendly unit may cancel the zone where it stands.
    """
    negated = friends if card.ruled("supply-zone") == "friend-negates" else frozenset()
    return foes.units | (foes.zone - negated)


def german_sources(
    where: Ways, bases: Iterable[HexId], depots: Iterable[HexId], closed: Iterable[HexId]
) -> set[HexId]:
    """Return where German supply comes from: ports and beaches held, and supply units within 5 hexes, by chain."""
    sources, waiting, shut = set(bases), set(depots), list(closed)

    def chain() -> set[HexId]:
        lengths = supply_lengths(where, supply_marks(sources, shut))
        return {depot for depot in waiting if 0 <= lengths.item(depot) <= SUPPLIED}

    while sources and waiting and (chained := chain()):
        sources |= chained
        waiting -= chained
    return sources
