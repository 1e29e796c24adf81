# SPDX-License-Identifier: Apache-2.0
"""Where everything stands: units, what each did and suffered in this player turn, what was announced, what is held."""

from typing import Annotated, Literal, get_args

import msgspec

from grognard.games.panzerblitz.orders import Announced
from grognard.games.panzerblitz.terms import SIDES, Side
from grognard.hexes import HexId
from grognard.play.by_side import BySide
from grognard.play.places import Place
from grognard.play.visibility import Seen

Phase = Literal["minefields", "fire", "resolution", "vehicles", "infantry", "close assault"]
PHASES: tuple[Phase, ...] = get_args(Phase)
# Marks of units, removed when a unit is eliminated; and what is remembered until a player turn ends.
MARKS = ("dispersed", "shaken", "gunned", "mined", "shot_at", "survivors")
OF_A_TURN = (
    "acted", "carried", "on_road", "shaken", "gunned", "mined", "shot_at", "fired_at", "overrun", "assaulted",
)  # fmt: skip


class Position(msgspec.Struct, frozen=True, gc=False):
    """A position. Units go by their number in the order of battle; nothing in this game is hidden.

    What a unit did or suffered is remembered until the player turn ends.
    """

    turn: Annotated[int, Seen("all")]
    side: Annotated[Side, Seen("all")]
    phase: Annotated[Phase, Seen("all")]
    at: Annotated[tuple[Place, ...], Seen("all")]
    # The carrier of each unit, the movement it has spent, in twelfths, and how many hexes it has moved.
    aboard: Annotated[tuple[int, ...], Seen("all")]
    spent: Annotated[tuple[int, ...], Seen("all")]
    hexes: Annotated[tuple[int, ...], Seen("all")]
    # Units that attacked, were loaded or unloaded, or moved by road.
    acted: Annotated[frozenset[int], Seen("all")] = frozenset()
    carried: Annotated[frozenset[int], Seen("all")] = frozenset()
    on_road: Annotated[frozenset[int], Seen("all")] = frozenset()
    # Units that are dispersed, and of them those that were not before this player turn.
    dispersed: Annotated[frozenset[int], Seen("all")] = frozenset()
    shaken: Annotated[frozenset[int], Seen("all")] = frozenset()
    # Units that have recovered from dispersal since the last order.
    rallied: Annotated[frozenset[int], Seen("all")] = frozenset()
    # Of `shaken`, the units that fire dispersed (ruling dd-memory).
    gunned: Annotated[frozenset[int], Seen("all")] = frozenset()
    # Units that mines and fire have attacked in this player turn, and hexes that were fired at, overrun and assaulted.
    mined: Annotated[frozenset[int], Seen("all")] = frozenset()
    shot_at: Annotated[frozenset[int], Seen("all")] = frozenset()
    fired_at: Annotated[frozenset[HexId], Seen("all")] = frozenset()
    overrun: Annotated[frozenset[HexId], Seen("all")] = frozenset()
    assaulted: Annotated[frozenset[HexId], Seen("all")] = frozenset()
    # Units already attacked by the mines they stand on, in this turn or before.
    survivors: Annotated[frozenset[int], Seen("all")] = frozenset()
    # Fire that was announced and is not resolved yet.
    announced: Annotated[tuple[Announced, ...], Seen("all")] = ()
    # Wrecks, a hex once for each; cleared minefields; ground that each side holds.
    wrecks: Annotated[tuple[HexId, ...], Seen("all")] = ()
    cleared: Annotated[frozenset[HexId], Seen("all")] = frozenset()
    held: Annotated[BySide[frozenset[HexId]], Seen("all")] = BySide(SIDES, frozenset(), frozenset())
    over: Annotated[bool, Seen("all")] = False
