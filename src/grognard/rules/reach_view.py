# SPDX-License-Identifier: Apache-2.0
"""Where a unit can go, as a board shows it, for every game on a map."""

from collections.abc import Callable, Collection, Iterable
from typing import Any

import msgspec

from grognard.hexes import Grid, HexId
from grognard.hexes.paths import SCALE, Reach
from grognard.play.board import NO_COST, Cost, Reachable, Step
from grognard.rules.costs import cost_text
from grognard.rules.orders import Arrive, Move


def _no_note(board: Any, unit: Any, path: Any) -> str:
    del board, unit, path
    return ""


def cost_of(spent: int, text: Callable[[int], str] = cost_text) -> Cost:
    """Return a cost, which a search counts in parts of a point, with the text that a game writes for it."""
    return Cost(spent, SCALE, text(spent))


def unit_moves(  # noqa: PLR0913, PLR0917 - what a game says of a move
    board: Any,
    unit: Any,
    reach: Reach,
    allowed: str,
    why_not: Callable[[Any, Any, HexId], str],
    note: Callable[[Any, Any, tuple[HexId, ...]], str] = _no_note,
) -> Reachable:
    """Return where a unit on a board can move, by a search; `note` says what to watch out for on a path."""
    return walks(
        board.grid,
        reach,
        board.grid.hexes,
        piece=unit.id,
        allowed=allowed,
        cost=cost_text,
        order=lambda to: Move(unit.id, to),
        why_not=lambda at: why_not(board, unit, at),
        note=lambda at: note(board, unit, reach.path(at)),
    )


def unit_arrivals(  # noqa: PLR0913, PLR0917 - what a game says of an arrival
    board: Any,
    unit: Any,
    says: str,
    cannot: Callable[[Any, Any], str],
    why_not: Callable[[Any, Any, HexId], str],
    order: Callable[[str, str], msgspec.Struct] = Arrive,
) -> Reachable:
    """Return where a unit can arrive on a board, or be brought by another order; or why it cannot arrive at all."""
    if reason := cannot(board, unit):
        return Reachable(unit.id, reason)
    return arrivals(
        board.grid,
        board.grid.hexes,
        piece=unit.id,
        says=says,
        order=lambda to: order(unit.id, to),
        why_not=lambda at: why_not(board, unit, at),
    )


def walks(  # noqa: PLR0913 - what a game says of a move
    grid: Grid,
    reach: Reach,
    hexes: Iterable[HexId],
    *,
    piece: str,
    allowed: str,
    cost: Callable[[int], str],
    order: Callable[[str], msgspec.Struct],
    why_not: Callable[[HexId], str],
    note: Callable[[HexId], str] = lambda _: "",
    allowed_hexes: Collection[HexId] | None = None,
) -> Reachable:
    """Return where a unit can move among these hexes, with costs, paths and orders; for every other the reason why not.

    `allowed_hexes` are those it may go to, if they are not all that the search reached.
    """
    name = grid.hex_name
    steps, refusals = {}, {}
    for at in hexes:
        if at in (reach if allowed_hexes is None else allowed_hexes) and at != reach.start:
            path = tuple(map(name, reach.path(at)))
            steps[name(at)] = Step(cost_of(reach[at], cost), path, order(name(at)), note(at))
        else:
            refusals[name(at)] = why_not(at)
    return Reachable(piece, allowed, steps, refusals, left=cost_of(reach.budget, cost))


def arrivals(  # noqa: PLR0913 - what a game says of an arrival
    grid: Grid,
    hexes: Iterable[HexId],
    *,
    piece: str,
    says: str,
    order: Callable[[str], msgspec.Struct],
    why_not: Callable[[HexId], str],
) -> Reachable:
    """Return where a unit can arrive among these hexes, with orders; for every other the reason why not."""
    steps, refusals = {}, {}
    for at in hexes:
        name = grid.hex_name(at)
        if why := why_not(at):
            refusals[name] = why
        else:
            steps[name] = Step(NO_COST, (name,), order(name))
    return Reachable(piece, says, steps, refusals)
