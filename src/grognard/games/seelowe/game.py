"""Seelöwe as the table sees it: orders, offers, refusals, and what the board shows."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import Any

import msgspec

from grognard.charts.errors import NoSuch
from grognard.games import Card
from grognard.games.seelowe import air, arrivals, bombing, combat, fighting, moves, sequence, victory
from grognard.games.seelowe.ground import Ground
from grognard.games.seelowe.measure import measure
from grognard.games.seelowe.orders import AirAttack, Arrive, Attack, EndPhase, Move, Order
from grognard.games.seelowe.position import LOST, WAITING, Position
from grognard.games.seelowe.scenario import Scenario, Unit
from grognard.games.seelowe.show import Show
from grognard.games.seelowe.terms import Side, Supply
from grognard.hexes import HexId
from grognard.play.board import Preview
from grognard.play.game import Offer
from grognard.play.preview import preview
from grognard.rules.procedure import NotAllowed
from grognard.umpire import Rule

END = EndPhase()


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

    def offers(self, position: Position) -> Iterator[Offer]:
        """Run through the units of the side to move, or what it can attack; the end of the phase comes last."""
        ground = self.ground(position)
        if position.over:
            return
        match position.now.name:
            case "air attack":
                yield from self._battles(ground, bombing.targets(ground), bombing.flyers(ground))
            case "combat":
                for target in fighting.targets(ground):
                    yield from self._battles(ground, [target], fighting.attackers_of(ground, target))
            case _:
                yield from self._marches(ground)
        yield Offer("", lambda: (END,))

    def _marches(self, ground: Ground) -> Iterator[Offer]:
        side = ground.position.now.side
        for unit in self.scenario.units:
            if unit.side != side or ground.at(unit) == LOST or unit.kind == "air":
                continue
            waits = ground.at(unit) == WAITING
            reason = (arrivals.cannot_arrive if waits else moves.cannot_move)(ground, unit)
            find = self._comings if waits else self._moves
            yield Offer(unit.id, why_not=reason) if reason else Offer(unit.id, _later(find, ground, unit))

    def _moves(self, ground: Ground, unit: Unit) -> Iterator[Move]:
        here = ground.at(unit)
        return (Move(unit.id, ground.grid.hex_name(at)) for at in ground.reach(unit) if at != here)

    def _comings(self, ground: Ground, unit: Unit) -> Iterator[Arrive]:
        return (Arrive(unit.id, ground.grid.hex_name(at)) for at in arrivals.places_to_arrive(ground, unit))

    def _battles(self, ground: Ground, targets: Iterable[HexId], units: Sequence[Unit]) -> Iterator[Offer]:
        for target in targets:
            yield Offer(ground.grid.hex_name(target), _later(self._attacks, ground, units, target))

    def _attacks(self, ground: Ground, units: Sequence[Unit], target: HexId) -> Iterator[msgspec.Struct]:
        """Run through the attacks on a hex: with all units, with all but some, down to single ones."""
        kind = AirAttack if ground.position.now.name == "air attack" else Attack
        name = ground.grid.hex_name(target)
        groups = chain.from_iterable(combinations(units, count) for count in range(len(units), 0, -1))
        for group in groups:
            order = kind(tuple(unit.id for unit in group), name)
            if not self.refusal(ground.position, order):
                yield order

    def refusal(self, position: Position, order: msgspec.Struct) -> str:
        """Say why an order may not be given; nothing where it may."""
        if position.over:
            return "the game is over"
        ground = self.ground(position)
        try:
            return self._refusal(ground, order)
        except NoSuch as error:
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
                if not units:
                    raise NotAllowed("choose who attacks")
                return preview(
                    "seelowe",
                    combat.PROCEDURE,
                    fighting.attack_sheet(ground, self.units(units), self.hex(target)),
                )
        return None

    def measure(self, position: Position, side: str) -> float:
        """Say how well a position stands for a side."""
        return measure(self.ground(position), "German" if side == "German" else "British")

    def verdict(self, position: Position) -> str:
        """Return the verdict once the game is over."""
        return victory.verdict(self.ground(position)) if position.over else ""


def _later(find: Any, *arguments: Any) -> Any:
    """Return a function that makes the orders when it is called."""
    return lambda: find(*arguments)
