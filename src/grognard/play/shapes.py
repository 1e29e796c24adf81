# SPDX-License-Identifier: Apache-2.0
"""How positions are written: fingerprints of it, and the steps by which those of an older shape are brought up to date.

A shape has several fingerprints by name: `fields` of the type of the position; others, which a game adds, of what its
numbers stand for, such as units and phases. A step leads from one fingerprint to the next one of the same name.
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


class Step(msgspec.Struct, frozen=True):
    """What makes of a position of an older shape one of the next: it takes plain data and returns plain data.

    `since` and `to` are the fingerprints of the two shapes. It is given a copy, and may change that.
    """

    since: str
    to: str
    change: Callable[[dict[str, Any]], dict[str, Any]]


class NoStep(GrognardError):
    """Positions are written in another way than they were, and no step leads from there to here."""


def mark_of(data: Any) -> str:
    """Return the fingerprint of plain data."""
    return sha256(msgspec.json.encode(data, order="deterministic")).hexdigest()[:DIGITS]


@cache
def fields_mark(position: type[msgspec.Struct]) -> str:
    """Return the fingerprint of a type of positions: its fields with their types, in any order, and no words."""
    return mark_of(_written(inspect.type_info(position)))


def _written(kind: Any) -> Any:
    """Write a type down as plain data. A type that comes again inside itself is not gone into twice: none does."""
    if isinstance(kind, inspect.StructType):
        fields = {field.encode_name: [_written(field.type), _default(field)] for field in kind.fields}
        return {"fields": fields, "tag": kind.tag}
    if isinstance(kind, inspect.Metadata):
        return _written(kind.type)
    if isinstance(kind, inspect.LiteralType):
        return {"values": sorted(map(str, kind.values))}
    found: dict[str, Any] = {"type": type(kind).__name__}
    for name in ("item_type", "key_type", "value_type"):
        if hasattr(kind, name):
            found[name] = _written(getattr(kind, name))
    if hasattr(kind, "item_types"):
        found["items"] = [_written(each) for each in kind.item_types]
    if hasattr(kind, "types"):
        found["types"] = sorted((_written(each) for each in kind.types), key=mark_of)
    return found


def _default(field: inspect.Field) -> bool:
    """Return whether a field may be left out."""
    return not field.required


def way(since: Shape, now: Shape, steps: Iterable[Step]) -> list[Step]:
    """Return the steps that lead from one shape to another; where there are none, an error says for what."""
    known = {step.since: step for step in steps}
    found: list[Step] = []
    for name, mark in now.items():
        at = since.get(name, "")
        while at != mark:
            step = known.pop(at, None)
            if step is None:
                raise NoStep(f"its {name} are written in another way by now, and no step leads from there")
            found.append(step)
            at = step.to
    return found


def stepped(data: dict[str, Any], steps: Iterable[Step]) -> dict[str, Any]:
    """Bring a position as plain data up to date."""
    for step in steps:
        data = step.change(dict(data))
    return data
