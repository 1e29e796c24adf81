# SPDX-License-Identifier: Apache-2.0
"""The terms of the game: sides, terrain, elevation, kinds of units; and its card as printed."""

from typing import Literal

from grognard.registry import Card

Side = Literal["German", "Soviet"]
SIDES: tuple[Side, Side] = ("German", "Soviet")
# What units stand in, in the terms of the charts.
Footing = Literal["clear", "town", "woods", "swamp", "gully", "ford"]
Level = Literal["ground", "slope", "hilltop"]
Weapon = Literal["I", "A", "H", "M", "C", "C(I)", "-"]
Kind = Literal[
    "infantry", "engineer", "cavalry", "gun", "mortar", "tank", "assault gun", "SP artillery", "halftrack",
    "armoured car", "truck", "wagon", "command post", "fort", "mine", "block",
]  # fmt: skip

# Ruling stacking: how many units of a side a hex holds.
STACK: dict[Side, int] = {"German": 3, "Soviet": 2}

CARD = Card("panzerblitz")


def enemy(side: Side) -> Side:
    """Return the other side."""
    return "Soviet" if side == "German" else "German"
