"""Where everything stands: units and their steps, who lies on top, what they did in this phase, what is contaminated.

Stacks have an order, and the enemy sees the top unit of each alone. Whoever lies beneath is `HIDDEN` to him, at full
strength as far as he knows. Lost units, and those that wait to come, are known to all.
"""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec.structs import replace

from grognard.games.iron_curtain.terms import SIDES, Poison, Side, enemy
from grognard.hexes import HexId
from grognard.play.by_side import BySide
from grognard.play.places import HIDDEN, Place, is_on_map
from grognard.play.visibility import Seen

POISONS: tuple[Poison, ...] = get_args(Poison)
PhaseName = Literal["strikes", "movement", "combat", "exploitation"]
NAMES: tuple[PhaseName, ...] = get_args(PhaseName)
MOVING: tuple[PhaseName, ...] = ("movement", "exploitation")


class Phase(msgspec.Struct, frozen=True):
    """One phase of the sequence of play."""

    side: Side
    name: PhaseName


class Contaminated(msgspec.Struct, frozen=True):
    """A contaminated hex: by what, who struck it, and the last turn of his that it stays so."""

    at: HexId
    by: Poison
    side: Side
    until: int


class Position(msgspec.Struct, frozen=True, gc=False):
    """A position. Units go by their number in the order of battle; those of the side that moves first come first."""

    turn: Annotated[int, Seen("all")]
    phase: Annotated[int, Seen("all")]
    # The side that moves first, and how many units it has.
    first: Annotated[Side, Seen("all")]
    firsts: Annotated[int, Seen("all")]
    at: Annotated[tuple[Place, ...], Seen("part")]
    # Steps lost; and all units, those on top of others before them.
    hurt: Annotated[tuple[int, ...], Seen("part")]
    order: Annotated[tuple[int, ...], Seen("part")]
    # Movement points spent in this phase, and where everybody stood when it began.
    spent: Annotated[tuple[int, ...], Seen("part")]
    began: Annotated[tuple[Place, ...], Seen("part")]
    # Who is out of supply; who attacked or overran in this phase, and who may not exploit.
    short: Annotated[frozenset[int], Seen("part")] = frozenset()
    acted: Annotated[frozenset[int], Seen("part")] = frozenset()
    barred: Annotated[frozenset[int], Seen("part")] = frozenset()
    # Hexes attacked or struck in this phase; air strikes flown in this player-turn, and warheads used by each side.
    attacked: Annotated[frozenset[HexId], Seen("all")] = frozenset()
    flown: Annotated[int, Seen("all")] = 0
    nuclear: Annotated[BySide[int], Seen("all")] = BySide(SIDES, 0, 0)
    chemical: Annotated[BySide[int], Seen("all")] = BySide(SIDES, 0, 0)
    contaminated: Annotated[tuple[Contaminated, ...], Seen("all")] = ()
    # What the side that moves first holds of the towns that count; the other side holds the rest.
    held: Annotated[frozenset[HexId], Seen("all")] = frozenset()
    over: Annotated[bool, Seen("all")] = False

    @property
    def now(self) -> Phase:
        """The phase of the sequence of play, and whose it is."""
        side = self.first if self.phase < len(NAMES) else enemy(self.first)
        return Phase(side, self.phase_name)

    @property
    def phase_name(self) -> PhaseName:
        """The phase of the sequence of play."""
        return NAMES[self.phase % len(NAMES)]

    def used(self, poison: Poison, side: Side) -> int:
        """Return how many warheads a side has used."""
        return (self.nuclear if poison == "nuclear" else self.chemical)[side]

    def fired(self, poison: Poison, side: Side) -> "Position":
        """Return the position with one more warhead used by a side."""
        count = self.used(poison, side) + 1
        if poison == "nuclear":
            return replace(self, nuclear=self.nuclear.with_side(side, count))
        return replace(self, chemical=self.chemical.with_side(side, count))

    def tops(self) -> set[int]:
        """Return the units that lie on top in a hex."""
        found = {self.at[number]: number for number in reversed(self.order)}
        return {number for at, number in found.items() if is_on_map(at)}

    def in_part(self, sides: Collection[str]) -> Mapping[str, Any]:
        """Return what sides see of the units: their own, and of the enemy's the top of each stack.

        What the enemy's units spent and where they began is not seen: it would tell who came from where.
        """
        numbers, cut = range(len(self.at)), self.firsts
        own = {n for n in numbers if (self.first if n < cut else enemy(self.first)) in sides}
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
