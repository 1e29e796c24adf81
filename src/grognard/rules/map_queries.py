# SPDX-License-Identifier: Apache-2.0
"""Parts of questions that are asked of a map alone, for every game on a map: hexes by name, lines of sight, movement.

`queries` puts them together for games made of chapters.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from grognard.hexes import HexId, Map
from grognard.play.board import Reachable, Step
from grognard.procedures.procedure import NotAllowed

if TYPE_CHECKING:
    from grognard.hexes.paths import Reach

# Hexes as a person types them, by their printed numbers.
Hexes = tuple[str, ...]


def asks(kind: Any, what: str) -> Any:
    """Return the type of a field with the description by which it is asked for."""
    return Annotated[kind, Meta(description=what)]


def land(board: Map, names: Iterable[str]) -> set[HexId]:
    """Read hexes by their printed numbers; water is refused, because no unit stands in it."""
    hexes = {board.grid.parse_hex(name) for name in names}
    for at in sorted(hexes):
        if board.is_water(at):
            raise NotAllowed(f"{board.grid.hex_name(at)} is {board.terrain[at]}")
    return hexes


def hexes(board: Map, names: Iterable[str]) -> list[HexId]:
    """Read hexes by their printed numbers, with repetitions."""
    return [board.grid.parse_hex(name) for name in names]


class Looker(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from", "distance": "range"}
):
    """The situation of a unit that wants to fire."""

    start: Annotated[str, Meta(description="the hex of the firing unit")]
    to: Annotated[str, Meta(description="the hex of the target; without it, every hex in range")] = ""
    distance: Annotated[int, Meta(description="how far to look where no target is named")] = 10

    def targets(self, board: Map) -> list[HexId]:
        """Return the hex that is looked at, or all others in range."""
        grid, start = board.grid, board.grid.parse_hex(self.start)
        if self.distance < 1:
            raise NotAllowed(f"a range is 1 or more, not {self.distance}")
        if not self.to:
            return grid.within(start, min(self.distance, grid.columns + grid.rows))[1:]
        target = grid.parse_hex(self.to)
        if target == start:
            raise NotAllowed(f"the firing unit is in {self.to} itself; name another hex to fire at")
        return [target]


def reachable(  # noqa: PLR0913 - who moves, and how it is told
    board: Map,
    reach: "Reach",
    *,
    who: str,
    allowed: str,
    cost: Callable[[int], str],
    why_not: Callable[[HexId], str],
) -> Reachable:
    """Return where a unit can move, with costs and paths; for every other hex the reason why not."""
    from grognard.rules.reach_view import cost_of  # noqa: PLC0415 - loads numpy, which a list of games does not need

    name, start = board.grid.hex_name, reach.start
    steps = {
        name(at): Step(cost_of(spent, cost), tuple(map(name, reach.path(at))), None)
        for at, spent in reach.items()
        if at != start
    }
    refusals = {
        name(at): "the unit is there" if at == start else str(why_not(at))
        for at in board.grid.hexes
        if name(at) not in steps
    }
    return Reachable(who, allowed, steps, refusals)
