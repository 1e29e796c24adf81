# SPDX-License-Identifier: Apache-2.0
"""What a scenario's map has for this game alone: beaches, ports, airfields, and the line of extended air range."""

from functools import cache

from grognard.rules.scenario import Scenario


class Places:
    """The places of one scenario. If it names beaches, only those count."""

    def __init__(self, scenario: Scenario) -> None:
        board, grid, named = scenario.map, scenario.map.grid, scenario.file.landing.beaches
        beaches = [place for place in board.places_of("beach") if not named or place.name in named]
        self.beaches = frozenset(at for place in beaches for at in place.hexes)
        self.ports = frozenset(at for place in board.places_of("port") for at in place.hexes)
        self.shore = self.beaches | self.ports
        self.landings = sorted(self.shore)
        self.airfields = frozenset(board.place("area", "Airfields").hexes)
        self.cities = scenario.terrain_hexes("city")
        # 10.7 The seaward side of the extended range line, and the clear hexes there, where paratroops may drop.
        corner = grid.hex_at(grid.columns - 1, grid.rows - 1)
        assert corner is not None  # noqa: S101 - every grid has its last hex
        self.seaward = board.one_side("Extended air range", corner)
        self.drop_zones = sorted(at for at in self.seaward if board.terrain[at] == "clear")


@cache
def places(scenario: Scenario) -> Places:
    """Return the places of a scenario, worked out once."""
    return Places(scenario)
