"""Every kind of order: when and of whom it may be given, why not, what it does, and its words.

Orders are given to the units that move and come onto the map, and against the hexes that are struck, overrun or
attacked. Who moves, comes or is put on top is one actor, named with the moves.
"""

from collections.abc import Callable, Iterable
from functools import partial

from grognard.games.iron_curtain import attack_orders, overrun_orders, strike_orders
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.entry_orders import bring_in, cannot_enter, entry_orders, why_not_enter
from grognard.games.iron_curtain.move_orders import cannot_move, move, move_orders, units_left, why_not_move
from grognard.games.iron_curtain.order_text import (
    arrive_text,
    attack_text,
    end_text,
    move_text,
    overrun_text,
    strike_text,
    top_text,
)
from grognard.games.iron_curtain.orders import Arrive, Attack, EndPhase, Move, Overrun, Strike, Top
from grognard.games.iron_curtain.position import MOVING, WAITING, Position
from grognard.games.iron_curtain.preview import attack_preview, overrun_preview, strike_preview
from grognard.games.iron_curtain.sequence import end_phase
from grognard.games.iron_curtain.stacking import put_on_top, top_orders, why_not_top
from grognard.games.iron_curtain.strike_orders import STRIKES
from grognard.hexes import HexId
from grognard.play.kinds import NONE, Kind, Kinds
from grognard.play.order_sets import AllOf, Orders

END: Orders[EndPhase] = AllOf((EndPhase(),))


def _hexes(targets: Callable[[Board], Iterable[HexId]], board: Board) -> list[str]:
    return [board.grid.names[at] for at in targets(board)]


def _why_idle(board: Board, actor: str) -> str:
    """Say why a unit can do nothing; whatever else can be ordered can be."""
    unit = board.scenario.by_id.get(actor)
    if unit is None:
        return ""
    if board.at(unit) == WAITING:
        return cannot_enter(board, unit) or "no hex of its edge is open"
    return cannot_move(board, unit) or "no hex is in its reach"


def _strike(order: type[Strike]) -> Kind[Board, Position]:
    return Kind(
        order=order,
        phases=("strikes",),
        actors=partial(_hexes, strike_orders.targets),
        orders=partial(strike_orders.strike_orders, order),
        why_idle=_why_idle,
        why_illegal=strike_orders.why_not_strike,
        rule=strike_orders.strike,
        preview=strike_preview,
        text=strike_text,
    )


KINDS: Kinds[Board, Position] = Kinds(
    (
        *map(_strike, STRIKES),
        Kind(
            order=Move,
            phases=MOVING,
            actors=units_left,
            orders=move_orders,
            why_idle=_why_idle,
            why_illegal=why_not_move,
            rule=move,
            text=move_text,
        ),
        Kind(
            order=Arrive,
            phases=("movement",),
            orders=entry_orders,
            why_illegal=why_not_enter,
            rule=bring_in,
            text=arrive_text,
        ),
        Kind(
            order=Top,
            phases=("movement",),
            orders=top_orders,
            why_illegal=why_not_top,
            rule=put_on_top,
            text=top_text,
        ),
        Kind(
            order=Overrun,
            phases=MOVING,
            actors=partial(_hexes, overrun_orders.targets),
            orders=overrun_orders.overrun_orders,
            why_illegal=overrun_orders.why_not_overrun,
            rule=overrun_orders.overrun_hex,
            preview=overrun_preview,
            text=overrun_text,
        ),
        Kind(
            order=Attack,
            phases=("combat",),
            actors=partial(_hexes, attack_orders.targets),
            orders=attack_orders.attack_orders,
            why_idle=_why_idle,
            why_illegal=attack_orders.why_not_attack,
            rule=attack_orders.attack,
            preview=attack_preview,
            text=attack_text,
        ),
        Kind(
            order=EndPhase,
            actors=lambda _: ("",),
            orders=lambda _, actor: NONE if actor else END,
            why_illegal=lambda _, __: "",
            rule=end_phase,
            text=end_text,
        ),
    )
)
