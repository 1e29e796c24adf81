# SPDX-License-Identifier: Apache-2.0
"""What a side may order: the shapes that orders have in every game, and the orders of the standard chapters.

Hexes are named by their printed numbers, units by their ids. A game's own order is one of the shapes with a tag and
a sentence: `class AirStrike(UnitsAgainst, frozen=True, tag="air-strike")`.
"""

from typing import TYPE_CHECKING

import msgspec

from grognard.play.places import LOST

if TYPE_CHECKING:
    from grognard.rules.board import Board

# Shapes


class UnitOrder(msgspec.Struct, frozen=True, gc=False):
    """An order to a unit."""

    unit: str


class UnitTo(UnitOrder, frozen=True):
    """An order to a unit with a destination."""

    to: str


class UnitsTo(msgspec.Struct, frozen=True, gc=False):
    """An order to units with one destination."""

    units: tuple[str, ...]
    to: str


class UnitsAgainst(msgspec.Struct, frozen=True, gc=False):
    """An order to units against a hex; if the strike comes from the air, `units` are those struck."""

    units: tuple[str, ...]
    target: str


# Orders


class Move(UnitTo, frozen=True, tag="move"):
    """Move a unit by the cheapest path."""


class MoveTogether(UnitsTo, frozen=True, tag="move"):
    """Move units of one hex together, each by its cheapest path: the enemy sees one force move, and not how many units it has."""


class Arrive(UnitTo, frozen=True, tag="arrive"):
    """Bring a unit onto the map."""


class Attack(UnitsAgainst, frozen=True, tag="attack"):
    """Attack a hex."""


class Overrun(UnitsAgainst, frozen=True, tag="overrun"):
    """Overrun a hex with units that began the phase together."""


class Resolve(UnitsAgainst, frozen=True, tag="resolve"):
    """Roll for what was announced against a hex."""


class EndPhase(msgspec.Struct, frozen=True, gc=False, tag="end"):
    """End the phase."""


def movers(board: "Board") -> list[str]:
    """Return the units of the side to move that can be on the map and are not lost, in the order of battle."""
    at = board.position.at
    return [name for number, name in board.scenario.mover_ids[board.now.side] if at[number] != LOST]
