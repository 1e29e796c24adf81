"""What must always hold whatever the chapters: of a position, and of the step from one position to the next."""

from collections.abc import Iterator
from typing import Any, Protocol

import msgspec

from grognard.play.places import HIDDEN, LOST, WAITING, Place, is_on_map
from grognard.rules.board import Board
from grognard.rules.map_scenario import MapScenario
from grognard.rules.units import Unit


class Placed(Protocol):
    """A position: the turn, and where each unit is."""

    @property
    def turn(self) -> int:
        """The turn it is."""

    @property
    def at(self) -> tuple[Place, ...]:
        """Where the units are, in the order of battle."""


def faults(board: Board) -> list[str]:
    """Return every invariant a position breaks: of where units are, and of each chapter."""
    if len(board.position.at) != len(board.scenario.units):
        return ["a unit has no place"]
    found = [*misplaced(board.scenario, board.position), *_off_the_map(board), *_marked(board)]
    for chapter in board.book.chapters:
        found += chapter.faults(board)
    return found


def misplaced(scenario: MapScenario[Any, Any], position: Placed) -> Iterator[str]:
    """Every unit is on land, waits, or is lost; who was set up does not wait, who comes later does."""
    land, size = scenario.map, scenario.map.grid.size
    for unit, at in zip(scenario.units, position.at, strict=True):
        if at == HIDDEN or (is_on_map(at) and not 0 <= at < size):
            yield f"{unit.name} is nowhere"
        elif is_on_map(at) and land.is_water(at):
            yield f"{unit.name} stands in the {land.terrain[at]}"
        if unit.at is not None and at == WAITING:
            yield f"{unit.name} waits, and was set up on the map"
        if position.turn < unit.turn and at != WAITING:
            yield f"{unit.name} is there before turn {unit.turn}"


def returned(scenario: MapScenario[Any, Any], before: Placed, after: Placed) -> Iterator[str]:
    """The lost stay lost, and nobody leaves the map."""
    for unit, here, there in zip(scenario.units, before.at, after.at, strict=True):
        if here == LOST != there:
            yield f"{unit.name} is back from the dead"
        if there == WAITING != here:
            yield f"{unit.name} has left the map"


def _off_the_map(board: Board) -> Iterator[str]:
    """Whoever never stands on the map does not."""
    for unit in board.scenario.units:
        if unit.off_map and board.is_on_map(unit):
            yield f"{unit.name} stands on the map"


def _marked(board: Board) -> Iterator[str]:
    """Whoever has a mark is a unit on the map."""
    for mark in board.context.marks:
        for number in sorted(getattr(board.position, mark)):
            unit = board.scenario.units[number]
            if not board.is_on_map(unit):
                yield f"{unit.name} is {mark} and not on the map"


def step_faults(before: Board, order: msgspec.Struct, after: Board) -> list[str]:
    """Return every invariant that a step breaks: of where units are, and of each chapter."""
    found = [*_moved(before, order, after), *returned(before.scenario, before.position, after.position)]
    for chapter in before.book.chapters:
        found += chapter.step_faults(before, order, after)
    return found


def _moved(before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
    """Who is somewhere else was ordered to, or took part in a battle."""
    for unit in before.scenario.units:
        if before.at(unit) != after.at(unit) and not _was_moved(before, order, after, unit):
            yield f"{unit.name} changes its place, and was not ordered to"


def _was_moved(before: Board, order: msgspec.Struct, after: Board, unit: Unit) -> bool:
    return any(chapter.displaces(before, order, after, unit) for chapter in before.book.chapters)
