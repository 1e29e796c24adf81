"""PanzerBlitz as the table sees it: orders, refusals, rules, and what the board shows."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.games import Card
from grognard.games.panzerblitz import (
    assaulting,
    close_assault,
    fire,
    gunnery,
    minefield,
    mining,
    moves,
    overrun,
    overrunning,
    sequence,
    victory,
)
from grognard.games.panzerblitz.attack import tell
from grognard.games.panzerblitz.ground import Ground
from grognard.games.panzerblitz.measure import measure
from grognard.games.panzerblitz.orders import (
    Announced,
    Arrive,
    ClearMines,
    CloseAssault,
    EndPhase,
    Exit,
    Fire,
    FireAtEach,
    Load,
    Mines,
    Move,
    Order,
    Overrun,
    Resolve,
    SelectiveFire,
    Unload,
    announced,
)
from grognard.games.panzerblitz.position import ON_FOOT, WAITING, Position
from grognard.games.panzerblitz.scenario import Scenario, Unit
from grognard.games.panzerblitz.show import Show
from grognard.games.panzerblitz.terms import Side
from grognard.hexes import HexId
from grognard.play.board import Deed, Preview, Reachable
from grognard.play.order_sets import AllOf, Combined, Filtered, Groups, Orders
from grognard.play.preview import preview
from grognard.umpire import Rule

NONE: AllOf[Any] = AllOf(())
END: AllOf[EndPhase] = AllOf((EndPhase(),))
# By which procedure each attack is worked out.
PROCEDURES = {
    Mines: minefield.PROCEDURE,
    **dict.fromkeys((Fire, SelectiveFire, FireAtEach, Resolve), fire.PROCEDURE),
    Overrun: overrun.PROCEDURE,
    CloseAssault: close_assault.PROCEDURE,
}


class PanzerBlitz(Show):
    """A scenario of PanzerBlitz, ready to play under the rulings in force."""

    sides = ("German", "Soviet")
    order = Order

    def __init__(self, scenario: Scenario, card: Card) -> None:
        super().__init__(scenario, card)

    def start(self) -> Position:
        """Set up the scenario."""
        units, by_id = self.scenario.units, self.scenario.by_id
        zeros = (0,) * len(units)
        carriers = [by_id[unit.rides] if unit.rides else unit for unit in units]
        position = Position(
            turn=1,
            side=self.scenario.sides[0],
            phase="minefields",
            at=tuple(WAITING if each.at is None else each.at for each in carriers),
            aboard=tuple(by_id[unit.rides].number if unit.rides else ON_FOOT for unit in units),
            spent=zeros,
            hexes=zeros,
            german=self.scenario.held("German"),
            soviet=self.scenario.held("Soviet"),
        )
        return sequence.and_on(self.ground(position))

    def to_move(self, position: Position) -> Side | None:
        """Return the side whose phase it is."""
        return None if position.over else position.side

    # Orders

    def actors(self, position: Position) -> list[str]:
        """Return units that move, hexes to attack; the end of the phase, where it may end, is nobody's."""
        if position.over:
            return []
        ground = self.ground(position)
        hexes: list[HexId] = []
        units: list[str] = []
        match position.phase:
            case "minefields":
                hexes = mining.fields(ground)
            case "fire":
                hexes = gunnery.targets(ground)
            case "resolution":
                hexes = sorted({ground.grid.parse_hex(each.target) for each in position.announced})
            case "vehicles" | "infantry":
                hexes = overrunning.targets(ground) if position.phase == "vehicles" else []
                units = [
                    unit.id for unit in self.scenario.of_side[position.side] if moves.is_called(ground, unit)
                ]
            case "close assault":
                hexes = assaulting.targets(ground)
        return [*units, *map(ground.grid.hex_name, hexes), *([] if sequence.why_not_end(ground) else [""])]

    def orders(self, position: Position, actor: str) -> Orders[Any]:
        """Return what may be ordered of a unit, or against a hex."""
        if not actor:
            return END
        ground = self.ground(position)
        unit = self.scenario.by_id.get(actor)
        if unit is not None:
            return self._unit_orders(ground, unit)
        target = self.hex(actor)
        match position.phase:
            case "minefields":
                return AllOf((Mines(tuple(unit.id for unit in mining.victims(ground, target)), actor),))
            case "fire":
                return Combined(self._fires(ground, target))
            case "resolution":
                return AllOf(
                    [Resolve(each.units, actor) for each in position.announced if each.target == actor]
                )
            case "vehicles":
                return self._attacks(
                    ground, overrunning.OVERRUN.units(ground, target), partial(_order, Overrun, actor)
                )
        return self._attacks(
            ground, assaulting.ASSAULT.units(ground, target), partial(_order, CloseAssault, actor)
        )

    def _fires(self, ground: Ground, target: HexId) -> Iterator[Orders[Any]]:
        """Run through the ways to fire at a hex: at all in it, at the weakest, at each."""
        for way in gunnery.ways_to_fire(ground, target):
            yield self._attacks(ground, gunnery.firers_at(ground, way), partial(_fire_order, way))

    def _attacks(
        self, ground: Ground, units: Sequence[Unit], order: Callable[..., msgspec.Struct]
    ) -> Orders[Any]:
        """Return the attacks of groups of units: of all of them, of all but some, down to single ones."""
        return Groups(units, order, lambda each: not self.why_illegal(ground.position, each))

    def _unit_orders(self, ground: Ground, unit: Unit) -> Orders[Any]:
        if ground.at(unit) == WAITING:
            return Filtered(
                moves.possible_hexes(ground, unit),
                lambda at: Arrive(unit.id, ground.grid.names[at]),
                lambda at: not moves.why_not_arrive(ground, unit, at),
            )
        extra: list[msgspec.Struct] = [Exit(unit.id), Unload(unit.id)]
        extra += [Load(unit.id, other.id) for other in ground.units_at(ground.at(unit)) if other is not unit]
        near = ground.grid.neighbours(ground.at(unit)) if unit.type.kind == "engineer" else []
        extra += [ClearMines(unit.id, ground.grid.names[at]) for at in near if at in ground.mines()]
        allowed = [each for each in extra if not self.why_illegal(ground.position, each)]
        if moves.cannot_move(ground, unit):
            return AllOf(allowed)
        names = ground.grid.names
        walks = AllOf(moves.reach(ground, unit).elsewhere, lambda at: Move(unit.id, names[at]))
        return Combined([walks, AllOf(allowed)] if allowed else [walks])

    def reach(self, position: Position, piece: str) -> Reachable:
        """Return where a unit can go, and what else it can do; a carrier with whoever rides on it."""
        ground, unit = self.ground(position), self.unit(piece)
        units = [each for each in (unit, ground.riders.get(unit.number)) if each]
        called = [each.id for each in units if moves.is_called(ground, each)] if not position.over else []
        deeds = (
            Deed(self.deed(order), order)
            for each in called
            for order in self.orders(position, each)
            if not isinstance(order, Move | Arrive)
        )
        return replace(super().reach(position, piece), deeds=tuple(deeds))

    def why_idle(self, position: Position, actor: str) -> str:
        """Say why a unit can do nothing, or nothing be done to a hex; a phase that is named can be ended."""
        if any(True for _ in self.orders(position, actor)):
            return ""
        unit = self.scenario.by_id.get(actor)
        if unit is None:
            return "the charts permit no attack on it"
        ground = self.ground(position)
        if ground.at(unit) == WAITING:
            return moves.cannot_arrive(ground, unit) or "no hex of its edge is open"
        if ground.is_aboard(unit):
            return moves.why_not_unload(ground, unit)
        return moves.cannot_move(ground, unit) or "no hex is in its reach"

    def why_illegal(self, position: Position, order: msgspec.Struct) -> str:
        """Say why an order may not be given; nothing where it may."""
        if position.over:
            return "the game is over"
        try:
            return self._refusal(self.ground(position), order)
        except GrognardError as error:
            return str(error)

    def _refusal(self, ground: Ground, order: msgspec.Struct) -> str:  # noqa: C901 - one case for each order
        match order:
            case Mines(units, target):
                return self._why_not_mines(ground, units, target)
            case Fire() | SelectiveFire() | FireAtEach():
                return gunnery.why_not_announce(ground, self.units(order.units), announced(order))
            case Resolve(units, target):
                gunnery.announced(ground, units, target)
                return (
                    "" if ground.position.phase == "resolution" else "fire is resolved after all is announced"
                )
            case Move(unit, to):
                return overrunning.why_not_into(ground, self.unit(unit), self.hex(to))
            case Arrive(unit, to):
                return moves.why_not_arrive(ground, self.unit(unit), self.hex(to))
            case Exit(unit):
                return moves.why_not_exit(ground, self.unit(unit))
            case Load(unit, carrier):
                return moves.why_not_load(ground, self.unit(unit), self.unit(carrier))
            case Unload(unit):
                return moves.why_not_unload(ground, self.unit(unit))
            case Overrun(units, target):
                return overrunning.why_not_overrun(ground, self.units(units), self.hex(target))
            case ClearMines(unit, target):
                return mining.why_not_clear(ground, self.unit(unit), self.hex(target))
            case CloseAssault(units, target):
                return assaulting.ASSAULT.why_not(ground, self.units(units), self.hex(target))
        return sequence.why_not_end(ground)

    def _why_not_mines(self, ground: Ground, units: Sequence[str], target: str) -> str:
        if ground.position.phase != "minefields":
            return f"mines attack first in a player turn, and this is {ground.position.side} {ground.position.phase}"
        found = [unit.id for unit in mining.victims(ground, self.hex(target))]
        if self.hex(target) not in ground.mines() or not found:
            return f"there are no mines with enemies on them in {target}"
        return "" if sorted(units) == sorted(found) else f"the mines in {target} attack {', '.join(found)}"

    def carry_out(self, position: Position, order: msgspec.Struct) -> Rule[Position]:
        """Return the rule of an order; where all that a phase demands is done, the next one follows."""
        if position.rallied:
            position = replace(position, rallied=frozenset())
        after = yield from self._carried_out(self.ground(position), order)
        return after if isinstance(order, EndPhase) or after.over else sequence.and_on(self.ground(after))

    def _carried_out(self, ground: Ground, order: msgspec.Struct) -> Rule[Position]:  # noqa: C901 - as above
        match order:
            case Mines(_, target):
                return (yield from mining.blow(ground, self.hex(target)))
            case Fire() | SelectiveFire() | FireAtEach():
                return gunnery.announce(ground, self.units(order.units), announced(order))
            case Resolve(units, target):
                planned = gunnery.announced(ground, units, target)
                return (yield from gunnery.resolve(ground, self.units(units), planned))
            case Move(unit, to):
                return moves.move(ground, self.unit(unit), self.hex(to))
            case Arrive(unit, to):
                return moves.arrive(ground, self.unit(unit), self.hex(to))
            case Exit(unit):
                return moves.leave(ground, self.unit(unit))
            case Load(unit, carrier):
                return moves.load(ground, self.unit(unit), self.unit(carrier))
            case Unload(unit):
                return moves.unload(ground, self.unit(unit))
            case Overrun(units, target):
                return (yield from overrunning.drive_through(ground, self.units(units), self.hex(target)))
            case ClearMines(unit, target):
                return (yield from mining.clear(ground, self.unit(unit), self.hex(target)))
            case CloseAssault(units, target):
                return (yield from assaulting.assault(ground, self.units(units), self.hex(target)))
        return sequence.end_phase(ground)

    def preview(self, position: Position, order: msgspec.Struct) -> Preview | None:
        """Return what an attack would roll on, and every outcome."""
        sheet, procedure = self.sheet(position, order), PROCEDURES.get(type(order))
        if not sheet or not procedure:
            return None
        names = [unit.name for unit in self.struck(position, order)]
        shown = preview("panzerblitz", procedure, sheet, partial(tell, names=names))
        return replace(shown, lines=self.with_names(order, sheet.lines))

    def measure(self, position: Position, side: str) -> float:
        """Say how well a position stands for a side."""
        return measure(self.ground(position), "German" if side == "German" else "Soviet")

    def verdict(self, position: Position) -> str:
        """Return the verdict once the game is over."""
        return victory.verdict(self.ground(position)) if position.over else ""


def _order(kind: Callable[..., msgspec.Struct], target: str, units: Sequence[Unit]) -> msgspec.Struct:
    return kind(tuple(unit.id for unit in units), target)


def _fire_order(way: Announced, units: Sequence[Unit]) -> msgspec.Struct:
    ids = tuple(unit.id for unit in units)
    match way.technique:
        case "combination":
            return Fire(ids, way.target)
        case "selective":
            return SelectiveFire(ids, way.target, way.at)
        case "each":
            return FireAtEach(ids, way.target, way.at)
