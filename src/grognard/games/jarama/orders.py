"""What a side may order. Hexes go by their printed numbers, units, aircraft and formations by their ids and names.

Whatever is done to a hex names those that do it and the hex. In an attack they are attackers, batteries that lend it
their points, and aircraft alike.
"""

from typing import Literal

import msgspec

Aim = Literal["units", "road", "railroad", "bridge"]


class Deploy(msgspec.Struct, frozen=True, gc=False, tag="deploy"):
    """Set a unit up in the zone of its formation."""

    unit: str
    to: str


class AirRecon(msgspec.Struct, frozen=True, gc=False, tag="air-recon"):
    """Send an aircraft over a hex."""

    units: tuple[str, ...]
    target: str


class Bomb(msgspec.Struct, frozen=True, gc=False, tag="bomb"):
    """Bomb a hex from the air, aimed at its units, its road, railroad or bridge."""

    units: tuple[str, ...]
    target: str
    at: Aim = "units"


class Bombard(msgspec.Struct, frozen=True, gc=False, tag="bombard"):
    """Shell a hex with batteries."""

    units: tuple[str, ...]
    target: str
    at: Aim = "units"


class Activate(msgspec.Struct, frozen=True, gc=False, tag="activate"):
    """Activate a formation."""

    formation: str


class Pass(msgspec.Struct, frozen=True, gc=False, tag="pass"):
    """Activate nothing more this turn."""


class GroundRecon(msgspec.Struct, frozen=True, gc=False, tag="ground-recon"):
    """Reconnoitre a hex with units that stand together next to it."""

    units: tuple[str, ...]
    target: str


class Move(msgspec.Struct, frozen=True, gc=False, tag="move"):
    """Move units of one hex together, each by its cheapest way: the enemy sees one force go, and not how many they are."""

    units: tuple[str, ...]
    to: str


class Arrive(msgspec.Struct, frozen=True, gc=False, tag="arrive"):
    """Bring a reinforcement onto the map."""

    unit: str
    to: str


class Repair(msgspec.Struct, frozen=True, gc=False, tag="repair"):
    """Put engineers to work on a road, railroad or bridge, such as `road 2310` or `bridge 2214 SE`."""

    unit: str
    feature: str


class Lay(msgspec.Struct, frozen=True, gc=False, tag="lay"):
    """Lay pontoons over a hexside, such as `2018 SE`."""

    unit: str
    hexside: str


class TakeUp(msgspec.Struct, frozen=True, gc=False, tag="take-up"):
    """Take pontoons up again."""

    unit: str


class MobileAttack(msgspec.Struct, frozen=True, gc=False, tag="mobile-attack"):
    """Attack a hex in the midst of movement."""

    units: tuple[str, ...]
    target: str


class Attack(msgspec.Struct, frozen=True, gc=False, tag="attack"):
    """Attack a hex: `units` are those next to it, batteries that support them, and aircraft."""

    units: tuple[str, ...]
    target: str


class EndPhase(msgspec.Struct, frozen=True, gc=False, tag="end"):
    """End the phase."""


Battle = MobileAttack | Attack
Strike = Bomb | Bombard
Aimed = AirRecon | Bomb | Bombard | GroundRecon | MobileAttack | Attack
Order = (
    Deploy | AirRecon | Bomb | Bombard | Activate | Pass | GroundRecon | Move | Arrive | Repair
    | Lay | TakeUp | MobileAttack | Attack | EndPhase
)  # fmt: skip
