"""Every kind of order: in which phase it is given, of whom, why not, and the rule that carries it out."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.games.asl_sk import advancing, fighting, fire_plan, melee, moves, rallying, routing, sequence
from grognard.games.asl_sk.ground import Ground, ids
from grognard.games.asl_sk.orders import (
    Advance,
    Attack,
    BestPairing,
    CloseCombat,
    DoubleTime,
    Fall,
    Fire,
    Hatches,
    Rally,
    Rout,
    Stop,
)
from grognard.games.asl_sk.position import Position
from grognard.games.asl_sk.scenario import Unit
from grognard.hexes import HexId
from grognard.play.kinds import NONE, Kind, Kinds, taking
from grognard.play.order_sets import AllOf, Combined, Groups, Orders
from grognard.rules.orders import EndPhase, Move, Resolve
from grognard.umpire import Rule

FIRING = ("fire", "defensive fire")


def _names(hexes: Callable[[Ground], Iterable[HexId]]) -> Callable[[Ground], list[str]]:
    return lambda ground: [ground.grid.names[at] for at in hexes(ground)]


def _hex(ground: Ground, actor: str) -> HexId | None:
    """Return the hex an actor is; none if it is a unit, or the end of the phase."""
    return None if not actor or actor in ground.scenario.by_id else ground.hex(actor)


def _not_all(units: Sequence[str], meant: Sequence[str]) -> str:
    """Refuse units that are not all of those meant, each once."""
    return "" if sorted(units) == sorted(meant) else f"this is about {', '.join(meant)}, all of them"


# Units that go somewhere


def _own(ground: Ground) -> Sequence[str]:
    return ids(ground.of_side(ground.side))


def _fleeing(ground: Ground) -> Sequence[str]:
    return ids(routing.fleeing(ground))


def _goes(
    order: Callable[[str, str], msgspec.Struct], hexes: Callable[[Ground, Unit], Sequence[HexId]]
) -> Callable[[Ground, str], Orders[Any]]:
    """Return the orders to a unit to go to one of some hexes."""

    def orders(ground: Ground, actor: str) -> Orders[Any]:
        unit, names = ground.scenario.by_id.get(actor), ground.grid.names
        return NONE if unit is None else AllOf(hexes(ground, unit), lambda at: order(actor, names[at]))

    return orders


def _moves(ground: Ground, unit: Unit) -> Sequence[HexId]:
    return () if moves.cannot_move(ground, unit) else moves.reached(ground, unit).elsewhere


def _routs(ground: Ground, unit: Unit) -> Sequence[HexId]:
    return () if routing.cannot(ground, unit) else routing.havens(ground, unit)


def _idle(cannot: Callable[[Ground, Unit], str], nowhere: str) -> Callable[[Ground, str], str]:
    """Say why a unit goes nowhere: it cannot, or there is no hex for it."""

    def why_idle(ground: Ground, actor: str) -> str:
        unit = ground.scenario.by_id.get(actor)
        return "" if unit is None else cannot(ground, unit) or nowhere

    return why_idle


def _does(
    order: Callable[[str], msgspec.Struct], why_not: Callable[[Ground, Unit], str]
) -> Callable[[Ground, str], Orders[Any]]:
    """Return the order to a unit to do something, if it may."""

    def orders(ground: Ground, actor: str) -> Orders[Any]:
        unit = ground.scenario.by_id.get(actor)
        return NONE if unit is None or why_not(ground, unit) else AllOf((order(actor),))

    return orders


# Hexes where something is rolled or declared


def _rallying(ground: Ground, order: Rally) -> Unit:
    if len(order.units) != 1:
        raise GrognardError("units try to rally one by one")
    return ground.unit(order.units[0])


def _rallies(ground: Ground, actor: str) -> Orders[Any]:
    at = _hex(ground, actor)
    if at is None:
        return NONE
    units = [unit for unit in ground.units_at(at) if not rallying.why_not(ground, unit)]
    return AllOf([Rally((unit.id,), actor) for unit in units])


def _why_not_rally(ground: Ground, order: Rally) -> str:
    unit = _rallying(ground, order)
    if ground.at(unit) != ground.hex(order.target):
        return f"{unit.name} is not in {order.target}"
    return rallying.why_not(ground, unit)


def _rally(ground: Ground, order: Rally) -> Rule[Position]:
    return rallying.carry_out(ground, ground.man(_rallying(ground, order)))


def _fires(ground: Ground, actor: str) -> Orders[Any]:
    at = _hex(ground, actor)
    if at is None:
        return NONE
    fires = fire_plan.targets(ground).get(at, [])
    return AllOf([Fire(ids(fire_plan.fired_at(ground, fire, at)), actor, fire) for fire in fires])


def _why_not_fire(ground: Ground, order: Fire) -> str:
    at = ground.hex(order.target)
    reason = fire_plan.why_not_at(ground, order.fire, at)
    return reason or _not_all(order.units, ids(fire_plan.fired_at(ground, order.fire, at)))


def _aimed_at(ground: Ground) -> list[HexId]:
    return [ground.position.aimed.at] if ground.position.aimed else []


def _falls(ground: Ground, actor: str) -> Orders[Any]:
    if _hex(ground, actor) not in _aimed_at(ground):
        return NONE
    return AllOf((Fall(ids(fire_plan.under_fire(ground)), actor),))


def _why_not_fall(ground: Ground, order: Fall) -> str:
    at = fire_plan.aimed(ground).at
    if ground.hex(order.target) != at:
        return f"fire is aimed at {ground.grid.names[at]}"
    return _not_all(order.units, ids(fire_plan.under_fire(ground)))


# Close combat


def _own_at(ground: Ground, at: HexId) -> tuple[str, ...]:
    return ids(ground.units_at(at, ground.side))


def _close_combats(ground: Ground, actor: str) -> Orders[Any]:
    at = _hex(ground, actor)
    if at not in melee.hexes(ground):
        return NONE
    return AllOf((CloseCombat(_own_at(ground, at), actor),))


def _why_not_close_combat(ground: Ground, order: CloseCombat) -> str:
    at = ground.hex(order.target)
    return melee.why_not_begin(ground, at) or _not_all(order.units, _own_at(ground, at))


def _declaring_in(ground: Ground) -> list[HexId]:
    """Return the hex where the side can declare attacks."""
    combat = ground.position.combat
    waits = combat and combat.stage != "resolve" and melee.can_attack(ground, ground.side)
    return [combat.at] if combat and waits else []


def _best_pairings(ground: Ground, actor: str) -> Orders[Any]:
    at = _hex(ground, actor)
    if at is None or melee.why_not_best(ground, at):
        return NONE
    return AllOf((BestPairing(ids(melee.best_units(ground)), actor),))


def _why_not_best_pairing(ground: Ground, order: BestPairing) -> str:
    reason = melee.why_not_best(ground, ground.hex(order.target))
    return reason or _not_all(order.units, ids(melee.best_units(ground)))


def _attacks(ground: Ground, actor: str) -> Orders[Any]:
    """Return the attacks on each enemy team of all who can, of all but some, down to single units."""
    at = _hex(ground, actor)
    if at is None or melee.why_not_declare(ground, at):
        return NONE
    able = melee.fighters(ground, melee.in_hand(ground), ground.side)

    def on(whom: str) -> Orders[Any]:
        return Groups(
            able,
            lambda units: Attack(ids(units), actor, whom),
            lambda order: not WHY_NOT_ATTACK(ground, order),
        )

    return Combined(map(on, melee.groups(ground)))


WHY_NOT_ATTACK = taking("units", "target", "at")(melee.why_not_attack)


def _rolling_in(ground: Ground) -> list[HexId]:
    """Return the hex where the attacks that were declared are to be rolled."""
    combat = ground.position.combat
    return [combat.at] if combat and combat.stage == "resolve" else []


def _resolves(ground: Ground, actor: str) -> Orders[Any]:
    at = _hex(ground, actor)
    if at not in _rolling_in(ground):
        return NONE
    return AllOf((Resolve(_own_at(ground, at), actor),))


def _why_not_resolve(ground: Ground, order: Resolve) -> str:
    at = ground.hex(order.target)
    if at not in _rolling_in(ground):
        return f"no attacks are to be rolled in {ground.grid.names[at]}"
    return _not_all(order.units, _own_at(ground, at))


# The end of a phase


def _end(ground: Ground) -> list[str]:
    return [] if sequence.why_not_end(ground) else [""]


def _ends(ground: Ground, actor: str) -> Orders[Any]:
    return NONE if actor or sequence.why_not_end(ground) else AllOf((EndPhase(),))


def _why_idle(ground: Ground, actor: str) -> str:
    del ground, actor
    return "nothing is to be rolled there"


KINDS: Kinds[Ground, Position] = Kinds(
    (
        Kind(
            order=Move, phases=("movement",), actors=_own, orders=_goes(Move, _moves),
            why_idle=_idle(moves.cannot_move, "no hex is in its reach"),
            rule=taking("unit", "to")(moves.move), why_illegal=taking("unit", "to")(moves.why_not_to),
        ),
        Kind(
            order=DoubleTime, phases=("movement",), orders=_does(DoubleTime, moves.why_not_double_time),
            rule=taking("unit")(moves.double_time), why_illegal=taking("unit")(moves.why_not_double_time),
        ),
        Kind(
            order=Hatches, phases=("movement",), orders=_does(Hatches, moves.why_not_hatches),
            rule=taking("unit")(moves.work_hatches), why_illegal=taking("unit")(moves.why_not_hatches),
        ),
        Kind(
            order=Stop, phases=("movement",), orders=_does(Stop, moves.why_not_stop),
            rule=taking("unit")(moves.stop), why_illegal=taking("unit")(moves.why_not_stop),
        ),
        Kind(
            order=Rout, phases=routing.PHASES, actors=_fleeing, orders=_goes(Rout, _routs),
            why_idle=_idle(routing.cannot, "no cover is in its reach: it is eliminated when the phase ends"),
            rule=taking("unit", "to")(routing.rout), why_illegal=taking("unit", "to")(routing.why_not_to),
        ),
        Kind(
            order=Advance, phases=("advance",), actors=_own, orders=_goes(Advance, advancing.hexes),
            why_idle=_idle(advancing.cannot, "all hexes around are full"),
            rule=taking("unit", "to")(advancing.carry_out), why_illegal=taking("unit", "to")(advancing.why_not_to),
        ),
        Kind(
            order=Rally, phases=("rally",), actors=_names(rallying.hexes), orders=_rallies,
            rule=_rally, why_illegal=_why_not_rally,
        ),
        Kind(
            order=Fire, phases=FIRING, actors=_names(fire_plan.targets), orders=_fires,
            rule=taking("fire", "target")(fire_plan.aim), why_illegal=_why_not_fire,
        ),
        Kind(
            order=Fall, phases=FIRING, actors=_names(_aimed_at), orders=_falls,
            rule=taking()(fire_plan.roll), why_illegal=_why_not_fall,
        ),
        Kind(
            order=CloseCombat, phases=("close combat",), actors=_names(melee.hexes), orders=_close_combats,
            rule=taking("target")(fighting.begin), why_illegal=_why_not_close_combat,
        ),
        Kind(
            order=BestPairing, phases=("close combat",), actors=_names(_declaring_in), orders=_best_pairings,
            rule=taking()(melee.declare_best), why_illegal=_why_not_best_pairing,
        ),
        Kind(
            order=Attack, phases=("close combat",), orders=_attacks,
            rule=taking("units", "at")(fighting.attack), why_illegal=WHY_NOT_ATTACK,
        ),
        Kind(
            order=Resolve, phases=("close combat",), actors=_names(_rolling_in), orders=_resolves,
            rule=taking()(fighting.roll), why_illegal=_why_not_resolve,
        ),
        Kind(
            order=EndPhase, actors=_end, orders=_ends,
            rule=taking()(sequence.end_phase), why_illegal=taking()(sequence.why_not_end),
        ),
    ),
    why_idle=_why_idle,
)  # fmt: skip
