"""Retreat: the owner moves his units away from the battle, as many hexes as the results say (ruling retreat).

Every hex is farther from the battle than the one before; not onto enemies, nor over what is prohibited. A zone of
control that the owner reckons with costs the force a Troop point for each hex entered where no friend stands; for each
hex that cannot be gone every unit loses a point.
"""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from grognard.games.jarama.field import Field
from grognard.games.jarama.harm import alive, driven, suffer
from grognard.games.jarama.position import Position
from grognard.games.jarama.scenario import Unit
from grognard.hexes import HexId
from grognard.umpire import Question, Rule, choose

# The option of a force whose units go each its own way.
APART = "one by one"
# How a position in the midst of a battle is shown to whoever chooses.
Shown = Callable[[Position], Position]


class Retreat(Question[str], frozen=True):
    """Where a unit retreats to from a hex, by the name it goes by in battles; or a whole force, which has none."""

    start: str
    unit: str = ""


class ZonePoint(Question[str], frozen=True):
    """Which unit of a force loses the point that an enemy zone of control costs."""

    at: str


class WayBack(msgspec.Struct, frozen=True, order=True):
    """A way to retreat by: what it costs, how near its end is to enemies, and its hexes after the first."""

    harm: int
    near: int
    path: tuple[HexId, ...]

    @property
    def end(self) -> HexId:
        """Where it leads to."""
        return self.path[-1]


def retreat(field: Field, units: Sequence[Unit], far: int, battle: HexId, shown: Shown) -> Rule[Position]:
    """Move a force back by its owner's choice: together where that can be, or one unit after another.

    He is asked whether they go apart only where one of them alone could go elsewhere.
    """
    ways = ways_back(field, units, far, battle)
    apart = len(units) > 1 and _ways_apart(field, units, far, battle) > {way.end for way in ways}
    if len(units) == 1 or (ways and not apart):
        return (yield from _together(field, units, far, battle, shown))
    if ways:
        options = (*(field.grid.names[way.end] for way in ways), APART)
        asked = Retreat(field.grid.names[field.at(units[0])])
        chosen = yield from choose(units[0].side, asked, options, shown(field.position))
        if chosen != APART:
            way = next(way for way in ways if field.grid.names[way.end] == chosen)
            return (yield from _went_back(field, units, way, shown))
    position = field.position
    for unit in units:
        position = yield from _together(field.after(position), [unit], far, battle, shown)
    return position


def _ways_apart(field: Field, units: Sequence[Unit], far: int, battle: HexId) -> set[HexId]:
    """Return where units of a force could go, each for itself."""
    return {way.end for unit in units for way in ways_back(field, [unit], far, battle)}


def _went_back(field: Field, units: Sequence[Unit], way: WayBack, shown: Shown) -> Rule[Position]:
    """Take a way back, hex by hex."""
    position = field.position
    for there in way.path:
        left = alive(position, units)
        if left:
            position = yield from _step_back(field.after(position), left, there, shown)
    return position


def _together(field: Field, units: Sequence[Unit], far: int, battle: HexId, shown: Shown) -> Rule[Position]:
    """Go as far as there is a way; for each hex that is left every unit loses a point."""
    position, name = field.position, field.grid.names
    for hexes in range(far, 0, -1):
        ways = {name[way.end]: way for way in ways_back(field, units, hexes, battle)}
        if not ways:
            continue
        who = field.theatre.called[units[0].number] if len(units) == 1 else ""
        asked = Retreat(name[field.at(units[0])], who)
        chosen = yield from choose(units[0].side, asked, tuple(ways), shown(position))
        position = yield from _went_back(field, units, ways[chosen], shown)
        return suffer(position, dict.fromkeys(alive(position, units), far - hexes))
    return suffer(position, dict.fromkeys(units, far))


def _step_back(field: Field, units: Sequence[Unit], there: HexId, shown: Shown) -> Rule[Position]:
    """Move a force back one hex; a zone of control there costs it a point, of a unit that the owner chooses."""
    position = field.position
    if costs_a_point(field, units[0], there):
        names = {field.theatre.called[unit.number]: unit for unit in _strongest_first(field, units)}
        asked = ZonePoint(field.grid.names[there])
        picked = yield from choose(units[0].side, asked, tuple(names), shown(position))
        position = suffer(position, {names[picked]: 1})
    left = alive(position, units)
    return driven(position, left, there) if left else position


def _strongest_first(field: Field, units: Sequence[Unit]) -> list[Unit]:
    return sorted(units, key=lambda unit: (-field.points(unit), unit.number))


def costs_a_point(field: Field, unit: Unit, there: HexId) -> bool:
    """Say whether a hex is in a zone of control that the owner reckons with, and no friend stands there."""
    return there in field.zone_against(unit.side) and there not in field.position.holds(unit.side)


def ways_back(field: Field, units: Sequence[Unit], far: int, battle: HexId) -> list[WayBack]:
    """Return the best way to each hex that units can retreat to together, the least harmful first."""
    start = field.at(units[0])
    best: dict[HexId, tuple[int, tuple[HexId, ...]]] = {start: (0, ())}
    away = field.grid.distance(battle, start)
    for step in range(1, far + 1):
        ahead: dict[HexId, tuple[int, tuple[HexId, ...]]] = {}
        for here, (harm, path) in best.items():
            for there in _next_hexes(field, units, battle, here, away + step):
                found = harm + costs_a_point(field, units[0], there), (*path, there)
                ahead[there] = min(found, ahead.get(there, found))
        best = ahead
    foes = field.foes(units[0].side)
    roomy = [at for at in best if field.room(at) >= len(units)]
    return sorted(WayBack(best[at][0], _near(field, at, foes), best[at][1]) for at in roomy)


def _near(field: Field, hex_id: HexId, foes: frozenset[HexId]) -> int:
    """Count the enemies around a hex."""
    return len(foes & field.theatre.near(hex_id))


def _next_hexes(
    field: Field, units: Sequence[Unit], battle: HexId, here: HexId, away: int
) -> Iterator[HexId]:
    """Run through the hexes next to one that are so far from the battle and open to all the units."""
    foes = field.foes(units[0].side)
    for there in field.grid.neighbours(here):
        farther = field.grid.distance(battle, there) == away and there not in foes
        if farther and all(field.step(unit, here, there) is not None for unit in units):
            yield there
