# SPDX-License-Identifier: Apache-2.0
"""How the position after an order differs from the one before, to be stored with it; and positions read back from that."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Generic, Self, TypeVar

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import GrognardError
from grognard.play.log import Header, PositionChange, SavedEntry
from grognard.play.shapes import Migration, Shape, migrated, migrations_between

P = TypeVar("P", bound=msgspec.Struct)
# A row is stored whole if it is no longer than this, or if more than this part of it differs.
SHORT_ROW, MOST_CHANGED = 8, 0.5


def position_change(before: msgspec.Struct, after: msgspec.Struct) -> PositionChange:
    """Return how a position differs from the one before it. Fields that are the same object are not compared, for speed."""
    changed: dict[str, Any] = {}
    placed: dict[str, dict[str, Any]] = {}
    for name in after.__struct_fields__:
        old, new = getattr(before, name), getattr(after, name)
        if old is new or old == new:
            continue
        if type(new) is tuple and SHORT_ROW < len(new) == len(old):
            differ = {str(at): value for at, value in enumerate(new) if value != old[at]}
            if len(differ) <= MOST_CHANGED * len(new):
                placed[name] = differ
                continue
        changed[name] = new
    return PositionChange(changed, placed)


def plain_position(position: msgspec.Struct) -> dict[str, Any]:
    """Return a position as plain data, just as it comes back from a file."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(position, order="deterministic"))
    return data


class StoredPositions(Generic[P]):
    """Reads the positions of a record one after the other, migrating those of an older shape.

    `all` has the position before each entry and, last, the one after all of them; None for a position that is not
    stored. `fresh` says of each whether it is stored in the current shape.
    """

    def __init__(self, kind: type[P], now: Shape, migrations: Sequence[Migration] = ()) -> None:
        self._kind = kind
        self._now = now
        self._migrations = migrations
        self._pending: list[Migration] = []
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
        """Read a whole position; None if it is not stored."""
        self._data = data
        self._pending = [] if data is None else migrations_between(since, self._now, self._migrations)
        self._add(None if data is None else self._whole(data))

    def _follow(self, change: PositionChange | None) -> None:
        """Read the position that an order led to; None if it is not stored."""
        if change is None:
            self._begin(None, {})
            return
        if change.whole is not None:
            self._begin(change.whole, change.shape)
            return
        before = self.all[-1]
        if self._data is None or before is None:
            raise GrognardError("the change that an order made is stored, but not the position before it")
        fields = dict(change.changed)
        for name, values in change.placed.items():
            fields[name] = _with_values(self._data.get(name), values, name)
        self._data = {**self._data, **fields}
        if self._pending:
            self._add(self._whole(self._data))
        else:
            types = field_types(self._kind)
            self._add(
                replace(before, **{name: _converted(value, types, name) for name, value in fields.items()})
            )

    def _add(self, position: P | None) -> None:
        self.all.append(position)
        self.fresh.append(position is not None and not self._pending)

    def _whole(self, data: dict[str, Any]) -> P:
        try:
            whole = migrated(data, self._pending)
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


def _converted(value: Any, types: dict[str, Any], name: str) -> Any:
    if name not in types:
        raise GrognardError(f"a stored position has no such field as {name}")
    try:
        return msgspec.convert(value, types[name], str_keys=True)
    except msgspec.ValidationError as error:
        raise GrognardError(f"{name} of a stored position cannot be read: {error}") from error


def _with_values(row: Any, values: dict[str, Any], name: str) -> list[Any]:
    """Return a row of plain data with some values replaced."""
    if not isinstance(row, list):
        raise GrognardError(f"{name} of a stored position is not a list")
    changed = list(row)
    for at, value in values.items():
        if not at.isdecimal() or int(at) >= len(changed):
            raise GrognardError(f"{name} of a stored position has no entry {at}")
        changed[int(at)] = value
    return changed
