"""What may be ordered of units and formations, and against hexes; and why nothing may be ordered of a unit."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

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
from grognard.play.order_sets import AllOf, Combined, Filtered, Groups, Orders
from grognard.play.places import LOST, WAITING
from grognard.rules.orders import Arrive, Attack, MoveTogether

# How many groups a program looks at: of those against a hex all who can, and all but one, for a battle has thousands
# of outcomes; of those that march to one, all who can go.
HANDFUL, LEADING = 4, 1


# Formations


def formations(board: Board) -> list[str]:
    """Return the formations of the side to move that have somebody left."""
    return [each.name for each in sequence.formations(board, board.position.side)]


def activations(board: Board, actor: str) -> Orders[Any]:
    """Return the activation of a formation."""
    return NONE if sequence.why_not_activate(board, actor) else AllOf((orders.Activate(actor),))


def why_inactive(board: Board, actor: str) -> str:
    """Say why a formation may not be activated; an empty text of whoever is none."""
    return sequence.why_not_activate(board, actor) if actor in board.scenario.formation_of else ""


# Units


def own_units(board: Board) -> list[str]:
    """Return the units of the side to move that are left."""
    position = board.position
    return [unit.id for unit in board.scenario.of_side[position.side] if position.at[unit.number] != LOST]


def deployments(board: Board, actor: str) -> Orders[Any]:
    """Return where a unit may be set up."""
    unit = board.scenario.by_id.get(actor)
    if unit is None or move_orders.cannot_deploy(board, unit):
        return NONE
    return Filtered(
        board.formation(unit).zone,
        lambda at: orders.Deploy(unit.id, board.grid.names[at]),
        lambda at: not move_orders.why_not_deploy(board, unit, at),
    )


def arrivals(board: Board, actor: str) -> Orders[Any]:
    """Return where a reinforcement may come onto the map."""
    unit = board.scenario.by_id.get(actor)
    if unit is None or move_orders.cannot_arrive(board, unit):
        return NONE
    return Filtered(
        board.scenario.entries[unit.box],
        lambda at: Arrive(unit.id, board.grid.names[at]),
        lambda at: not move_orders.why_not_arrive(board, unit, at),
    )


def _mover(board: Board, actor: str) -> Unit | None:
    """Return a unit that can move or work; none where it cannot, or there is no such unit."""
    unit = board.scenario.by_id.get(actor)
    return None if unit is None or move_orders.cannot_move(board, unit) else unit


def moves(board: Board, actor: str) -> Orders[Any]:
    """Return where a unit can go, alone or with others that it leads."""
    unit, names = _mover(board, actor), board.grid.names
    if unit is None:
        return NONE
    there = move_orders.destinations(board, unit)
    alone = AllOf(there, lambda at: MoveTogether((unit.id,), names[at]))
    comrades = [each.id for each in move_orders.comrades(board, unit)]
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


def repairs(board: Board, actor: str) -> Orders[Any]:
    """Return what engineers may repair."""
    unit = _mover(board, actor)
    if unit is None:
        return NONE
    features = engineering.mends(board, unit)
    return AllOf([orders.Repair(actor, engineering.feature_text(board, each)) for each in features])


def spans(board: Board, actor: str) -> Orders[Any]:
    """Return the hexsides over which pontoons may be laid."""
    unit = _mover(board, actor)
    if unit is None:
        return NONE
    return AllOf(
        [orders.Lay(actor, board.grid.hexside_name(side)) for side in engineering.spans(board, unit)]
    )


def taken_up(board: Board, actor: str) -> Orders[Any]:
    """Return that pontoons are taken up."""
    unit = board.scenario.by_id.get(actor)
    if unit is None or unit.kind != "Pontoons" or engineering.why_not_take_up(board, unit):
        return NONE
    return AllOf((orders.TakeUp(actor),))


def why_idle(board: Board, actor: str) -> str:
    """Say why a unit can do nothing."""
    unit = board.unit(actor)
    if board.position.phase == "deployment":
        return move_orders.cannot_deploy(board, unit) or "no other hex of its zone is open"
    if board.place(unit) == WAITING:
        return move_orders.cannot_arrive(board, unit) or "no hex of its edge is open"
    return move_orders.cannot_move(board, unit) or "no hex is in its reach"


# Against hexes


class Against(msgspec.Struct, frozen=True):
    """What is done to a hex: the order, the hexes it may be done to, who may do it together, by their ids, and why not.

    Where something in the hex is aimed at, there is an order for each of its `aims`. Unless it is done `by_all`, a unit or
    an aircraft can be ordered to take part.
    """

    order: Callable[..., Any]
    hexes: Callable[[Board], list[HexId]]
    parties: Callable[[Board, HexId], list[list[str]]]
    why_not: Callable[[Board, Any], str]
    aims: Callable[[Board, HexId], list[Any]] | None = None
    by_all: bool = False

    def targets(self, board: Board) -> list[str]:
        """Return the hexes that it may be done to."""
        return [board.grid.names[at] for at in self.hexes(board)]

    def orders(self, board: Board, actor: str) -> Orders[Any]:
        """Return what may be done to a hex by groups of those who may do it together; or what a piece may do to hexes."""
        if not actor:
            return NONE
        if _is_piece(board, actor):
            return NONE if self.by_all else self._joined_by(board, actor)
        target = board.hex(actor)
        groups = [
            self._groups(board, party, make)
            for make in self._makes(board, target, actor)
            for party in self.parties(board, target)
        ]
        return groups[0] if len(groups) == 1 and not self.aims else Combined(groups)

    def _makes(self, board: Board, target: HexId, name: str) -> list[Callable[[tuple[str, ...]], Any]]:
        """Return what makes an order of those who do it to a hex; one for each aim."""
        if self.aims is None:
            return [partial(self.order, target=name)]
        return [partial(self.order, target=name, at=aim) for aim in self.aims(board, target)]

    def _groups(
        self, board: Board, party: Sequence[str], make: Callable[[tuple[str, ...]], Any]
    ) -> Orders[Any]:
        """Return orders to groups: to all of them, to all but some, down to single ones."""
        return Groups(party, make, lambda order: not self.why_not(board, order), HANDFUL)

    def _joined_by(self, board: Board, piece: str) -> Orders[Any]:
        """Return what a piece may do to hexes together with all others of a party, all but one, one, or alone."""
        return Combined(
            [
                self._with(board, piece, party, partial(self.order, target=target))
                for target in self.targets(board)
                for party in self.parties(board, board.hex(target))
                if piece in party
            ]
        )

    def _with(
        self, board: Board, piece: str, party: Sequence[str], make: Callable[[tuple[str, ...]], Any]
    ) -> Orders[Any]:
        others = [each for each in party if each != piece]
        but_one = [[each for each in others if each != left] for left in others]
        groups = dict.fromkeys(map(tuple, [others, *but_one, *([each] for each in others), []]))
        return Filtered(
            [(piece, *group) for group in groups], make, lambda units: not self.why_not(board, make(units))
        )


def _is_piece(board: Board, actor: str) -> bool:
    return actor in board.scenario.by_id or actor in board.context.planes


def _shooters(board: Board, target: HexId) -> list[list[str]]:
    return [bombardment_orders.shooters(board, target)]


BOMBS = Against(
    orders.Bomb, bombardment_orders.targets, _shooters,
    bombardment_orders.why_not_bomb, bombardment_orders.aims_at,
)  # fmt: skip
BOMBARDMENTS = Against(
    orders.Bombard, bombardment_orders.targets, _shooters,
    bombardment_orders.why_not_bombard, bombardment_orders.aims_at,
)  # fmt: skip
PATROLS = Against(orders.GroundRecon, recon_orders.targets, recon_orders.parties, recon_orders.why_not_patrol)
ATTACKS = Against(Attack, attack_orders.targets, attack_orders.parties, attack_orders.why_not_attack)
MOBILE_ATTACKS = Against(
    orders.MobileAttack, attack_orders.targets, attack_orders.mobile_parties,
    attack_orders.why_not_mobile, by_all=True,
)  # fmt: skip


def flights(board: Board, actor: str) -> Orders[Any]:
    """Return the aircraft that may reconnoitre a hex, or the hexes that one of them may."""
    planes = [plane.id for plane in board.waiting_planes(board.position.side) if plane.recon]
    if actor in planes:
        hexes = [name for name in BOMBS.targets(board) if recon_orders.may_overfly(board, board.hex(name))]
        return AllOf(hexes, lambda target: orders.AirRecon((actor,), target))
    if not actor or _is_piece(board, actor) or not recon_orders.may_overfly(board, board.hex(actor)):
        return NONE
    return AllOf(planes, lambda plane: orders.AirRecon((plane,), actor))
