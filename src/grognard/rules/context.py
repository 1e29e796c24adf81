# SPDX-License-Identifier: Apache-2.0
"""A scenario under the rules in force: everything that stays the same while positions change."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from grognard.charts.cached import cached_property
from grognard.hexes import HexId
from grognard.hexes.paths import Ways
from grognard.play.kinds import Kinds
from grognard.play.places import WAITING
from grognard.rules.board import Board
from grognard.rules.cache import BoardCache
from grognard.rules.chapter import Chapter, overrides
from grognard.rules.position import Position, first_position
from grognard.rules.scenario import Scenario
from grognard.rules.sequence import SidePhase
from grognard.rules.units import Unit

if TYPE_CHECKING:
    from grognard.rules.rulebook import Rulebook

Bar = Callable[[Board, Unit], str]


class Context:
    """A scenario and the rulebook it is played by.

    A game may have its own `board_type`. In a game that hides something, a position and what sides see of it are
    looked at alternately: `boards_kept` says how many boards are cached.
    """

    board_type: type[Board] = Board
    boards_kept = 1

    def __init__(self, scenario: Scenario, book: "Rulebook") -> None:
        self.scenario = scenario
        self.book = book
        self.card = book.card
        self.grid = scenario.map.grid
        self.sides = scenario.sides
        self.enemy = {side: scenario.enemy(side) for side in scenario.sides}
        self.naming = scenario.naming
        self.phases: tuple[SidePhase, ...] = book.sequence.all_phases(scenario.sides)
        # How many twelfths of a movement point make one of the parts that the game divides it into.
        self.part = book.movement.part
        self.one_hex = book.movement.one_hex
        # The fields that are reset with each phase, and with each turn of a side.
        self.phase_start = self._fields_that_last("phase")
        self.turn_start = self.phase_start | self._fields_that_last("turn")
        self.open_ways: Ways = book.movement.open_ways(book, scenario)
        self.ways_of: list[Ways] = [
            self.open_ways if unit.off_map else book.movement.ways_of(book, scenario, unit)
            for unit in scenario.units
        ]
        self._gather(book)
        self.disrupts, self.contamination = book.disruption is not None, book.contamination
        self.has_steps, self.has_supply = book.has_steps, book.supply is not None
        self.board: BoardCache[Position, Board] = BoardCache(partial(self.board_type, self), self.boards_kept)

    def _gather(self, book: "Rulebook") -> None:
        """Find the chapters that override the methods called most often, so that only they are called."""
        self.bars_move: list[Bar] = [chapter.bars_move for chapter in self.overriding("bars_move")]
        self.bars_attack: list[Bar] = [chapter.bars_attack for chapter in self.overriding("bars_attack")]
        self.with_value = self.overriding("value")
        self.with_flags = self.overriding("flagged")
        exempts = [chapter.exempts for chapter in self.overriding("exempts")]
        self.exempts: Callable[[Board, Unit], bool] | None = _any_of(exempts) if exempts else None
        self.marks = tuple(field.name for field in book.game.position_fields if field.mark)
        self.at_phase_start = self.overriding("begins_phase")
        self.at_turn_start = self.overriding("begins_turn")
        self.at_turn_end = self.overriding("ends_turn")

    def _fields_that_last(self, time: str) -> dict[str, Any]:
        """Return the position fields that last so long, each with its initial value."""
        units = len(self.scenario.units)
        fields = self.book.game.position_fields
        return {field.name: field.first_value(units) for field in fields if field.lasts == time}

    def overriding(self, method: str) -> list[Chapter]:
        """Return the chapters that override a method."""
        return [chapter for chapter in self.book.chapters if overrides(chapter, method)]

    @cached_property
    def kinds(self) -> Kinds[Board, Position]:
        """The kinds of orders: those of every chapter, and finally the end of a phase."""
        return self.book.sequence.all_kinds(self)

    @cached_property
    def can_order(self) -> tuple[Callable[[Board], bool], ...]:
        """For every phase, a function that says whether anything can be ordered in it."""
        able = {kind.tag: chapter.can_order for chapter in self.book.chapters for kind in chapter.kinds(self)}
        return tuple(_any_of([able[order] for order in phase.orders]) for phase in self.phases)

    @cached_property
    def holdings(self) -> frozenset[HexId]:
        """Every hex for which it matters which side holds it."""
        return frozenset().union(*(chapter.holdings(self) for chapter in self.book.chapters))

    @cached_property
    def feeding(self) -> dict[str, frozenset[HexId]]:
        """The hexes that supply comes from for each side, as long as it holds them."""
        return {
            side: frozenset().union(*(chapter.feeds(self.scenario, side) for chapter in self.book.chapters))
            for side in self.sides
        }

    @cached_property
    def land(self) -> list[HexId]:
        """Every hex that is not water."""
        return [at for at in self.grid.hexes if not self.scenario.map.is_water(at)]

    def begin(self) -> Position:
        """Set up the scenario."""
        at = tuple(WAITING if unit.at is None else unit.at for unit in self.scenario.units)
        game = self.book.game
        position = replace(first_position(game.position, game.position_fields, at), held=self.scenario.held)
        position = self.book.stacking.begin(self.scenario, position)
        begun = self.book.sequence.begin_turn(self.board(position))
        return self.book.sequence.pass_idle(self.board(begun))

    def place(self, at: HexId) -> str:
        """Name a hex in words: its number, and the town there."""
        return self.naming.place(at)

    def before_order(self, order: str) -> tuple[str, ...]:
        """Return the names of the phases of a side's turn before the first in which an order is given."""
        names = [phase.name for phase in self.book.sequence.phases]
        able = [order in phase.orders for phase in self.book.sequence.phases]
        return tuple(names[: able.index(True)] if True in able else names)

    def is_new_turn(self, before: Position, after: Position) -> bool:
        """Return whether the turn of another side, or the next of the same, has begun."""
        then, now = self.phases[before.phase].side, self.phases[after.phase].side
        return not after.over and (before.turn, then) != (after.turn, now)

    def allowance(self, position: Position, unit: Unit) -> int:
        """Return a unit's movement allowance in this turn, in parts of movement points, less if it is short of supply."""
        number = unit.number
        hurt = position.hurt[number] if self.has_steps else 0
        return self._allowances[number][hurt][position.supply[number] if self.has_supply else ""]

    def full_allowance(self, board: Board, unit: Unit) -> int:
        """Return what a unit's movement allowance would be if its turn began now, in parts of movement points."""
        return self._allowances[unit.number][board.hurt(unit)][board.supply(unit)]

    @cached_property
    def _allowances(self) -> list[list[dict[str, int]]]:
        """Every unit's movement allowance in parts of movement points, by the steps it has lost and its state of supply."""
        supply, parts = self.book.supply, self.book.movement.parts
        shares = {"": Fraction(1)} if supply is None else {"": Fraction(1), **supply.share}
        return [
            [
                {state: int(face.movement * share) * parts for state, share in shares.items()}
                for face in unit.faces
            ]
            for unit in self.scenario.units
        ]


def _any_of(tests: list[Callable[..., bool]]) -> Callable[..., bool]:
    """Return a function that is true if any of several tests is."""
    return tests[0] if len(tests) == 1 else lambda *of: any(test(*of) for test in tests)
