# SPDX-License-Identifier: Apache-2.0
"""Mines on the map: the first attacks of a player turn, and engineers who clear them."""

from msgspec.structs import replace

from grognard.games.panzerblitz import minefield
from grognard.games.panzerblitz.attack import AttackSheet
from grognard.games.panzerblitz.attack_limits import why_not_attack, why_not_attacked
from grognard.games.panzerblitz.attack_orders import MapAttack
from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.losses import strike, with_occupants
from grognard.games.panzerblitz.orders import ClearMines, Mines
from grognard.games.panzerblitz.position import Position
from grognard.games.panzerblitz.scenario import Unit
from grognard.games.panzerblitz.terms import enemy
from grognard.hexes import HexId
from grognard.play.board import Preview
from grognard.play.places import is_on_map
from grognard.play.preview import preview, yours
from grognard.procedures.procedure import Event, Line, Procedure, Worksheet
from grognard.registry import Card
from grognard.rules.cache import cached_on_board
from grognard.rules.order_kinds import ids
from grognard.umpire import D6, Question, Reading, Roll, Rule

CLEARED, STILL_THERE = "cleared", "still there"


def victims(board: Board, hex_id: HexId) -> list[Unit]:
    """Ruling mines-again: return the enemy units that the mines in a hex attack now, once for each time they enter.

    Ruling forts-on-mines: a fort does not protect the units in it.
    """
    side = enemy(board.position.side)
    return [
        unit
        for unit in board.garrison(hex_id)
        if unit.side == side and not why_not_attacked("minefield", board.suffered(unit), board.card)
    ]


@cached_on_board
def minefields(board: Board) -> list[HexId]:
    """Return the minefields that attack now."""
    return [at for at in sorted(board.mines()) if victims(board, at)]


def sheet(board: Board, order: Mines) -> AttackSheet:
    """Return the worksheet of mines against the units on them."""
    types = tuple(unit.type.id for unit in units_struck(board, order))
    return minefield.worksheet(minefield.Minefield(types), board.card)


def units_struck(board: Board, order: Mines) -> list[Unit]:
    """Return the units that mines attack, in the order of their results."""
    return victims(board, board.hex(order.target))


MINES = MapAttack(minefield.PROCEDURE, sheet, units_struck)


def mine_orders(board: Board, target: HexId, name: str) -> list[Mines]:
    """Return the attack of the mines in a hex, on all units that stand on them."""
    return [Mines(ids(victims(board, target)), name)]


def why_not_mines(board: Board, order: Mines) -> str:
    """Say why mines do not attack some units now; empty if they do."""
    position, target = board.position, board.hex(order.target)
    if position.phase != "minefields":
        return f"mines attack first in a player turn, and this is {position.side} {position.phase}"
    on_them = [unit.id for unit in victims(board, target)]
    if target not in board.mines() or not on_them:
        return f"there are no mines with enemies on them in {order.target}"
    is_all = sorted(order.units) == sorted(on_them)
    return "" if is_all else f"the mines in {order.target} attack {', '.join(on_them)}"


def mines_attack(board: Board, order: Mines) -> Rule[Position]:
    """Ruling mines-attack: resolve the attack of mines on the units on them, each by itself."""
    units = units_struck(board, order)
    position = yield from strike(board, units, sheet(board, order))
    # Mines attack riders together with their carrier.
    attacked = [inside for unit in units for inside in with_occupants(board, unit)]
    remaining = {unit.number for unit in attacked if is_on_map(position.at[unit.number])}
    return replace(position, mined=position.mined | remaining, survivors=position.survivors | remaining)


# Clearing


def why_not_clear(board: Board, unit: Unit, hex_id: HexId) -> str:
    """Ruling mine-clearing: say why a unit may not try to clear a minefield; empty if it may."""
    position = board.position
    if unit.side != position.side or position.phase != "infantry":
        return f"mines are cleared in one's own infantry phase, and this is {position.side} {position.phase}"
    if unit.type.kind != "engineer":
        return f"{unit.name} is no engineer unit (ruling mine-clearing)"
    if not board.is_on_foot(unit):
        return f"{unit.name} is not on foot on the map"
    if position.hexes[unit.number]:
        return f"{unit.name} has moved (ruling mine-clearing)"
    if reason := why_not_attack("close-assault", unit.called, board.activity(unit)):
        return reason
    if hex_id not in board.mines():
        return f"there are no mines in {board.grid.names[hex_id]}"
    if board.grid.distance(board.at(unit), hex_id) != 1:
        return f"{unit.name} is not next to {board.grid.names[hex_id]} (ruling mine-clearing)"
    return ""


def clearings(board: Board, unit: Unit) -> list[ClearMines]:
    """Return the minefields that a unit may try to clear."""
    if unit.type.kind != "engineer" or not board.is_on_map(unit):
        return []
    near = [at for at in board.grid.neighbours(board.at(unit)) if not why_not_clear(board, unit, at)]
    return [ClearMines(unit.id, board.grid.names[at]) for at in near]


class MineClearing(Question[str], frozen=True):
    """Ruling mine-clearing: the roll of engineers at a minefield."""


class ClearingSheet(Worksheet, frozen=True):
    """The highest roll that clears a minefield."""

    best: int


def clearing_sheet(card: Card) -> ClearingSheet:
    """Ruling mine-clearing: return the worksheet of engineers at a minefield."""
    best = int(card.ruled("mine-clearing").removeprefix("up-to-"))
    return ClearingSheet(
        (Line("cleared by a roll of", f"1 to {best}" if best > 1 else "1", "ruling mine-clearing"),), best
    )


def clearing(sheet: ClearingSheet) -> Rule[str]:
    """Ruling mine-clearing: roll for engineers at a minefield."""
    meanings = {die: CLEARED if die <= sheet.best else STILL_THERE for die in range(1, 7)}
    return (yield from Roll(MineClearing(), Reading(D6, meanings)))


# Not a procedure of the card: the desk does not offer it.
CLEARING = Procedure(
    "mine-clearing", "Mine clearing", ClearMines, clearing_sheet, clearing, "the mines are {}".format,
    events=(Event("the mines are cleared", "the mines are cleared", lambda mines: mines == CLEARED),),
)  # fmt: skip


def clearing_odds(board: Board) -> Preview:
    """Return what the roll of engineers comes to."""
    return preview("panzerblitz", CLEARING, clearing_sheet(board.card), foretold=yours(CLEARING.events))


def clear(board: Board, unit: Unit, hex_id: HexId) -> Rule[Position]:
    """Ruling mine-clearing: let engineers try to clear a minefield; they do nothing else this turn."""
    position = replace(board.position, acted=board.position.acted | {unit.number})
    result = yield from clearing(clearing_sheet(board.card))
    return replace(position, cleared=position.cleared | {hex_id}) if result == CLEARED else position
