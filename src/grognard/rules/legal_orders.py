"""What may be ordered of an actor, as kinds of orders have it in the games on a map: made for a row of `play.kinds`."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from grognard.hexes import HexId
from grognard.hexes.paths import Reach
from grognard.play.kinds import NONE, Kind
from grognard.play.order_sets import AllOf, Groups, Orders
from grognard.rules.map_board import MapBoard
from grognard.rules.orders import EndPhase, Move
from grognard.rules.sentences import says
from grognard.umpire import Rule

B = TypeVar("B", bound=MapBoard[Any, Any, Any])
P = TypeVar("P", bound=msgspec.Struct)
END: Orders[EndPhase] = AllOf((EndPhase(),))


def hex_names(hexes: Callable[[B], Iterable[HexId]]) -> Callable[[B], list[str]]:
    """Make actors of hexes that something is ordered against."""
    return lambda board: [board.grid.names[at] for at in hexes(board)]


def ids(units: Iterable[Any]) -> tuple[str, ...]:
    """Return units by their ids."""
    return tuple(unit.id for unit in units)


def hex_orders(orders: Callable[[B, HexId], Sequence[msgspec.Struct]]) -> Callable[[B, str], Orders[Any]]:
    """Make the orders that may be given in a hex or against it, of one kind."""

    def of_hex(board: B, actor: str) -> Orders[Any]:
        at = board.context.target(actor)
        return AllOf(allowed) if at is not None and (allowed := orders(board, at)) else NONE

    return of_hex


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
            lambda group: order(ids(group), actor),
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


def destinations(
    order: Callable[[str, str], msgspec.Struct], hexes: Callable[[B, Any], Sequence[HexId]]
) -> Callable[[B, str], Orders[Any]]:
    """Make the orders of a unit to go to one of some hexes."""

    def of_unit(board: B, actor: str) -> Orders[Any]:
        unit, names = board.context.scenario.by_id.get(actor), board.grid.names
        return NONE if unit is None else AllOf(hexes(board, unit), lambda at: order(actor, names[at]))

    return of_unit


def if_allowed(
    order: Callable[[str], msgspec.Struct], why_not: Callable[[B, Any], str]
) -> Callable[[B, str], Orders[Any]]:
    """Make the order of a unit to do something, if it may."""
    return unit_orders(lambda board, unit: () if why_not(board, unit) else (order(unit.id),))


def why_idle(cannot: Callable[[B, Any], str], nowhere: str) -> Callable[[B, str], str]:
    """Say why a unit goes nowhere: it cannot, or there is no hex for it."""

    def of_unit(board: B, actor: str) -> str:
        unit = board.context.scenario.by_id.get(actor)
        return "" if unit is None else cannot(board, unit) or nowhere

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
