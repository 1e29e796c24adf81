# SPDX-License-Identifier: Apache-2.0
"""Orders in words that a sentence with gaps cannot express; and what a unit can do besides moving."""

from grognard.games.panzerblitz import orders
from grognard.games.panzerblitz.board import Board, Context


def dismount_text(board: Board, order: orders.Unload) -> str:
    """Say which unit dismounts, and from which carrier."""
    unit = board.unit(order.unit)
    carrier = board.carrier(unit)
    return f"{unit.name} dismounts{f' from {carrier.name}' if carrier else ''}"


def action_text(board: Board, order: object) -> str:
    """Say what a unit can do besides moving; empty for a move or an attack."""
    match order:
        case orders.Exit():
            return "leave the map"
        case orders.Load(_, carrier):
            return f"mount {board.unit(carrier).name}"
        case orders.Unload(unit):
            return f"dismount {board.unit(unit).name}"
        case orders.ClearMines(_, target):
            best = board.ruled("mine-clearing").removeprefix("up-to-")
            there = board.context.place(board.hex(target))
            return f"try to clear the mines in {there}: {best} or less clears them"
    return ""


def aim_text(context: Context, plan: orders.Announced) -> str:
    """Name the target of fire: a unit of the stack, or the whole hex."""
    there = context.place(context.hex(plan.target))
    return f"{context.unit(plan.at).name} in {there}" if plan.at else there
