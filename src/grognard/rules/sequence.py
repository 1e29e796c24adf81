# SPDX-License-Identifier: Apache-2.0
"""The sequence of play: the phases of a turn, and what happens when a phase, a side's turn and a turn end.

Each side in its turn has every phase in the order of the file. A phase without any possible order is skipped,
unless it is `always` played.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from grognard.charts.errors import repeated
from grognard.charts.files import Source
from grognard.play.kinds import NONE, Kind, Kinds, no_piece
from grognard.play.order_sets import AllOf, Orders
from grognard.rules.chapter import Chapter
from grognard.rules.map_view import day_text
from grognard.rules.orders import EndPhase
from grognard.rules.sentences import ending
from grognard.umpire import Rule

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.checking import Checking
    from grognard.rules.context import Context
    from grognard.rules.position import Position
    from grognard.rules.scenario import Scenario

END: Orders[EndPhase] = AllOf((EndPhase(),))


class Phase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One phase: its name, a sentence for newcomers about what is done in it, and the orders that are given in it.

    Only units of some `kinds` move in it, with `others` as the sentence for the rest; or with `attackers` only
    those that attacked in this turn, for which `cites` names the ruling. Without `sides` it is in the turn of both.
    """

    name: str
    says: str
    orders: tuple[str, ...]
    sides: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    others: str = ""
    attackers: bool = False
    cites: str = ""
    always: bool = False


class SidePhase(msgspec.Struct, frozen=True, eq=False):
    """A phase of one side's turn, with the parameters of `Phase`; `moves` says whether units move in it."""

    side: str
    name: str
    orders: tuple[str, ...]
    moves: bool
    kinds: tuple[str, ...] = ()
    others: str = ""
    attackers: bool = False
    cites: str = ""
    always: bool = False


class SequenceOfPlay(Chapter, frozen=True, kw_only=True):
    """The phases of a side's turn, and how many `days` a turn of both sides takes."""

    phases: list[Phase]
    days: Annotated[int, Meta(ge=1, le=366)] = 1

    def check(self, check: "Checking") -> None:
        """Phases must have unique names, and known orders, sides and kinds; each side and each order must have a phase."""
        for at, phase in enumerate(self.phases):
            self._check_phase(check, at, phase)
        given = {order for phase in self.phases for order in phase.orders}
        for order in check.orders:
            if order not in given:
                check.fault(
                    ("phases",), f"has none with the order {order!r}, which a chapter of the game provides"
                )
        for side in check.sides:
            if not any(not phase.sides or side in phase.sides for phase in self.phases):
                check.fault(("phases",), f"has none for the {side} side")

    def _check_phase(self, check: "Checking", at: int, phase: Phase) -> None:
        if [other.name for other in self.phases].count(phase.name) > 1:
            check.fault(("phases", at, "name"), f"{phase.name!r} is the name of more than one phase")
        if not phase.orders:
            check.fault(("phases", at, "orders"), "is empty, and nobody could do anything in the phase")
        if {"move", "attack"} <= set(phase.orders):
            check.fault(("phases", at, "orders"), "has moves and attacks; give each a phase of its own")
        for order in phase.orders:
            check.order(("phases", at, "orders"), order)
        for side in phase.sides:
            check.one_of(("phases", at, "sides"), side, check.sides, "side")
        for kind in phase.kinds:
            check.one_of(("phases", at, "kinds"), kind, check.units.kinds, "kind of units")

    def check_scenario(self, source: Source, scenario: "Scenario") -> None:
        """The first day must be a date, and so must that of the last turn."""
        first = scenario.file.first_day
        try:
            _ = self.when(scenario, scenario.turns)
        except ValueError:
            source.fault(("first_day",), f"must be a day such as 1940-09-24, not {repeated(first)}")
        except OverflowError:
            source.fault(
                ("first_day",),
                f"must be so early that the last turn is before the year 10000, not {repeated(first)}",
            )

    def all_phases(self, sides: Iterable[str]) -> tuple[SidePhase, ...]:
        """Return every phase of a turn, side after side."""
        return tuple(
            SidePhase(
                side, phase.name, phase.orders, "move" in phase.orders, phase.kinds,
                phase.others or f"only {' and '.join(phase.kinds)} units move in this phase",
                phase.attackers, phase.cites, phase.always,
            )
            for side in sides
            for phase in self.phases
            if not phase.sides or side in phase.sides
        )  # fmt: skip

    def when(self, scenario: "Scenario", turn: int) -> str:
        """Return the date on which a turn begins, in words; empty if the scenario has no first day."""
        if not scenario.file.first_day:
            return ""
        return day_text(scenario.file.first_day, self.days, turn)

    # The end of a phase

    def kinds(self, context: "Context") -> "Iterable[Kind[Board, Position]]":
        """Return the order that ends a phase: it is given to no unit, and always legal."""
        del context
        yield Kind(
            order=EndPhase,
            rule=lambda board, _: self.end_phase(board),
            why_illegal=lambda _board, _: "",
            text=lambda board, _: f"{board.now.side} {ending(board.now.name)}",
            actors=no_piece,
            orders=lambda _, actor: NONE if actor else END,
        )

    def all_kinds(self, context: "Context") -> "Kinds[Board, Position]":
        """Return the kinds of orders of every chapter, given in the phases that name them; the end of a phase comes last."""
        others = [chapter for chapter in context.book.chapters if chapter is not self]
        rows = [
            replace(kind, phases=tuple(phase.name for phase in self.phases if kind.tag in phase.orders))
            for chapter in others
            for kind in chapter.kinds(context)
        ]
        return Kinds((*rows, *self.kinds(context)))

    def end_phase(self, board: "Board") -> "Rule[Position]":
        """Thin out hexes that hold too many units, end the phase, and skip phases without possible orders."""
        position = yield from board.book.stacking.thin_out(board)
        return self.pass_idle(board.after(self._next_phase(board.after(position))))

    def pass_idle(self, board: "Board") -> "Position":
        """Skip the phases without possible orders."""
        while not board.position.over and self.is_idle(board):
            board = board.after(self._next_phase(board))
        return board.position

    def is_idle(self, board: "Board") -> bool:
        """Return whether no order can be given in the phase."""
        return not board.now.always and not board.context.can_order[board.position.phase](board)

    def _next_phase(self, board: "Board") -> "Position":
        context, phase = board.context, board.position.phase + 1
        if phase == len(context.phases) or context.phases[phase].side != board.now.side:
            return self._next_turn(board)
        position = replace(board.position, phase=phase, **context.phase_start)
        return self.begin_phase(board.after(position))

    def begin_phase(self, board: "Board") -> "Position":
        """Begin a phase."""
        for chapter in board.context.at_phase_start:
            board = board.after(chapter.begins_phase(board))
        return board.position

    def _next_turn(self, board: "Board") -> "Position":
        """End a side's turn, as each chapter says, and begin the next; or end the game."""
        context = board.context
        for chapter in context.at_turn_end:
            board = board.after(chapter.ends_turn(board))
        position, turn = board.position, board.position.turn
        phase = (position.phase + 1) % len(context.phases)
        if phase == 0:
            if turn == board.scenario.turns or board.book.victory.is_decided(board):
                return replace(position, over=True, **context.turn_start)
            turn += 1
        return self.begin_turn(board.after(replace(position, turn=turn, phase=phase, **context.turn_start)))

    def begin_turn(self, board: "Board") -> "Position":
        """Begin a side's turn; supply is judged after everything else."""
        for chapter in board.context.at_turn_start:
            board = board.after(chapter.begins_turn(board))
        if board.book.supply is not None:
            board = board.after(board.book.supply.judge(board))
        return self.begin_phase(board)

    # What must always hold

    def faults(self, board: "Board") -> Iterator[str]:
        """The turn is one of the scenario's."""
        position = board.position
        if not 1 <= position.turn <= board.scenario.turns:
            yield f"turn {position.turn}, phase {position.phase} is none of the scenario's"

    def step_faults(self, before: "Board", order: msgspec.Struct, after: "Board") -> Iterator[str]:
        """Time advances when a phase ends, and only then."""
        one, other = before.position, after.position
        went = (other.turn, other.phase, other.over) > (one.turn, one.phase, one.over)
        if went != isinstance(order, EndPhase):
            yield f"from turn {one.turn} phase {one.phase} to turn {other.turn} phase {other.phase} by {order}"
