"""What a side may order. Hexes go by their printed numbers, units by their ids."""

import msgspec

from grognard.rules.orders import Attack, MoveTogether, UnitOrder, UnitsAgainst


class AirStrike(UnitsAgainst, frozen=True, tag="air-strike"):
    """Strike a hex from the air; `units` are those that are seen there: the one on top."""


class NuclearStrike(UnitsAgainst, frozen=True, tag="nuclear-strike"):
    """Use a nuclear warhead on a hex."""


class ChemicalStrike(UnitsAgainst, frozen=True, tag="chemical-strike"):
    """Use a chemical warhead on a hex."""


class Overrun(UnitsAgainst, frozen=True, tag="overrun"):
    """Overrun a hex with units that began the phase together."""


Strike = AirStrike | NuclearStrike | ChemicalStrike
Battle = Strike | Overrun | Attack


def ordered(order: msgspec.Struct) -> tuple[str, ...]:
    """Return the units an order is given to; those that are struck are the enemy's."""
    if isinstance(order, UnitOrder):
        return (order.unit,)
    return order.units if isinstance(order, MoveTogether | Overrun | Attack) else ()
