"""Victory: points for towns held and for enemy units eliminated. All of it is homemade (ruling victory)."""

from collections.abc import Iterator

from grognard.charts.plurals import plural
from grognard.games.iron_curtain.board import Board
<<<<<<< HEAD
from grognard.games.iron_curtain.terms import Side, enemy
from grognard.hexes import HexId
from grognard.play.places import LOST
from grognard.rules.victory_levels import level_lines, verdict_for
=======
from grognard.rules.victory import Victory
>>>>>>> main


class Towns(Victory, frozen=True, kw_only=True):
    """Ruling victory: a town counts for whoever was the last to end his turn in it."""

<<<<<<< HEAD

def points(board: Board) -> dict[str, int]:
    """Ruling victory: count the points of both sides as things stand."""
    return {side: towns(board, side) + losses(board, enemy(side)) for side in board.scenario.sides}


def towns(board: Board, side: Side) -> int:
    """Count the points of the towns a side holds."""
    return sum(worth for at, worth in board.scenario.worth.items() if holds(board, side, at))


def losses(board: Board, side: Side) -> int:
    """Count the units a side has lost."""
    return board.position.at[board.scenario.numbers[side]].count(LOST)


def lead(board: Board) -> int:
    """Return the lead of the side that moves first."""
    found = points(board)
    return found[board.scenario.first] - found[board.scenario.second]


def tally(board: Board) -> Iterator[str]:
    """Say how the points come about, and which lead gives which verdict."""
    for side in board.scenario.sides:
        held = [each for each in _by_town(board, side).items() if each[1]]
        towns = ", ".join(f"{name} {worth}" for name, worth in held) or "no town that counts"
        lost = losses(board, side)
        yield f"{side} holds {towns}, and has lost {lost or 'no'} {plural(lost, 'unit')}."
    yield "A town counts for whoever was the last to end his turn in it; a unit lost is 1 for the enemy (ruling victory)."
    yield from level_lines(board.scenario.first, board.scenario.file.victory.levels)


def _by_town(board: Board, side: Side) -> dict[str, int]:
    """Return the points a side has for each town."""
    worth, found = board.scenario.worth, {}
    for names in board.scenario.file.victory.towns.values():
        for name in names:
            hexes = board.scenario.map.place("town", name).hexes
            found[name] = sum(worth[at] for at in hexes if holds(board, side, at))
    return found


def verdict(board: Board) -> str:
    """Ruling victory: return the verdict on a game that is over, by the lead of the side that moves first."""
    return verdict_for(lead(board), board.scenario.file.victory.levels)
=======
    def tally(self, board: Board) -> Iterator[str]:
        """Say how the points come about, and which lead gives which verdict."""
        for side in board.context.sides:
            lost = self.losses(board, side)
            yield f"{side} holds {self.towns_held(board, side)}, and has lost {lost or 'no'} {plural(lost, 'unit')}."
        yield "A town counts for whoever was the last to end his turn in it; a unit lost is 1 for the enemy (ruling victory)."
        yield from self.levels_told(board)
>>>>>>> main
