# SPDX-License-Identifier: Apache-2.0
"""What a side may order. Hexes go by their printed numbers, units, aircraft and formations by their ids and names.

An order against a hex names the pieces that carry it out and the hex. In an attack these are attackers, batteries in
support, and aircraft alike.
"""

import msgspec

from grognard.games.jarama.bombardment import Aim
from grognard.rules.orders import Attack, UnitOrder, UnitsAgainst, UnitTo


class Deploy(UnitTo, frozen=True, tag="deploy"):
    """Set a unit up in the zone of its formation."""


class AirRecon(UnitsAgainst, frozen=True, tag="air-recon"):
    """Send an aircraft over a hex."""


class Bomb(UnitsAgainst, frozen=True, tag="bomb"):
    """Bomb a hex from the air, aimed at its units, its road, railroad or bridge."""

    at: Aim = "units"


class Bombard(UnitsAgainst, frozen=True, tag="bombard"):
    """Shell a hex with batteries."""

    at: Aim = "units"


class Activate(msgspec.Struct, frozen=True, gc=False, tag="activate"):
    """Activate a formation."""

    formation: str


class Pass(msgspec.Struct, frozen=True, gc=False, tag="pass"):
    """Activate nothing more this turn."""


class GroundRecon(UnitsAgainst, frozen=True, tag="ground-recon"):
    """Reconnoitre a hex with units that stand together next to it."""


class Repair(UnitOrder, frozen=True, tag="repair"):
    """Put engineers to work on a road, railroad or bridge, such as `road 2310` or `bridge 2214 SE`."""

    feature: str


class Lay(UnitOrder, frozen=True, tag="lay"):
    """Lay pontoons over a hexside, such as `2018 SE`."""

    hexside: str


class TakeUp(UnitOrder, frozen=True, tag="take-up"):
    """Take pontoons up again."""


class MobileAttack(UnitsAgainst, frozen=True, tag="mobile-attack"):
    """Attack a hex in the midst of movement."""


Battle = MobileAttack | Attack
Strike = Bomb | Bombard
Aimed = AirRecon | Bomb | Bombard | GroundRecon | MobileAttack | Attack
