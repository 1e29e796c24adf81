"""A scenario under its rulings: all that stays the same while positions come and go."""

from functools import lru_cache, partial

from grognard.games.panzerblitz import sight
from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.position import Position
from grognard.games.panzerblitz.scenario import Scenario, Unit
from grognard.hexes import HexId
from grognard.registry import Card
from grognard.rules.cache import Latest
from grognard.rules.map_board import MapContext


class Context(MapContext[Unit, Scenario, Card]):
    """A scenario, the card with the rulings in force, and what positions mean on its map.

    Nothing that moves is in the way of a line of fire: what is seen from a hex, and what blocks a line, never changes.
    """

    def __init__(self, scenario: Scenario, card: Card) -> None:
        super().__init__(scenario, card)
        self.board: Latest[Position, Board] = Latest(partial(Board, self))
        self.seen_from = lru_cache(maxsize=8192)(self._seen_from)
        self.blocked = lru_cache(maxsize=8192)(self._blocked)

    def _seen_from(self, start: HexId, distance: int) -> frozenset[HexId]:
        return sight.seen_from(self.scenario.map, start, distance, self.card)

    def _blocked(self, start: HexId, target: HexId) -> sight.Blocked | None:
        return sight.blocked(self.scenario.map, start, target, self.card)
