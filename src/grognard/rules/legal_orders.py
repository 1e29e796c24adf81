"""What may be ordered of an actor, as kinds of orders have it in the games on a map: made for a row of `play.kinds`."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from grognard.hexes import HexId
from grognard.hexes.paths import Reach
from grognard.play.kinds import NONE, Kind
from grognard.play.order_sets import AllOf, Filtered, Groups, Orders
from grognard.rules.map_board import MapBoard
from grognard.rules.orders import Arrive, EndPhase, Move
from grognard.rules.sentences import says
from grognard.umpire import Rule

B = TypeVar("B", bound=MapBoard[Any, Any, Any])
P = TypeVar("P", bound=msgspec.Struct)
END: Orders[EndPhase] = AllOf((EndPhase(),))


def hex_names(hexes: Callable[[B], Iterable[HexId]]) -> Callable[[B], list[str]]:
    """Make actors of hexes that something is ordered against."""
    return lambda board: [board.grid.names[at] for at in hexes(board)]


def group_orders(
    order: Callable[[tuple[str, ...], str], msgspec.Struct],
    units: Callable[[B, HexId], Sequence[Any]],
    why_not: Callable[[B, Any], str],
) -> Callable[[B, str], Orders[Any]]:
    """Make the orders of units against a hex: of all that may, of all but some, down to single ones."""

    def orders(board: B, actor: str) -> Orders[Any]:
        target = board.context.target(actor)
        if target is None:
            return NONE
        return Groups(
            units(board, target),
            lambda group: order(tuple(unit.id for unit in group), actor),
            lambda made: not why_not(board, made),
        )

    return orders


def unit_orders(orders: Callable[[B, Any], Sequence[msgspec.Struct]]) -> Callable[[B, str], Orders[Any]]:
    """Make the orders that a unit on the map may be given, of one kind."""

    def of_unit(board: B, actor: str) -> Orders[Any]:
        unit = board.context.scenario.by_id.get(actor)
        if unit is None or not board.is_on_map(unit):
            return NONE
        return AllOf(allowed) if (allowed := orders(board, unit)) else NONE

    return of_unit


def lone_order(
    order: Callable[[str], msgspec.Struct], why_not: Callable[[B, Any], str]
) -> Callable[[B, str], Orders[Any]]:
    """Make the one order of a kind that a unit on the map may be given, where nothing speaks against it."""
    return unit_orders(lambda board, unit: () if why_not(board, unit) else (order(unit.id),))


def arrival_orders(
    cannot_arrive: Callable[[B, Any], str],
    hexes: Callable[[B, Any], Sequence[HexId]],
    why_not: Callable[[B, Any, HexId], str],
) -> Callable[[B, str], Orders[Any]]:
    """Make the arrivals of a unit, of the hexes that it might come to."""

    def of_unit(board: B, actor: str) -> Orders[Any]:
        unit, names = board.context.scenario.by_id.get(actor), board.grid.names
        if unit is None or cannot_arrive(board, unit):
            return NONE
        return Filtered(
            hexes(board, unit), lambda at: Arrive(actor, names[at]), lambda at: not why_not(board, unit, at)
        )

    return of_unit


def move_orders(
    cannot_move: Callable[[B, Any], str], reach: Callable[[B, Any], Reach]
) -> Callable[[B, str], Orders[Any]]:
    """Make the moves of a unit within its reach."""

    def of_unit(board: B, actor: str) -> Orders[Any]:
        unit, names = board.context.scenario.by_id.get(actor), board.grid.names
        if unit is None or cannot_move(board, unit):
            return NONE
        return AllOf(reach(board, unit).elsewhere, lambda at: Move(actor, names[at]))

    return of_unit


def _no_reason(board: Any) -> str:
    del board
    return ""


def end_of_phase(rule: Callable[[B], Rule[P] | P], why_not: Callable[[B], str] = _no_reason) -> Kind[B, P]:
    """Make the end of a phase, which is nobody's to order; `why_not` says what must be done before it."""
    return Kind(
        order=EndPhase,
        rule=lambda board, _: rule(board),
        why_illegal=lambda board, _: why_not(board),
        text=says("{side} {phase} ends"),
        actors=lambda board: () if why_not(board) else ("",),
        orders=lambda board, actor: NONE if actor or why_not(board) else END,
    )
