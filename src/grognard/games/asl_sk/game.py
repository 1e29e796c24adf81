"""ASL Starter Kit as the table sees it: orders, refusals, rules, and what the board shows."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.games import Card
from grognard.games.asl_sk import (
    advancing,
    close_combat,
    declared,
    fighting,
    fire_plan,
    in_turns,
    melee,
    moves,
    rallying,
    rolls,
    routing,
    sequence,
    to_begin,
    victory,
)
from grognard.games.asl_sk.attack import AttackSheet
from grognard.games.asl_sk.ground import Ground, ids
from grognard.games.asl_sk.measure import measure
from grognard.games.asl_sk.orders import (
    Advance,
    Attack,
    BestPairing,
    CloseCombat,
    DoubleTime,
    Fall,
    Fire,
    Hatches,
    Order,
    Rally,
    Rout,
    Stop,
)
from grognard.games.asl_sk.position import UNMADE, Position, State
from grognard.games.asl_sk.scenario import Scenario, Unit
from grognard.games.asl_sk.show import Show
from grognard.games.asl_sk.terms import GAME, Nation
from grognard.hexes import HexId
from grognard.play.board import Deed, Preview, Reachable
from grognard.play.order_sets import AllOf, Combined, Groups, Orders
from grognard.play.preview import preview
from grognard.procedures.procedure import Line
from grognard.rules.orders import EndPhase, Move, Resolve
from grognard.umpire import Rule

NONE: AllOf[Any] = AllOf(())
END: AllOf[EndPhase] = AllOf((EndPhase(),))
# By which procedure what an order rolls by itself is told.
PROCEDURES = {
    Rally: rallying.PROCEDURE,
    Advance: advancing.PROCEDURE,
    Attack: close_combat.PROCEDURE,
}


class AslSk(Show):
    """A scenario of ASL Starter Kit, ready to play under the rulings in force."""

    order = Order
    questions: Any = rolls.QUESTIONS

    def __init__(self, scenario: Scenario, card: Card) -> None:
        super().__init__(scenario, card)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, who moves first first."""
        return self.scenario.sides

    def start(self) -> Position:
        """Set up the scenario."""
        scenario = self.scenario
        units = tuple(State(unit.type, UNMADE if unit.at is None else unit.at) for unit in scenario.units)
        first, other = (scenario.held(side) for side in scenario.sides)
        position = Position(1, scenario.sides[0], "rally", units, held=(first, other))
        return sequence.passed_over(self.ground(position))

    def to_move(self, position: Position) -> Nation | None:
        """Return the side that acts now."""
        return None if position.over else self.ground(position).side

    # Orders

    def actors(self, position: Position) -> list[str]:
        """Return units that go somewhere, hexes where something is rolled or declared; the end of the phase is nobody's."""
        if position.over:
            return []
        ground = self.ground(position)
        return [
            *self._movers(ground),
            *map(ground.grid.hex_name, self._hexes(ground)),
            *([] if sequence.why_not_end(ground) else [""]),
        ]

    def _movers(self, ground: Ground) -> Sequence[str]:
        match ground.position.phase:
            case "movement" | "advance":
                return ids(ground.of_side(ground.side))
            case "rout" | "enemy rout":
                return ids(routing.fleeing(ground))
        return ()

    def _hexes(self, ground: Ground) -> Sequence[HexId]:
        combat, aimed = ground.position.combat, ground.position.aimed
        if aimed:
            return [aimed.at]
        if combat:
            able = combat.stage == "resolve" or melee.can_attack(ground, ground.side)
            return [combat.at] if able else []
        match ground.position.phase:
            case "rally":
                return rallying.hexes(ground)
            case "fire" | "defensive fire":
                return list(fire_plan.targets(ground))
        return melee.hexes(ground)

    def orders(self, position: Position, actor: str) -> Orders[Any]:
        """Return what may be ordered of a unit, or in a hex."""
        if not actor:
            return END
        ground = self.ground(position)
        unit = self.scenario.by_id.get(actor)
        if unit is not None:
            return self._unit_orders(ground, unit)
        at = self.hex(actor)
        match position.phase:
            case "rally":
                units = [unit for unit in ground.units_at(at) if not rallying.why_not(ground, unit)]
                return AllOf([Rally((unit.id,), actor) for unit in units])
            case "fire" | "defensive fire" if position.aimed:
                return AllOf([Fall(self._under_fire(ground), actor)] if at == position.aimed.at else [])
            case "fire" | "defensive fire":
                fires = fire_plan.targets(ground).get(at, [])
                return AllOf([Fire(ids(fire_plan.fired_at(ground, fire, at)), actor, fire) for fire in fires])
            case "close combat" if position.combat:
                return self._combat_orders(ground, at)
            case "close combat" if at in melee.hexes(ground):
                return AllOf([CloseCombat(ids(ground.units_at(at, ground.side)), actor)])
        return NONE

    def _combat_orders(self, ground: Ground, at: HexId) -> Orders[Any]:
        """Return what may be ordered in the close combat in hand."""
        combat, name = melee.in_hand(ground), ground.grid.hex_name(at)
        if at != combat.at:
            return NONE
        if combat.stage == "resolve":
            return AllOf([Resolve(self._rolling(ground), name)])
        kinds: list[Orders[Any]] = []
        if not melee.why_not_best(ground, at):
            kinds.append(AllOf([BestPairing(self._best(ground), name)]))
        kinds += [self._groups(ground, whom) for whom in melee.groups(ground)]
        return Combined(kinds)

    def _groups(self, ground: Ground, whom: str) -> Orders[Any]:
        """Return the attacks on one enemy team of all who can, of all but some, down to single units."""
        combat = melee.in_hand(ground)
        name = ground.grid.hex_name(combat.at)
        return Groups(
            melee.fighters(ground, combat, ground.side),
            lambda units: Attack(ids(units), name, whom),
            lambda order: not self.why_illegal(ground.position, order),
        )

    def _rolling(self, ground: Ground) -> tuple[str, ...]:
        """Return the units that an order to roll names: the side's in the close combat in hand."""
        return ids(ground.units_at(melee.in_hand(ground).at, ground.side))

    def _under_fire(self, ground: Ground) -> tuple[str, ...]:
        """Return the enemies on whom fire falls that was aimed."""
        aimed = fire_plan.aimed(ground)
        under = fire_plan.fired_at(ground, aimed.fire, aimed.at)
        return ids([unit for unit in under if unit.side != ground.side])

    def _best(self, ground: Ground) -> tuple[str, ...]:
        """Return the units that attack by the best pairing."""
        return tuple(unit.id for own, _ in melee.best(ground) for unit in melee.named(ground, own))

    def _unit_orders(self, ground: Ground, unit: Unit) -> Orders[Any]:
        name = ground.grid.names
        match ground.position.phase:
            case "advance":
                return AllOf(advancing.hexes(ground, unit), lambda at: Advance(unit.id, name[at]))
            case "rout" | "enemy rout":
                able = [] if routing.cannot(ground, unit) else routing.havens(ground, unit)
                return AllOf(able, lambda at: Rout(unit.id, name[at]))
            case "movement":
                extra = [DoubleTime(unit.id), Hatches(unit.id), Stop(unit.id)]
                allowed: AllOf[Any] = AllOf(
                    [each for each in extra if not self.why_illegal(ground.position, each)]
                )
                if moves.cannot_move(ground, unit):
                    return allowed
                walks = AllOf(moves.reached(ground, unit).elsewhere, lambda at: Move(unit.id, name[at]))
                return Combined([walks, allowed])
        return NONE

    def reach(self, position: Position, piece: str) -> Reachable:
        """Return where a unit can go, and what else it can do."""
        found = self.walks(position, piece)
        orders = () if position.over else self._unit_orders(self.ground(position), self.unit(piece))
        deeds = [
            Deed(self._deed(position, order), order)
            for order in orders
            if isinstance(order, DoubleTime | Hatches | Stop)
        ]
        return replace(found, deeds=tuple(deeds))

    def _deed(self, position: Position, order: msgspec.Struct) -> str:
        match order:
            case DoubleTime():
                return "run: two more MF, and CX until its next movement phase"
            case Hatches(unit):
                exposed = position.units[self.unit(unit).number].ce
                return "button up" if exposed else "open the hatches: the crew is exposed"
        return "stop: in motion no more"

    def why_idle(self, position: Position, actor: str) -> str:
        """Say why a unit can do nothing, or nothing be done in a hex; a phase that is named can be ended."""
        if any(True for _ in self.orders(position, actor)):
            return ""
        unit = self.scenario.by_id.get(actor)
        ground = self.ground(position)
        if unit is None:
            return "nothing is to be rolled there"
        match position.phase:
            case "movement":
                return moves.cannot_move(ground, unit) or "no hex is in its reach"
            case "advance":
                return advancing.cannot(ground, unit) or "all hexes around are full"
        return (
            routing.cannot(ground, unit) or "no cover is in its reach: it is eliminated when the phase ends"
        )

    def why_illegal(self, position: Position, order: msgspec.Struct) -> str:
        """Say why an order may not be given; nothing where it may."""
        if position.over:
            return "the game is over"
        try:
            return self._refusal(self.ground(position), order)
        except GrognardError as error:
            return str(error)

    def _refusal(self, ground: Ground, order: msgspec.Struct) -> str:  # noqa: C901, PLR0912 - one case for each order
        match order:
            case Rally(units, target):
                return self._why_not_rally(ground, units, target)
            case Fire(units, target, fire):
                at = self.hex(target)
                reason = fire_plan.why_not_at(ground, fire, at)
                return reason or _all_of(units, ids(fire_plan.fired_at(ground, fire, at)))
            case Fall(units, target):
                aimed = fire_plan.aimed(ground)
                wrong = f"fire is aimed at {ground.grid.names[aimed.at]}"
                return wrong if self.hex(target) != aimed.at else _all_of(units, self._under_fire(ground))
            case Move(unit, to):
                return moves.why_not_to(ground, self.unit(unit), self.hex(to))
            case DoubleTime(unit):
                return moves.why_not_double_time(ground, self.unit(unit))
            case Hatches(unit):
                return moves.why_not_hatches(ground, self.unit(unit))
            case Stop(unit):
                return moves.why_not_stop(ground, self.unit(unit))
            case Rout(unit, to):
                return routing.why_not_to(ground, self.unit(unit), self.hex(to))
            case Advance(unit, to):
                return advancing.why_not_to(ground, self.unit(unit), self.hex(to))
            case CloseCombat(units, target):
                at = self.hex(target)
                return melee.why_not_begin(ground, at) or _all_of(
                    units, ids(ground.units_at(at, ground.side))
                )
            case Attack(units, target, at):
                return melee.why_not_attack(ground, self.units(units), self.hex(target), at)
            case BestPairing(units, target):
                return melee.why_not_best(ground, self.hex(target)) or _all_of(units, self._best(ground))
            case Resolve(units, target):
                return self._why_not_roll(ground, self.hex(target)) or _all_of(units, self._rolling(ground))
        return sequence.why_not_end(ground)

    def _why_not_rally(self, ground: Ground, units: Sequence[str], target: str) -> str:
        if len(units) != 1:
            return "units try to rally one by one"
        unit = self.unit(units[0])
        if ground.at(unit) != self.hex(target):
            return f"{unit.name} is not in {target}"
        return rallying.why_not(ground, unit)

    def _why_not_roll(self, ground: Ground, at: HexId) -> str:
        combat = ground.position.combat
        if combat is None or combat.at != at or combat.stage != "resolve":
            return f"no attacks are to be rolled in {ground.grid.names[at]}"
        return ""

    def carry_out(self, position: Position, order: msgspec.Struct) -> Rule[Position]:
        """Return the rule of an order; once all close combat of a phase is fought, the next phase follows."""
        after = yield from self._carried_out(self.ground(position), order)
        return after if isinstance(order, EndPhase) or after.over else sequence.and_on(self.ground(after))

    def _carried_out(self, ground: Ground, order: msgspec.Struct) -> Rule[Position]:  # noqa: C901, PLR0912 - as above
        match order:
            case Rally((unit, *_), _):
                return (yield from rallying.carry_out(ground, self.man(ground, unit)))
            case Fire(_, target, fire):
                return fire_plan.aim(ground, fire, self.hex(target))
            case Move(unit, to):
                return moves.move(ground, self.unit(unit), self.hex(to))
            case DoubleTime(unit):
                return ground.changed([self.man(ground, unit)], cx=True)
            case Hatches(unit):
                found = self.unit(unit)
                return ground.changed([found], ce=not ground.state(found).ce, tried=True)
            case Stop(unit):
                return moves.stop(ground, self.unit(unit))
            case Rout(unit, to):
                return routing.rout(ground, self.unit(unit), self.hex(to))
            case Advance(unit, to):
                return (yield from advancing.carry_out(ground, self.unit(unit), self.hex(to)))
            case CloseCombat(_, target):
                return (yield from fighting.begin(ground, self.hex(target)))
            case Attack(units, _, at):
                return (yield from fighting.attack(ground, self.units(units), at))
            case BestPairing():
                return melee.declare_best(ground)
            case Fall():
                return (yield from fire_plan.roll(ground))
            case Resolve():
                return (yield from fighting.roll(ground))
        return sequence.end_phase(ground)

    # What it would come to

    def preview(self, position: Position, order: msgspec.Struct) -> Preview | None:
        """Return what an order would roll on, and every outcome; of close combat the whole round."""
        ground = self.ground(position)
        match order:
            case CloseCombat(_, target):
                return to_begin.whole_round(ground, self.hex(target))
            case Fire(_, target, fire):
                return fire_plan.foreseen(fire_plan.sheet(ground, fire, self.hex(target)))
            case Fall():
                aimed = fire_plan.aimed(ground)
                return fire_plan.foreseen(fire_plan.sheet(ground, aimed.fire, aimed.at))
            case BestPairing() | Resolve():
                shown = preview(GAME, declared.procedure(ground), declared.sheet(ground))
                return replace(shown, told=self.reason(ground)) if isinstance(order, BestPairing) else shown
        sheet, procedure = self.sheet(position, order), PROCEDURES.get(type(order))
        if not sheet or not procedure:
            return None
        if not isinstance(order, Attack) or not isinstance(sheet, AttackSheet):
            return preview(GAME, procedure, sheet)
        whole = replace(procedure, parts=(("the attack", partial(close_combat.outright, sheet)),))
        shown = to_begin.by_nation(ground, preview(GAME, whole, sheet))
        hint = Line("hint", self.hint(ground), "ruling best-pairing")
        by_turns = melee.in_hand(ground).stage == "turns" and not self.why_illegal(position, order)
        after = in_turns.lines(ground, sheet) if by_turns else ()
        return replace(shown, lines=(*shown.lines, hint, *after))

    def measure(self, position: Position, side: str) -> float:
        """Say how well a position stands for a side."""
        return measure(self.ground(position), msgspec.convert(side, Nation))

    def verdict(self, position: Position) -> str:
        """Return the verdict once the game is over."""
        return victory.verdict(self.ground(position)) if position.over else ""


def _all_of(units: Sequence[str], known: Sequence[str]) -> str:
    """Refuse units that are not all of those meant, each once."""
    return "" if sorted(units) == sorted(known) else f"this is about {', '.join(known)}, all of them"
