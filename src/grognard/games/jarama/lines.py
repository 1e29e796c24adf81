"""Lines of command and supply: what they may not pass."""

from collections.abc import Collection

from grognard.games import Card
from grognard.games.jarama.movement import Front
from grognard.games.jarama.terms import CARD
from grognard.hexes import HexId


def blocked(foes: Front, friends: Collection[HexId], card: Card = CARD) -> frozenset[HexId]:
    """Ruling line-zones: the hexes no line may pass: enemy units, and their zones where no friend stands."""
    if card.ruled("line-zones") == "units":
        return foes.units
    return foes.units | (foes.zone - frozenset(friends))
