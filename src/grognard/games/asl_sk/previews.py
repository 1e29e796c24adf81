"""What an order would roll on and come to; of close combat the whole round, with a hint who best attacks whom."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.games.asl_sk import (
    advance_orders,
    close_combat,
    close_combat_orders,
    declared,
    fire,
    fire_orders,
    in_turns,
    paatc,
    rally,
    rally_orders,
    to_begin,
)
from grognard.games.asl_sk.board import Board
from grognard.games.asl_sk.close_combat import attack_sheet
from grognard.games.asl_sk.kinds import WHY_NOT_ATTACK
from grognard.games.asl_sk.orders import Advance, Attack, BestPairing, CloseCombat, Fall, Fire, Rally
from grognard.games.asl_sk.pairing import Pairing, pairing, shares
from grognard.games.asl_sk.stacks import named
from grognard.games.asl_sk.terms import GAME
from grognard.play.board import Preview
from grognard.play.kinds import taking
from grognard.play.preview import preview as shown
from grognard.procedures.procedure import Line, Procedure
from grognard.rules.orders import Resolve

# What an order rolls on by itself.


def rally_sheet(board: Board, order: Rally) -> rally.RallySheet | None:
    """Return what a unit rolls on that tries to rally."""
    return rally_orders.sheet(board, board.man(board.unit(order.units[0]))) if len(order.units) == 1 else None


SHEETS: dict[type[msgspec.Struct], Callable[[Board, Any], Any]] = {
    Rally: rally_sheet,
    Fire: taking("fire", "target")(fire_orders.sheet),
    Advance: taking("unit", "to")(advance_orders.paatc),
    Attack: taking("units", "at")(close_combat_orders.sheet),
}


def sheet(board: Board, order: msgspec.Struct) -> Any:
    """Return the worksheet of what an order rolls by itself; none of one that rolls nothing."""
    work_out = SHEETS.get(type(order))
    return work_out(board, order) if work_out else None


# What it comes to


def _by(procedure: Procedure) -> Callable[[Board, Any], Preview | None]:
    """Tell what an order rolls by itself by a procedure."""

    def preview(board: Board, order: msgspec.Struct) -> Preview | None:
        found = sheet(board, order)
        return shown(GAME, procedure, found) if found else None

    return preview


def _fire(board: Board, order: Fire) -> Preview:
    return fire.foreseen(fire_orders.sheet(board, order.fire, board.hex(order.target)))


def _fall(board: Board, order: Fall) -> Preview:
    del order
    aimed = fire_orders.aimed(board)
    return fire.foreseen(fire_orders.sheet(board, aimed.fire, aimed.at))


def _attack(board: Board, order: Attack) -> Preview:
    found = close_combat_orders.sheet(board, board.units(order.units), order.at)
    whole = replace(close_combat.PROCEDURE, parts=(("the attack", partial(close_combat.outright, found)),))
    attack = to_begin.by_nation(board, shown(GAME, whole, found))
    hint = Line("hint", _hint(board), "ruling best-pairing")
    by_turns = close_combat_orders.in_hand(board).stage == "turns" and not WHY_NOT_ATTACK(board, order)
    after = in_turns.lines(board, found) if by_turns else ()
    return replace(attack, lines=(*attack.lines, hint, *after))


def _round(board: Board, order: BestPairing | Resolve) -> Preview:
    found = shown(GAME, declared.procedure(board), declared.sheet(board))
    return replace(found, told=_reason(board)) if isinstance(order, BestPairing) else found


PREVIEWS: dict[type[msgspec.Struct], Callable[[Board, Any], Preview | None]] = {
    Rally: _by(rally.PROCEDURE),
    Fire: _fire,
    Fall: _fall,
    Advance: _by(paatc.PROCEDURE),
    CloseCombat: taking("target")(to_begin.whole_round),
    Attack: _attack,
    BestPairing: _round,
    Resolve: _round,
}


def preview(board: Board, order: msgspec.Struct) -> Preview | None:
    """Return what an order would roll on, and every outcome; none if it rolls nothing."""
    foresee = PREVIEWS.get(type(order))
    return foresee(board, order) if foresee else None


# The best pairing


def _best_pairing(board: Board) -> list[Pairing]:
    ambush = close_combat_orders.modifier(board, board.side)
    return [pairing(*each, ambush, board.card) for each in close_combat_orders.best(board)]


def _hint(board: Board) -> str:
    """Say who would best attack whom in the close combat in hand, with the odds of each."""
    return "; ".join(each.why for each in _best_pairing(board))


def _reason(board: Board) -> str:
    """Say who would best attack whom in the close combat in hand, each with its odds, and why that is best."""
    found = _best_pairing(board)
    gain = float(sum(each.worth for each in found))
    why = f"By no other pairing tried can the enemy expect to lose more: {gain:.2f} FP."
    return "\n".join([*(_in_short(board, each) for each in found), why])


def _in_short(board: Board, each: Pairing) -> str:
    """Tell one attack by its odds and what it comes to."""
    found = attack_sheet(
        each.attackers, each.targets, close_combat_orders.modifier(board, board.side), board.card
    )
    told = shares(found, lambda count: f"{count / found.reading.ways:.0%}")
    return f"{named(each.attackers)} at {named(each.targets)}: {found.told}: {told}."
