# SPDX-License-Identifier: Apache-2.0
"""Places off the map: boxes where pieces wait, come later, are lost, or are hidden."""

from collections.abc import Iterable
from typing import Literal, Protocol

import msgspec

# `waiting` pieces can be used from there, those in a `later` box not before its turn, `lost` ones never again. Where
# `unseen` pieces are is not known; `last-seen` ones may have moved since.
BoxKind = Literal["waiting", "later", "lost", "unseen", "last-seen"]


class Box(msgspec.Struct, frozen=True):
    """A place off the map, by the name that pieces use for it, and its kind.

    `turn` is the turn from which its pieces can be used, or in which they were seen; `label` is its name under a
    heading that already tells its kind.
    """

    name: str
    kind: BoxKind = "waiting"
    turn: int = 0
    label: str = ""


ELIMINATED = Box("eliminated", "lost")
UNSEEN = Box("not seen", "unseen")


class Due(Protocol):
    """A unit that arrives from a box in some turn."""

    @property
    def box(self) -> str:
        """The box it arrives from."""

    @property
    def turn(self) -> int:
        """The turn it arrives in."""


def box_of(unit: Due, now: int) -> Box:
    """Return the box that a unit waits in; until its turn has begun, the name of the box includes the turn."""
    if now >= unit.turn:
        return Box(unit.box)
    return Box(f"{unit.box}, turn {unit.turn}", "later", unit.turn)


def boxes_of(units: Iterable[Due], now: int) -> list[Box]:
    """Return the boxes that units arrive from, and those of lost and of unseen pieces."""
    return list(dict.fromkeys([ELIMINATED, UNSEEN, *(box_of(unit, now) for unit in units)]))
