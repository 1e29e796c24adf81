"""Every kind of order: when and of whom it may be given, why not, what it does and rolls on, and its words.

Orders are given to the units that move and come onto the map, and against the hexes that are struck, overrun or
attacked. Who moves, comes or is put on top is one actor, named with the moves.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from msgspec.structs import replace

from grognard.games.iron_curtain import (
    attack_orders,
    order_text,
    orders,
    overrun_orders,
    procedures,
    strike_orders,
)
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.combat import CombatSheet
from grognard.games.iron_curtain.contamination import entry_lines
from grognard.games.iron_curtain.entry_orders import bring_in, cannot_enter, entry_orders, why_not_enter
from grognard.games.iron_curtain.move_orders import cannot_move, move, move_orders, units_left, why_not_move
from grognard.games.iron_curtain.position import MOVING, Position
from grognard.games.iron_curtain.sequence import end_phase
from grognard.games.iron_curtain.stacking import put_on_top, top_orders, why_not_top
from grognard.games.iron_curtain.strike_orders import StrikeSheet
from grognard.hexes import HexId
from grognard.play.board import Preview
from grognard.play.kinds import NONE, Kind, Kinds
from grognard.play.order_sets import AllOf, Orders
from grognard.play.places import WAITING
from grognard.play.preview import preview
from grognard.procedures.procedure import Line, Procedure
from grognard.rules.orders import Arrive, Attack, EndPhase, MoveTogether

END: Orders[EndPhase] = AllOf((EndPhase(),))


def _hexes(targets: Callable[[Board], Iterable[HexId]], board: Board) -> list[str]:
    return [board.grid.names[at] for at in targets(board)]


def _why_idle(board: Board, actor: str) -> str:
    """Say why a unit can do nothing; whatever else can be ordered can be."""
    unit = board.scenario.by_id.get(actor)
    if unit is None:
        return ""
    if board.place(unit) == WAITING:
        return cannot_enter(board, unit) or "no hex of its edge is open"
    return cannot_move(board, unit) or "no hex is in its reach"


def _preview(
    procedure: Procedure | None,
    sheet_of: Callable[[Board, Any], CombatSheet | StrikeSheet],
    board: Board,
    order: orders.Battle,
) -> Preview:
    """Work out what an order would roll on, by the table of the period if by no other; over what is seen of a stack."""
    sheet, target = sheet_of(board, order), board.context.hex(order.target)
    shown = preview("iron-curtain", procedure or procedures.COMBAT[board.scenario.period], sheet)
    lines = shown.lines
    if isinstance(order, Attack | orders.Overrun):
        lines = (*entry_lines(board.position, board.now.side, target), *lines)
    if board.hides(board.units_at(target)[0].side):
        lines = (Line("the top unit alone is seen", "", order_text.BENEATH), *lines)
    return replace(shown, lines=lines)


def _strike(order: type[orders.Strike], procedure: Procedure) -> Kind[Board, Position]:
    return Kind(
        order=order,
        phases=("strikes",),
        actors=partial(_hexes, strike_orders.targets),
        orders=partial(strike_orders.strike_orders, order),
        why_illegal=strike_orders.why_not_strike,
        rule=strike_orders.strike,
        preview=partial(_preview, procedure, strike_orders.strike_sheet),
        text=order_text.strike_text,
    )


KINDS: Kinds[Board, Position] = Kinds(
    (
        _strike(orders.AirStrike, procedures.AIR_STRIKE),
        _strike(orders.NuclearStrike, procedures.NUCLEAR_STRIKE),
        _strike(orders.ChemicalStrike, procedures.CHEMICAL_STRIKE),
        Kind(
            order=MoveTogether,
            phases=MOVING,
            actors=units_left,
            orders=move_orders,
            why_idle=_why_idle,
            why_illegal=why_not_move,
            rule=move,
            text=order_text.move_text,
        ),
        Kind(
            order=Arrive,
            phases=("movement",),
            orders=entry_orders,
            why_illegal=why_not_enter,
            rule=bring_in,
            text=order_text.arrive_text,
        ),
        Kind(
            order=orders.Top,
            phases=("movement",),
            orders=top_orders,
            why_illegal=why_not_top,
            rule=put_on_top,
            text=order_text.top_text,
        ),
        Kind(
            order=orders.Overrun,
            phases=MOVING,
            actors=partial(_hexes, overrun_orders.targets),
            orders=overrun_orders.overrun_orders,
            why_illegal=overrun_orders.why_not_overrun,
            rule=overrun_orders.overrun_hex,
            preview=partial(_preview, procedures.OVERRUN, overrun_orders.overrun_sheet),
            text=partial(order_text.battle_text, overrun_orders.overrun_sheet),
        ),
        Kind(
            order=Attack,
            phases=("combat",),
            actors=partial(_hexes, attack_orders.targets),
            orders=attack_orders.attack_orders,
            why_illegal=attack_orders.why_not_attack,
            rule=attack_orders.attack,
            preview=partial(_preview, None, attack_orders.attack_sheet),
            text=partial(order_text.battle_text, attack_orders.attack_sheet),
        ),
        Kind(
            order=EndPhase,
            actors=lambda _: ("",),
            orders=lambda _, actor: NONE if actor else END,
            why_illegal=lambda _, __: "",
            rule=end_phase,
            text=order_text.end_text,
        ),
    )
)
