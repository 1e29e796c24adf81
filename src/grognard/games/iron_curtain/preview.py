"""What a strike, an overrun or an attack on the map would roll on, with every outcome; over what is seen of a stack."""

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.games.iron_curtain import procedures
from grognard.games.iron_curtain.attack_orders import attack_sheet
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.combat import CombatSheet
from grognard.games.iron_curtain.contamination import entry_lines
from grognard.games.iron_curtain.orders import (
    AirStrike,
    Attack,
    ChemicalStrike,
    NuclearStrike,
    Overrun,
    Strike,
)
from grognard.games.iron_curtain.overrun_orders import overrun_sheet
from grognard.games.iron_curtain.strike_orders import StrikeSheet, strike_sheet
from grognard.hexes import HexId
from grognard.play.board import Preview
from grognard.play.preview import preview
from grognard.procedures.procedure import Line, Procedure

BENEATH = "what lies beneath is not seen"
STRIKES: dict[type[Strike], Procedure] = {
    AirStrike: procedures.AIR_STRIKE,
    NuclearStrike: procedures.NUCLEAR_STRIKE,
    ChemicalStrike: procedures.CHEMICAL_STRIKE,
}


def strike_preview(board: Board, order: Strike) -> Preview:
    """Return what a strike would roll on."""
    target = board.context.hex(order.target)
    return _preview(board, STRIKES[type(order)], strike_sheet(board, type(order), target), target)


def attack_preview(board: Board, order: Attack) -> Preview:
    """Return what an attack would roll on, by the table of the period."""
    units, target = board.context.units(order.units), board.context.hex(order.target)
    return _battle(
        board, procedures.COMBAT[board.scenario.period], attack_sheet(board, units, target), target
    )


def overrun_preview(board: Board, order: Overrun) -> Preview:
    """Return what an overrun would roll on."""
    units, target = board.context.units(order.units), board.context.hex(order.target)
    return _battle(board, procedures.OVERRUN, overrun_sheet(board, units, target), target)


def _battle(board: Board, procedure: Procedure, sheet: CombatSheet, target: HexId) -> Preview:
    """Put before what is rolled on what whoever enters the hex rolls on besides."""
    entry = entry_lines(board.position, board.now.side, target)
    return _preview(board, procedure, sheet, target, entry)


def _preview(
    board: Board,
    procedure: Procedure,
    sheet: CombatSheet | StrikeSheet,
    target: HexId,
    first: Sequence[Line] = (),
) -> Preview:
    """Work the outcomes out, and say so where a stack is not seen through."""
    found = preview("iron-curtain", procedure, sheet)
    hides = board.hides(board.units_at(target)[0].side)
    beneath = [Line("the top unit alone is seen", "", BENEATH)] if hides else []
    return replace(found, lines=(*beneath, *first, *found.lines))
