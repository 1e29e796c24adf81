# SPDX-License-Identifier: Apache-2.0
"""Supply: the steps its lines may take, and what they may not pass, like lines of command.

The card says that units have a state of supply but not how it is kept; rulings supply-line and line-zones do.
"""

from collections.abc import Collection

from grognard.games.jarama.features import WHOLE, Features
from grognard.games.jarama.move_costs import ways
from grognard.games.jarama.movement import Front
from grognard.games.jarama.terms import CARD
from grognard.hexes import HexId
from grognard.hexes.paths import Ways
from grognard.registry import Card


def supply_ways(map_name: str, features: Features = WHOLE, card: Card = CARD) -> Ways:
    """Ruling supply-line: the steps a line of supply may take."""
    on_wheels = card.ruled("supply-line") == "motorized"
    return ways(map_name, "motorized" if on_wheels else "foot", features, card=card)


def blocked(foes: Front, friends: Collection[HexId], card: Card = CARD) -> frozenset[HexId]:
    """Ruling line-zones: the hexes no line may pass: enemy units, and their zones where no friend stands."""
    return foes.units if card.ruled("line-zones") == "units" else foes.closed_to(frozenset(friends))
