# SPDX-License-Identifier: Apache-2.0
"""Movement and the line of fire for players at a physical table: questions about the map alone, without a position."""

from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.games.panzerblitz.movement import Move, Surroundings, mobility, step_costs
from grognard.games.panzerblitz.roster import unit_type
from grognard.games.panzerblitz.sight import sight_from
from grognard.hexes import Map
from grognard.play.board import Reachable, Sight
from grognard.play.map_question import MapQuestion
from grognard.procedures.procedure import NotAllowed
from grognard.registry import Card, game_map
from grognard.rules.costs import cost_text
from grognard.rules.map_queries import Hexes, Looker, hexes, reachable


class Mover(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    """TEC: a unit that wants to move, and what stands in its way."""

    start: Annotated[str, Meta(description="the hex it moves from")]
    unit: Annotated[str, Meta(description="what type of unit, by its id in the roster")]
    movement: Annotated[str, Meta(description="its movement factor")] = "printed"
    enemy: Annotated[Hexes, Meta(description="hexes of enemy units")] = ()
    occupied: Annotated[
        Hexes, Meta(description="hexes of friends and wrecks, one for each: 0609,0609 are two")
    ] = ()
    mines: Annotated[Hexes, Meta(description="hexes with mines")] = ()
    blocks: Annotated[Hexes, Meta(description="hexes with blocks")] = ()
    forts: Annotated[Hexes, Meta(description="hexes of forts with enemy units in them")] = ()


def reach(map_name: str, mover: Mover, card: Card) -> Reachable:
    """TEC: say where a unit can move, with costs and ways; for every other hex the reason why not."""
    board = game_map("panzerblitz", map_name)
    move = _move(map_name, board, mover, card)
    who, allowed = f"{move.unit.name} at {mover.start}", f"{move.factor} MF"
    return reachable(board, move.reach, who=who, allowed=allowed, cost=cost_text, why_not=move.why_not)


def _move(map_name: str, board: Map, mover: Mover, card: Card) -> Move:
    unit = unit_type(mover.unit)
    if unit.side is None:
        raise NotAllowed(f"{unit.name} does not move; name a unit of either side, such as panther or s-rifle")
    if mover.movement != "printed" and not mover.movement.isdecimal():
        raise NotAllowed(f"a movement factor is printed, or 0 or more, not {mover.movement!r}")
    around = Surroundings(
        unit.side,
        enemies=hexes(board, mover.enemy),
        friends=hexes(board, mover.occupied),
        mines=hexes(board, mover.mines),
        blocks=hexes(board, mover.blocks),
        forts=hexes(board, mover.forts),
        card=card,
    )
    costs = step_costs(map_name, mobility(unit), card)
    factor = None if mover.movement == "printed" else int(mover.movement)
    return Move(unit, board.grid.parse_hex(mover.start), costs, around, factor)


class Firer(Looker, frozen=True, kw_only=True):
    """TET: a unit that wants to fire, its target, and the friends that may spot for it."""

    friends: Annotated[Hexes, Meta(description="hexes of friends that are not dispersed, who may spot")] = ()


def sight(map_name: str, firer: Firer, card: Card) -> Sight:
    """TET: say which hexes are in line of fire, and what blocks the line to each of the others."""
    board = game_map("panzerblitz", map_name)
    start, friends = board.grid.parse_hex(firer.start), hexes(board, firer.friends)
    return sight_from(board, start, firer.targets(board), friends, card)


QUESTIONS = (
    MapQuestion("reach", "TEC Movement", Mover, reach),
    MapQuestion("sight", "TET Line of fire", Firer, sight),
)
