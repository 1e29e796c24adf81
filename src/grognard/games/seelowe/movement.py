"""13.0 Movement by the terrain effects chart: who pays for terrain, rivers, zones of control and the sea.

The figures are the card's: they are read from the chart, not written down again here.
"""

import re
from collections.abc import Collection, Iterable
from functools import cache, cached_property
from typing import Literal

import msgspec

from grognard.games import Card, game_map
from grognard.games.seelowe.terms import CARD, STACK, Supply
from grognard.hexes import Direction, HexId, Map
from grognard.hexes.paths import PROHIBITED, Ints, Reach, Ways, front_marks, points, reach

# 13.0 note *: German mechanized infantry, armor, infantry and supply units pay; all others are exempt.
Pays = Literal["terrain", "exempt"]


class Figures(msgspec.Struct, frozen=True):
    """The movement points of the terrain effects chart."""

    clear: int
    additional: dict[str, int]
    enter_zone: int
    leave_zone: int


@cache
def figures(card: Card = CARD) -> Figures:
    """Read the movement costs off the chart: `1 Additional MP*` is 1, `No Additional Cost` nothing."""
    tec = card.chart("tec")

    def found(terrain: str) -> list[int]:
        return [int(each) for each in re.findall(r"\d+", tec[terrain, "movement"].text)]

    additional = {terrain: sum(found(terrain)) for terrain in ("river", "forest", "rough", "swamp", "city")}
    enter, leave = found("enemy zoc")
    return Figures(found("clear")[0], {**additional, "clear": 0, "beach": 0}, enter, leave)


@cache
def ways(map_name: str, pays: Pays, card: Card = CARD) -> Ways:
    """Return what every step on a map costs: no way over a sea hexside, and terrain for those who pay it."""
    board, costs = game_map("seelowe", map_name), figures(card)

    def cost(here: HexId, direction: Direction, there: HexId) -> int:
        sides = board.features_at(board.grid.hexside(here, direction))
        if "sea" in sides or board.is_water(there):
            return PROHIBITED
        extra = costs.additional[board.terrain[there]] + (
            costs.additional["river"] if "river" in sides else 0
        )
        return points(costs.clear + (extra if pays == "terrain" else 0))

    return Ways(board.grid, cost)


def allowance(printed: int, supply: Supply) -> int:
    """13.0 Movement points of a unit: halved, fractions dropped, unless it is supplied."""
    return printed if supply == "supplied" else printed // 2


class Front:
    """One side's units as they stand in the other's way: the hexes they close, and their zone of control.

    13.0 The zone is the hexes around them, but not over a sea hexside; it costs to enter and to leave.
    """

    def __init__(
        self, where: Ways, units: Iterable[HexId], owners: Iterable[HexId] | None = None, card: Card = CARD
    ) -> None:
        """Take the hexes of the units, and of those that exert a zone: all, if nothing is said."""
        self.units = frozenset(units)
        self.zone = where.zone_around(self.units if owners is None else owners)
        self.card = card

    @cached_property
    def marks(self) -> Ints:
        """What a search must know of it."""
        costs = figures(self.card)
        return front_marks(self.zone, self.units, points(costs.enter_zone), points(costs.leave_zone))


def move_reach(  # noqa: PLR0913 - what a move depends on
    where: Ways,
    start: HexId,
    allowed: int,
    foes: Front | None = None,
    full: Collection[HexId] = (),
    *,
    card: Card = CARD,
    still: bool = True,
) -> Reach:
    """13.0 Every hex a unit can move to, with its cost and path.

    In its way are the enemy's front, and hexes that friends fill. Whoever has stood still may move one hex in any
    case where a ruling says so.
    """
    marks = foes.marks if foes else None
    minimum = still and _one_hex_is_guaranteed(card)
    return reach(where, start, points(allowed), crowded=full, marks=marks, minimum=minimum)


@cache
def _one_hex_is_guaranteed(card: Card) -> bool:
    return card.ruled("one-hex-move") == "guaranteed"


def why_not(board: Map, found: Reach, there: HexId, allowed: int) -> str:
    """Say why a move cannot end in a hex, with what would be needed; nothing where it can."""
    refusal = found.refusal(there)
    if refusal is None:
        return ""
    name = board.grid.hex_name(there)
    match refusal.why:
        case "closed":
            return f"enemy units are in {name}"
        case "crowded":
            return f"{name} is full: {STACK} combat units to a hex (ruling stacking)"
        case "too far":
            return f"{name} costs {_points(refusal.cost or 0)}, and the unit has {allowed} MP"
        case "no way":
            return f"{name} is sea" if board.is_water(there) else f"there is no way to {name}"


def _points(cost: int) -> str:
    whole = cost / points(1)
    return f"{whole:g} MP"
