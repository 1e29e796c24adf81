# SPDX-License-Identifier: Apache-2.0
"""The terms of the game: sides, terrain, hexsides; and its card as printed."""

from typing import Literal

from grognard.registry import Card

Side = Literal["Nationalist", "Republican"]
SIDES: tuple[Side, Side] = ("Nationalist", "Republican")
Terrain = Literal["clear", "town", "city", "woods", "dense-woods"]
Crossing = Literal["river", "ford", "bridge", "slope"]

# Ruling stacking: how many units of a side a hex holds.
STACKING = 10
STACKING_LIMIT = f"{STACKING} units to a hex (ruling stacking)"
# No counter has a higher effectiveness number than a die can roll.
BEST_EFFECTIVENESS = 10

CARD = Card("jarama")


def enemy(side: Side) -> Side:
    """Return the other side."""
    return "Republican" if side == "Nationalist" else "Nationalist"


def why_no_effectiveness(number: int) -> str:
    """Say why a number is no effectiveness number; empty if it is one."""
    if 0 <= number <= BEST_EFFECTIVENESS:
        return ""
    return f"effectiveness is a number from 0 to {BEST_EFFECTIVENESS}, not {number}; the card prints 4 to 7 (ruling effectiveness-beyond)"


def plain(word: str) -> str:
    """Write a term with spaces, as the card has it, not with dashes: `dense-woods` is dense woods."""
    return word.replace("-", " ")
