"""What a side may order. Hexes go by their printed numbers, units by their ids."""

import msgspec

from grognard.games.panzerblitz.fire import Technique


class Mines(msgspec.Struct, frozen=True, gc=False, tag="mines"):
    """Let mines attack the units that stand on them."""

    units: tuple[str, ...]
    target: str


class Announced(msgspec.Struct, frozen=True, gc=False):
    """Fire that is announced: who fires, at which hex, by which technique, and at which unit of the stack."""

    units: tuple[str, ...]
    target: str
    technique: Technique
    at: str = ""


class Fire(msgspec.Struct, frozen=True, gc=False, tag="fire"):
    """Announce fire at all the units in a hex."""

    units: tuple[str, ...]
    target: str


class SelectiveFire(msgspec.Struct, frozen=True, gc=False, tag="selective-fire"):
    """Announce fire at the weakest unit in a hex."""

    units: tuple[str, ...]
    target: str
    at: str = ""


class FireAtEach(msgspec.Struct, frozen=True, gc=False, tag="fire-at-each"):
    """Announce fire at one unit in a hex, while others fire at each of the others."""

    units: tuple[str, ...]
    target: str
    at: str


class Resolve(msgspec.Struct, frozen=True, gc=False, tag="resolve"):
    """Resolve fire that was announced."""

    units: tuple[str, ...]
    target: str


class Move(msgspec.Struct, frozen=True, gc=False, tag="move"):
    """Move a unit by the cheapest way, with whoever rides on it."""

    unit: str
    to: str


class Arrive(msgspec.Struct, frozen=True, gc=False, tag="arrive"):
    """Bring a unit onto the map over its edge, with whoever rides on it."""

    unit: str
    to: str


class Exit(msgspec.Struct, frozen=True, gc=False, tag="exit"):
    """Take a unit off the map over the edge it stands at."""

    unit: str


class Load(msgspec.Struct, frozen=True, gc=False, tag="load"):
    """Load a unit onto another in its hex."""

    unit: str
    carrier: str


class Unload(msgspec.Struct, frozen=True, gc=False, tag="unload"):
    """Unload a unit in the hex of its carrier."""

    unit: str


class Overrun(msgspec.Struct, frozen=True, gc=False, tag="overrun"):
    """Drive through a hex: each unit from where it stands straight on to the other side."""

    units: tuple[str, ...]
    target: str


class ClearMines(msgspec.Struct, frozen=True, gc=False, tag="clear-mines"):
    """Let engineers try to clear a minefield next to them."""

    unit: str
    target: str


class CloseAssault(msgspec.Struct, frozen=True, gc=False, tag="close-assault"):
    """Assault a hex."""

    units: tuple[str, ...]
    target: str


class EndPhase(msgspec.Struct, frozen=True, gc=False, tag="end"):
    """End the phase."""


Order = (
    Mines | Fire | SelectiveFire | FireAtEach | Resolve | Move | Arrive | Exit | Load | Unload | Overrun
    | ClearMines | CloseAssault | EndPhase
)  # fmt: skip


def announced(order: Fire | SelectiveFire | FireAtEach) -> Announced:
    """Return what an order of fire announces."""
    match order:
        case SelectiveFire(units, target, at):
            return Announced(units, target, "selective", at)
        case FireAtEach(units, target, at):
            return Announced(units, target, "each", at)
    return Announced(order.units, order.target, "combination")
