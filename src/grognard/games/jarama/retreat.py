# SPDX-License-Identifier: Apache-2.0
"""Retreat: the owner moves his units away from the battle, as many hexes as the results say (ruling retreat).

Every hex is farther from the battle than the one before; no enemy hex or prohibited hexside is entered. A zone of
control that the owner must assume costs the force a Troop point for each hex entered without a friend in it; for each
hex that cannot be retreated every unit loses a point.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from grognard.games.jarama.board import Board
from grognard.games.jarama.demoralization import Fate, Fates
from grognard.games.jarama.losses import moved_to, suffer, survivors
from grognard.games.jarama.position import Position
from grognard.games.jarama.scenario import Unit
from grognard.hexes import HexId
from grognard.play.places import Place
from grognard.rules.stack_retreat import WayBack
from grognard.rules.stack_retreat import ways_back as best_ways
from grognard.umpire import Question, Rule, choose

# The option for the units of a force to retreat separately.
APART = "one by one"
# Returns a position in the midst of the battle as it is shown to the player who chooses.
Shown = Callable[[Position], Position]


class Retreat(Question[str], frozen=True):
    """Where a unit retreats to from a hex, by its name in battles; or a whole force, which has none."""

    start: str
    unit: str = ""


class ZonePoint(Question[str], frozen=True):
    """Which unit of a force loses the point that an enemy zone of control costs."""

    at: str


def retreat(board: Board, units: Sequence[Unit], hexes: int, battle: HexId, shown: Shown) -> Rule[Position]:
    """Ruling retreat: move a force back by its owner's choice: together if possible, or one unit after another.

    He is asked whether they separate only if one of them alone could go elsewhere.
    """
    if len(units) == 1:
        return (yield from _move_back(board, units, hexes, battle, shown))
    ways = ways_back(board, units, hexes, battle)
    alone = {way.end for unit in units for way in ways_back(board, [unit], hexes, battle)}
    if ways and not alone > {way.end for way in ways}:
        return (yield from _move_back(board, units, hexes, battle, shown))
    if ways:
        options = (*(board.grid.names[way.end] for way in ways), APART)
        question = Retreat(board.grid.names[board.at(units[0])])
        chosen = yield from choose(units[0].side, question, options, shown(board.position))
        if chosen != APART:
            way = next(way for way in ways if board.grid.names[way.end] == chosen)
            return (yield from _retreat_along(board, units, way, shown))
    position = board.position
    for unit in units:
        position = yield from _move_back(board.after(position), [unit], hexes, battle, shown)
    return position


def _retreat_along(board: Board, units: Sequence[Unit], way: WayBack, shown: Shown) -> Rule[Position]:
    """Take a way back, hex by hex."""
    position = board.position
    for there in way.path:
        left = survivors(position, units)
        if left:
            position = yield from _step_back(board.after(position), left, there, shown)
    return position


def _move_back(
    board: Board, units: Sequence[Unit], hexes: int, battle: HexId, shown: Shown
) -> Rule[Position]:
    """Ruling retreat: go as far as there is a way; for each hex short of that every unit loses a point."""
    position, name = board.position, board.grid.names
    for distance in range(hexes, 0, -1):
        ways = {name[way.end]: way for way in ways_back(board, units, distance, battle)}
        if not ways:
            continue
        who = board.context.called[units[0].number] if len(units) == 1 else ""
        question = Retreat(name[board.at(units[0])], who)
        chosen = yield from choose(units[0].side, question, tuple(ways), shown(position))
        position = yield from _retreat_along(board, units, ways[chosen], shown)
        return suffer(position, dict.fromkeys(survivors(position, units), hexes - distance))
    return suffer(position, dict.fromkeys(units, hexes))


def _step_back(board: Board, units: Sequence[Unit], there: HexId, shown: Shown) -> Rule[Position]:
    """Ruling retreat: move a force back one hex; a zone of control there costs it a point, of a unit that the owner chooses."""
    position = board.position
    if costs_a_point(board, units[0], there):
        strongest_first = sorted(units, key=lambda unit: (-board.points(unit), unit.number))
        names = {board.context.called[unit.number]: unit for unit in strongest_first}
        question = ZonePoint(board.grid.names[there])
        picked = yield from choose(units[0].side, question, tuple(names), shown(position))
        position = suffer(position, {names[picked]: 1})
    left = survivors(position, units)
    return moved_to(position, left, there) if left else position


def costs_a_point(board: Board, unit: Unit, there: HexId) -> bool:
    """Rulings retreat and fog-zones: return whether a zone of control costs a point in a hex: no friend stands there."""
    return there in board.zone_against(unit.side) and there not in board.position.held[unit.side]


def ways_back(board: Board, units: Sequence[Unit], hexes: int, battle: HexId) -> list[WayBack]:
    """Return the best way to each hex that units can retreat to together, the least harmful first, then by enemies near."""
    start, foes = board.at(units[0]), board.foes(units[0].side)
    away = board.grid.distance(battle, start)
    ways = best_ways(
        start,
        hexes,
        lambda here, step: _next_hexes(board, units, battle, here, away + step),
        lambda at: costs_a_point(board, units[0], at),
        lambda at: len(foes & board.context.near(at)),
    )
    return [way for way in ways if board.room(way.end) >= len(units)]


def _next_hexes(
    board: Board, units: Sequence[Unit], battle: HexId, here: HexId, away: int
) -> Iterator[HexId]:
    """Yield the hexes next to one that are so far from the battle and open to all the units."""
    foes = board.foes(units[0].side)
    for there in board.grid.neighbours(here):
        farther = board.grid.distance(battle, there) == away and there not in foes
        if farther and all(board.step(unit, here, there) is not None for unit in units):
            yield there


# Morale


def fates_of(board: Board, units: Sequence[Unit], fates: Fates) -> dict[Unit, Fate]:
    """Return what becomes of each unit; battles know units by other names."""
    named = {board.context.called[unit.number]: unit for unit in units}
    return {named[fate.unit]: fate for fate in fates if fate.unit in named}


def suffer_fates(board: Board, position: Position, units: Sequence[Unit], fates: Fates) -> Position:
    """Apply the losses since the board, with those of ruling second-demoralization, and mark demoralised units."""
    was, hit = board.position.hurt, fates_of(board, units, fates)
    more = {unit: fate.loses - position.hurt[unit.number] + was[unit.number] for unit, fate in hit.items()}
    broken = {unit.number for unit, fate in hit.items() if fate.demoralised}
    position = suffer(position, more)
    return replace(position, demoralised=position.demoralised | broken)


def morale_retreats(  # noqa: PLR0913, PLR0917 - a retreat and how it is shown
    board: Board, position: Position, units: Sequence[Unit], fates: Fates, battle: HexId, shown: Shown
) -> Rule[Position]:
    """Demoralization Table: move back the units that retreat an additional hex, those of one hex together."""
    back: dict[Place, list[Unit]] = {}
    for unit, fate in fates_of(board, survivors(position, units), fates).items():
        if fate.retreats:
            back.setdefault(position.at[unit.number], []).append(unit)
    for force in back.values():
        position = yield from retreat(board.after(position), force, 1, battle, shown)
    return position
