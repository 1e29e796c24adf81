# SPDX-License-Identifier: Apache-2.0
"""Reinforcement and entry: units that wait in a box come onto the map over its edge, from their turn on."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from grognard.charts.files import Source
from grognard.hexes import HexId
from grognard.play.kinds import NONE, Kind
from grognard.play.order_sets import Filtered, Orders
from grognard.play.places import WAITING
from grognard.play.refusal import Refusal, refused
from grognard.play.tuples import placed
from grognard.rules.bounds import Points
from grognard.rules.chapter import Chapter
from grognard.rules.orders import Arrive, movers
from grognard.rules.units import Unit
from grognard.umpire import Rule

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.context import Context
    from grognard.rules.position import Position
    from grognard.rules.scenario import Scenario


class Entry(Chapter, frozen=True, kw_only=True):
    """How units come onto the map: whether into an enemy zone of control, and for how many movement points."""

    order_names = ("arrive",)

    into_zones: bool = False
    nowhere: str = "no hex is open to it"
    cost: Points = 1

    def check_scenario(self, source: Source, scenario: "Scenario") -> None:
        """A unit that is to arrive must wait in the box of an edge of the map, and arrive before the game ends."""
        check_turns(source, scenario)
        for unit in scenario.units:
            if unit.box and not unit.off_map and unit.box not in scenario.entries:
                line = scenario.line(source, unit)
                source.fault(
                    ("units",),
                    f"waits in {unit.box}, and no unit comes onto the map from there",
                    line,
                    f"unit {unit.id}",
                )

    def cannot_arrive(self, board: "Board", unit: Unit) -> str:
        """Say why a unit cannot arrive at all in this phase; empty if it can."""
        now = board.now
        if unit.off_map or board.at(unit) != WAITING:
            return f"{unit.name} is not waiting to come"
        if now.side != unit.side or "arrive" not in now.orders:
            when = next(phase.name for phase in board.context.phases if "arrive" in phase.orders)
            return f"units come in their own {when} phase, and this is {now.side} {now.name}"
        if board.position.turn < unit.turn:
            return self._over_edge(board, unit, f"{unit.name} comes on turn {unit.turn}")
        return ""

    def why_not_there(self, board: "Board", unit: Unit, hex_id: HexId) -> str:
        """Say why a unit may not arrive in a hex; empty if it may."""
        name = board.grid.names[hex_id]
        if hex_id in board.foes(unit.side):
            return f"enemy units are in {name}"
        if not board.book.stacking.may_come(board, unit, hex_id):
            full = f"{name} is full: {board.book.stacking.holds(board.scenario)}"
            return Refusal(full, "chapter", "stacking")
        return self.why_not_by_its_way(board, unit, hex_id)

    def why_not_by_its_way(self, board: "Board", unit: Unit, hex_id: HexId) -> str:
        """Say why a unit may not arrive in a hex because of the edge it comes over; empty if it may."""
        name = board.grid.names[hex_id]
        if hex_id not in board.scenario.entries[unit.box]:
            edge = f"{unit.name} comes over the {unit.box}, and {name} is not on it"
            return self._over_edge(board, unit, edge)
        if not self.into_zones and hex_id in board.zone_against(unit.side):
            return self._over_edge(board, unit, f"{name} is in an enemy zone of control")
        return ""

    def _over_edge(self, board: "Board", unit: Unit, why: str) -> str:
        """Return a refusal as one of this chapter if the unit comes over an edge; a game may have other ways to come."""
        return refused(why, "chapter", "entry") if unit.box in board.scenario.entries else why

    def possible_hexes(self, board: "Board", unit: Unit) -> Sequence[HexId]:
        """Return the hexes that a unit might arrive in; `why_not_there` says which of them are barred."""
        return board.scenario.entries[unit.box]

    def arrive(self, board: "Board", unit: Unit, hex_id: HexId) -> "Position | Rule[Position]":
        """Bring a unit onto the map, at the cost of arriving; at none in a phase of arrivals in which no unit moves."""
        position, number = board.position, unit.number
        arrived = replace(position, at=placed(position.at, number, hex_id))
        if "arrive" in board.now.orders and not board.now.moves:
            return arrived
        # Of the full allowance, not of what is left: in free play the unit may have moved before.
        allowance = board.context.allowance(position, unit)
        cost = min(self.cost * board.book.movement.parts, allowance)
        spent = allowance if board.book.zones.must_stop(board, unit, hex_id) else cost
        return replace(arrived, spent=placed(position.spent, number, spent))

    def comes(self, unit: Unit) -> str:
        """Return the words for a unit's arrival, before the name of the hex."""
        del unit
        return "arrives at"

    def entry_hexes(self, context: "Context", side: str) -> frozenset[HexId]:
        """Return where units of a side may come onto the map."""
        boxes = {unit.box for unit in context.scenario.movers[side]} & context.scenario.entries.keys()
        return frozenset(at for box in boxes for at in context.scenario.entries[box])

    # In play

    def kinds(self, context: "Context") -> "Iterable[Kind[Board, Position]]":
        """Return the order to come onto the map."""
        unit, to = context.naming.unit, context.naming.hex
        yield Kind(
            order=Arrive,
            rule=lambda board, order: self.arrive(board, unit(order.unit), to(order.to)),
            why_illegal=lambda board, order: (
                self.cannot_arrive(board, unit(order.unit))
                or self.why_not_there(board, unit(order.unit), to(order.to))
            ),
            text=self.text,
            actors=movers,
            orders=self.arrivals,
            why_idle=self.why_idle,
        )

    def can_order(self, board: "Board") -> bool:
        """Return whether any unit may arrive now."""
        return any(not self.cannot_arrive(board, unit) for unit in board.scenario.movers[board.now.side])

    def arrivals(self, board: "Board", actor: str) -> Orders[Any]:
        """Return the orders to bring a unit onto the map."""
        unit = board.scenario.by_id.get(actor)
        if unit is None or board.position.at[unit.number] != WAITING or self.cannot_arrive(board, unit):
            return NONE
        names = board.grid.names
        return Filtered(
            self.possible_hexes(board, unit),
            lambda at: Arrive(actor, names[at]),
            lambda at: not self.why_not_there(board, unit, at),
        )

    def why_idle(self, board: "Board", actor: str) -> str:
        """Say why a waiting unit cannot arrive."""
        unit = board.scenario.by_id.get(actor)
        if unit is None or board.at(unit) != WAITING:
            return ""
        return self.cannot_arrive(board, unit) or self.nowhere

    def text(self, board: "Board", order: Arrive) -> str:
        """Say an arrival in words."""
        naming = board.context.naming
        unit = naming.unit(order.unit)
        return f"{unit.name} {self.comes(unit)} {naming.place(naming.hex(order.to))}"

    def displaces(self, before: "Board", order: msgspec.Struct, after: "Board", unit: Unit) -> bool:
        """An arrival moves the unit that was ordered to arrive."""
        del before, after
        return isinstance(order, Arrive) and unit.id == order.unit


def check_turns(source: Source, scenario: "Scenario") -> None:
    """Note units that would arrive after the game is over."""
    for unit in scenario.units:
        if unit.turn > scenario.turns:
            what = f"comes on turn {unit.turn}, and the game ends with turn {scenario.turns}"
            source.fault(("units",), what, scenario.line(source, unit), f"unit {unit.id}")
