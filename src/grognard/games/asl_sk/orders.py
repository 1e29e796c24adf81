"""What a side may order. Hexes go by their printed numbers, units by their ids."""

import msgspec


class Rally(msgspec.Struct, frozen=True, gc=False, tag="rally"):
    """Let a broken unit try to rally."""

    units: tuple[str, ...]
    target: str


class Fire(msgspec.Struct, frozen=True, gc=False, tag="fire"):
    """Aim fire of the scenario's plan at a hex; `units` are all on whom it falls."""

    units: tuple[str, ...]
    target: str
    fire: str


class Fall(msgspec.Struct, frozen=True, gc=False, tag="fall"):
    """Roll for fire that was aimed; `units` are the enemies on whom it falls."""

    units: tuple[str, ...]
    target: str


class Move(msgspec.Struct, frozen=True, gc=False, tag="move"):
    """Move a unit by the cheapest way."""

    unit: str
    to: str


class DoubleTime(msgspec.Struct, frozen=True, gc=False, tag="double-time"):
    """Let a unit run: it moves farther, and is CX."""

    unit: str


class Hatches(msgspec.Struct, frozen=True, gc=False, tag="hatches"):
    """Open the hatches of an AFV, or shut them."""

    unit: str


class Stop(msgspec.Struct, frozen=True, gc=False, tag="stop"):
    """Stop an AFV, which is in motion no more."""

    unit: str


class Rout(msgspec.Struct, frozen=True, gc=False, tag="rout"):
    """Let a broken unit flee to the nearest cover."""

    unit: str
    to: str


class Advance(msgspec.Struct, frozen=True, gc=False, tag="advance"):
    """Advance a unit by one hex, into close combat if enemies are there."""

    unit: str
    to: str


class CloseCombat(msgspec.Struct, frozen=True, gc=False, tag="close-combat"):
    """Begin the close combat in a hex: ambush is rolled for first where there can be one; `units` are the side's in it."""

    units: tuple[str, ...]
    target: str


class Attack(msgspec.Struct, frozen=True, gc=False, tag="attack"):
    """Declare an attack on the enemy unit `at` and whoever is attacked with it; where a vehicle is, make it at once."""

    units: tuple[str, ...]
    target: str
    at: str


class BestPairing(msgspec.Struct, frozen=True, gc=False, tag="best-pairing"):
    """Declare the attacks of the best pairing for all who have not attacked yet."""

    units: tuple[str, ...]
    target: str


class Resolve(msgspec.Struct, frozen=True, gc=False, tag="resolve"):
    """Roll all attacks that were declared; `units` are the side's in the hex."""

    units: tuple[str, ...]
    target: str


class EndPhase(msgspec.Struct, frozen=True, gc=False, tag="end"):
    """End the phase; in close combat, attack no more."""


Order = (
    Rally | Fire | Fall | Move | DoubleTime | Hatches | Stop | Rout | Advance | CloseCombat | Attack | BestPairing
    | Resolve | EndPhase
)  # fmt: skip
