"""Jarama as the table sees it: how it begins, what orders do, and what they would."""

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.games import Card
from grognard.games.jarama import (
    battle,
    bombardment_orders,
    engineering,
    move_orders,
    recon_orders,
    sequence,
)
from grognard.games.jarama.air_recon import AirReconnaissance
from grognard.games.jarama.anti_air import AntiairFire
from grognard.games.jarama.battle import Advance
from grognard.games.jarama.board import Board
from grognard.games.jarama.bombardment import BombardmentResult
from grognard.games.jarama.combat import CombatResult
from grognard.games.jarama.demoralization import MoraleTest
from grognard.games.jarama.effectiveness import EffectivenessDifference, EffectivenessNumber
from grognard.games.jarama.evaluation import measure
from grognard.games.jarama.fog_odds import as_far_as_seen, assumed, foreseen, shelled
from grognard.games.jarama.ground_recon import Counterattack, GroundReconnaissance
from grognard.games.jarama.legal_orders import Offers
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
from grognard.games.jarama.procedures import AIR_RECON, BOMBARDMENT, COMBAT, GROUND_RECON
from grognard.games.jarama.random_loss import AnyUnit, TroopPoint
from grognard.games.jarama.recon import CounterShown
from grognard.games.jarama.retreat import Retreat, ZonePoint
from grognard.games.jarama.scenario import Scenario
from grognard.games.jarama.sequence import Initiative, Recovery
from grognard.games.jarama.terms import Side, enemy
from grognard.games.jarama.text import Text
from grognard.hexes import HexId
from grognard.play.board import Preview
from grognard.play.preview import preview
from grognard.procedures.procedure import Procedure
from grognard.umpire import Rule

# Everything that is asked.
Questions = (
    AirReconnaissance | Advance | AntiairFire | AnyUnit | BombardmentResult | CombatResult | Counterattack | CounterShown
    | EffectivenessDifference | EffectivenessNumber | GroundReconnaissance | Initiative | MoraleTest | Recovery | Retreat
    | TroopPoint | ZonePoint
)  # fmt: skip
# By which procedure each order is worked out.
PROCEDURES: dict[type[msgspec.Struct], Procedure] = {
    Attack: COMBAT,
    MobileAttack: COMBAT,
    Bomb: BOMBARDMENT,
    Bombard: BOMBARDMENT,
    AirRecon: AIR_RECON,
    GroundRecon: GROUND_RECON,
}


class Jarama(Offers):
    """A scenario of Jarama, ready to play under the rulings in force."""

    sides = ("Nationalist", "Republican")
    order = Order
    questions = Questions

    def __init__(self, scenario: Scenario, card: Card) -> None:
        super().__init__(scenario, card)
        self.text = Text(self.context)

    @property
    def rules(self) -> "Jarama":
        """What decides."""
        return self

    view = evaluation = rules

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
        board = self.board(position)
        match order:
            case AirRecon(_, target):
                return (yield from recon_orders.fly_over(board, order, self.hex(target)))
            case Bomb(_, target) | Bombard(_, target):
                return (yield from bombardment_orders.strike(board, order, self.hex(target)))
            case GroundRecon(_, target):
                return (yield from recon_orders.patrol(board, order, self.hex(target)))
            case MobileAttack(_, target) | Attack(_, target):
                return (yield from battle.attack(board, order, self.hex(target)))
            case Activate(formation):
                return (yield from sequence.activate(board, frozenset([formation])))
            case EndPhase() | Pass():
                return (yield from sequence.end_phase(board))
        return self._moved(board, order)

    def _moved(self, board: Board, order: msgspec.Struct) -> Position:
        """Return the position after an order that asks nothing."""
        match order:
            case Deploy(unit, to):
                return move_orders.deploy(board, self.unit(unit), self.hex(to))
            case Move(units, to):
                return move_orders.move(board, self.units(units), self.hex(to))
            case Arrive(unit, to):
                return move_orders.arrive(board, self.unit(unit), self.hex(to))
            case Repair(unit, feature):
                return engineering.mend(
                    board.position, self.unit(unit), engineering.parse_feature(board, feature)
                )
            case Lay(unit, hexside):
                return engineering.lay(board, self.unit(unit), board.grid.parse_hexside(hexside))
            case TakeUp(unit):
                return engineering.take_up(board, self.unit(unit))
        raise GrognardError(f"{order} is no order of this game")

    def preview(self, position: Position, order: msgspec.Struct) -> Preview | None:
        """Return what an order would roll on and every outcome; of what is done to the unknown, over all it may be."""
        found = self._preview(self.board(position), order)
        hidden = HIDDEN in position.at[self.scenario.numbers[enemy(position.side)]]
        return as_far_as_seen(found) if found and hidden else found

    def _preview(self, board: Board, order: msgspec.Struct) -> Preview | None:
        if isinstance(order, Aimed) and not board.is_seen_through(self.hex(order.target)):
            return self._over_the_unknown(board, order, self.hex(order.target))
        sheet = self.sheet(board.position, order)
        if sheet is None:
            return None
        found = preview("jarama", PROCEDURES[type(order)], sheet)
        if isinstance(order, Bomb):
            # The first die is for antiair fire, which has a 0 of its own: results are told in words alone.
            found = replace(found, outcomes=tuple(replace(each, result="") for each in found.outcomes))
        target = self.hex(getattr(order, "target", ""))
        return replace(found, assumes=(*found.assumes, *assumed(board, target)))

    def _over_the_unknown(self, board: Board, order: Aimed, target: HexId) -> Preview:
        match order:
            case Attack() | MobileAttack():
                return foreseen(board, order, target)
            case Bomb() | Bombard():
                return shelled(board, order, target)
        return recon_orders.foretold(board, order, target)

    def measure(self, position: Position, side: str) -> float:
        """Say how well a position stands for a side."""
        return measure(self.board(position), "Nationalist" if side == "Nationalist" else "Republican")
