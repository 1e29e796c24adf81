"""What sides come to know of each other, and how it stays true or goes stale (rulings fog and contact).

A force that leaves its hex whole takes what is known of it along; one that divides is not known any more. What is lost
is lost in the open. So what is `fresh` is always true, and whatever else was known stays, with its date.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable

from msgspec.structs import replace

from grognard.games.jarama.position import STATES, Knowledge, Position, Report, Sighting, State
from grognard.games.jarama.scenario import Scenario
from grognard.games.jarama.terms import SIDES, Side, enemy
from grognard.hexes import HexId
from grognard.play.by_side import BySide
from grognard.play.places import HIDDEN, LOST, Place, is_on_map
from grognard.registry import Card

Commanded = Callable[[int], bool]


def standing(scenario: Scenario, at: tuple[Place, ...]) -> BySide[frozenset[HexId]]:
    """Return the hexes that each side's units stand in."""
    return BySide(
        SIDES, *(frozenset(each for each in at[scenario.numbers[side]] if is_on_map(each)) for side in SIDES)
    )


def put(position: Position, numbers: Collection[int], there: HexId) -> Position:
    """Return the position with units of a side put in a hex, on top of who is there; what it holds changes with it."""
    at = tuple(there if number in numbers else here for number, here in enumerate(position.at))
    order = (*numbers, *(number for number in position.order if number not in numbers))
    left = {position.at[number] for number in numbers}
    return holding(replace(position, at=at, order=order), position.owner(next(iter(numbers))), left, there)


def holding(position: Position, side: Side, left: Iterable[Place], entered: HexId | None = None) -> Position:
    """Return the position with a side holding what its units entered, and no more what nobody of them is left in."""
    at = position.at[: position.firsts] if side == position.first else position.at[position.firsts :]
    held = position.held[side].difference(each for each in left if each not in at)
    return with_held(position, side, held if entered is None else held | {entered})


def with_held(position: Position, side: Side, held: frozenset[HexId]) -> Position:
    """Return the position in which a side holds so many hexes."""
    if held == position.held[side]:
        return position
    return replace(position, held=position.held.with_side(side, held))


def settled(  # noqa: PLR0913, PLR0917 - what there is to know
    scenario: Scenario,
    card: Card,
    before: Position,
    after: Position,
    shown: Collection[int] = (),
    commanded: Commanded | None = None,
) -> Position:
    """Return a position with what both sides know after an order: what they saw of it, what goes stale, and contact.

    `shown` are the units laid open with their states, which whoever is their enemy sees as they now are.
    """
    if HIDDEN in after.at:
        return after  # what a side sees of a position: it learns nothing by thinking about it
    known = (_followed(scenario, side, before, after, shown, commanded) for side in SIDES)
    found = replace(after, known=BySide(SIDES, *known))
    return in_contact(scenario, found) if card.ruled("contact") == "count" else found


def _followed(  # noqa: PLR0913, PLR0917 - what there is to know
    scenario: Scenario,
    side: Side,
    before: Position,
    after: Position,
    shown: Collection[int],
    commanded: Commanded | None,
) -> Knowledge:
    """Follow what a side knows of the enemy's units from one position to the next."""
    known, numbers = before.known[side], scenario.numbers[enemy(side)]
    if after.known[side] is not known:
        known = after.known[side]  # something was learned in the order itself
    if any(after.owner(each) != side for each in shown):
        known = _all_seen(side, known, before, after)
    if before.at[numbers] != after.at[numbers] or before.hurt[numbers] != after.hurt[numbers]:
        known = _carried(scenario, known, _Shift(scenario, enemy(side), before, after))
    laid_open = [each for each in shown if after.owner(each) != side and is_on_map(after.at[each])]
    return sighted(scenario, known, after, laid_open, commanded) if laid_open else known


def _all_seen(side: Side, known: Knowledge, before: Position, after: Position) -> Knowledge:
    """Count whoever was in the hex that was attacked or bombarded: all of them were laid open, so nobody else was there."""
    struck = {each.target for each in after.struck[len(before.struck) :]}
    for at in sorted((after.attacked - before.attacked | struck) & before.held[enemy(side)]):
        report = known.of(at)
        if report is None or report.units is None:
            known = reported(known, Report(at, after.turn, before.at.count(at)))
    return known


class _Shift:
    """How the units of a side went from one position to the next: who left each hex for where, and what it cost."""

    def __init__(self, scenario: Scenario, side: Side, before: Position, after: Position) -> None:
        self.before, self.after = before, after
        self.went: dict[HexId, set[HexId]] = defaultdict(set)
        self.came: set[HexId] = set()
        self.harm: dict[HexId, list[int]] = defaultdict(list)
        for unit in scenario.of_side[side]:
            here, there = before.at[unit.number], after.at[unit.number]
            if is_on_map(here) and is_on_map(there):
                self.went[here].add(there)
            if is_on_map(there) and there != here:
                self.came.add(there)
            if is_on_map(here) and before.hurt[unit.number] != after.hurt[unit.number]:
                self.harm[here].append(unit.number)

    def whole(self, here: HexId) -> HexId | None:
        """Return where all went that are left of a hex's force; none where it divided or is gone."""
        ends = self.went.get(here, set())
        return next(iter(ends)) if len(ends) == 1 else None

    def joined(self, start: HexId, end: HexId) -> bool:
        """Say whether others are where a force came to: they were there, or came from elsewhere."""
        others = [here for here, ends in self.went.items() if end in ends and here != start]
        return bool(others) or (start == end and end in self.came)


def _carried(scenario: Scenario, known: Knowledge, shift: _Shift) -> Knowledge:
    sightings = [_seen_again(scenario, each, shift) for each in known.sightings]
    reports: dict[HexId, Report] = {}
    for report in known.reports:
        found = _reported_again(scenario, report, shift)
        if found.at not in reports or found.fresh:
            reports[found.at] = found
    left = tuple(each for each in sightings if shift.after.at[each.unit] != LOST)
    return Knowledge(tuple(reports[at] for at in sorted(reports)), left)


def _seen_again(scenario: Scenario, each: Sighting, shift: _Shift) -> Sighting:
    end = shift.whole(each.at) if each.fresh else None
    if end is None:
        return replace(each, fresh=False) if each.fresh else each
    points = scenario.units[each.unit].points - shift.after.hurt[each.unit]
    return replace(each, at=end, points=points)


def _reported_again(scenario: Scenario, report: Report, shift: _Shift) -> Report:
    if not report.fresh:
        return report
    end = shift.whole(report.at)
    if end is None or shift.joined(report.at, end):
        return replace(report, fresh=False)
    units, points, kinds = report.units, report.points, report.kinds
    for number in shift.harm.get(report.at, ()):
        if points is not None:
            points -= shift.after.hurt[number] - shift.before.hurt[number]
        if shift.after.at[number] == LOST:
            units = None if units is None else units - 1
            kinds = None if kinds is None else less_one(kinds, scenario.units[number].kind)
    return replace(report, at=end, units=units, points=points, kinds=kinds)


def less_one(kinds: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """Return kinds of units without one of a kind."""
    at = kinds.index(kind)
    return (*kinds[:at], *kinds[at + 1 :])


# What is learned


def states_of(position: Position, number: int, commanded: Commanded | None = None) -> tuple[State, ...]:
    """Return the states of a unit, by their names in order."""
    found: list[State] = [word for board, word in STATES.items() if number in getattr(position, board)]
    if commanded and not commanded(number):
        found.append("out of command")
    return tuple(sorted(found))


def sighted(  # noqa: PLR0913 - what was shown, to whom, and how
    scenario: Scenario,
    known: Knowledge,
    position: Position,
    numbers: Iterable[int],
    commanded: Commanded | None = None,
    *,
    states: bool = True,
) -> Knowledge:
    """Return what a side knows once counters were shown to it, with their states or without."""
    found = {each.unit: each for each in known.sightings}
    for number in numbers:
        points = scenario.units[number].points - position.hurt[number]
        seen = states_of(position, number, commanded) if states else None
        was = found.get(number)
        if seen is None and was and was.fresh and was.turn == position.turn:
            seen = was.states
        at = position.at[number]
        assert is_on_map(at)  # noqa: S101 - only who is on the map is shown
        found[number] = Sighting(number, at, position.turn, points, seen)
    return replace(known, sightings=tuple(found[number] for number in sorted(found)))


def reported(known: Knowledge, report: Report) -> Knowledge:
    """Return what a side knows once it was told of a hex: what was known of it besides and is still true stays."""
    was = known.of(report.at)
    if was is not None:
        report = Report(
            report.at,
            report.turn,
            was.units if report.units is None else report.units,
            was.points if report.points is None else report.points,
            was.kinds if report.kinds is None else report.kinds,
            disorganised=was.disorganised,
            points_turn=(was.points_turn or was.turn) if report.points is None else None,
            kinds_turn=(was.kinds_turn or was.turn) if report.kinds is None else None,
        )
    found = {each.at: each for each in known.reports} | {report.at: report}
    return replace(known, reports=tuple(found[at] for at in sorted(found)))


def with_known(position: Position, side: Side, known: Knowledge) -> Position:
    """Return the position in which a side knows something."""
    return replace(position, known=position.known.with_side(side, known))


def in_contact(scenario: Scenario, position: Position) -> Position:
    """Ruling contact: forces that stand next to each other see how many units the other is."""
    around = scenario.map.grid.neighbours
    for side in scenario.sides:
        own, known = position.held[side], position.known[side]
        for hex_id in sorted(position.held[enemy(side)]):
            if own.isdisjoint(around(hex_id)):
                continue
            was = known.of(hex_id)
            # Of a hex that is fresh the number is known and true, once it was ever seen.
            if was is None or was.units is None or was.turn != position.turn:
                known = reported(known, Report(hex_id, position.turn, position.at.count(hex_id)))
        if known is not position.known[side]:
            position = with_known(position, side, known)
    return position


def forgotten_states(known: Knowledge) -> Knowledge:
    """Return what is known at the end of a turn: units recover unseen, so nobody's states are known any more."""
    reports = (replace(each, disorganised=False) for each in known.reports)
    return Knowledge(
        tuple(each for each in reports if (each.units, each.points, each.kinds) != (None, None, None)),
        tuple(replace(each, states=None) for each in known.sightings),
    )


def disorganised_in(position: Position, side: Side, hex_id: HexId) -> Position:
    """Return the position once the enemy of a side knows that all of its units in a hex are disorganised, seen or not."""
    if hex_id not in position.held[side]:
        return position
    other = enemy(side)
    known = position.known[other]
    report = replace(known.of(hex_id) or Report(hex_id, position.turn), disorganised=True)
    sightings = tuple(
        replace(each, states=tuple(sorted({*each.states, "disorganised"})))
        if each.fresh and each.at == hex_id and each.states is not None
        else each
        for each in known.sightings
    )
    reports = {each.at: each for each in known.reports} | {hex_id: report}
    found = Knowledge(tuple(reports[at] for at in sorted(reports)), sightings)
    return with_known(position, other, found)
