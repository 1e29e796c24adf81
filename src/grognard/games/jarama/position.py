# SPDX-License-Identifier: Apache-2.0
"""Where everything stands: units, their Troop points and states, what they did this turn; and what each side knows."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from grognard.games.jarama.features import WHOLE, Feature, Features
from grognard.games.jarama.terms import SIDES, Side
from grognard.hexes import HexId
from grognard.play.by_side import BySide
from grognard.play.places import Place
from grognard.play.visibility import Seen
from grognard.rules.hidden_forces import HeldSeen, Marks, of_sides
from grognard.rules.knowledge import NOTHING, Knowledge

PhaseName = Literal["deployment", "air", "bombardment", "activation", "recon", "movement", "combat"]
# The phases of one activation, in order.
ACTIVE: tuple[PhaseName, ...] = ("recon", "movement", "combat")
Numbers = frozenset[int]
NONE_YET: BySide[int] = BySide(SIDES, 0, 0)


class Work(msgspec.Struct, frozen=True, order=True):
    """Engineers at work: the number of the unit, and what it repairs."""

    unit: int
    feature: Feature


class March(msgspec.Struct, frozen=True):
    """A force that went from one hex to another; in free play perhaps from off the map."""

    start: Place
    end: HexId


class Struck(msgspec.Struct, frozen=True):
    """A hex that was bombarded, what was aimed at in it, and the numbers of the aircraft; none for batteries."""

    target: HexId
    aim: str
    planes: tuple[int, ...] = ()


class Position(HeldSeen, frozen=True, gc=False):
    """A position. Units go by their number in the order of battle; those of the side that moves first come first."""

    states: ClassVar = {
        "short": "out of supply",
        "disorganised": "disorganised",
        "demoralised": "demoralised",
    }
    own_marks = ("uncommanded", "stopped", "acted", "scouted", "fired")

    phase: Annotated[PhaseName, Seen("all")]
    side: Annotated[Side, Seen("all")]
    first: Annotated[Side, Seen("all")]
    known: Annotated[BySide[Knowledge], Seen("part")] = BySide(SIDES, NOTHING, NOTHING)
    short: Marks = frozenset()
    disorganised: Marks = frozenset()
    demoralised: Marks = frozenset()
    # Units of the active formations that were out of command when these were activated.
    uncommanded: Marks = frozenset()
    # In this turn: units that may move no farther, have attacked, reconnoitred, fired.
    stopped: Marks = frozenset()
    acted: Marks = frozenset()
    scouted: Marks = frozenset()
    fired: Marks = frozenset()
    works: Annotated[tuple[Work, ...], Seen("part")] = ()
    # Active formations, and those that have been active this turn; how many those were, and how many formations there
    # were when the first was activated, both of which everyone has seen.
    active: Annotated[frozenset[str], Seen("part")] = frozenset()
    activated: Annotated[BySide[frozenset[str]], Seen("part")] = BySide(SIDES, frozenset(), frozenset())
    activations: Annotated[BySide[int], Seen("all")] = NONE_YET
    formed: Annotated[BySide[int], Seen("all")] = NONE_YET
    passed: Annotated[frozenset[Side], Seen("all")] = frozenset()
    # The side that had the initiative last, and the combats each side won in its last activation.
    last: Annotated[Side | None, Seen("all")] = None
    won: Annotated[BySide[int], Seen("all")] = NONE_YET
    # Aircraft that flew this turn, the missions of each side, and what was bombarded or overflown; hexes attacked and
    # marches made in this activation.
    flown: Annotated[Numbers, Seen("all")] = frozenset()
    missions: Annotated[BySide[int], Seen("all")] = NONE_YET
    struck: Annotated[tuple[Struck, ...], Seen("all")] = ()
    attacked: Annotated[frozenset[HexId], Seen("all")] = frozenset()
    marches: Annotated[tuple[March, ...], Seen("all")] = ()
    features: Annotated[Features, Seen("all")] = WHOLE
    # The hexes that count and are held by the side that moves first; Troop points lost by each side.
    taken: Annotated[frozenset[HexId], Seen("all")] = frozenset()
    bled: Annotated[BySide[int], Seen("all")] = NONE_YET
    over: Annotated[bool, Seen("all")] = False

    def in_part(self, sides: Collection[str]) -> Mapping[str, Any]:
        """Return what sides see of the units; only their owner sees which formations act, and what engineers do."""
        return {
            **super().in_part(sides),
            "activated": of_sides(sides, self.activated, frozenset()),
            "works": tuple(work for work in self.works if self.owner(work.unit) in sides),
            "active": self.active if self.side in sides else frozenset(),
        }


# The fields that are marks of units.
MARKS = (*Position.states, *Position.own_marks)
