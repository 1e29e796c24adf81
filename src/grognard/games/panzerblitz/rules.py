"""What decides a game of PanzerBlitz: how it begins, whose phase it is, what may be ordered, and what comes of it."""

import msgspec
from msgspec.structs import replace

from grognard.games.panzerblitz import invariants, sequence
from grognard.games.panzerblitz.ground import Theatre
from grognard.games.panzerblitz.kinds import KINDS
from grognard.games.panzerblitz.position import ON_FOOT, WAITING, Position
from grognard.games.panzerblitz.terms import Side
from grognard.play.kinds import NONE
from grognard.play.order_sets import Orders
from grognard.rules.orders import EndPhase
from grognard.umpire import Rule


class PanzerBlitzRules:
    """The rules of a scenario, with the rulings in force."""

    def __init__(self, theatre: Theatre) -> None:
        self.scenario = theatre.scenario
        self.ground = theatre.ground

    def start(self) -> Position:
        """Set up the scenario."""
        units, by_id = self.scenario.units, self.scenario.by_id
        zeros = (0,) * len(units)
        carriers = [by_id[unit.rides] if unit.rides else unit for unit in units]
        position = Position(
            turn=1,
            side=self.scenario.sides[0],
            phase="minefields",
            at=tuple(WAITING if carrier.at is None else carrier.at for carrier in carriers),
            aboard=tuple(by_id[unit.rides].number if unit.rides else ON_FOOT for unit in units),
            spent=zeros,
            hexes=zeros,
            german=self.scenario.held("German"),
            soviet=self.scenario.held("Soviet"),
        )
        return sequence.and_on(self.ground(position))

    def to_move(self, position: Position) -> Side | None:
        """Return the side whose phase it is."""
        return None if position.over else position.side

    def actors(self, position: Position) -> list[str]:
        """Return units that move, hexes to attack; the end of the phase, where it may end, is nobody's."""
        return [] if position.over else KINDS.actors(self.ground(position), position.phase)

    def orders(self, position: Position, actor: str) -> Orders[msgspec.Struct]:
        """Return what may be ordered of a unit, or against a hex."""
        return NONE if position.over else KINDS.orders(self.ground(position), position.phase, actor)

    def why_idle(self, position: Position, actor: str) -> str:
        """Say why a unit can do nothing, or nothing be done to a hex."""
        return KINDS.why_idle(self.ground(position), position.phase, actor)

    def why_illegal(self, position: Position, order: msgspec.Struct) -> str:
        """Say why an order may not be given; an empty text if it may."""
        return "the game is over" if position.over else KINDS.why_illegal(self.ground(position), order)

    def carry_out(self, position: Position, order: msgspec.Struct) -> Rule[Position]:
        """Return the rule of an order; where all that a phase demands is done, the next one follows."""
        if position.rallied:
            position = replace(position, rallied=frozenset())
        after = yield from KINDS.carry_out(self.ground(position), order)
        return after if isinstance(order, EndPhase) or after.over else sequence.and_on(self.ground(after))

    def faults(self, position: Position) -> list[str]:
        """Return every invariant the position breaks."""
        return invariants.faults(self.ground(position))

    def step_faults(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        """Return every invariant that the step from one position to the next breaks."""
        return invariants.step_faults(self.ground(before), order, self.ground(after))
