# SPDX-License-Identifier: Apache-2.0
"""Where everything stands. Each chapter adds what it remembers; the type of a game's position is put together from them.

Units go by their number in the order of battle, those of the side that moves first come first. Nothing is hidden.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, cast

import msgspec

from grognard.hexes import HexId
from grognard.play.places import Place
from grognard.play.visibility import Seen, Who
from grognard.rules.chapter import Remembered

if TYPE_CHECKING:
    from grognard.rules.contamination import Contaminated


class Position(msgspec.Struct, frozen=True, gc=False):
    """A position. Which of the fields of the standard chapters it has is for the game; `position_type` makes it."""

    if TYPE_CHECKING:
        turn: int
        phase: int
        at: tuple[Place, ...]
        # Movement points spent in this phase, in the parts that the game divides a point into; steps lost.
        spent: tuple[int, ...]
        hurt: tuple[int, ...]
        # Supply when the turn of a side began.
        supply: tuple[str, ...]
        # Units that attacked in this turn of a side, were attacked in this phase, are disrupted.
        acted: frozenset[int]
        attacked: frozenset[int]
        disrupted: frozenset[int]
        # What the first side holds of the places that can change hands; the other holds the rest.
        held: frozenset[HexId]
        over: bool
        # Which units were out of supply when their side's turn last ended, where it is judged then.
        short: frozenset[int]
        # Strikes made in this turn of a side, and those that count in the game, with the side that made them.
        flown: tuple[str, ...]
        fired: tuple[tuple[str, str], ...]
        contaminated: tuple[Contaminated, ...]
        # Where every unit stood when the phase began, and which may not exploit.
        began: tuple[Place, ...]
        barred: frozenset[int]
        # Where stacks have an order: the side that moves first, and how many units it has; all units, those on top of
        # others before them.
        first: str
        firsts: int
        order: tuple[int, ...]


def position_type(remembered: Iterable[Remembered], base: type[Position] = Position) -> type[Position]:
    """Put the type of a game's positions together: turn, phase and places, what chapters remember, and whether it is over.

    A game that hides something has a `base` of its own, which says what sides see of where units are.
    """

    def seen(kind: Any, who: Who = "all") -> Any:
        return Annotated[kind, Seen(who)]

    at = seen(tuple[Place, ...], "all" if base is Position else "part")
    fields: list[Any] = [("turn", seen(int)), ("phase", seen(int)), ("at", at)]
    for field in remembered:
        kind = seen(field.type, "all" if base is Position else field.seen)
        fields.append((field.name, kind, field.start) if field.at_first is None else (field.name, kind))
    fields.append(("over", seen(bool), False))
    made = msgspec.defstruct(
        "Position", fields, bases=(base,), module=__name__, frozen=True, gc=False, kw_only=True
    )
    return cast("type[Position]", made)


def first_position(kind: type[Position], remembered: Iterable[Remembered], at: tuple[Place, ...]) -> Position:
    """Return the position a scenario begins with, before its first turn begins."""
    values = {field.name: field.first_value(len(at)) for field in remembered}
    return kind(turn=1, phase=0, at=at, **values)
