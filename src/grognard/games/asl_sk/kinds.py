"""Every kind of order: in which phase it is given, of whom, why not, and the rule that carries it out."""

from collections.abc import Sequence
from typing import Any

from grognard.charts.errors import GrognardError
from grognard.games.asl_sk import (
    advancing,
    fighting,
    fire_plan,
    melee,
    moves,
    orders,
    rallying,
    routing,
    sequence,
)
from grognard.games.asl_sk.ground import Ground
from grognard.games.asl_sk.position import Position
from grognard.games.asl_sk.scenario import Unit
from grognard.hexes import HexId
from grognard.play.kinds import NONE, Kind, Kinds, taking
from grognard.play.order_sets import Combined, Groups, Orders
from grognard.rules.order_kinds import end_phase, hex_names, ids, if_allowed, of_hex, to_hexes, why_idle
from grognard.rules.orders import Move, Resolve
from grognard.umpire import Rule

FIRING = ("fire", "defensive fire")


def _not_all(units: Sequence[str], meant: Sequence[Unit]) -> str:
    """Refuse units that are not all of those meant, each once."""
    return (
        "" if sorted(units) == sorted(ids(meant)) else f"this is about {', '.join(ids(meant))}, all of them"
    )


# Units that go somewhere


def _own(ground: Ground) -> Sequence[str]:
    return ids(ground.of_side(ground.side))


def _fleeing(ground: Ground) -> Sequence[str]:
    return ids(routing.fleeing(ground))


def _moves(ground: Ground, unit: Unit) -> Sequence[HexId]:
    return () if moves.cannot_move(ground, unit) else moves.reached(ground, unit).elsewhere


def _routs(ground: Ground, unit: Unit) -> Sequence[HexId]:
    return () if routing.cannot(ground, unit) else routing.havens(ground, unit)


# Hexes where something is rolled


def _rallies(ground: Ground, at: HexId, name: str) -> Sequence[orders.Rally]:
    units = [unit for unit in ground.units_at(at) if not rallying.why_not(ground, unit)]
    return [orders.Rally((unit.id,), name) for unit in units]


def _rallying(ground: Ground, order: orders.Rally) -> Unit:
    if len(order.units) != 1:
        raise GrognardError("units try to rally one by one")
    return ground.unit(order.units[0])


def _why_not_rally(ground: Ground, order: orders.Rally) -> str:
    unit = _rallying(ground, order)
    if ground.at(unit) != ground.hex(order.target):
        return f"{unit.name} is not in {order.target}"
    return rallying.why_not(ground, unit)


def _rally(ground: Ground, order: orders.Rally) -> Rule[Position]:
    return rallying.carry_out(ground, ground.man(_rallying(ground, order)))


def _fires(ground: Ground, at: HexId, name: str) -> Sequence[orders.Fire]:
    fires = fire_plan.targets(ground).get(at, [])
    return [orders.Fire(ids(fire_plan.fired_at(ground, fire, at)), name, fire) for fire in fires]


def _why_not_fire(ground: Ground, order: orders.Fire) -> str:
    at = ground.hex(order.target)
    reason = fire_plan.why_not_at(ground, order.fire, at)
    return reason or _not_all(order.units, fire_plan.fired_at(ground, order.fire, at))


def _aimed_at(ground: Ground) -> list[HexId]:
    return [ground.position.aimed.at] if ground.position.aimed else []


def _falls(ground: Ground, at: HexId, name: str) -> Sequence[orders.Fall]:
    return (orders.Fall(ids(fire_plan.under_fire(ground)), name),) if at in _aimed_at(ground) else ()


def _why_not_fall(ground: Ground, order: orders.Fall) -> str:
    at = fire_plan.aimed(ground).at
    if ground.hex(order.target) != at:
        return f"fire is aimed at {ground.grid.names[at]}"
    return _not_all(order.units, fire_plan.under_fire(ground))


# Close combat


def _close_combats(ground: Ground, at: HexId, name: str) -> Sequence[orders.CloseCombat]:
    own = ids(ground.units_at(at, ground.side))
    return (orders.CloseCombat(own, name),) if at in melee.hexes(ground) else ()


def _why_not_close_combat(ground: Ground, order: orders.CloseCombat) -> str:
    at = ground.hex(order.target)
    return melee.why_not_begin(ground, at) or _not_all(order.units, ground.units_at(at, ground.side))


def _declaring_in(ground: Ground) -> list[HexId]:
    """Return the hex where the side can declare attacks."""
    combat = ground.position.combat
    waits = combat and combat.stage != "resolve" and melee.can_attack(ground, ground.side)
    return [combat.at] if combat and waits else []


def _best_pairings(ground: Ground, at: HexId, name: str) -> Sequence[orders.BestPairing]:
    if melee.why_not_best(ground, at):
        return ()
    return (orders.BestPairing(ids(melee.best_units(ground)), name),)


def _why_not_best_pairing(ground: Ground, order: orders.BestPairing) -> str:
    reason = melee.why_not_best(ground, ground.hex(order.target))
    return reason or _not_all(order.units, melee.best_units(ground))


def _attacks(ground: Ground, actor: str) -> Orders[Any]:
    """Return the attacks on each enemy team of all who can, of all but some, down to single units."""
    combat = ground.position.combat
    if combat is None or combat.stage == "resolve" or ground.grid.names[combat.at] != actor:
        return NONE
    able = melee.fighters(ground, combat, ground.side)

    def on(whom: str) -> Orders[Any]:
        return Groups(
            able,
            lambda units: orders.Attack(ids(units), actor, whom),
            lambda order: not WHY_NOT_ATTACK(ground, order),
        )

    return Combined(map(on, melee.groups(ground)))


WHY_NOT_ATTACK = taking("units", "target", "at")(melee.why_not_attack)


def _rolling_in(ground: Ground) -> list[HexId]:
    """Return the hex where the attacks that were declared are to be rolled."""
    combat = ground.position.combat
    return [combat.at] if combat and combat.stage == "resolve" else []


def _resolves(ground: Ground, at: HexId, name: str) -> Sequence[Resolve]:
    return (Resolve(ids(ground.units_at(at, ground.side)), name),) if at in _rolling_in(ground) else ()


def _why_not_resolve(ground: Ground, order: Resolve) -> str:
    at = ground.hex(order.target)
    if at not in _rolling_in(ground):
        return f"no attacks are to be rolled in {ground.grid.names[at]}"
    return _not_all(order.units, ground.units_at(at, ground.side))


def _why_idle(ground: Ground, actor: str) -> str:
    del ground, actor
    return "nothing is to be rolled there"


KINDS: Kinds[Ground, Position] = Kinds(
    (
        Kind(
            order=Move, phases=("movement",), actors=_own, orders=to_hexes(Move, _moves),
            why_idle=why_idle(moves.cannot_move, "no hex is in its reach"),
            rule=taking("unit", "to")(moves.move), why_illegal=taking("unit", "to")(moves.why_not_to),
        ),
        Kind(
            order=orders.DoubleTime, phases=("movement",),
            orders=if_allowed(orders.DoubleTime, moves.why_not_double_time),
            rule=taking("unit")(moves.double_time), why_illegal=taking("unit")(moves.why_not_double_time),
        ),
        Kind(
            order=orders.Hatches, phases=("movement",), orders=if_allowed(orders.Hatches, moves.why_not_hatches),
            rule=taking("unit")(moves.work_hatches), why_illegal=taking("unit")(moves.why_not_hatches),
        ),
        Kind(
            order=orders.Stop, phases=("movement",), orders=if_allowed(orders.Stop, moves.why_not_stop),
            rule=taking("unit")(moves.stop), why_illegal=taking("unit")(moves.why_not_stop),
        ),
        Kind(
            order=orders.Rout, phases=routing.PHASES, actors=_fleeing, orders=to_hexes(orders.Rout, _routs),
            why_idle=why_idle(routing.cannot, "no cover is in its reach: it is eliminated when the phase ends"),
            rule=taking("unit", "to")(routing.rout), why_illegal=taking("unit", "to")(routing.why_not_to),
        ),
        Kind(
            order=orders.Advance, phases=("advance",), actors=_own, orders=to_hexes(orders.Advance, advancing.hexes),
            why_idle=why_idle(advancing.cannot, "all hexes around are full"),
            rule=taking("unit", "to")(advancing.carry_out), why_illegal=taking("unit", "to")(advancing.why_not_to),
        ),
        Kind(
            order=orders.Rally, phases=("rally",), actors=hex_names(rallying.hexes), orders=of_hex(_rallies),
            rule=_rally, why_illegal=_why_not_rally,
        ),
        Kind(
            order=orders.Fire, phases=FIRING, actors=hex_names(fire_plan.targets), orders=of_hex(_fires),
            rule=taking("fire", "target")(fire_plan.aim), why_illegal=_why_not_fire,
        ),
        Kind(
            order=orders.Fall, phases=FIRING, actors=hex_names(_aimed_at), orders=of_hex(_falls),
            rule=taking()(fire_plan.roll), why_illegal=_why_not_fall,
        ),
        Kind(
            order=orders.CloseCombat, phases=("close combat",), actors=hex_names(melee.hexes),
            orders=of_hex(_close_combats), rule=taking("target")(fighting.begin), why_illegal=_why_not_close_combat,
        ),
        Kind(
            order=orders.BestPairing, phases=("close combat",), actors=hex_names(_declaring_in),
            orders=of_hex(_best_pairings), rule=taking()(melee.declare_best), why_illegal=_why_not_best_pairing,
        ),
        Kind(
            order=orders.Attack, phases=("close combat",), orders=_attacks,
            rule=taking("units", "at")(fighting.attack), why_illegal=WHY_NOT_ATTACK,
        ),
        Kind(
            order=Resolve, phases=("close combat",), actors=hex_names(_rolling_in), orders=of_hex(_resolves),
            rule=taking()(fighting.roll), why_illegal=_why_not_resolve,
        ),
        end_phase(sequence.end_phase, sequence.why_not_end),
    ),
    why_idle=_why_idle,
)  # fmt: skip
