# SPDX-License-Identifier: Apache-2.0
"""The terms of the game: sides, periods, terrain, hexsides; and its card as printed."""

from typing import Literal, get_args

from grognard.registry import Card

Side = Literal["NATO", "WP"]
Period = Literal["1962-1989", "1945"]
Terrain = Literal["open", "major-city", "city", "forest", "rough", "mountain"]
Hexside = Literal["river", "canal", "major-river", "sea-line", "ocean", "ferry"]
Road = Literal["none", "primary-road", "secondary-road", "railroad"]
Mobility = Literal["mech", "leg"]
Warhead = Literal["nuclear", "chemical"]

SIDES: tuple[Side, Side] = get_args(Side)
TERRAIN: dict[str, Terrain] = {terrain: terrain for terrain in get_args(Terrain)}
CARD = Card("iron-curtain")


def enemy(side: Side) -> Side:
    """Return the other side."""
    return "WP" if side == "NATO" else "NATO"


def as_side(name: str) -> Side:
    """Return a side by its name."""
    return "NATO" if name == "NATO" else "WP"


def plain(word: str) -> str:
    """Write a term with spaces, as the card has it, not with dashes: `major-city` is major city."""
    return word.replace("-", " ")
