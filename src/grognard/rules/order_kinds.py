# SPDX-License-Identifier: Apache-2.0
"""Parts of the rows of `play.kinds` for games on a map that are put together by hand: actors, their orders, why there are none.

An actor is a unit by its id, a hex by its number, or "" for the end of the phase.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from grognard.hexes import Grid, HexId
from grognard.play.kinds import NONE, Kind, taking, typed_text
from grognard.play.order_sets import AllOf, Filtered, Groups, Orders
from grognard.rules.orders import Arrive, EndPhase


class Identified(Protocol):
    """A unit with an id."""

    @property
    def id(self) -> str:
        """The name by which orders refer to it."""


class Units(Protocol):
    """A scenario with its units."""

    @property
    def by_id(self) -> Mapping[str, Any]:
        """Every unit by its id."""


class NamedBoard(Protocol):
    """What a position means on its map."""

    @property
    def scenario(self) -> Units:
        """The scenario."""

    @property
    def grid(self) -> Grid:
        """The hexes of the map."""

    def hex(self, name: str) -> HexId:
        """Return a hex by its printed number."""


B = TypeVar("B", bound=NamedBoard)
P = TypeVar("P", bound=msgspec.Struct)
U = TypeVar("U")


def ids(units: Iterable[Identified]) -> tuple[str, ...]:
    """Return the ids of units."""
    return tuple(unit.id for unit in units)


def hex_names(hexes: Callable[[B], Iterable[HexId]]) -> Callable[[B], list[str]]:
    """Return a function of actors that are hexes."""
    return lambda board: [board.grid.names[at] for at in hexes(board)]


def of_hex(orders: Callable[[B, HexId, str], Sequence[msgspec.Struct]]) -> Callable[[B, str], Orders[Any]]:
    """Return a function of the orders in a hex, or against it; none for a unit and for the end of the phase."""

    def of_actor(board: B, actor: str) -> Orders[Any]:
        if not actor or actor in board.scenario.by_id:
            return NONE
        allowed = orders(board, board.hex(actor), actor)
        return AllOf(allowed) if allowed else NONE

    return of_actor


def to_hexes(
    order: Callable[[str, str], msgspec.Struct], hexes: Callable[[B, Any], Sequence[HexId]]
) -> Callable[[B, str], Orders[Any]]:
    """Return a function of the orders that send a unit to one of several hexes."""

    def of_actor(board: B, actor: str) -> Orders[Any]:
        unit, names = board.scenario.by_id.get(actor), board.grid.names
        able = () if unit is None else hexes(board, unit)
        return AllOf(able, lambda at: order(actor, names[at])) if able else NONE

    return of_actor


def if_allowed(
    order: Callable[[str], msgspec.Struct], why_not: Callable[[B, Any], str]
) -> Callable[[B, str], Orders[Any]]:
    """Return a function of the order to a unit to do something, if it may."""

    def of_actor(board: B, actor: str) -> Orders[Any]:
        unit = board.scenario.by_id.get(actor)
        return NONE if unit is None or why_not(board, unit) else AllOf((order(actor),))

    return of_actor


def unit_orders(orders: Callable[[B, Any], Sequence[msgspec.Struct]]) -> Callable[[B, str], Orders[Any]]:
    """Return a function of the orders of one kind to a unit."""

    def of_actor(board: B, actor: str) -> Orders[Any]:
        unit = board.scenario.by_id.get(actor)
        allowed = () if unit is None else orders(board, unit)
        return AllOf(allowed) if allowed else NONE

    return of_actor


def group_orders(
    order: Callable[[tuple[str, ...], str], msgspec.Struct],
    units: Callable[[B, HexId], Sequence[Any]],
    why_not: Callable[[B, Any], str],
) -> Callable[[B, str], Orders[Any]]:
    """Return a function of the orders to units against a hex: to all that may, to all but some, down to single ones."""

    def of_actor(board: B, actor: str) -> Orders[Any]:
        if not actor or actor in board.scenario.by_id:
            return NONE
        return Groups(
            units(board, board.hex(actor)),
            lambda group: order(ids(group), actor),
            lambda group_order: not why_not(board, group_order),
        )

    return of_actor


def arrivals(
    cannot_arrive: Callable[[B, Any], str],
    hexes: Callable[[B, Any], Sequence[HexId]],
    why_not: Callable[[B, Any, HexId], str],
    order: Callable[[str, str], msgspec.Struct] = Arrive,
) -> Callable[[B, str], Orders[Any]]:
    """Return a function of the orders that bring a unit onto the map, one for each hex that it may arrive in."""

    def of_actor(board: B, actor: str) -> Orders[Any]:
        unit, names = board.scenario.by_id.get(actor), board.grid.names
        if unit is None or cannot_arrive(board, unit):
            return NONE
        return Filtered(
            hexes(board, unit), lambda at: order(actor, names[at]), lambda at: not why_not(board, unit, at)
        )

    return of_actor


def why_idle(cannot: Callable[[B, Any], str], nowhere: str) -> Callable[[B, str], str]:
    """Return a function that says why a unit goes nowhere: it cannot, or there is no hex for it."""

    def of_actor(board: B, actor: str) -> str:
        unit = board.scenario.by_id.get(actor)
        return "" if unit is None else cannot(board, unit) or nowhere

    return of_actor


def end_phase(
    rule: Callable[[B], Any], why_not: Callable[[B], str], text: Callable[[B, Any], str] = typed_text
) -> Kind[B, Any]:
    """Return the row of the order that ends any phase."""
    return Kind(
        order=EndPhase,
        actors=lambda board: [] if why_not(board) else [""],
        orders=lambda board, actor: NONE if actor or why_not(board) else AllOf((EndPhase(),)),
        rule=taking()(rule),
        why_illegal=taking()(why_not),
        text=text,
    )
