# SPDX-License-Identifier: Apache-2.0
"""Movement: how far units go, what stands in their way, and why they cannot go further.

What a step costs is in `move_costs`; what differs from move to move is here: movement capacity, zones of control, stacks.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

import msgspec

from grognard.charts.cached import cached_property
from grognard.charts.labels import number, parse_number
from grognard.games.jarama.features import WHOLE, Features
from grognard.games.jarama.move_costs import between, is_helped, over_water, rates, uphill, ways
from grognard.games.jarama.terms import CARD, STACKING_LIMIT
from grognard.games.jarama.units import ARTILLERY, Kind, Mobility
from grognard.hexes import HexId, Map
from grognard.hexes.paths import Ints, Reach, Zone, marked, points, reach
from grognard.registry import Card, game_map
from grognard.rules import zones
from grognard.rules.costs import why_out_of_reach

# Ruling zones: what it costs foot units to leave an enemy zone of control.
LEAVE_ZONE = 1


# Zones of control


class Front(zones.Front):
    """One side's units as obstacles in the other's belief: the hexes they close, and their zones of control.

    Ruling zones: the six hexes around every unit that has one. The caller decides which units have one: not
    Headquarters or pontoons, nor disorganised or demoralised units.
    """

    def __init__(
        self,
        map_name: str,
        units: Iterable[HexId],
        exerting: Iterable[HexId] | None = None,
        card: Card = CARD,
    ) -> None:
        """Take the hexes of all units, and of those that have a zone, which are all by default."""
        everyone, grid = frozenset(units), game_map("jarama", map_name).grid
        owners = everyone if exerting is None else frozenset(exerting)
        if card.ruled("zones") == "none":
            owners = frozenset()

        def zone() -> Zone:
            hexes = frozenset(at for owner in owners for at in grid.neighbours(owner))
            return Zone(hexes, leave=points(LEAVE_ZONE), stop=True)

        super().__init__(everyone, zone)

    def marks_for(self, mobility: Mobility, card: Card = CARD) -> Ints:
        """Return the marks for a search of a class of units: all units stop on entering a zone, foot pays to leave."""
        if mobility == "foot":
            return self.marks
        # Ruling armored-train: by one option the train runs through zones.
        return self._units if mobility == "train" and card.ruled("armored-train") == "runs" else self._others

    @cached_property
    def _units(self) -> Ints:
        return marked((), self.units)

    @cached_property
    def _others(self) -> Ints:
        return marked([Zone(self.zone, stop=True)], self.units)


# Moves


@lru_cache(maxsize=4096)
def allowance(kind: Kind, *, in_command: bool = True, card: Card = CARD) -> Fraction | None:
    """Movement Capacity: the movement points of a kind of unit; None if they are unlimited.

    Ruling command-movement: out of command it has half of them.
    """
    chart = card.chart("artillery" if kind in ARTILLERY else "movement")
    printed = chart[kind].reads
    if chart.does(printed).get("unlimited"):
        return None
    slowed = not in_command and card.ruled("command-movement") == "half"
    return parse_number(printed) / (2 if slowed else 1)


class Move(msgspec.Struct, frozen=True, dict=True, eq=False):
    """A unit's move: on which map, how, from where, with how many points, and what stands in its way.

    Without a number of points it goes as far as it can, as a train does. `full` are hexes that friends fill.
    """

    map_name: str
    mobility: Mobility
    start: HexId
    allowed: Fraction | int | None
    foes: Front | None = None
    features: Features = WHOLE
    engineers: frozenset[HexId] = frozenset()
    full: frozenset[HexId] = frozenset()
    card: Card = CARD

    @property
    def board(self) -> Map:
        """The map it moves on."""
        return game_map("jarama", self.map_name)

    @cached_property
    def reach(self) -> Reach:
        """TEC: every hex in which it can end its move, with cost and path."""
        marks = self.foes.marks_for(self.mobility, self.card) if self.foes else None
        budget = points(self.board.grid.size if self.allowed is None else self.allowed)
        where = ways(self.map_name, self.mobility, self.features, self.engineers, self.card)
        return reach(where, self.start, budget, crowded=self.full - {self.start}, marks=marks)

    def why_not(self, there: HexId) -> str:
        """Say why the move cannot end in a hex, with what would be needed; empty if it can."""
        name = self.board.grid.hex_name(there)
        return why_out_of_reach(
            self.reach,
            there,
            name,
            has=number(Fraction(self.allowed or 0)),
            full=f"{name} is full: {STACKING_LIMIT}",
            no_way=lambda: self._no_way(there, name),
        )

    def _no_way(self, there: HexId, name: str) -> str:
        """Say why no way leads into a hex: what bars the step from an adjacent hex, or else that there is none."""
        if self.mobility == "train":
            return (
                f"no whole railroad leads to {name} past enemy units and their zones (ruling armored-train)"
            )
        barred = why_barred(self, there) if there in self.board.grid.neighbours(self.start) else ""
        return f"{barred}, and there is no way around" if barred else f"there is no way to {name}"


def why_barred(move: Move, there: HexId) -> str:
    """TEC: say what prohibits the step from a move's start into an adjacent hex; empty if it is free."""
    board, pays = move.board, rates(move.mobility, move.card)
    step = between(board, move.features, move.start, there, move.card)
    name = board.grid.hex_name(there)
    helped = is_helped(move.start, there, move.engineers, move.card)
    if over_water(step, pays, move.mobility, helped) is None:
        return f"a river bars {name} to {move.mobility} units without a bridge, a ford, pontoons or engineers (tec: River)"
    if uphill(step, pays, move.card) is None:
        return f"a slope bars {name} to {move.mobility} units but by road (tec: Slope, ruling road-slope)"
    return ""
