"""Supply: whether a line leads from a unit to a source, and what cuts it.

The card says that units have a state of supply and not how it is kept: rulings supply-line and line-zones do.
"""

import msgspec

from grognard.games import Card
from grognard.games.jarama.features import WHOLE, Features
from grognard.games.jarama.movement import ways
from grognard.games.jarama.terms import CARD
from grognard.hexes import HexId
from grognard.hexes.paths import Ints, Ways, trace_supply


class State(msgspec.Struct, frozen=True):
    """A unit's supply: whether it is in supply, the line it is traced by, or where it is cut."""

    in_supply: bool
    path: tuple[HexId, ...] = ()
    cut: frozenset[HexId] = frozenset()


def supply_ways(map_name: str, features: Features = WHOLE, card: Card = CARD) -> Ways:
    """Ruling supply-line: the steps a line of supply may take."""
    on_wheels = card.ruled("supply-line") == "motorized"
    return ways(map_name, "motorized" if on_wheels else "foot", features, card=card)


def supply_state(where: Ways, unit: HexId, marks: Ints) -> State:
    """Judge one unit's supply. The marks are sources, and the hexes that are blocked."""
    traced = trace_supply(where, unit, marks)
    return State(traced.length is not None, traced.path, traced.cut)
