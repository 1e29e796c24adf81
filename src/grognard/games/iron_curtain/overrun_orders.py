"""Overruns on the map: which stacks may overrun what on the move, and what it costs them."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.charts.plurals import counted
from grognard.games.iron_curtain import overrun, procedures
from grognard.games.iron_curtain.attack_orders import BattleChapter, stack_of
from grognard.games.iron_curtain.board import Board
from grognard.games.iron_curtain.combat import CombatSheet
from grognard.games.iron_curtain.contamination import enter
from grognard.games.iron_curtain.context import Context
from grognard.games.iron_curtain.losses import defending
from grognard.games.iron_curtain.orders import Overrun
from grognard.games.iron_curtain.overrun import Way
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.terms import Mobility, Road, as_side
from grognard.games.iron_curtain.zones import ENTER_ZONE
from grognard.hexes import HexId
from grognard.hexes.paths import points
from grognard.play.kinds import NONE
from grognard.play.order_sets import Combined, Groups, Orders
from grognard.play.places import Place
from grognard.procedures.procedure import NotAllowed, Procedure
from grognard.rules.adjacent_attack import why_not_next_to
from grognard.rules.chapter import Remembered
from grognard.rules.step_losses import alive
from grognard.rules.supply_at_end import any_short
from grognard.rules.units import Unit
from grognard.umpire import Rule


def _why_not_into(board: Board, units: Sequence[Unit], target: HexId) -> str:
    """Say what stands against an overrun by supply, by the way into the hex or by what it costs."""
    try:
        stack = stack_of(board, units, board.hex_of(units[0]), target)
        overrun.check_supply(stack, board.scenario.file.period, board.card)
        needed = price(board, units, target)
    except NotAllowed as error:
        return str(error)
    for unit in units:
        if needed > board.allowed(unit):
            has, costs = (f"{cost / points(1):g}" for cost in (board.allowed(unit), needed))
            return f"to overrun {board.grid.names[target]} costs {costs} MP, and {unit.name} has {has}"
    return ""


# The way and the worksheet


def way(board: Board, units: Sequence[Unit], target: HexId) -> Way:
    """Return how units go into a hex: by the cheapest road on which an overrun is allowed, else across country.

    Ruling bridge-overrun: where a secondary road bridges the hexside, they go beside the bridge, or not at all.
    """
    between = board.context.crossing(board.hex_of(units[0]), target)
    mobility: Mobility = "leg" if all("legs" in unit.traits for unit in units) else "mech"
    ways: list[tuple[Fraction, Way]] = []
    refusals: list[NotAllowed] = []
    roads: tuple[Road, ...] = (*sorted(between.roads), "none")
    for along in roads:
        by_road = along != "none"
        beside = between.bridged and not by_road
        dated = between.dated and (by_road or beside)
        possible = Way(board.terrain(target), mobility, along, beside, dated)
        try:
            ways.append((_cost(board, units, target, possible), possible))
        except NotAllowed as refusal:
            refusals.append(refusal)
    if not ways:
        raise refusals[-1]
    return min(ways, key=lambda found: found[0])[1]


def _cost(board: Board, units: Sequence[Unit], target: HexId, by: Way) -> Fraction:
    stack = stack_of(board, units, board.hex_of(units[0]), target)
    by_road = replace(stack, road=stack.hexside is not None and by.along != "none")
    return overrun.cost(by_road, by, board.card)


def price(board: Board, units: Sequence[Unit], target: HexId) -> int:
    """Return the movement points of an overrun: the way into the hex, and an enemy zone of control there."""
    cost = _cost(board, units, target, way(board, units, target))
    in_zone = target in board.zone_against(units[0].side)
    return points(cost + (ENTER_ZONE if in_zone else 0))


class Overruns(BattleChapter, frozen=True, kw_only=True):
    """Ruling overrun: one stack attacks on the move, on the table of its period, and enters the hex that it empties."""

    remembers = (Remembered("began", tuple[Place, ...], start=(), seen="part"),)
    order = Overrun
    order_names = ("overrun",)
    titled = "Overrun"
    verb = "overrun"

    def desk(self, context: Context) -> Procedure:
        """Return the chart procedure."""
        del context
        return procedures.OVERRUN

    def begins_phase(self, board: Board) -> Position:
        """Remember where everybody stands as a phase begins."""
        return replace(board.position, began=board.position.at)

    def can_order(self, board: Board) -> bool:
        """Whether anybody moves again is for movement to say: what is hidden must not show in this."""
        del board
        return False

    def why_not_with(self, board: Board, unit: Unit, target: HexId) -> str:
        """Say why a unit may not overrun a hex from where it stands; an empty text if it may, as far as it goes by itself."""
        return (
            board.book.movement.cannot_move(board, unit)
            or why_not_next_to(board, unit, target)
            or _why_not_into(board, [unit], target)
        )

    def why_not_as_one(self, board: Board, units: Sequence[Unit]) -> str:
        """Ruling overrun-stack: one stack overruns, of units that began the phase together."""
        if len({board.at(unit) for unit in units}) > 1:
            return "one stack overruns, from one hex (ruling overrun)"
        if len({board.position.began[unit.number] for unit in units}) > 1:
            return "units that overrun together began the phase together (ruling overrun-stack)"
        if len(units) > (most := board.scenario.file.stacking):
            return f"no more than {counted(most, 'unit')} overrun together, as many as a hex holds (ruling overrun-stack)"
        return ""

    def why_not_attack(self, board: Board, units: Sequence[Unit], target: HexId) -> str:
        """Say why an overrun may not be made; an empty text if it may."""
        if not board.now.moves:
            return f"overruns are made on the move, and this is {board.now.side} {board.now.name}"
        return super().why_not_attack(board, units, target) or _why_not_into(board, units, target)

    def can_be_attacked(self, board: Board, target: HexId) -> bool:
        """Say whether a stack may overrun a hex."""
        return bool(self.stacks(board, target))

    def stacks(self, board: Board, target: HexId) -> list[list[Unit]]:
        """Return the stacks that may overrun a hex: units of one hex that began the phase together and have strength."""
        groups: dict[tuple[Place, Place], list[Unit]] = {}
        for unit in self.attackers(board, target):
            groups.setdefault((board.at(unit), board.position.began[unit.number]), []).append(unit)
        return [group for group in groups.values() if not self.why_too_weak(board, group)]

    def attacks(self, board: Board, actor: str) -> Orders[Any]:
        """Return the overruns of a hex by each stack that may: by all of it, by all but some, down to single units."""
        if not actor or actor in board.scenario.by_id:
            return NONE
        naming = board.context.naming
        target = naming.hex(actor)
        return Combined(
            Groups(
                group,
                lambda units: Overrun(tuple(unit.id for unit in units), actor),
                lambda order: not self.why_not_attack(board, naming.units(order.units), target),
            )
            for group in self.stacks(board, target)
        )

    def sheet(self, board: Board, units: Sequence[Unit], target: HexId) -> CombatSheet:
        """Return the worksheet of an overrun on the map, against the units known to be there."""
        self.check_known(board, units, target)
        defenders = board.units_at(target)
        return overrun.sheet_of(
            stack_of(board, units, board.hex_of(units[0]), target),
            defending(board, defenders),
            way(board, units, target),
            board.card,
            period=board.scenario.file.period,
            side=as_side(units[0].side),
            defenders_oos=any_short(board, defenders),
        )

    def attack(self, board: Board, units: Sequence[Unit], target: HexId) -> Rule[Position]:
        """Carry out an overrun: the battle, and all who are left enter the hex if it is empty. They move no further."""
        sheet = self.sheet(board, units, target)
        spent = list(board.position.spent)
        for unit in units:
            spent[unit.number] += board.allowed(unit)
        board = board.after(replace(board.position, spent=tuple(spent)))
        position = yield from self.fight(board, units, target, sheet)
        left = alive(position, units)
        if not left or board.after(position).units_at(target):
            return position
        return (yield from enter(board, position, left, target))

    def step_faults(self, before: Board, order: msgspec.Struct, after: Board) -> Iterator[str]:
        """What holds of every battle; and a hex that is emptied is entered."""
        yield from super().step_faults(before, order, after)
        if not isinstance(order, Overrun) or after.units_at(before.grid.parse_hex(order.target)):
            return
        if any(map(after.is_on_map, before.context.naming.units(order.units))):
            yield f"{order.target} was emptied by an overrun, and is not entered"
