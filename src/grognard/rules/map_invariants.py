# SPDX-License-Identifier: Apache-2.0
"""What must always hold of units in every game on a map, made of chapters or not: where they are, and how they change places."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, Protocol

import msgspec

from grognard.hexes import Grid, HexId
from grognard.play.places import EXITED, HIDDEN, LOST, WAITING, Place, is_on_map
from grognard.rules.map_board import MapBoard
from grognard.rules.map_scenario import MapScenario


class Begins(Protocol):
    """A unit that begins in a hex, or arrives in some turn."""

    @property
    def at(self) -> HexId | None:
        """Where it begins, if it begins on the map."""

    @property
    def turn(self) -> int:
        """The turn in which it arrives."""


class Sided(Protocol):
    """A unit with a side."""

    @property
    def side(self) -> str:
        """Its side."""


class Placed(Protocol):
    """A position: the turn, and where each unit is."""

    @property
    def turn(self) -> int:
        """The current turn."""

    @property
    def at(self) -> tuple[Place, ...]:
        """Where each unit is, in the order of battle."""


Check = Callable[..., Iterable[str]]


def every_fault(checks: Iterable[Check], *moments: Any) -> list[str]:
    """Return what several checks find."""
    return list(chain.from_iterable(check(*moments) for check in checks))


def placement_faults(
    scenario: MapScenario[Any, Any], position: Placed, begins: Callable[[Any], Begins] = lambda unit: unit
) -> Iterator[str]:
    """Every unit is on land or in a box off the map; units that were set up do not wait, and those that come later do.

    `begins` returns the unit whose start counts, if a unit begins with another.
    """
    land, size = scenario.map, scenario.map.grid.size
    for unit, at in zip(scenario.units, position.at, strict=True):
        first = begins(unit)
        if at == HIDDEN or (is_on_map(at) and not 0 <= at < size):
            yield f"{unit.name} is nowhere"
        elif is_on_map(at) and land.is_water(at):
            yield f"{unit.name} stands in the {land.terrain[at]}"
        if first.at is not None and at == WAITING:
            yield f"{unit.name} waits, and was set up on the map"
        if position.turn < first.turn and at != WAITING:
            yield f"{unit.name} is there before turn {first.turn}"


def stacking_faults(
    grid: Grid, stacks: Mapping[HexId, Sequence[Sided]], room: Callable[[HexId], int]
) -> Iterator[str]:
    """Two sides never share a hex, and no hex holds more than it has room for."""
    for at, units in stacks.items():
        if len({unit.side for unit in units}) > 1:
            yield f"both sides stand in {grid.hex_name(at)}"
        if room(at) < 0:
            yield f"{grid.hex_name(at)} holds too many units"


def time_and_ground_faults(board: MapBoard[Any, Any, Any], phases: Sequence[str]) -> Iterator[str]:
    """The turn and the phase are the scenario's; ground that counts is held by at most one side, and no other ground is held."""
    position, scenario = board.position, board.context.scenario
    if not 1 <= position.turn <= scenario.turns or position.phase not in phases:
        yield f"turn {position.turn}, phase {position.phase} is none of the scenario's"
    first, second = position.held
    if not first | second <= scenario.worth.keys():
        yield "a hex is held that does not count for victory"
    if first & second:
        yield "both sides hold a hex"


def time_goes_on(fields: Sequence[str], may_end: Callable[[Any, msgspec.Struct], bool]) -> Check:
    """Return a check that the fields of a position that tell the time change only by an order that may end a phase."""
    moment = attrgetter(*fields)

    def check(
        before: MapBoard[Any, Any, Any], order: msgspec.Struct, after: MapBoard[Any, Any, Any]
    ) -> Iterator[str]:
        was, now = moment(before.position), moment(after.position)
        if was != now and not may_end(before, order):
            yield f"the phase ends, and nobody ended it: {was} to {now}"

    return check


def comeback_faults(scenario: MapScenario[Any, Any], before: Placed, after: Placed) -> Iterator[str]:
    """Lost units stay lost, and no unit leaves the map."""
    for unit, here, there in zip(scenario.units, before.at, after.at, strict=True):
        if here == LOST != there:
            yield f"{unit.name} is back from the dead"
        if there == WAITING != here:
            yield f"{unit.name} has left the map"


def displacement_faults(
    before: MapBoard[Any, Any, Any], after: MapBoard[Any, Any, Any], is_ordered: Callable[[Any], bool]
) -> Iterator[str]:
    """Only units that an order moves change their places, and units lost or off the map never come back."""
    for unit in before.context.scenario.units:
        here, there = before.place(unit), after.place(unit)
        if here == there:
            continue
        if not is_ordered(unit):
            yield f"{unit.name} changes its place, and was not ordered to"
        if here in (LOST, EXITED):
            yield f"{unit.name} comes back"
