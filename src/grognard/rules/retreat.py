# SPDX-License-Identifier: Apache-2.0
"""Retreat, unit by unit: each is moved back, hex by hex away from where it stood; a unit that cannot go anywhere is eliminated.

No unit retreats over an impassable hexside, onto enemies, off the map or into the hex that was fought over; whether
it may retreat into enemy zones of control is for the game to say. It goes to a hex with room if there is one;
otherwise into a full one, from which a friend gives way, none more than once in a battle.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec.structs import replace

from grognard.hexes import HexId
from grognard.play.board import Option
from grognard.play.places import Place, is_on_map
from grognard.play.tuples import placed
from grognard.rules.chapter import Chapter, Wording
from grognard.rules.desk_names import field_name
from grognard.rules.losses import eliminated
from grognard.rules.options import hex_option, units_option, word_option
from grognard.rules.resolution import Stand
from grognard.rules.results import codes
from grognard.rules.sentences import cited
from grognard.rules.units import Unit
from grognard.umpire import Question, Rule, choose

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.checking import Checking
    from grognard.rules.context import Context
    from grognard.rules.position import Position
    from grognard.rules.rulebook import Rulebook


class RetreatTo(Question[str], frozen=True, tag="retreat"):
    """Where a unit retreats to."""

    unit: str


class GiveWay(Question[str], frozen=True):
    """Which unit gives way to one that retreats into a full hex."""

    unit: str
    to: str


class StandFast(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Ground on which units may stay, if their owner wishes, despite some results that would make them retreat."""

    terrain: str
    results: tuple[str, ...]
    rule: str = ""

    @property
    def flag(self) -> str:
        """The field of an attack's situation for attackers on such ground."""
        return f"attackers_in_{field_name(self.terrain)}"


class Retreat(Chapter, frozen=True, kw_only=True):
    """How units retreat: who chooses the hex, whether through zones of control, whether friends give way."""

    chosen_by: Literal["enemy", "owner"] = "enemy"
    zones: Literal["closed", "friends negate", "open"] = "closed"
    displacement: bool = True
    stand: StandFast | None = None

    def check(self, check: "Checking") -> None:
        """Ground to stand fast on must be terrain, and the results those of the table."""
        if self.stand is None:
            return
        check.one_of(("stand", "terrain"), self.stand.terrain, check.terrain.hexes, "terrain")
        if not self.stand.results:
            check.fault(("stand", "results"), "is empty, and there is nothing to ignore")
        if chart := check.book.chart_of_combat():
            for code in self.stand.results:
                check.one_of(("stand", "results"), code, codes(chart), "result")

    def retreat(self, board: "Board", units: Sequence[Unit], battle: HexId, far: int) -> "Rule[Position]":
        """Move units back so many hexes each. No unit is moved twice: one that gave way to a friend has retreated."""
        position, before = board.position, board.position.at
        for unit in units:
            if is_on_map(before[unit.number]) and position.at[unit.number] == before[unit.number]:
                position = yield from self._retreat_one(board.after(position), unit, battle, before, far)
        return position

    def _retreat_one(
        self, board: "Board", unit: Unit, battle: HexId, before: tuple[Place, ...], far: int
    ) -> "Rule[Position]":
        """Retreat one unit: to a hex with room if there is one, or else into a full one, displacing a friend."""
        chooser = unit.side if self.chosen_by == "owner" else board.context.enemy[unit.side]
        open_hexes = [at for at in self.hexes(board, unit, far) if at != battle]
        roomy = [at for at in open_hexes if board.fits(unit, at)]
        full = [] if roomy else [at for at in open_hexes if self._giving_way(board, unit, at, before)]
        if not roomy and not full:
            return eliminated(board.context, board.position, [unit])
        names = [board.grid.hex_name(at) for at in roomy or full]
        chosen = yield from choose(chooser, RetreatTo(unit.id), names, board.position)
        there = board.grid.parse_hex(chosen)
        position = replace(board.position, at=placed(board.position.at, unit.number, there))
        if roomy:
            return position
        ids = [friend.id for friend in self._giving_way(board, unit, there, before)]
        friend_id = yield from choose(chooser, GiveWay(unit.id, chosen), ids, position)
        friend = board.scenario.by_id[friend_id]
        return (yield from self._retreat_one(board.after(position), friend, battle, before, 1))

    def _giving_way(self, board: "Board", unit: Unit, hex_id: HexId, before: tuple[Place, ...]) -> list[Unit]:
        """Return the combat units in a hex that have not yet moved and would leave enough room for a unit."""
        weight, room = board.book.stacking.weight, board.room(hex_id)
        return [
            friend
            for friend in (board.units_at(hex_id) if self.displacement else ())
            if friend.fights and before[friend.number] == hex_id and room + weight(friend) >= weight(unit)
        ]

    def hexes(self, board: "Board", unit: Unit, far: int) -> list[HexId]:
        """Return where a unit may retreat so many hexes, each farther from where it stood than the one before."""
        start = board.hex_of(unit)
        ends = [start]
        for step in range(1, far + 1):
            ends = list(
                dict.fromkeys(
                    there
                    for here in ends
                    for there in self._next(board, unit, here)
                    if far == 1 or board.grid.distance(start, there) == step
                )
            )
        return ends

    def _next(self, board: "Board", unit: Unit, here: HexId) -> Iterator[HexId]:
        """Yield the hexes next to one that a unit may retreat to."""
        foes, zone = board.foes(unit.side), board.zone_against(unit.side)
        for there in board.grid.neighbours(here):
            if there in foes or not board.can_step(here, there):
                continue
            negated = self.zones == "friends negate" and board.occupied_by(there, unit.side)
            if there not in zone or negated or self.zones == "open":
                yield there

    def wordings(self, book: "Rulebook") -> Mapping[type[Question[Any]], Wording]:
        """Return the words for where to retreat, which friend gives way, and whether to stand fast."""
        words: dict[type[Question[Any]], Wording] = {
            RetreatTo: Wording(
                label=lambda context, asked: f"retreat of {_name(context, asked.unit)}",
                ask=lambda board, _order, asked: f"Where does {_name(board.context, asked.unit)} retreat to?",
                option=_retreat_option,
            ),
            GiveWay: Wording(
                label=lambda context, asked: f"who gives way to {_name(context, asked.unit)} in {asked.to}",
                ask=lambda board, _order, asked: (
                    f"{asked.to} is full: who gives way to {_name(board.context, asked.unit)} there?"
                ),
                option=lambda board, _asked, option: units_option(
                    board, (option,), option, about="retreats one hex itself, or is eliminated"
                ),
            ),
        }
        if (stand := book.stand) is not None:
            words[Stand] = Wording(
                label=lambda _context, asked: f"{stand.rule} {asked.result} in a {stand.terrain}".strip(),
                ask=lambda _board, _order, asked: (
                    f"{asked.result} in a {stand.terrain}{cited(stand.rule)}: ignore it or retreat?"
                ),
                option=lambda _board, _asked, option: word_option(
                    option, f"{'stay in' if option == 'ignore' else 'leave'} the {stand.terrain}"
                ),
            )
        return words


def _retreat_option(board: "Board", asked: RetreatTo, option: str) -> Option:
    """Return the option to retreat to a hex: the terrain there, and whether a friend has to make room."""
    shown, naming = hex_option(board, option), board.context.naming
    fits = board.fits(naming.unit(asked.unit), naming.hex(option))
    return shown if fits else replace(shown, about=f"{shown.about}, full: a unit there gives way")


def _name(context: "Context | None", unit: str) -> str:
    return unit if context is None else context.naming.unit(unit).name
