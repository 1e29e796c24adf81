# SPDX-License-Identifier: Apache-2.0
"""Movement: how far a unit can go past the enemy's front and hexes that friends fill, and why no further."""

from collections.abc import Collection
from fractions import Fraction
from functools import cache

from grognard.charts.labels import number
from grognard.charts.plurals import counted
from grognard.games.iron_curtain.move_costs import Mover, ways
from grognard.games.iron_curtain.terms import CARD
from grognard.games.iron_curtain.zones import Front
from grognard.hexes import HexId, Map
from grognard.hexes.paths import Reach, points, reach
from grognard.registry import game_map
from grognard.rules.card import Card
from grognard.rules.costs import why_out_of_reach
from grognard.rules.units import Unit


def mover_of(unit: Unit, year: int) -> Mover:
    """Return what a unit's costs depend on."""
    return Mover("leg" if "legs" in unit.traits else "mech", "air-mobile" in unit.traits, year)


def allowance(printed: int, *, in_supply: bool, period: str, card: Card = CARD) -> Fraction:
    """Ruling oos-1962: the movement points of a unit; under one option halved if it is out of supply."""
    slowed = not in_supply and period != "1945" and card.ruled("oos-1962") == "slowed"
    return Fraction(printed, 2) if slowed else Fraction(printed)


@cache
def ocean(map_name: str) -> tuple[HexId, ...]:
    """Ruling air-mobile-ocean: the hexes that may be flown over but not ended in."""
    board = game_map("iron-curtain", map_name)
    return tuple(hex_id for hex_id in board.grid.hexes if board.is_water(hex_id))


def move_reach(  # noqa: PLR0913 - what a move depends on
    map_name: str,
    mover: Mover,
    start: HexId,
    allowed: Fraction | int,
    foes: Front | None = None,
    *,
    full: Collection[HexId] = (),
    card: Card = CARD,
) -> Reach:
    """TEC: every hex a unit can move to, with its cost and path, past the enemy's front and hexes that friends fill."""
    crowded = (*full, *ocean(map_name)) if mover.air_mobile else full
    marks = foes.marks if foes else None
    where = ways(map_name, mover, card)
    return reach(where, start, points(allowed), crowded=crowded, marks=marks)


def why_not(board: Map, reached: Reach, there: HexId, allowed: Fraction | int, stacking: int = 0) -> str:
    """Say why a move cannot end in a hex, with what would be needed; empty if it can."""
    name = board.grid.hex_name(there)
    if there not in reached and board.is_water(there):
        return f"{name} is {board.terrain[there]}"
    full = f"{name} is full" + (f": {counted(stacking, 'unit')} to a hex" if stacking else "")
    has = number(Fraction(allowed))
    return why_out_of_reach(
        reached, there, name, has=has, full=full, no_way=lambda: f"there is no way to {name}"
    )
