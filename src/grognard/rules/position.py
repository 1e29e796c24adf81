# SPDX-License-Identifier: Apache-2.0
"""Where everything stands. Each chapter adds its fields, of which the type of a game's position is put together.

Units go by their number in the order of battle; those of the side that moves first come first. Nothing is hidden.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, cast

import msgspec

from grognard.hexes import HexId
from grognard.play.places import Place
from grognard.play.visibility import Seen, Who
from grognard.rules.chapter import PositionField

if TYPE_CHECKING:
    from grognard.rules.contamination import Contaminated


class Position(msgspec.Struct, frozen=True, gc=False):
    """A position. A game has only the fields of its chapters; `position_type` makes the type."""

    if TYPE_CHECKING:
        turn: int
        phase: int
        at: tuple[Place, ...]
        # Movement points spent in this phase, in the parts that the game divides a point into; steps lost.
        spent: tuple[int, ...]
        hurt: tuple[int, ...]
        # States of supply when the turn of a side began.
        supply: tuple[str, ...]
        # Units that attacked in this turn of a side, were attacked in this phase, are disrupted.
        acted: frozenset[int]
        attacked: frozenset[int]
        disrupted: frozenset[int]
        # What the first side holds of the places that can change hands; the other holds the rest.
        held: frozenset[HexId]
        over: bool
        # Units that were out of supply when their side's turn last ended, if it is judged then.
        short: frozenset[int]
        # Strikes made in this turn of a side, and strikes limited for the whole game, with the side that made them.
        flown: tuple[str, ...]
        fired: tuple[tuple[str, str], ...]
        contaminated: tuple[Contaminated, ...]
        # Where every unit stood when the phase began, and the units that may not exploit.
        began: tuple[Place, ...]
        barred: frozenset[int]
        # If stacks have an order: the side that moves first, and how many units it has; all units, with those on top before
        # those below.
        first: str
        firsts: int
        order: tuple[int, ...]


def position_type(added: Iterable[PositionField], base: type[Position] = Position) -> type[Position]:
    """Return the type of a game's positions: turn, phase and places, the chapters' fields, and whether the game is over.

    A game that hides something has its own `base`, which says what sides see of where units are.
    """

    def seen(kind: Any, who: Who = "all") -> Any:
        return Annotated[kind, Seen(who)]

    at = seen(tuple[Place, ...], "all" if base is Position else "part")
    fields: list[Any] = [("turn", seen(int)), ("phase", seen(int)), ("at", at)]
    for field in added:
        kind = seen(field.type, "all" if base is Position else field.seen)
        fields.append((field.name, kind, field.start) if field.per_unit is None else (field.name, kind))
    fields.append(("over", seen(bool), False))
    position = msgspec.defstruct(
        "Position", fields, bases=(base,), module=__name__, frozen=True, gc=False, kw_only=True
    )
    return cast("type[Position]", position)


def first_position(kind: type[Position], added: Iterable[PositionField], at: tuple[Place, ...]) -> Position:
    """Return the position that a scenario begins with, before its first turn."""
    values = {field.name: field.first_value(len(at)) for field in added}
    return kind(turn=1, phase=0, at=at, **values)
