# SPDX-License-Identifier: Apache-2.0
"""What must always hold: for a position, and for the step from one position to the next."""

from collections.abc import Iterator

import msgspec

from grognard.charts.plurals import counted
from grognard.games.jarama import orders
from grognard.games.jarama.board import Board
from grognard.games.jarama.position import ACTIVE, MARKS
from grognard.play.places import LOST
from grognard.rules.force_board import forgotten_sightings, holding_faults, report_faults, sighting_faults
from grognard.rules.map_invariants import (
    comeback_faults,
    every_fault,
    placement_faults,
    stacking_faults,
    time_goes_on,
)
from grognard.rules.orders import Arrive, EndPhase, MoveTogether


def faults(board: Board) -> list[str]:
    """Return every invariant that a position breaks."""
    position, count = board.position, len(board.scenario.units)
    if not len(position.at) == len(position.hurt) == len(position.spent) == count:
        return ["a unit has no place"]
    if sorted(position.order) != list(range(count)):
        return ["the order of stacks is not one of all units"]
    checks = (_held, _troop_points, _marked, _at_work, report_faults, sighting_faults, _counted)
    return [
        *placement_faults(board.scenario, position),
        *stacking_faults(board.grid, board.stacks, board.room),
        *every_fault(checks, board),
    ]


def _held(board: Board) -> Iterator[str]:
    """A side holds the hexes its units stand in, once both have set up."""
    return holding_faults(board) if board.position.phase != "deployment" else iter(())


def _troop_points(board: Board) -> Iterator[str]:
    """A lost unit has no Troop point left, and one without any is lost; lost points are counted."""
    for unit in board.scenario.units:
        points = board.points(unit)
        if not 0 <= points <= unit.points or (points == 0) != (board.place(unit) == LOST):
            yield f"{unit.name} has {counted(points, 'Troop point')} left"
    for side in board.scenario.sides:
        lost = sum(board.position.hurt[board.scenario.numbers[side]])
        if lost != board.position.bled[side]:
            yield f"{side} has lost {counted(lost, 'Troop point')}, and others are counted"


def _marked(board: Board) -> Iterator[str]:
    """Marked units are on the map; units that are out of command, stopped or have scouted are of the right side."""
    position = board.position
    for name in MARKS:
        for unit in map(board.scenario.units.__getitem__, sorted(getattr(position, name))):
            if not board.is_on_map(unit):
                yield f"{unit.name} is marked as {name}, and not on the map"
    if position.active and position.phase not in ACTIVE:
        yield "a formation is active out of its activation"
    for unit in board.scenario.units:
        spent, allowed = position.spent[unit.number], board.allowance(unit)
        if spent < 0 or (allowed is not None and unit.number not in position.acted and spent > 2 * allowed):
            yield f"{unit.name} has moved farther than it may"


def _at_work(board: Board) -> Iterator[str]:
    """Engineers work where they stand; pontoons lie beside their unit."""
    position = board.position
    for work in position.works:
        unit = board.scenario.units[work.unit]
        if unit.kind != "Engineers" or not board.is_on_map(unit):
            yield f"{unit.name} is at work"
    for pontoon in position.features.pontoons:
        if board.place(board.scenario.units[pontoon.unit]) not in board.grid.beside(pontoon.hexside):
            yield f"pontoons lie over {board.grid.hexside_name(pontoon.hexside)} without their unit"


def _counted(board: Board) -> Iterator[str]:
    position, scenario = board.position, board.scenario
    if not 1 <= position.turn <= scenario.turns:
        yield f"turn {position.turn} is none of the scenario's"
    if not position.taken <= scenario.worth.keys():
        yield "a hex is held that does not count for victory"
    for side in scenario.sides:
        if board.position.missions[side] > board.scenario.missions[side]:
            yield f"{side} has flown more missions than it has"


# From one position to the next


def step_faults(before: Board, order: msgspec.Struct, after: Board) -> list[str]:
    """Return every invariant that a step breaks."""
    checks = (_moved, _fought, _won_points, _learned, _taken, _time_goes_on)
    return [
        *comeback_faults(before.scenario, before.position, after.position),
        *forgotten_sightings(before, after),
        *every_fault(checks, before, order, after),
    ]


def _moved(before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
    """A unit that moved was ordered to, or took part in a battle, or stood where it struck."""
    named = {*getattr(order, "units", ()), getattr(order, "unit", "")}
    target = before.grid.parse_hex(order.target) if isinstance(order, orders.Aimed) else None
    for unit in before.scenario.units:
        harmed = before.position.hurt[unit.number] != after.position.hurt[unit.number]
        if before.place(unit) == after.place(unit) and not harmed:
            continue
        if unit.id not in named and before.place(unit) != target:
            yield f"{unit.name} changes its place or strength, and has no part in the order"
        if not isinstance(order, MoveTogether | Arrive | orders.Deploy | orders.Aimed):
            yield f"{unit.name} is moved or hurt by {order}"


def _fought(before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
    """No unit attacks twice, and no hex is attacked twice in an activation."""
    if not isinstance(order, orders.Battle):
        return
    if before.grid.parse_hex(order.target) in before.position.attacked:
        yield f"{order.target} is attacked a second time"
    for name in order.units:
        unit = before.scenario.by_id.get(name)
        if unit and unit.number in before.position.acted:
            yield f"{unit.name} attacks a second time"
    if before.position.fired - after.position.fired - after.lost():
        yield "a battery is loaded again in the midst of a turn"


def _won_points(before: Board, _order: msgspec.Struct, after: Board) -> Iterator[str]:
    for unit in before.scenario.units:
        if after.points(unit) > before.points(unit):
            yield f"{unit.name} has won Troop points"


def _learned(before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
    """Counters are revealed only by battles, reconnaissance, bombardment and pontoons."""
    shows = isinstance(
        order,
        orders.Battle
        | orders.AirRecon
        | orders.GroundRecon
        | orders.Bomb
        | orders.Bombard
        | orders.Lay
        | orders.TakeUp,
    )
    for one, other in zip(before.position.known, after.position.known, strict=True):
        was = {sighting.unit for sighting in one.sightings if sighting.fresh}
        if not shows and {sighting.unit for sighting in other.sightings if sighting.fresh} - was:
            yield f"a counter is seen by {order}"


def _may_end(_before: Board, order: msgspec.Struct) -> bool:
    return isinstance(order, EndPhase | orders.Pass | orders.Activate)


_time_goes_on = time_goes_on(("turn", "side", "phase", "over"), _may_end)


def _taken(before: Board, _order: msgspec.Struct, after: Board) -> Iterator[str]:
    one, other = before.position, after.position
    if other.taken != one.taken and other.turn == one.turn and not other.over:
        yield "a place changes hands in the midst of a turn"
