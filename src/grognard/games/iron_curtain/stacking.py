"""Stacking: who lies on top of whom, and who is eliminated where too many stand."""

from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.charts.files import Source
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.position import Position
from grognard.hexes import HexId
from grognard.rules.chapter import Wording
from grognard.rules.hidden_stacks import OrderedStacks
from grognard.rules.order_of_battle import check_stacks
from grognard.rules.orders import EndPhase
from grognard.rules.rulebook import Rulebook
from grognard.rules.scenario import Scenario
from grognard.rules.step_losses import eliminated, has_part, unit_option
from grognard.rules.units import Unit
from grognard.umpire import Question, Rule, choose


class TooMany(Question[str], frozen=True):
    """Who is eliminated in a hex that holds too many."""

    at: str


def may_overstack(board: Board) -> bool:
    """Ruling reinforcement-stacking: say whether reinforcements may come where there is no room."""
    return board.card.ruled("reinforcement-stacking") == "overstack"


def thin_out(board: Board) -> Rule[Position]:
    """Ruling reinforcement-stacking: where too many stand as movement ends, the owner says who is eliminated."""
    side = board.now.side
    if board.now.name != "movement" or not may_overstack(board):
        return board.position
    for at in sorted(board.front(side).units):
        while board.room(at) < 0:
            units = {unit.name: unit for unit in board.units_at(at)}
            lost = yield from choose(side, TooMany(board.grid.names[at]), tuple(units), board.position)
            board = board.after(eliminated(board, board.position, [units[lost]]))
    return board.position


class Stacks(OrderedStacks, frozen=True, kw_only=True):
    """A hex holds as many units as the scenario says; by a ruling too many may come, who then move on or are eliminated."""

    limit: int = 0
    rule: str = "ruling stack-order"

    def most(self, scenario: Scenario) -> int:
        """Return how many units a hex holds."""
        found: int = scenario.file.stacking
        return found

    def check_scenario(self, source: Source, scenario: Scenario) -> None:
        """Nobody begins where there is no room."""
        check_stacks(source, scenario.map, scenario.units, scenario.file.stacking)

    def wordings(self, book: Rulebook) -> Mapping[type[Question[Any]], Wording]:
        """Return the words for who is one too many."""
        del book
        return {
            TooMany: Wording(
                label=lambda _context, asked: f"unit too many in {asked.at}",
                ask=lambda board, _order, asked: (
                    f"{board.context.place(board.context.naming.hex(asked.at))} holds too many: who is eliminated?"
                ),
                option=unit_option,
            )
        }

    # What must always hold

    def may_crowd(self, board: Board, at: HexId) -> bool:
        """Ruling reinforcement-stacking: too many may stand in a hex only while their side moves, and where they may come so."""
        moves = board.now.name == "movement" and may_overstack(board)
        return moves and board.units_at(at)[0].side == board.now.side

    def displaces(self, before: Board, order: msgspec.Struct, after: Board, unit: Unit) -> bool:
        """Whoever is one too many where movement ends is eliminated."""
        del after
        return isinstance(order, EndPhase) and has_part(before, order, unit)
