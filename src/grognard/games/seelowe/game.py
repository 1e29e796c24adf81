"""Seelöwe as the table sees it: orders, offers, refusals, and what the board shows."""

from functools import partial
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.games import Card
from grognard.games.seelowe import air, arrivals, bombing, combat, fighting, moves, sequence, victory
from grognard.games.seelowe.ground import Ground
from grognard.games.seelowe.measure import measure
from grognard.games.seelowe.orders import AirAttack, Order
from grognard.games.seelowe.position import LOST, WAITING, Position
from grognard.games.seelowe.scenario import Scenario, Unit
from grognard.games.seelowe.show import Show
from grognard.games.seelowe.terms import Side, Supply
from grognard.hexes import HexId
from grognard.play.board import Preview
from grognard.play.order_sets import AllOf, Filtered, Groups, Orders
from grognard.play.preview import preview
from grognard.rules.orders import Arrive, Attack, EndPhase, Move
from grognard.umpire import Rule

NONE: AllOf[Any] = AllOf(())
END: AllOf[EndPhase] = AllOf((EndPhase(),))


class Seelowe(Show):
    """A scenario of Seelöwe, ready to play under the rulings in force."""

    sides = ("German", "British")
    order = Order

    def __init__(self, scenario: Scenario, card: Card) -> None:
        super().__init__(scenario, card)

    def start(self) -> Position:
        """Set up the scenario."""
        units = self.scenario.units
        at = tuple(WAITING if unit.at is None else unit.at for unit in units)
        held = frozenset(
            each for name in self.scenario.file.held for each in self.scenario.map.place("town", name).hexes
        )
        supplied: Supply = "supplied"
        position = Position(1, 0, at, (0,) * len(units), (supplied,) * len(units), held=held)
        return sequence.begin_player_turn(self.ground(position))

    def to_move(self, position: Position) -> Side | None:
        """Return the side whose phase it is."""
        return None if position.over else position.now.side

    # Orders

    def actors(self, position: Position) -> list[str]:
        """Return the units that move or arrive, or the hexes to attack; the end of the phase is nobody's."""
        ground = self.ground(position)
        if position.over:
            return []
        match position.now.name:
            case "air attack":
                targets = bombing.targets(ground) if bombing.flyers(ground) else []
                return [*map(ground.grid.hex_name, targets), ""]
            case "combat":
                return [*map(ground.grid.hex_name, fighting.targets(ground)), ""]
            case _:
                at, movers = position.at, self.scenario.movers[position.now.side]
                return [*[unit.id for unit in movers if at[unit.number] != LOST], ""]

    def orders(self, position: Position, actor: str) -> Orders[Any]:
        """Return what may be ordered of a unit, or against a hex."""
        if not actor:
            return END
        ground = self.ground(position)
        unit = self.scenario.by_id.get(actor)
        if unit is None:
            return self._attacks(ground, self.hex(actor))
        return self._comings(ground, unit) if ground.at(unit) == WAITING else self._moves(ground, unit)

    def why_idle(self, position: Position, actor: str) -> str:
        """Say why a unit can do nothing; whatever else can be ordered can be."""
        unit = self.scenario.by_id.get(actor)
        if unit is None:
            return ""
        ground = self.ground(position)
        waits = ground.at(unit) == WAITING
        reason = (arrivals.cannot_arrive if waits else moves.cannot_move)(ground, unit)
        if reason or any(True for _ in self.orders(position, actor)):
            return reason
        return "no hex is open to it" if waits else "no hex is in its reach"

    def _moves(self, ground: Ground, unit: Unit) -> Orders[Move]:
        if moves.cannot_move(ground, unit):
            return NONE
        name, names = unit.id, ground.grid.names
        return AllOf(ground.reach(unit).elsewhere, lambda at: Move(name, names[at]))

    def _comings(self, ground: Ground, unit: Unit) -> Orders[Arrive]:
        if arrivals.cannot_arrive(ground, unit):
            return NONE
        return Filtered(
            arrivals.possible_hexes(ground, unit),
            lambda at: Arrive(unit.id, ground.grid.names[at]),
            lambda at: not arrivals.why_not_there(ground, unit, at),
        )

    def _attacks(self, ground: Ground, target: HexId) -> Orders[AirAttack | Attack]:
        """Return the attacks on a hex: with all units, with all but some, down to single ones."""
        from_the_air = ground.now.name == "air attack"
        kind = AirAttack if from_the_air else Attack
        units = bombing.flyers(ground) if from_the_air else fighting.attackers_of(ground, target)
        name = ground.grid.hex_name(target)

        def order(group: tuple[Unit, ...]) -> AirAttack | Attack:
            return kind(tuple(unit.id for unit in group), name)

        def is_allowed(order: AirAttack | Attack) -> bool:
            return not self.why_illegal(ground.position, order)

        # Whoever may attack adds to the odds: where all together fall short, so does every group.
        if not from_the_air and fighting.why_not_by_all(ground, target):
            return NONE
        return Groups(units, order, is_allowed)

    def why_illegal(self, position: Position, order: msgspec.Struct) -> str:
        """Say why an order may not be given; nothing where it may."""
        if position.over:
            return "the game is over"
        ground = self.ground(position)
        try:
            return self._refusal(ground, order)
        except GrognardError as error:
            return str(error)

    def _refusal(self, ground: Ground, order: msgspec.Struct) -> str:
        match order:
            case Move(unit, to):
                mover = self.unit(unit)
                return moves.cannot_move(ground, mover) or moves.why_not_to(ground, mover, self.hex(to))
            case Arrive(unit, to):
                comer = self.unit(unit)
                return arrivals.cannot_arrive(ground, comer) or arrivals.why_not_there(
                    ground, comer, self.hex(to)
                )
            case AirAttack(units, target):
                return bombing.why_not_attack(ground, self.units(units), self.hex(target))
            case Attack(units, target):
                return fighting.why_not_attack(ground, self.units(units), self.hex(target))
        return ""

    def carry_out(self, position: Position, order: msgspec.Struct) -> Rule[Position]:
        """Return the rule of an order."""
        ground = self.ground(position)
        match order:
            case Move(unit, to):
                return moves.move(ground, self.unit(unit), self.hex(to))
            case Arrive(unit, to):
                return arrivals.arrive(ground, self.unit(unit), self.hex(to))
            case AirAttack(units, target):
                return (yield from bombing.bomb(ground, self.units(units), self.hex(target)))
            case Attack(units, target):
                return (yield from fighting.attack(ground, self.units(units), self.hex(target)))
        return sequence.end_phase(ground)

    def preview(self, position: Position, order: msgspec.Struct) -> Preview | None:
        """Return what an attack would roll on, and every outcome."""
        ground = self.ground(position)
        match order:
            case AirAttack(units, target):
                sheet = bombing.air_sheet(ground, self.units(units), self.hex(target))
                return preview("seelowe", air.PROCEDURE, sheet)
            case Attack(units, target):
                fighters, battle = self.units(units), self.hex(target)
                fight = fighting.attack_sheet(ground, fighters, battle)
                told = partial(fighting.told, ground, fighters, battle)
                return preview("seelowe", combat.PROCEDURE, fight, told)
        return None

    def measure(self, position: Position, side: str) -> float:
        """Say how well a position stands for a side."""
        return measure(self.ground(position), "German" if side == "German" else "British")

    def verdict(self, position: Position) -> str:
        """Return the verdict once the game is over."""
        return victory.verdict(self.ground(position)) if position.over else ""
