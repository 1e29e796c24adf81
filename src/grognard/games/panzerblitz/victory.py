"""Victory: points for enemy units destroyed, for units taken off the map, for ground held; and the verdict. Homemade."""

from collections.abc import Iterator

from grognard.charts.plurals import counted
from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.scenario import Unit
from grognard.games.panzerblitz.terms import SIDES, Side, enemy
from grognard.play.places import EXITED, LOST
from grognard.rules.victory_levels import level_lines, verdict_for


def counts(unit: Unit) -> bool:
    """Say whether a unit counts: trucks and wagons do, forts do not."""
    return not unit.is_fort


def lost(board: Board, side: Side) -> int:
    """Count the units a side has lost."""
    return sum(counts(unit) and board.place(unit) == LOST for unit in board.scenario.of_side[side])


def gone(board: Board, side: Side) -> int:
    """Count the units a side has taken off the map for points."""
    return sum(counts(unit) and board.place(unit) == EXITED for unit in board.scenario.of_side[side])


def points(board: Board) -> dict[str, int]:
    """Count the points of both sides as things stand."""
    return {side: _destroyed(board, side) + _exited(board, side) + _held(board, side) for side in SIDES}


def _destroyed(board: Board, side: Side) -> int:
    return board.scenario.file.victory.destroyed * lost(board, enemy(side))


def _exited(board: Board, side: Side) -> int:
    worth = board.scenario.file.victory.exits.get(side, {})
    return max(worth.values(), default=0) * gone(board, side)


def _held(board: Board, side: Side) -> int:
    return sum(board.scenario.worth[at] for at in board.position.held[side])


def tally(board: Board) -> Iterator[str]:
    """Say how the points come about, and which lead gives which verdict."""
    victory = board.scenario.file.victory
    for side in SIDES:
        parts = [f"{_destroyed(board, side)} for {counted(lost(board, enemy(side)), 'enemy unit')} destroyed"]
        if victory.exits.get(side):
            parts.append(f"{_exited(board, side)} for {counted(gone(board, side), 'unit')} taken off the map")
        if victory.ground:
            parts.append(f"{_held(board, side)} for ground held")
        yield f"{side}: {', '.join(parts)}."
    if victory.ground:
        yield f"Ground that counts: {', '.join(f'{name} {worth}' for name, worth in victory.ground.items())}."
    for side, edges in victory.exits.items():
        told = ", ".join(f"{name} {worth}" for name, worth in edges.items())
        yield f"For each {side} unit that leaves: {told}."
    yield from level_lines("German", victory.levels)


def verdict(board: Board) -> str:
    """Return the verdict on a game that is over."""
    german, soviet = points(board).values()
    return verdict_for(german - soviet, board.scenario.file.victory.levels)
