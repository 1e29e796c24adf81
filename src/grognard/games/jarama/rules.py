"""What decides a game of Jarama: how it begins, whose order is awaited, what may be ordered, and what comes of it."""

import msgspec

from grognard.games.jarama import invariants
from grognard.games.jarama.context import Context
from grognard.games.jarama.kinds import KINDS
from grognard.games.jarama.position import WAITING, Position
from grognard.games.jarama.terms import Side
from grognard.play.kinds import NONE
from grognard.play.order_sets import Orders
from grognard.umpire import Rule


class Rules:
    """The rules of a scenario, with the rulings in force."""

    def __init__(self, context: Context) -> None:
        self.scenario = context.scenario
        self.board = context.board

    def start(self) -> Position:
        """Begin with the deployment: everybody where the scenario suggests, which the other side knows as well."""
        scenario = self.scenario
        at = tuple(WAITING if unit.at is None else unit.at for unit in scenario.units)
        zeros = (0,) * len(at)
        firsts = len(scenario.by_side[scenario.first])
        held = [frozenset(each for each in part if each >= 0) for part in (at[:firsts], at[firsts:])]
        return Position(
            turn=1,
            phase="deployment",
            side=scenario.first,
            first=scenario.first,
            firsts=firsts,
            at=at,
            hurt=zeros,
            spent=zeros,
            order=tuple(range(len(at))),
            due=tuple(unit.turn if unit.at is None else 1 for unit in scenario.units),
            held=(held[0], held[1]),
            features=scenario.features,
            taken=frozenset(at for at, side in scenario.held.items() if side == scenario.first),
        )

    def to_move(self, position: Position) -> Side | None:
        """Return the side that acts."""
        return None if position.over else position.side

    def actors(self, position: Position) -> list[str]:
        """Return the units, formations and hexes that something may be ordered of or against; the phase's end is nobody's."""
        return [] if position.over else KINDS.actors(self.board(position), position.phase)

    def orders(self, position: Position, actor: str) -> Orders[msgspec.Struct]:
        """Return what may be ordered of a unit, an aircraft or a formation, or against a hex."""
        return NONE if position.over else KINDS.orders(self.board(position), position.phase, actor)

    def why_idle(self, position: Position, actor: str) -> str:
        """Say why nothing can be ordered of a unit or formation, or against a hex."""
        return KINDS.why_idle(self.board(position), position.phase, actor)

    def why_illegal(self, position: Position, order: msgspec.Struct) -> str:
        """Say why an order may not be given; an empty text if it may."""
        return "the game is over" if position.over else KINDS.why_illegal(self.board(position), order)

    def carry_out(self, position: Position, order: msgspec.Struct) -> Rule[Position]:
        """Return the rule of an order."""
        return KINDS.carry_out(self.board(position), order)

    def faults(self, position: Position) -> list[str]:
        """Return every invariant the position breaks."""
        return invariants.faults(self.board(position))

    def step_faults(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Return every invariant that the step from one position to the next breaks."""
        return invariants.step_faults(self.board(before), order, self.board(after))
