# SPDX-License-Identifier: Apache-2.0
"""What the terrain of a map means on the terrain effects chart: elevation, cover, and what lies in or beside a hex.

A hex of a map has one name of terrain. Roads, and the coloured symbols along hexsides, are drawn separately.
"""

from typing import Literal

import msgspec

from grognard.games.panzerblitz.terms import Footing, Level
from grognard.procedures.procedure import NotAllowed

Cover = Literal["clear", "woods", "town", "swamp"]
# The symbols along hexsides that obstruct the line of fire: of woods, of towns, of slopes, of hilltops.
Symbol = Literal["green", "grey", "brown", "orange"]


class Terrain(msgspec.Struct, frozen=True):
    """The terrain behind one name on a map."""

    cover: Cover = "clear"
    level: Level = "ground"
    gully: bool = False
    ford: bool = False

    @property
    def footing(self) -> Footing:
        """What units stand in, in the terms of the charts."""
        if self.cover != "clear":
            return self.cover
        return "gully" if self.gully else "ford" if self.ford else "clear"


# What water has cut, which is never on a hilltop.
LOW: tuple[Footing, ...] = ("gully", "ford")


def check_height(terrain: Footing, elevation: Level) -> None:
    """Refuse a gully or a ford on a hilltop, which no map has."""
    if terrain in LOW and elevation == "hilltop":
        raise NotAllowed(f"a {terrain} lies low, and is on no hilltop; its elevation is ground or slope")


TERRAIN: dict[str, Terrain] = {
    "clear": Terrain(), "woods": Terrain("woods"), "town": Terrain("town"), "swamp": Terrain("swamp"),
    "gully": Terrain(gully=True), "ford": Terrain(ford=True),
    "slope": Terrain(level="slope"), "wooded slope": Terrain("woods", "slope"),
    "hilltop": Terrain(level="hilltop"), "wooded hilltop": Terrain("woods", "hilltop"),
    "hilltop town": Terrain("town", "hilltop"),
}  # fmt: skip
