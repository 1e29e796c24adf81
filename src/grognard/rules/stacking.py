# SPDX-License-Identifier: Apache-2.0
"""Stacking: how many units a hex holds at the end of each move, retreat and advance.

Combat units count, each as one or by its size; others do not. The two sides never share a hex.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from grognard.charts.files import Source
from grognard.hexes import HexId
from grognard.play.places import Place
from grognard.play.refusal import Refusal
from grognard.rules.chapter import Chapter
from grognard.rules.map_invariants import stacking_faults
from grognard.rules.sentences import cited
from grognard.rules.units import Unit
from grognard.umpire import Rule

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.checking import Checking
    from grognard.rules.position import Position
    from grognard.rules.scenario import Scenario

# The number of hexes around one.
AROUND = 6


class Stacking(Chapter, frozen=True, kw_only=True):
    """How much a hex holds: `limit` units, or so many points if `sizes` says what a unit of each size counts."""

    limit: Annotated[int, Meta(ge=1, le=999)]
    sizes: dict[str, Annotated[int, Meta(ge=0, le=999)]] = msgspec.field(default_factory=dict)
    cites: str = ""

    def check(self, check: "Checking") -> None:
        """Sizes must be sizes of units, and all of them."""
        for size in self.sizes:
            check.one_of(("sizes", size), size, check.units.sizes, "size of units")
        for size in check.units.sizes if self.sizes else ():
            if size not in self.sizes:
                check.fault(("sizes",), f"do not say what a {size} counts")

    def check_scenario(self, source: Source, scenario: "Scenario") -> None:
        """No unit may begin in a hex with an enemy, or with more units of its side than the hex holds."""
        stacks: dict[HexId, list[Unit]] = defaultdict(list)
        for unit in scenario.units:
            if unit.at is not None:
                stacks[unit.at].append(unit)
        for at, units in stacks.items():
            where = f"hex {scenario.map.grid.hex_name(at)}"
            if len({unit.side for unit in units}) > 1:
                source.fault(("units",), "has units of both sides", scenario.line(source, units[-1]), where)
            elif self.taken(units) > self.limit:
                what = f"holds too many {units[0].side} units: {self.limit_text}"
                source.fault(("units",), what, scenario.line(source, units[-1]), where)

    def weight(self, unit: Unit) -> int:
        """Return how much a unit counts."""
        if not unit.fights:
            return 0
        return self.sizes.get(unit.size, 1) if self.sizes else 1

    def taken(self, units: Iterable[Unit]) -> int:
        """Return how much of a hex units take up."""
        return sum(map(self.weight, units))

    def begin(self, scenario: "Scenario", position: "Position") -> "Position":
        """Return the first position, with the initial order of stacks."""
        del scenario
        return position

    def put(self, position: "Position", units: Sequence[Unit], there: HexId) -> "Position":
        """Put units into a hex."""
        at = list(position.at)
        for unit in units:
            at[unit.number] = there
        return replace(position, at=tuple(at))

    def may_come(self, board: "Board", unit: Unit, hex_id: HexId) -> bool:
        """Return whether there is room for a unit to arrive in a hex."""
        return board.fits(unit, hex_id)

    def thin_out(self, board: "Board") -> "Rule[Position]":
        """Decide what happens to excess units in a hex as a phase ends; by default there are none."""
        yield from ()
        return board.position

    def most(self, scenario: "Scenario") -> int:
        """Return how much a hex holds in a scenario."""
        del scenario
        return self.limit

    def holds(self, scenario: "Scenario") -> str:
        """Say how much a hex holds in a scenario."""
        del scenario
        return self.limit_text

    def room(self, board: "Board", hex_id: HexId) -> int:
        """Return how much more a hex can hold."""
        return self.most(board.scenario) - self.taken(board.units_at(hex_id))

    def full(self, scenario: "Scenario", side: str, at: tuple[Place, ...], weight: int = 1) -> list[HexId]:
        """Return the hexes that can hold no more units of a side and a weight, given the places of all units."""
        places = scenario.places_of_fighters[side](at)
        count: dict[Place, int] = {}
        if self.sizes:
            for number, place in zip(scenario.fighters[side], places, strict=True):
                count[place] = count.get(place, 0) + self.weight(scenario.units[number])
        else:
            for place in places:
                count[place] = count.get(place, 0) + 1
        most = self.limit - weight
        return [at for at, taken in count.items() if taken > most and isinstance(at, int)]

    @property
    def limit_text(self) -> str:
        """The limit in words."""
        what = "stacking points" if self.sizes else "combat unit" if self.limit == 1 else "combat units"
        return f"{self.limit} {what} to a hex{cited(self.cites)}"

    def too_many_around(self, attackers: int) -> str:
        """Say why so many units cannot stand around a hex to attack it; empty if they can."""
        most = AROUND * self.limit
        if self.sizes or attackers <= most:
            return ""
        around = f"{self.limit} from each of the six around it"
        says = f"at most {most} units attack a hex, {around}, and here are {attackers}{cited(self.cites)}"
        return Refusal(says, "chapter", "stacking")

    def faults(self, board: "Board") -> Iterator[str]:
        """The two sides are never in one hex, nor more units than it holds."""
        return stacking_faults(
            board.grid, board.stacks, lambda at: 0 if self.may_crowd(board, at) else board.room(at)
        )

    def may_crowd(self, board: "Board", at: HexId) -> bool:
        """Return whether a hex may temporarily have more units than it holds."""
        del board, at
        return False
