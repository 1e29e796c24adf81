"""What a side may order by the standard chapters. Hexes go by their printed numbers, units by their ids."""

import msgspec


class Move(msgspec.Struct, frozen=True, gc=False, tag="move"):
    """Move a unit by the cheapest way."""

    unit: str
    to: str


class Arrive(msgspec.Struct, frozen=True, gc=False, tag="arrive"):
    """Bring a unit onto the map."""

    unit: str
    to: str


class Attack(msgspec.Struct, frozen=True, gc=False, tag="attack"):
    """Attack a hex."""

    units: tuple[str, ...]
    target: str


class EndPhase(msgspec.Struct, frozen=True, gc=False, tag="end"):
    """End the phase."""
