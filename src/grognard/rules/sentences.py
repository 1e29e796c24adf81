# SPDX-License-Identifier: Apache-2.0
"""Orders in plain words, each written once as a sentence with gaps: `says("{unit} arrives at {to}")`.

A gap is filled with what the order's field of that name refers to: units by their names, hexes as places;
`{by:unit}` is a field of another name that refers to a unit. `{here}` is where its unit is, which in free play may
be off the map. `{side}` and `{phase}` are those in which it is given, `{ending}` says that the phase ends, and
`{verb:goes|go}` agrees with the number of units.
"""

import re
from collections.abc import Callable
from typing import Any

from grognard.play.places import is_on_map
from grognard.rules.naming import names

Says = Callable[[Any, Any], str]
# Functions of the context and a field that fill the gaps with these names.
READERS: dict[str, Callable[[Any, Any], str]] = {
    "unit": lambda context, name: str(context.piece(name).name),
    "units": lambda context, ids: names(map(context.piece, ids)),
    "to": lambda context, name: str(context.place(context.hex(name))),
    "target": lambda context, name: str(context.place(context.hex(name))),
}


class _Verb(str):
    """A verb that agrees with the number of units: formatted by `goes|go`."""

    __slots__ = ()

    def __format__(self, forms: str) -> str:
        one, many = forms.split("|")
        return one if self == "one" else many


class _Field:
    """A field of an order whose name is not that of a gap: formatted as the gap that is given, or unchanged."""

    def __init__(self, context: Any, value: Any) -> None:
        self._context = context
        self._value = value

    def __format__(self, gap: str) -> str:
        return READERS[gap](self._context, self._value) if gap else str(self._value)


class _Gaps(dict[str, Any]):
    """What fills the gaps of a sentence, looked up when needed."""

    def __init__(self, board: Any, order: Any) -> None:
        super().__init__()
        self._board = board
        self._order = order

    def __missing__(self, gap: str) -> Any:
        board, order = self._board, self._order
        if gap in ("side", "phase"):
            return str(getattr(board.position, gap))
        if gap == "ending":
            return ending(board.position.phase)
        if gap == "verb":
            return _Verb("one" if len(order.units) == 1 else "many")
        if gap == "here":
            at = board.place(board.unit(order.unit))
            return board.context.place(at) if is_on_map(at) else "off the map"
        value = getattr(order, gap)
        return READERS[gap](board.context, value) if gap in READERS else _Field(board.context, value)


def ending(phase: str) -> str:
    """Say that a phase ends.

    >>> ending("movement"), ending("strikes")
    ('movement ends', 'strikes end')
    """
    return f"{phase} end" if re.search("[^s]s$", phase) else f"{phase} ends"


def cited(rule: str) -> str:
    """Return the citation of a rule at the end of a sentence; empty if no rule is given."""
    return f" ({rule})" if rule else ""


def says(sentence: str) -> Says:
    """Return a function that says an order by a sentence with gaps."""
    return lambda board, order: sentence.format_map(_Gaps(board, order))
