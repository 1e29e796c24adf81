# SPDX-License-Identifier: Apache-2.0
"""Every kind of order: its phase, its actors, why it is illegal, the rule that carries it out, and its words."""

from typing import Any

import msgspec

from grognard.games.panzerblitz import (
    close_assault_orders,
    fire_orders,
    minefield_orders,
    move_orders,
    order_text,
    orders,
    overrun_orders,
    sequence,
    transport,
)
from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.close_assault_orders import ASSAULT
from grognard.games.panzerblitz.fire_orders import FIRE
from grognard.games.panzerblitz.minefield_orders import MINES
from grognard.games.panzerblitz.overrun_orders import OVERRUN
from grognard.games.panzerblitz.position import Position
from grognard.play.kinds import Kind, Kinds, taking
from grognard.play.places import WAITING
from grognard.rules.order_kinds import (
    arrivals,
    end_phase,
    group_orders,
    hex_names,
    if_allowed,
    of_hex,
    to_hexes,
    unit_orders,
)
from grognard.rules.orders import Arrive, Move, Resolve
from grognard.rules.sentences import says

MOVING = ("vehicles", "infantry")
_unit, _unit_to, _units_at = taking("unit"), taking("unit", "to"), taking("units", "target")
_why_not_overrun, _why_not_assault = _units_at(overrun_orders.why_not_overrun), _units_at(ASSAULT.why_not)

_fire_at_one = FIRE.says("{units} to fire at {at:unit} in {target}")


def _why_no_attack(board: Board, actor: str) -> str:
    return "" if board.context.target(actor) is None else "the charts permit no attack on it"


def _why_idle(board: Board, actor: str) -> str:
    """Say why a unit can do nothing in a movement phase."""
    unit = board.scenario.by_id.get(actor)
    if unit is None:
        return ""
    if board.place(unit) == WAITING:
        return move_orders.cannot_arrive(board, unit) or "no hex of its edge is open"
    if board.is_aboard(unit):
        return transport.why_not_unload(board, unit)
    return move_orders.cannot_move(board, unit) or "no hex is in its reach"


def _fire(order: type[msgspec.Struct], **more: Any) -> Kind[Board, Position]:
    return Kind(
        order=order, phases=("fire",), rule=fire_orders.announce, why_illegal=fire_orders.why_not_fire,
        preview=FIRE.preview, **more,
    )  # fmt: skip


KINDS: Kinds[Board, Position] = Kinds(
    (
        Kind(
            order=orders.Mines, phases=("minefields",),
            actors=hex_names(minefield_orders.minefields), orders=of_hex(minefield_orders.mine_orders),
            why_illegal=minefield_orders.why_not_mines, rule=minefield_orders.mines_attack,
            preview=MINES.preview, text=says("mines in {target} attack {units}"),
        ),
        _fire(
            orders.Fire, actors=hex_names(fire_orders.targets), orders=fire_orders.fire_orders,
            why_idle=_why_no_attack, text=FIRE.says("{units} to fire at {target}"),
        ),
        _fire(orders.SelectiveFire, text=_fire_at_one),
        _fire(orders.FireAtEach, text=lambda board, order: f"{_fire_at_one(board, order)}, others at the rest"),
        Kind(
            order=Resolve, phases=("resolution",),
            actors=hex_names(fire_orders.announced_at), orders=of_hex(fire_orders.resolve_orders),
            why_illegal=fire_orders.why_not_resolve, rule=fire_orders.resolve,
            preview=FIRE.preview, text=FIRE.says("{units} {verb:fires|fire} at {target}"),
        ),
        Kind(
            order=Move, phases=MOVING,
            actors=move_orders.movers, orders=to_hexes(Move, move_orders.reachable),
            why_idle=_why_idle, why_illegal=_unit_to(overrun_orders.why_not_into), rule=_unit_to(move_orders.move),
            text=says("{unit} moves from {here} to {to}"),
        ),
        Kind(
            order=Arrive, phases=MOVING, orders=arrivals(move_orders.cannot_arrive, move_orders.edge_of, move_orders.why_not_arrive),
            why_illegal=_unit_to(move_orders.why_not_arrive), rule=_unit_to(move_orders.arrive),
            text=says("{unit} arrives at {to}"),
        ),
        Kind(
            order=orders.Exit, phases=MOVING, orders=if_allowed(orders.Exit, move_orders.why_not_exit),
            why_illegal=_unit(move_orders.why_not_exit), rule=_unit(move_orders.leave),
            text=says("{unit} leaves the map"),
        ),
        Kind(
            order=orders.Unload, phases=MOVING, orders=if_allowed(orders.Unload, transport.why_not_unload),
            why_illegal=_unit(transport.why_not_unload), rule=_unit(transport.unload),
            text=order_text.dismount_text,
        ),
        Kind(
            order=orders.Load, phases=MOVING, orders=unit_orders(transport.loads),
            why_illegal=taking("unit", "carrier")(transport.why_not_load),
            rule=taking("unit", "carrier")(transport.load),
            text=says("{unit} mounts {carrier:unit}"),
        ),
        Kind(
            order=orders.ClearMines, phases=("infantry",), orders=unit_orders(minefield_orders.clearings),
            why_illegal=taking("unit", "target")(minefield_orders.why_not_clear),
            rule=taking("unit", "target")(minefield_orders.clear),
            preview=taking()(minefield_orders.clearing_odds), text=says("{unit} tries to clear the mines in {target}"),
        ),
        Kind(
            order=orders.Overrun, phases=("vehicles",),
            actors=hex_names(overrun_orders.targets), orders=group_orders(orders.Overrun, OVERRUN.units, _why_not_overrun),
            why_idle=_why_no_attack, why_illegal=_why_not_overrun, rule=_units_at(overrun_orders.drive_through),
            preview=OVERRUN.on_map.preview, text=OVERRUN.on_map.says("{units} {verb:overruns|overrun} {target}"),
        ),
        Kind(
            order=orders.CloseAssault, phases=("close assault",),
            actors=hex_names(close_assault_orders.targets), orders=group_orders(orders.CloseAssault, ASSAULT.units, _why_not_assault),
            why_idle=_why_no_attack, why_illegal=_why_not_assault, rule=_units_at(close_assault_orders.assault),
            preview=ASSAULT.on_map.preview, text=ASSAULT.on_map.says("{units} {verb:assaults|assault} {target}"),
        ),
        end_phase(sequence.end_phase, sequence.why_not_end, says("{side} {ending}")),
    )
)  # fmt: skip
