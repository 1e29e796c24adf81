"""Orders in plain words that a sentence with gaps cannot say; and what a unit can do besides moving."""

from grognard.games.panzerblitz import orders
from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.context import Context
from grognard.games.panzerblitz.fire_orders import FIRE
from grognard.games.panzerblitz.position import ON_FOOT
from grognard.play.places import is_on_map
from grognard.rules.naming import names
from grognard.rules.orders import Move


def fire_text(board: Board, order: orders.SelectiveFire | orders.FireAtEach) -> str:
    """Say fire that is announced at a unit of a stack."""
    there = board.context.place(board.hex(order.target))
    who, at = names(board.units(order.units)), board.unit(order.at).name
    return f"{who} to fire at {at} in {there}{FIRE.odds(board, order)}"


def move_text(board: Board, order: Move) -> str:
    """Say a move; in free play it may begin off the map."""
    unit, place = board.unit(order.unit), board.context.place
    start = board.place(unit)
    here = place(start) if is_on_map(start) else "off the map"
    return f"{unit.name} moves from {here} to {place(board.hex(order.to))}"


def load_text(board: Board, order: orders.Load) -> str:
    """Say who mounts whom."""
    return f"{board.unit(order.unit).name} mounts {board.unit(order.carrier).name}"


def dismount_text(board: Board, order: orders.Unload) -> str:
    """Say who dismounts, and from whom."""
    unit = board.unit(order.unit)
    carrier = board.position.aboard[unit.number]
    off = f" from {board.scenario.units[carrier].name}" if carrier != ON_FOOT else ""
    return f"{unit.name} dismounts{off}"


def action_text(board: Board, order: object) -> str:
    """Say what a unit can do besides moving; an empty text of an order that is a move or an attack."""
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
    """Name the target of fire: a unit of the stack, or all."""
    there = context.place(context.hex(plan.target))
    return f"{context.unit(plan.at).name} in {there}" if plan.at else there
