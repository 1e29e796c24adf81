# SPDX-License-Identifier: Apache-2.0
"""The terms of the game: sides, nations, kinds of units; its card as printed; and how like units are listed."""

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from grognard.registry import Card

# The card's ATTACKER is the player whose turn it is; in close combat both sides attack.
Side = Literal["ATTACKER", "DEFENDER"]
Nation = Literal["German", "Russian", "American", "British", "Italian", "Allied Minor"]
AXIS: tuple[Nation, ...] = ("German", "Italian")
Kind = Literal["squad", "hs", "crew", "smc"]

GAME = "asl-sk"
CARD = Card(GAME)
# An Original 2 and an Original 12: the dice of a DR before they are modified.
TWO, TWELVE = 2, 12


def enemy(side: Side) -> Side:
    """Return the other side."""
    return "DEFENDER" if side == "ATTACKER" else "ATTACKER"


def with_counts(words: Iterable[str]) -> str:
    """List descriptions of units, like ones together: `2 x g-467, g-9-1`."""
    return ", ".join(f"{count} x {word}" if count > 1 else word for word, count in Counter(words).items())
