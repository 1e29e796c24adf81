"""Every kind of order: in which phase it is given, of whom, why not, and the rule that carries it out."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import msgspec

from grognard.games.panzerblitz import assaulting, gunnery, mining, moves, overrunning, sequence
from grognard.games.panzerblitz.ground import Ground
from grognard.games.panzerblitz.orders import (
    Announced,
    ClearMines,
    CloseAssault,
    Exit,
    Fire,
    FireAtEach,
    Load,
    Mines,
    Overrun,
    SelectiveFire,
    Unload,
    announced,
)
from grognard.games.panzerblitz.position import WAITING, Position
from grognard.games.panzerblitz.scenario import Unit
from grognard.hexes import HexId
from grognard.play.kinds import NONE, Kind, Kinds, taking
from grognard.play.order_sets import AllOf, Combined, Filtered, Groups, Orders
from grognard.rules.orders import Arrive, EndPhase, Move, Resolve
from grognard.umpire import Rule

AnyFire = Fire | SelectiveFire | FireAtEach
MOVING = ("vehicles", "infantry")


# Attacks on a hex: the hex is the actor


def _names(hexes: Callable[[Ground], Iterable[HexId]]) -> Callable[[Ground], list[str]]:
    return lambda ground: [ground.grid.names[at] for at in hexes(ground)]


def _target(ground: Ground, actor: str) -> HexId | None:
    """Return the hex an actor is; none if it is a unit, or the end of the phase."""
    return None if not actor or actor in ground.scenario.by_id else ground.hex(actor)


def _why_no_attack(ground: Ground, actor: str) -> str:
    return "" if _target(ground, actor) is None else "the charts permit no attack on it"


def _attacks(
    kind: Callable[..., msgspec.Struct],
    units: Callable[[Ground, HexId], Sequence[Unit]],
    why_not: Callable[[Ground, Any], str],
) -> Callable[[Ground, str], Orders[Any]]:
    """Return the attacks on a hex by groups of units: by all of them, by all but some, down to single ones."""

    def orders(ground: Ground, actor: str) -> Orders[Any]:
        target = _target(ground, actor)
        if target is None:
            return NONE
        return Groups(
            units(ground, target),
            lambda group: kind(tuple(unit.id for unit in group), actor),
            lambda order: not why_not(ground, order),
        )

    return orders


def _mine_orders(ground: Ground, actor: str) -> Orders[Any]:
    target = _target(ground, actor)
    if target is None:
        return NONE
    return AllOf((Mines(tuple(unit.id for unit in mining.victims(ground, target)), actor),))


def _why_not_mines(ground: Ground, order: Mines) -> str:
    position, target = ground.position, ground.hex(order.target)
    if position.phase != "minefields":
        return f"mines attack first in a player turn, and this is {position.side} {position.phase}"
    on_them = [unit.id for unit in mining.victims(ground, target)]
    if target not in ground.mines() or not on_them:
        return f"there are no mines with enemies on them in {order.target}"
    is_all = sorted(order.units) == sorted(on_them)
    return "" if is_all else f"the mines in {order.target} attack {', '.join(on_them)}"


def _fire_orders(ground: Ground, actor: str) -> Orders[Any]:
    """Return the ways to fire at a hex: at all in it, at the weakest, at each."""
    target = _target(ground, actor)
    if target is None:
        return NONE
    return Combined(
        Groups(
            gunnery.firers_at(ground, way),
            partial(_fire_order, way),
            lambda order: not _why_not_fire(ground, order),
        )
        for way in gunnery.ways_to_fire(ground, target)
    )


def _fire_order(way: Announced, units: Sequence[Unit]) -> AnyFire:
    ids = tuple(unit.id for unit in units)
    match way.technique:
        case "combination":
            return Fire(ids, way.target)
        case "selective":
            return SelectiveFire(ids, way.target, way.at)
        case "each":
            return FireAtEach(ids, way.target, way.at)


def _why_not_fire(ground: Ground, order: AnyFire) -> str:
    return gunnery.why_not_announce(ground, ground.units(order.units), announced(order))


def _announce(ground: Ground, order: AnyFire) -> Position:
    return gunnery.announce(ground, ground.units(order.units), announced(order))


def _announced_at(ground: Ground) -> list[HexId]:
    return sorted({ground.hex(each.target) for each in ground.position.announced})


def _resolve_orders(ground: Ground, actor: str) -> Orders[Any]:
    planned = [each for each in ground.position.announced if each.target == actor]
    return AllOf([Resolve(each.units, actor) for each in planned]) if planned else NONE


def _why_not_resolve(ground: Ground, order: Resolve) -> str:
    gunnery.announced(ground, order.units, order.target)
    return "" if ground.position.phase == "resolution" else "fire is resolved after all is announced"


def _resolve(ground: Ground, order: Resolve) -> Rule[Position]:
    planned = gunnery.announced(ground, order.units, order.target)
    return gunnery.resolve(ground, ground.units(order.units), planned)


WHY_NOT_OVERRUN = taking("units", "target")(overrunning.why_not_overrun)
WHY_NOT_ASSAULT = taking("units", "target")(assaulting.ASSAULT.why_not)


# Moves, and what else a unit does while units move


def _called(ground: Ground) -> list[str]:
    """Return the units that move in this phase, perhaps in vain."""
    units = ground.scenario.of_side[ground.position.side]
    return [unit.id for unit in units if moves.is_called(ground, unit)]


def _why_idle(ground: Ground, actor: str) -> str:
    """Say why a unit can do nothing."""
    unit = ground.scenario.by_id.get(actor)
    if unit is None:
        return ""
    if ground.at(unit) == WAITING:
        return moves.cannot_arrive(ground, unit) or "no hex of its edge is open"
    if ground.is_aboard(unit):
        return moves.why_not_unload(ground, unit)
    return moves.cannot_move(ground, unit) or "no hex is in its reach"


def _arrivals(ground: Ground, actor: str) -> Orders[Any]:
    unit = ground.scenario.by_id.get(actor)
    if unit is None or ground.at(unit) != WAITING:
        return NONE
    return Filtered(
        moves.possible_hexes(ground, unit),
        lambda at: Arrive(actor, ground.grid.names[at]),
        lambda at: not moves.why_not_arrive(ground, unit, at),
    )


def _on_map(
    orders: Callable[[Ground, Unit], Sequence[msgspec.Struct]],
) -> Callable[[Ground, str], Orders[Any]]:
    """Return what a unit on the map may be ordered, of one kind."""

    def of_unit(ground: Ground, actor: str) -> Orders[Any]:
        unit = ground.scenario.by_id.get(actor)
        if unit is None or ground.at(unit) < 0:
            return NONE
        return AllOf(allowed) if (allowed := orders(ground, unit)) else NONE

    return of_unit


def _move_orders(ground: Ground, actor: str) -> Orders[Any]:
    unit, names = ground.scenario.by_id.get(actor), ground.grid.names
    if unit is None or moves.cannot_move(ground, unit):
        return NONE
    return AllOf(moves.reach(ground, unit).elsewhere, lambda at: Move(actor, names[at]))


def _exits(ground: Ground, unit: Unit) -> Sequence[Exit]:
    return () if moves.why_not_exit(ground, unit) else (Exit(unit.id),)


def _unloads(ground: Ground, unit: Unit) -> Sequence[Unload]:
    return () if moves.why_not_unload(ground, unit) else (Unload(unit.id),)


def _loads(ground: Ground, unit: Unit) -> Sequence[Load]:
    others = [other for other in ground.units_at(ground.at(unit)) if other is not unit]
    return [Load(unit.id, other.id) for other in others if not moves.why_not_load(ground, unit, other)]


def _clearings(ground: Ground, unit: Unit) -> Sequence[ClearMines]:
    if unit.type.kind != "engineer":
        return ()
    near = [at for at in ground.grid.neighbours(ground.at(unit)) if at in ground.mines()]
    names = ground.grid.names
    return [ClearMines(unit.id, names[at]) for at in near if not mining.why_not_clear(ground, unit, at)]


# The end of a phase


def _end(ground: Ground) -> list[str]:
    return [] if sequence.why_not_end(ground) else [""]


def _end_orders(ground: Ground, actor: str) -> Orders[Any]:
    return NONE if actor or sequence.why_not_end(ground) else AllOf((EndPhase(),))


def _why_not_end(ground: Ground, order: EndPhase) -> str:
    del order
    return sequence.why_not_end(ground)


def _end_phase(ground: Ground, order: EndPhase) -> Position:
    del order
    return sequence.end_phase(ground)


def _fire(order: type[msgspec.Struct], **more: Any) -> Kind[Ground, Position]:
    return Kind(order=order, phases=("fire",), rule=_announce, why_illegal=_why_not_fire, **more)


KINDS: Kinds[Ground, Position] = Kinds(
    (
        Kind(
            order=Mines, phases=("minefields",), actors=_names(mining.fields), orders=_mine_orders,
            rule=taking("target")(mining.blow), why_illegal=_why_not_mines,
        ),
        _fire(Fire, actors=_names(gunnery.targets), orders=_fire_orders, why_idle=_why_no_attack),
        _fire(SelectiveFire),
        _fire(FireAtEach),
        Kind(
            order=Resolve, phases=("resolution",), actors=_names(_announced_at), orders=_resolve_orders,
            rule=_resolve, why_illegal=_why_not_resolve,
        ),
        Kind(
            order=Move, phases=MOVING, actors=_called, orders=_move_orders, why_idle=_why_idle,
            rule=taking("unit", "to")(moves.move), why_illegal=taking("unit", "to")(overrunning.why_not_into),
        ),
        Kind(
            order=Arrive, phases=MOVING, orders=_arrivals,
            rule=taking("unit", "to")(moves.arrive), why_illegal=taking("unit", "to")(moves.why_not_arrive),
        ),
        Kind(
            order=Exit, phases=MOVING, orders=_on_map(_exits),
            rule=taking("unit")(moves.leave), why_illegal=taking("unit")(moves.why_not_exit),
        ),
        Kind(
            order=Unload, phases=MOVING, orders=_on_map(_unloads),
            rule=taking("unit")(moves.unload), why_illegal=taking("unit")(moves.why_not_unload),
        ),
        Kind(
            order=Load, phases=MOVING, orders=_on_map(_loads),
            rule=taking("unit", "carrier")(moves.load), why_illegal=taking("unit", "carrier")(moves.why_not_load),
        ),
        Kind(
            order=ClearMines, phases=("infantry",), orders=_on_map(_clearings),
            rule=taking("unit", "target")(mining.clear), why_illegal=taking("unit", "target")(mining.why_not_clear),
        ),
        Kind(
            order=Overrun, phases=("vehicles",), actors=_names(overrunning.targets), why_idle=_why_no_attack,
            orders=_attacks(Overrun, overrunning.OVERRUN.units, WHY_NOT_OVERRUN),
            rule=taking("units", "target")(overrunning.drive_through), why_illegal=WHY_NOT_OVERRUN,
        ),
        Kind(
            order=CloseAssault, phases=("close assault",), actors=_names(assaulting.targets), why_idle=_why_no_attack,
            orders=_attacks(CloseAssault, assaulting.ASSAULT.units, WHY_NOT_ASSAULT),
            rule=taking("units", "target")(assaulting.assault), why_illegal=WHY_NOT_ASSAULT,
        ),
        Kind(order=EndPhase, actors=_end, orders=_end_orders, rule=_end_phase, why_illegal=_why_not_end),
    )
)  # fmt: skip
