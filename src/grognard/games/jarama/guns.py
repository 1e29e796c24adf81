# SPDX-License-Identifier: Apache-2.0
"""Batteries: which may fire, how far, and with how many points."""

from collections.abc import Iterable

from grognard.charts.plurals import counted
from grognard.games.jarama.board import Board
from grognard.games.jarama.movement import allowance
from grognard.games.jarama.scenario import Unit
from grognard.hexes import HexId


def gun_range(board: Board, gun: Unit) -> int:
    """Artillery movement and Fire Capacity: return how many hexes a battery fires."""
    return int(allowance(gun.kind, card=board.card) or 0)


def cannot_fire(board: Board, gun: Unit) -> str:
    """Rulings artillery-capacity and states-in-combat: say why a battery may not fire now; empty if it may."""
    position = board.position
    if not gun.is_artillery:
        return f"{gun.name} is no artillery"
    if not board.is_on_map(gun):
        return f"{gun.name} is not on the map"
    if gun.number in position.fired:
        return f"{gun.name} has fired this turn"
    if has_moved(board, gun) and board.card.ruled("artillery-capacity") == "either":
        return f"{gun.name} has moved, and a battery moves or fires in a turn (ruling artillery-capacity)"
    if gun.number in position.short:
        return f"{gun.name} is out of supply and may not fire (ruling states-in-combat)"
    if state := board.unfit(gun):
        return f"{gun.name} is {state} and may not fire (ruling states-in-combat)"
    return ""


def why_out_of_range(board: Board, gun: Unit, target: HexId) -> str:
    """Say that a hex is out of a battery's range; empty if it is not."""
    far, most = board.grid.distance(board.at(gun), target), gun_range(board, gun)
    if far <= most:
        return ""
    return f"{board.grid.names[target]} is {counted(far, 'hex', 'hexes')} from {gun.name}, which fires {most} (artillery: {gun.kind})"


def gun_points(board: Board, guns: Iterable[Unit]) -> int:
    """Add up the bombardment points of those batteries that have not moved."""
    return sum(gun.bombardment for gun in guns if not has_moved(board, gun))


def moved_points(board: Board, guns: Iterable[Unit]) -> tuple[int, ...]:
    """Return the bombardment points of each battery that has moved, before they are reduced (ruling artillery-capacity)."""
    return tuple(gun.bombardment for gun in guns if has_moved(board, gun))


def has_moved(board: Board, gun: Unit) -> bool:
    """Return whether a battery has moved this turn."""
    return bool(board.position.spent[gun.number])
