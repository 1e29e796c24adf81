# SPDX-License-Identifier: Apache-2.0
"""Orders and questions of the past that the rules no longer know, kept so that they are written as they were."""

from functools import lru_cache
from typing import Any

import msgspec

from grognard.umpire import Question

# Where a kind of order and a kind of question are named.
TYPE, KIND = "type", "kind"


class Lost(msgspec.Struct, frozen=True):
    """An order that the rules no longer know."""


def lost_order(data: dict[str, Any]) -> msgspec.Struct:
    """Return an order of plain data that the rules no longer know: it is written just as it was."""
    made: msgspec.Struct = _made(TYPE, data)
    return made


def lost_question(data: dict[str, Any]) -> Question[Any]:
    """Return a question that the rules no longer ask."""
    made: Question[Any] = _made(KIND, data)
    return made


def _made(tag_field: str, data: dict[str, Any]) -> Any:
    fields = {name: value for name, value in data.items() if name != tag_field}
    return _kind(tag_field, str(data.get(tag_field, "")), tuple(fields))(**fields)


@lru_cache(256)
def _kind(tag_field: str, tag: str, fields: tuple[str, ...]) -> type[msgspec.Struct]:
    base: type[msgspec.Struct] = Question if tag_field == KIND else Lost
    return msgspec.defstruct(
        "Lost", [(name, Any) for name in fields], bases=(base,), tag_field=tag_field, tag=tag, frozen=True
    )


def order_in_words(order: msgspec.Struct) -> str:
    """Say an order plainly, by its kind and fields."""
    kind, *fields = msgspec.to_builtins(order).values() or ("order",)
    return " ".join([str(kind).replace("_", " ").replace("-", " "), *map(in_plain_words, fields)]).strip()


def in_plain_words(value: Any) -> str:
    """Say plain data plainly: rows by what is in them."""
    return " ".join(map(in_plain_words, value)) if isinstance(value, list | tuple) else str(value)
