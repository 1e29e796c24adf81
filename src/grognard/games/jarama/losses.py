# SPDX-License-Identifier: Apache-2.0
"""What losses do to units on the map: they lose Troop points, and without any left are eliminated."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from grognard.games.jarama.board import Board
from grognard.games.jarama.features import without_pontoons
from grognard.games.jarama.move_costs import crossings
from grognard.games.jarama.position import MARKS, Position
from grognard.games.jarama.scenario import Unit
from grognard.games.jarama.stacks import ChartUnit
from grognard.games.jarama.terms import Side
from grognard.games.jarama.units import factor_left
from grognard.hexes import HexId
from grognard.play.places import LOST
from grognard.play.tuples import placed
from grognard.rules.hidden_forces import put, with_hexes_entered


def charted(board: Board, unit: Unit, points: int) -> ChartUnit:
    """Return a unit as the charts take it, with so many points left and in no state."""
    factor = factor_left(unit, points, board.card) if points > 0 else 0
    return ChartUnit(
        factor=factor,
        points=points,
        effectiveness=unit.effectiveness,
        at_points=unit.at_points,
        mech=unit.is_mech,
        written=f"{factor}/{points}/{unit.effectiveness}",
        told=board.context.called[unit.number],
    )


def as_defender(board: Board, unit: Unit) -> ChartUnit:
    """Return a unit as the charts take it, in its hex."""
    position, number = board.position, unit.number
    return replace(
        charted(board, unit, board.points(unit)),
        out_of_supply=number in position.short,
        disorganised=number in position.disorganised,
        demoralised=number in position.demoralised,
    )


def as_attacker(board: Board, unit: Unit, target: HexId) -> ChartUnit:
    """Return a unit as the charts take it, with the hexside it attacks across."""
    here = board.at(unit)
    return replace(
        as_defender(board, unit),
        crossing=crossings(board.scenario.map, board.position.features, here, target, board.card),
        level=board.height(here) >= board.height(target),
    )


def suffer(position: Position, losses: Mapping[Unit, int]) -> Position:
    """Return the position after units lost Troop points; one without any left is eliminated, and its marks removed."""
    for unit, points in losses.items():
        lost = min(points, unit.points - position.hurt[unit.number])
        if lost <= 0:
            continue
        position = count_lost(position, unit.side, lost)
        position = replace(
            position, hurt=placed(position.hurt, unit.number, position.hurt[unit.number] + lost)
        )
        if position.hurt[unit.number] == unit.points:
            position = _eliminated(position, unit)
    return position


def count_lost(position: Position, side: Side, points: int) -> Position:
    """Return the position with more Troop points counted as lost by a side, which everyone sees."""
    return replace(position, bled=position.bled.add(side, points))


def _eliminated(position: Position, unit: Unit) -> Position:
    here = position.at[unit.number]
    marks = {name: getattr(position, name) - {unit.number} for name in MARKS}
    position = replace(position, at=placed(position.at, unit.number, LOST), **marks)
    return with_hexes_entered(without_work(position, [unit]), unit.side, [here])


def without_work(position: Position, units: Iterable[Unit]) -> Position:
    """Return the position with units no longer at work: repairs are left, pontoons taken up."""
    numbers = {unit.number for unit in units}
    features = position.features
    for number in numbers & {pontoon.unit for pontoon in features.pontoons}:
        features = without_pontoons(features, number)
    works = tuple(work for work in position.works if work.unit not in numbers)
    return replace(position, works=works, features=features)


def moved_to(position: Position, units: Iterable[Unit], there: HexId) -> Position:
    """Return the position with units moved to a hex, ending any work of theirs."""
    moving = list(units)
    return put(without_work(position, moving), [unit.number for unit in moving], there)


def survivors(position: Position, units: Iterable[Unit]) -> list[Unit]:
    """Return those of some units that are left."""
    return [unit for unit in units if position.at[unit.number] != LOST]
