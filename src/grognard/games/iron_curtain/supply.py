"""Supply: lines go from hex to hex where mech units could (ruling supply-line), and are judged when their owner's turn ends.

The card says what being out of supply does and not how supply is traced: rulings supply-line, supply-length and
supply-zone do.
"""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.move_costs import Mover, ways
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.terms import CARD
from grognard.hexes import HexId
from grognard.hexes.paths import Ways
from grognard.play.places import LOST, is_on_map
from grognard.rules.card import Card
from grognard.rules.chapter import Fate, Remembered
from grognard.rules.supply import Supply
from grognard.rules.units import Unit


def supply_ways(map_name: str, year: int, card: Card = CARD) -> Ways:
    """Ruling supply-line: the steps a line of supply may take."""
    return ways(map_name, Mover("mech", air_mobile=False, year=year), card)


class SupplyLines(Supply, frozen=True, kw_only=True):
    """A side's supply is judged as its turn ends, and holds until its next (ruling supply-judged)."""

    remembers = (Remembered("short", frozenset[int], mark=True, seen="part"),)

    def sources(self, board: Board, side: str) -> frozenset[HexId]:
        """Return where a side's supply comes from, whoever has held it."""
        return board.scenario.sources[side]

    def judge(self, board: Board) -> Position:
        """Nothing is judged as a turn begins."""
        return board.position

    def ends_turn(self, board: Board) -> Position:
        """Ruling supply-judged: the other side's supply stays as it is until its own turn ends."""
        own = board.scenario.movers[board.now.side]
        short = {unit.number for unit in own if board.is_on_map(unit) and board.supply(unit) != self.best}
        kept = board.position.short - board.scenario.by_side[board.now.side]
        return replace(board.position, short=kept | short)

    def state(self, position: Position, unit: Unit) -> str:
        """Say whether a unit was out of supply when it was last judged."""
        return self.states[1] if unit.number in position.short else ""

    def fates(self, before: Board, order: msgspec.Struct, after: Board, unit: Unit) -> Iterator[Fate]:
        """Say who is cut off, and who is so no more."""
        del order
        number, at = unit.number, after.at(unit)
        if not is_on_map(at) or before.at(unit) != at:
            return
        if number in after.position.short - before.position.short:
            yield "is", "are", " out of supply"
        if number in before.position.short - after.position.short:
            yield "is", "are", " in supply again"

    def faults(self, board: Board) -> Iterator[str]:
        """Who is out of supply is on the map."""
        for number in sorted(board.position.short):
            if not board.is_on_map(unit := board.scenario.units[number]):
                yield f"{unit.name} is marked as short, and not on the map"

    def step_faults(self, before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
        """Supply is judged when a turn ends, for its side, by what is on the map; else only losses change it."""
        del order
        was, now, side = before.position, after.position, before.now.side
        ended = now.over or before.context.is_new_turn(was, now)
        for unit in before.scenario.units:
            short = unit.number in now.short
            if ended and unit.side == side:
                if short != (before.is_on_map(unit) and before.supply(unit) != self.best):
                    yield f"{unit.name} is judged wrongly for supply"
            elif short != (unit.number in was.short) and after.at(unit) != LOST:
                yield f"{unit.name} is judged for supply in the middle of a player-turn"
