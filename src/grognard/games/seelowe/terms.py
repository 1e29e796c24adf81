"""The words of the game: sides, terrain, supply, kinds of units; and its card as printed."""

from typing import Literal

from grognard.games import Card

Side = Literal["German", "British"]
Terrain = Literal["clear", "beach", "forest", "rough", "swamp", "city"]
Supply = Literal["supplied", "unsupplied", "isolated"]
Kind = Literal["infantry", "armour", "mechanised", "mountain", "paratroop", "air-landing", "supply", "air"]

# Ruling stacking: how many combat units a hex holds.
STACK = 3

CARD = Card("seelowe")


def enemy(side: Side) -> Side:
    """Return the other side."""
    return "British" if side == "German" else "German"
