# SPDX-License-Identifier: Apache-2.0
"""Where a unit can be: in a hex, or in a box off the map."""

from typing import TYPE_CHECKING, Literal, get_args

from grognard.hexes import HexId

if TYPE_CHECKING:
    from typing_extensions import TypeIs

BoxName = Literal["waiting", "lost", "hidden", "exited"]
Place = HexId | BoxName
BOXES: frozenset[Place] = frozenset(get_args(BoxName))
# Not yet on the map; gone for good; where the enemy cannot see it; taken off the map over an edge.
WAITING: Literal["waiting"] = "waiting"
LOST: Literal["lost"] = "lost"
HIDDEN: Literal["hidden"] = "hidden"
EXITED: Literal["exited"] = "exited"


def is_on_map(place: Place) -> "TypeIs[HexId]":
    """Return whether a place is a hex."""
    return isinstance(place, int)
