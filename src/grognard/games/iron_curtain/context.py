"""A scenario under its rulings: all that stays the same while positions come and go."""

from functools import cached_property
from typing import TYPE_CHECKING

from grognard.games.iron_curtain import position as game_position
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.move_costs import Crossing, Mover, crossing
from grognard.games.iron_curtain.movement import allowance, mover_of
from grognard.hexes import HexId
from grognard.hexes.paths import points
from grognard.rules import context
from grognard.rules.cache import Latest
from grognard.rules.position import Position
from grognard.rules.scenario import Scenario
from grognard.rules.units import Unit

if TYPE_CHECKING:
    from grognard.rules.rulebook import Rulebook


class Context(context.Context):
    """A scenario and the rulebook it is played by; what lies between hexes, and how far they are from each other."""

    board_type = Board
    # The whole position, what each side sees of it, and what an order makes of it.
    lately = 4
    board: Latest[Position, Board]  # type: ignore[assignment]

    def __init__(self, scenario: Scenario, book: "Rulebook") -> None:
        super().__init__(scenario, book)
        self.movers: list[Mover] = [mover_of(unit, scenario.file.year) for unit in scenario.units]
        self._crossings: dict[tuple[HexId, HexId], Crossing] = {}

    def allowance(self, position: game_position.Position, unit: Unit) -> int:
        """Return a unit's movement allowance in a phase: with the steps it has left, and perhaps less out of supply."""
        return self._points[unit.number, position.hurt[unit.number], unit.number in position.short]

    @cached_property
    def _points(self) -> dict[tuple[int, int, bool], int]:
        """Every allowance there can be; of a unit that is lost, that of its last step."""
        period = self.scenario.file.period
        return {
            (unit.number, hurt, short): points(
                allowance(face.movement, in_supply=not short, period=period, card=self.card)
            )
            for unit in self.scenario.units
            for hurt, face in enumerate((*unit.faces, unit.faces[-1]))
            for short in (False, True)
        }

    @cached_property
    def flies(self) -> dict[str, bool]:
        """Say of each side whether it has air-mobile units."""
        return {
            side: any("air-mobile" in unit.traits for unit in units)
            for side, units in self.scenario.movers.items()
        }

    def crossing(self, here: HexId, there: HexId) -> Crossing:
        """Return what lies between two neighbouring hexes."""
        key = here, there
        if key not in self._crossings:
            self._crossings[key] = crossing(self.scenario.map, here, there, self.scenario.file.year)
        return self._crossings[key]
