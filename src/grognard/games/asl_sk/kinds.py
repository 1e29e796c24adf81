"""Every kind of order: in which phase it is given, of whom, why not, and the rule that carries it out."""

from collections.abc import Sequence
from typing import Any

from grognard.charts.errors import GrognardError
from grognard.games.asl_sk import (
    advance_orders,
    close_combat_orders,
    close_combat_sequence,
    fire_orders,
    move_orders,
    orders,
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
from grognard.rules.orders import Move, Resolve
from grognard.umpire import Rule

FIRING = ("fire", "defensive fire")


def _not_all(units: Sequence[str], meant: Sequence[Unit]) -> str:
    """Refuse units that are not all of those meant, each once."""
    return (
        "" if sorted(units) == sorted(ids(meant)) else f"this is about {', '.join(ids(meant))}, all of them"
    )


# Units that go somewhere


def _own(board: Board) -> Sequence[str]:
    return ids(board.of_side(board.side))


def _fleeing(board: Board) -> Sequence[str]:
    return ids(rout_orders.fleeing(board))


def _moves(board: Board, unit: Unit) -> Sequence[HexId]:
    return () if move_orders.cannot_move(board, unit) else move_orders.reached(board, unit).elsewhere


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
    if board.at(unit) != board.hex(order.target):
        return f"{unit.name} is not in {order.target}"
    return rally_orders.why_not(board, unit)


def _rally(board: Board, order: orders.Rally) -> Rule[Position]:
    return rally_orders.carry_out(board, board.man(_rallying(board, order)))


def _fires(board: Board, at: HexId, name: str) -> Sequence[orders.Fire]:
    fires = fire_orders.targets(board).get(at, [])
    return [orders.Fire(ids(fire_orders.fired_at(board, fire, at)), name, fire) for fire in fires]


def _why_not_fire(board: Board, order: orders.Fire) -> str:
    at = board.hex(order.target)
    reason = fire_orders.why_not_at(board, order.fire, at)
    return reason or _not_all(order.units, fire_orders.fired_at(board, order.fire, at))


def _aimed_at(board: Board) -> list[HexId]:
    return [board.position.aimed.at] if board.position.aimed else []


def _falls(board: Board, at: HexId, name: str) -> Sequence[orders.Fall]:
    return (orders.Fall(ids(fire_orders.under_fire(board)), name),) if at in _aimed_at(board) else ()


def _why_not_fall(board: Board, order: orders.Fall) -> str:
    at = fire_orders.aimed(board).at
    if board.hex(order.target) != at:
        return f"fire is aimed at {board.grid.names[at]}"
    return _not_all(order.units, fire_orders.under_fire(board))


# Close combat


def _close_combats(board: Board, at: HexId, name: str) -> Sequence[orders.CloseCombat]:
    own = ids(board.units_at(at, board.side))
    return (orders.CloseCombat(own, name),) if at in close_combat_orders.hexes(board) else ()


def _why_not_close_combat(board: Board, order: orders.CloseCombat) -> str:
    at = board.hex(order.target)
    return close_combat_orders.why_not_begin(board, at) or _not_all(
        order.units, board.units_at(at, board.side)
    )


def _declaring_in(board: Board) -> list[HexId]:
    """Return the hex where the side can declare attacks."""
    combat = board.position.combat
    waits = combat and combat.stage != "resolve" and close_combat_orders.can_attack(board, board.side)
    return [combat.at] if combat and waits else []


def _best_pairings(board: Board, at: HexId, name: str) -> Sequence[orders.BestPairing]:
    if close_combat_orders.why_not_best(board, at):
        return ()
    return (orders.BestPairing(ids(close_combat_orders.best_units(board)), name),)


def _why_not_best_pairing(board: Board, order: orders.BestPairing) -> str:
    reason = close_combat_orders.why_not_best(board, board.hex(order.target))
    return reason or _not_all(order.units, close_combat_orders.best_units(board))


def _attacks(board: Board, actor: str) -> Orders[Any]:
    """Return the attacks on each enemy team of all who can, of all but some, down to single units."""
    combat = board.position.combat
    if combat is None or combat.stage == "resolve" or board.grid.names[combat.at] != actor:
        return NONE
    able = close_combat_orders.fighters(board, combat, board.side)

    def on(whom: str) -> Orders[Any]:
        return Groups(
            able,
            lambda units: orders.Attack(ids(units), actor, whom),
            lambda order: not WHY_NOT_ATTACK(board, order),
        )

    return Combined(map(on, close_combat_orders.groups(board)))


WHY_NOT_ATTACK = taking("units", "target", "at")(close_combat_orders.why_not_attack)


def _rolling_in(board: Board) -> list[HexId]:
    """Return the hex where the attacks that were declared are to be rolled."""
    combat = board.position.combat
    return [combat.at] if combat and combat.stage == "resolve" else []


def _resolves(board: Board, at: HexId, name: str) -> Sequence[Resolve]:
    return (Resolve(ids(board.units_at(at, board.side)), name),) if at in _rolling_in(board) else ()


def _why_not_resolve(board: Board, order: Resolve) -> str:
    at = board.hex(order.target)
    if at not in _rolling_in(board):
        return f"no attacks are to be rolled in {board.grid.names[at]}"
    return _not_all(order.units, board.units_at(at, board.side))


def _why_idle(board: Board, actor: str) -> str:
    del board, actor
    return "nothing is to be rolled there"


KINDS: Kinds[Board, Position] = Kinds(
    (
        Kind(
            order=Move, phases=("movement",), actors=_own, orders=to_hexes(Move, _moves),
            why_idle=why_idle(move_orders.cannot_move, "no hex is in its reach"),
            rule=taking("unit", "to")(move_orders.move), why_illegal=taking("unit", "to")(move_orders.why_not_to),
        ),
        Kind(
            order=orders.DoubleTime, phases=("movement",),
            orders=if_allowed(orders.DoubleTime, move_orders.why_not_double_time),
            rule=taking("unit")(move_orders.double_time), why_illegal=taking("unit")(move_orders.why_not_double_time),
        ),
        Kind(
            order=orders.Hatches, phases=("movement",), orders=if_allowed(orders.Hatches, move_orders.why_not_hatches),
            rule=taking("unit")(move_orders.work_hatches), why_illegal=taking("unit")(move_orders.why_not_hatches),
        ),
        Kind(
            order=orders.Stop, phases=("movement",), orders=if_allowed(orders.Stop, move_orders.why_not_stop),
            rule=taking("unit")(move_orders.stop), why_illegal=taking("unit")(move_orders.why_not_stop),
        ),
        Kind(
            order=orders.Rout, phases=rout_orders.PHASES, actors=_fleeing, orders=to_hexes(orders.Rout, _routs),
            why_idle=why_idle(rout_orders.cannot, "no cover is in its reach: it is eliminated when the phase ends"),
            rule=taking("unit", "to")(rout_orders.rout), why_illegal=taking("unit", "to")(rout_orders.why_not_to),
        ),
        Kind(
            order=orders.Advance, phases=("advance",), actors=_own, orders=to_hexes(orders.Advance, advance_orders.hexes),
            why_idle=why_idle(advance_orders.cannot, "all hexes around are full"),
            rule=taking("unit", "to")(advance_orders.carry_out), why_illegal=taking("unit", "to")(advance_orders.why_not_to),
        ),
        Kind(
            order=orders.Rally, phases=("rally",), actors=hex_names(rally_orders.hexes), orders=of_hex(_rallies),
            rule=_rally, why_illegal=_why_not_rally,
        ),
        Kind(
            order=orders.Fire, phases=FIRING, actors=hex_names(fire_orders.targets), orders=of_hex(_fires),
            rule=taking("fire", "target")(fire_orders.aim), why_illegal=_why_not_fire,
        ),
        Kind(
            order=orders.Fall, phases=FIRING, actors=hex_names(_aimed_at), orders=of_hex(_falls),
            rule=taking()(fire_orders.roll), why_illegal=_why_not_fall,
        ),
        Kind(
            order=orders.CloseCombat, phases=("close combat",), actors=hex_names(close_combat_orders.hexes),
            orders=of_hex(_close_combats), rule=taking("target")(close_combat_sequence.begin), why_illegal=_why_not_close_combat,
        ),
        Kind(
            order=orders.BestPairing, phases=("close combat",), actors=hex_names(_declaring_in),
            orders=of_hex(_best_pairings), rule=taking()(close_combat_orders.declare_best), why_illegal=_why_not_best_pairing,
        ),
        Kind(
            order=orders.Attack, phases=("close combat",), orders=_attacks,
            rule=taking("units", "at")(close_combat_sequence.attack), why_illegal=WHY_NOT_ATTACK,
        ),
        Kind(
            order=Resolve, phases=("close combat",), actors=hex_names(_rolling_in), orders=of_hex(_resolves),
            rule=taking()(close_combat_sequence.roll), why_illegal=_why_not_resolve,
        ),
        end_phase(sequence.end_phase, sequence.why_not_end),
    ),
    why_idle=_why_idle,
)  # fmt: skip
