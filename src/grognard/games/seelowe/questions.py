"""13.0 Movement and supply for players at a physical table: asked of the map alone, without a position."""

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from grognard.games import Card, game_map
from grognard.games.seelowe.movement import Front, allowance, move_reach, ways, why_not
from grognard.games.seelowe.scenario import Unit
from grognard.games.seelowe.supply import blocked, german_sources, supply_state
from grognard.games.seelowe.terms import Side, Supply
from grognard.hexes import HexId, Map
from grognard.hexes.paths import points, supply_marks
from grognard.play.board import Reachable, Step, Trace
from grognard.play.question import Question
from grognard.rules.procedure import NotAllowed

OnTheGround = Literal["infantry", "armour", "mechanised", "mountain", "paratroop", "air-landing", "supply"]
Hexes = tuple[str, ...]


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
    enemies = _land(board, mover.enemy)
    open_ways = ways(map_name, "exempt", card)
    foes = Front(open_ways, enemies | _land(board, mover.without_zone), enemies, card)
    full = _land(board, mover.full) if unit.fights else ()
    (start,) = _land(board, [mover.start])
    where = ways(map_name, "terrain" if unit.pays_terrain else "exempt", card)
    found = move_reach(where, start, allowed, foes, full, card=card)
    name = board.grid.hex_name
    steps = {
        name(at): Step(f"{cost // points(1)}", tuple(map(name, found.path(at))), None)
        for at, cost in found.items()
        if at != start
    }
    refusals = {
        name(at): "the unit is there" if at == start else why_not(board, found, at, allowed)
        for at in board.grid.hexes
        if name(at) not in steps
    }
    who = f"{mover.side} {mover.kind} at {mover.start}"
    return Reachable(who, f"{allowed} MP", steps, refusals)


def supply(map_name: str, asked: Supplied, card: Card) -> Trace:
    """13.0 Judge a unit's supply, with the way it is traced, or where it is cut."""
    board = game_map("seelowe", map_name)
    where = ways(map_name, "exempt", card)
    enemies = _land(board, asked.enemy)
    foes = Front(where, enemies | _land(board, asked.without_zone), enemies, card)
    closed = blocked(foes, frozenset(_land(board, asked.friends)), card)
    sources = _land(board, asked.source)
    if asked.side == "German":
        sources = german_sources(where, sources, _land(board, asked.depots), closed)
    (unit,) = _land(board, [asked.unit])
    state = supply_state(where, asked.side, unit, supply_marks(sources, closed))
    name = board.grid.hex_name
    return Trace(state.supply, tuple(map(name, state.path)), tuple(map(name, sorted(state.cut))))


def _land(board: Map, names: Iterable[str]) -> set[HexId]:
    """Read hexes by their printed numbers; nobody stands in the sea."""
    found = {board.grid.parse_hex(name) for name in names}
    for each in sorted(found):
        if board.is_water(each):
            raise NotAllowed(f"{board.grid.hex_name(each)} is {board.terrain[each]}")
    return found


QUESTIONS = (
    Question("reach", "13.0 Movement", Mover, reach),
    Question("supply", "13.0 Supply", Supplied, supply),
)
