"""What losses do to units on the map: steps taken off, and who has none left is gone."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from grognard.games.iron_curtain import stacks
from grognard.games.iron_curtain.ground import Ground
from grognard.games.iron_curtain.position import LOST, Position
from grognard.games.iron_curtain.scenario import Unit
from grognard.games.iron_curtain.stacks import Losses
from grognard.hexes import HexId


def attacking(ground: Ground, unit: Unit) -> stacks.Unit:
    """Return a unit as the charts know it, with its attack strength."""
    return stacks.Unit(ground.face(unit).attack, ground.steps(unit), unit.air_mobile, unit.name, unit.id)


def defending(ground: Ground, unit: Unit) -> stacks.Unit:
    """Return a unit as the charts know it, with its defence strength."""
    return stacks.Unit(ground.face(unit).defence, ground.steps(unit), unit.air_mobile, unit.name, unit.id)


def all_defending(ground: Ground, units: Iterable[Unit]) -> tuple[stacks.Unit, ...]:
    """Return units as the charts know them, with their defence strengths."""
    return tuple(defending(ground, unit) for unit in units)


def suffer(position: Position, units: Sequence[Unit], losses: Losses) -> Position:
    """Return the position after units lost steps; who has none left is eliminated, and his marks with him."""
    named = {unit.name: unit for unit in units}
    at, hurt, gone = list(position.at), list(position.hurt), set()
    for loss in losses:
        unit = named[loss.unit]
        hurt[unit.number] += loss.steps
        if loss.eliminated:
            at[unit.number] = LOST
            gone.add(unit.number)
    return replace(
        position,
        at=tuple(at),
        hurt=tuple(hurt),
        short=position.short - gone,
        acted=position.acted - gone,
        barred=position.barred - gone,
    )


def destroyed(ground: Ground, units: Iterable[Unit]) -> Position:
    """Return the position with units eliminated, whatever steps they had."""
    lost = list(units)
    losses = tuple(defending(ground, unit).loss(ground.steps(unit)) for unit in lost)
    return suffer(ground.position, lost, losses)


def alive(position: Position, units: Iterable[Unit]) -> list[Unit]:
    """Return the units that are left on the map."""
    return [unit for unit in units if position.at[unit.number] >= 0]


def brought(position: Position, units: Sequence[Unit], there: HexId) -> Position:
    """Put units into a hex, on top of whoever is there; among themselves they lie as they lay before."""
    moved = {unit.number for unit in units}
    at = list(position.at)
    for number in moved:
        at[number] = there
    above = [number for number in position.order if number in moved]
    order = (*above, *(number for number in position.order if number not in moved))
    return replace(position, at=tuple(at), order=order)
