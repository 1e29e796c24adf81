# SPDX-License-Identifier: Apache-2.0
"""A scenario under its rulings: all that stays the same from position to position."""

from collections import Counter
from functools import partial

from grognard.charts.errors import NoSuch
from grognard.games.jarama.board import Board
from grognard.games.jarama.position import Position
from grognard.games.jarama.scenario import Air, Scenario, Unit
from grognard.hexes import HexId
from grognard.registry import Card
from grognard.rules.cache import BoardCache
from grognard.rules.map_board import MapContext

# The full position, what each side sees of it, and the position that an order leads to.
LATELY = 4


class Context(MapContext[Unit, Scenario, Card]):
    """A scenario and the card it is played by: units and hexes by their names, and what positions mean on its map."""

    def __init__(self, scenario: Scenario, card: Card) -> None:
        super().__init__(scenario, card)
        self.board: BoardCache[Position, Board] = BoardCache(partial(Board, self), LATELY)
        self._near: dict[HexId, frozenset[HexId]] = {}
        self.planes = {plane.id: plane for plane in scenario.air}
        alike = Counter(unit.name for unit in scenario.units)
        self.called = [
            unit.name if alike[unit.name] == 1 else f"{unit.name} ({unit.formation})"
            for unit in scenario.units
        ]

    def plane(self, name: str) -> Air:
        """Return an aircraft by its id."""
        if name not in self.planes:
            raise NoSuch("aircraft", name, self.planes)
        return self.planes[name]

    def is_piece(self, name: str) -> bool:
        """Return whether an id is that of a unit or an aircraft."""
        return name in self.planes or super().is_piece(name)

    def piece(self, name: str) -> Unit | Air:
        """Return a unit or an aircraft by its id."""
        return self.planes[name] if name in self.planes else self.unit(name)

    def near(self, hex_id: HexId) -> frozenset[HexId]:
        """Return the hexes within two of one."""
        if hex_id not in self._near:
            self._near[hex_id] = frozenset(self.grid.within(hex_id, 2))
        return self._near[hex_id]
