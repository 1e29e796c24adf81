# SPDX-License-Identifier: Apache-2.0
"""10.0 Air attack on the map: which units may fly, at what range, and which are disrupted."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from grognard.games.seelowe import air_attack as desk
from grognard.games.seelowe.places import places
from grognard.hexes import HexId
from grognard.play.places import LOST, WAITING
from grognard.play.states import FLOWN, State
from grognard.procedures.procedure import NotAllowed, Procedure
from grognard.rules.cache import cached_on_board
from grognard.rules.chapter import Wording
from grognard.rules.combat import first_words, moved_units, twice_in_battle
from grognard.rules.group_attack import GroupAttack, why_not_together
from grognard.rules.losses import eliminated
from grognard.rules.options import units_option
from grognard.rules.orders import UnitsAgainst
from grognard.rules.units import Unit
from grognard.umpire import Choose, Question, Rule

if TYPE_CHECKING:
    from grognard.rules.board import Board
    from grognard.rules.context import Context
    from grognard.rules.position import Position
    from grognard.rules.rulebook import Rulebook


class AirAttack(UnitsAgainst, frozen=True, tag="air-attack"):
    """10.0 Attack a hex from the air."""


class Disrupted(Question[str], frozen=True):
    """Which unit of a stack is disrupted."""

    target: str


class AirAttacks(GroupAttack, frozen=True, kw_only=True):
    """10.0 Air attack: British air units have a normal range of so many hexes from an airfield they hold.

    A result disrupts the whole stack, or one unit of it. Programs count a flight as a cost of `flight`.
    """

    order = AirAttack
    order_names = ("air-attack",)
    titled = "Air attack on"

    british_range: int
    whole_stack: bool
    flight: float = 0.0

    def procedures(self, book: "Rulebook") -> Iterable[Procedure]:
        """Return the air attack as a procedure at the desk."""
        del book
        yield desk.PROCEDURE

    def holdings(self, context: "Context") -> frozenset[HexId]:
        """Return the airfields: British air units fly from those they hold."""
        return places(context.scenario).airfields

    def place_word(self, context: "Context", at: HexId) -> str:
        """Say that a place is an airfield."""
        return "airfield" if at in places(context.scenario).airfields else ""

    # The rule

    def situation(self, board: "Board", units: Sequence[Unit], target: HexId) -> desk.AirAttack:
        """Return what the card asks about an air attack, from the position."""
        # Side and terrain are among the card's, which the type checker cannot know.
        side: Any = units[0].side
        terrain: Any = board.terrain(target)
        if side == "German":
            near = target in places(board.scenario).seaward
        else:
            near = any(board.grid.distance(base, target) <= self.british_range for base in airfields(board))
        return desk.AirAttack(len(units), "normal" if near else "extended", side, terrain)

    def sheet(self, board: "Board", units: Sequence[Unit], target: HexId) -> desk.AirSheet:
        """Return the worksheet of an air attack on the map."""
        if not units:
            raise NotAllowed("choose who flies")
        return desk.worksheet(self.situation(board, units, target), board.context.card)

    def targets(self, board: "Board") -> list[HexId]:
        """Return the hexes that may be attacked from the air, if any unit can fly."""
        return targets(board)

    def attackers(self, board: "Board", target: HexId) -> list[Unit]:
        """Return the air units that can fly; they reach every target."""
        del target
        return flyers(board)

    def why_not_attack(self, board: "Board", units: Sequence[Unit], target: HexId) -> str:
        """Say why an air attack may not be made; empty if it may."""
        reasons = [cannot_fly(board, unit) for unit in units]
        reasons.append(why_not_target(board, board.now.side, target))
        return why_not_together(
            units, "air units that attack", reasons, lambda: self.sheet(board, units, target)
        )

    def attack(self, board: "Board", units: Sequence[Unit], target: HexId) -> "Rule[Position]":
        """10.0 Carry out an air attack: disrupt the stack (or, by ruling, one unit of it), or lose an air unit."""
        struck, name = board.units_at(target), board.grid.hex_name(target)
        position = replace(
            board.position,
            acted=board.position.acted | {unit.number for unit in units},
            attacked=board.position.attacked | {unit.number for unit in struck},
        )
        outcome = yield from desk.air_attack(self.sheet(board, units, target), name)
        if outcome.air_units_lost:
            return eliminated(board.context, position, units[-outcome.air_units_lost :])
        if not outcome.disrupted:
            return position
        if not self.whole_stack and len(struck) > 1:
            chosen: str = yield Choose(units[0].side, Disrupted(name), [unit.id for unit in struck])
            struck = [unit for unit in struck if unit.id == chosen]
        return replace(position, disrupted=position.disrupted | {unit.number for unit in struck})

    # Words

    def text(self, board: "Board", order: UnitsAgainst) -> str:
        """Put an air attack into words."""
        return f"{super().text(board, order)} from the air"

    def wordings(self, book: "Rulebook") -> Mapping[type[Question[Any]], Wording]:
        """Return the words for the roll, and for the choice of the unit disrupted."""
        chart = book.card.chart("air-normal")
        return {
            desk.AirRoll: Wording(
                label=lambda _context, asked: desk.label(asked), result=lambda code: first_words(chart, code)
            ),
            Disrupted: Wording(
                label=lambda _context, _asked: "which unit is disrupted",
                option=lambda board, _asked, option: units_option(board, (option,), option),
            ),
        }

    @property
    def counter_states(self) -> tuple[State, ...]:
        """The states that this chapter shows on counters."""
        return (FLOWN,)

    def state(self, position: "Position", unit: Unit) -> str:
        """Return whether an air unit has flown this turn, as a state."""
        return "flown" if unit.off_map and unit.number in position.acted else ""

    # What must always hold, and what it is worth

    def faults(self, board: "Board") -> Iterator[str]:
        """Only air units of the side to move have flown, and not before their phase."""
        early = board.context.before_order("air-attack")
        for number in sorted(board.position.acted):
            unit = board.scenario.units[number]
            if unit.off_map and (unit.side != board.now.side or board.now.name in early):
                yield f"{unit.name} has acted before its time"

    def step_faults(self, before: "Board", order: msgspec.Struct, after: "Board") -> Iterator[str]:
        """10.0 No unit flies twice, no hex is attacked twice, and at most one air unit is lost."""
        if not isinstance(order, AirAttack):
            return
        yield from twice_in_battle(before, order.units, before.grid.parse_hex(order.target))
        if len(moved_units(before, after)) > 1:
            yield "more than one air unit is lost in an attack"

    def displaces(self, before: "Board", order: msgspec.Struct, after: "Board", unit: Unit) -> bool:
        """Return whether an air attack may have cost an air unit that flew."""
        del before
        return isinstance(order, AirAttack) and unit.id in order.units and after.at(unit) == LOST

    def value(self, board: "Board", side: str) -> float:
        """Return the cost of the flights made: an air unit that can still fly is saved for a worthwhile target."""
        acted = board.position.acted
        return -self.flight * sum([unit.number in acted for unit in board.scenario.off_map[side]])


# Who may fly, and where


def cannot_fly(board: "Board", unit: Unit) -> str:
    """Say why an air unit does not fly in this phase; empty if it may."""
    now = board.now
    if not unit.off_map:
        return f"{unit.name} is no air unit"
    if now.side != unit.side or "air-attack" not in now.orders:
        return f"{unit.name} does not fly in the {now.side} {now.name} phase"
    if board.at(unit) != WAITING or board.position.turn < unit.turn:
        return f"{unit.name} is not there"
    return f"{unit.name} has flown this turn" if unit.number in board.position.acted else ""


def why_not_target(board: "Board", side: str, target: HexId) -> str:
    """Say why a hex may not be attacked from the air; empty if it may."""
    name, units = board.grid.names[target], board.units_at(target)
    if not units or units[0].side == side:
        return f"there is no enemy in {name}"
    for unit in units:
        if unit.number in board.position.disrupted:
            return f"{name} is disrupted already"
        if unit.number in board.position.attacked:
            return f"{name} was attacked from the air already"
    if side == "German" and target in places(board.scenario).cities:
        return desk.SAFE_CITY
    if side == "British" and not airfields(board):
        return "the British hold no airfield to fly from"
    return ""


@cached_on_board
def airfields(board: "Board") -> frozenset[HexId]:
    """Return the airfields that British air units can fly from."""
    return places(board.scenario).airfields - board.position.held - board.foes("British")


@cached_on_board
def flyers(board: "Board") -> list[Unit]:
    """Return the air units that can fly now."""
    return [unit for unit in board.scenario.off_map[board.now.side] if not cannot_fly(board, unit)]


@cached_on_board
def targets(board: "Board") -> list[HexId]:
    """Return the hexes that may be attacked from the air, if any unit can fly."""
    side = board.now.side
    enemies = sorted(board.foes(side)) if flyers(board) else []
    return [target for target in enemies if not why_not_target(board, side, target)]
