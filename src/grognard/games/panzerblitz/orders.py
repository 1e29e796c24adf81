# SPDX-License-Identifier: Apache-2.0
"""What a side may order. Hexes go by their printed numbers, units by their ids."""

from typing import ClassVar

from grognard.games.panzerblitz.fire import Technique
from grognard.rules.orders import UnitOrder, UnitsAgainst


class Mines(UnitsAgainst, frozen=True, tag="mines"):
    """Let mines attack the units that stand on them."""


class Announced(UnitsAgainst, frozen=True):
    """Announced fire: the units that fire, the hex, the technique, and the unit of the stack."""

    technique: Technique
    at: str = ""


class Fire(UnitsAgainst, frozen=True, tag="fire"):
    """Announce fire at all the units in a hex."""

    technique: ClassVar[Technique] = "combination"
    at: ClassVar[str] = ""


class SelectiveFire(UnitsAgainst, frozen=True, tag="selective-fire"):
    """Announce fire at the weakest unit in a hex."""

    technique: ClassVar[Technique] = "selective"
    at: str


class FireAtEach(UnitsAgainst, frozen=True, tag="fire-at-each"):
    """Announce fire at one unit in a hex, while others fire at each of the others."""

    technique: ClassVar[Technique] = "each"
    at: str


class Exit(UnitOrder, frozen=True, tag="exit"):
    """Take a unit off the map over the edge it stands at."""


class Load(UnitOrder, frozen=True, tag="load"):
    """Load a unit onto another in its hex."""

    carrier: str


class Unload(UnitOrder, frozen=True, tag="unload"):
    """Unload a unit in the hex of its carrier."""


class Overrun(UnitsAgainst, frozen=True, tag="overrun"):
    """Drive through a hex: each unit from where it stands straight on to the other side."""


class ClearMines(UnitOrder, frozen=True, tag="clear-mines"):
    """Let engineers try to clear a minefield next to them."""

    target: str


class CloseAssault(UnitsAgainst, frozen=True, tag="close-assault"):
    """Assault a hex."""
