"""Where everything stands: units, what they did in this phase, what is held, and whose phase it is."""

from typing import Annotated

import msgspec

from grognard.games.seelowe.terms import Side, Supply
from grognard.hexes import HexId
from grognard.play.visibility import Seen

# Places that are no hex.
WAITING = HexId(-1)
LOST = HexId(-2)


class Phase(msgspec.Struct, frozen=True):
    """One phase of the sequence of play."""

    side: Side
    name: str


NAMES = ("movement", "air attack", "combat", "mechanised movement")
PHASES = tuple(Phase(side, name) for side in ("German", "British") for name in NAMES)


class Position(msgspec.Struct, frozen=True, gc=False):
    """A position. Units go by their number in the order of battle; nothing in this game is hidden."""

    turn: Annotated[int, Seen("all")]
    phase: Annotated[int, Seen("all")]
    at: Annotated[tuple[HexId, ...], Seen("all")]
    # Movement points spent in this phase; supply when the player-turn began.
    spent: Annotated[tuple[int, ...], Seen("all")]
    supply: Annotated[tuple[Supply, ...], Seen("all")]
    # Who attacked or flew in this player-turn, and who was attacked.
    acted: Annotated[frozenset[int], Seen("all")] = frozenset()
    attacked: Annotated[frozenset[int], Seen("all")] = frozenset()
    disrupted: Annotated[frozenset[int], Seen("all")] = frozenset()
    # Who came by sea or air since the owner's turn began, and what the Germans hold.
    ashore: Annotated[frozenset[int], Seen("all")] = frozenset()
    held: Annotated[frozenset[HexId], Seen("all")] = frozenset()
    over: Annotated[bool, Seen("all")] = False

    @property
    def now(self) -> Phase:
        """The phase of the sequence of play."""
        return PHASES[self.phase]
