"""What may be ordered in Jarama: offers to programs and players, and why anything else is refused."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.games.jarama import (
    fighting,
    moves,
    scouting,
    sequence,
    shelling,
    works,
)
from grognard.games.jarama.field import Field
from grognard.games.jarama.orders import (
    Activate,
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
    Pass,
    Repair,
    TakeUp,
)
from grognard.games.jarama.position import LOST, WAITING, Position
from grognard.games.jarama.scenario import Unit
from grognard.games.jarama.show import Show
from grognard.play.board import Battle as Shown
from grognard.play.order_sets import AllOf, Combined, Filtered, Groups, Orders

# How many groups a program looks at.
HANDFUL = 4
NONE: AllOf[Any] = AllOf(())
END: AllOf[EndPhase] = AllOf((EndPhase(),))
PASS: AllOf[Pass] = AllOf((Pass(),))
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


class Together(Combined[Any]):
    """Marches of groups to one hex after another; of each hex a program looks at that of all who can go."""

    def sample(self, count: int) -> Iterator[Any]:  # noqa: ARG002 - every kind's form
        """Run through the first of each hex."""
        for kind in self._kinds:
            yield from kind.sample(1)


class Bands(Groups[Any]):
    """Orders to groups against a hex; of so many a program looks at a handful: a battle has thousands of outcomes."""

    def sample(self, count: int) -> Iterator[Any]:
        """Run through the first of them: all who can, and all but one."""
        return super().sample(min(count, HANDFUL))


class Offers(Show):
    """The half of the game that says what may be ordered."""

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
            return NONE if sequence.why_not_activate(field, actor) else AllOf((Activate(actor),))
        unit = self.scenario.by_id.get(actor)
        if actor in self.theatre.planes or (unit is not None and position.phase in AIMING):
            return Combined([self._joined(field, actor, battle) for battle in self.battles(position)])
        return self._unit_orders(field, unit) if unit is not None else self._hex_orders(field, actor)

    def _joined(self, field: Field, piece: str, battle: Shown) -> Orders[Any]:
        """Return what a piece may do to a hex, together with others or alone."""
        able = [each.piece for each in battle.pieces if not each.why_not]
        if piece not in able:
            return NONE
        kind = KINDS[battle.type]
        return Filtered(
            [(piece, *others) for others in _some([each for each in able if each != piece])],
            lambda units: kind(units, battle.target),
            lambda units: not self.why_illegal(field.position, kind(units, battle.target)),
        )

    def _hex_orders(self, field: Field, actor: str) -> Orders[Any]:
        target, side = self.hex(actor), field.position.side
        match field.position.phase:
            case "air" | "bombardment":
                return Combined(list(self._strikes_on(field, actor)))
            case "recon":
                groups = scouting.scouts_of(field, target).values()
                return Combined(
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
            yield AllOf(planes, lambda each: AirRecon((each,), actor))
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
            lambda order: not self.why_illegal(field.position, order),
        )

    def _unit_orders(self, field: Field, unit: Unit) -> Orders[Any]:
        names = field.grid.names
        if field.position.phase == "deployment":
            if moves.cannot_deploy(field, unit):
                return NONE
            return Filtered(
                field.formation(unit).zone,
                lambda at: Deploy(unit.id, names[at]),
                lambda at: not moves.why_not_deploy(field, unit, at),
            )
        if field.at(unit) == WAITING:
            if moves.cannot_arrive(field, unit):
                return NONE
            return Filtered(
                self.scenario.entries[unit.box],
                lambda at: Arrive(unit.id, names[at]),
                lambda at: not moves.why_not_arrive(field, unit, at),
            )
        return Combined(list(self._movement(field, unit)))

    def _movement(self, field: Field, unit: Unit) -> Iterator[Orders[Any]]:
        """Run through what a unit on the map may do in movement: go, lead others, work."""
        names = field.grid.names
        if moves.cannot_move(field, unit):
            if unit.kind == "Pontoons" and not works.why_not_take_up(field, unit):
                yield AllOf((TakeUp(unit.id),))
            return
        there = moves.destinations(field, unit)
        yield AllOf(there, lambda at: Move((unit.id,), names[at]))
        if comrades := moves.comrades(field, unit):
            yield Together([self._marches(field, unit, comrades, names[at]) for at in there])
        mends = [works.feature_text(field, each) for each in works.mends(field, unit)]
        yield AllOf(mends, lambda feature: Repair(unit.id, feature))
        yield AllOf(works.spans(field, unit), lambda side: Lay(unit.id, field.grid.hexside_name(side)))

    def _marches(self, field: Field, unit: Unit, comrades: Sequence[Unit], to: str) -> Orders[Any]:
        return Groups(
            [each.id for each in comrades],
            lambda group: Move((unit.id, *group), to),
            lambda order: not self.why_illegal(field.position, order),
        )

    def why_idle(self, position: Position, actor: str) -> str:
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

    def why_illegal(self, position: Position, order: msgspec.Struct) -> str:
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
                return works.why_not_mend(field, self.unit(unit), works.parse_feature(field, feature))
            case Lay(unit, hexside):
                return works.why_not_lay(field, self.unit(unit), field.grid.parse_hexside(hexside))
            case TakeUp(unit):
                return works.why_not_take_up(field, self.unit(unit))
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
