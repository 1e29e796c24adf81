"""Jarama as the table sees it: how it begins, what orders do, and what they would."""

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.games.jarama import (
    air_recon,
    battles,
    bombardment,
    combat,
    ground_recon,
    moves,
    scouting,
    sequence,
    shelling,
    works,
)
from grognard.games.jarama.field import Field
from grognard.games.jarama.foresight import as_far_as_seen, assumed, foreseen, shelled
from grognard.games.jarama.measure import measure
from grognard.games.jarama.offers import Offers
from grognard.games.jarama.orders import (
    Activate,
    Aimed,
    AirRecon,
    Arrive,
    Attack,
    Bomb,
    Bombard,
    Deploy,
    EndPhase,
    GroundRecon,
    Lay,
    MobileAttack,
    Move,
    Order,
    Pass,
    Repair,
    TakeUp,
)
from grognard.games.jarama.position import HIDDEN, WAITING, Position
from grognard.games.jarama.terms import Side, enemy
from grognard.hexes import HexId
from grognard.play.board import Preview
from grognard.play.preview import preview
from grognard.procedures.procedure import Procedure
from grognard.umpire import Rule

# By which procedure each order is worked out.
PROCEDURES: dict[type[msgspec.Struct], Procedure] = {
    Attack: combat.PROCEDURE,
    MobileAttack: combat.PROCEDURE,
    Bomb: bombardment.PROCEDURE,
    Bombard: bombardment.PROCEDURE,
    AirRecon: air_recon.PROCEDURE,
    GroundRecon: ground_recon.PROCEDURE,
}


class Jarama(Offers):
    """A scenario of Jarama, ready to play under the rulings in force."""

    sides = ("Nationalist", "Republican")
    order = Order

    def start(self) -> Position:
        """Begin with the deployment: everybody where the scenario suggests, which the other side knows as well."""
        scenario = self.scenario
        at = tuple(WAITING if unit.at is None else unit.at for unit in scenario.units)
        zeros = (0,) * len(at)
        firsts = len(scenario.by_side[scenario.first])
        held = [frozenset(each for each in part if each >= 0) for part in (at[:firsts], at[firsts:])]
        return Position(
            turn=1,
            phase="deployment",
            side=scenario.first,
            first=scenario.first,
            firsts=firsts,
            at=at,
            hurt=zeros,
            spent=zeros,
            order=tuple(range(len(at))),
            due=tuple(unit.turn if unit.at is None else 1 for unit in scenario.units),
            held=(held[0], held[1]),
            features=scenario.features,
            taken=frozenset(at for at, side in scenario.held.items() if side == scenario.first),
        )

    def to_move(self, position: Position) -> Side | None:
        """Return the side that acts."""
        return None if position.over else position.side

    # Orders

    def carry_out(self, position: Position, order: msgspec.Struct) -> Rule[Position]:
        """Return the rule of an order."""
        field = self.field(position)
        match order:
            case AirRecon(_, target):
                return (yield from scouting.fly_over(field, order, self.hex(target)))
            case Bomb(_, target) | Bombard(_, target):
                return (yield from shelling.strike(field, order, self.hex(target)))
            case GroundRecon(_, target):
                return (yield from scouting.patrol(field, order, self.hex(target)))
            case MobileAttack(_, target) | Attack(_, target):
                return (yield from battles.attack(field, order, self.hex(target)))
            case Activate(formation):
                return (yield from sequence.activate(field, frozenset([formation])))
            case EndPhase() | Pass():
                return (yield from sequence.end_phase(field))
        return self._moved(field, order)

    def _moved(self, field: Field, order: msgspec.Struct) -> Position:
        """Return the position after an order that asks nothing."""
        match order:
            case Deploy(unit, to):
                return moves.deploy(field, self.unit(unit), self.hex(to))
            case Move(units, to):
                return moves.move(field, self.units(units), self.hex(to))
            case Arrive(unit, to):
                return moves.arrive(field, self.unit(unit), self.hex(to))
            case Repair(unit, feature):
                return works.mend(field.position, self.unit(unit), works.parse_feature(field, feature))
            case Lay(unit, hexside):
                return works.lay(field, self.unit(unit), field.grid.parse_hexside(hexside))
            case TakeUp(unit):
                return works.take_up(field, self.unit(unit))
        raise GrognardError(f"{order} is no order of this game")

    def preview(self, position: Position, order: msgspec.Struct) -> Preview | None:
        """Return what an order would roll on and every outcome; of what is done to the unknown, over all it may be."""
        found = self._preview(self.field(position), order)
        hidden = HIDDEN in position.at[self.scenario.numbers[enemy(position.side)]]
        return as_far_as_seen(found) if found and hidden else found

    def _preview(self, field: Field, order: msgspec.Struct) -> Preview | None:
        if isinstance(order, Aimed) and not field.is_seen_through(self.hex(order.target)):
            return self._over_the_unknown(field, order, self.hex(order.target))
        sheet = self.sheet(field.position, order)
        if sheet is None:
            return None
        found = preview("jarama", PROCEDURES[type(order)], sheet)
        if isinstance(order, Bomb):
            # The first die is for antiair fire, which has a 0 of its own: results are told in words alone.
            found = replace(found, outcomes=tuple(replace(each, result="") for each in found.outcomes))
        target = self.hex(getattr(order, "target", ""))
        return replace(found, assumes=(*found.assumes, *assumed(field, target)))

    def _over_the_unknown(self, field: Field, order: Aimed, target: HexId) -> Preview:
        match order:
            case Attack() | MobileAttack():
                return foreseen(field, order, target)
            case Bomb() | Bombard():
                return shelled(field, order, target)
        return scouting.foretold(field, order, target)

    def measure(self, position: Position, side: str) -> float:
        """Say how well a position stands for a side."""
        return measure(self.field(position), "Nationalist" if side == "Nationalist" else "Republican")
