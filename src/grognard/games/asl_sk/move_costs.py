"""What steps on the map cost (ruling movement-costs): men 1, 2 in woods and buildings; AFVs by road, in the open, in woods."""

from fractions import Fraction
from functools import cache

from grognard.hexes import Direction, HexId
from grognard.hexes.paths import PROHIBITED, Ways, points
from grognard.registry import game_map

MF = {"squad": 4, "hs": 4, "crew": 4, "smc": 6}
WOUNDED_MF = 3
DOUBLE_TIME = 2
ROUT_MF = 6
# What an AFV pays to start and to stop.
START = STOP = 1
ON_FOOT = {"open ground": 1, "woods": 2, "building": 2}
ON_FOOT_BY_ROAD = 1
AFV_BY_ROAD = Fraction(1, 2)


@cache
def steps_on_foot(map_name: str) -> Ways:
    """Return what every step costs men."""
    board = game_map("asl-sk", map_name)

    def cost(here: HexId, direction: Direction, there: HexId) -> int:
        road = board.roads_at(board.grid.hexside(here, direction))
        return points(ON_FOOT_BY_ROAD if road else ON_FOOT[board.terrain[there]])

    return Ways(board.grid, cost)


@cache
def steps_of_afv(map_name: str, movement: int) -> Ways:
    """Return what every step costs an AFV of so many movement points: half of them in woods; into a building by road alone."""
    board = game_map("asl-sk", map_name)
    across = {"open ground": points(1), "woods": points(Fraction(movement, 2)), "building": PROHIBITED}

    def cost(here: HexId, direction: Direction, there: HexId) -> int:
        if board.roads_at(board.grid.hexside(here, direction)):
            return points(AFV_BY_ROAD)
        return across[board.terrain[there]]

    return Ways(board.grid, cost)
