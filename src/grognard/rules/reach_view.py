"""Where a unit can go, as a board shows it: alike in the games on a map."""

from collections.abc import Callable, Iterable

import msgspec

from grognard.hexes import Grid, HexId
from grognard.hexes.paths import SCALE, Reach
from grognard.play.board import NO_COST, Cost, Reachable, Step


def cost_of(spent: int, written: Callable[[int], str]) -> Cost:
    """Return a cost as a search counts it, in the words of a game."""
    return Cost(spent, SCALE, written(spent))


def walks(  # noqa: PLR0913 - what a game says of a move
    grid: Grid,
    found: Reach,
    hexes: Iterable[HexId],
    *,
    piece: str,
    allowed: str,
    left: int,
    cost: Callable[[int], str],
    order: Callable[[str], msgspec.Struct],
    why_not: Callable[[HexId], str],
    note: Callable[[HexId], str] = lambda _: "",
) -> Reachable:
    """Return where a unit can move, of these hexes, with costs, ways and orders; for every other the reason why not."""
    name = grid.hex_name
    steps, refusals = {}, {}
    for at in hexes:
        if at in found and at != found.start:
            path = tuple(map(name, found.path(at)))
            steps[name(at)] = Step(cost_of(found[at], cost), path, order(name(at)), note(at))
        else:
            refusals[name(at)] = why_not(at)
    return Reachable(piece, allowed, steps, refusals, left=cost_of(left, cost))


def arrivals(  # noqa: PLR0913 - what a game says of an arrival
    grid: Grid,
    hexes: Iterable[HexId],
    *,
    piece: str,
    says: str,
    order: Callable[[str], msgspec.Struct],
    why_not: Callable[[HexId], str],
) -> Reachable:
    """Return where a unit can come onto the map, of these hexes, with orders; for every other the reason why not."""
    steps, refusals = {}, {}
    for at in hexes:
        name = grid.hex_name(at)
        if why := why_not(at):
            refusals[name] = why
        else:
            steps[name] = Step(NO_COST, (name,), order(name))
    return Reachable(piece, says, steps, refusals)
