# SPDX-License-Identifier: Apache-2.0
"""Forces of which the enemy sees the hexes they hold, but not which units stand there: positions, and what sides learn.

What is known of a force moves along with it if it leaves its hex as a whole; if it divides, it is no longer known.
Units are lost openly. An enemy unit with a sighting that is still true is where it is; every other one on the map
is `HIDDEN`, and at full strength as far as is known. So the whole position and what a side sees of it mean the same
to that side, if it decides by the hexes that are held and by what it knows.

What is known is in `knowledge`, what may stand where nothing is known in `hidden_deals`, and what is shown of it in
`hidden_forces_view`. A game uses `HeldSeen` for its positions and `ForceBoard` for its boards.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec
from msgspec.structs import replace

from grognard.hexes import HexId
from grognard.play.by_side import BySide
from grognard.play.places import HIDDEN, LOST, WAITING, Place, is_on_map
from grognard.play.visibility import Seen
from grognard.rules.knowledge import NOTHING, Knowledge, Report, Sighting, less_one, reported
from grognard.rules.map_scenario import TwoSided

Scenario = TwoSided[Any, Any, Any]
Marks = Annotated[frozenset[int], Seen("part")]
T = TypeVar("T")


def no_more_states(number: int) -> tuple[str, ...]:
    """Return no further states of a unit."""
    del number
    return ()


# Positions


class HeldSeen(msgspec.Struct, frozen=True, gc=False):
    """A position of which all see which hexes a side holds. Units go by their number; those of the first side come first.

    `states` maps the fields with the states of units, which are shown with a counter, to their words; `own_marks`
    names the fields about what units did, which only their owner sees.
    """

    states: ClassVar[Mapping[str, str]] = {}
    own_marks: ClassVar[tuple[str, ...]] = ()

    turn: Annotated[int, Seen("all")]
    phase: Annotated[str, Seen("all")]
    # The side that acts; the side that moves first, and how many units it has.
    side: Annotated[str, Seen("all")]
    first: Annotated[str, Seen("all")]
    firsts: Annotated[int, Seen("all")]
    at: Annotated[tuple[Place, ...], Seen("part")]
    # Points lost; movement points spent this turn; all units, with those on top before those below.
    hurt: Annotated[tuple[int, ...], Seen("part")]
    spent: Annotated[tuple[int, ...], Seen("part")]
    order: Annotated[tuple[int, ...], Seen("part")]
    # The turn in which each unit is due; with the scenario.
    due: Annotated[tuple[int, ...], Seen("all")]
    # The hexes each side holds, and what each knows of the other.
    held: Annotated[BySide[frozenset[HexId]], Seen("all")]
    known: Annotated[BySide[Knowledge], Seen("part")]

    def owner(self, number: int) -> str:
        """Return the side of a unit."""
        return self.first if number < self.firsts else self.enemy_of(self.first)

    def enemy_of(self, side: str) -> str:
        """Return the other side."""
        one, other = self.held.sides
        return other if side == one else one

    def in_part(self, sides: Collection[str]) -> Mapping[str, Any]:
        """Return what sides see of the units: their own, and the enemy's where a sighting is fresh."""
        numbers = range(len(self.at))
        own = frozenset(n for n in numbers if self.owner(n) in sides)
        seen: dict[int, Sighting] = {}
        for side, knowledge in self.known.items():
            if side in sides:
                seen |= {
                    sighting.unit: replace(sighting, states=knowledge.states_of(sighting))
                    for sighting in knowledge.sightings
                    if sighting.fresh and sighting.unit not in own
                }
        mine = {name: getattr(self, name) & own for name in self.own_marks}
        states = {
            name: (getattr(self, name) & own)
            | {n for n, sighting in seen.items() if word in (sighting.states or ())}
            for name, word in self.states.items()
        }
        return {
            **mine,
            **states,
            "at": tuple(self.at[n] if n in own else self._apparent(n, seen) for n in numbers),
            "hurt": tuple(
                self.hurt[n] if n in own or n in seen or self.at[n] == LOST else 0 for n in numbers
            ),
            "spent": tuple(self.spent[n] if n in own else 0 for n in numbers),
            "order": (*(n for n in self.order if n in own), *(n for n in numbers if n not in own)),
            "known": of_sides(sides, self.known, NOTHING),
        }

    def _apparent(self, number: int, seen: Mapping[int, Sighting]) -> Place:
        """Return the apparent place of an enemy unit: lost, not yet due, seen somewhere, or hidden."""
        at = self.at[number]
        if at == LOST or (at == WAITING and self.turn < self.due[number]):
            return at
        return seen[number].at if number in seen else HIDDEN


P = TypeVar("P", bound=HeldSeen)


def of_sides(sides: Collection[str], pair: BySide[T], nothing: T) -> BySide[T]:
    """Return a pair with the values of some sides, and nothing for the others."""
    first, second = (value if side in sides else nothing for side, value in pair.items())
    return BySide(pair.sides, first, second)


def held_hexes(sides: tuple[str, str], scenario: Scenario, at: tuple[Place, ...]) -> BySide[frozenset[HexId]]:
    """Return the hexes that each side's units stand in."""
    first, second = (
        frozenset(place for place in at[scenario.numbers[side]] if is_on_map(place)) for side in sides
    )
    return BySide(sides, first, second)


def put(position: P, numbers: Collection[int], there: HexId) -> P:
    """Return the position with units of a side put in a hex, on top of those there; what the side holds is updated."""
    at = tuple(there if number in numbers else here for number, here in enumerate(position.at))
    order = (*numbers, *(number for number in position.order if number not in numbers))
    left = {position.at[number] for number in numbers}
    return with_hexes_entered(
        replace(position, at=at, order=order), position.owner(next(iter(numbers))), left, there
    )


def with_hexes_entered(position: P, side: str, left: Iterable[Place], entered: HexId | None = None) -> P:
    """Return the position in which a side holds the hex that its units entered, and no longer those that they left empty."""
    at = position.at[: position.firsts] if side == position.first else position.at[position.firsts :]
    held = position.held[side].difference(place for place in left if place not in at)
    return with_held(position, side, held if entered is None else held | {entered})


def with_held(position: P, side: str, held: frozenset[HexId]) -> P:
    """Return the position with the hexes that a side holds."""
    if held == position.held[side]:
        return position
    return replace(position, held=position.held.with_side(side, held))


def with_known(position: P, side: str, knowledge: Knowledge) -> P:
    """Return the position with what a side knows."""
    return replace(position, known=position.known.with_side(side, knowledge))


# What is learned


class Revealed(msgspec.Struct, frozen=True):
    """What an order reveals: units with their states, and hexes in which there were no others.

    `also` returns further states of a unit, which a position does not have.
    """

    units: Collection[int] = ()
    hexes: Collection[HexId] = ()
    also: Callable[[int], Iterable[str]] = no_more_states


def with_sightings(  # noqa: PLR0913 - what was shown, to whom, and how
    scenario: Scenario,
    knowledge: Knowledge,
    position: HeldSeen,
    numbers: Iterable[int],
    also: Callable[[int], Iterable[str]] = no_more_states,
    *,
    states: bool = True,
) -> Knowledge:
    """Return what a side knows after counters were shown to it, with their states or without."""
    sightings = {sighting.unit: sighting for sighting in knowledge.sightings}
    for number in numbers:
        points = scenario.units[number].points - position.hurt[number]
        seen = _states_of(position, number, also) if states else None
        earlier = sightings.get(number)
        if seen is None and earlier and earlier.fresh and earlier.turn == position.turn:
            seen = earlier.states
        at = position.at[number]
        assert is_on_map(at)  # noqa: S101 - only units on the map are shown
        sightings[number] = Sighting(number, at, position.turn, points, seen)
    return replace(knowledge, sightings=tuple(sightings[number] for number in sorted(sightings)))


def _states_of(position: HeldSeen, number: int, also: Callable[[int], Iterable[str]]) -> tuple[str, ...]:
    """Return the states of a unit in alphabetical order."""
    held = [word for name, word in position.states.items() if number in getattr(position, name)]
    return tuple(sorted([*held, *also(number)]))


def counted_in_contact(scenario: Scenario, position: P) -> P:
    """Let adjacent forces see each other's number of units."""
    around = scenario.map.grid.neighbours
    for side in scenario.sides:
        own, knowledge = position.held[side], position.known[side]
        for hex_id in sorted(position.held[position.enemy_of(side)]):
            if own.isdisjoint(around(hex_id)):
                continue
            report = knowledge.of(hex_id)
            # In a fresh report the number is true, once it has been seen.
            if report is None or report.units is None or report.turn != position.turn:
                knowledge = reported(knowledge, Report(hex_id, position.turn, position.at.count(hex_id)))
        if knowledge is not position.known[side]:
            position = with_known(position, side, knowledge)
    return position


def with_new_knowledge(scenario: Scenario, before: P, after: P, exposed: Revealed, *, contact: bool) -> P:
    """Return a position with what both sides know after an order: what they saw of it, what has gone stale, and contact.

    The enemy of revealed units sees them as they are afterwards.
    """
    if HIDDEN in after.at:
        return after  # what a side sees of a position: thinking about it teaches nothing
    first, second = (_knowledge_after(scenario, side, before, after, exposed) for side in after.known.sides)
    position = replace(after, known=BySide(after.known.sides, first, second))
    return counted_in_contact(scenario, position) if contact else position


def _knowledge_after(
    scenario: Scenario, side: str, before: HeldSeen, after: HeldSeen, exposed: Revealed
) -> Knowledge:
    """Return what a side knows of the enemy's units after they moved from one position to the next."""
    other = after.enemy_of(side)
    knowledge, numbers = before.known[side], scenario.numbers[other]
    if after.known[side] is not knowledge:
        knowledge = after.known[side]  # the order itself taught something
    theirs = [number for number in exposed.units if after.owner(number) == other]
    if theirs:
        for at in sorted(before.held[other].intersection(exposed.hexes)):
            report = knowledge.of(at)
            if report is None or report.units is None:
                knowledge = reported(knowledge, Report(at, after.turn, before.at.count(at)))
    if before.at[numbers] != after.at[numbers] or before.hurt[numbers] != after.hurt[numbers]:
        knowledge = _updated_knowledge(scenario, knowledge, _Shift(scenario, other, before, after))
    laid_open = [number for number in theirs if is_on_map(after.at[number])]
    return with_sightings(scenario, knowledge, after, laid_open, exposed.also) if laid_open else knowledge


class _Shift:
    """How the units of a side moved between positions: where those of each hex went, and which were hurt."""

    def __init__(self, scenario: Scenario, side: str, before: HeldSeen, after: HeldSeen) -> None:
        self.before, self.after = before, after
        self.went: dict[HexId, set[HexId]] = defaultdict(set)
        self.entered: set[HexId] = set()
        self.hurt_units: dict[HexId, list[int]] = defaultdict(list)
        for unit in scenario.of_side[side]:
            here: Place = before.at[unit.number]
            there: Place = after.at[unit.number]
            if is_on_map(here) and is_on_map(there):
                self.went[here].add(there)
            if is_on_map(there) and there != here:
                self.entered.add(there)
            if is_on_map(here) and before.hurt[unit.number] != after.hurt[unit.number]:
                self.hurt_units[here].append(unit.number)

    def whole(self, here: HexId) -> HexId | None:
        """Return where all that is left of a hex's force went; None if it divided or is gone."""
        ends = self.went.get(here, set())
        return next(iter(ends)) if len(ends) == 1 else None

    def joined(self, start: HexId, end: HexId) -> bool:
        """Return whether others are where a force arrived: they were there already, or also arrived."""
        others = [here for here, ends in self.went.items() if end in ends and here != start]
        return bool(others) or (start == end and end in self.entered)


def _updated_knowledge(scenario: Scenario, knowledge: Knowledge, shift: _Shift) -> Knowledge:
    sightings = [_updated_sighting(scenario, sighting, shift) for sighting in knowledge.sightings]
    reports: dict[HexId, Report] = {}
    for report in knowledge.reports:
        now = _updated_report(scenario, report, shift)
        if now.at not in reports or now.fresh:
            reports[now.at] = now
    left = tuple(sighting for sighting in sightings if shift.after.at[sighting.unit] != LOST)
    return Knowledge(tuple(reports[at] for at in sorted(reports)), left)


def _updated_sighting(scenario: Scenario, sighting: Sighting, shift: _Shift) -> Sighting:
    end = shift.whole(sighting.at) if sighting.fresh else None
    if end is None:
        return replace(sighting, fresh=False) if sighting.fresh else sighting
    points = scenario.units[sighting.unit].points - shift.after.hurt[sighting.unit]
    return replace(sighting, at=end, points=points)


def _updated_report(scenario: Scenario, report: Report, shift: _Shift) -> Report:
    if not report.fresh:
        return report
    end = shift.whole(report.at)
    if end is None or shift.joined(report.at, end):
        return replace(report, fresh=False)
    units, points, kinds = report.units, report.points, report.kinds
    for number in shift.hurt_units.get(report.at, ()):
        if points is not None:
            points -= shift.after.hurt[number] - shift.before.hurt[number]
        if shift.after.at[number] == LOST:
            units = None if units is None else units - 1
            kinds = None if kinds is None else less_one(kinds, scenario.units[number].kind)
    return replace(report, at=end, units=units, points=points, kinds=kinds)
