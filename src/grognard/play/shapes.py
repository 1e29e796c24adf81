# SPDX-License-Identifier: Apache-2.0
"""How positions are written: the fingerprints of a shape, and the migrations that bring older positions up to date.

A shape has several fingerprints by name: `fields` of the type of the position, and others that a game adds for the
meaning of its numbers, such as units and phases. A migration leads from one fingerprint to the next of the same
name.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import inspect

from grognard.charts.errors import GrognardError

Shape = Mapping[str, str]
DIGITS = 12


class Migration(msgspec.Struct, frozen=True):
    """Turns a position of an older shape into one of the next; both are plain data.

    `since` and `to` are the fingerprints of the two shapes. `change` is given a copy, which it may modify.
    """

    since: str
    to: str
    change: Callable[[dict[str, Any]], dict[str, Any]]


class NoMigration(GrognardError):
    """Positions were written in a shape from which no migration leads to the current one."""


def fingerprint_of(data: Any) -> str:
    """Return the fingerprint of plain data."""
    return sha256(msgspec.json.encode(data, order="deterministic")).hexdigest()[:DIGITS]


@cache
def fields_fingerprint(position: type[msgspec.Struct]) -> str:
    """Return the fingerprint of a type of positions: its fields with their types, in any order, without prose."""
    return fingerprint_of(_type_data(inspect.type_info(position)))


def _type_data(kind: Any) -> Any:
    """Return a type as plain data. Types do not contain themselves, so recursion ends."""
    if isinstance(kind, inspect.StructType):
        fields = {field.encode_name: [_type_data(field.type), _default(field)] for field in kind.fields}
        return {"fields": fields, "tag": kind.tag}
    if isinstance(kind, inspect.Metadata):
        return _type_data(kind.type)
    if isinstance(kind, inspect.LiteralType):
        return {"values": sorted(map(str, kind.values))}
    data: dict[str, Any] = {"type": type(kind).__name__}
    for name in ("item_type", "key_type", "value_type"):
        if hasattr(kind, name):
            data[name] = _type_data(getattr(kind, name))
    if hasattr(kind, "item_types"):
        data["items"] = [_type_data(item_type) for item_type in kind.item_types]
    if hasattr(kind, "types"):
        data["types"] = sorted((_type_data(member) for member in kind.types), key=fingerprint_of)
    return data


def _default(field: inspect.Field) -> bool:
    """Return whether a field may be left out."""
    return not field.required


def migrations_between(since: Shape, now: Shape, migrations: Iterable[Migration]) -> list[Migration]:
    """Return the migrations that lead from one shape to another; raise an error if one is missing."""
    by_start = {migration.since: migration for migration in migrations}
    path: list[Migration] = []
    for name, wanted in now.items():
        current = since.get(name, "")
        while current != wanted:
            migration = by_start.pop(current, None)
            if migration is None:
                raise NoMigration(f"{_changed(name)}, and no migration leads from there")
            path.append(migration)
            current = migration.to
    return path


def _changed(name: str) -> str:
    """Say what of a game is not what it was: its units and its map are known to players, how positions are written is not."""
    known = {"units": "its order of battle has changed", "hexes": "the hexes of its map have changed"}
    return known.get(name, f"its {name} are written in another way by now")


def migrated(data: dict[str, Any], migrations: Iterable[Migration]) -> dict[str, Any]:
    """Bring a position, given as plain data, up to date."""
    for migration in migrations:
        data = migration.change(dict(data))
    return data
