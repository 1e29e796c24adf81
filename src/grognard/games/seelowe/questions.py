"""13.0 Movement and supply for players at a physical table: asked of the map alone, without a position."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from grognard.games import Card, game_map
from grognard.games.seelowe.movement import Front, allowance, move_reach, ways, why_not
from grognard.games.seelowe.scenario import Unit
from grognard.games.seelowe.supply import blocked, german_sources, supply_state
from grognard.games.seelowe.terms import Side, Supply
from grognard.hexes.paths import points, supply_marks
from grognard.play.board import Reachable, Trace
from grognard.play.question import Question
from grognard.procedures.procedure import NotAllowed
from grognard.rules.map_queries import Hexes, land, reachable

OnTheGround = Literal["infantry", "armour", "mechanised", "mountain", "paratroop", "air-landing", "supply"]


class Mover(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    """13.0 A unit that wants to move, and who is in its way."""

    start: Annotated[str, Meta(description="the hex it moves from")]
    kind: Annotated[OnTheGround, Meta(description="what kind of unit")] = "infantry"
    side: Annotated[Side, Meta(description="whose unit")] = "German"
    movement: Annotated[int, Meta(description="its printed movement allowance")] = 4
    supply: Annotated[Supply, Meta(description="its supply as its turn began")] = "supplied"
    enemy: Annotated[Hexes, Meta(description="hexes of enemy combat units")] = ()
    without_zone: Annotated[
        Hexes, Meta(description="hexes of enemies that are disrupted or supply units")
    ] = ()
    full: Annotated[Hexes, Meta(description="hexes that three friendly combat units fill")] = ()


class Supplied(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """13.0 A unit whose supply is asked for, where supply comes from, and who may cut it."""

    unit: Annotated[str, Meta(description="the hex the unit stands in")]
    source: Annotated[Hexes, Meta(description="hexes supply comes from: ports, beaches, cities, map edges")]
    side: Annotated[Side, Meta(description="whose unit")] = "German"
    depots: Annotated[Hexes, Meta(description="hexes of German supply units, which carry it on")] = ()
    enemy: Annotated[Hexes, Meta(description="hexes of enemy combat units")] = ()
    without_zone: Annotated[
        Hexes, Meta(description="hexes of enemies that are disrupted or supply units")
    ] = ()
    friends: Annotated[Hexes, Meta(description="hexes of friends, for the ruling supply-zone")] = ()


def reach(map_name: str, mover: Mover, card: Card) -> Reachable:
    """13.0 Say where a unit can move, with costs and ways; for every other hex the reason why not."""
    board = game_map("seelowe", map_name)
    if mover.movement < 0:
        raise NotAllowed(f"a movement allowance is 0 or more, not {mover.movement}")
    unit = Unit(number=0, id="", name="", side=mover.side, kind=mover.kind, size="", strength=0, movement=mover.movement)  # fmt: skip
    allowed = allowance(mover.movement, mover.supply)
    enemies = land(board, mover.enemy)
    open_ways = ways(map_name, "exempt", card)
    foes = Front(open_ways, enemies | land(board, mover.without_zone), enemies, card)
    full = land(board, mover.full) if unit.fights else ()
    (start,) = land(board, [mover.start])
    where = ways(map_name, "terrain" if unit.pays_terrain else "exempt", card)
    found = move_reach(where, start, allowed, foes, full, card=card)
    return reachable(
        board,
        found,
        who=f"{mover.side} {mover.kind} at {mover.start}",
        allowed=f"{allowed} MP",
        cost=lambda cost: f"{cost // points(1)}",
        why_not=lambda at: why_not(board, found, at, allowed),
    )


def supply(map_name: str, asked: Supplied, card: Card) -> Trace:
    """13.0 Judge a unit's supply, with the way it is traced, or where it is cut."""
    board = game_map("seelowe", map_name)
    where = ways(map_name, "exempt", card)
    enemies = land(board, asked.enemy)
    foes = Front(where, enemies | land(board, asked.without_zone), enemies, card)
    closed = blocked(foes, frozenset(land(board, asked.friends)), card)
    sources = land(board, asked.source)
    if asked.side == "German":
        sources = german_sources(where, sources, land(board, asked.depots), closed)
    (unit,) = land(board, [asked.unit])
    state = supply_state(where, asked.side, unit, supply_marks(sources, closed))
    name = board.grid.hex_name
    return Trace(state.supply, tuple(map(name, state.path)), tuple(map(name, sorted(state.cut))))


QUESTIONS = (
    Question("reach", "13.0 Movement", Mover, reach),
    Question("supply", "13.0 Supply", Supplied, supply),
)
