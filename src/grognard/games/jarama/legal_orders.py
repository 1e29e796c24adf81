"""What may be ordered in Jarama: offers to programs and players, and why anything else is refused."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.games.jarama import (
    attack_orders,
    bombardment_orders,
    engineering,
    move_orders,
    recon_orders,
    sequence,
)
from grognard.games.jarama.board import Board
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
from grognard.games.jarama.view import Show
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
        board, name = self.board(position), self.scenario.map.grid.names
        own = [unit.id for unit in self.scenario.by_side[position.side] if position.at[unit.number] != LOST]
        match position.phase:
            case "deployment":
                found = own
            case "air" | "bombardment":
                found = [name[at] for at in bombardment_orders.targets(board)]
            case "activation":
                found = [each.name for each in sequence.formations(board, position.side)]
            case "recon":
                found = [name[at] for at in recon_orders.targets(board)]
            case "movement":
                found = [*own, *(name[at] for at in attack_orders.targets(board))]
            case _:
                found = [name[at] for at in attack_orders.targets(board)]
        return [*found, ""]

    def orders(self, position: Position, actor: str) -> Orders[Any]:
        """Return what may be ordered of a unit or formation, or against a hex."""
        if not actor:
            return PASS if position.phase == "activation" else END
        board = self.board(position)
        if actor in self.scenario.formation_of:
            return NONE if sequence.why_not_activate(board, actor) else AllOf((Activate(actor),))
        unit = self.scenario.by_id.get(actor)
        if actor in self.context.planes or (unit is not None and position.phase in AIMING):
            return Combined([self._joined(board, actor, battle) for battle in self.battles(position)])
        return self._unit_orders(board, unit) if unit is not None else self._hex_orders(board, actor)

    def _joined(self, board: Board, piece: str, battle: Shown) -> Orders[Any]:
        """Return what a piece may do to a hex, together with others or alone."""
        able = [each.piece for each in battle.pieces if not each.why_not]
        if piece not in able:
            return NONE
        kind = KINDS[battle.type]
        return Filtered(
            [(piece, *others) for others in _some([each for each in able if each != piece])],
            lambda units: kind(units, battle.target),
            lambda units: not self.why_illegal(board.position, kind(units, battle.target)),
        )

    def _hex_orders(self, board: Board, actor: str) -> Orders[Any]:
        target, side = self.hex(actor), board.position.side
        match board.position.phase:
            case "air" | "bombardment":
                return Combined(list(self._strikes_on(board, actor)))
            case "recon":
                groups = recon_orders.scouts_of(board, target).values()
                return Combined(
                    [self._groups(board, [u.id for u in group], GroundRecon, actor) for group in groups]
                )
            case "movement":
                units = [unit.id for unit in attack_orders.attackers_of(board, target) if unit.side == side]
                return self._groups(board, units, MobileAttack, actor)
            case _:
                units = [unit.id for unit in attack_orders.attackers_of(board, target)]
                return self._groups(
                    board, [*units, *attack_orders.supporters_of(board, target)], Attack, actor
                )

    def _strikes_on(self, board: Board, actor: str) -> Iterator[Orders[Any]]:
        """Run through what aircraft or batteries may do to a hex: see it, or bombard it with this or that aim."""
        target, side = self.hex(actor), board.position.side
        air = board.position.phase == "air"
        if air and target in board.foes(side) and board.missions_left(side) > 0:
            planes = [plane.id for plane in board.waiting_planes(side) if plane.recon]
            yield AllOf(planes, lambda each: AirRecon((each,), actor))
        kind = Bomb if air else Bombard
        for aim in bombardment_orders.AIMS:
            if not bombardment_orders.why_not_aim(board, target, aim):
                shooters = bombardment_orders.shooters(board, target)
                yield self._groups(board, shooters, lambda units, at, aim=aim: kind(units, at, aim), actor)

    def _groups(
        self, board: Board, names: Sequence[str], kind: Callable[..., Any], target: str
    ) -> Orders[Any]:
        """Return orders to groups: to all of them, to all but some, down to single ones."""
        return Bands(
            names,
            lambda group: kind(tuple(group), target),
            lambda order: not self.why_illegal(board.position, order),
        )

    def _unit_orders(self, board: Board, unit: Unit) -> Orders[Any]:
        names = board.grid.names
        if board.position.phase == "deployment":
            if move_orders.cannot_deploy(board, unit):
                return NONE
            return Filtered(
                board.formation(unit).zone,
                lambda at: Deploy(unit.id, names[at]),
                lambda at: not move_orders.why_not_deploy(board, unit, at),
            )
        if board.at(unit) == WAITING:
            if move_orders.cannot_arrive(board, unit):
                return NONE
            return Filtered(
                self.scenario.entries[unit.box],
                lambda at: Arrive(unit.id, names[at]),
                lambda at: not move_orders.why_not_arrive(board, unit, at),
            )
        return Combined(list(self._movement(board, unit)))

    def _movement(self, board: Board, unit: Unit) -> Iterator[Orders[Any]]:
        """Run through what a unit on the map may do in movement: go, lead others, work."""
        names = board.grid.names
        if move_orders.cannot_move(board, unit):
            if unit.kind == "Pontoons" and not engineering.why_not_take_up(board, unit):
                yield AllOf((TakeUp(unit.id),))
            return
        there = move_orders.destinations(board, unit)
        yield AllOf(there, lambda at: Move((unit.id,), names[at]))
        if comrades := move_orders.comrades(board, unit):
            yield Together([self._marches(board, unit, comrades, names[at]) for at in there])
        mends = [engineering.feature_text(board, each) for each in engineering.mends(board, unit)]
        yield AllOf(mends, lambda feature: Repair(unit.id, feature))
        yield AllOf(engineering.spans(board, unit), lambda side: Lay(unit.id, board.grid.hexside_name(side)))

    def _marches(self, board: Board, unit: Unit, comrades: Sequence[Unit], to: str) -> Orders[Any]:
        return Groups(
            [each.id for each in comrades],
            lambda group: Move((unit.id, *group), to),
            lambda order: not self.why_illegal(board.position, order),
        )

    def why_idle(self, position: Position, actor: str) -> str:
        """Say why a unit or formation can do nothing; whatever else can be ordered can be."""
        if not actor or any(True for _ in self.orders(position, actor)):
            return ""
        board = self.board(position)
        if actor in self.scenario.formation_of:
            return sequence.why_not_activate(board, actor)
        unit = self.unit(actor)
        if position.phase == "deployment":
            return move_orders.cannot_deploy(board, unit) or "no other hex of its zone is open"
        if board.at(unit) == WAITING:
            return move_orders.cannot_arrive(board, unit) or "no hex of its edge is open"
        return move_orders.cannot_move(board, unit) or "no hex is in its reach"

    def why_illegal(self, position: Position, order: msgspec.Struct) -> str:
        """Say why an order may not be given; nothing where it may."""
        if position.over:
            return "the game is over"
        try:
            return self._refusal(self.board(position), order)
        except GrognardError as error:
            return str(error)

    def _refusal(self, board: Board, order: msgspec.Struct) -> str:
        match order:
            case AirRecon(units, target):
                return recon_orders.why_not_overfly(board, units, self.hex(target))
            case Bomb(units, target, at):
                return bombardment_orders.why_not_bomb(board, units, self.hex(target), at)
            case Bombard(units, target, at):
                return bombardment_orders.why_not_bombard(board, units, self.hex(target), at)
            case GroundRecon(units, target):
                return recon_orders.why_not_patrol(board, units, self.hex(target))
            case MobileAttack(units, target):
                return attack_orders.why_not_mobile(board, units, self.hex(target))
            case Attack(units, target):
                for name in units:
                    self.context.piece(name)
                return attack_orders.why_not_attack(board, units, self.hex(target))
        return self._refusal_to_move(board, order)

    def _refusal_to_move(self, board: Board, order: msgspec.Struct) -> str:
        match order:
            case Deploy(unit, to):
                return move_orders.why_not_deploy(board, self.unit(unit), self.hex(to))
            case Move(units, to):
                return move_orders.why_not_move(board, self.units(units), self.hex(to))
            case Arrive(unit, to):
                return move_orders.why_not_arrive(board, self.unit(unit), self.hex(to))
            case Repair(unit, feature):
                return engineering.why_not_mend(
                    board, self.unit(unit), engineering.parse_feature(board, feature)
                )
            case Lay(unit, hexside):
                return engineering.why_not_lay(board, self.unit(unit), board.grid.parse_hexside(hexside))
            case TakeUp(unit):
                return engineering.why_not_take_up(board, self.unit(unit))
        return self._refusal_to_end(board, order)

    def _refusal_to_end(self, board: Board, order: msgspec.Struct) -> str:
        position = board.position
        match order:
            case Activate(formation):
                return sequence.why_not_activate(board, formation)
            case Pass() if position.phase != "activation":
                return (
                    f"a side passes when it has the initiative, and this is {position.side} {position.phase}"
                )
            case EndPhase() if position.phase == "activation":
                return "activate a formation, or pass"
        return ""
