# SPDX-License-Identifier: Apache-2.0
"""Sight on the map: what each unit has in range and in its line of fire, which units spot, and what a command post sees."""

from grognard.charts.plurals import counted
from grognard.games.panzerblitz import fire
from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.scenario import Unit
from grognard.games.panzerblitz.sight import why_not_spotted
from grognard.hexes import HexId
from grognard.rules.cache import cached_on_board


def why_not_seen(board: Board, unit: Unit, target: HexId) -> str:
    """TET, ruling spotting: say why a hex is out of range or sight, or not spotted; empty if it can be fired at."""
    here = board.at(unit)
    distance = board.grid.distance(here, target)
    if distance > unit.type.range:
        return f"{unit.name} reaches {counted(unit.type.range, 'hex', 'hexes')}, and {board.grid.names[target]} is at {distance} (roster)"
    if target not in covers(board, unit):
        return _why_not_unseen(board, unit, target)
    return why_not_spotted(board.scenario.map, here, target, spotters(board), board.card) or ""


def _why_not_unseen(board: Board, unit: Unit, target: HexId) -> str:
    """Ruling indirect-fire: say why a unit may not fire at a hex that it does not see; empty if it may."""
    here, name = board.at(unit), board.grid.names[target]
    obstacle = board.context.blocked(here, target)
    unseen = f"{unit.name} cannot see {name}: {obstacle}"
    if board.ruled("indirect-fire") == "off":
        return unseen
    reason = fire.why_not_indirect(unit.type, board.grid.distance(here, target), board.card)
    if reason:
        return f"{unseen}; {reason}"
    return "" if _is_observed(board, target) else f"{unseen}; nor does a command post (ruling indirect-fire)"


def _is_observed(board: Board, target: HexId) -> bool:
    """Ruling indirect-fire: return whether a command post sees a hex; in woods or a town, a unit that spots it there."""
    posts = [
        board.at(unit)
        for unit in board.scenario.of_side[board.position.side]
        if unit.type.kind == "command post" and board.is_on_foot(unit) and not board.activity(unit).dispersed
    ]
    hidden = why_not_spotted(board.scenario.map, target, target, (), board.card) is not None
    watched = spotters(board).intersection(board.grid.neighbours(target)) if hidden else {target}
    return any(board.context.blocked(post, at) is None for post in posts for at in watched)


@cached_on_board
def spotters(board: Board) -> frozenset[HexId]:
    """Ruling spotting: return the hexes from which the side to move can spot: those of its units that are not dispersed."""
    dispersed = board.position.dispersed
    return frozenset(
        at
        for at in board.hexes_of(board.position.side)
        if any(unit.number not in dispersed for unit in board.garrison(at))
    )


def covers(board: Board, unit: Unit) -> frozenset[HexId]:
    """TET: return the hexes a unit has in range and in its line of fire."""
    return board.context.seen_from(board.at(unit), unit.type.range)
