# SPDX-License-Identifier: Apache-2.0
"""What a side may order. Hexes go by their printed numbers, units by their ids."""

from grognard.rules.orders import UnitOrder, UnitsAgainst, UnitTo


class Rally(UnitsAgainst, frozen=True, tag="rally"):
    """Let a broken unit try to rally."""


class Fire(UnitsAgainst, frozen=True, tag="fire"):
    """Aim fire of the scenario's plan at a hex; `units` are all units that it falls on."""

    fire: str


class Fall(UnitsAgainst, frozen=True, tag="fall"):
    """Roll for aimed fire; `units` are the enemies that it falls on."""


class DoubleTime(UnitOrder, frozen=True, tag="double-time"):
    """Let a unit run: it moves farther, and is CX."""


class Hatches(UnitOrder, frozen=True, tag="hatches"):
    """Open the hatches of an AFV, or shut them."""


class Stop(UnitOrder, frozen=True, tag="stop"):
    """Stop an AFV, which is then no longer in motion."""


class Rout(UnitTo, frozen=True, tag="rout"):
    """Let a broken unit flee to the nearest cover."""


class Advance(UnitTo, frozen=True, tag="advance"):
    """Advance a unit by one hex, into close combat if enemies are there."""


class CloseCombat(UnitsAgainst, frozen=True, tag="close-combat"):
    """Begin the close combat in a hex, with a roll for ambush if there can be one; `units` are the side's units in it."""


class Attack(UnitsAgainst, frozen=True, tag="attack"):
    """Declare an attack on the enemy unit `at` and its team; with a vehicle in the hex, make it at once."""

    at: str


class BestPairing(UnitsAgainst, frozen=True, tag="best-pairing"):
    """Declare the attacks of the best pairing for all units that have not attacked yet."""
