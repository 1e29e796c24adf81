# SPDX-License-Identifier: Apache-2.0
"""Stacks with an order, of which the enemy sees only the top unit.

A unit beneath another is `HIDDEN` to the enemy, and at full strength as far as he knows. Lost units, and those
waiting to arrive, are known to all. A game uses `TopSeen` for its positions, `OrderedStacks` for its stacking,
`HiddenStacks` for itself, and boards with an `OrderedOccupancy`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import msgspec
from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.hexes import HexId
from grognard.play.kinds import NONE, Kind
from grognard.play.order_sets import AllOf, Orders
from grognard.play.places import BOXES, HIDDEN, LOST, Place, is_on_map
from grognard.procedures.procedure import Line
from grognard.rules.board import Board, Occupancy
from grognard.rules.chapter import PositionField
from grognard.rules.context import Context
from grognard.rules.game import ChapterGame
from grognard.rules.naming import names
from grognard.rules.orders import Arrive, Attack, MoveTogether, UnitOrder
from grognard.rules.position import Position
from grognard.rules.sentences import cited
from grognard.rules.stacking import Stacking
from grognard.rules.units import Unit

if TYPE_CHECKING:
    from grognard.rules.scenario import Scenario


BENEATH = "what lies beneath is not seen"
P = TypeVar("P", bound=Position)


class Top(UnitOrder, frozen=True, tag="top"):
    """Put a unit on top of its stack, where the enemy sees it."""


# Positions


class TopSeen(Position, frozen=True, gc=False):
    """A position of which sides see their own units, and the top of each enemy stack.

    `of_seen` names the fields that are known of every visible unit, `of_own` those that a side knows only of its
    own; each with the value that hides it for other units, if the field has one for each unit.
    """

    of_seen: ClassVar[Mapping[str, Any]] = {}
    of_own: ClassVar[Mapping[str, Any]] = {}

    def tops(self) -> set[int]:
        """Return the units that lie on top in a hex."""
        top = {self.at[number]: number for number in reversed(self.order)}
        return {number for at, number in top.items() if is_on_map(at)}

    def in_part(self, sides: Collection[str]) -> Mapping[str, Any]:
        """Return what sides see of the units. The order of enemy stacks is left out, since it would tell what lies beneath."""
        numbers, is_first = range(len(self.at)), self.first in sides
        is_second = any(side != self.first for side in sides)
        own = {n for n in numbers if (is_first if n < self.firsts else is_second)}
        others, tops = set(numbers) - own, self.tops()
        # As `is_on_map` says, without a call for each unit.
        beneath = {n for n in others - tops if isinstance(self.at[n], int)}
        seen: dict[str, Any] = {
            "at": _without(self.at, beneath, HIDDEN),
            "order": (*[n for n in self.order if n in own], *sorted(others)),
        }
        seen |= {name: _without(getattr(self, name), beneath, blank) for name, blank in self.of_seen.items()}
        return seen | {
            name: _without(getattr(self, name), others, blank) for name, blank in self.of_own.items()
        }


def _without(value: Any, numbers: set[int], blank: Any) -> Any:
    """Return a set without some units, or a row with a blank for each of them."""
    if isinstance(value, frozenset):
        return value - numbers
    values = list(value)
    for number in numbers:
        values[number] = blank
    return tuple(values)


def put_into(position: P, units: Sequence[Unit], there: Place) -> P:
    """Put units into a hex, on top of those already there; among themselves they keep their order."""
    moved = {unit.number for unit in units}
    at = list(position.at)
    for number in moved:
        at[number] = there
    above = [number for number in position.order if number in moved]
    order = (*above, *(number for number in position.order if number not in moved))
    return replace(position, at=tuple(at), order=order)


# Boards


class OrderedOccupancy(Occupancy):
    """What follows from where units stand and which are on top; what a side's front needs is kept while the side stays."""

    __slots__ = ("fronts", "order")

    def __init__(self, context: Context, position: Position, before: "OrderedOccupancy | None") -> None:
        super().__init__(context, position.at)
        self.order = position.order
        self.fronts: dict[str, Any] = {}
        for side, front in list(before.fronts.items()) if before else ():
            numbers = self.scenario.numbers[side]
            if before and before.at[numbers] == self.at[numbers] and not self.depends_on_tops(context, side):
                self.fronts[side] = front

    def depends_on_tops(self, context: Context, side: str) -> bool:
        """Return whether a side's front depends on which units lie on top."""
        del context, side
        return True

    @property
    def stacks(self) -> dict[HexId, list[Unit]]:
        """The units in each hex, from the top."""
        if self._stacks is None:
            places: dict[Any, list[Unit]] = {}
            units, at = self.scenario.units, self.at
            for number in self.order:
                places.setdefault(at[number], []).append(units[number])
            for box in BOXES:
                places.pop(box, None)
            # Another thread may read this while a program thinks: only a finished value is shared.
            self._stacks = places
        return self._stacks

    def full(self, unit: Unit) -> list[HexId]:
        """Return the hexes of a unit's side that can hold no more units."""
        key = unit.side, 1
        if key not in self._full:
            most = self.book.stacking.most(self.scenario)
            stacks = self.stacks.items()
            self._full[key] = [
                at for at, units in stacks if len(units) >= most and units[0].side == unit.side
            ]
        return self._full[key]


def is_hiding(board: Board, side: str) -> bool:
    """Return whether units of a side are beneath others and not seen, because the position is what the enemy sees."""
    return HIDDEN in board.position.at[board.scenario.numbers[side]]


def seen_text(board: Board, target: HexId) -> str:
    """Name a hex and the units in it; say so if more may lie beneath."""
    units, place = board.units_at(target), board.context.place(target)
    if not units:
        return place
    beneath = f" ({BENEATH})" if is_hiding(board, units[0].side) else ""
    return f"{place}, held by {names(units)}{beneath}"


def hidden_lines(board: Board, target: HexId) -> tuple[Line, ...]:
    """Return a line for a preview if not every unit in the hex is seen."""
    if not is_hiding(board, board.units_at(target)[0].side):
        return ()
    return (Line("the top unit alone is seen", "", BENEATH),)


class OrderedBoard(Board):
    """One position on the map, with ordered stacks. A game may have its own `occupancy_type`."""

    __slots__ = ()

    occupancy_type: ClassVar[type[OrderedOccupancy]] = OrderedOccupancy

    def stand(self, before: Occupancy | None) -> OrderedOccupancy:
        """Return what follows from where units stand and which are on top."""
        last = before if isinstance(before, OrderedOccupancy) else None
        if last and last.at is self.position.at and last.order is self.position.order:
            return last
        return self.occupancy_type(self.context, self.position, last)


# The order of a stack


class OrderedStacks(Stacking, frozen=True, kw_only=True):
    """Units lie on each other, and are put in order in their owner's phase `ordered_in`; `rule` is cited for it."""

    position_fields: ClassVar[tuple[PositionField, ...]] = (
        PositionField("first", str, start=""),
        PositionField("firsts", int, start=0),
        PositionField("order", tuple[int, ...], start=(), seen="part"),
    )
    order_names = ("top",)

    ordered_in: str = "movement"
    rule: str = ""

    def holds(self, scenario: "Scenario") -> str:
        """Say how many units a hex holds in a scenario."""
        return f"{counted(self.most(scenario), 'unit')} to a hex"

    def begin(self, scenario: "Scenario", position: Position) -> Position:
        """Initially the first unit of a stack in the order of battle is on top."""
        first = scenario.sides[0]
        firsts = sum(unit.side == first for unit in scenario.units)
        return replace(position, first=first, firsts=firsts, order=tuple(range(len(scenario.units))))

    def put(self, position: Position, units: Sequence[Unit], there: HexId) -> Position:
        """Put units into a hex, on top of those already there."""
        return put_into(position, units, there)

    def why_not_top(self, board: Board, unit: Unit) -> str:
        """Say why a unit may not be put on top of its stack; empty if it may."""
        now = board.now
        if now.side != unit.side or now.name != self.ordered_in:
            return f"stacks are put in order in their owner's {self.ordered_in} phase, and this is {now.side} {now.name}{cited(self.rule)}"
        if not board.is_on_map(unit):
            return f"{unit.name} is not on the map"
        return f"{unit.name} is on top already" if board.units_at(board.hex_of(unit))[0] is unit else ""

    def kinds(self, context: Context) -> Iterable[Kind[Any, Any]]:
        """Return the order to put a unit on top of its stack."""
        unit = context.naming.unit
        yield Kind(
            order=Top,
            rule=lambda board, order: put_into(
                board.position, [unit(order.unit)], board.at(unit(order.unit))
            ),
            why_illegal=lambda board, order: self.why_not_top(board, unit(order.unit)),
            text=lambda board, order: (
                f"{unit(order.unit).name} is put on top in {_place(board, unit(order.unit))}"
            ),
            orders=self.top_orders,
        )

    def top_orders(self, board: Board, actor: str) -> Orders[Any]:
        """Return the order to put a unit on top of its stack, if it may be given."""
        unit = board.scenario.by_id.get(actor)
        return NONE if unit is None or self.why_not_top(board, unit) else AllOf((Top(actor),))

    def faults(self, board: Board) -> Iterator[str]:
        """The invariants of all stacks; and every unit has its place in the order."""
        yield from super().faults(board)
        if sorted(board.position.order) != list(range(len(board.scenario.units))):
            yield "the order of stacks is not one of all units"

    def step_faults(self, before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
        """Putting a stack in order moves no unit."""
        if isinstance(order, Top) and before.position.at != after.position.at:
            yield "putting a stack in order moves it"


def _place(board: Board, unit: Unit) -> str:
    return board.context.place(board.hex_of(unit)) if board.is_on_map(unit) else "off the map"


# What is told of orders


class HiddenStacks(ChapterGame):
    """A game that hides what lies beneath the enemy's top units. `lost_on_the_way` is said of a unit lost while moving."""

    lost_on_the_way = "out of sight"
    # Orders that name the units they are given to; other orders may name the enemy's.
    to_units: ClassVar[tuple[type[msgspec.Struct], ...]] = (MoveTogether, Attack)

    def reveals(self, order: msgspec.Struct) -> bool:
        """Return whether an order reveals the units that take part in it."""
        raise NotImplementedError

    def commands(self, seen: Position, order: msgspec.Struct) -> str:
        """Say that an order is for a unit that is not one of the side to move; empty if it is not.

        Nor may a unit join an enemy stack: supply and zones would tell its owner whether the stack is still there.
        """
        board, naming = self.context.board(seen), self.context.naming
        side = board.now.side
        for unit in naming.units(self.ordered(order)):
            if unit.side != side:
                return f"{unit.name} is no unit of {side}"
        if not isinstance(order, MoveTogether | Arrive) or not order.to:
            return ""
        return f"enemy units are in {order.to}" if naming.hex(order.to) in board.foes(side) else ""

    def ordered(self, order: msgspec.Struct) -> tuple[str, ...]:
        """Return the ids of the units an order is given to."""
        if isinstance(order, UnitOrder):
            return (order.unit,)
        units: tuple[str, ...] = getattr(order, "units", ())
        return units if isinstance(order, self.to_units) else ()

    def glimpse(self, before: Position, order: msgspec.Struct, after: Position) -> str:
        """Say what the other side sees of an order."""
        side = self.rules.to_move(before)
        match order:
            case MoveTogether(units):
                return self._move_seen(before, units, after) or f"{side} moves what is not seen"
            case Arrive(unit_id):
                unit = self.context.naming.unit(unit_id)
                return f"{unit.name} arrives {self._goes('at', after.at[unit.number])}"
            case Top():
                return f"{side} puts a stack in order"
        return self.text.tell(before, order)

    def _move_seen(self, before: Position, ids: Sequence[str], after: Position) -> str:
        for unit in self.context.naming.units(ids):
            if is_on_map(here := before.at[unit.number]):
                goes = self._goes("to", after.at[unit.number])
                return f"{unit.name} moves from {self.context.place(here)} {goes}"
        return ""

    def _goes(self, how: str, there: Place) -> str:
        if is_on_map(there):
            return f"{how} {self.context.place(there)}"
        return self.lost_on_the_way if there == LOST else "out of sight"
