"""What a side may order by the standard chapters. Hexes go by their printed numbers, units by their ids."""

from typing import TYPE_CHECKING

import msgspec

from grognard.play.places import LOST

if TYPE_CHECKING:
    from grognard.rules.board import Board


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


def movers(board: "Board") -> list[str]:
    """Return the units of the side to move that can stand on the map and are not lost, in the order of battle."""
    at = board.position.at
    return [unit.id for unit in board.scenario.movers[board.now.side] if at[unit.number] != LOST]
