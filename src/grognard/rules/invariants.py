"""What must always hold whatever the chapters: of a position, and of the step from one position to the next."""

from collections.abc import Iterator

import msgspec

from grognard.play.places import HIDDEN, LOST, WAITING, is_on_map
from grognard.rules.board import Board
from grognard.rules.units import Unit


def faults(board: Board) -> list[str]:
    """Return every invariant a position breaks: of where units are, and of each chapter."""
    if len(board.position.at) != len(board.scenario.units):
        return ["a unit has no place"]
    found = [*_misplaced(board), *_marked(board)]
    for chapter in board.book.chapters:
        found += chapter.faults(board)
    return found


def _misplaced(board: Board) -> Iterator[str]:
    """Every unit is on land, waits, or is lost; who was set up does not wait, who comes later does."""
    for unit in board.scenario.units:
        at = board.at(unit)
        if at == HIDDEN or (is_on_map(at) and not 0 <= at < board.grid.size):
            yield f"{unit.name} is nowhere"
        elif is_on_map(at) and board.scenario.map.is_water(at):
            yield f"{unit.name} stands in the {board.terrain(at)}"
        if unit.off_map and is_on_map(at):
            yield f"{unit.name} stands on the map"
        if unit.at is not None and at == WAITING:
            yield f"{unit.name} waits, and was set up on the map"
        if board.position.turn < unit.turn and at != WAITING:
            yield f"{unit.name} is there before turn {unit.turn}"


def _marked(board: Board) -> Iterator[str]:
    """Whoever has a mark is a unit on the map."""
    for mark in board.context.marks:
        for number in sorted(getattr(board.position, mark)):
            unit = board.scenario.units[number]
            if not board.is_on_map(unit):
                yield f"{unit.name} is {mark} and not on the map"


def step_faults(before: Board, order: msgspec.Struct, after: Board) -> list[str]:
    """Return every invariant that a step breaks: of where units are, and of each chapter."""
    found = list(_moved(before, order, after))
    for chapter in before.book.chapters:
        found += chapter.step_faults(before, order, after)
    return found


def _moved(before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
    """Who is somewhere else was ordered to, or took part in a battle; the lost stay lost, and nobody leaves the map."""
    for unit in before.scenario.units:
        if before.at(unit) == after.at(unit):
            continue
        if not _was_moved(before, order, after, unit):
            yield f"{unit.name} changes its place, and was not ordered to"
        if before.at(unit) == LOST:
            yield f"{unit.name} is back from the dead"
        if after.at(unit) == WAITING:
            yield f"{unit.name} has left the map"


def _was_moved(before: Board, order: msgspec.Struct, after: Board, unit: Unit) -> bool:
    return any(chapter.displaces(before, order, after, unit) for chapter in before.book.chapters)
