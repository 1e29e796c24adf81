"""Orders in plain words."""

from collections.abc import Callable
from typing import Any

from grognard.charts.errors import GrognardError
from grognard.games.iron_curtain import orders
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.combat import CombatSheet
from grognard.games.iron_curtain.scenario import Unit
from grognard.games.iron_curtain.stacking import from_the_top
from grognard.play.places import is_on_map
from grognard.rules.naming import names
from grognard.rules.orders import Arrive, Attack, EndPhase, MoveTogether

BENEATH = "what lies beneath is not seen"
STRIKES: dict[type[orders.Strike], str] = {
    orders.AirStrike: "makes an air strike on",
    orders.NuclearStrike: "uses a nuclear warhead on",
    orders.ChemicalStrike: "uses a chemical warhead on",
}


def strike_text(board: Board, order: orders.Strike) -> str:
    """Say a strike, and on whom as far as it is seen."""
    return f"{board.now.side} {STRIKES[type(order)]} {_target(board, order.target)}"


def move_text(board: Board, order: MoveTogether) -> str:
    """Say a move."""
    movers = from_the_top(board, board.context.units(order.units))
    verb = "moves" if len(movers) == 1 else "move"
    start = _from(board, movers[0]) if movers else "nowhere"
    return f"{names(movers)} {verb} from {start} to {_place(board, order.to)}"


def arrive_text(board: Board, order: Arrive) -> str:
    """Say an arrival."""
    return f"{board.context.unit(order.unit).name} arrives at {_place(board, order.to)}"


def top_text(board: Board, order: orders.Top) -> str:
    """Say who is put on top."""
    unit = board.context.unit(order.unit)
    return f"{unit.name} is put on top in {_from(board, unit)}"


def end_text(board: Board, _order: EndPhase) -> str:
    """Say which phase ends."""
    return f"{board.now.side} {board.now.name} ends"


def battle_text(
    sheet_of: Callable[[Board, Any], CombatSheet], board: Board, order: Attack | orders.Overrun
) -> str:
    """Say who attacks or overruns whom, and at what odds, where that can be worked out at all."""
    verb = f"{order.__struct_config__.tag}{'s' if len(order.units) == 1 else ''}"
    said = f"{names(board.context.units(order.units))} {verb} {_target(board, order.target)}"
    try:
        return f"{said}, at {sheet_of(board, order).told}"
    except GrognardError:
        return said


def _place(board: Board, hex_name: str) -> str:
    return board.context.place(board.context.hex(hex_name))


def _from(board: Board, unit: Unit) -> str:
    at = board.place(unit)
    return board.context.place(at) if is_on_map(at) else "off the map"


def _target(board: Board, hex_name: str) -> str:
    """Name a hex and who holds it; of a stack that is not seen through, that it is not."""
    units = board.units_at(board.context.hex(hex_name))
    if not units:
        return _place(board, hex_name)
    beneath = f" ({BENEATH})" if board.hides(units[0].side) else ""
    return f"{_place(board, hex_name)}, held by {names(units)}{beneath}"
