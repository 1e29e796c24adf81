# SPDX-License-Identifier: Apache-2.0
"""Units that ride on others: who is aboard which carrier, stacks without riders, and getting on and off.

`aboard` of a position has, for each unit, the number of the one that it rides on, or ON_FOOT. A carrier carries one
unit, and does not ride itself.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Any, Generic, Protocol, Self, TypeVar

from msgspec.structs import replace

from grognard.hexes import HexId
from grognard.play.places import BOXES, Place
from grognard.play.tuples import placed, placed_all
from grognard.rules.map_board import MapBoard, MapContext, Numbered
from grognard.rules.map_scenario import MapScenario

# In place of a carrier's number, if the unit does not ride.
ON_FOOT = -1


class Ridden(Protocol):
    """A position in which units ride."""

    @property
    def at(self) -> tuple[Place, ...]:
        """Where each unit is: riders are where their carriers are."""

    @property
    def aboard(self) -> tuple[int, ...]:
        """The number of the unit on which each unit rides."""


P = TypeVar("P", bound=Ridden)
T = TypeVar("T")
U = TypeVar("U", bound=Numbered)
X = TypeVar("X", bound=MapContext[Any, Any, Any])


class Occupancy(Generic[U]):
    """What follows from where units stand and which ride: stacks without riders, and the rider of each carrier."""

    __slots__ = ("aboard", "at", "riders", "stacks")

    def __init__(self, scenario: MapScenario[Any, Any], position: Ridden) -> None:
        self.at = position.at
        self.aboard = position.aboard
        units: tuple[U, ...] = scenario.units
        self.riders = {on: units[rider] for rider, on in enumerate(self.aboard) if on != ON_FOOT}
        stacks: dict[Any, list[U]] = defaultdict(list)
        for unit, at, on in zip(units, self.at, self.aboard, strict=True):
            if on == ON_FOOT:
                stacks[at].append(unit)
        for box in BOXES:
            stacks.pop(box, None)
        self.stacks: dict[HexId, list[U]] = dict(stacks)


class RidingBoard(MapBoard[X, P, U]):
    """One position on the map of its scenario, in which units may ride on others."""

    __slots__ = ("occupancy",)

    occupancy_type: type[Occupancy[U]] = Occupancy

    def __init__(self, context: X, position: P, before: Self | None = None) -> None:
        """Take over from the board before what has not changed since."""
        super().__init__(context, position)
        last = before.occupancy if before else None
        same = last is not None and last.at is position.at and last.aboard is position.aboard
        self.occupancy: Any = last if same else self.occupancy_type(context.scenario, position)

    @property
    def stacks(self) -> dict[HexId, list[U]]:
        """The units in each hex, in the order of battle, without riders."""
        stacks: dict[HexId, list[U]] = self.occupancy.stacks
        return stacks

    @property
    def riders(self) -> dict[int, U]:
        """The rider of each carrier."""
        riders: dict[int, U] = self.occupancy.riders
        return riders

    def is_aboard(self, unit: U) -> bool:
        """Return whether a unit rides on another."""
        return self.position.aboard[unit.number] != ON_FOOT

    def is_on_foot(self, unit: U) -> bool:
        """Return whether a unit is on the map and does not ride."""
        return self.is_on_map(unit) and not self.is_aboard(unit)

    def carrier(self, unit: U) -> U | None:
        """Return the unit that a unit rides on."""
        number = self.position.aboard[unit.number]
        carrier: U | None = None if number == ON_FOOT else self.context.scenario.units[number]
        return carrier

    def party(self, unit: U) -> set[int]:
        """Return the numbers of a unit and of its rider, if any."""
        rider = self.riders.get(unit.number)
        return {unit.number, rider.number} if rider else {unit.number}


# New positions; `changes` are further fields that change


def mounted(position: T, unit: Numbered, carrier: Numbered, **changes: Any) -> T:
    """Return the position with a unit on a carrier, and in the carrier's place."""
    now: Any = position
    at = placed(now.at, unit.number, now.at[carrier.number])
    after: T = replace(now, at=at, aboard=placed(now.aboard, unit.number, carrier.number), **changes)
    return after


def dismounted(position: T, unit: Numbered, **changes: Any) -> T:
    """Return the position with a unit on foot where its carrier is."""
    now: Any = position
    after: T = replace(now, aboard=placed(now.aboard, unit.number, ON_FOOT), **changes)
    return after


def taken_off(position: T, numbers: Collection[int], place: Place, **changes: Any) -> T:
    """Return the position with units taken off the map, and off their carriers."""
    now: Any = position
    at, aboard = placed_all(now.at, numbers, place), placed_all(now.aboard, numbers, ON_FOOT)
    after: T = replace(now, at=at, aboard=aboard, **changes)
    return after


def riding_faults(board: RidingBoard[Any, Any, Any]) -> Iterator[str]:
    """A rider is where its carrier is; a carrier carries one unit, and does not ride itself."""
    carrying: set[int] = set()
    for unit in board.context.scenario.units:
        carrier = board.carrier(unit)
        if carrier is None:
            continue
        if board.place(carrier) != board.place(unit):
            yield f"{unit.name} rides on {carrier.name}, which is elsewhere"
        if carrier.number in carrying or board.is_aboard(carrier):
            yield f"{carrier.name} carries more than it can"
        carrying.add(carrier.number)
