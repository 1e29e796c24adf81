# SPDX-License-Identifier: Apache-2.0
"""Places off the map: boxes where pieces wait, come later, are lost, or are hidden."""

from collections.abc import Iterable
from typing import Literal, Protocol

import msgspec

# `waiting` pieces can be used from there, those of a `later` box not before its turn; `lost` ones never again. Of `unseen`
# ones nobody knows where they are; those `last-seen` somewhere may have gone from there.
BoxKind = Literal["waiting", "later", "lost", "unseen", "last-seen"]


class Box(msgspec.Struct, frozen=True):
    """A place off the map by its name, as pieces have it, and what kind of place it is.

    `turn` is the one from which its pieces can be used, or in which they were seen; `label` is its name under a heading
    that tells its kind.
    """

    name: str
    kind: BoxKind = "waiting"
    turn: int = 0
    label: str = ""


ELIMINATED = Box("eliminated", "lost")
UNSEEN = Box("not seen", "unseen")


class Due(Protocol):
    """A unit that comes from a box in some turn."""

    @property
    def box(self) -> str:
        """The box it comes from."""

    @property
    def turn(self) -> int:
        """The turn it comes in."""


def box_of(unit: Due, now: int) -> Box:
    """Return the box that a unit waits in: it says in which turn it comes, as long as that has not begun."""
    if now >= unit.turn:
        return Box(unit.box)
    return Box(f"{unit.box}, turn {unit.turn}", "later", unit.turn)


def boxes_of(units: Iterable[Due], now: int) -> list[Box]:
    """Return the boxes that units come from, and those of the lost and the unseen."""
    return list(dict.fromkeys([ELIMINATED, UNSEEN, *(box_of(unit, now) for unit in units)]))
