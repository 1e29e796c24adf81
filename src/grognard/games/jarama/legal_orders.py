# SPDX-License-Identifier: Apache-2.0
"""What units and formations may be ordered, and against which hexes; and why a unit cannot be ordered anything."""

from collections.abc import Sequence
from typing import Any

from grognard.games.jarama import (
    attack_orders,
    bombardment_orders,
    engineering,
    move_orders,
    orders,
    recon_orders,
    sequence,
)
from grognard.games.jarama.board import Board
from grognard.games.jarama.scenario import Unit
from grognard.hexes import HexId
from grognard.play.kinds import NONE
from grognard.play.order_sets import AllOf, Combined, Groups, Orders
from grognard.play.places import LOST, WAITING
from grognard.rules.order_kinds import arrivals as arrivals_of
from grognard.rules.order_kinds import if_allowed
from grognard.rules.orders import Attack, MoveTogether
from grognard.rules.target_orders import TargetOrders

# How many groups a program considers: against a hex, all that can and all but one, for a battle has thousands
# of outcomes; for a march, all that can go.
HANDFUL, LEADING = 4, 1


# Formations


def formations(board: Board) -> list[str]:
    """Return the formations of the side to move that have a unit left."""
    return [formation.name for formation in sequence.formations(board, board.position.side)]


def activations(board: Board, actor: str) -> Orders[Any]:
    """Return the activation of a formation."""
    return NONE if sequence.why_not_activate(board, actor) else AllOf((orders.Activate(actor),))


def why_inactive(board: Board, actor: str) -> str:
    """Say why a formation may not be activated; empty for an actor that is none."""
    return sequence.why_not_activate(board, actor) if actor in board.scenario.formation_of else ""


# Units


def own_units(board: Board) -> list[str]:
    """Return the units of the side to move that are left."""
    position = board.position
    return [unit.id for unit in board.scenario.of_side[position.side] if position.at[unit.number] != LOST]


deployments = arrivals_of(
    move_orders.cannot_deploy, lambda board, unit: board.formation(unit).zone, move_orders.why_not_deploy,
    orders.Deploy,
)  # fmt: skip
arrivals = arrivals_of(
    move_orders.cannot_arrive,
    lambda board, unit: board.scenario.entries[unit.box],
    move_orders.why_not_arrive,
)
taken_up = if_allowed(orders.TakeUp, engineering.why_not_take_up)


def _mover(board: Board, actor: str) -> Unit | None:
    """Return a unit that can move or work; None if it cannot, or there is no such unit."""
    unit = board.scenario.by_id.get(actor)
    return None if unit is None or move_orders.cannot_move(board, unit) else unit


def moves(board: Board, actor: str) -> Orders[Any]:
    """Return where a unit can go, alone or with others that it leads."""
    unit, names = _mover(board, actor), board.grid.names
    if unit is None:
        return NONE
    there = move_orders.destinations(board, unit)
    alone = AllOf(there, lambda at: MoveTogether((unit.id,), names[at]))
    comrades = [comrade.id for comrade in move_orders.comrades(board, unit)]
    if not comrades:
        return alone
    return Combined([alone, Combined([_marches(board, unit, comrades, names[at]) for at in there])])


def _marches(board: Board, unit: Unit, comrades: Sequence[str], to: str) -> Orders[Any]:
    there = board.hex(to)
    return Groups(
        comrades,
        lambda group: MoveTogether((unit.id, *group), to),
        lambda order: not move_orders.why_not_move(board, board.units(order.units), there),
        LEADING,
    )


# A unit that can move has a set of each kind of work, even an empty one: random play draws among the sets, and a seed must
# go on giving the same game.
def repairs(board: Board, actor: str) -> Orders[Any]:
    """Return what engineers may repair."""
    unit = _mover(board, actor)
    if unit is None:
        return NONE
    features = engineering.repairs(board, unit)
    return AllOf([orders.Repair(actor, engineering.feature_text(board, feature)) for feature in features])


def spans(board: Board, actor: str) -> Orders[Any]:
    """Return the hexsides over which pontoons may be laid."""
    unit = _mover(board, actor)
    if unit is None:
        return NONE
    return AllOf(
        [orders.Lay(actor, board.grid.hexside_name(side)) for side in engineering.spans(board, unit)]
    )


def why_idle(board: Board, actor: str) -> str:
    """Say why a unit can do nothing."""
    unit = board.unit(actor)
    if board.position.phase == "deployment":
        return move_orders.cannot_deploy(board, unit) or "no other hex of its zone is open"
    if board.place(unit) == WAITING:
        return move_orders.cannot_arrive(board, unit) or "no hex of its edge is open"
    return move_orders.cannot_move(board, unit) or "no hex is in its reach"


# Against hexes


def _bombarding_pieces(board: Board, target: HexId) -> list[list[str]]:
    return [bombardment_orders.bombarding_pieces(board, target)]


BOMBS = TargetOrders(
    orders.Bomb, bombardment_orders.targets, _bombarding_pieces,
    bombardment_orders.why_not_bomb, bombardment_orders.aims_at, handful=HANDFUL,
)  # fmt: skip
BOMBARDMENTS = TargetOrders(
    orders.Bombard, bombardment_orders.targets, _bombarding_pieces,
    bombardment_orders.why_not_bombard, bombardment_orders.aims_at, handful=HANDFUL,
)  # fmt: skip
PATROLS = TargetOrders(
    orders.GroundRecon, recon_orders.targets, recon_orders.parties,
    recon_orders.why_not_patrol, handful=HANDFUL,
)  # fmt: skip
ATTACKS = TargetOrders(
    Attack, attack_orders.targets, attack_orders.parties,
    attack_orders.why_not_attack, handful=HANDFUL,
)  # fmt: skip
MOBILE_ATTACKS = TargetOrders(
    orders.MobileAttack, attack_orders.targets, attack_orders.mobile_parties,
    attack_orders.why_not_mobile, by_all=True, handful=HANDFUL,
)  # fmt: skip


def flights(board: Board, actor: str) -> Orders[Any]:
    """Return the aircraft that may reconnoitre a hex, or the hexes that one of them may."""
    planes = [plane.id for plane in board.waiting_planes(board.position.side) if plane.recon]
    if actor in planes:
        hexes = [name for name in BOMBS.targets(board) if recon_orders.may_overfly(board, board.hex(name))]
        return AllOf(hexes, lambda target: orders.AirRecon((actor,), target))
    if not actor or board.context.is_piece(actor) or not recon_orders.may_overfly(board, board.hex(actor)):
        return NONE
    return AllOf(planes, lambda plane: orders.AirRecon((plane,), actor))
