"""Supply: whether a line leads from a unit to a source, and what cuts it.

The card says what being out of supply does and not how supply is traced: rulings supply-line, supply-length and
supply-zone do. A line goes from hex to hex where mech units could, not past enemy units nor through their zones of
control, unless a friend stands there.
"""

from collections.abc import Collection

import msgspec

from grognard.games import Card
from grognard.games.iron_curtain.move_costs import Mover, ways
from grognard.games.iron_curtain.terms import CARD
from grognard.games.iron_curtain.zones import Front
from grognard.hexes import Grid, HexId
from grognard.hexes.paths import Ints, Ways, trace_supply
from grognard.play.board import LineKind, Trace

# Ruling supply-length, by its option: the most hexes a line may be long.
LONGEST = {"any": None, "twelve": 12}


class SupplyLine(msgspec.Struct, frozen=True):
    """A unit's supply: whether it is in supply, the line it is traced by, or where it is cut."""

    in_supply: bool
    path: tuple[HexId, ...] = ()
    cut: frozenset[HexId] = frozenset()

    def trace(self, grid: Grid) -> Trace:
        """Return the line as a board shows it."""
        name = grid.hex_name
        state = "in supply" if self.in_supply else "out of supply"
        kind: LineKind = "full" if self.in_supply else "none" if self.cut else "short"
        return Trace(state, tuple(map(name, self.path)), tuple(map(name, sorted(self.cut))), line=kind)


def supply_ways(map_name: str, year: int, card: Card = CARD) -> Ways:
    """Ruling supply-line: the steps a line of supply may take."""
    return ways(map_name, Mover("mech", air_mobile=False, year=year), card)


def supply_line(where: Ways, unit: HexId, marks: Ints, card: Card = CARD) -> SupplyLine:
    """Judge one unit's supply. The marks are sources, and the hexes that are blocked."""
    traced = trace_supply(where, unit, marks)
    return SupplyLine(is_in_supply(traced.length, card), traced.path, traced.cut)


def is_in_supply(length: int | None, card: Card = CARD) -> bool:
    """Ruling supply-length: judge a line by its length; there may be none."""
    longest = LONGEST[card.ruled("supply-length")]
    return length is not None and (longest is None or length <= longest)


def blocked(foes: Front, friends: Collection[HexId], card: Card = CARD) -> frozenset[HexId]:
    """Ruling supply-zone: the hexes no line may pass: enemy units, and their zones where no friend stands."""
    negated = frozenset(friends) if card.ruled("supply-zone") == "friend-negates" else frozenset()
    return foes.units | (foes.zone - negated)
