"""Jarama as the table sees it: orders, offers, refusals, and what the board shows."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.games import Card
from grognard.games.jarama import (
    air_recon,
    bombardment,
    combat,
    fighting,
    ground_recon,
    moves,
    scouting,
    sequence,
    shelling,
)
from grognard.games.jarama.field import Field
from grognard.games.jarama.foresight import GUNS, foreseen
from grognard.games.jarama.measure import measure
from grognard.games.jarama.orders import (
    Activate,
    Aimed,
    AirRecon,
    Arrive,
    Attack,
    Battle,
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
from grognard.games.jarama.position import HIDDEN, LOST, WAITING, Position
from grognard.games.jarama.scenario import Scenario, Unit
from grognard.games.jarama.show import Show
from grognard.games.jarama.terms import Side, enemy
from grognard.play.board import Battle as Shown
from grognard.play.board import Preview
from grognard.play.drawn import Groups, Made, OneOf, Orders, Sifted
from grognard.play.preview import preview
from grognard.rules.procedure import Line, Procedure
from grognard.umpire import Rule

# How many groups a program looks at.
HANDFUL = 4
NONE: Made[Any] = Made(())
END: Made[EndPhase] = Made((EndPhase(),))
PASS: Made[Pass] = Made((Pass(),))
# By which procedure each order is worked out.
PROCEDURES: dict[type[msgspec.Struct], Procedure] = {
    Attack: combat.PROCEDURE,
    MobileAttack: combat.PROCEDURE,
    Bomb: bombardment.PROCEDURE,
    Bombard: bombardment.PROCEDURE,
    AirRecon: air_recon.PROCEDURE,
    GroundRecon: ground_recon.PROCEDURE,
}

# The phases in which hexes are aimed at, and the order for each kind of battle that the board shows.
AIMING = ("air", "bombardment", "recon", "combat")
KINDS: dict[str, Callable[..., Any]] = {
    "air-recon": AirRecon,
    "bomb": Bomb,
    "bombard": Bombard,
    "ground-recon": GroundRecon,
    "mobile-attack": MobileAttack,
    "attack": Attack,
}


def _some(others: Sequence[str]) -> list[tuple[str, ...]]:
    """Return whom a piece may take along: all the others, all but one, one, or nobody."""
    everybody = tuple(others)
    but_one = [tuple(each for each in others if each != left) for left in others]
    return list(dict.fromkeys([everybody, *but_one, *((each,) for each in others), ()]))


class Together(OneOf[Any]):
    """Marches of groups to one hex after another; of each hex a program looks at that of all who can go."""

    def few(self, count: int) -> Iterator[Any]:  # noqa: ARG002 - every kind's form
        """Run through the first of each hex."""
        for kind in self._kinds:
            yield from kind.few(1)


class Bands(Groups[Any]):
    """Orders to groups against a hex; of so many a program looks at a handful: a battle has thousands of outcomes."""

    def few(self, count: int) -> Iterator[Any]:
        """Run through the first of them: all who can, and all but one."""
        return super().few(min(count, HANDFUL))


class Jarama(Show):
    """A scenario of Jarama, ready to play under the rulings in force."""

    sides = ("Nationalist", "Republican")
    order = Order

    def __init__(self, scenario: Scenario, card: Card) -> None:
        super().__init__(scenario, card)

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

    def actors(self, position: Position) -> list[str]:
        """Return the units, formations and hexes that something may be ordered of or against; the phase's end is nobody's."""
        if position.over:
            return []
        field, name = self.field(position), self.scenario.map.grid.names
        own = [unit.id for unit in self.scenario.by_side[position.side] if position.at[unit.number] != LOST]
        match position.phase:
            case "deployment":
                found = own
            case "air" | "bombardment":
                found = [name[at] for at in shelling.targets(field)]
            case "activation":
                found = [each.name for each in sequence.formations(field, position.side)]
            case "recon":
                found = [name[at] for at in scouting.targets(field)]
            case "movement":
                found = [*own, *(name[at] for at in fighting.targets(field))]
            case _:
                found = [name[at] for at in fighting.targets(field)]
        return [*found, ""]

    def orders(self, position: Position, actor: str) -> Orders[Any]:
        """Return what may be ordered of a unit or formation, or against a hex."""
        if not actor:
            return PASS if position.phase == "activation" else END
        field = self.field(position)
        if actor in self.scenario.formation_of:
            return NONE if sequence.why_not_activate(field, actor) else Made((Activate(actor),))
        unit = self.scenario.by_id.get(actor)
        if actor in self.theatre.planes or (unit is not None and position.phase in AIMING):
            return OneOf([self._joined(field, actor, battle) for battle in self.battles(position)])
        return self._unit_orders(field, unit) if unit is not None else self._hex_orders(field, actor)

    def _joined(self, field: Field, piece: str, battle: Shown) -> Orders[Any]:
        """Return what a piece may do to a hex, together with others or alone."""
        able = [each.piece for each in battle.pieces if not each.why_not]
        if piece not in able:
            return NONE
        kind = KINDS[battle.type]
        return Sifted(
            [(piece, *others) for others in _some([each for each in able if each != piece])],
            lambda units: kind(units, battle.target),
            lambda units: not self.refusal(field.position, kind(units, battle.target)),
        )

    def _hex_orders(self, field: Field, actor: str) -> Orders[Any]:
        target, side = self.hex(actor), field.position.side
        match field.position.phase:
            case "air" | "bombardment":
                return OneOf(list(self._strikes_on(field, actor)))
            case "recon":
                groups = scouting.scouts_of(field, target).values()
                return OneOf(
                    [self._groups(field, [u.id for u in group], GroundRecon, actor) for group in groups]
                )
            case "movement":
                units = [unit.id for unit in fighting.attackers_of(field, target) if unit.side == side]
                return self._groups(field, units, MobileAttack, actor)
            case _:
                units = [unit.id for unit in fighting.attackers_of(field, target)]
                return self._groups(field, [*units, *fighting.supporters_of(field, target)], Attack, actor)

    def _strikes_on(self, field: Field, actor: str) -> Iterator[Orders[Any]]:
        """Run through what aircraft or batteries may do to a hex: see it, or bombard it with this or that aim."""
        target, side = self.hex(actor), field.position.side
        air = field.position.phase == "air"
        if air and target in field.foes(side) and field.missions_left(side) > 0:
            planes = [plane.id for plane in field.waiting_planes(side) if plane.recon]
            yield Made(planes, lambda each: AirRecon((each,), actor))
        kind = Bomb if air else Bombard
        for aim in shelling.AIMS:
            if not shelling.why_not_aim(field, target, aim):
                shooters = shelling.shooters(field, target)
                yield self._groups(field, shooters, lambda units, at, aim=aim: kind(units, at, aim), actor)

    def _groups(
        self, field: Field, names: Sequence[str], kind: Callable[..., Any], target: str
    ) -> Orders[Any]:
        """Return orders to groups: to all of them, to all but some, down to single ones."""
        return Bands(
            names,
            lambda group: kind(tuple(group), target),
            lambda order: not self.refusal(field.position, order),
        )

    def _unit_orders(self, field: Field, unit: Unit) -> Orders[Any]:
        names = field.grid.names
        if field.position.phase == "deployment":
            if moves.cannot_deploy(field, unit):
                return NONE
            return Sifted(
                field.formation(unit).zone,
                lambda at: Deploy(unit.id, names[at]),
                lambda at: not moves.why_not_deploy(field, unit, at),
            )
        if field.at(unit) == WAITING:
            if moves.cannot_arrive(field, unit):
                return NONE
            return Sifted(
                self.scenario.entries[unit.box],
                lambda at: Arrive(unit.id, names[at]),
                lambda at: not moves.why_not_arrive(field, unit, at),
            )
        return OneOf(list(self._movement(field, unit)))

    def _movement(self, field: Field, unit: Unit) -> Iterator[Orders[Any]]:
        """Run through what a unit on the map may do in movement: go, lead others, work."""
        names = field.grid.names
        if moves.cannot_move(field, unit):
            if unit.kind == "Pontoons" and not moves.why_not_take_up(field, unit):
                yield Made((TakeUp(unit.id),))
            return
        there = moves.destinations(field, unit)
        yield Made(there, lambda at: Move((unit.id,), names[at]))
        if comrades := moves.comrades(field, unit):
            yield Together([self._marches(field, unit, comrades, names[at]) for at in there])
        mends = [moves.feature_text(field, each) for each in moves.mends(field, unit)]
        yield Made(mends, lambda feature: Repair(unit.id, feature))
        yield Made(moves.spans(field, unit), lambda side: Lay(unit.id, field.grid.hexside_name(side)))

    def _marches(self, field: Field, unit: Unit, comrades: Sequence[Unit], to: str) -> Orders[Any]:
        return Groups(
            [each.id for each in comrades],
            lambda group: Move((unit.id, *group), to),
            lambda order: not self.refusal(field.position, order),
        )

    def idle(self, position: Position, actor: str) -> str:
        """Say why a unit or formation can do nothing; whatever else can be ordered can be."""
        if not actor or any(True for _ in self.orders(position, actor)):
            return ""
        field = self.field(position)
        if actor in self.scenario.formation_of:
            return sequence.why_not_activate(field, actor)
        unit = self.unit(actor)
        if position.phase == "deployment":
            return moves.cannot_deploy(field, unit) or "no other hex of its zone is open"
        if field.at(unit) == WAITING:
            return moves.cannot_arrive(field, unit) or "no hex of its edge is open"
        return moves.cannot_move(field, unit) or "no hex is in its reach"

    def refusal(self, position: Position, order: msgspec.Struct) -> str:
        """Say why an order may not be given; nothing where it may."""
        if position.over:
            return "the game is over"
        try:
            return self._refusal(self.field(position), order)
        except GrognardError as error:
            return str(error)

    def _refusal(self, field: Field, order: msgspec.Struct) -> str:
        match order:
            case AirRecon(units, target):
                return scouting.why_not_overfly(field, units, self.hex(target))
            case Bomb(units, target, at):
                return shelling.why_not_bomb(field, units, self.hex(target), at)
            case Bombard(units, target, at):
                return shelling.why_not_bombard(field, units, self.hex(target), at)
            case GroundRecon(units, target):
                return scouting.why_not_patrol(field, units, self.hex(target))
            case MobileAttack(units, target):
                return fighting.why_not_mobile(field, units, self.hex(target))
            case Attack(units, target):
                for name in units:
                    self._name(name)
                return fighting.why_not_attack(field, units, self.hex(target))
        return self._refusal_to_move(field, order)

    def _refusal_to_move(self, field: Field, order: msgspec.Struct) -> str:
        match order:
            case Deploy(unit, to):
                return moves.why_not_deploy(field, self.unit(unit), self.hex(to))
            case Move(units, to):
                return moves.why_not_move(field, self.units(units), self.hex(to))
            case Arrive(unit, to):
                return moves.why_not_arrive(field, self.unit(unit), self.hex(to))
            case Repair(unit, feature):
                return moves.why_not_mend(field, self.unit(unit), moves.parse_feature(field, feature))
            case Lay(unit, hexside):
                return moves.why_not_lay(field, self.unit(unit), field.grid.parse_hexside(hexside))
            case TakeUp(unit):
                return moves.why_not_take_up(field, self.unit(unit))
        return self._refusal_to_end(field, order)

    def _refusal_to_end(self, field: Field, order: msgspec.Struct) -> str:
        position = field.position
        match order:
            case Activate(formation):
                return sequence.why_not_activate(field, formation)
            case Pass() if position.phase != "activation":
                return (
                    f"a side passes when it has the initiative, and this is {position.side} {position.phase}"
                )
            case EndPhase() if position.phase == "activation":
                return "activate a formation, or pass"
        return ""

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
                return (yield from fighting.attack(field, order, self.hex(target)))
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
                return moves.mend(field.position, self.unit(unit), moves.parse_feature(field, feature))
            case Lay(unit, hexside):
                return moves.lay(field, self.unit(unit), field.grid.parse_hexside(hexside))
            case TakeUp(unit):
                return moves.take_up(field, self.unit(unit))
        raise GrognardError(f"{order} is no order of this game")

    def preview(self, position: Position, order: msgspec.Struct) -> Preview | None:
        """Return what an order would roll on and every outcome; of an attack on the unknown, over all it may be."""
        field = self.field(position)
        if isinstance(order, Aimed) and not field.is_seen_through(self.hex(order.target)):
            if isinstance(order, Battle):
                return foreseen(field, order, self.hex(order.target))
            if isinstance(order, AirRecon | GroundRecon):
                return scouting.foretold(field, order, self.hex(order.target))
        sheet = self.sheet(position, order)
        if sheet is None:
            return None
        found = preview("jarama", PROCEDURES[type(order)], sheet)
        if isinstance(order, Bomb):
            # The first die is for antiair fire, which has a 0 of its own: results are told in words alone.
            found = replace(found, outcomes=tuple(replace(each, result="") for each in found.outcomes))
        target: str = getattr(order, "target", "")
        if field.is_seen_through(self.hex(target)):
            hidden = HIDDEN in position.at[self.scenario.numbers[enemy(position.side)]]
            return replace(found, assumes=(*found.assumes, GUNS)) if hidden else found
        line = Line(f"what stands in {target} is not known", "", "average units are taken to be there")
        return replace(found, lines=(line, *found.lines))

    def measure(self, position: Position, side: str) -> float:
        """Say how well a position stands for a side."""
        return measure(self.field(position), "Nationalist" if side == "Nationalist" else "Republican")
