# SPDX-License-Identifier: Apache-2.0
"""The board of a game with hidden forces: stacks from the top, who holds what, which hexes are fully known; and its invariants.

A position may be the whole one, or what a side sees of it; both mean the same to that side.
"""

from collections.abc import Iterator
from typing import Any, Generic, Protocol, TypeVar

from grognard.charts.plurals import counted
from grognard.hexes import HexId
from grognard.play.places import BOXES, HIDDEN, LOST, is_on_map
from grognard.rules.hidden_forces import HeldSeen
from grognard.rules.knowledge import Report
from grognard.rules.map_board import MapBoard, MapContext


class ForceUnit(Protocol):
    """A unit of a force: its number in the order of battle, its side, and its points at full strength."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def number(self) -> int:
        """Its place in the order of battle."""

    @property
    def side(self) -> Any:
        """Its side."""

    @property
    def points(self) -> int:
        """Its points at full strength."""


X = TypeVar("X", bound=MapContext[Any, Any, Any])
P = TypeVar("P", bound=HeldSeen)
U = TypeVar("U", bound=ForceUnit)
S = TypeVar("S", bound=str)


class ForceBoard(MapBoard[X, P, U], Generic[X, P, U, S]):
    """One position on the map of its scenario, with forces that may be hidden."""

    __slots__ = ("cached_stacks",)

    def __init__(self, context: X, position: P, before: "ForceBoard[X, P, U, S] | None" = None) -> None:
        """Take over from the board before what has not changed since."""
        super().__init__(context, position)
        last = before.position if before else None
        same = last is not None and last.at is position.at and last.order is position.order
        self.cached_stacks: dict[HexId, list[U]] | None = before.cached_stacks if before and same else None

    @property
    def stacks(self) -> dict[HexId, list[U]]:
        """The units in each hex that are known to stand there, from the top."""
        if self.cached_stacks is None:
            stacks: dict[HexId, list[U]] = {}
            units, at = self.scenario.units, self.position.at
            for number in self.position.order:
                if is_on_map(here := at[number]):
                    stacks.setdefault(here, []).append(units[number])
            self.cached_stacks = stacks
        return self.cached_stacks

    def points(self, unit: U) -> int:
        """Return the points a unit has left."""
        return unit.points - self.position.hurt[unit.number]

    def hides(self, side: S) -> bool:
        """Return whether units of a side are not seen, because the position is what the enemy sees."""
        return HIDDEN in self.position.at[self.scenario.numbers[side]]

    def is_seen_through(self, hex_id: HexId) -> bool:
        """Return whether all the units in a hex are known: in the whole position they always are."""
        side = self.holder(hex_id)
        if side is None or not self.hides(side):
            return True
        return self.position.known[self.scenario.enemy(side)].is_whole(hex_id)

    def holder(self, hex_id: HexId) -> S | None:
        """Return the side that holds a hex; None if neither does."""
        side: S
        for side in self.scenario.sides:
            if hex_id in self.position.held[side]:
                return side
        return None

    def foes(self, side: S) -> frozenset[HexId]:
        """Return the hexes a side's enemy holds."""
        return self.position.held[self.scenario.enemy(side)]

    def in_contact(self, side: S) -> list[HexId]:
        """Return the enemy hexes next to hexes of a side; both are known to all."""
        own = self.position.held[side]
        return [at for at in sorted(self.foes(side)) if not own.isdisjoint(self.grid.neighbours(at))]

    def near_enemy(self, unit: U) -> bool:
        """Return whether a unit stands next to an enemy."""
        return not self.foes(unit.side).isdisjoint(self.grid.neighbours(self.at(unit)))

    def why_no_enemy(self, side: S, hex_id: HexId) -> str:
        """Say that no enemy of a side is in a hex; empty if one is."""
        return "" if hex_id in self.foes(side) else f"there is no enemy in {self.grid.names[hex_id]}"

    def why_not_next_to(self, unit: U, hex_id: HexId) -> str:
        """Say that a unit is not next to a hex; empty if it is."""
        if self.grid.distance(self.at(unit), hex_id) == 1:
            return ""
        return f"{unit.name} is not next to {self.grid.names[hex_id]}"

    def lost(self) -> set[int]:
        """Return the numbers of the units that are lost."""
        return {number for number, at in enumerate(self.position.at) if at == LOST}


# What must always hold

Forces = ForceBoard[Any, Any, Any, Any]


def holding_faults(board: Forces) -> Iterator[str]:
    """A side holds the hexes its units stand in."""
    for side in board.scenario.sides:
        places = {board.place(unit) for unit in board.scenario.of_side[side]} - BOXES
        if places != board.position.held[side]:
            yield f"{side} is said to hold other hexes than it does"


def report_faults(board: Forces) -> Iterator[str]:
    """A fresh report of a hex is true."""
    for side in board.scenario.sides:
        knowledge = board.position.known[side]
        if len({report.at for report in knowledge.reports}) != len(knowledge.reports):
            yield f"{side} knows a hex twice"
        for report in knowledge.reports:
            yield from (f"{side} believes {wrong}" for wrong in _wrong(board, side, report) if report.fresh)


def _wrong(board: Forces, side: str, report: Report) -> Iterator[str]:
    units = [unit for unit in board.units_at(report.at) if unit.side != side]
    name, disorganised = board.grid.hex_name(report.at), board.position.disorganised
    if report.units not in (None, len(units)):
        yield f"in {counted(report.units or 0, 'unit')} in {name}, and there are {len(units)}"
    if report.points not in (None, sum(map(board.points, units))):
        yield f"in {counted(report.points or 0, 'point')} in {name}"
    if report.kinds not in (None, tuple(sorted(unit.kind for unit in units))):
        yield f"in other kinds of units in {name}"
    if report.disorganised and any(unit.number not in disorganised for unit in units):
        yield f"all in {name} disorganised, and they are not"


def sighting_faults(board: Forces) -> Iterator[str]:
    """A counter with a fresh sighting stands where it was seen, with those points and states."""
    position = board.position
    for side in board.scenario.sides:
        for seen in position.known[side].sightings:
            unit = board.scenario.units[seen.unit]
            if unit.side == side or board.place(unit) == LOST:
                yield f"{side} knows {unit.name}, which is its own or lost"
            if not seen.fresh:
                continue
            if board.place(unit) != seen.at or board.points(unit) != seen.points:
                where, points = board.grid.hex_name(seen.at), counted(seen.points, "point")
                yield f"{side} believes {unit.name} in {where} with {points}"
            for name, word in position.states.items():
                truly = unit.number in getattr(position, name)
                if seen.states is not None and seen.turn == position.turn and (word in seen.states) != truly:
                    yield f"{side} is wrong about {unit.name} being {word}"


def forgotten_sightings(before: Forces, after: Forces) -> Iterator[str]:
    """A sighting is kept until the unit is lost."""
    for one, other in zip(before.position.known, after.position.known, strict=True):
        gone = {seen.unit for seen in one.sightings} - {seen.unit for seen in other.sightings}
        if gone - after.lost():
            yield "a counter that was seen is forgotten"
