"""A scenario under its rulings: all that stays the same while positions come and go."""

from functools import partial

from grognard.games import Card
from grognard.games.iron_curtain.board import LONGEST_RETREAT, Board
from grognard.games.iron_curtain.move_costs import Crossing, Mover, crossing, ways
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.scenario import Scenario, Unit
from grognard.hexes import HexId
from grognard.hexes.paths import Ways
from grognard.rules.cache import Latest
from grognard.rules.naming import Naming

# The whole position, what each side sees of it, and what an order makes of it.
LATELY = 4


class Context(Naming[Unit]):
    """A scenario, the card with the rulings in force, and units and hexes by their names."""

    def __init__(self, scenario: Scenario, card: Card) -> None:
        super().__init__(scenario.map, scenario.by_id)
        self.scenario = scenario
        self.card = card
        self.grid = scenario.map.grid
        self.board: Latest[Position, Board] = Latest(partial(Board, self), LATELY)
        self.movers = [
            Mover("leg" if unit.legs else "mech", unit.air_mobile, scenario.file.year)
            for unit in scenario.units
        ]
        self._crossings: dict[tuple[HexId, HexId], Crossing] = {}
        self._around: dict[HexId, dict[HexId, int]] = {}

    def ways(self, unit: Unit) -> Ways:
        """Return what every step costs a unit."""
        return ways(self.scenario.file.map, self.movers[unit.number], self.card)

    def around(self, hex_id: HexId) -> dict[HexId, int]:
        """Return the hexes around one with how far they are, a hex farther than any retreat goes."""
        if hex_id not in self._around:
            near = self.grid.within(hex_id, LONGEST_RETREAT + 1)
            self._around[hex_id] = {at: self.grid.distance(hex_id, at) for at in near}
        return self._around[hex_id]

    def crossing(self, here: HexId, there: HexId) -> Crossing:
        """Return what lies between two neighbouring hexes."""
        key = here, there
        if key not in self._crossings:
            self._crossings[key] = crossing(self.scenario.map, here, there, self.scenario.file.year)
        return self._crossings[key]

    def target(self, actor: str) -> HexId | None:
        """Return the hex that orders are given against by its name; none for a unit and for the end of a phase."""
        return None if not actor or actor in self.scenario.by_id else self.hex(actor)
