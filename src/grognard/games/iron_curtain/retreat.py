"""Retreat: the owner moves his stack away from the battle, as many hexes as the result says (rulings retreat, retreat-split)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.contamination import enter, poisons
from grognard.games.iron_curtain.losses import defending
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.stacks import Words
from grognard.hexes import HexId
from grognard.rules.chapter import Wording
from grognard.rules.rulebook import Rulebook
from grognard.rules.stack_retreat import StackRetreat
from grognard.rules.step_losses import eliminated, step_option, suffer
from grognard.rules.step_units import shared_out
from grognard.rules.units import Unit
from grognard.umpire import Question, Rule, choose


class ZoneLoss(Question[Words], frozen=True):
    """Which unit loses the step that the zone of control in a hex costs those who retreat."""

    at: str


class Retreats(StackRetreat, frozen=True, kw_only=True):
    """The owner says who loses a step to a zone of control, and whoever enters a contaminated hex rolls."""

    def harm(self, board: Board, there: HexId) -> int:
        """Return by how many weapons a hex is contaminated."""
        return len(poisons(board.position, there))

    def enter(self, board: Board, units: Sequence[Unit], there: HexId) -> Rule[Position]:
        """Bring units into a hex, where they roll if it is contaminated."""
        return enter(board, board.position, units, there)

    def lose_step(self, board: Board, units: Sequence[Unit], there: HexId) -> Rule[Position]:
        """Take a step off one of the units, as their owner says."""
        ways = shared_out(defending(board, units), 1, spread=True)
        asked = ZoneLoss(board.grid.names[there])
        picked = yield from choose(units[0].side, asked, tuple(ways), board.position)
        return suffer(board.context, board.position, units, ways[picked])

    def eliminate(self, board: Board, units: Sequence[Unit]) -> Position:
        """Return the position without units that find no room."""
        return eliminated(board, board.position, units)

    def wordings(self, book: Rulebook) -> Mapping[type[Question[Any]], Wording]:
        """Return the words for where to retreat, and for who loses a step on the way."""
        return {
            **super().wordings(book),
            ZoneLoss: Wording(
                label=lambda _context, asked: f"step lost to the zone of control in {asked.at}",
                ask=lambda _board, _order, asked: f"Step lost to the zone of control in {asked.at}: whose?",
                option=step_option,
            ),
        }

    def found_in(self, board: Board, at: HexId, side: str) -> Iterator[str]:
        """Say what units that retreat to a hex find there: terrain, contamination, an enemy zone that costs a step."""
        terrain, *others = super().found_in(board, at, side)
        yield from (terrain, *(["contaminated"] if poisons(board.position, at) else ()), *others)
