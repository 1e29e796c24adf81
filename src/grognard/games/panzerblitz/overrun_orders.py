# SPDX-License-Identifier: Apache-2.0
"""Overruns on the map: armored vehicles drive straight through an adjacent hex to its far side."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from grognard.games.panzerblitz import overrun
from grognard.games.panzerblitz.attack_limits import why_not_attack
from grognard.games.panzerblitz.attack_orders import AdjacentAttack
from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.losses import strike
from grognard.games.panzerblitz.move_orders import cannot_move, movement_left, off_road_cost, why_not_to
from grognard.games.panzerblitz.overrun import Marker
from grognard.games.panzerblitz.position import Position
from grognard.games.panzerblitz.scenario import Unit
from grognard.hexes import HexId
from grognard.hexes.paths import points
from grognard.play.tuples import placed, placed_all
from grognard.rules.cache import cached_on_board
from grognard.umpire import Rule


def cannot_overrun(board: Board, unit: Unit) -> str:
    """Say why a unit may not overrun in this phase; empty if it may."""
    reason = (
        overrun.why_not_unit(unit.called, (), board.card)
        or cannot_move(board, unit)
        or why_not_attack("overrun", unit.called, board.activity(unit))
    )
    if reason:
        return reason
    if unit.number in board.position.on_road:
        return f"{unit.name} has moved at the road rate, and does not overrun this turn (ruling overrun)"
    return ""


def far_side(board: Board, here: HexId, target: HexId) -> HexId | None:
    """Return the hex on the far side of a hex; None at the edge of the map, or if the two are not adjacent."""
    direction = board.grid.direction(here, target)
    return None if direction is None else board.grid.neighbour(target, direction)


def why_not_on(board: Board, unit: Unit, target: HexId) -> str:
    """Say why a unit may not overrun a hex from where it stands; empty if it may."""
    struck = [foe.called for foe in board.under_attack(target)]
    return (
        cannot_overrun(board, unit)
        or why_not_hex(board, target)
        or overrun.why_not_unit(unit.called, struck, board.card)
        or _why_not_through(board, unit, target)
    )


def _why_not_through(board: Board, unit: Unit, target: HexId) -> str:
    """Ruling overrun: say why a unit cannot drive straight through an adjacent hex to its far side."""
    here, names = board.at(unit), board.grid.names
    if board.grid.distance(here, target) != 1:
        return f"{unit.name} is not next to {names[target]}: it drives on from beside it (ruling overrun)"
    there = far_side(board, here, target)
    if there is None:
        return f"{unit.name} would drive off the map (ruling overrun)"
    if there in board.foes(unit.side):
        return f"enemy units are in {names[there]}, where {unit.name} would come out (ruling overrun)"
    if there in board.scenario.blocks:
        return f"{names[there]}, where {unit.name} would come out, is blocked (ruling blocks)"
    cost = off_road_cost(board, unit, (here, target, there))
    if cost is None:
        return f"there is no way for {unit.name} through {names[target]} to {names[there]}"
    if cost > movement_left(board, unit):
        return f"{unit.name} has not movement enough to drive through to {names[there]}"
    return _why_no_room(board, [unit], target)


def why_not_into(board: Board, unit: Unit, hex_id: HexId) -> str:
    """Say why a unit cannot move to a hex; if enemies are there, whether a vehicle can overrun them instead."""
    plain = why_not_to(board, unit, hex_id)
    if hex_id not in board.foes(unit.side) or not unit.type.is_armoured_vehicle or cannot_move(board, unit):
        return plain
    reason = why_not_overrun(board, [unit], hex_id)
    return f"{plain}; {reason}" if reason else f"{plain}, but it can overrun them"


def why_not_hex(board: Board, target: HexId) -> str:
    """Say why a hex cannot be overrun, whatever units are there; empty if it can."""
    return overrun.why_not_hex(board.footing(target), board.level(target), _lies_there(board, target))


def situation(board: Board, units: Sequence[Unit], target: HexId) -> overrun.Overrun:
    """Return what the card asks about an overrun, from the position."""
    return overrun.Overrun(
        attackers=tuple(unit.type.id for unit in units),
        targets=board.desk_notation(board.under_attack(target)),
        terrain=board.footing(target),
        elevation=board.level(target),
        lies_there=_lies_there(board, target),
    )


def _lies_there(board: Board, target: HexId) -> Marker:
    if target in board.mines():
        return "mines"
    if target in board.scenario.blocks:
        return "block"
    return "wreck" if board.wrecks_at(target) else "nothing"


def _way(board: Board, unit: Unit, target: HexId) -> tuple[str, ...]:
    """Return the path of an overrun: in, and out on the far side."""
    here = board.at(unit)
    there = far_side(board, here, target)
    return () if there is None else tuple(board.grid.names[at] for at in (here, target, there))


OVERRUN = AdjacentAttack(
    attack="overrun", verb="overrun", procedure=overrun.PROCEDURE,
    why_not_on=why_not_on, situation=situation, worksheet=overrun.worksheet, way=_way,
)  # fmt: skip
targets = cached_on_board(OVERRUN.targets)


def why_not_overrun(board: Board, units: Sequence[Unit], target: HexId) -> str:
    """Say why an overrun may not be made; empty if it may."""
    return OVERRUN.why_not(board, units, target) or _why_no_room(board, units, target)


def _why_no_room(board: Board, units: Sequence[Unit], target: HexId) -> str:
    """Ruling stacking: overrunning units stop on the far side, and must have room there."""
    out = Counter(far_side(board, board.at(unit), target) for unit in units)
    for there, count in out.items():
        if there is None:
            continue
        leaving = [unit for unit in board.garrison(there) if unit in units]
        if count > board.room(there, units[0].side) + len(leaving):
            return f"{board.grid.names[there]} has no room for {count} more (ruling stacking)"
    return ""


def drive_through(board: Board, units: Sequence[Unit], target: HexId) -> Rule[Position]:
    """Ruling overrun: roll, and stop on the far side, whatever the result."""
    sheet = OVERRUN.sheet(board, units, target)
    position = yield from strike(board, board.under_attack(target), sheet)
    at, spent, hexes, moved = position.at, position.spent, position.hexes, set[int]()
    for unit in units:
        there = far_side(board, board.at(unit), target)
        # In free play a unit may overrun that has no far side; it then stays where it is.
        there = board.at(unit) if there is None else there
        party = board.party(unit)
        at = placed_all(at, party, there)
        moved |= party
        spent = placed(spent, unit.number, points(unit.type.movement))
        hexes = placed(hexes, unit.number, hexes[unit.number] + 2)
    return replace(
        position,
        at=at,
        spent=spent,
        hexes=hexes,
        survivors=position.survivors - moved,
        acted=position.acted | {unit.number for unit in units},
        overrun=position.overrun | {target},
    )
