"""What results do to units: dispersed, or eliminated with whoever rides on them; and the wrecks that are left."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from grognard.games.panzerblitz.attack import AttackSheet, attack
from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.position import ON_FOOT, Position
from grognard.games.panzerblitz.scenario import Unit
from grognard.play.places import LOST, is_on_map
from grognard.play.tuples import placed
from grognard.umpire import Rule


def strike(
    board: Board, units: Sequence[Unit], sheet: AttackSheet, *, by_fire: bool = False
) -> Rule[Position]:
    """Roll an attack, and let the units that it strikes suffer the outcome: fates come in the order of the units."""
    outcome = yield from attack(sheet)
    position = board.position
    for unit, fate in zip(units, outcome.fates, strict=True):
        struck = with_those_in_it(board, unit)
        if fate.becomes == "eliminated":
            position = without(position, board, struck)
        elif fate.becomes == "dispersed":
            numbers = {each.number for each in struck if not each.is_fort}
            position = replace(
                position,
                dispersed=position.dispersed | numbers,
                shaken=position.shaken | numbers,
                gunned=position.gunned | numbers if by_fire else position.gunned,
            )
    return position


def with_those_in_it(board: Board, unit: Unit) -> list[Unit]:
    """Rulings passenger-fate and works: return a unit and all that share its fate: riders, and those in a fort."""
    units = board.units_at(board.at(unit)) if unit.is_fort else [unit]
    riders = [board.riders[each.number] for each in units if each.number in board.riders]
    return [*units, *riders]


def without(position: Position, board: Board, units: Iterable[Unit]) -> Position:
    """Return the position with units eliminated, and what marked them gone with them.

    Rulings wrecks and fort-wreck: armored vehicles leave a wreck, and a fort where the ruling says so.
    """
    at, aboard, wrecks, gone = position.at, position.aboard, list(position.wrecks), set()
    for unit in units:
        here = at[unit.number]
        leaves = unit.type.is_armoured_vehicle or (unit.is_fort and board.ruled("fort-wreck") == "wreck")
        if leaves and is_on_map(here):
            wrecks.append(here)
        gone.add(unit.number)
        at = placed(at, unit.number, LOST)
        aboard = placed(aboard, unit.number, ON_FOOT)
    return replace(
        position,
        at=at,
        aboard=aboard,
        wrecks=tuple(sorted(wrecks)),
        dispersed=position.dispersed - gone,
        shaken=position.shaken - gone,
        gunned=position.gunned - gone,
        survivors=position.survivors - gone,
        mined=position.mined - gone,
        shot_at=position.shot_at - gone,
    )
