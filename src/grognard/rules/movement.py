# SPDX-License-Identifier: Apache-2.0
"""Movement: what every step costs by the terrain effects chart, who may move in a phase, and how far.

The figures are read from the chart and not written down again. Units of a class pay for terrain by a column of the
chart or, if the class is `flat`, as for clear ground everywhere.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from msgspec.structs import replace

from grognard.hexes import Direction, HexId, Map
from grognard.hexes.paths import PROHIBITED, SCALE, Reach, Ways, points
from grognard.play.kinds import NONE, Kind
from grognard.play.order_sets import AllOf, Orders
from grognard.play.places import WAITING, is_on_map
from grognard.play.refusal import Refusal
from grognard.play.states import MOVED, State
from grognard.play.tuples import placed
from grognard.rules.chapter import Chapter, PositionField
from grognard.rules.costs import cost, cost_text, why_out_of_reach
from grognard.rules.movement_checks import Parts, check_movement
from grognard.rules.orders import Move, movers
from grognard.rules.sentences import cited
from grognard.rules.units import Unit

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.checking import Checking
    from grognard.rules.context import Context
    from grognard.rules.position import Position
    from grognard.rules.rulebook import Rulebook
    from grognard.rules.scenario import Scenario


class MovementClass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that pay alike: those of these sides and kinds, or all if none is named. The first class that fits counts."""

    sides: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    column: str = ""
    flat: bool = False

    def has(self, side: str, kind: str) -> bool:
        """Return whether units of a side and a kind are in this class."""
        return (not self.sides or side in self.sides) and (not self.kinds or kind in self.kinds)


class Movement(Chapter, frozen=True, kw_only=True):
    """What steps cost: by a `chart` with a row for each terrain and hexside, and a `column`.

    If other terrain is `additional`, its cost is added to that of clear ground, the first terrain of the game;
    hexsides always are. Along a road a step costs what `roads` says and nothing else. A movement point is divided
    into `parts`. With `one_hex` a unit that has not moved may go one hex, whatever it costs. Zones of control,
    retreats and lines of supply extend where units of the class `lines` can go; if none is named, those of the last
    class.
    """

    position_fields: ClassVar[tuple[PositionField, ...]] = (
        PositionField("spent", tuple[int, ...], 0, lasts="phase"),
    )
    order_names = ("move",)

    chart: str
    column: str
    additional: bool = False
    classes: dict[str, MovementClass]
    roads: dict[str, str | int] = msgspec.field(default_factory=dict)
    parts: Parts = 1
    one_hex: bool = False
    lines: str = ""
    title: str = "Movement"

    def check(self, check: "Checking") -> None:
        """Every terrain and hexside must have its row, every unit its class, and every cost must be a whole number of parts."""
        check_movement(self, check)

    # What steps cost

    @property
    def part(self) -> int:
        """How many twelfths of a movement point make one part."""
        return SCALE // self.parts

    def figure(self, book: "Rulebook", row: str, column: str) -> Fraction | None:
        """Return the figure of the chart for a terrain or hexside; None if it forbids the step."""
        chart = book.card.chart(self.chart)
        text = chart[row, column].text
        return cost(text, chart.does(text))

    def hex_costs(self, book: "Rulebook", column: str) -> dict[str, Fraction | None]:
        """Return what it costs to enter each terrain; None if the chart forbids it.

        A cost that is `additional` is added to that of clear ground, except for terrain in the same row of the
        chart.
        """
        chart, hexes = book.card.chart(self.chart), book.game.terrain.hexes
        ground, clear = chart[hexes[0], column].row, self.figure(book, hexes[0], column) or Fraction(0)

        def entered(terrain: str) -> Fraction | None:
            figure = self.figure(book, terrain, column)
            is_more = self.additional and chart[terrain, column].row != ground
            return clear + figure if is_more and figure is not None else figure

        return {terrain: entered(terrain) for terrain in hexes}

    def ways(self, book: "Rulebook", board: Map, name: str) -> Ways:
        """Return what every step on a map costs units of a class."""
        moves = self.classes[name]
        terrain, column = book.game.terrain, moves.column or self.column
        hexes = self.hex_costs(book, column)
        sides = {hexside: self.figure(book, hexside, column) for hexside in terrain.hexsides}
        clear = hexes[terrain.hexes[0]] or Fraction(0)
        roads = {kind: points(Fraction(figure)) for kind, figure in self.roads.items()}

        def step(here: HexId, direction: Direction, there: HexId) -> int:
            hexside = board.grid.hexside(here, direction)
            if board.is_water(here) or board.is_water(there):
                return PROHIBITED
            along = [roads[kind] for kind in board.roads_at(hexside) if kind in roads]
            if along:
                return min(along)
            into, over = (
                hexes[board.terrain[there]],
                [sides[feature] for feature in board.features_at(hexside)],
            )
            if into is None or None in over:
                return PROHIBITED
            if moves.flat:
                return points(clear)
            return points(into + sum(filter(None, over)))

        return Ways(board.grid, step)

    @property
    def widest_class(self) -> str:
        """The class that decides where zones of control, retreats and lines of supply extend."""
        return self.lines or list(self.classes)[-1]

    def open_ways(self, book: "Rulebook", scenario: "Scenario") -> Ways:
        """Return the steps over which zones of control, retreats and lines of supply extend in a scenario."""
        return book.open_ways(scenario.map)

    def ways_of(self, book: "Rulebook", scenario: "Scenario", unit: Unit) -> Ways:
        """Return what every step costs a unit of a scenario."""
        return book.ways(scenario.map, self.class_of(unit.side, unit.kind))

    def class_of(self, side: str, kind: str) -> str:
        """Return the class that units of a side and kind belong to."""
        return next(name for name, moves in self.classes.items() if moves.has(side, kind))

    # Who may move, and how far

    def cannot_move(self, board: "Board", unit: Unit) -> str:
        """Say why a unit cannot move at all in this phase; empty if it can."""
        now, context, position, number = board.now, board.context, board.position, unit.number
        if not isinstance(position.at[number], int):
            return f"{unit.name} is not on the map"
        if now.side != unit.side or not now.moves:
            return f"{unit.name} does not move in the {now.side} {now.name} phase"
        if context.disrupts and number in position.disrupted:
            return Refusal(f"{unit.name} is disrupted", "state", "disrupted")
        for bars in context.bars_move:
            if reason := bars(board, unit):
                return reason
        if now.kinds and unit.kind not in now.kinds:
            return now.others
        if now.attackers and number not in position.acted:
            return f"{unit.name} did not attack{cited(now.cites)}"
        if board.allowed(unit) > 0:
            return ""
        if position.spent[number] and board.book.zones.must_stop(board, unit, board.hex_of(unit)):
            stopped = f"{unit.name} has entered an enemy zone of control, and moves no farther in this phase"
            return Refusal(stopped, "chapter", "zones")
        return f"{unit.name} has no movement points left"

    def why_not_to(self, board: "Board", unit: Unit, hex_id: HexId) -> str:
        """Say why a unit cannot move to a hex; empty if it can."""
        if hex_id == board.at(unit):
            return f"{unit.name} is there"
        holds = board.book.stacking.holds(board.scenario)
        return self.why_not(board.scenario.map, board.reach(unit), hex_id, board.allowed(unit), holds)

    def why_not(self, board: Map, reach: Reach, there: HexId, allowed: int, holds: str) -> str:
        """Say why a move cannot end in a hex, with what would be needed; empty if it can.

        `holds` says how much a hex holds.
        """
        name = board.grid.hex_name(there)
        if there not in reach and board.is_water(there):
            return f"{name} is {board.terrain[there]}"
        full, has = f"{name} is full: {holds}", self.points_text(allowed)
        return why_out_of_reach(
            reach, there, name, has=has, full=full, no_way=lambda: f"there is no way to {name}"
        )

    def points_text(self, parts: int) -> str:
        """Write so many parts as movement points."""
        return cost_text(parts * self.part)

    # In play

    def kinds(self, context: "Context") -> "Iterable[Kind[Board, Position]]":
        """Return the order to move."""
        unit, to = context.naming.unit, context.naming.hex
        yield Kind(
            order=Move,
            rule=lambda board, order: self.move(board, unit(order.unit), to(order.to)),
            why_illegal=lambda board, order: (
                self.cannot_move(board, unit(order.unit))
                or self.why_not_to(board, unit(order.unit), to(order.to))
            ),
            text=self.text,
            actors=movers,
            orders=self.moves,
            why_idle=self.why_idle,
        )

    def can_order(self, board: "Board") -> bool:
        """Return whether some unit can move now."""
        kinds = board.now.kinds
        for unit in board.scenario.movers[board.now.side]:
            if (not kinds or unit.kind in kinds) and not self.cannot_move(board, unit):
                return True
        return False

    def moves(self, board: "Board", actor: str) -> Orders[Any]:
        """Return the moves of a unit on the map."""
        unit = board.scenario.by_id.get(actor)
        if (
            unit is None
            or not isinstance(board.position.at[unit.number], int)
            or self.cannot_move(board, unit)
        ):
            return NONE
        names = board.grid.names
        return AllOf(board.reach(unit).elsewhere, lambda at: Move(actor, names[at]))

    def why_idle(self, board: "Board", actor: str) -> str:
        """Say why a unit on the map, or one that was, cannot move."""
        unit = board.scenario.by_id.get(actor)
        if unit is None or board.at(unit) == WAITING:
            return ""
        return self.cannot_move(board, unit) or "no hex is in its reach"

    def move(self, board: "Board", unit: Unit, hex_id: HexId) -> "Position":
        """Move a unit. In free play it may go where the rules forbid it; it then has nothing left."""
        position, number = board.position, unit.number
        spent = position.spent[number] + self.points_spent(board, unit, hex_id)
        return replace(
            position,
            at=placed(position.at, number, hex_id),
            spent=placed(position.spent, number, spent),
        )

    def points_spent(self, board: "Board", unit: Unit, hex_id: HexId) -> int:
        """Return how much of what a unit has left a move takes, in parts of movement points.

        It takes everything if the unit must stop, or if the rules know no path.
        """
        allowed, at = board.allowed(unit), board.position.at[unit.number]
        if not isinstance(at, int) or board.book.zones.must_stop(board, unit, hex_id):
            return allowed
        cost = board.reach(unit).cost(hex_id)
        return allowed if cost is None else min(cost // board.context.part, allowed)

    def text(self, board: "Board", order: Move) -> str:
        """Say a move in words."""
        context = board.context
        unit = context.naming.unit(order.unit)
        here = context.place(at) if is_on_map(at := board.at(unit)) else "off the map"
        return f"{unit.name} moves from {here} to {context.place(context.naming.hex(order.to))}"

    @property
    def counter_states(self) -> tuple[State, ...]:
        """The states that this chapter shows on counters."""
        return (MOVED,)

    def state(self, position: "Position", unit: Unit) -> str:
        """Return "moved" for a unit that has moved in this phase."""
        return "moved" if position.spent[unit.number] else ""

    # What must always hold

    def faults(self, board: "Board") -> Iterator[str]:
        """Points are spent by units of the side to move, on the map, in its movement phases, and no more than they have."""
        for unit in board.scenario.units:
            spent = board.position.spent[unit.number]
            if board.allowed(unit) < 0 or spent < 0:
                yield f"{unit.name} has moved farther than it may"
            if spent and not (board.now.side == unit.side and board.now.moves and board.is_on_map(unit)):
                yield f"{unit.name} has moved in a phase that is not its own"

    def displaces(self, before: "Board", order: msgspec.Struct, after: "Board", unit: Unit) -> bool:
        """A move moves the unit that was ordered to move."""
        del before, after
        return isinstance(order, Move) and unit.id == order.unit
