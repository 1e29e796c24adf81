# SPDX-License-Identifier: Apache-2.0
"""A small game to try the table on: two sides race to 12; a move rolls a die, a rest asks the other side's leave."""

from typing import Annotated, Any, Self

import msgspec

from grognard.play.board import Side
from grognard.play.visibility import Seen
from grognard.umpire import D6, Choose, Question, Roll, Rule, faces


class Run(msgspec.Struct, frozen=True, tag="run"):
    """Roll and run."""


class Rest(msgspec.Struct, frozen=True, tag="rest"):
    """Give up one's marks and stay where one is, by the other side's leave, and be still to move."""

    count: int = 1


class Mark(msgspec.Struct, frozen=True, tag="mark"):
    """Note something; nothing is asked, and the side stays to move."""


class Scout(msgspec.Struct, frozen=True, tag="scout"):
    """Roll for news; the side stays to move, but the die has fallen."""


Order = Run | Rest | Mark | Scout


class Position(msgspec.Struct, frozen=True):
    """Where both are, who moves, and what nobody may see."""

    red: Annotated[int, Seen("all")] = 0
    blue: Annotated[int, Seen("all")] = 0
    side: Annotated[Side, Seen("all")] = "Red"
    marks: Annotated[int, Seen("all")] = 0
    plans: Annotated[dict[str, str], Seen("owner")] = {}
    fate: Annotated[int, Seen("nobody")] = 0


class Race:
    """The race as the table sees it."""

    sides = ("Red", "Blue")
    order = Order
    questions = Question[Any]

    @property
    def rules(self) -> Self:
        """Itself: the table needs no more."""
        return self

    def start(self) -> Position:
        return Position(plans={"Red": "north", "Blue": "south"}, fate=7)

    def to_move(self, position: Position) -> Side | None:
        return None if max(position.red, position.blue) >= 12 else position.side

    def actors(self, position: Position) -> list[str]:
        return ["runner", "marker"]

    def orders(self, position: Position, actor: str) -> tuple[msgspec.Struct, ...]:
        if actor == "runner":
            return (Run(), Rest())
        return () if self.why_idle(position, actor) else (Mark(),)

    def why_idle(self, position: Position, actor: str) -> str:
        return "three marks" if actor == "marker" and position.marks >= 3 else ""

    def why_illegal(self, position: Position, order: msgspec.Struct) -> str:
        return "no more than three marks (1.2)" if isinstance(order, Mark) and position.marks >= 3 else ""

    def carry_out(self, position: Position, order: msgspec.Struct) -> Rule[Position]:
        if isinstance(order, Mark):
            return msgspec.structs.replace(position, marks=position.marks + 1)
        if isinstance(order, Scout):
            yield Roll("1.4 scout", faces(D6))
            return position
        other = "Blue" if position.side == "Red" else "Red"
        if isinstance(order, Rest):
            sitting = msgspec.structs.replace(position, marks=0)
            leave: str = yield Choose(other, "1.3 leave to rest", ("yes", "no"), sitting)
            return sitting if leave == "yes" else msgspec.structs.replace(sitting, side=other)
        steps: int = yield Roll("1.1 run", faces(D6))
        name = position.side.lower()
        return msgspec.structs.replace(position, side=other, **{name: getattr(position, name) + steps})

    def tell(self, position: Position, order: msgspec.Struct) -> str:
        return f"{position.side}: {type(order).__name__}"

    def faults(self, position: Position) -> list[str]:
        return [] if position.red >= 0 else ["red is behind the start"]

    def step_faults(self, before: Position, order: msgspec.Struct, after: Position) -> list[str]:
        return []
