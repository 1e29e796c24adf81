"""Movement: what every step costs by the terrain effects chart, who may move in a phase, and how far.

The figures are the chart's: they are read there and not written down again. Units of a class pay for terrain by a
column of the chart, or, where the class is `flat`, as for clear ground everywhere.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from grognard.charts.files import Place
from grognard.hexes import Direction, HexId, Map
from grognard.hexes.paths import PROHIBITED, SCALE, Reach, Ways, points
from grognard.play.kinds import NONE, Kind
from grognard.play.order_sets import AllOf, Orders
from grognard.play.places import WAITING, is_on_map
from grognard.play.states import MOVED, State
from grognard.play.tuples import placed
from grognard.rules.chapter import Chapter, Remembered
from grognard.rules.costs import cost, why_out_of_reach
from grognard.rules.orders import Move, movers
from grognard.rules.units import Unit

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.checking import Checking
    from grognard.rules.context import Context
    from grognard.rules.position import Position
    from grognard.rules.rulebook import Rulebook
    from grognard.rules.scenario import Scenario


class MovementClass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that pay alike: of these sides and kinds, of all where none is named. The first class that fits counts."""

    sides: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    column: str = ""
    flat: bool = False

    def has(self, side: str, kind: str) -> bool:
        """Say whether units of a side and a kind are in this class."""
        return (not self.sides or side in self.sides) and (not self.kinds or kind in self.kinds)


class Movement(Chapter, frozen=True, kw_only=True):
    """What steps cost: by a `chart` with a row for each terrain and hexside, and a `column`.

    Where other terrain is `additional`, its figure comes on top of that of clear ground, the first terrain of the game;
    hexsides always do. Along a road a step costs what `roads` says, and nothing else. A movement point is divided into
    `parts`. With `one_hex` a unit that has not moved may go one hex, whatever it costs. Zones of control, retreats and lines
    of supply go where units of the class `lines` can; of the last class, if none is named.
    """

    remembers: ClassVar[tuple[Remembered, ...]] = (Remembered("spent", tuple[int, ...], 0, lasts="phase"),)
    order_names = ("move",)

    chart: str
    column: str
    additional: bool = False
    classes: dict[str, MovementClass]
    roads: dict[str, str | int] = msgspec.field(default_factory=dict)
    parts: Literal[1, 2, 3, 4, 6, 12] = 1
    one_hex: bool = False
    lines: str = ""
    title: str = "Movement"

    def check(self, check: "Checking") -> None:
        """Every terrain and hexside must have its row, every unit its class, and every cost its whole number of parts."""
        for name, moves in self.classes.items():
            place: Place = ("classes", name, "column") if moves.column else ("column",)
            self._check_column(check, place, moves.column or self.column)
        self._check_maps(check)
        if self.lines:
            check.known(("lines",), self.lines, self.classes, "class")
        self._check_classes(check)

    def _check_column(self, check: "Checking", place: Place, column: str) -> None:
        """Every terrain and hexside must have its row in a column; the first that has none is a fault."""
        for row in (*check.terrain.hexes, *check.terrain.hexsides):
            text = check.cell(place, self.chart, row, column)
            if text is None:
                return
            if ((figure := cost(text)) or 0) * self.parts % 1:
                check.fault(("parts",), f"divide no point so that {row} can cost {figure}")

    def _check_maps(self, check: "Checking") -> None:
        """What lies on a map must be named, and a road that is named must be on some map."""
        for name, board in check.maps.items():
            land = {each.name for each in board.legend if not each.sides}
            for what, there, named in (
                ("hexes", land & set(board.terrain), check.terrain.hexes),
                ("hexsides", {chain.kind for chain in board.hexsides}, check.terrain.hexsides),
            ):
                for lacking in sorted(there - set(named)):
                    check.source.fault(("terrain", what), f"lacks {lacking!r}, which is on map {name}")
        roads = {road.kind for board in check.maps.values() for road in board.roads}
        for road, figure in self.roads.items():
            check.fraction(("roads", road), figure)
            check.known(("roads", road), road, sorted(roads), "road of any map")

    def _check_classes(self, check: "Checking") -> None:
        for name, moves in self.classes.items():
            for kind in moves.kinds:
                check.known(("classes", name, "kinds"), kind, check.units.kinds, "kind of units")
            for side in moves.sides:
                check.known(("classes", name, "sides"), side, check.sides, "side")
        for side, (kind, of) in product(check.sides, check.units.kinds.items()):
            if not of.off_map and not any(moves.has(side, kind) for moves in self.classes.values()):
                check.fault(("classes",), f"have no place for {side} {kind} units")

    # What steps cost

    @property
    def part(self) -> int:
        """Twelfths of a movement point in each of its parts."""
        return SCALE // self.parts

    def figure(self, book: "Rulebook", row: str, column: str) -> Fraction | None:
        """Return the figure of the chart for a terrain or hexside; None if it forbids the way."""
        return cost(book.card.chart(self.chart)[row, column].text)

    def hex_costs(self, book: "Rulebook", column: str) -> dict[str, Fraction | None]:
        """Return what it costs to enter each terrain; None where the chart forbids it.

        What is `additional` comes on top of clear ground, but not for terrain that is in the same row of the chart.
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
        sides = {each: self.figure(book, each, column) for each in terrain.hexsides}
        clear = hexes[terrain.hexes[0]] or Fraction(0)
        roads = {kind: points(Fraction(each)) for kind, each in self.roads.items()}

        def step(here: HexId, direction: Direction, there: HexId) -> int:
            hexside = board.grid.hexside(here, direction)
            if board.is_water(here) or board.is_water(there):
                return PROHIBITED
            along = [roads[kind] for kind in board.roads_at(hexside) if kind in roads]
            if along:
                return min(along)
            into, over = hexes[board.terrain[there]], [sides[each] for each in board.features_at(hexside)]
            if into is None or None in over:
                return PROHIBITED
            if moves.flat:
                return points(clear)
            return points(into + sum(filter(None, over)))

        return Ways(board.grid, step)

    @property
    def widest(self) -> str:
        """The class by whose ways zones of control, retreats and lines of supply go."""
        return self.lines or list(self.classes)[-1]

    def open_ways(self, book: "Rulebook", scenario: "Scenario") -> Ways:
        """Return the ways by which zones of control, retreats and lines of supply go in a scenario."""
        return book.open_ways(scenario.map)

    def ways_of(self, book: "Rulebook", scenario: "Scenario", unit: Unit) -> Ways:
        """Return what every step costs a unit of a scenario."""
        return book.ways(scenario.map, self.class_of(unit.side, unit.kind))

    def class_of(self, side: str, kind: str) -> str:
        """Return the class that units of a side and kind belong to."""
        return next(name for name, moves in self.classes.items() if moves.has(side, kind))

    # Who may move, and how far

    def cannot_move(self, board: "Board", unit: Unit) -> str:
        """Say why a unit does not move in this phase at all; an empty text if it may."""
        now, context, position, number = board.now, board.context, board.position, unit.number
        if not isinstance(position.at[number], int):
            return f"{unit.name} is not on the map"
        if now.side != unit.side or not now.moves:
            return f"{unit.name} does not move in the {now.side} {now.name} phase"
        if context.disrupts and number in position.disrupted:
            return f"{unit.name} is disrupted"
        for bars in context.bars_move:
            if reason := bars(board, unit):
                return reason
        if now.kinds and unit.kind not in now.kinds:
            return now.others
        if now.attackers and number not in position.acted:
            return f"{unit.name} did not attack ({now.cites})"
        return "" if board.allowed(unit) > 0 else f"{unit.name} has no movement points left"

    def why_not_to(self, board: "Board", unit: Unit, hex_id: HexId) -> str:
        """Say why a unit cannot move to a hex; an empty text if it can."""
        if hex_id == board.at(unit):
            return f"{unit.name} is there"
        return self.why_not(
            board.context.scenario.map, board.reach(unit), hex_id, board.allowed(unit), board.book
        )

    def why_not(self, board: Map, reach: Reach, there: HexId, allowed: int, book: "Rulebook") -> str:
        """Say why a move cannot end in a hex, with what would be needed; an empty text if it can."""
        name = board.grid.hex_name(there)
        no_way = (
            f"{name} is {board.terrain[there]}" if board.is_water(there) else f"there is no way to {name}"
        )
        full, has = book.stacking.why_full(name), self.told(allowed)
        return why_out_of_reach(reach, there, name, has=has, full=full, no_way=lambda: no_way)

    def told(self, parts: int) -> str:
        """Write so many parts as movement points."""
        return f"{parts / self.parts:g}"

    def told_cost(self, cost: int) -> str:
        """Write a cost, which a search has in twelfths, as movement points."""
        return f"{cost / SCALE:g}"

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
        """Say whether some unit can move now."""
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
        """Say why a unit that has come, or began on the map, cannot move."""
        unit = board.scenario.by_id.get(actor)
        if unit is None or board.at(unit) == WAITING:
            return ""
        return self.cannot_move(board, unit) or "no hex is in its reach"

    def move(self, board: "Board", unit: Unit, hex_id: HexId) -> "Position":
        """Move a unit. In free play it may go where the rules say it cannot; it then has nothing left."""
        position, number = board.position, unit.number
        cost = board.reach(unit).cost(hex_id) if isinstance(position.at[number], int) else None
        allowed = board.allowed(unit)
        spent = allowed if cost is None else min(cost // board.context.part, allowed)
        return replace(
            position,
            at=placed(position.at, number, hex_id),
            spent=placed(position.spent, number, position.spent[number] + spent),
        )

    def text(self, board: "Board", order: Move) -> str:
        """Say in words what a move is."""
        context = board.context
        unit = context.naming.unit(order.unit)
        here = context.place(at) if is_on_map(at := board.at(unit)) else "off the map"
        return f"{unit.name} moves from {here} to {context.place(context.naming.hex(order.to))}"

    @property
    def counter_states(self) -> tuple[State, ...]:
        """What this chapter says of counters."""
        return (MOVED,)

    def state(self, position: "Position", unit: Unit) -> str:
        """Say whether a unit has moved in this phase."""
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
        """A move moves the unit that was ordered to."""
        del before, after
        return isinstance(order, Move) and unit.id == order.unit
