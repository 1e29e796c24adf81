"""What a side may order. Hexes go by their printed numbers, units by their ids."""

import msgspec


class Move(msgspec.Struct, frozen=True, gc=False, tag="move"):
    """Move a unit by the cheapest way."""

    unit: str
    to: str


class Arrive(msgspec.Struct, frozen=True, gc=False, tag="arrive"):
    """Bring a unit onto the map: by sea, by parachute, by air, or over the edge of the map."""

    unit: str
    to: str


class AirAttack(msgspec.Struct, frozen=True, gc=False, tag="air-attack"):
    """10.0 Attack a hex from the air."""

    units: tuple[str, ...]
    target: str


class Attack(msgspec.Struct, frozen=True, gc=False, tag="attack"):
    """8.0 Attack a hex."""

    units: tuple[str, ...]
    target: str


class EndPhase(msgspec.Struct, frozen=True, gc=False, tag="end"):
    """End the phase."""


Order = Move | Arrive | AirAttack | Attack | EndPhase
