# SPDX-License-Identifier: Apache-2.0
"""Every kind of order: its phase, its actors, why it is illegal, and the rule that carries it out."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.games.asl_sk import (
    advance_orders,
    close_combat_orders,
    close_combat_sequence,
    fire_orders,
    move_orders,
    order_text,
    orders,
    previews,
    rally_orders,
    rout_orders,
    sequence,
)
from grognard.games.asl_sk.board import Board
from grognard.games.asl_sk.position import Position
from grognard.games.asl_sk.scenario import Unit
from grognard.hexes import HexId
from grognard.play.kinds import NONE, Kind, Kinds, taking
from grognard.play.order_sets import Combined, Groups, Orders
from grognard.rules.order_kinds import end_phase, hex_names, ids, if_allowed, of_hex, to_hexes, why_idle
from grognard.rules.orders import Move, Resolve, UnitsAgainst
from grognard.rules.sentences import says

_unit, _unit_to = taking("unit"), taking("unit", "to")
FIRING = ("fire", "defensive fire")


def _not_all(units: Sequence[str], meant: Sequence[Unit]) -> str:
    """Refuse an order that does not name all of these units, each once."""
    named = ids(meant)
    return "" if sorted(units) == sorted(named) else f"this is about {', '.join(named)}, all of them"


def _all_of(
    order: Callable[[tuple[str, ...], str], msgspec.Struct],
    why_not: Callable[[Board, HexId], str],
    units: Callable[[Board, HexId], Sequence[Unit]],
) -> dict[str, Any]:
    """Make the orders about all of some units in a hex: there is one or none, and any other is refused."""

    def in_hex(board: Board, at: HexId, name: str) -> Sequence[msgspec.Struct]:
        return () if why_not(board, at) else (order(ids(units(board, at)), name),)

    def why_illegal(board: Board, given: UnitsAgainst) -> str:
        at = board.hex(given.target)
        return why_not(board, at) or _not_all(given.units, units(board, at))

    return {"order": order, "orders": of_hex(in_hex), "why_illegal": why_illegal}


def _own_at(board: Board, at: HexId) -> Sequence[Unit]:
    return board.units_at(at, board.side)


# Units that go somewhere


def _own(board: Board) -> Sequence[str]:
    return ids(board.of_side(board.side))


def _moves(board: Board, unit: Unit) -> Sequence[HexId]:
    return () if move_orders.cannot_move(board, unit) else move_orders.move_reach(board, unit).elsewhere


def _routs(board: Board, unit: Unit) -> Sequence[HexId]:
    return () if rout_orders.cannot(board, unit) else rout_orders.havens(board, unit)


# Hexes where something is rolled


def _rallies(board: Board, at: HexId, name: str) -> Sequence[orders.Rally]:
    units = [unit for unit in board.units_at(at) if not rally_orders.why_not(board, unit)]
    return [orders.Rally((unit.id,), name) for unit in units]


def _rallying(board: Board, order: orders.Rally) -> Unit:
    if len(order.units) != 1:
        raise GrognardError("units try to rally one by one")
    return board.unit(order.units[0])


def _why_not_rally(board: Board, order: orders.Rally) -> str:
    unit = _rallying(board, order)
    if board.place(unit) != board.hex(order.target):
        return f"{unit.name} is not in {order.target}"
    return rally_orders.why_not(board, unit)


def _fires(board: Board, at: HexId, name: str) -> Sequence[orders.Fire]:
    fires = fire_orders.targets(board).get(at, [])
    return [orders.Fire(ids(fire_orders.fired_at(board, fire, at)), name, fire) for fire in fires]


def _why_not_fire(board: Board, order: orders.Fire) -> str:
    at = board.hex(order.target)
    reason = fire_orders.why_not_at(board, order.fire, at)
    return reason or _not_all(order.units, fire_orders.fired_at(board, order.fire, at))


# Close combat


def _declaring_in(board: Board) -> list[HexId]:
    """Return the hex where the side can declare attacks."""
    combat = board.position.combat
    waits = combat and combat.stage != "resolve" and close_combat_orders.can_attack(board, board.side)
    return [combat.at] if combat and waits else []


def _attacks(board: Board, actor: str) -> Orders[Any]:
    """Return the attacks on each enemy team by all units that can, by all but some, down to single units."""
    combat = board.position.combat
    if combat is None or combat.stage == "resolve" or board.grid.names[combat.at] != actor:
        return NONE
    able = close_combat_orders.fighters(board, combat, board.side)

    def on(whom: str) -> Orders[Any]:
        return Groups(
            able,
            lambda units: orders.Attack(ids(units), actor, whom),
            lambda order: not _why_not_attack(board, order),
        )

    return Combined(map(on, close_combat_orders.attackable(board)))


_why_not_attack = taking("units", "target", "at")(close_combat_orders.why_not_attack)


def _rolling_in(board: Board) -> list[HexId]:
    """Return the hex where the attacks that were declared are to be rolled."""
    combat = board.position.combat
    return [combat.at] if combat and combat.stage == "resolve" else []


KINDS: Kinds[Board, Position] = Kinds(
    (
        Kind(
            order=Move, phases=("movement",), actors=_own,
            orders=to_hexes(Move, _moves),
            why_idle=why_idle(move_orders.cannot_move, "no hex is in its reach"),
            why_illegal=_unit_to(move_orders.why_not_to), rule=_unit_to(move_orders.move),
            text=says("{unit} moves from {here} to {to}"),
        ),
        Kind(
            order=orders.DoubleTime, phases=("movement",),
            orders=if_allowed(orders.DoubleTime, move_orders.why_not_double_time),
            why_illegal=_unit(move_orders.why_not_double_time), rule=_unit(move_orders.double_time),
            text=says("{unit} runs, and is CX"),
        ),
        Kind(
            order=orders.Hatches, phases=("movement",),
            orders=if_allowed(orders.Hatches, move_orders.why_not_hatches),
            why_illegal=_unit(move_orders.why_not_hatches), rule=_unit(move_orders.work_hatches),
            text=order_text.hatches_text,
        ),
        Kind(
            order=orders.Stop, phases=("movement",), orders=if_allowed(orders.Stop, move_orders.why_not_stop),
            why_illegal=_unit(move_orders.why_not_stop), rule=_unit(move_orders.stop),
            text=says("{unit} stops"),
        ),
        Kind(
            order=orders.Rout, phases=rout_orders.PHASES, actors=lambda board: ids(rout_orders.fleeing(board)),
            orders=to_hexes(orders.Rout, _routs),
            why_idle=why_idle(rout_orders.cannot, "no cover is in its reach: it is eliminated when the phase ends"),
            why_illegal=_unit_to(rout_orders.why_not_to), rule=_unit_to(rout_orders.rout),
            text=says("{unit} routs from {here} to {to}"),
        ),
        Kind(
            order=orders.Advance, phases=("advance",), actors=_own,
            orders=to_hexes(orders.Advance, advance_orders.hexes),
            why_idle=why_idle(advance_orders.cannot, "all hexes around are full"),
            why_illegal=_unit_to(advance_orders.why_not_to), rule=_unit_to(advance_orders.carry_out),
            preview=previews.advance, text=order_text.advance_text,
        ),
        Kind(
            order=orders.Rally, phases=("rally",), actors=hex_names(rally_orders.hexes), orders=of_hex(_rallies),
            why_illegal=_why_not_rally,
            rule=lambda board, order: rally_orders.carry_out(board, board.man(_rallying(board, order))),
            preview=previews.rally, text=order_text.with_odds("{units} {verb:tries|try} to rally"),
        ),
        Kind(
            order=orders.Fire, phases=FIRING, actors=hex_names(fire_orders.targets), orders=of_hex(_fires),
            why_illegal=_why_not_fire, rule=taking("fire", "target")(fire_orders.aim),
            preview=previews.fire_aimed, text=order_text.with_odds("{fire} aims at {target}"),
        ),
        Kind(
            **_all_of(orders.Fall, fire_orders.why_not_fall, fire_orders.under_fire),
            phases=FIRING, rule=taking()(fire_orders.roll),
            actors=hex_names(lambda board: [board.position.aimed.at] if board.position.aimed else []),
            preview=taking()(previews.fall), text=order_text.fall_text,
        ),
        Kind(
            **_all_of(orders.CloseCombat, close_combat_orders.why_not_begin, _own_at),
            phases=("close combat",), actors=hex_names(close_combat_orders.hexes),
            rule=taking("target")(close_combat_sequence.begin),
            preview=previews.close_combat_begun, text=says("close combat in {target}"),
        ),
        Kind(
            **_all_of(orders.BestPairing, close_combat_orders.why_not_best, close_combat_orders.best_units),
            phases=("close combat",), actors=hex_names(_declaring_in),
            rule=taking()(close_combat_orders.declare_best),
            preview=taking()(previews.best_pairing), text=says("{units} {verb:attacks|attack} in {target} by the best pairing"),
        ),
        Kind(
            order=orders.Attack, phases=("close combat",), orders=_attacks, why_illegal=_why_not_attack,
            rule=taking("units", "at")(close_combat_sequence.attack),
            preview=previews.attack, text=order_text.attack_text,
        ),
        Kind(
            **_all_of(Resolve, close_combat_orders.why_not_roll, _own_at),
            phases=("close combat",), actors=hex_names(_rolling_in), rule=taking()(close_combat_sequence.roll),
            preview=taking()(previews.resolve), text=says("the attacks in {target} are rolled"),
        ),
        end_phase(sequence.end_phase, sequence.why_not_end, taking()(order_text.end_text)),
    ),
    why_idle=lambda _board, _actor: "nothing is to be rolled there",
)  # fmt: skip
