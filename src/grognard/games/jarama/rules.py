# SPDX-License-Identifier: Apache-2.0
"""The rules of Jarama as a game: how it begins, whose order is awaited, what may be ordered, and what comes of it."""

from grognard.games.jarama import invariants
from grognard.games.jarama.board import Board
from grognard.games.jarama.context import Context
from grognard.games.jarama.kinds import KINDS
from grognard.games.jarama.position import Position
from grognard.games.jarama.terms import SIDES
from grognard.play.kinds import OrderRules
from grognard.play.places import WAITING
from grognard.rules.hidden_forces import held_hexes


class Rules(OrderRules[Board, Position]):
    """The rules of a scenario, with the rulings in force; orders go by their kinds."""

    def __init__(self, context: Context) -> None:
        super().__init__(KINDS, context.board, invariants)
        self.scenario = context.scenario

    def start(self) -> Position:
        """Begin with the deployment: all units where the scenario suggests, which the other side knows as well."""
        scenario = self.scenario
        at = tuple(WAITING if unit.at is None else unit.at for unit in scenario.units)
        zeros = (0,) * len(at)
        return Position(
            turn=1,
            phase="deployment",
            side=scenario.first,
            first=scenario.first,
            firsts=len(scenario.of_side[scenario.first]),
            at=at,
            hurt=zeros,
            spent=zeros,
            order=tuple(range(len(at))),
            due=tuple(unit.turn if unit.at is None else 1 for unit in scenario.units),
            held=held_hexes(SIDES, scenario, at),
            features=scenario.features,
            taken=frozenset(at for at, side in scenario.held.items() if side == scenario.first),
        )
