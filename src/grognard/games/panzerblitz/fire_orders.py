# SPDX-License-Identifier: Apache-2.0
"""Normal fire on the map: first all of it is announced, and then resolved attack by attack."""

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from grognard.games.panzerblitz import fire
from grognard.games.panzerblitz.attack import AttackSheet
from grognard.games.panzerblitz.attack_limits import why_not_attack
from grognard.games.panzerblitz.attack_orders import MapAttack
from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.losses import strike
from grognard.games.panzerblitz.orders import Announced, Fire, FireAtEach, SelectiveFire
from grognard.games.panzerblitz.position import Position
from grognard.games.panzerblitz.scenario import Unit
from grognard.games.panzerblitz.spotting import covers, why_not_seen
from grognard.hexes import HexId
from grognard.play.kinds import NONE
from grognard.play.order_sets import Combined, Groups, Orders
from grognard.play.places import is_on_map
from grognard.procedures.procedure import NotAllowed
from grognard.rules.cache import cached_by_argument, cached_on_board
from grognard.rules.group_attack import why_not_together
from grognard.rules.order_kinds import ids
from grognard.rules.orders import Resolve
from grognard.umpire import Rule

AnyFire = Fire | SelectiveFire | FireAtEach


def cannot_fire(board: Board, unit: Unit) -> str:
    """Say why a unit may not fire in this phase; empty if it may."""
    if reason := board.why_not_now(unit, "fire", "fire"):
        return reason
    if not board.is_on_map(unit):
        return f"{unit.name} is not on the map"
    if board.is_aboard(unit):
        return f"{unit.name} is aboard, and passengers do not attack (ruling unloading)"
    if not unit.type.fires_as(board.card):
        return f"{unit.name} has no weapon (wec: class {unit.type.weapon})"
    return why_not_attack("fire", unit.called, board.activity(unit))


def why_not_on(board: Board, unit: Unit, target: HexId) -> str:
    """Say why a unit may not fire at a hex: range, line of sight, spotting; empty if it may."""
    return cannot_fire(board, unit) or why_not_seen(board, unit, target)


def firers_at(board: Board, order: Announced) -> list[Unit]:
    """Return the units that may take part in fire at a hex, whatever the odds; what bars the order itself is not checked."""
    in_sight = _in_sight(board, board.hex(order.target))
    if not is_at_armour(board, order):
        return in_sight
    return [unit for unit in in_sight if not _why_barred(board, unit, order)]


def why_not_in(board: Board, unit: Unit, order: Announced) -> str:
    """Say why a unit may not take part in fire, whatever the odds; empty if it may."""
    reason = why_not_on(board, unit, board.hex(order.target))
    return reason or (_why_barred(board, unit, order) if is_at_armour(board, order) else "")


def is_at_armour(board: Board, order: Announced) -> bool:
    """WEC: return whether the target counts as armoured; a mixed stack as it does if all units that see it fire."""
    target = board.hex(order.target)
    kind = fire.kind_of(board.footing(target), [unit.type for unit in units_struck(board, order)], board.card)
    if kind is not None:
        return kind[0]
    return fire.counts_as_armoured(situation(board, _in_sight(board, target), order), board.card)


def _why_barred(board: Board, unit: Unit, order: Announced) -> str:
    """WEC: say why a weapon may not fire at armour in an order's target hex; empty if it may."""
    distance = board.grid.distance(board.at(unit), board.hex(order.target))
    if not fire.is_barred(unit.type, distance, board.card):
        return ""
    return f"{unit.name} may not fire at armor at {distance} (wec: {unit.type.fires_as(board.card)})"


@cached_by_argument
def _in_sight(board: Board, target: HexId) -> list[Unit]:
    """Return the units that have a hex in range and in sight, and its units spotted."""
    distance, at = board.grid.distance, board.position.at
    # Most are too far away, for which no reason need be put into words.
    return [
        unit
        for unit in ready(board)
        if is_on_map(here := at[unit.number])
        and distance(here, target) <= unit.type.range
        and not why_not_seen(board, unit, target)
    ]


def ways_to_fire(board: Board, target: HexId) -> list[Announced]:
    """Return every way to fire at a hex, without the units that fire: at the whole stack, at the weakest, at each."""
    name, stack = board.grid.names[target], board.under_attack(target)
    ways = [Announced((), name, "combination")]
    if len(stack) > 1:
        least = min(unit.type.defence for unit in stack)
        weakest = [unit for unit in stack if unit.type.defence == least]
        ways += [Announced((), name, "selective", unit.id) for unit in weakest]
        ways += [Announced((), name, "each", unit.id) for unit in stack]
    return ways


@cached_on_board
def ready(board: Board) -> list[Unit]:
    """Return the units that may fire at all."""
    return [unit for unit in board.scenario.of_side[board.position.side] if not cannot_fire(board, unit)]


@cached_on_board
def targets(board: Board) -> list[HexId]:
    """Return the hexes that may be fired at, if need be by all units together."""
    return [
        target
        for target in (sorted(board.foes(board.position.side)) if ready(board) else ())
        if any(is_open(board, way) for way in ways_to_fire(board, target))
    ]


def is_idle(board: Board) -> bool:
    """Return whether no unit may fire at anything."""
    return not targets(board)


def is_open(board: Board, way: Announced) -> bool:
    """Return whether fire is possible in a way, if need be by all units together."""
    return not why_not_announce(board, firers_at(board, way), way)


# Worksheets


def situation(board: Board, units: Sequence[Unit], order: Announced) -> fire.Fire:
    """Return what the card asks about fire at a hex, from the position."""
    target = board.hex(order.target)
    stack = board.under_attack(target)
    aims = [place for place, unit in enumerate(stack, 1) if unit.id == order.at]
    return fire.Fire(
        attackers=tuple(_desk_notation(board, unit, target) for unit in units),
        targets=board.desk_notation(units_struck(board, order) if order.technique == "each" else stack),
        technique=order.technique,
        pick=aims[0] if aims and order.technique == "selective" else 0,
        terrain=board.footing(target),
        elevation=board.level(target),
    )


def _desk_notation(board: Board, unit: Unit, target: HexId) -> str:
    """Write an attacker as the procedure takes it: `panther@5:hilltop`."""
    here = board.at(unit)
    indirect = ":indirect" if target not in covers(board, unit) else ""
    return f"{unit.type.id}@{board.grid.distance(here, target)}{board.height(here, target)}{indirect}"


def sheet(board: Board, units: Sequence[Unit], order: Announced) -> AttackSheet:
    """Return the worksheet of fire on the map."""
    if not units:
        raise NotAllowed("choose who fires")
    if not board.under_attack(board.hex(order.target)):
        raise NotAllowed(f"there is nobody in {order.target} to fire at")
    return fire.worksheet(situation(board, units, order), board.card)


def planned(board: Board, order: AnyFire | Resolve) -> Announced:
    """Return what an order announces; or, if it resolves fire, what was announced."""
    if not isinstance(order, Resolve):
        return Announced(order.units, order.target, order.technique, order.at)
    for plan in board.position.announced:
        if (plan.units, plan.target) == (order.units, order.target):
            return plan
    raise NotAllowed(f"no fire of {', '.join(order.units)} at {order.target} was announced")


FIRE = MapAttack(
    fire.PROCEDURE,
    lambda board, order: sheet(board, board.units(order.units), planned(board, order)),
    lambda board, order: units_struck(board, planned(board, order)),
)


# Announcing


def fire_orders(board: Board, actor: str) -> Orders[AnyFire]:
    """Return the ways to fire at a hex: at the whole stack, at the weakest, at each."""
    target = board.context.target(actor)
    if target is None:
        return NONE
    return Combined(
        Groups(firers_at(board, way), partial(_fire_order, way), lambda order: not why_not_fire(board, order))
        for way in ways_to_fire(board, target)
    )


def _fire_order(way: Announced, units: Sequence[Unit]) -> AnyFire:
    if way.technique == "combination":
        return Fire(ids(units), way.target)
    return (SelectiveFire if way.technique == "selective" else FireAtEach)(ids(units), way.target, way.at)


def why_not_fire(board: Board, order: AnyFire) -> str:
    """Say why an order may not announce fire; empty if it may."""
    return why_not_announce(board, board.units(order.units), planned(board, order))


def why_not_announce(board: Board, units: Sequence[Unit], order: Announced) -> str:
    """Say why fire may not be announced; empty if it may."""
    reasons = _reasons(board, units, order)
    return why_not_together(units, "units that fire", reasons, lambda: sheet(board, units, order))


def _reasons(board: Board, units: Sequence[Unit], order: Announced) -> Iterator[str]:
    """Yield the reasons against fire, whatever the odds; an empty one is none."""
    target = board.hex(order.target)
    yield _why_not_technique(board, order)
    only = next(iter(units_struck(board, order)), None) if order.at else None
    yield board.why_not_struck("fire", target, only)
    for unit in units:
        yield why_not_on(board, unit, target)


def _why_not_technique(board: Board, order: Announced) -> str:
    """Rulings techniques and fire-a-hex: towns are one stack; one technique a hex; no unit is fired at twice."""
    target = board.hex(order.target)
    stack = board.under_attack(target)
    if order.technique != "combination" and stack and not units_struck(board, order):
        return f"{order.at!r} is none of the units in {order.target} that can be fired at"
    if order.technique != "combination" and len(stack) == 1:
        return f"there is one unit in {order.target}, and no stack to take apart (ruling techniques)"
    if order.technique != "combination" and board.footing(target) == "town":
        return fire.as_one(board.card)
    mixed = board.ruled("fire-a-hex") == "each-unit"
    for other in board.position.announced:
        if other.target != order.target:
            continue
        if not mixed and (order.technique != "each" or other.technique != "each"):
            return f"fire at {order.target} is announced already (rulings techniques and fire-a-hex)"
        twice = [unit for unit in units_struck(board, order) if unit in units_struck(board, other)]
        if twice:
            return f"fire at {twice[0].name} is announced already (ruling techniques)"
    return ""


def announce(board: Board, order: AnyFire) -> Position:
    """Announce fire: the units have then attacked, whatever comes of it."""
    position, units, plan = board.position, board.units(order.units), planned(board, order)
    if not units_struck(board, plan):
        raise NotAllowed(f"{plan.at!r} is none of the units in {plan.target} that can be fired at")
    # Fire for which the charts have no result is not announced, not even in free play.
    sheet(board, units, plan)
    return replace(
        position,
        announced=(*position.announced, plan),
        acted=position.acted | {unit.number for unit in units},
    )


def withdrawn_fire(board: Board) -> list[Announced]:
    """Return the fire at each unit of a hex that leaves some unit out (ruling techniques)."""
    at_each = (plan for plan in board.position.announced if plan.technique == "each")
    return [plan for plan in at_each if not _covers_whole_stack(board, plan)]


def end_announcing(board: Board) -> Position:
    """End announcing; withdrawn fire counts as never announced."""
    position, withdrawn = board.position, withdrawn_fire(board)
    idle = {board.scenario.by_id[unit].number for order in withdrawn for unit in order.units}
    kept = tuple(order for order in position.announced if order not in withdrawn)
    return replace(position, announced=kept, acted=position.acted - idle)


def _covers_whole_stack(board: Board, order: Announced) -> bool:
    aimed = {plan.at for plan in board.position.announced if plan.target == order.target}
    stack = board.under_attack(board.hex(order.target))
    return aimed >= {unit.id for unit in stack}


# Resolving


def announced_at(board: Board) -> list[HexId]:
    """Return the hexes that announced fire is aimed at."""
    return sorted({board.hex(plan.target) for plan in board.position.announced})


def resolve_orders(board: Board, _target: HexId, name: str) -> list[Resolve]:
    """Return the announced fire at a hex, each to be resolved by itself."""
    return [Resolve(plan.units, name) for plan in board.position.announced if plan.target == name]


def why_not_resolve(board: Board, order: Resolve) -> str:
    """Say why fire may not be resolved now; empty if it may."""
    planned(board, order)
    return "" if board.position.phase == "resolution" else "fire is resolved after all is announced"


def resolve(board: Board, order: Resolve) -> Rule[Position]:
    """Resolve announced fire. In free play it may come too late, when no unit is left to hit."""
    position, plan = board.position, planned(board, order)
    hit = units_struck(board, plan)
    if hit:
        position = yield from strike(board, hit, sheet(board, board.units(order.units), plan), by_fire=True)
    return replace(
        position,
        announced=tuple(other for other in position.announced if other != plan),
        shot_at=position.shot_at | {unit.number for unit in hit if is_on_map(position.at[unit.number])},
        fired_at=position.fired_at | {board.hex(plan.target)},
    )


def units_struck(board: Board, order: Announced) -> list[Unit]:
    """Return the units that fire is rolled against, in the order of its results."""
    stack = board.under_attack(board.hex(order.target))
    if order.technique == "combination":
        return stack
    return [unit for unit in stack if unit.id == order.at]
