# SPDX-License-Identifier: Apache-2.0
"""Where everything stands: every counter with its markers, whose phase it is, and the close combat in hand."""

from typing import Annotated, Literal, get_args

import msgspec

from grognard.games.asl_sk.terms import Nation
from grognard.hexes import HexId
from grognard.play.by_side import BySide
from grognard.play.places import Place
from grognard.play.visibility import Seen

Phase = Literal[
    "rally", "fire", "movement", "defensive fire", "rout", "enemy rout", "advance", "close combat"
]
PHASES: tuple[Phase, ...] = get_args(Phase)
# The phases of a player turn in which the other side acts.
OTHERS: tuple[Phase, ...] = ("defensive fire", "enemy rout")
Stage = Literal["declare", "resolve", "turns"]


class State(msgspec.Struct, frozen=True, gc=False):
    """One counter as it stands: its present type, its place, its markers, and what it did.

    A leader who has not been created yet is waiting.
    `spent` is movement in twelfths. `tried` means it has done what is done once a phase: tried to rally, advanced, worked
    its hatches. `came` means it advanced into its hex in this player turn, and has not fought there yet.
    """

    type: str
    at: Place
    broken: bool = False
    dm: bool = False
    pinned: bool = False
    cx: bool = False
    wounded: bool = False
    ce: bool = False
    motion: bool = False
    stunned: bool = False
    recovering: bool = False
    immobile: bool = False
    spent: int = 0
    moved: bool = False
    tried: bool = False
    came: bool = False


class Declared(msgspec.Struct, frozen=True, gc=False):
    """A declared attack: its side, its attackers and its targets, by their numbers in the order of battle."""

    side: Nation
    units: tuple[int, ...]
    targets: tuple[int, ...]


class Combat(msgspec.Struct, frozen=True, gc=False):
    """The close combat in hand: its hex, the ambusher, the side to declare or attack, and what was declared.

    `acted` have attacked, `hit` were attacked. `passed` means the side before did not attack when it could. `made` are
    leaders created in this round, each as his counter with the number of the unit that created him: they join at its end.
    `together` are the groups that attacked or were attacked in this round, by the numbers of their units.
    """

    at: HexId
    mover: Nation
    stage: Stage
    by: Nation | None = None
    attacks: tuple[Declared, ...] = ()
    acted: frozenset[int] = frozenset()
    hit: frozenset[int] = frozenset()
    passed: bool = False
    made: tuple[tuple[int, str], ...] = ()
    together: tuple[tuple[int, ...], ...] = ()


class Aimed(msgspec.Struct, frozen=True, gc=False):
    """Fire of the plan that was aimed at a hex."""

    fire: str
    at: HexId


class Position(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A position. Units go by their number in the order of battle; nothing in this game is hidden."""

    turn: Annotated[int, Seen("all")]
    # The side whose player turn it is: the card's ATTACKER.
    player: Annotated[Nation, Seen("all")]
    phase: Annotated[Phase, Seen("all")]
    units: Annotated[tuple[State, ...], Seen("all")]
    # Fire of the scenario's plan that was used in this phase, and fire aimed at a hex and not rolled yet.
    fired: Annotated[frozenset[str], Seen("all")] = frozenset()
    aimed: Annotated[Aimed | None, Seen("all")] = None
    # The close combat in hand, and the hexes where it was fought in this phase.
    combat: Annotated[Combat | None, Seen("all")] = None
    fought: Annotated[frozenset[HexId], Seen("all")] = frozenset()
    wrecks: Annotated[tuple[HexId, ...], Seen("all")] = ()
    # The ground that counts and is held by each side.
    held: Annotated[BySide[frozenset[HexId]], Seen("all")]
    over: Annotated[bool, Seen("all")] = False

    @property
    def at(self) -> tuple[Place, ...]:
        """Where each unit is."""
        return tuple(state.at for state in self.units)
