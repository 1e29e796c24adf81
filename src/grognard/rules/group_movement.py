# SPDX-License-Identifier: Apache-2.0
"""Movement of units that stand together, each by its cheapest path: the enemy sees a single force move.

The functions at the end, which say why units may not move together and whether they find room, are for every game
on a map.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec.structs import replace

from grognard.hexes import HexId
from grognard.play.kinds import NONE, Kind
from grognard.play.order_sets import AllOf, Orders
from grognard.play.places import Place, is_on_map
from grognard.play.refusal import Refusal
from grognard.play.tuples import placed
from grognard.procedures.procedure import NotAllowed
from grognard.rules.entering import enter
from grognard.rules.map_board import Numbered
from grognard.rules.movement import Movement
from grognard.rules.naming import names
from grognard.rules.orders import MoveTogether, movers
from grognard.rules.units import Unit
from grognard.umpire import Rule

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.context import Context
    from grognard.rules.position import Position


U = TypeVar("U", bound=Numbered)


class GroupMovement(Movement, frozen=True, kw_only=True):
    """Units of one hex move together, and keep their order in the hex they enter."""

    def kinds(self, context: "Context") -> "Iterable[Kind[Any, Any]]":
        """Return the order to move units together."""
        units, to = context.naming.units, context.naming.hex
        yield Kind(
            order=MoveTogether,
            rule=lambda board, order: self.move_together(board, units(order.units), to(order.to)),
            why_illegal=lambda board, order: self.why_not_all(board, units(order.units), to(order.to)),
            text=self.text,
            actors=movers,
            orders=self.moves,
            why_idle=self.why_idle,
        )

    def why_not_all(self, board: "Board", units: Sequence[Unit], hex_id: HexId) -> str:
        """Say why units may not all move to a hex together; empty if they may."""
        reason = why_not_together(
            units,
            board.at,
            lambda unit: self.cannot_move(board, unit),
            lambda unit: self.why_not_to(board, unit, hex_id),
        )
        if reason or len(units) == 1:
            return reason
        holds = board.book.stacking.holds(board.scenario)
        return why_no_room(units, board.room(hex_id), board.grid.names[hex_id], holds)

    def moves(self, board: "Board", actor: str) -> Orders[Any]:
        """Return the moves of a single unit."""
        unit = board.scenario.by_id.get(actor)
        if unit is None or self.cannot_move(board, unit):
            return NONE
        name = board.grid.names
        return AllOf(board.reach(unit).elsewhere, lambda at: MoveTogether((actor,), name[at]))

    def move_together(self, board: "Board", units: Sequence[Unit], there: HexId) -> "Rule[Position]":
        """Move units of a hex together. In free play they may go where the rules forbid it, and then have nothing left."""
        units = _in_stack_order(board, units)
        if len({board.at(unit) for unit in units}) != 1:
            raise NotAllowed("name who moves, and only units of one hex")
        position = board.position
        for unit in units:
            spent = position.spent[unit.number] + self.points_spent(board, unit, there)
            position = replace(position, spent=placed(position.spent, unit.number, spent))
        return self.enter(board, position, units, there)

    def enter(
        self, board: "Board", position: "Position", units: Sequence[Unit], there: HexId
    ) -> "Rule[Position]":
        """Put units into a hex, on top of those already there; a game's own chapter may ask for more."""
        return enter(board, position, units, there)

    def text(self, board: "Board", order: Any) -> str:
        """Say a move in words."""
        naming = board.context.naming
        units = _in_stack_order(board, naming.units(order.units))
        verb = "moves" if len(units) == 1 else "move"
        start = naming.place(at) if units and is_on_map(at := board.at(units[0])) else "off the map"
        return f"{names(units)} {verb} from {start if units else 'nowhere'} to {naming.place(naming.hex(order.to))}"

    def displaces(self, before: "Board", order: msgspec.Struct, after: "Board", unit: Unit) -> bool:
        """A move moves the units that were ordered to move."""
        del before, after
        return isinstance(order, MoveTogether) and unit.id in order.units


def _in_stack_order(board: "Board", units: Sequence[Unit]) -> Sequence[Unit]:
    if len(units) == 1:
        return units
    return in_stack_order(board.position.order, units)


def in_stack_order(order: Sequence[int], units: Iterable[U]) -> list[U]:
    """Return units in stack order, each once, however they are named; `order` has units on top before those below."""
    return sorted(dict.fromkeys(units), key=lambda unit: order.index(unit.number))


def why_not_together(
    units: Sequence[U],
    place: Callable[[U], Place],
    cannot_move: Callable[[U], str],
    why_not_there: Callable[[U], str],
) -> str:
    """Say why units may not move somewhere together, apart from lack of room; empty if they may."""
    if not units or len(set(units)) < len(units):
        return "name who moves, each unit once"
    for unit in units:
        if reason := cannot_move(unit):
            return reason
        if place(unit) != place(units[0]):
            return (
                f"{unit.name} is not in one hex with {units[0].name}, and only units of one hex move together"
            )
    reasons = {unit: why_not_there(unit) for unit in units}
    reason = next(filter(None, reasons.values()), "")
    if not reason or len(units) == 1:
        return reason
    says = f"{names(unit for unit in units if reasons[unit] == reason)} cannot go there: {reason}"
    return Refusal(says, reason.kind, reason.name) if isinstance(reason, Refusal) else says


def why_no_room(units: Sequence[U], room: int, there: str, holds: str) -> str:
    """Say that a hex does not have room for all of several units; empty if it has. `holds` says how much it holds."""
    if room >= len(units):
        return ""
    says = f"{names(units)} do not all find room: {there} takes {room} more, {holds}"
    return Refusal(says, "chapter", "stacking")
