"""Who may see what: every field of a position bears a label, from the first day. An unlabelled field fails the build.

    class Position(msgspec.Struct, frozen=True):
        turn: Annotated[int, Seen("all")]
        plans: Annotated[BySide, Seen("owner")]

A field seen by its `owner` holds a mapping by side, of which each side is shown its own entry alone. What `nobody`
sees is for the rules.
"""

from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from grognard.play.game import Side

Who = Literal["all", "owner", "nobody"]


class Seen:
    """The label of a field: who may see it."""

    def __init__(self, who: Who) -> None:
        self.who = who


def labels(position: type[msgspec.Struct]) -> dict[str, Who | None]:
    """Return the label of each field of a position; none where it was forgotten."""
    hints = get_type_hints(position, include_extras=True)
    return {name: _label(hints[name]) for name in position.__struct_fields__}


def _label(hint: Any) -> Who | None:
    if get_origin(hint) is not Annotated:
        return None
    return next((note.who for note in get_args(hint)[1:] if isinstance(note, Seen)), None)


def view(position: msgspec.Struct, side: Side | None) -> dict[str, Any]:
    """Return what a side may see of a position, as plain data; a spectator is no side."""
    seen: dict[str, Any] = {}
    for name, who in labels(type(position)).items():
        value = getattr(position, name)
        if who == "all":
            seen[name] = msgspec.to_builtins(value)
        elif who == "owner" and side is not None:
            seen[name] = msgspec.to_builtins(value[side])
    return seen
