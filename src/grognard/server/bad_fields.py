# SPDX-License-Identifier: Apache-2.0
"""What is wrong with a field of a request or of an order in it, in words that say what it takes."""

from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

import msgspec

from grognard.charts.errors import repeated

# What Litestar calls the body as a whole, and its message if there is none.
BODY, NO_BODY = "data", "'data'"
NO_WORD = "Invalid enum value"


def told_field(fault: Mapping[str, Any], body: Any = None) -> str:
    """Say what is wrong with a field; `body` is the type of the request's body."""
    key, message = str(fault.get("key", "the request")), str(fault.get("message"))
    if (key, message) == (BODY, NO_BODY):
        return "the request has no body; this address takes one of JSON"
    words = _words_of(body, key) if message.startswith(NO_WORD) else []
    known = f"; there are {', '.join(words)}" if words else ""
    return f"{'the body' if key == BODY else key}: {message}{known}"


def unknown_field(given: Any, read: Any) -> str:
    """Say which field of an order means nothing, where it was sent as `given` and `read` is what was made of it; empty if all do."""
    # What is found inside is looked at in turn.
    parts: list[tuple[Any, Any]] = [(given, read)]
    for sent, made in parts:
        if isinstance(made, msgspec.Struct) and isinstance(sent, dict):
            kind, known = made.__struct_config__, _fields_of(type(made))
            for name, value in sent.items():
                if name == kind.tag_field:
                    continue
                if name not in known:
                    takes = f"it has {', '.join(known)}" if known else "it has no fields"
                    return f"{kind.tag or type(made).__name__} has no field {repeated(name)}; {takes}"
                parts.append((value, getattr(made, known[name])))
        elif isinstance(made, list | tuple) and isinstance(sent, list):
            parts.extend(zip(sent, made, strict=False))
    return ""


@cache
def _fields_of(order: type[msgspec.Struct]) -> dict[str, str]:
    """Return the fields of an order as they are sent, each with its name here."""
    return {field.encode_name: field.name for field in msgspec.structs.fields(order)}


def _words_of(body: Any, name: str) -> list[str]:
    """Return the words that a field of a body may be; none if it is not limited to some."""
    if not (isinstance(body, type) and issubclass(body, msgspec.Struct)):
        return []
    return [
        word
        for field in msgspec.structs.fields(body)
        if field.encode_name == name
        for part in (field.type, *get_args(field.type))
        for word in get_args(part)
        if isinstance(word, str)
    ]
