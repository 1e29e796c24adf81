# SPDX-License-Identifier: Apache-2.0
"""Victory: points for towns held and for enemy units eliminated, and the verdict by the lead of the first side.

A place is held by the side whose combat unit was last in it when that side's turn ended.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from grognard.charts.plurals import plural
from grognard.hexes import HexId
from grognard.play.places import LOST
from grognard.rules.chapter import Chapter, PositionField
from grognard.rules.sentences import cited
from grognard.rules.victory_levels import Lead

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.checking import Checking
    from grognard.rules.context import Context
    from grognard.rules.position import Position


class Victory(Chapter, frozen=True, kw_only=True):
    """Who gets points for towns, what a lost combat unit is worth to the enemy, and who can be beaten early.

    A side in `beaten` that has no combat unit on the map when its turn, or a later one, ends, has lost the game.
    """

    position_fields = (PositionField("held", frozenset[HexId]),)

    towns: Literal["first", "both"] = "both"
    loss: Annotated[int, Meta(ge=0)] = 1
    beaten: dict[str, Annotated[int, Meta(ge=1)]] = msgspec.field(default_factory=dict)
    cites: str = ""

    def check(self, check: "Checking") -> None:
        """Only a side can be beaten."""
        for side in self.beaten:
            check.one_of(("beaten", side), side, check.sides, "side")

    def holdings(self, context: "Context") -> frozenset[HexId]:
        """Return the towns that count."""
        return frozenset(context.scenario.worth)

    def ends_turn(self, board: "Board") -> "Position":
        """A side holds what it occupies as its turn ends."""
        side, position = board.now.side, board.position
        occupied = board.garrisons(side) & board.context.holdings
        is_first = side == board.context.sides[0]
        held = position.held | occupied if is_first else position.held - occupied
        return position if held == position.held else replace(position, held=held)

    def is_decided(self, board: "Board") -> bool:
        """Return whether a side is beaten before the last turn."""
        turn = board.position.turn
        return any(turn >= first and not board.garrisons(side) for side, first in self.beaten.items())

    # Points

    def lead(self, board: "Board") -> Lead:
        """Return how many points the first side is ahead."""
        first, second = self.points(board).values()
        return Lead(board.context.sides[0], first - second, board.scenario.file.levels)

    def points(self, board: "Board") -> dict[str, int]:
        """Count the current points of both sides."""
        return {
            side: self.town_points(board, side) + self.loss * self.losses(board, board.context.enemy[side])
            for side in board.context.sides
        }

    def town_points(self, board: "Board", side: str) -> int:
        """Count the points of a side for towns."""
        first = side == board.context.sides[0]
        if not first and self.towns == "first":
            return 0
        held = board.position.held
        return sum(worth for at, worth in board.scenario.worth.items() if (at in held) == first)

    def losses(self, board: "Board", side: str) -> int:
        """Count the combat units a side has lost."""
        return board.scenario.places_of_fighters[side](board.position.at).count(LOST)

    # Words

    def tally(self, board: "Board") -> Iterator[str]:
        """Say how the points come about, and which lead gives which verdict."""
        people, (first, second) = board.book.game.people, board.context.sides
        if not all(people.values()):
            yield from self._tally_by_name(board)
            return
        lost = {side: f"have lost {_units(self.losses(board, side))}" for side in board.context.sides}
        yield f"The {people[first]} hold {self.towns_held(board, first)}; the {people[second]} {lost[second]}."
        if self.towns == "both":
            yield f"The {people[second]} hold {self.towns_held(board, second)}; the {people[first]} {lost[first]}."
        else:
            yield f"The {people[first]} {lost[first]}."
        counted = ", ".join(f"{name} {worth}" for name, worth in board.scenario.file.counting.items())
        yield f"What counts: {counted}" + (f"; a combat unit lost is {self.loss}." if self.loss else ".")
        yield from self.lead(board).levels_told()

    def _tally_by_name(self, board: "Board") -> Iterator[str]:
        """Say the same for sides that only have a name."""
        for side in board.context.sides:
            lost = self.losses(board, side)
            yield f"{side} holds {self.towns_held(board, side)}, and has lost {lost or 'no'} {plural(lost, 'unit')}."
        yield f"A town counts for the side that was the last to end its turn in it; a unit lost is {self.loss} for the enemy{cited(self.cites)}."
        yield from self.lead(board).levels_told()

    def towns_held(self, board: "Board", side: str) -> str:
        """Name the towns that a side holds, with the points for each."""
        first, held, worth = side == board.context.sides[0], board.position.held, board.scenario.worth
        taken = {
            name: sum(
                worth[at] for at in board.scenario.map.place("town", name).hexes if (at in held) == first
            )
            for name in board.scenario.file.counting
        }
        return (
            ", ".join(f"{name} {points}" for name, points in taken.items() if points) or "no town that counts"
        )

    # What must always hold

    def faults(self, board: "Board") -> Iterator[str]:
        """Only places that count are held."""
        if not board.position.held <= board.context.holdings:
            yield "a hex is held that does not count for victory"

    def step_faults(self, before: "Board", order: msgspec.Struct, after: "Board") -> Iterator[str]:
        """Places change hands at the end of a side's turn, in favour of that side."""
        del order
        one, other = before.position, after.position
        taken, given = other.held - one.held, one.held - other.held
        ended = other.over or before.context.is_new_turn(one, other)
        if (taken or given) and not ended:
            yield "a place changes hands in the middle of a player-turn"
        for hexes, side in zip((taken, given), before.context.sides, strict=True):
            for at in hexes:
                if not any(unit.fights and unit.side == side for unit in after.units_at(at)):
                    yield f"{after.grid.hex_name(at)} goes to the {side} side, which has nobody there"


def _units(count: int) -> str:
    return "1 combat unit" if count == 1 else f"{count or 'no'} combat units"
