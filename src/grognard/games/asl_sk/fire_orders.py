# SPDX-License-Identifier: Apache-2.0
"""The scenario's fire plan on the map (ruling fire-plan): where fire from outside may fall, on which units, and its effect."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from grognard.games.asl_sk import morale_check
from grognard.games.asl_sk.board import COVER, Board, state_of
from grognard.games.asl_sk.fire import Fired, FireSheet, fire_sheet, fired
from grognard.games.asl_sk.morale_check import CheckSheet
from grognard.games.asl_sk.position import Aimed, Position
from grognard.games.asl_sk.scenario import FireFile, Scenario, Unit, named_hexes
from grognard.games.asl_sk.unit_check import Terms
from grognard.hexes import HexId
from grognard.hexes.sight import hexes_between
from grognard.play.places import LOST
from grognard.procedures.procedure import NotAllowed
from grognard.registry import game_map
from grognard.rules.cache import cached_on_board
from grognard.umpire import Call, Rule

# Where fire may fall


@lru_cache(maxsize=256)
def covers(map_name: str, start: HexId, far: int) -> frozenset[HexId]:
    """Ruling fire-plan: return the hexes seen from a hex within a range: woods and buildings between block the line."""
    board = game_map("asl-sk", map_name)
    return frozenset(
        at
        for at in board.grid.within(start, far)
        if not any(board.terrain[between] in COVER for between in hexes_between(board.grid, start, at))
    )


@lru_cache(maxsize=256)
def _area(map_name: str, names: tuple[str, ...]) -> frozenset[HexId]:
    return named_hexes(game_map("asl-sk", map_name), names)


def field_of(scenario: Scenario, fire: FireFile) -> frozenset[HexId]:
    """Return the hexes on which fire of the plan may fall: those of its area, or those it sees."""
    if fire.area:
        return _area(scenario.file.map, fire.area)
    return covers(scenario.file.map, scenario.map.grid.parse_hex(fire.at), fire.range)


def in_turn(board: Board) -> Iterator[tuple[str, FireFile]]:
    """Yield the fire of the plan that the side may use in this phase and has not used."""
    position = board.position
    for name, fire in board.scenario.file.fire.items():
        first, last = fire.turns
        due = fire.side == board.side and first <= position.turn <= last and position.phase in fire.phases
        if due and name not in position.fired:
            yield name, fire


def why_not_at(board: Board, name: str, target: HexId) -> str:
    """Say why fire of the plan may not fall on a hex; empty if it may."""
    plan, position = board.scenario.file.fire, board.position
    where = board.grid.names[target]
    if name not in plan:
        return f"there is no fire called {name!r} in the plan; there is {', '.join(plan) or 'none'}"
    if position.aimed:
        return f"{position.aimed.fire} is aimed and to be rolled first (ruling fire-plan)"
    if name not in dict(in_turn(board)):
        return f"{name} does not fire now: this is turn {position.turn}, {board.side} {position.phase} (ruling fire-plan)"
    fire = plan[name]
    if target not in field_of(board.scenario, fire):
        reaches = (
            f"it falls on {', '.join(fire.area)}"
            if fire.area
            else f"it sees {fire.range} hexes from {fire.at}"
        )
        return f"{name} does not reach {where}: {reaches} (ruling fire-plan)"
    if board.terrain(target) not in fire.checks:
        return f"{name} does nothing in {board.terrain(target)} (ruling fire-plan)"
    if not board.foes_at(target, fire.side):
        return f"there is no enemy in {where}"
    return "" if fired_at(board, name, target) else f"nobody in {where} can be harmed by fire (ruling stun)"


def fired_at(board: Board, name: str, target: HexId) -> list[Unit]:
    """Ruling fire-plan: return the units under fire: the enemy, in a Melee both sides; of AFVs those that are CE."""
    fire = board.scenario.file.fire[name]
    both = board.in_melee(target)
    units = board.units_at(target) if both else board.foes_at(target, fire.side)
    return [unit for unit in units if not unit.is_afv or board.state(unit).ce]


@cached_on_board
def targets(board: Board) -> dict[HexId, list[str]]:
    """Return the hexes on which fire may fall now, with the fire that may."""
    if board.position.phase not in ("fire", "defensive fire") or board.position.aimed:
        return {}
    fields = {name: field_of(board.scenario, fire) for name, fire in in_turn(board)}
    foes = board.hexes_of(board.scenario.enemy(board.side)) if fields else frozenset()
    fires = {
        at: [name for name, field in fields.items() if at in field and not why_not_at(board, name, at)]
        for at in sorted(foes)
    }
    return {at: able for at, able in fires.items() if able}


# What it does


def sheet(board: Board, name: str, target: HexId) -> FireSheet:
    """Return the worksheet of fire on a hex: the check of each side's stack, and of the crews of AFVs."""
    if name not in board.scenario.file.fire:
        raise NotAllowed(f"there is no fire called {name!r} in the plan")
    fire = board.scenario.file.fire[name]
    number = fire.checks.get(board.terrain(target))
    if number is None:
        raise NotAllowed(f"{name} does nothing in {board.terrain(target)} (ruling fire-plan)")
    units = fired_at(board, name, target)
    men = [unit for unit in units if not unit.is_afv]
    checks = tuple(
        _check(board, [unit for unit in men if unit.side == side], number, target)
        for side in board.scenario.sides
        if any(unit.side == side for unit in men)
    )
    crews = tuple(unit.name for unit in units if unit.is_afv)
    return fire_sheet(f"{name} at {board.terrain(target)}", number, checks, crews)


def _check(board: Board, units: Sequence[Unit], number: int, target: HexId) -> CheckSheet:
    elr = board.scenario.file.elr[units[0].side]
    terms = Terms(elr, fired_upon=True, card=board.card, melee=board.in_melee(target))
    return morale_check.sheet_of([board.infantry(unit) for unit in units], number, 0, terms)


def aim(board: Board, name: str, target: HexId) -> Position:
    """Aim fire of the plan at a hex; fire that can harm no unit is refused."""
    sheet(board, name, target)
    return replace(board.position, aimed=Aimed(name, target), fired=board.position.fired | {name})


def aimed(board: Board) -> Aimed:
    """Return the fire that was aimed."""
    if board.position.aimed is None:
        raise NotAllowed("no fire is aimed")
    return board.position.aimed


def why_not_fall(board: Board, target: HexId) -> str:
    """Say why no aimed fire falls on a hex; empty if it does."""
    fire = board.position.aimed
    if fire is None:
        return "no fire is aimed"
    return "" if fire.at == target else f"fire is aimed at {board.grid.names[fire.at]}"


def under_fire(board: Board, target: HexId) -> list[Unit]:
    """Return the enemies in a hex under the aimed fire."""
    return [unit for unit in fired_at(board, aimed(board).fire, target) if unit.side != board.side]


def roll(board: Board) -> Rule[Position]:
    """Resolve aimed fire: roll all checks, and apply their results."""
    fire = aimed(board)
    ended: Fired = yield Call(fired, sheet(board, fire.fire, fire.at))
    by_name, units = board.scenario.by_name, list(board.position.units)
    for fate in ended.fates:
        number = by_name[fate.unit].number
        units[number] = state_of(fate.now, units[number]) if fate.now else replace(units[number], at=LOST)
    for crew in ended.stunned:
        number = by_name[crew].number
        units[number] = replace(units[number], ce=False, stunned=True, recovering=False, motion=False)
    return replace(board.position, units=tuple(units), aimed=None)
