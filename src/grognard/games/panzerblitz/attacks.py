"""The attacks by the orders that make them: what each rolls on, whom it strikes, and by which procedure."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from grognard.games.panzerblitz import (
    assaulting,
    close_assault,
    fire,
    gunnery,
    minefield,
    mining,
    overrun,
    overrunning,
)
from grognard.games.panzerblitz.attack import AttackSheet
from grognard.games.panzerblitz.ground import Ground
from grognard.games.panzerblitz.orders import (
    CloseAssault,
    Fire,
    FireAtEach,
    Mines,
    Overrun,
    SelectiveFire,
    announced,
)
from grognard.games.panzerblitz.scenario import Unit
from grognard.procedures.procedure import Procedure
from grognard.rules.orders import Resolve


class MapAttack(msgspec.Struct, frozen=True):
    """An attack on the map: its procedure, its worksheet, and the units it is rolled against, in the order of its results."""

    procedure: Procedure
    sheet: Callable[[Ground, Any], AttackSheet]
    struck: Callable[[Ground, Any], Sequence[Unit]]


def _mines_sheet(ground: Ground, order: Mines) -> AttackSheet:
    return mining.sheet(ground, ground.hex(order.target))


def _mined(ground: Ground, order: Mines) -> Sequence[Unit]:
    return mining.victims(ground, ground.hex(order.target))


def _fire_sheet(ground: Ground, order: Fire | SelectiveFire | FireAtEach) -> AttackSheet:
    return gunnery.sheet(ground, ground.units(order.units), announced(order))


def _fired_at(ground: Ground, order: Fire | SelectiveFire | FireAtEach) -> Sequence[Unit]:
    return gunnery.struck(ground, announced(order))


def _resolved_sheet(ground: Ground, order: Resolve) -> AttackSheet:
    planned = gunnery.announced(ground, order.units, order.target)
    return gunnery.sheet(ground, ground.units(order.units), planned)


def _resolved_at(ground: Ground, order: Resolve) -> Sequence[Unit]:
    return gunnery.struck(ground, gunnery.announced(ground, order.units, order.target))


def _overrun_sheet(ground: Ground, order: Overrun) -> AttackSheet:
    return overrunning.OVERRUN.sheet(ground, ground.units(order.units), ground.hex(order.target))


def _assault_sheet(ground: Ground, order: CloseAssault) -> AttackSheet:
    return assaulting.ASSAULT.sheet(ground, ground.units(order.units), ground.hex(order.target))


def _in_the_hex(ground: Ground, order: Overrun | CloseAssault) -> Sequence[Unit]:
    return ground.under_attack(ground.hex(order.target))


FIRING = MapAttack(fire.PROCEDURE, _fire_sheet, _fired_at)
ATTACKS: dict[type[msgspec.Struct], MapAttack] = {
    Mines: MapAttack(minefield.PROCEDURE, _mines_sheet, _mined),
    Fire: FIRING,
    SelectiveFire: FIRING,
    FireAtEach: FIRING,
    Resolve: MapAttack(fire.PROCEDURE, _resolved_sheet, _resolved_at),
    Overrun: MapAttack(overrun.PROCEDURE, _overrun_sheet, _in_the_hex),
    CloseAssault: MapAttack(close_assault.PROCEDURE, _assault_sheet, _in_the_hex),
}
