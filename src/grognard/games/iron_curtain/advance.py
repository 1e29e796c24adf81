"""Advance: victorious attackers enter the hex they emptied; where it is contaminated they roll."""

from collections.abc import Mapping
from typing import Any

from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.contamination import enter, poisons
from grognard.games.iron_curtain.position import Position
from grognard.hexes import HexId
from grognard.play.board import Option
from grognard.rules.advance import NOBODY, Advance, Advances
from grognard.rules.chapter import Wording
from grognard.rules.naming import listed
from grognard.rules.rulebook import Rulebook
from grognard.rules.units import Unit
from grognard.umpire import Question, Rule


class AdvancesInto(Advances, frozen=True, kw_only=True):
    """Attackers advance one after another, as many as may stack there."""

    def enter(self, board: Board, unit: Unit, target: HexId) -> Rule[Position]:
        """Bring a unit into the hex, on top of those that are there."""
        return enter(board, board.position, [unit], target)

    def wordings(self, book: Rulebook) -> Mapping[type[Question[Any]], Wording]:
        """Return the words for who advances."""
        del book
        return {
            Advance: Wording(
                label=lambda _context, asked: f"advance into {asked.into}",
                ask=lambda board, _order, asked: (
                    f"Who advances into {board.context.place(board.context.naming.hex(asked.into))}?"
                ),
                option=_advancing,
            )
        }


def _advancing(board: Board, asked: Advance, option: str) -> Option:
    if option == NOBODY:
        return Option(option, "nobody")
    dust = poisons(board.position, board.context.naming.hex(asked.into))
    about = f"rolls for {listed(dust)} contamination there" if dust else ""
    name = board.context.naming.unit(option).name
    return Option(option, name, hexes=(asked.into,), pieces=(option,), about=about)
