# SPDX-License-Identifier: Apache-2.0
"""Who may see what: every field of a position has a label that says so. A field without one fails the tests.

    class Position(msgspec.Struct, frozen=True):
        turn: Annotated[int, Seen("all")]
        plans: Annotated[BySide, Seen("owner")]

A field seen by its `owner` holds a mapping by side, of which each side is shown only its own entry. What `nobody`
sees is for the rules. Of a field seen in `part`, the position itself says what a side sees (`InPart`), such as the
top unit of a stack.
"""

from collections import deque
from collections.abc import Collection, Hashable, Mapping
from functools import cache
from typing import Annotated, Any, Literal, Protocol, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from grognard.play.board import Side
from grognard.umpire import Choose

P = TypeVar("P", bound=msgspec.Struct)
M = TypeVar("M", bound=Hashable)
Who = Literal["all", "owner", "part", "nobody"]
# How many recently seen positions are remembered: the same one is looked at again and again.
REMEMBERED = 4


class Seen:
    """The label of a field: who may see it."""

    def __init__(self, who: Who) -> None:
        self.who = who


class InPart(Protocol):
    """A position with fields that are seen in part."""

    def in_part(self, sides: Collection[Side]) -> Mapping[str, Any]:
        """Return each of those fields as several sides see it together; an empty tuple means a spectator.

        Positions that differ only in what those sides may not know must give the same fields.
        """


@cache
def labels(position: type[msgspec.Struct]) -> dict[str, Who | None]:
    """Return the label of each field of a position; None for a field without one."""
    hints = get_type_hints(position, include_extras=True)
    return {name: _label(hints[name]) for name in position.__struct_fields__}


def _label(hint: Any) -> Who | None:
    if get_origin(hint) is not Annotated:
        return None
    return next((note.who for note in get_args(hint)[1:] if isinstance(note, Seen)), None)


@cache
def hides_something(position: type[msgspec.Struct]) -> bool:
    """Return whether a position has fields that not every side sees."""
    return set(labels(position).values()) != {"all"}


def as_seen(position: P, side: Side | None) -> P:
    """Return the position as a side may see it; what it may not see has its default value. None means a spectator.

    Whatever a side is shown, offered or told is worked out from this and from nothing else.
    """
    return as_seen_together(position, () if side is None else (side,))


def as_seen_together(position: P, sides: Collection[Side]) -> P:
    """Return the position as several sides see it together; an empty tuple means a spectator."""
    if not hides_something(type(position)):
        return position
    viewers = tuple(sides)
    seen: P
    for remembered, its_viewers, seen in tuple(_RECENT):
        if remembered is position and its_viewers == viewers:
            return seen
    seen = _without_hidden(position, viewers)
    _RECENT.append((position, viewers, seen))
    return seen


_RECENT: deque[tuple[Any, tuple[Side, ...], Any]] = deque(maxlen=REMEMBERED)


def _without_hidden(position: P, sides: tuple[Side, ...]) -> P:
    hidden: dict[str, Any] = {}
    field_labels = labels(type(position))
    part: Mapping[str, Any] = _in_part(position, sides) if "part" in field_labels.values() else {}
    for name, who in field_labels.items():
        if who == "owner":
            value = getattr(position, name)
            own = {side: value[side] for side in sides if side in value}
            hidden[name] = own or _blank(position, name)
        elif who != "all":
            hidden[name] = part[name] if who == "part" else _blank(position, name)
    return replace(position, **hidden)


def _in_part(position: Any, sides: Collection[Side]) -> Mapping[str, Any]:
    partly: InPart = position
    return partly.in_part(sides)


def asked_as_seen(choice: Choose[M], side: Side | None) -> Choose[M]:
    """Return a question as a side may see it, including the position in which it is asked."""
    return choice if choice.now is None else choice.shown(as_seen(choice.now, side))


def _blank(position: msgspec.Struct, name: str) -> Any:
    field = next(info for info in msgspec.structs.fields(position) if info.name == name)
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default
