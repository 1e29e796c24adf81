# SPDX-License-Identifier: Apache-2.0
"""Victory: points for enemy units destroyed, for units taken off the map, for ground held; and the verdict. Homemade."""

from collections.abc import Iterator

from grognard.charts.plurals import counted
from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.terms import SIDES, Side, enemy
from grognard.play.places import EXITED, LOST, Place
from grognard.rules.held_ground import ground_points, ground_text
from grognard.rules.victory_levels import Lead


def _gone(board: Board, side: Side, where: Place) -> int:
    """Count the units of a side that were lost or have left the map: trucks and wagons count, forts do not."""
    return sum(board.place(unit) == where for unit in board.scenario.of_side[side] if not unit.is_fort)


def points(board: Board) -> dict[str, int]:
    """Count the points of both sides as things stand."""
    return {
        side: _destroyed(board, side) + _exited(board, side) + ground_points(board, side) for side in SIDES
    }


def _destroyed(board: Board, side: Side) -> int:
    return board.scenario.file.victory.destroyed * _gone(board, enemy(side), LOST)


def _exited(board: Board, side: Side) -> int:
    worth = board.scenario.file.victory.exits.get(side, {})
    return max(worth.values(), default=0) * _gone(board, side, EXITED)


def tally(board: Board) -> Iterator[str]:
    """Say how the points come about."""
    victory = board.scenario.file.victory
    for side in SIDES:
        parts = [
            f"{_destroyed(board, side)} for {counted(_gone(board, enemy(side), LOST), 'enemy unit')} destroyed"
        ]
        if victory.exits.get(side):
            parts.append(
                f"{_exited(board, side)} for {counted(_gone(board, side, EXITED), 'unit')} taken off the map"
            )
        if victory.ground:
            parts.append(f"{ground_points(board, side)} for ground held")
        yield f"{side}: {', '.join(parts)}."
    if victory.ground:
        yield ground_text(victory.ground)
    for side, edges in victory.exits.items():
        told = ", ".join(f"{name} {worth}" for name, worth in edges.items())
        yield f"For each {side} unit that leaves: {told}."


def lead(board: Board) -> Lead:
    """Return the German lead."""
    german, soviet = points(board).values()
    return Lead("German", german - soviet, board.scenario.file.victory.levels)
