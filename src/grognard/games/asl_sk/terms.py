"""The words of the game: sides, nations, kinds of units; its card as printed; and how a modifier is written."""

from typing import Literal

from grognard.games import Card

# The card's ATTACKER is the player whose turn it is; in close combat both sides attack.
Side = Literal["ATTACKER", "DEFENDER"]
Nation = Literal["German", "Russian", "American", "British", "Italian", "Allied Minor"]
AXIS: tuple[Nation, ...] = ("German", "Italian")
Kind = Literal["squad", "hs", "crew", "smc"]

GAME = "asl-sk"
CARD = Card(GAME)
# An Original 2 and an Original 12: what the dice of a DR show before they are modified.
TWO, TWELVE = 2, 12


def enemy(side: Side) -> Side:
    """Return the other side."""
    return "DEFENDER" if side == "ATTACKER" else "ATTACKER"


def signed(modifier: int) -> str:
    """Write a modifier with its sign."""
    return f"{modifier:+d}" if modifier else "0"
