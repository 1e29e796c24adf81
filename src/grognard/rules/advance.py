"""Advance after combat: victorious attackers enter the hex they emptied, as far as it has room."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from grognard.hexes import HexId
from grognard.play.tuples import placed
from grognard.rules.chapter import Chapter, Wording
from grognard.rules.options import units_option, word_option
from grognard.rules.units import Unit
from grognard.umpire import Choose, Question, Rule

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.position import Position
    from grognard.rules.rulebook import Rulebook

NOBODY = "nobody"


class Advance(Question[str], frozen=True):
    """Who advances into a hex."""

    into: str


class Advances(Chapter, frozen=True, kw_only=True):
    """Attackers may advance, one after another: as many as may stack there, or at most `most`."""

    most: Annotated[int, Meta(ge=0)] = 0

    def advance(self, board: "Board", units: Sequence[Unit], target: HexId) -> "Rule[Position]":
        """Let victorious attackers into the hex they emptied, one after another."""
        position, left = board.position, list(units)
        name = board.grid.hex_name(target)
        while able := self._able(board.after(position), left, len(units) - len(left), target):
            ids = [*(unit.id for unit in able), NOBODY]
            chosen: str = yield Choose(left[0].side, Advance(name), ids, position)
            if chosen == NOBODY:
                break
            unit = board.scenario.by_id[chosen]
            position = yield from self.enter(board.after(position), unit, target)
            left.remove(unit)
        return position

    def enter(self, board: "Board", unit: Unit, target: HexId) -> "Rule[Position]":
        """Bring a unit into the hex; a game's own chapter may ask for a roll or a choice."""
        yield from ()
        return replace(board.position, at=placed(board.position.at, unit.number, target))

    def _able(self, board: "Board", left: list[Unit], gone: int, target: HexId) -> list[Unit]:
        """Return the units, of those left, that can still advance after so many have gone."""
        room = board.room(target)
        if room <= 0 or (self.most and gone >= self.most):
            return []
        return [unit for unit in left if board.book.stacking.weight(unit) <= room]

    def wordings(self, book: "Rulebook") -> Mapping[type[Question[Any]], Wording]:
        """Return the words for who advances."""
        del book
        return {
            Advance: Wording(
                label=lambda _context, asked: f"advance into {asked.into}",
                ask=lambda board, _order, asked: (
                    f"Advance into {board.context.place(board.context.naming.hex(asked.into))}?"
                ),
                option=lambda board, asked, option: (
                    word_option(option)
                    if option == NOBODY
                    else units_option(board, (option,), option, into=asked.into)
                ),
            )
        }
