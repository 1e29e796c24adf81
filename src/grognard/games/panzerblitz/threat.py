"""What a side could attack in its next turn: by fire from where it stands, by overrun, by close assault."""

from collections import defaultdict

from msgspec.structs import replace

from grognard.games.panzerblitz import gunnery, moves, overrunning
from grognard.games.panzerblitz.ground import Ground
from grognard.games.panzerblitz.scenario import Unit
from grognard.games.panzerblitz.terms import Side
from grognard.hexes import HexId
from grognard.hexes.paths import Zone, marked, points, reach


def threatened(ground: Ground, side: Side) -> dict[HexId, int]:
    """Return each hex a side could attack in its next turn, with all the attack factors it could bring there."""
    strength: dict[HexId, int] = defaultdict(int)
    then = _next_turn(ground, side)
    for unit in ground.scenario.of_side[side]:
        if unit.type.attack and ground.at(unit) >= 0 and not then.done(unit).dispersed:
            for at in _attacks(then, unit) - ground.hexes_of(side):
                strength[at] += unit.type.attack
    return dict(sorted(strength.items()))


def _next_turn(ground: Ground, side: Side) -> Ground:
    """Return the position as if the turn of a side had just begun."""
    zeros, nobody = (0,) * len(ground.scenario.units), frozenset[int]()
    fresh = replace(
        ground.position,
        side=side,
        phase="infantry",
        spent=zeros,
        hexes=zeros,
        acted=nobody,
        carried=nobody,
        on_road=nobody,
    )
    return ground.after(fresh)


def _attacks(ground: Ground, unit: Unit) -> set[HexId]:
    fired_at = set(gunnery.covers(ground, unit)) if unit.type.fires_as(ground.card) else set()
    if unit.type.is_armoured_vehicle:
        return fired_at | _driven_through(ground, unit)
    if unit.type.is_infantry and not moves.cannot_move(ground, unit):
        return fired_at | {there for at in moves.reach(ground, unit) for there in ground.grid.neighbours(at)}
    return fired_at


def _driven_through(ground: Ground, unit: Unit) -> set[HexId]:
    """Return the hexes a vehicle could overrun, driving off the road and not over mines or blocks."""
    foes, stops = ground.foes(unit.side), ground.mines() | ground.scenario.blocks
    off_road = Zone(frozenset(ground.grid.hexes), off_road=True)
    movement = points(unit.type.movement)
    driven = reach(
        moves.told(ground, unit).ways, ground.at(unit), movement, marks=marked([off_road], foes | stops)
    )
    found: set[HexId] = set()
    for here in driven:
        for target in ground.grid.neighbours(here):
            there = overrunning.way_out(ground, here, target)
            if target in found or there is None or there in foes | ground.scenario.blocks:
                continue
            cost = moves.price(ground, unit, (here, target, there))
            if (
                cost is not None
                and driven[here] + cost <= movement
                and not overrunning.why_not_hex(ground, target)
            ):
                found.add(target)
    return found
