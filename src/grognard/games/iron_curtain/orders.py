"""What a side may order. Hexes go by their printed numbers, units by their ids."""

import msgspec


class AirStrike(msgspec.Struct, frozen=True, gc=False, tag="air-strike"):
    """Strike a hex from the air; `units` are those that are seen there: the one on top."""

    units: tuple[str, ...]
    target: str


class NuclearStrike(msgspec.Struct, frozen=True, gc=False, tag="nuclear-strike"):
    """Use a nuclear warhead on a hex."""

    units: tuple[str, ...]
    target: str


class ChemicalStrike(msgspec.Struct, frozen=True, gc=False, tag="chemical-strike"):
    """Use a chemical warhead on a hex."""

    units: tuple[str, ...]
    target: str


class Move(msgspec.Struct, frozen=True, gc=False, tag="move"):
    """Move units of one hex together, each by its cheapest way; of a stack the enemy sees no more than the top."""

    units: tuple[str, ...]
    to: str


class Arrive(msgspec.Struct, frozen=True, gc=False, tag="arrive"):
    """Bring a reinforcement onto the map."""

    unit: str
    to: str


class Top(msgspec.Struct, frozen=True, gc=False, tag="top"):
    """Put a unit on top of its stack, where the enemy sees it."""

    unit: str


class Overrun(msgspec.Struct, frozen=True, gc=False, tag="overrun"):
    """Overrun a hex with units that began the phase together."""

    units: tuple[str, ...]
    target: str


class Attack(msgspec.Struct, frozen=True, gc=False, tag="attack"):
    """Attack a hex."""

    units: tuple[str, ...]
    target: str


class EndPhase(msgspec.Struct, frozen=True, gc=False, tag="end"):
    """End the phase."""


Strike = AirStrike | NuclearStrike | ChemicalStrike
Battle = Strike | Overrun | Attack


def ordered(order: msgspec.Struct) -> tuple[str, ...]:
    """Return the units an order is given to; those that are struck are the enemy's."""
    if isinstance(order, Arrive | Top):
        return (order.unit,)
    return order.units if isinstance(order, Move | Overrun | Attack) else ()
