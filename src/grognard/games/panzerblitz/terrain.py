"""What the words of a map mean on the terrain effects chart: elevation, cover, and what lies in or beside a hex.

A hex of a map has one word. Roads, and the coloured symbols along hexsides, are drawn on the map for themselves.
"""

from typing import Literal

import msgspec

from grognard.games.panzerblitz.terms import Level

Cover = Literal["clear", "woods", "town", "swamp"]
# The symbols along hexsides that obstruct the line of fire: of woods, of towns, of slopes, of hilltops.
Symbol = Literal["green", "grey", "brown", "orange"]


class Terrain(msgspec.Struct, frozen=True):
    """One word of a map."""

    cover: Cover = "clear"
    level: Level = "ground"
    gully: bool = False
    ford: bool = False


TERRAIN: dict[str, Terrain] = {
    "clear": Terrain(),
    "woods": Terrain("woods"),
    "town": Terrain("town"),
    "swamp": Terrain("swamp"),
    "gully": Terrain(gully=True),
    "ford": Terrain(ford=True),
    "slope": Terrain(level="slope"),
    "wooded slope": Terrain("woods", "slope"),
    "hilltop": Terrain(level="hilltop"),
    "wooded hilltop": Terrain("woods", "hilltop"),
    "hilltop town": Terrain("town", "hilltop"),
}
