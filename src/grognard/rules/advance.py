# SPDX-License-Identifier: Apache-2.0
"""Advance after combat: victorious attackers enter the hex they emptied, as far as it has room."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from msgspec import Meta

from grognard.hexes import HexId
from grognard.play.board import Option
from grognard.rules.chapter import Chapter, Wording
from grognard.rules.entering import contamination_in, enter
from grognard.rules.naming import listed
from grognard.rules.options import units_option, word_option
from grognard.rules.order_kinds import Identified
from grognard.rules.units import Unit
from grognard.umpire import Choose, Question, Rule

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.position import Position
    from grognard.rules.rulebook import Rulebook

NOBODY = "nobody"
U = TypeVar("U", bound=Identified)


class Advance(Question[str], frozen=True):
    """Who advances into a hex."""

    into: str


def who_advances(side: str, into: str, able: Iterable[U], shown: Any) -> Rule[U | None]:
    """Ask a side which of its units advances into a hex next; None for none."""
    by_id = {unit.id: unit for unit in able}
    chosen: str = yield Choose(side, Advance(into), [*by_id, NOBODY], shown)
    return by_id.get(chosen)


class Advances(Chapter, frozen=True, kw_only=True):
    """Attackers may advance, one after another: as many as may stack there, or at most `most`.

    `asks` begins the question to the player, before the name of the hex.
    """

    most: Annotated[int, Meta(ge=0)] = 0
    asks: str = "The enemy is gone: who advances into"

    def advance(self, board: "Board", units: Sequence[Unit], target: HexId) -> "Rule[Position]":
        """Let victorious attackers enter the hex they emptied, one after another."""
        position, left = board.position, list(units)
        name = board.grid.hex_name(target)
        while able := self._able(board.after(position), left, len(units) - len(left), target):
            unit = yield from who_advances(left[0].side, name, able, position)
            if unit is None:
                break
            position = yield from self.enter(board.after(position), unit, target)
            left.remove(unit)
        return position

    def enter(self, board: "Board", unit: Unit, target: HexId) -> "Rule[Position]":
        """Bring a unit into the hex; a game's own chapter may ask for a roll or a choice."""
        return enter(board, board.position, [unit], target)

    def _able(self, board: "Board", left: list[Unit], gone: int, target: HexId) -> list[Unit]:
        """Return the remaining units that can still advance after so many have gone."""
        room = board.room(target)
        if room <= 0 or (self.most and gone >= self.most):
            return []
        return [unit for unit in left if board.book.stacking.weight(unit) <= room]

    def wordings(self, book: "Rulebook") -> Mapping[type[Question[Any]], Wording]:
        """Return the words for the question who advances."""
        del book
        return {
            Advance: Wording(
                label=lambda _context, asked: f"advance into {asked.into}",
                ask=lambda board, _order, asked: (
                    f"{self.asks} {board.context.place(board.context.naming.hex(asked.into))}?"
                ),
                option=_advancing,
            )
        }


def _advancing(board: "Board", asked: Advance, option: str) -> Option:
    if option == NOBODY:
        return word_option(option, "all stay where they are")
    kinds = contamination_in(board, board.grid.parse_hex(asked.into))
    about = f"rolls for {listed(kinds)} contamination there" if kinds else ""
    return units_option(board, (option,), option, asked.into, about)
