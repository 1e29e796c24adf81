"""What must always hold of units in every game on a map: where they are, and how they come to be elsewhere."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Protocol, TypeVar

from grognard.hexes import Grid, HexId
from grognard.play.places import EXITED, LOST, WAITING, is_on_map
from grognard.rules.map_board import MapBoard


class Begins(Protocol):
    """A unit that begins in a hex, or comes in some turn."""

    @property
    def at(self) -> HexId | None:
        """Where it begins, if it begins on the map."""

    @property
    def turn(self) -> int:
        """When it comes."""


class Sided(Protocol):
    """A unit with a side."""

    @property
    def side(self) -> str:
        """Whose it is."""


U = TypeVar("U", bound=Sided)
Check = Callable[..., Iterable[str]]


def every_fault(checks: Iterable[Check], *moments: Any) -> list[str]:
    """Return what each of several checks finds."""
    return list(chain.from_iterable(check(*moments) for check in checks))


def misplaced(board: MapBoard[Any, Any, Any], begins: Callable[[Any], Begins]) -> Iterator[str]:
    """Every unit is on the map or in a box off it; who was set up does not wait, who comes later does."""
    for unit in board.context.scenario.units:
        place, first = board.place(unit), begins(unit)
        if is_on_map(place) and not 0 <= place < board.grid.size:
            yield f"{unit.name} is nowhere"
        if first.at is not None and place == WAITING:
            yield f"{unit.name} waits, and was set up on the map"
        if board.position.turn < first.turn and place != WAITING:
            yield f"{unit.name} is there before turn {first.turn}"


def stacked(
    grid: Grid, stacks: Iterable[tuple[HexId, Sequence[U]]], is_too_many: Callable[[Sequence[U]], bool]
) -> Iterator[str]:
    """Two sides never share a hex, and no hex holds too many units."""
    for at, units in stacks:
        if len({unit.side for unit in units}) > 1:
            yield f"both sides stand in {grid.hex_name(at)}"
        if is_too_many(units):
            yield f"{grid.hex_name(at)} holds too many units"


def astray(board: MapBoard[Any, Any, Any], phases: Sequence[str]) -> Iterator[str]:
    """The turn and the phase are the scenario's; ground that counts is held by one side at most, and no other is."""
    position, scenario = board.position, board.context.scenario
    if not 1 <= position.turn <= scenario.turns or position.phase not in phases:
        yield f"turn {position.turn}, phase {position.phase} is none of the scenario's"
    first, second = position.held
    if not first | second <= scenario.worth.keys():
        yield "a hex is held that nobody counts"
    if first & second:
        yield "both sides hold a hex"


def displaced(
    before: MapBoard[Any, Any, Any], after: MapBoard[Any, Any, Any], is_ordered: Callable[[Any], bool]
) -> Iterator[str]:
    """Who changed its place was ordered to, in some way; and who is gone for good stays so."""
    for unit in before.context.scenario.units:
        here, there = before.place(unit), after.place(unit)
        if here == there:
            continue
        if not is_ordered(unit):
            yield f"{unit.name} changes its place, and was not ordered to"
        if here in (LOST, EXITED):
            yield f"{unit.name} comes back"
