"""What a position hides: stacks have an order, and the enemy sees the top unit of each alone.

Whoever lies beneath is `HIDDEN` to him, at full strength as far as he knows. Lost units, and those that wait to come, are
known to all.
"""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.games.iron_curtain.terms import Poison
from grognard.hexes import HexId
from grognard.play.by_side import BySide
from grognard.play.places import HIDDEN, Place, is_on_map
from grognard.rules import position


class Contaminated(msgspec.Struct, frozen=True):
    """A contaminated hex: by what, who struck it, and the last turn of his that it stays so."""

    at: HexId
    by: Poison
    side: str
    until: int


class Position(position.Position, frozen=True, gc=False):
    """A position. Units go by their number in the order of battle; those of the side that moves first come first."""

    if TYPE_CHECKING:
        # The side that moves first, and how many units it has; all units, those on top of others before them.
        first: str
        firsts: int
        order: tuple[int, ...]
        # Where everybody stood when the phase began; who is out of supply, and who may not exploit.
        began: tuple[Place, ...]
        short: frozenset[int]
        barred: frozenset[int]
        # Air strikes flown in this player-turn, and warheads used by each side.
        flown: int
        nuclear: BySide[int]
        chemical: BySide[int]
        contaminated: tuple[Contaminated, ...]

    def tops(self) -> set[int]:
        """Return the units that lie on top in a hex."""
        found = {self.at[number]: number for number in reversed(self.order)}
        return {number for at, number in found.items() if is_on_map(at)}

    def in_part(self, sides: Collection[str]) -> Mapping[str, Any]:
        """Return what sides see of the units: their own, and of the enemy's the top of each stack.

        What the enemy's units spent and where they began is not seen: it would tell who came from where.
        """
        numbers, is_first = range(len(self.at)), self.first in sides
        is_second = any(side != self.first for side in sides)
        own = {n for n in numbers if (is_first if n < self.firsts else is_second)}
        tops = self.tops()
        beneath = {n for n in numbers if n not in own and is_on_map(self.at[n]) and n not in tops}
        return {
            "at": tuple(HIDDEN if n in beneath else self.at[n] for n in numbers),
            "hurt": tuple(0 if n in beneath else self.hurt[n] for n in numbers),
            "order": (*(n for n in self.order if n in own), *(n for n in numbers if n not in own)),
            "spent": tuple(self.spent[n] if n in own else 0 for n in numbers),
            "began": tuple(self.began[n] if n in own else HIDDEN for n in numbers),
            "short": self.short - beneath,
            "acted": self.acted & own,
            "barred": self.barred & own,
        }
