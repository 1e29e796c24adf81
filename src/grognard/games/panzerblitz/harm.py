"""What results do to units: dispersed, or eliminated with whoever rides on them; and the wrecks that are left."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from grognard.games.panzerblitz.attack import Outcome
from grognard.games.panzerblitz.ground import Ground
from grognard.games.panzerblitz.position import LOST, ON_FOOT, Position
from grognard.games.panzerblitz.scenario import Unit
from grognard.play.tuples import placed


def suffer(ground: Ground, units: Sequence[Unit], outcome: Outcome, *, by_fire: bool = False) -> Position:
    """Let units suffer the outcome of an attack: the fates come in the order of the units attacked."""
    position = ground.position
    for unit, fate in zip(units, outcome.fates, strict=True):
        struck = with_those_in_it(ground, unit)
        if fate.becomes == "eliminated":
            position = without(position, ground, struck)
        elif fate.becomes == "dispersed":
            numbers = {each.number for each in struck if not each.is_fort}
            position = replace(
                position,
                dispersed=position.dispersed | numbers,
                shaken=position.shaken | numbers,
                gunned=position.gunned | numbers if by_fire else position.gunned,
            )
    return position


def with_those_in_it(ground: Ground, unit: Unit) -> list[Unit]:
    """Rulings passenger-fate and works: return a unit and all that share its fate: riders, and those in a fort."""
    units = ground.units_at(ground.at(unit)) if unit.is_fort else [unit]
    riders = [ground.riders[each.number] for each in units if each.number in ground.riders]
    return [*units, *riders]


def without(position: Position, ground: Ground, units: Iterable[Unit]) -> Position:
    """Return the position with units eliminated, and what marked them gone with them.

    Rulings wrecks and fort-wreck: armored vehicles leave a wreck, and a fort where the ruling says so.
    """
    at, aboard, wrecks, gone = position.at, position.aboard, list(position.wrecks), set()
    for unit in units:
        here = at[unit.number]
        leaves = unit.type.is_armoured_vehicle or (unit.is_fort and ground.ruled("fort-wreck") == "wreck")
        if leaves and here >= 0:
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
