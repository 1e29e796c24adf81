# SPDX-License-Identifier: Apache-2.0
"""Bombardment on the map: batteries and bombers on the units of a hex, on its road, railroad or bridge."""

from collections.abc import Sequence
from typing import get_args

from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.jarama import bombardment
from grognard.games.jarama.aircraft import aa_factors, cannot_fly, flying, may_be_fired_at
from grognard.games.jarama.attack_orders import defenders_of, why_not_announced
from grognard.games.jarama.board import Board
from grognard.games.jarama.bombardment import Aim, BombardmentSheet, Target
from grognard.games.jarama.demoralization import points
from grognard.games.jarama.features import Feature, after_harm, bridge_hexes, features_at
from grognard.games.jarama.guns import cannot_fire, gun_points, gun_range, moved_points, why_out_of_range
from grognard.games.jarama.losses import count_lost, suffer, survivors
from grognard.games.jarama.orders import Bomb, Bombard, Strike
from grognard.games.jarama.position import Position, Struck
from grognard.games.jarama.random_loss import Lost
from grognard.games.jarama.retreat import fates_of, morale_retreats, suffer_fates
from grognard.games.jarama.stacks import ChartUnits
from grognard.games.jarama.terms import Side, enemy
from grognard.hexes import HexId
from grognard.procedures.procedure import NotAllowed
from grognard.rules.cache import cached_on_board
from grognard.rules.hidden_forces import with_known
from grognard.rules.knowledge import all_disorganised
from grognard.umpire import Rule

AIMS: tuple[Aim, ...] = get_args(Aim)


# Who may bombard what


def why_not_bomb(board: Board, order: Bomb) -> str:
    """Say why aircraft may not bomb a hex; empty if they may."""
    side, target = board.position.side, board.hex(order.target)
    does = "aircraft bomb in the air phase"
    if reason := why_not_announced(board, order, "air", does, "the aircraft that bomb"):
        return reason
    for plane in map(board.context.plane, order.units):
        if reason := cannot_fly(board, plane, plane.fb, "carries no bombs"):
            return reason
    left = board.missions_left(side)
    if len(order.units) > left:
        return f"{side} has {counted(left, 'air mission')} left this turn"
    return why_not_aim(board, target, order.at)


def why_not_bombard(board: Board, order: Bombard) -> str:
    """Say why batteries may not shell a hex; empty if they may."""
    side, target = board.position.side, board.hex(order.target)
    does = "batteries fire in the bombardment phase"
    if reason := why_not_announced(board, order, "bombardment", does, "the batteries that fire"):
        return reason
    for gun in board.units(order.units):
        if gun.side != side:
            return f"{gun.name} is no unit of {side}"
        if reason := cannot_fire(board, gun) or why_out_of_range(board, gun, target):
            return reason
    return why_not_aim(board, target, order.at)


def why_not_aim(board: Board, target: HexId, aim: Aim) -> str:
    """Ruling feature-targets: say why this may not be aimed at in a hex; empty if it may."""
    name, side = board.grid.names[target], board.position.side
    if target in board.position.held[side]:
        return f"units of {side} are in {name}"
    if aim == "units":
        return board.why_no_enemy(side, target)
    if aim != "bridge" and target not in board.foes(side):
        return f"a {aim} is bombarded only where the enemy stands (ruling feature-targets)"
    return "" if aim in feature_aims(board, target) else f"there is no {aim} in {name} that is not destroyed"


def aims_at(board: Board, target: HexId) -> list[Aim]:
    """Return what may be aimed at in a hex."""
    return [aim for aim in AIMS if not why_not_aim(board, target, aim)]


def feature_aims(board: Board, target: HexId) -> list[Aim]:
    """Return what can be aimed at in a hex besides units."""
    kinds = {feature.kind for feature in undestroyed(board, target)}
    return [aim for aim in AIMS if aim in kinds]


def undestroyed(board: Board, target: HexId) -> list[Feature]:
    """Return the roads, railroads and bridges of a hex that are not destroyed."""
    state = board.position.features.state
    return [feature for feature in features_at(board.scenario.map, target) if state(feature) != "destroyed"]


@cached_on_board
def targets(board: Board) -> list[HexId]:
    """Return the hexes that can be bombarded, or in the air phase also reconnoitred."""
    side = board.position.side
    if board.position.phase == "air":
        if board.missions_left(side) <= 0:
            return []
        planes, hexes = board.waiting_planes(side), frozenset[HexId]()
        if any(plane.fb for plane in planes):
            hexes |= worth_bombarding(board, side)
        if any(plane.recon for plane in planes):
            hexes |= board.foes(side)
        return sorted(hexes)
    guns = [unit for unit in board.scenario.of_side[side] if not cannot_fire(board, unit)]
    ranges = {(board.at(gun), gun_range(board, gun)) for gun in guns}
    distance = board.grid.distance
    return sorted(
        target
        for target in (worth_bombarding(board, side) if guns else ())
        if any(distance(here, target) <= far for here, far in ranges)
    )


def worth_bombarding(board: Board, side: Side) -> frozenset[HexId]:
    """Return the hexes with a target for a side: enemies, or a bridge without own units."""
    bridges = bridge_hexes(board.scenario.map, board.position.features)
    return board.foes(side) | (bridges - board.position.held[side])


def bombarding_pieces(board: Board, target: HexId) -> list[str]:
    """Return the aircraft or batteries that may bombard a hex, by their ids."""
    side = board.position.side
    if board.position.phase == "air":
        planes = board.waiting_planes(side) if board.missions_left(side) > 0 else []
        return [plane.id for plane in planes if plane.fb]
    guns = [unit for unit in board.scenario.of_side[side] if unit.is_artillery]
    ready = [gun for gun in guns if not cannot_fire(board, gun)]
    return [gun.id for gun in ready if not why_out_of_range(board, gun, target)]


# The worksheet


def strike_sheet(board: Board, order: Strike) -> BombardmentSheet:
    """Return the worksheet of a bombardment of the units known or assumed to be in the hex."""
    return strike_on(board, order, defenders_of(board, board.hex(order.target)))


def strike_on(board: Board, order: Strike, units: ChartUnits) -> BombardmentSheet:
    """Return the worksheet of a bombardment of some units; without any, only what is the same for every possible defender."""
    target = board.hex(order.target)
    if board.holder(target) == board.position.side:
        raise NotAllowed(f"units of {board.position.side} are in {board.grid.names[target]}")
    if order.at == "units" and (reason := board.why_no_enemy(board.position.side, target)):
        raise NotAllowed(reason)
    states = {
        kind: _state(board, [feature for feature in undestroyed(board, target) if feature.kind == kind])
        for kind in bombardment.FEATURES
    }
    under_fire = isinstance(order, Bomb) and may_be_fired_at(board, target)
    aimed = Target(
        side=enemy(board.position.side),
        units=units,
        ground=board.ground(target),
        features=tuple(states.items()),
        aim=order.at,
    )
    given, moved = _points(board, order)
    return bombardment.sheet_of(
        given,
        aimed,
        board.card,
        aa=aa_factors(board, target) if under_fire else 0,
        air=isinstance(order, Bomb),
        moved=moved,
        under_fire=under_fire,
    )


def _state(board: Board, features: Sequence[Feature]) -> bombardment.Condition:
    """Return the condition of the features of one kind in a hex: the best of them counts."""
    if not features:
        return "none"
    states = {board.position.features.state(feature) for feature in features}
    return "whole" if "whole" in states else "damaged"


def _points(board: Board, order: Strike) -> tuple[int, tuple[int, ...]]:
    """Return the points of those who bombard, and those of each battery that has moved."""
    if not order.units:
        raise NotAllowed("name who bombards")
    moved: tuple[int, ...] = ()
    if isinstance(order, Bomb):
        given = sum(board.context.plane(name).fb for name in order.units)
    else:
        guns = board.units(order.units)
        if other := next((gun for gun in guns if not gun.is_artillery or not board.is_on_map(gun)), None):
            raise NotAllowed(f"{other.name} is no artillery on the map")
        given, moved = gun_points(board, guns), moved_points(board, guns)
    if not given and not any(moved):
        raise NotAllowed("those that are named have no bombardment points")
    return given, moved


# The bombardment


def strike(board: Board, order: Strike) -> Rule[Position]:
    """Carry out a bombardment; a hex that loses points is revealed, one that is only disorganised is not (ruling fog)."""
    sheet, target = strike_sheet(board, order), board.hex(order.target)
    units = board.units_at(target)
    begun = board.after(_begun(board, order))

    def look(position: Position) -> Position:
        return board.settled(position, units)

    def shown(lost: Lost) -> Position:
        return look(suffer(begun.position, dict(zip(units, lost, strict=False))))

    outcome = yield from bombardment.bombardment(sheet, shown)
    position = suffer_fates(begun, _features(begun, target, outcome.result), units, outcome.losses)
    own = tuple(fates_of(board, units, outcome.losses).values())
    position = count_lost(position, enemy(board.position.side), points(outcome.losses) - points(own))
    if outcome.disorganised:
        hit = {unit.number for unit in survivors(position, units)}
        position = replace(position, disorganised=position.disorganised | hit)
        position = disorganised_in(position, enemy(board.position.side), target)
    position = yield from morale_retreats(begun, position, units, outcome.losses, target, look)
    return board.settled(position, units if outcome.losses else ())


def _begun(board: Board, order: Strike) -> Position:
    position, target = board.position, board.grid.parse_hex(order.target)
    if isinstance(order, Bomb):
        return flying(position, list(map(board.context.plane, order.units)), target, order.at)
    guns = {gun.number for gun in board.units(order.units)}
    return replace(position, fired=position.fired | guns, struck=(*position.struck, Struck(target, order.at)))


def _features(board: Board, target: HexId, result: str) -> Position:
    """Bombardment Table: damage or destroy roads, railroads and bridges."""
    harm, features = bombardment.result_effects(result, board.card).harm, board.position.features
    if harm is None:
        return board.position
    for feature in undestroyed(board, target):
        features = after_harm(features, feature, harm)
    return replace(board.position, features=features)


def disorganised_in(position: Position, side: Side, target: HexId) -> Position:
    """Return the position once a side's enemy knows that all of its units in a hex are disorganised, seen or not."""
    if target not in position.held[side]:
        return position
    knowledge = all_disorganised(position.known[enemy(side)], target, position.turn)
    return with_known(position, enemy(side), knowledge)
