"""Stacking: who lies on top of whom, and who is eliminated where too many stand."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.charts.files import Source
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.context import Context
from grognard.games.iron_curtain.losses import eliminated, has_part
from grognard.games.iron_curtain.orders import Top
from grognard.games.iron_curtain.position import Position
from grognard.hexes import HexId
from grognard.play.board import Option
from grognard.play.kinds import NONE, Kind
from grognard.play.order_sets import AllOf, Orders
from grognard.play.places import Place
from grognard.rules.chapter import Remembered, Wording
from grognard.rules.order_of_battle import check_stacks
from grognard.rules.orders import EndPhase
from grognard.rules.rulebook import Rulebook
from grognard.rules.scenario import Scenario
from grognard.rules.stacking import Stacking
from grognard.rules.units import Unit
from grognard.umpire import Question, Rule, choose

# Who loses two steps is written with an x2 behind his name.
STEPS_BEHIND = re.compile(r"x[1-9]$")


class TooMany(Question[str], frozen=True):
    """Who is eliminated in a hex that holds too many."""

    at: str


def put_into(position: Position, units: Sequence[Unit], there: Place) -> Position:
    """Put units into a hex, on top of those that are there; among themselves they lie as they lay before."""
    moved = {unit.number for unit in units}
    at = list(position.at)
    for number in moved:
        at[number] = there
    above = [number for number in position.order if number in moved]
    order = (*above, *(number for number in position.order if number not in moved))
    return replace(position, at=tuple(at), order=order)


def from_the_top(board: Board, units: Sequence[Unit]) -> list[Unit]:
    """Return units as they lie, each once, in whatever order they are named."""
    if len(units) == 1:
        return list(units)
    every = board.scenario.units
    return [every[number] for number in board.position.order if every[number] in units]


def may_overstack(board: Board) -> bool:
    """Ruling reinforcement-stacking: say whether reinforcements may come where there is no room."""
    return board.card.ruled("reinforcement-stacking") == "overstack"


def thin_out(board: Board) -> Rule[Position]:
    """Ruling reinforcement-stacking: where too many stand as movement ends, the owner says who is eliminated."""
    side = board.now.side
    if board.now.name != "movement" or not may_overstack(board):
        return board.position
    for at in sorted(board.front(side).units):
        while board.room(at) < 0:
            units = {unit.name: unit for unit in board.units_at(at)}
            lost = yield from choose(side, TooMany(board.grid.names[at]), tuple(units), board.position)
            board = board.after(eliminated(board, [units[lost]]))
    return board.position


class Stacks(Stacking, frozen=True, kw_only=True):
    """Ruling stack-order: a hex holds as many units as the scenario says, in an order; the enemy sees the top one alone."""

    remembers = (
        Remembered("first", str, start=""),
        Remembered("firsts", int, start=0),
        Remembered("order", tuple[int, ...], start=(), seen="part"),
        Remembered("began", tuple[Place, ...], start=(), seen="part"),
    )
    order_names = ("top",)

    limit: int = 0

    def check_scenario(self, source: Source, scenario: Scenario) -> None:
        """Nobody begins where there is no room; and every unit has a name by which its losses can be told."""
        check_stacks(source, scenario.map, scenario.units, scenario.file.stacking)
        taken: set[str] = set()
        for unit in scenario.units:
            if unit.name in taken:
                source.fault(("units",), f"{unit.name} is the name of another", where=f"unit {unit.id}")
            if STEPS_BEHIND.search(unit.name):
                what = f"{unit.name} ends like a number of steps lost; give it another name"
                source.fault(("units",), what, where=f"unit {unit.id}")
            taken.add(unit.name)

    def room(self, board: Board, hex_id: HexId) -> int:
        """Return how many more units a hex takes."""
        return board.room(hex_id)

    def begins_phase(self, board: Board) -> Position:
        """Remember where everybody stands as a phase begins."""
        return replace(board.position, began=board.position.at)

    # The order to put a unit on top

    def kinds(self, context: Context) -> Iterable[Kind[Board, Position]]:
        """Return the order to put a unit on top of its stack."""
        unit = context.naming.unit
        yield Kind(
            order=Top,
            rule=lambda board, order: put_into(
                board.position, [unit(order.unit)], board.at(unit(order.unit))
            ),
            why_illegal=lambda board, order: why_not_top(board, unit(order.unit)),
            text=top_text,
            orders=_top_orders,
        )

    def wordings(self, book: Rulebook) -> Mapping[type[Question[Any]], Wording]:
        """Return the words for who is one too many."""
        del book
        return {
            TooMany: Wording(
                label=lambda _context, asked: f"unit too many in {asked.at}",
                ask=lambda board, _order, asked: (
                    f"{board.context.place(board.context.naming.hex(asked.at))} holds too many: who is eliminated?"
                ),
                option=unit_option,
            )
        }

    # What must always hold

    def faults(self, board: Board) -> Iterator[str]:
        """Ruling reinforcement-stacking: too many may stand in a hex only while their side moves, and where they may come so."""
        if sorted(board.position.order) != list(range(len(board.scenario.units))):
            yield "the order of stacks is not one of all units"
        crowding = board.now.side if board.now.name == "movement" and may_overstack(board) else None
        for at, units in board.stacks.items():
            name = board.grid.hex_name(at)
            if len({unit.side for unit in units}) > 1:
                yield f"both sides stand in {name}"
            if board.room(at) < 0 and units[0].side != crowding:
                yield f"{name} holds too many units"

    def step_faults(self, before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
        """Putting a stack in order moves nobody."""
        if isinstance(order, Top) and before.position.at != after.position.at:
            yield "putting a stack in order moves it"

    def displaces(self, before: Board, order: msgspec.Struct, after: Board, unit: Unit) -> bool:
        """Whoever is one too many where movement ends is eliminated."""
        del after
        return isinstance(order, EndPhase) and has_part(before, order, unit)


def why_not_top(board: Board, unit: Unit) -> str:
    """Ruling stack-order: say why a unit may not be put on top of its stack; an empty text if it may."""
    now = board.now
    if now.side != unit.side or now.name != "movement":
        return f"stacks are put in order in their owner's movement phase, and this is {now.side} {now.name} (ruling stack-order)"
    if not board.is_on_map(unit):
        return f"{unit.name} is not on the map"
    return f"{unit.name} is on top already" if board.units_at(board.hex_of(unit))[0] is unit else ""


def _top_orders(board: Board, actor: str) -> Orders[Top]:
    """Return the order to put a unit on top of its stack, where it may be given."""
    unit = board.scenario.by_id.get(actor)
    return NONE if unit is None or why_not_top(board, unit) else AllOf((Top(actor),))


def top_text(board: Board, order: Top) -> str:
    """Say who is put on top."""
    unit = board.context.naming.unit(order.unit)
    place = board.context.place(board.hex_of(unit)) if board.is_on_map(unit) else "off the map"
    return f"{unit.name} is put on top in {place}"


def unit_option(board: Board, _asked: Question[Any], option: str) -> Option:
    """Say what it means to choose a unit by its name."""
    ids = [unit.id for unit in board.scenario.units if unit.name == option]
    return Option(option, option, pieces=(ids[0] if ids else "",))
