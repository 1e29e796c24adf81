# SPDX-License-Identifier: Apache-2.0
"""What results do to units: dispersed, or eliminated with their riders; and the wrecks that are left."""

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.games.panzerblitz.attack import AttackSheet, attack
from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.position import MARKS, Position
from grognard.games.panzerblitz.scenario import Unit
from grognard.play.places import LOST, is_on_map
from grognard.rules.riding import taken_off
from grognard.umpire import Rule


def strike(
    board: Board, units: Sequence[Unit], sheet: AttackSheet, *, by_fire: bool = False
) -> Rule[Position]:
    """CRT: roll an attack, and apply its outcome to the units that it strikes, in their order."""
    outcome = yield from attack(sheet, [unit.name for unit in units])
    position = board.position
    for unit, fate in zip(units, outcome.fates, strict=True):
        struck = with_occupants(board, unit)
        if fate.becomes == "eliminated":
            position = without(position, board, struck)
        elif fate.becomes == "dispersed":
            numbers = {hit.number for hit in struck if not hit.is_fort}
            position = replace(
                position,
                dispersed=position.dispersed | numbers,
                shaken=position.shaken | numbers,
                gunned=position.gunned | numbers if by_fire else position.gunned,
            )
    return position


def with_occupants(board: Board, unit: Unit) -> list[Unit]:
    """Rulings passenger-fate and works: return a unit and all that share its fate: riders, and the units in a fort."""
    units = board.units_at(board.at(unit)) if unit.is_fort else [unit]
    riders = [board.riders[inside.number] for inside in units if inside.number in board.riders]
    return [*units, *riders]


def without(position: Position, board: Board, units: Sequence[Unit]) -> Position:
    """Return the position with units eliminated, and their marks removed.

    Rulings wrecks and fort-wreck: armored vehicles leave a wreck, and a fort if the ruling says so.
    """
    gone = {unit.number for unit in units}
    leaving = [unit for unit in units if _leaves_wreck(board, unit)]
    places = [position.at[unit.number] for unit in leaving]
    wrecks = tuple(sorted([*position.wrecks, *filter(is_on_map, places)]))
    marks = {mark: getattr(position, mark) - gone for mark in MARKS}
    return taken_off(position, gone, LOST, wrecks=wrecks, **marks)


def _leaves_wreck(board: Board, unit: Unit) -> bool:
    return unit.type.is_armoured_vehicle or (unit.is_fort and board.ruled("fort-wreck") == "wreck")
