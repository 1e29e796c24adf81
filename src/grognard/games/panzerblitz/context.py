"""A scenario under its rulings: all that stays the same while positions come and go."""

from functools import partial

from grognard.games import Card
from grognard.games.panzerblitz.board import Board
from grognard.games.panzerblitz.position import Position
from grognard.games.panzerblitz.scenario import Scenario, Unit
from grognard.rules.cache import Latest
from grognard.rules.map_board import MapContext


class Context(MapContext[Unit, Scenario, Card]):
    """A scenario, the card with the rulings in force, and what positions mean on its map."""

    def __init__(self, scenario: Scenario, card: Card) -> None:
        super().__init__(scenario, card)
        self.board: Latest[Position, Board] = Latest(partial(Board, self))
