"""Where a unit can go in its phase, as the board shows it: by moving, routing or advancing; and what else it can do."""

from collections.abc import Callable

from grognard.games.asl_sk import advancing, fire_plan, moves, routing
from grognard.games.asl_sk.ground import Ground
from grognard.games.asl_sk.orders import Advance, Rout
from grognard.games.asl_sk.scenario import Unit
from grognard.hexes import HexId
from grognard.hexes.paths import points
from grognard.play.board import NO_COST, Reachable, Step
from grognard.play.kinds import OVER
from grognard.rules.naming import names
from grognard.rules.orders import Move
from grognard.rules.reach_view import cost_of, walks


def reach(ground: Ground, unit: Unit) -> Reachable:
    """Return where a unit can go in this phase; for every other hex the reason why not."""
    match ground.position.phase:
        case "rout" | "enemy rout":
            return _routs(ground, unit)
        case "advance":
            return _advances(ground, unit)
    return _moves(ground, unit)


def _moves(ground: Ground, unit: Unit) -> Reachable:
    reason = moves.cannot_move(ground, unit)
    if reason or ground.position.over:
        return Reachable(unit.id, reason or OVER)
    return walks(
        ground.grid,
        moves.reached(ground, unit),
        ground.grid.hexes,
        piece=unit.id,
        allowed=f"{_mf(moves.left_to(ground, unit))} {'MP' if unit.is_afv else 'MF'}",
        left=moves.left_to(ground, unit),
        cost=_mf,
        order=lambda to: Move(unit.id, to),
        why_not=lambda at: moves.why_not_to(ground, unit, at),
        note=lambda at: _mind(ground, unit, at),
    )


def _routs(ground: Ground, unit: Unit) -> Reachable:
    reason = routing.cannot(ground, unit)
    if reason:
        return Reachable(unit.id, reason)
    found, name = routing.reached(ground, unit), ground.grid.hex_name

    def step(at: HexId) -> Step:
        return Step(cost_of(found[at], _mf), tuple(map(name, found.path(at))), Rout(unit.id, name(at)))

    steps = {name(at): step(at) for at in routing.havens(ground, unit)}
    says = f"{unit.name} runs to the nearest cover, or is eliminated when the phase ends"
    return _reachable(ground, unit, says, steps, routing.why_not_to)


def _advances(ground: Ground, unit: Unit) -> Reachable:
    reason = advancing.cannot(ground, unit)
    if reason:
        return Reachable(unit.id, reason)
    here, name = ground.hex_of(unit), ground.grid.hex_name

    def step(at: HexId) -> Step:
        check = advancing.paatc(ground, unit, at)
        note = ", ".join(filter(None, (_mind(ground, unit, at), check.told if check else "")))
        return Step(NO_COST, (name(here), name(at)), Advance(unit.id, name(at)), note)

    steps = {name(at): step(at) for at in advancing.hexes(ground, unit)}
    return _reachable(ground, unit, f"{unit.name} advances one hex", steps, advancing.why_not_to)


def _reachable(
    ground: Ground,
    unit: Unit,
    says: str,
    steps: dict[str, Step],
    why_not: Callable[[Ground, Unit, HexId], str],
) -> Reachable:
    name = ground.grid.hex_name
    refusals = {name(at): why_not(ground, unit, at) for at in ground.grid.hexes if name(at) not in steps}
    return Reachable(unit.id, says, steps, refusals)


def _mind(ground: Ground, unit: Unit, at: HexId) -> str:
    """Say what a unit should mind before it goes to a hex: whose fire of the plan may fall there."""
    foes = ground.foes_at(at, unit.side)
    upon = [f"upon {names(foes)}"] if foes else []
    fires = [
        f"{name} can fire there"
        for name, fire in ground.scenario.file.fire.items()
        if fire.side != unit.side
        and not unit.is_afv
        and fire.turns[0] <= ground.position.turn <= fire.turns[1]
        and ground.terrain(at) in fire.checks
        and at in fire_plan.field_of(ground.scenario, fire)
    ]
    return ", ".join([*upon, *fires])


def _mf(cost: int) -> str:
    return f"{cost / points(1):g}"
