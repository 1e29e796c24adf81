# SPDX-License-Identifier: Apache-2.0
"""Orders in plain words: as their side tells them, and what the enemy sees of them."""

from collections.abc import Callable
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.games.jarama import attack_orders, orders
from grognard.games.jarama.board import Board
from grognard.play.places import WAITING, is_on_map
from grognard.rules.group_movement import in_stack_order
from grognard.rules.naming import listed, names
from grognard.rules.orders import Arrive, MoveTogether
from grognard.rules.sentences import says

Glimpses = Callable[[Board, Any, Board], str]


def move_text(board: Board, order: MoveTogether) -> str:
    """Say which units go from where to where."""
    movers = in_stack_order(board.position.order, board.units(order.units))
    verb, start = "goes" if len(movers) == 1 else "go", "nowhere"
    if movers:
        at = board.place(movers[0])
        start = board.context.place(at) if is_on_map(at) else "off the map"
    return f"{names(movers)} {verb} from {start} to {_there(board, order.to)}"


def strike_text(board: Board, order: orders.Strike) -> str:
    """Say which units bomb or shell what."""
    verb = ("bomb" if isinstance(order, orders.Bomb) else "shell") + ("s" if len(order.units) == 1 else "")
    who = names(map(board.context.piece, order.units))
    return f"{who} {verb} {aim_text(board, order.at, order.target)}"


def attack_text(board: Board, order: orders.Battle) -> str:
    """Say which units attack which, with which support and at what odds, as far as that is known."""
    who = attack_orders.party(board, order.units)
    verb = "attacks" if len(who.units) == 1 else "attack"
    moving = " on the move" if isinstance(order, orders.MobileAttack) else ""
    support = [*(gun.name for gun in who.guns), *(plane.name for plane in who.planes)]
    helped = f" with {listed(support)}" if support else ""
    there = _there(board, order.target)
    return f"{names(who.units)} {verb} {there}{moving}{helped}{_held_by(board, order)}{_odds(board, order)}"


def _held_by(board: Board, order: orders.Battle) -> str:
    """Name the units attacked, as far as they are known."""
    at = board.hex(order.target)
    units = board.units_at(at)
    if board.is_seen_through(at):
        return f", held by {names(units)}" if units else ""
    return f", held by {names(units)} and others" if units else ", held by units that are not known"


def _odds(board: Board, order: orders.Battle) -> str:
    """Say at what odds an attack is made, if that is known."""
    if not board.is_seen_through(board.hex(order.target)):
        return ""
    try:
        return f", at {attack_orders.attack_sheet(board, order).told}"
    except GrognardError:
        return ""


def aim_text(board: Board, aim: str, target: str) -> str:
    """Say what is aimed at: the hex with its units, or what is in it."""
    there = _there(board, target)
    return there if aim == "units" else f"the {aim} in {there}"


def _there(board: Board, hex_name: str) -> str:
    return board.context.place(board.hex(hex_name))


# What the enemy sees


def march_seen(before: Board, order: MoveTogether, after: Board) -> str:
    """Say from where to where a force goes, but not which or how many units."""
    marches = after.position.marches
    start = marches[-1].start if marches else WAITING
    come = f"from {before.context.place(start)} " if is_on_map(start) else ""
    return f"a force goes {come}to {_there(before, order.to)}"


def _seen(sentence: str) -> Glimpses:
    """Describe by a sentence what is seen of an order: not who, how many or where, unless it says so."""
    tells = says(sentence)
    return lambda before, order, _after: tells(before, order)


# Of all other orders the enemy sees the words of their rows.
GLIMPSES: dict[type[msgspec.Struct], Glimpses] = {
    orders.Deploy: _seen("{side} deploys"),
    orders.Activate: _seen("{side} activates a formation"),
    MoveTogether: march_seen,
    Arrive: _seen("a force arrives at {to}"),
    orders.Repair: _seen("{side} puts engineers to work"),
    # Not which batteries.
    orders.Bombard: lambda before, order, _: f"{before.position.side} batteries shell {aim_text(before, order.at, order.target)}",
    orders.GroundRecon: _seen("{side} sends a patrol to {target}"),
}  # fmt: skip
