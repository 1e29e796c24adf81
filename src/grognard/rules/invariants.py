# SPDX-License-Identifier: Apache-2.0
"""What must always hold in a game made of chapters: of a position, and of the step from one position to the next."""

from collections.abc import Iterator

import msgspec

from grognard.rules.board import Board
from grognard.rules.map_invariants import comeback_faults, placement_faults
from grognard.rules.units import Unit


def faults(board: Board) -> list[str]:
    """Return every invariant that a position breaks: about where units are, and of each chapter."""
    if len(board.position.at) != len(board.scenario.units):
        return ["a unit has no place"]
    faults = [*placement_faults(board.scenario, board.position), *_off_the_map(board), *_marked(board)]
    for chapter in board.book.chapters:
        faults += chapter.faults(board)
    return faults


def _off_the_map(board: Board) -> Iterator[str]:
    """Units of kinds that are never on the map are not on it."""
    for unit in board.scenario.units:
        if unit.off_map and board.is_on_map(unit):
            yield f"{unit.name} stands on the map"


def _marked(board: Board) -> Iterator[str]:
    """Only units on the map have marks."""
    for mark in board.context.marks:
        for number in sorted(getattr(board.position, mark)):
            unit = board.scenario.units[number]
            if not board.is_on_map(unit):
                yield f"{unit.name} is {mark} and not on the map"


def step_faults(before: Board, order: msgspec.Struct, after: Board) -> list[str]:
    """Return every invariant that a step breaks: about where units are, and of each chapter."""
    faults = [
        *_moved(before, order, after),
        *comeback_faults(before.scenario, before.position, after.position),
    ]
    for chapter in before.book.chapters:
        faults += chapter.step_faults(before, order, after)
    return faults


def _moved(before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
    """Units change their places only by an order that some chapter says may move them."""
    for unit in before.scenario.units:
        if before.at(unit) != after.at(unit) and not _was_moved(before, order, after, unit):
            yield f"{unit.name} changes its place, and was not ordered to"


def _was_moved(before: Board, order: msgspec.Struct, after: Board, unit: Unit) -> bool:
    return any(chapter.displaces(before, order, after, unit) for chapter in before.book.chapters)
