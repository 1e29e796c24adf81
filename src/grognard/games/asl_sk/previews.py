# SPDX-License-Identifier: Apache-2.0
"""What an order would roll on and lead to; for close combat the whole round, with a hint at the best attacks."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.games.asl_sk import (
    advance_orders,
    close_combat,
    close_combat_orders,
    fire,
    fire_orders,
    orders,
    rally_orders,
    round_odds,
)
from grognard.games.asl_sk.board import Board
from grognard.games.asl_sk.pairing import Pairing, pairing, shares
from grognard.games.asl_sk.rally import PAATC, RALLY
from grognard.games.asl_sk.side_text import preview_by_nation
from grognard.games.asl_sk.terms import GAME
from grognard.play.board import Preview
from grognard.play.kinds import taking
from grognard.play.preview import preview, yours
from grognard.procedures.procedure import Line, Procedure

# What an order rolls on by itself


SHEETS: dict[type[msgspec.Struct], Callable[[Board, Any], Any]] = {
    orders.Rally: lambda board, order: (
        rally_orders.sheet(board, board.man(board.unit(order.units[0]))) if len(order.units) == 1 else None
    ),
    orders.Fire: taking("fire", "target")(fire_orders.sheet),
    orders.Advance: taking("unit", "to")(advance_orders.check),
    orders.Attack: taking("units", "at")(close_combat_orders.sheet),
}


def sheet(board: Board, order: msgspec.Struct) -> Any:
    """Return the worksheet of an order's own roll; None if it rolls nothing."""
    work_out = SHEETS.get(type(order))
    return work_out(board, order) if work_out else None


# What it leads to


def of_unit(procedure: Procedure) -> Callable[[Board, Any], Preview | None]:
    """Make a function that previews the roll of one unit; None if it rolls nothing."""

    def foreseen(board: Board, order: msgspec.Struct) -> Preview | None:
        rolls_on = sheet(board, order)
        return preview(GAME, procedure, rolls_on, foretold=yours(procedure.events)) if rolls_on else None

    return foreseen


rally, advance = of_unit(RALLY), of_unit(PAATC)


def fire_aimed(board: Board, order: orders.Fire) -> Preview:
    """Preview fire that is to be aimed."""
    return fire.fire_preview(fire_orders.sheet(board, order.fire, board.hex(order.target)))


def fall(board: Board) -> Preview:
    """Preview fire that was aimed."""
    aimed = fire_orders.aimed(board)
    return fire.fire_preview(fire_orders.sheet(board, aimed.fire, aimed.at))


def close_combat_begun(board: Board, order: orders.CloseCombat) -> Preview:
    """Preview the whole round that is to begin."""
    return round_odds.to_begin(board, board.hex(order.target))


def attack(board: Board, order: orders.Attack) -> Preview:
    """Preview an attack, and the rest of the round if sides take turns."""
    units = board.units(order.units)
    rolls_on = close_combat_orders.sheet(board, units, order.at)
    whole = replace(close_combat.PROCEDURE, parts=(("the attack", partial(close_combat.summary, rolls_on)),))
    shown = preview_by_nation(board, preview(GAME, whole, rolls_on, foretold=yours(whole.events)))
    hint = Line("hint", _hint(board), "ruling best-pairing")
    why_not = close_combat_orders.why_not_attack(board, units, board.hex(order.target), order.at)
    by_turns = close_combat_orders.in_hand(board).stage == "turns" and not why_not
    after = round_odds.after_attack(board, rolls_on) if by_turns else ()
    return replace(shown, lines=(*shown.lines, hint, *after))


def resolve(board: Board) -> Preview:
    """Preview the round with the attacks that were declared."""
    return preview(GAME, round_odds.procedure(board), round_odds.declared(board))


def best_pairing(board: Board) -> Preview:
    """Preview the round by the best pairing, with the reason why it is best."""
    return replace(resolve(board), told=_reason(board))


# The best pairing


def _best_pairing(board: Board) -> list[Pairing]:
    ambush = close_combat_orders.modifier(board, board.side)
    return [pairing(*attack, ambush, board.card) for attack in close_combat_orders.best(board)]


def _hint(board: Board) -> str:
    """Say which units would best attack which in the close combat in hand, with the odds of each attack."""
    return "; ".join(attack.why for attack in _best_pairing(board))


def _reason(board: Board) -> str:
    """Say which units would best attack which in the close combat in hand, with the odds, and why that is best."""
    attacks = _best_pairing(board)
    gain = float(sum(attack.worth for attack in attacks))
    why = f"By no other pairing tried can the enemy expect to lose more: {gain:.2f} FP."
    return "\n".join([*(_in_short(board, attack) for attack in attacks), why])


def _in_short(board: Board, attack: Pairing) -> str:
    """Describe one attack by its odds and its results."""
    ambush = close_combat_orders.modifier(board, board.side)
    rolls_on = close_combat.attack_sheet(attack.attackers, attack.targets, ambush, board.card)
    told = shares(rolls_on, lambda count: f"{count / rolls_on.reading.ways:.0%}")
    return f"{attack.who}: {rolls_on.told}: {told}."
