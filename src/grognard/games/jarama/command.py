"""Command: whether a line leads from a Headquarters to a unit of its formation, and what cuts it.

The card knows a state of command and not how it is kept: rulings command-line and line-zones do. A line is the way that
foot units would go from the Headquarters, and costs what it costs them; half as much may be spent while it is
disorganised.
"""

from fractions import Fraction
from functools import cached_property

import msgspec

from grognard.games.jarama.features import WHOLE, Features
from grognard.games.jarama.move_costs import ways
from grognard.games.jarama.terms import CARD
from grognard.hexes import HexId
from grognard.hexes.paths import Reach, Ways, points, reach, trace_supply
from grognard.registry import Card
from grognard.rules.lines import Line

# Ruling command-line, by its option: what a line may cost.
LONGEST = {"six": 6, "twelve": 12}


class Command(msgspec.Struct, frozen=True, dict=True, eq=False):
    """One Headquarters: where it stands, what is closed to its lines, and whether it is disorganised."""

    map_name: str
    at: HexId
    closed: frozenset[HexId] = frozenset()
    features: Features = WHOLE
    disorganised: bool = False
    card: Card = CARD

    @property
    def longest(self) -> Fraction:
        """Ruling command-line: what a line may cost."""
        return Fraction(LONGEST[self.card.ruled("command-line")], 2 if self.disorganised else 1)

    @property
    def _where(self) -> Ways:
        return ways(self.map_name, "foot", self.features, card=self.card)

    @cached_property
    def reach(self) -> Reach:
        """Every hex that it commands. The hex it stands in is never closed to it."""
        return reach(self._where, self.at, points(self.longest), closed=self.closed - {self.at})

    def commands(self, hex_id: HexId) -> bool:
        """Say whether a unit in a hex is in command. A unit's own hex is closed to no line that its side may draw there."""
        return hex_id in self.reach

    def line(self, hex_id: HexId) -> Line:
        """Judge the command of a unit in a hex: the line, or where it is cut."""
        if self.commands(hex_id):
            return Line(holds=True, path=self.reach.path(hex_id), cost=self.reach[hex_id])
        closed = self.closed - {self.at}
        cut = trace_supply(self._where, self.at, [hex_id], closed=closed).cut
        if cut:
            return Line(holds=False, cut=cut)
        far = reach(self._where, self.at, points(self._where.grid.size), closed=closed)
        return (
            Line(holds=False, path=far.path(hex_id), cost=far[hex_id]) if hex_id in far else Line(holds=False)
        )
