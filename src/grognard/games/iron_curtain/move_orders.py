"""Moves on the map: who may move in a phase, how far, and with whom."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import replace

from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.contamination import enter
from grognard.games.iron_curtain.move_costs import ways
from grognard.games.iron_curtain.movement import mover_of, why_not
from grognard.games.iron_curtain.overrun import overruns_without_supply
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.supply import supply_ways
from grognard.hexes import HexId
from grognard.hexes.paths import SCALE, Ways
from grognard.rules.chapter import Remembered
from grognard.rules.group_movement import GroupMovement
from grognard.rules.movement import MovementClass
from grognard.rules.supply_at_end import is_short
from grognard.rules.units import Unit
from grognard.umpire import Rule

if TYPE_CHECKING:
    from grognard.rules.checking import Checking
    from grognard.rules.rulebook import Rulebook
    from grognard.rules.scenario import Scenario


class Moves(GroupMovement, frozen=True, kw_only=True):
    """Units of one hex move together, each by its cheapest way; who exploits moves again in a phase of its own.

    Steps are paid for by the terrain effects chart, as `move_costs` reads it, in twelfths of a movement point.
    """

    remembers = (
        Remembered("spent", tuple[int, ...], 0, lasts="phase", seen="part"),
        Remembered("barred", frozenset[int], mark=True, seen="part"),
    )

    chart: str = "tec"
    column: str = "mech"
    classes: dict[str, MovementClass] = msgspec.field(default_factory=dict)
    parts: Literal[12] = 12

    def check(self, check: "Checking") -> None:
        """The chart is checked where it is read."""

    def open_ways(self, book: "Rulebook", scenario: "Scenario") -> Ways:
        """Return the ways by which lines of supply go."""
        return supply_ways(scenario.file.map, scenario.file.year, book.card)

    def ways_of(self, book: "Rulebook", scenario: "Scenario", unit: Unit) -> Ways:
        """Return what every step costs a unit of a scenario."""
        return ways(scenario.file.map, mover_of(unit, scenario.file.year), book.card)

    # Who may move, and how far

    def cannot_move(self, board: Board, unit: Unit) -> str:
        """Say why a unit does not move in this phase at all; an empty text if it may."""
        now = board.now
        if not board.is_on_map(unit):
            return f"{unit.name} is not on the map"
        if now.side != unit.side or not now.moves:
            return f"{unit.name} does not move in the {now.side} {now.name} phase"
        if now.name == "exploitation" and (reason := self.cannot_exploit(board, unit)):
            return reason
        if unit.number in board.position.acted:
            return f"{unit.name} has overrun, and moves no further in this phase (ruling overrun-stack)"
        return "" if board.allowed(unit) > 0 else f"{unit.name} has no movement points left"

    def cannot_exploit(self, board: Board, unit: Unit) -> str:
        """Say why a unit does not move again in exploitation; an empty text if it does."""
        if "exploits" not in unit.traits:
            return f"{unit.name} is no unit that exploits (ruling unit-kinds)"
        if unit.number in board.position.barred:
            return f"{unit.name} began the phase in an enemy zone of control (ruling exploitation)"
        if is_short(board, unit) and not overruns_without_supply(board.scenario.file.period, board.card):
            return f"{unit.name} was out of supply when its turn ended last, and does not exploit (rulings supply-judged, oos-1962)"
        return ""

    def why_not_to(self, board: Board, unit: Unit, hex_id: HexId) -> str:
        """Say why a unit cannot move to a hex; an empty text if it can."""
        if hex_id == board.at(unit):
            return f"{unit.name} is there"
        allowed = Fraction(board.allowed(unit), SCALE)
        return why_not(board.scenario.map, board.reach(unit), hex_id, allowed, board.scenario.file.stacking)

    # In play

    def begins_phase(self, board: Board) -> Position:
        """Ruling exploitation: who stands in an enemy zone of control as exploitation begins has no part in it."""
        if board.now.name != "exploitation":
            return replace(board.position, barred=frozenset())
        zone, at = board.zone_against(board.now.side), board.position.at
        own = board.scenario.by_side[board.now.side]
        return replace(board.position, barred=frozenset(number for number in own if at[number] in zone))

    def can_order(self, board: Board) -> bool:
        """Say whether a unit exploits, as far as the enemy knows: what is hidden must not show in this."""
        own = board.scenario.movers[board.now.side]
        return any("exploits" in unit.traits and board.is_on_map(unit) for unit in own)

    def enter(self, board: Board, position: Position, units: Sequence[Unit], there: HexId) -> Rule[Position]:
        """Bring units into a hex, where they roll if it is contaminated."""
        return enter(board, position, units, there)

    # What must always hold

    def faults(self, board: Board) -> Iterator[str]:
        """Points are spent by the side to move in its movement phases; nobody has fewer than none left but by losses."""
        for unit in board.scenario.units:
            spent = board.position.spent[unit.number]
            mine = board.now.side == unit.side and board.now.moves
            if spent < 0 or (spent and not mine):
                yield f"{unit.name} has moved in a phase that is not its own"
            is_whole = board.hurt(unit) == 0
            if mine and is_whole and spent > board.context.allowance(board.position, unit):
                yield f"{unit.name} has moved farther than it may"
        if board.position.barred and board.now.name != "exploitation":
            yield "somebody is barred from exploitation before it"
