# SPDX-License-Identifier: Apache-2.0
"""What came of an order, to be written down with it: what differs between two positions, and positions read back from it."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Generic, Self, TypeVar

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.play.log import Came, Header, SavedEntry
from grognard.play.shapes import Shape, Step, stepped, way

P = TypeVar("P", bound=msgspec.Struct)
# A row is written whole if it is short, or if so large a part of it differs.
SHORT, MOST = 8, 0.5


def came_of(before: msgspec.Struct, after: msgspec.Struct) -> Came:
    """Say what differs between two positions. What they share is not looked into, so that it takes little time."""
    changed: dict[str, Any] = {}
    placed: dict[str, dict[str, Any]] = {}
    for name in after.__struct_fields__:
        old, new = getattr(before, name), getattr(after, name)
        if old is new or old == new:
            continue
        if type(new) is tuple and SHORT < len(new) == len(old):
            differ = {str(at): value for at, value in enumerate(new) if value != old[at]}
            if len(differ) <= MOST * len(new):
                placed[name] = differ
                continue
        changed[name] = new
    return Came(changed, placed)


def plain_position(position: msgspec.Struct) -> dict[str, Any]:
    """Return a position as plain data, just as it comes back from a file."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(position, order="deterministic"))
    return data


class StoredPositions(Generic[P]):
    """Reads the positions of a record, one after the other. Those of an older shape are brought up to date by steps.

    `all` has the position before each entry and last the one after all, none for those that are not stored; `fresh` says
    of each whether it is stored in the shape that positions have now.
    """

    def __init__(self, kind: type[P], now: Shape, steps: Sequence[Step] = ()) -> None:
        self._kind = kind
        self._now = now
        self._known = steps
        self._way: list[Step] = []
        self._data: dict[str, Any] | None = None
        self.all: list[P | None] = []
        self.fresh: list[bool] = []

    def read(self, header: Header, entries: Iterable[SavedEntry]) -> Self:
        """Read the positions of a whole record."""
        self._begin(header.start, header.shape)
        for entry in entries:
            self._follow(entry.came)
        return self

    def _begin(self, data: dict[str, Any] | None, since: Shape) -> None:
        """Read a whole position; none where it is not stored."""
        self._data = data
        self._way = [] if data is None else way(since, self._now, self._known)
        self._add(None if data is None else self._whole(data))

    def _follow(self, came: Came | None) -> None:
        """Read the position that an order led to; none where it is not stored."""
        if came is None:
            self._begin(None, {})
            return
        if came.whole is not None:
            self._begin(came.whole, came.shape)
            return
        before = self.all[-1]
        if self._data is None or before is None:
            raise GrognardError("what came of an order is stored, and nothing of what was before it")
        fields = dict(came.changed)
        for name, values in came.placed.items():
            fields[name] = _placed(self._data.get(name), values, name)
        self._data = {**self._data, **fields}
        if self._way:
            self._add(self._whole(self._data))
        else:
            types = field_types(self._kind)
            self._add(replace(before, **{name: _as(value, types, name) for name, value in fields.items()}))

    def _add(self, position: P | None) -> None:
        self.all.append(position)
        self.fresh.append(position is not None and not self._way)

    def _whole(self, data: dict[str, Any]) -> P:
        try:
            whole = stepped(data, self._way)
            unknown = whole.keys() - set(self._kind.__struct_fields__)
            if unknown:
                raise GrognardError(f"a stored position has no such field as {', '.join(sorted(unknown))}")
            return msgspec.convert(whole, self._kind, str_keys=True)
        except (msgspec.ValidationError, LookupError, TypeError, ValueError) as error:
            raise GrognardError(f"a stored position cannot be read: {error}") from error


@cache
def field_types(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the type of each field of a position."""
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


def _as(value: Any, types: dict[str, Any], name: str) -> Any:
    if name not in types:
        raise GrognardError(f"a stored position has no such field as {name}")
    try:
        return msgspec.convert(value, types[name], str_keys=True)
    except msgspec.ValidationError as error:
        raise GrognardError(f"{name} of a stored position cannot be read: {error}") from error


def _placed(row: Any, values: dict[str, Any], name: str) -> list[Any]:
    """Return a row of plain data with some values put in the place of others."""
    if not isinstance(row, list):
        raise GrognardError(f"{name} of a stored position is no row")
    changed = list(row)
    for at, value in values.items():
        if not at.isdecimal() or int(at) >= len(changed):
            raise GrognardError(f"{name} of a stored position has no place {at}")
        changed[int(at)] = value
    return changed
