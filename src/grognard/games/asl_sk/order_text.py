# SPDX-License-Identifier: Apache-2.0
"""Orders in words that a sentence with gaps cannot express; and what a unit can do besides moving."""

import msgspec

from grognard.charts.errors import GrognardError
from grognard.games.asl_sk import close_combat_orders, orders
from grognard.games.asl_sk.board import Board
from grognard.games.asl_sk.previews import sheet
from grognard.rules.naming import names
from grognard.rules.sentences import Says, says


def with_odds(sentence: str) -> Says:
    """Put an order into words by a sentence with gaps, and the numbers it is rolled by."""
    text = says(sentence)
    return lambda board, order: f"{text(board, order)}{_odds(board, order)}"


def _odds(board: Board, order: msgspec.Struct) -> str:
    """Give the numbers an order is rolled by, if it can be given at all."""
    try:
        rolls_on = sheet(board, order)
    except GrognardError:
        return ""
    return f", {rolls_on.told}" if rolls_on else ""


def hatches_text(board: Board, order: orders.Hatches) -> str:
    """Say whether an AFV opens its hatches or shuts them."""
    unit = board.unit(order.unit)
    return f"{unit.name} {'buttons up' if board.state(unit).ce else 'opens its hatches'}"


def advance_text(board: Board, order: orders.Advance) -> str:
    """Put an advance into words, and whether enemies are there."""
    unit, to = board.unit(order.unit), board.hex(order.to)
    upon = board.foes_at(to, unit.side)
    return f"{unit.name} {'advances upon the enemy in' if upon else 'advances to'} {board.context.place(to)}"


def fall_text(board: Board, order: orders.Fall) -> str:
    """Say what fire falls on a hex."""
    aimed = board.position.aimed
    return f"{aimed.fire if aimed else 'fire'} fires at {board.context.place(board.hex(order.target))}"


def attack_text(board: Board, order: orders.Attack) -> str:
    """Say which units attack which, and at what odds."""
    foes = close_combat_orders.attackable(board).get(order.at)
    everybody = order.at == close_combat_orders.ALL
    whom = names(foes) if foes else "all" if everybody else board.unit(order.at).name
    return f"{ATTACKS(board, order)} {whom} in {board.context.place(board.hex(order.target))}{_odds(board, order)}"


ATTACKS = says("{units} {verb:attacks|attack}")


def end_text(board: Board) -> str:
    """Say which phase ends, or that a side makes no more attacks."""
    position = board.position
    if position.combat:
        return f"{board.side} attacks no more in {board.context.place(position.combat.at)}"
    return f"{board.side} {'rout' if position.phase == 'enemy rout' else position.phase} ends"


def action_text(board: Board, order: msgspec.Struct) -> str:
    """Say what a unit can do besides moving; empty for any other order."""
    match order:
        case orders.DoubleTime():
            return "run: two more MF, and CX until its next movement phase"
        case orders.Hatches(unit):
            exposed = board.state(board.unit(unit)).ce
            return "button up" if exposed else "open the hatches: the crew is exposed"
        case orders.Stop():
            return "stop: in motion no more"
    return ""
