"""Retreat: the owner moves his stack away from the battle, as many hexes as the result says; who cannot is eliminated.

Ruling retreat: every hex is farther from the battle than the one before; not onto enemies, nor over what is
prohibited; a zone of control costs the stack a step for each hex entered where no friend stands.
"""

from collections.abc import Iterator, Sequence

import msgspec

from grognard.games.iron_curtain.combat_1945 import shared_out
from grognard.games.iron_curtain.contamination import enter, poisons
from grognard.games.iron_curtain.ground import Ground
from grognard.games.iron_curtain.harm import alive, all_defending, destroyed, suffer
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.scenario import Unit
from grognard.games.iron_curtain.terms import enemy
from grognard.hexes import HexId
from grognard.umpire import Rule, choose


class WayBack(msgspec.Struct, frozen=True, order=True):
    """A way to retreat by: how much it harms, how far its end is from supply, and its hexes after the first."""

    harm: int
    far: int
    path: tuple[HexId, ...]

    @property
    def end(self) -> HexId:
        """Where it leads to."""
        return self.path[-1]


def retreat(ground: Ground, units: Sequence[Unit], far: int) -> Rule[Position]:
    """Move a stack back by its owner's choice: together where a hex has room for all, else one unit after another."""
    if ways_back(ground, units, far):
        return (yield from _retreat_together(ground, units, far))
    position = ground.position
    for unit in units:
        position = yield from _retreat_together(ground.after(position), [unit], far)
    return position


def _retreat_together(ground: Ground, units: Sequence[Unit], far: int) -> Rule[Position]:
    here, name = ground.at(units[0]), ground.grid.names
    ways = {name[way.end]: way for way in ways_back(ground, units, far)}
    if not ways:
        return destroyed(ground, units)
    who = units[0].name if len(units) == 1 else "the stack"
    asked = f"retreat of {who} from {name[here]}"
    chosen = yield from choose(units[0].side, asked, tuple(ways), ground.position)
    position = ground.position
    for there in ways[chosen].path:
        left = alive(position, units)
        if left:
            position = yield from _step_back(ground.after(position), left, there)
    return position


def _step_back(ground: Ground, units: Sequence[Unit], there: HexId) -> Rule[Position]:
    """Move a stack back one hex: it loses a step to a zone of control there, and rolls if it is contaminated."""
    if not costs_a_step(ground, units[0], there):
        return (yield from enter(ground, ground.position, units, there))
    ways = shared_out(all_defending(ground, units), 1, spread=True)
    asked = f"step lost to the zone of control in {ground.grid.names[there]}"
    picked = yield from choose(units[0].side, asked, tuple(ways), ground.position)
    position = suffer(ground.position, units, ways[picked])
    left = alive(position, units)
    return (yield from enter(ground, position, left, there)) if left else position


def costs_a_step(ground: Ground, unit: Unit, there: HexId) -> bool:
    """Say whether a hex is in an enemy zone of control, and no friend stands there."""
    return there in ground.zone_of(enemy(unit.side)) and not ground.units_at(there)


def ways_back(ground: Ground, units: Sequence[Unit], far: int) -> list[WayBack]:
    """Return the best way to each hex that units can retreat to together, the least harmful first."""
    battle, side = ground.at(units[0]), units[0].side
    best: dict[HexId, tuple[int, tuple[HexId, ...]]] = {battle: (0, ())}
    for step in range(1, far + 1):
        ahead: dict[HexId, tuple[int, tuple[HexId, ...]]] = {}
        for here, (harm, path) in best.items():
            for there in _next_hexes(ground, units, battle, here, step):
                more = costs_a_step(ground, units[0], there) + len(poisons(ground.position, there))
                found = harm + more, (*path, there)
                ahead[there] = min(found, ahead.get(there, found))
        best = ahead
    roomy = [at for at in best if ground.room(at) >= len(units)]
    return sorted(WayBack(best[at][0], ground.supply_length(side, at), best[at][1]) for at in roomy)


def _next_hexes(
    ground: Ground, units: Sequence[Unit], battle: HexId, here: HexId, step: int
) -> Iterator[HexId]:
    """Run through the hexes next to one that are so many steps from the battle and open to all the units."""
    foes, away = ground.foes(units[0].side), ground.theatre.around(battle)
    for there in ground.grid.neighbours(here):
        farther = away[there] == step and there not in foes
        if farther and all(ground.can_step(unit, here, there) for unit in units):
            yield there
