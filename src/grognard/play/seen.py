"""Who may see what: every field of a position bears a label, from the first day. An unlabelled field fails the build.

    class Position(msgspec.Struct, frozen=True):
        turn: Annotated[int, Seen("all")]
        plans: Annotated[BySide, Seen("owner")]

A field seen by its `owner` holds a mapping by side, of which each side is shown its own entry alone. What `nobody`
sees is for the rules.
"""

from collections.abc import Collection, Hashable
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from grognard.play.board import Side
from grognard.umpire import Choose

P = TypeVar("P", bound=msgspec.Struct)
M = TypeVar("M", bound=Hashable)
Who = Literal["all", "owner", "nobody"]


class Seen:
    """The label of a field: who may see it."""

    def __init__(self, who: Who) -> None:
        self.who = who


@cache
def labels(position: type[msgspec.Struct]) -> dict[str, Who | None]:
    """Return the label of each field of a position; none where it was forgotten."""
    hints = get_type_hints(position, include_extras=True)
    return {name: _label(hints[name]) for name in position.__struct_fields__}


def _label(hint: Any) -> Who | None:
    if get_origin(hint) is not Annotated:
        return None
    return next((note.who for note in get_args(hint)[1:] if isinstance(note, Seen)), None)


def as_seen(position: P, side: Side | None) -> P:
    """Return the position as a side may see it: what it may not see is as it would be if nothing had been set.

    Whatever a side is shown, offered or told is worked out from this and from nothing else.
    """
    return as_seen_together(position, () if side is None else (side,))


def as_seen_together(position: P, sides: Collection[Side]) -> P:
    """Return the position as several sides see it who look on together; nobody is a spectator."""
    hidden: dict[str, Any] = {}
    for name, who in labels(type(position)).items():
        if who == "all":
            continue
        value = getattr(position, name)
        own = {side: value[side] for side in sides if side in value} if who == "owner" else {}
        hidden[name] = own or _blank(position, name)
    return replace(position, **hidden) if hidden else position


def asked_as_seen(choice: Choose[M], side: Side | None) -> Choose[M]:
    """Return a question as a side may see it: the position it is asked in, too, is as the side sees it."""
    return choice if choice.now is None else choice.shown(as_seen(choice.now, side))


def _blank(position: msgspec.Struct, name: str) -> Any:
    field = next(each for each in msgspec.structs.fields(position) if each.name == name)
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default
