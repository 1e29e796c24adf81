# SPDX-License-Identifier: Apache-2.0
"""What the board shows of Iron Curtain beyond what every game made of chapters shows; nothing here decides anything."""

from collections.abc import Iterator

from msgspec.structs import replace

from grognard.games.iron_curtain.board import why_not_across
from grognard.hexes import HexId
from grognard.play.board import Status
from grognard.play.places import is_on_map
from grognard.play.states import ATTACKED, MOVED, OUT_OF_SUPPLY, State
from grognard.rules.board import Board
from grognard.rules.context import Context
from grognard.rules.hidden_view import TopView
from grognard.rules.position import Position
from grognard.rules.strikes import Strikes
from grognard.rules.units import Unit


class View(TopView):
    """What a board shows of a scenario: stacks from the bottom, steps, contaminated hexes, and strikes left."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.states = (
            *(MOVED, ATTACKED, State.of("overran", "✕", "done"), OUT_OF_SUPPLY),
            State.of("cannot exploit"),
        )
        # Units out of supply have no line.
        self.lines = self.lines[:1]
        self.printed = (
            ("9-7-7", "attack, defence and movement, as they are now"),
            ("●○", "steps: a full one is left, a hollow one is lost"),
        )

    def status(self, position: Position) -> Status:
        """Return where the game stands."""
        board, worth = self.context.board(position), self.context.scenario.worth
        status, name = super().status(position), self.context.grid.hex_name
        first = self.context.sides[0]
        strikes: Strikes = self.context.book.chapter("strikes")
        return replace(
            status,
            held={
                side: tuple(name(at) for at in sorted(worth) if (at in position.held) == (side == first))
                for side in self.context.sides
            },
            worth={name(at): points for at, points in sorted(worth.items())},
            left=strikes.left_now(board),
            tally=(*status.tally, *strikes.left_in_all(board)),
        )

    def _states(self, position: Position, unit: Unit) -> tuple[str, ...]:
        return tuple(self._state_words(position, unit)) if is_on_map(position.at[unit.number]) else ()

    def _state_words(self, position: Position, unit: Unit) -> Iterator[str]:
        number = unit.number
        if number in position.short:
            yield "out of supply"
        if number in position.acted:
            yield "attacked" if self.context.board(position).now.name == "combat" else "overran"
        elif position.spent[number]:
            yield "moved"
        if number in position.barred:
            yield "cannot exploit"

    def _next_to_reach(self, board: Board, unit: Unit) -> set[HexId]:
        own = board.front(unit.side).units
        return {
            there
            for at in board.reach(unit, board.context.allowance(board.position, unit))
            for there in board.context.ways_of[unit.number].open_around[at]
            if there not in own
            and not board.scenario.map.is_water(there)
            and not why_not_across(board, unit, there, at)
        }
