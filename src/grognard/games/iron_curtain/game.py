"""Iron Curtain as the table sees it: orders, offers, refusals, and what the board shows."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.games.iron_curtain import (
    fighting,
    moves,
    overrunning,
    procedures,
    sequence,
    strikes,
    victory,
)
from grognard.games.iron_curtain.air_strike import AirStrikeRoll, UnitStruck
from grognard.games.iron_curtain.combat_1945 import Combat1945, StepLosses
from grognard.games.iron_curtain.combat_1962 import RetreatRoll, UnitLoss
from grognard.games.iron_curtain.contamination import entry_lines
from grognard.games.iron_curtain.fighting import Advance
from grognard.games.iron_curtain.ground import Ground
from grognard.games.iron_curtain.measure import measure
from grognard.games.iron_curtain.moves import TooMany
from grognard.games.iron_curtain.orders import (
    AirStrike,
    Arrive,
    Attack,
    ChemicalStrike,
    EndPhase,
    Move,
    NuclearStrike,
    Order,
    Overrun,
    Top,
)
from grognard.games.iron_curtain.position import LOST, MOVING, WAITING, Position
from grognard.games.iron_curtain.retreating import RetreatTo, ZoneLoss
from grognard.games.iron_curtain.scenario import Unit
from grognard.games.iron_curtain.show import Show
from grognard.games.iron_curtain.terms import Side
from grognard.games.iron_curtain.text import BENEATH
from grognard.games.iron_curtain.weapons import WeaponEffect
from grognard.play.board import Preview
from grognard.play.order_sets import AllOf, Combined, Filtered, Groups, Orders
from grognard.play.preview import preview
from grognard.procedures.procedure import Line, Procedure
from grognard.umpire import Rule

Questions = (
    AirStrikeRoll
    | UnitStruck
    | Combat1945
    | StepLosses
    | UnitLoss
    | RetreatRoll
    | WeaponEffect
    | RetreatTo
    | ZoneLoss
    | Advance
    | TooMany
)
NONE: AllOf[Any] = AllOf(())
END: AllOf[EndPhase] = AllOf((EndPhase(),))
# By which procedure each order is worked out; attacks go by the period.
PROCEDURES: dict[type[msgspec.Struct], Procedure] = {
    AirStrike: procedures.AIR_STRIKE,
    NuclearStrike: procedures.NUCLEAR_STRIKE,
    ChemicalStrike: procedures.CHEMICAL_STRIKE,
    Overrun: procedures.OVERRUN,
}


class IronCurtain(Show):
    """A scenario of Iron Curtain, ready to play under the rulings in force."""

    sides = ("NATO", "WP")
    order = Order
    questions = Questions

    def start(self) -> Position:
        """Set up the scenario: in a stack whoever comes first in the order of battle lies on top."""
        scenario = self.scenario
        at = tuple(WAITING if unit.at is None else unit.at for unit in scenario.units)
        zeros = (0,) * len(at)
        held = frozenset(each for each, side in scenario.held.items() if side == scenario.first)
        firsts = len(scenario.by_side[scenario.first])
        position = Position(
            1, 0, scenario.first, firsts, at, zeros, tuple(range(len(at))), zeros, at, held=held
        )
        return sequence.and_on(self.ground(position))

    def to_move(self, position: Position) -> Side | None:
        """Return the side whose phase it is."""
        return None if position.over else position.now.side

    # Orders

    def actors(self, position: Position) -> list[str]:
        """Return the units that move or arrive, and the hexes to strike, overrun or attack; the phase's end is nobody's."""
        if position.over:
            return []
        ground, name = self.ground(position), self.scenario.map.grid.names
        units: list[str] = []
        match position.now.name:
            case "strikes":
                hexes = strikes.targets(ground)
            case "combat":
                hexes = fighting.targets(ground)
            case _:
                hexes = overrunning.targets(ground)
                own = self.scenario.by_side[position.now.side]
                units = [unit.id for unit in own if position.at[unit.number] != LOST]
        return [*units, *(name[at] for at in hexes), ""]

    def orders(self, position: Position, actor: str) -> Orders[Any]:
        """Return what may be ordered of a unit, or against a hex."""
        if not actor:
            return END
        ground = self.ground(position)
        unit = self.scenario.by_id.get(actor)
        if unit is not None:
            return self._unit_orders(ground, unit)
        target = self.hex(actor)
        match position.now.name:
            case "strikes":
                return AllOf(strikes.strikes_on(ground, target))
            case "combat":
                return self._groups(ground, fighting.attackers_of(ground, target), Attack, actor)
            case _:
                groups = overrunning.overrunners_of(ground, target)
                return Combined([self._groups(ground, group, Overrun, actor) for group in groups])

    def _groups(
        self, ground: Ground, units: Sequence[Unit], kind: Callable[..., Attack | Overrun], target: str
    ) -> Orders[Any]:
        """Return the attacks of groups of units: of all of them, of all but some, down to single ones."""
        return Groups(
            units,
            lambda group: kind(tuple(unit.id for unit in group), target),
            lambda order: not self.why_illegal(ground.position, order),
        )

    def _unit_orders(self, ground: Ground, unit: Unit) -> Orders[Any]:
        names = ground.grid.names
        if ground.at(unit) == WAITING:
            if moves.cannot_arrive(ground, unit):
                return NONE
            return Filtered(
                self.scenario.entries[unit.box],
                lambda at: Arrive(unit.id, names[at]),
                lambda at: not moves.why_not_arrive(ground, unit, at),
            )
        lifts: list[Orders[Any]] = [] if moves.why_not_top(ground, unit) else [AllOf((Top(unit.id),))]
        if moves.cannot_move(ground, unit):
            return Combined(lifts)
        walks = AllOf(ground.reach(unit).elsewhere, lambda at: Move((unit.id,), names[at]))
        return Combined([walks, *lifts]) if lifts else walks

    def why_idle(self, position: Position, actor: str) -> str:
        """Say why a unit can do nothing; whatever else can be ordered can be."""
        unit = self.scenario.by_id.get(actor)
        if unit is None or any(True for _ in self.orders(position, actor)):
            return ""
        ground = self.ground(position)
        if ground.at(unit) == WAITING:
            return moves.cannot_arrive(ground, unit) or "no hex of its edge is open"
        return moves.cannot_move(ground, unit) or "no hex is in its reach"

    def is_spent(self, position: Position, actor: str) -> bool:
        """Ruling stack-order: say whether a unit can no more than be put on top of its stack."""
        return all(isinstance(order, Top) for order in self.orders(position, actor))

    def why_illegal(self, position: Position, order: msgspec.Struct) -> str:
        """Say why an order may not be given; nothing where it may."""
        if position.over:
            return "the game is over"
        try:
            return self._refusal(self.ground(position), order)
        except GrognardError as error:
            return str(error)

    def _refusal(self, ground: Ground, order: msgspec.Struct) -> str:
        match order:
            case AirStrike(units, target) | NuclearStrike(units, target) | ChemicalStrike(units, target):
                return strikes.why_not_strike(ground, type(order), units, self.hex(target))
            case Move(units, to):
                return moves.why_not_move(ground, self.units(units), self.hex(to))
            case Arrive(unit, to):
                return moves.why_not_arrive(ground, self.unit(unit), self.hex(to))
            case Top(unit):
                return moves.why_not_top(ground, self.unit(unit))
            case Overrun(units, target):
                if ground.now.name not in MOVING:
                    return f"overruns are made on the move, and this is {ground.now.side} {ground.now.name}"
                return overrunning.why_not_overrun(ground, self.units(units), self.hex(target))
            case Attack(units, target):
                return fighting.why_not_attack(ground, self.units(units), self.hex(target))
        return ""

    def carry_out(self, position: Position, order: msgspec.Struct) -> Rule[Position]:
        """Return the rule of an order."""
        ground = self.ground(position)
        match order:
            case AirStrike(_, target) | NuclearStrike(_, target) | ChemicalStrike(_, target):
                return (yield from strikes.strike(ground, type(order), self.hex(target)))
            case Move(units, to):
                return (yield from moves.move(ground, self.units(units), self.hex(to)))
            case Arrive(unit, to):
                return (yield from moves.arrive(ground, self.unit(unit), self.hex(to)))
            case Top(unit):
                return moves.put_on_top(position, self.unit(unit))
            case Overrun(units, target):
                return (yield from overrunning.carry_out(ground, self.units(units), self.hex(target)))
            case Attack(units, target):
                return (yield from fighting.attack(ground, self.units(units), self.hex(target)))
        return (yield from sequence.end_phase(ground))

    def preview(self, position: Position, order: msgspec.Struct) -> Preview | None:
        """Return what an order would roll on and every outcome; against a stack over what is seen of it, and it says so."""
        sheet = self.sheet(position, order)
        if sheet is None:
            return None
        attack = procedures.COMBAT[self.scenario.period]
        found = preview("iron-curtain", PROCEDURES.get(type(order), attack), sheet)
        if isinstance(order, Attack | Overrun):
            entry = entry_lines(position, position.now.side, self.hex(order.target))
            found = replace(found, lines=(*entry, *found.lines))
        if not self.ground(position).hides(self._struck(position, order)):
            return found
        return replace(found, lines=(Line("the top unit alone is seen", "", BENEATH), *found.lines))

    def _struck(self, position: Position, order: Any) -> Side:
        return self.ground(position).units_at(self.hex(order.target))[0].side

    def measure(self, position: Position, side: str) -> float:
        """Say how well a position stands for a side."""
        return measure(self.ground(position), "NATO" if side == "NATO" else "WP")

    def verdict(self, position: Position) -> str:
        """Return the verdict once the game is over."""
        return victory.verdict(self.ground(position)) if position.over else ""
