"""Where everything stands, as far as a side sees it: of a stack the enemy sees the top unit alone."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from grognard.games.iron_curtain.terms import Poison
from grognard.hexes import HexId
from grognard.play.places import HIDDEN, Place
from grognard.rules.hidden_stacks import TopSeen


class Contaminated(msgspec.Struct, frozen=True):
    """A contaminated hex: by what, who struck it, and the last turn of his that it stays so."""

    at: HexId
    by: Poison
    side: str
    until: int


class Position(TopSeen, frozen=True, gc=False):
    """A position. What the enemy's units spent and where they began is not seen: it would tell who came from where."""

    of_seen: ClassVar[Mapping[str, Any]] = {"hurt": 0, "short": None}
    of_own: ClassVar[Mapping[str, Any]] = {"spent": 0, "began": HIDDEN, "acted": None, "barred": None}

    if TYPE_CHECKING:
        # Where everybody stood when the phase began, and who may not exploit.
        began: tuple[Place, ...]
        barred: frozenset[int]
        contaminated: tuple[Contaminated, ...]
