"""TET The line of fire for players at a physical table: asked of the map alone, without a position."""

from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.games import Card, game_map
from grognard.games.panzerblitz.sight import blocked, why_not_spotted
from grognard.hexes import HexId, Map
from grognard.play.board import Sight
from grognard.play.question import Question
from grognard.rules.procedure import NotAllowed

Hexes = tuple[str, ...]


class Looker(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from", "distance": "range"}
):
    """TET A unit that wants to fire, and at what."""

    start: Annotated[str, Meta(description="the hex of the firing unit")]
    to: Annotated[str, Meta(description="the hex of the target; without it, every hex in range")] = ""
    distance: Annotated[int, Meta(description="how far to look where no target is named")] = 10
    friends: Annotated[Hexes, Meta(description="hexes of friends that are not dispersed, who may spot")] = ()


def sight(map_name: str, looker: Looker, card: Card) -> Sight:
    """TET Say which hexes are in line of fire, and what blocks the line to each of the others."""
    board = game_map("panzerblitz", map_name)
    start = board.grid.parse_hex(looker.start)
    friends = [board.grid.parse_hex(each) for each in looker.friends]
    targets = _targets(board, start, looker)
    why = {each: blocked(board, start, each, card) for each in targets}
    seen = [each for each in targets if why[each] is None]
    cover = {each: why_not_spotted(board, start, each, friends, card) for each in seen}
    name = board.grid.hex_name
    return Sight(
        start=name(start),
        seen=tuple(map(name, seen)),
        hidden={name(each): str(found) for each, found in why.items() if found is not None},
        unspotted={name(each): reason for each, reason in cover.items() if reason is not None},
    )


def _targets(board: Map, start: HexId, looker: Looker) -> list[HexId]:
    """Return the hex that was named, or all others in range."""
    if looker.distance < 1:
        raise NotAllowed(f"a range is 1 or more, not {looker.distance}")
    if not looker.to:
        return board.grid.within(start, min(looker.distance, board.grid.columns + board.grid.rows))[1:]
    target = board.grid.parse_hex(looker.to)
    if target == start:
        raise NotAllowed(f"the firing unit is in {looker.to} itself; name another hex to fire at")
    return [target]


QUESTIONS = (Question("sight", "TET Line of fire", Looker, sight),)
